/** MoveStrings of the Universal Hive Protocol, read: generously, and what is refused with its reason. */
import { type Board, PASS } from "./board.ts";
import { clauseOf } from "./clauses.ts";
import { DIRECTIONS, type Hex } from "./hex.ts";
import type { Move, MoveReason, MoveRefusal } from "./move.ts";
import { indexOfPiece, PIECES, type Piece, parsePiece, pieceAt } from "./piece.ts";
import { cellOf, type Game, listOf, moveOf, placeOf, roomOf, walkTo } from "./position.ts";
import { whyNot } from "./refusal.ts";
import { err, ok, type Result } from "./result.ts";
import type { RuleSet } from "./ruleset.ts";

const LONGEST_ECHO = 80;

/** Where the target lies from the piece it refers to, by the sign before or behind that piece's name. */
const BEFORE: Readonly<Record<string, number>> = { "-": 3, "/": 4, "\\": 2 };
const BEHIND: Readonly<Record<string, number>> = { "-": 0, "/": 1, "\\": 5 };

type MoveText = {
	readonly piece: Piece;
	/** null: the bare piece, as in the first move of a game */
	readonly reference: Piece | null;
	/** null: onto the reference itself */
	readonly direction: number | null;
};

/**
 * Reads a move and checks it against the position. Any reference is good that names the same place: a covered piece, the
 * moving piece itself, a direction where the target is a stack; so are upper and lower case and blanks around.
 */
export function parseMove(game: Game, text: string): Result<Move, MoveRefusal> {
	const refuse = (reason: MoveReason, piece?: Piece) => err(refusalOf(game.rules, text, reason, piece));
	const read = readMoveText(text);
	if (typeof read === "string" && read !== "pass") return refuse(read);
	if (game.result !== null) return refuse("GAME_OVER");

	const room = roomOf(game);
	if (read === "pass") return listOf(room)[0] === PASS ? ok("pass") : refuse("NOT_FORCED");

	const table = walkTo(room);
	for (const piece of [read.piece, read.reference]) {
		if (piece !== null && !isInGame(table.board, piece)) return refuse("NOT_IN_THIS_GAME", piece);
	}
	let target: Hex = { q: 0, r: 0 };
	if (read.reference === null) {
		// Only the first move of a game needs no reference.
		if (room.ply > 0) {
			if ((table.board.cell[indexOfPiece(read.piece)] as number) >= 0) return refuse("NOT_IN_RESERVE", read.piece);
			return refuse("BAD_NOTATION", read.piece);
		}
	} else {
		const reference = placeOf(table, indexOfPiece(read.reference));
		if (reference === null) return refuse("NO_SUCH_PIECE", read.reference);
		const side = read.direction === null ? { q: 0, r: 0 } : (DIRECTIONS[read.direction] as Hex);
		target = { q: reference.q + side.q, r: reference.r + side.r };
	}
	return checkTarget(game, read.piece, target, read.reference, text);
}

/**
 * The move of a piece to a cell, checked like one that was read: for notations that name cells and no neighbours.
 * @param text what to echo where it is refused
 */
export function moveTo(game: Game, piece: Piece, target: Hex, text: string): Result<Move, MoveRefusal> {
	if (game.result !== null) return err(refusalOf(game.rules, text, "GAME_OVER"));
	const room = roomOf(game);
	const table = walkTo(room);
	if (!isInGame(table.board, piece)) return err(refusalOf(game.rules, text, "NOT_IN_THIS_GAME", piece));
	// The board is a torus: a cell far off must not be taken for the one it falls on there.
	const isNear = (place: Hex | null) =>
		place !== null && Math.abs(place.q - target.q) <= 1 && Math.abs(place.r - target.r) <= 1;
	const known = room.ply === 0 ? [{ q: 0, r: 0 }] : PIECES.map((_, index) => placeOf(table, index));
	if (!known.some(isNear)) {
		const placed = (table.board.cell[indexOfPiece(piece)] as number) >= 0;
		return err(refusalOf(game.rules, text, placed ? "UNREACHABLE" : "TOUCHES_NO_OWN", piece));
	}
	return checkTarget(game, piece, target, null, text);
}

/** @param reference the piece by which the cell was named, if one was */
function checkTarget(
	game: Game,
	piece: Piece,
	target: Hex,
	reference: Piece | null,
	text: string,
): Result<Move, MoveRefusal> {
	const room = roomOf(game);
	const table = walkTo(room);
	const mover = indexOfPiece(piece);
	const code = (mover << 10) | cellOf(target);
	if (listOf(room).includes(code)) return ok(moveOf(table, code));
	const why = whyNot(table.board, mover, cellOf(target), reference === null ? null : indexOfPiece(reference));
	return err(
		refusalOf(
			game.rules,
			text,
			why.reason,
			why.piece === undefined ? piece : pieceAt(why.piece),
			why.by === undefined ? undefined : pieceAt(why.by),
		),
	);
}

function refusalOf(rules: RuleSet, text: string, reason: MoveReason, piece?: Piece, by?: Piece): MoveRefusal {
	const clause = clauseOf(rules, reason, piece);
	return {
		reason,
		text: text.slice(0, LONGEST_ECHO),
		...(piece === undefined ? {} : { piece }),
		...(by === undefined ? {} : { by }),
		...(clause === null ? {} : { clause }),
	};
}

function isInGame(board: Board, piece: Piece): boolean {
	const index = indexOfPiece(piece);
	return ((board.hand >> index) & 1) === 1 || (board.cell[index] as number) >= 0;
}

function readMoveText(text: string): MoveText | "pass" | "BAD_NOTATION" | "NO_SUCH_PIECE" {
	const parts = /^\s*(\w{2,4})(?:\s+([-/\\]?)(\w{2,3})([-/\\]?))?\s*$/.exec(text);
	if (parts === null) return "BAD_NOTATION";
	const [, name = "", before = "", reference, behind = ""] = parts;
	if (name.toLowerCase() === "pass" && reference === undefined) return "pass";
	if (before !== "" && behind !== "") return "BAD_NOTATION";
	const piece = readPiece(name);
	if (piece === "BAD_NOTATION" || piece === "NO_SUCH_PIECE") return piece;
	if (reference === undefined) return { piece, reference: null, direction: null };
	const other = readPiece(reference);
	if (other === "BAD_NOTATION" || other === "NO_SUCH_PIECE") return other;
	return { piece, reference: other, direction: BEFORE[before] ?? BEHIND[behind] ?? null };
}

/** `wA4` is the name of a piece that Hive does not have; `wA` and `hello` are no names at all. */
function readPiece(text: string): Piece | "BAD_NOTATION" | "NO_SUCH_PIECE" {
	return parsePiece(text) ?? (/^[wb](?:[a-z]\d|[qmlp]\d?)$/i.test(text) ? "NO_SUCH_PIECE" : "BAD_NOTATION");
}
