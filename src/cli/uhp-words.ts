/** Why the UHP engine refuses a move, in plain English: whoever drives an engine reads its log. */
import type { MoveReason, MoveRefusal } from "../engine/move.ts";

type Words = (piece: string, by: string) => string;

const WORDS: Readonly<Record<MoveReason, Words>> = {
	BAD_NOTATION: () => "this is not a MoveString",
	NO_SUCH_PIECE: (piece) => `there is no ${piece} to play or to refer to`,
	NOT_IN_THIS_GAME: (piece) => `this game is played without ${piece}`,
	GAME_OVER: () => "the game is over",
	NOT_YOUR_PIECE: (piece) => `${piece} belongs to the other side, and nothing can throw it`,
	NOT_IN_RESERVE: (piece) => `${piece} is on the board already`,
	OUT_OF_ORDER: (piece, by) => `${by} has to be placed before ${piece}`,
	QUEEN_FIRST: () => "the queen may not be the first piece",
	QUEEN_DUE: () => "the queen must be placed on the fourth turn",
	QUEEN_NOT_PLACED: () => "nothing moves before its own queen is on the board",
	COVERED: (piece, by) => `${piece} is under ${by}`,
	JUST_MOVED: (piece) => `${piece} was moved on the last turn`,
	SAME_PLACE: (piece) => `${piece} is there already`,
	ONE_HIVE: (piece) => `without ${piece} the hive would fall apart`,
	OCCUPIED: (_, by) => `the place is taken by ${by}`,
	TOUCHES_OPPONENT: (_, by) => `a new piece may not touch the other side's ${by}`,
	TOUCHES_NO_OWN: () => "a new piece must touch one of its own side",
	GATE: (piece) => `the way is too narrow for ${piece}`,
	UNREACHABLE: (piece) => `${piece} does not move like that`,
	NOT_FORCED: () => "there is something to play, so passing is not allowed",
};

export function refusalWords({ reason, text, piece, by }: MoveRefusal): string {
	return `${text}: ${WORDS[reason](piece ?? "such piece", by ?? "another piece")} (${reason})`;
}
