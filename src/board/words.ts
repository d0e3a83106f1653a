/** Pieces, moves, refusals and results in words. The words themselves come from whoever speaks the reader's language. */
import type { GameResult, PlayedPly } from "../engine/game.ts";
import type { MoveReason, MoveRefusal } from "../engine/move.ts";
import { BUGS, type Bug, bugOf, numberOf, type Piece, parsePiece, type Side, sideOf } from "../engine/piece.ts";

/** How the six sides of a piece are called, in the order of `DIRECTIONS` (engine/hex.ts). */
export const SIDE_NAMES = ["right", "upperRight", "upperLeft", "left", "lowerLeft", "lowerRight"] as const;
export type SideName = (typeof SIDE_NAMES)[number];

/** The messages that tell of pieces and moves. */
export type MoveKey = `piece.${Bug}` | `move.${SideName | "first" | "pass" | "onto" | "thrown"}`;

/** The messages this folder needs; whoever speaks of more than moves must know them all. */
export type BoardKey =
	| MoveKey
	| "colour"
	| `reserve.${Bug | "none"}`
	| `near.${SideName}`
	| `reason.${MoveReason}`
	| `stuck.${OwnStuckCode}`
	| `result.${OutcomeReason | "cancelled"}`
	| `board.${"empty" | "title" | "piece" | "alone" | "onTop" | "onTopAlone" | "covered" | "queen" | "queenAway"}`
	| `board.${"stackSeparator" | "lastMoveMark" | "stackMark" | "names"}`;

/** A speaker of the reader's language (i18n's `speaker`). */
export type Say = (key: BoardKey, args?: Readonly<Record<string, string | number>>) => string;

/** A speaker of moves: any speaker, for those who say nothing else. */
export type SayMove = (key: MoveKey, args?: Readonly<Record<string, string | number>>) => string;

/** What a piece is in the sentence, where a language declines it: what is spoken of, what stands beside it, what is under it. */
export type Role = "named" | "beside" | "onto";

/** How the tiles of a game look: the names of their colours, which are not always those of the sides, and what is on them. */
export type Look = {
	readonly colours: { readonly white: string; readonly black: string };
	/** The rule set's theme (`faceOf` knows which have drawings of their own); absent: the bugs. */
	readonly theme?: string | undefined;
};

export const PLAIN_LOOK: Look = { colours: { white: "white", black: "black" } };

export type OutcomeReason = GameResult["reason"] | "agreement" | "claim" | "resignation" | "timeout";

/** "white ant 1". */
export function pieceWords(say: SayMove, piece: Piece, look: Look, role: Role = "named"): string {
	return say(`piece.${bugOf(piece)}`, { colour: look.colours[sideOf(piece)], number: numberOf(piece), role });
}

/** "White": a side by the colour of its tiles. */
export function sideWords(say: Say, side: Side, look: Look): string {
	return say("colour", { colour: look.colours[side] });
}

/**
 * Which tiles the letters of the notation mean, where they do not stand for the colours that are seen; null where they do.
 */
export function namesNote(say: Say, look: Look): string | null {
	const { white, black } = look.colours;
	if (white === "white" && black === "black") return null;
	return say("board.names", { first: sideWords(say, "white", look), second: sideWords(say, "black", look) });
}

/** What a side has still in hand, one text a bug in the usual order; a single text that says so when nothing is left. */
export function reserveWords(say: Say, reserve: Readonly<Partial<Record<Bug, number>>>): readonly string[] {
	const kinds = BUGS.filter((bug) => (reserve[bug] ?? 0) > 0);
	return kinds.length === 0
		? [say("reserve.none")]
		: kinds.map((bug) => say(`reserve.${bug}`, { count: reserve[bug] ?? 0 }));
}

/** "white ant 1 to the right of black spider 2": a half-move, from its canonical spelling; of a throw also whose it was. */
export function moveWords(say: SayMove, { move, text, throwers }: PlayedPly, look: Look): string {
	if (move === "pass") return say("move.pass");
	const how = throwers ? "throw" : move.from === null ? "place" : "move";
	const words = spelledWords(say, text, how, look, throwers?.length === 1 ? throwers[0] : undefined);
	return words ?? say("move.first", { piece: pieceWords(say, move.piece, look) });
}

