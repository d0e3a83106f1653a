/** Why a piece has no move: what a table answers to who tries it. Apart from the marks, for who never asks needs none of it. */
import { boardOf, type Game, legalMoves, type PlacedPiece, reserveOf } from "../engine/game.ts";
import { moveTo } from "../engine/movestring.ts";
import { bugOf, type Piece, queenOf, type Side, sideOf } from "../engine/piece.ts";
import { around, hexKey, stackMap, stacksOf, topOf } from "./stacks.ts";
import {
	type BoardKey,
	capital,
	type Look,
	type OwnStuckCode,
	pieceWords,
	type Say,
	type StuckCode,
	type StuckReason,
} from "./words.ts";

/**
 * Why this piece has no move now; null where it has one.
 * @param seat who asks; absent: whoever is to move
 */
export function stuckReason(game: Game, piece: Piece, seat: Side = game.toMove): StuckReason | null {
	if (game.result !== null) return { reason: "GAME_OVER" };
	if (seat !== game.toMove) return { reason: "NOT_YOUR_TURN" };
	const moves = legalMoves(game);
	if (moves.some((move) => move !== "pass" && move.piece === piece)) return null;
	const board = boardOf(game);
	const placed = board.find((one) => one.piece === piece);
	return placed ? stuckOnBoard(game, placed, board) : stuckInReserve(game, piece, seat);
}

/** Refusals that are about one place, and not about the piece. */
const OF_A_PLACE: ReadonlySet<string> = new Set(["SAME_PLACE", "OCCUPIED", "GATE", "UNREACHABLE"]);

function stuckOnBoard(game: Game, placed: PlacedPiece, board: readonly PlacedPiece[]): StuckReason {
	const { piece, z } = placed;
	const refused = around(placed).flatMap((hex) => {
		const answer = moveTo(game, piece, hex, "");
		return answer.ok ? [] : [answer.error];
	});
	const refusal = refused.find(({ reason }) => !OF_A_PLACE.has(reason));
	if (refusal) {
		const { reason, by } = refusal;
		// Of a pillbug that cannot throw the piece, the refusal names the pillbug.
		return { reason: reason as StuckReason["reason"], piece: refusal.piece ?? piece, ...(by ? { by } : {}) };
	}
	// On top of another piece nothing is thrown; and a mosquito that touches nothing but a mosquito is no bug at all.
	if (sideOf(piece) !== game.toMove && z > 0) return { reason: "ON_STACK", piece };
	const map = stackMap(stacksOf(board));
	const near = around(placed).flatMap((hex) => map.get(hexKey(hex)) ?? []);
	const copies = near.some((stack) => bugOf(topOf(stack).piece) !== "M");
	if (bugOf(piece) === "M" && sideOf(piece) === game.toMove && !copies) return { reason: "NOTHING_TO_COPY", piece };
	return { reason: "NO_WAY_OUT", piece };
}

function stuckInReserve(game: Game, piece: Piece, seat: Side): StuckReason {
	const queen = queenOf(seat);
	if (sideOf(piece) !== seat) return { reason: "NOT_YOUR_PIECE", piece };
	if ((reserveOf(game)[seat][bugOf(piece)] ?? 0) === 0) return { reason: "NOT_IN_THIS_GAME", piece };
	const placeable = new Set(legalMoves(game).flatMap((m) => (m !== "pass" && m.from === null ? [m.piece] : [])));
	if (placeable.has(queen) && game.plies.length >= 6 && placeable.size === 1)
		return { reason: "QUEEN_DUE", piece: queen };
	if (placeable.size === 0) return { reason: "NO_PLACE", piece };
	if (piece === queen) return { reason: "QUEEN_FIRST", piece };
	return { reason: "OUT_OF_ORDER", piece };
}

const OWN_STUCK: ReadonlySet<string> = new Set<OwnStuckCode>([
	"NOT_YOUR_TURN",
	"NO_WAY_OUT",
	"NO_PLACE",
	"ON_STACK",
	"NOTHING_TO_COPY",
]);

/** The same in words. */
export function stuckWords(say: Say, { reason, piece, by }: StuckReason, look: Look): string {
	const named = (one: Piece | undefined) => (one ? pieceWords(say, one, look) : "");
	const key = OWN_STUCK.has(reason)
		? `stuck.${reason as OwnStuckCode}`
		: `reason.${reason as Exclude<StuckCode, OwnStuckCode>}`;
	return capital(say(key as BoardKey, { text: named(piece), piece: named(piece), by: named(by) }));
}