/**
 * A canonical MoveString in words; null where it names no neighbour (the first piece of a game) or cannot be read.
 * @param how whether the piece came from the reserve, was thrown by a pillbug, or went by itself
 * @param thrower who threw it, where that is known
 */
export function spelledWords(
	say: SayMove,
	text: string,
	how: "place" | "throw" | "move",
	look: Look,
	thrower?: Piece,
): string | null {
	const [mover = "", target = ""] = text.split(" ");
	const name = /^([-/\\]?)([A-Za-z0-9]+)([-/\\]?)$/.exec(target);
	const piece = parsePiece(mover);
	const other = parsePiece(name?.[2] ?? "");
	if (!name || !piece || !other) return null;
	const side = SPELLED_SIDES[`${name[1] ?? ""}*${name[3] ?? ""}`];
	if (!side) return null;
	const role = side === "onto" ? "onto" : "beside";
	const move = say(`move.${side}`, {
		how,
		piece: pieceWords(say, piece, look),
		other: pieceWords(say, other, look, role),
	});
	if (how !== "throw") return move;
	return say("move.thrown", { move, by: thrower ? pieceWords(say, thrower, look, "beside") : "nobody" });
}

/** Which side a reference such as `-wA1` or `wA1/` means, the piece's name taken out. */
export const SPELLED_SIDES: Readonly<Record<string, SideName | "onto">> = {
	"*": "onto",
	"*-": "right",
	"-*": "left",
	"*/": "upperRight",
	"/*": "lowerLeft",
	"*\\": "lowerRight",
	"\\*": "upperLeft",
};

/** Why a move is refused. What the refusal does not name is left to the text that was asked. */
export function reasonWords(say: Say, refusal: MoveRefusal, look: Look): string {
	const named = (piece: Piece | undefined) => (piece ? pieceWords(say, piece, look) : refusal.text);
	return capital(
		say(`reason.${refusal.reason}`, { text: refusal.text, piece: named(refusal.piece), by: named(refusal.by) }),
	);
}

/** What keeps a piece from having any move at all, where no refusal of a single move says it. */
export type OwnStuckCode = "NOT_YOUR_TURN" | "NO_WAY_OUT" | "NO_PLACE" | "ON_STACK" | "NOTHING_TO_COPY";
type SharedStuckCode = Extract<
	MoveReason,
	| "GAME_OVER"
	| "NOT_YOUR_PIECE"
	| "NOT_IN_THIS_GAME"
	| "OUT_OF_ORDER"
	| "QUEEN_FIRST"
	| "QUEEN_DUE"
	| "QUEEN_NOT_PLACED"
	| "COVERED"
	| "JUST_MOVED"
	| "ONE_HIVE"
>;
export type StuckCode = OwnStuckCode | SharedStuckCode;

/** Why a piece has no move now (`stuckReason` in board/stuck.ts). */
export type StuckReason = {
	readonly reason: StuckCode;
	/** The piece that the reason is about: mostly the one that was asked for. */
	readonly piece?: Piece;
	/** The piece that stands on it. */
	readonly by?: Piece;
};

/**
 * How a game ended.
 * @param names what the two sides are called: players' names, or the colours
 * @param viewer the reader's seat, null for somebody who only watches
 */
export function resultWords(
	say: Say,
	outcome: { readonly winner: Side | null; readonly reason: OutcomeReason } | null,
	names: Readonly<Record<Side, string>>,
	viewer: Side | null,
): string {
	if (!outcome) return say("result.cancelled");
	const winner = outcome.winner ?? "white";
	const view = outcome.winner === null || viewer === null ? "neither" : viewer === winner ? "won" : "lost";
	return say(`result.${outcome.reason}`, {
		view,
		winner: names[winner],
		loser: names[winner === "white" ? "black" : "white"],
	});
}

/** A sentence begins with a capital letter, also when it begins with a piece. */
export function capital(text: string): string {
	const first = text.codePointAt(0);
	if (first === undefined) return text;
	const letter = String.fromCodePoint(first);
	return letter.toUpperCase() + text.slice(letter.length);
}
