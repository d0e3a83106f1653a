/** A move as data, and what can be said when one is refused. */
import type { Place } from "./hex.ts";
import type { Piece } from "./piece.ts";

export type PieceMove = {
	readonly piece: Piece;
	/** null: from the reserve */
	readonly from: Place | null;
	readonly to: Place;
};

/** A piece thrown by a pillbug is a move of the thrown piece; nothing says who threw it. */
export type Move = PieceMove | "pass";

export const MOVE_REASONS = [
	/** the text is not a move */
	"BAD_NOTATION",
	/** Hive has no such piece, or the one referred to is not on the board */
	"NO_SUCH_PIECE",
	/** a piece of an expansion that this game is played without */
	"NOT_IN_THIS_GAME",
	"GAME_OVER",
	"NOT_YOUR_PIECE",
	/** a piece on the board is written as if it were to be placed */
	"NOT_IN_RESERVE",
	/** a lower number of the same bug comes first */
	"OUT_OF_ORDER",
	/** the rule set does not let the queen be a side's first piece */
	"QUEEN_FIRST",
	/** the fourth turn: nothing but the queen may be placed */
	"QUEEN_DUE",
	/** nothing moves before its side's queen is in play */
	"QUEEN_NOT_PLACED",
	"COVERED",
	/** it, or the pillbug that should throw, was moved on the last ply */
	"JUST_MOVED",
	"SAME_PLACE",
	"ONE_HIVE",
	"OCCUPIED",
	"TOUCHES_OPPONENT",
	"TOUCHES_NO_OWN",
	/** the way is too narrow, on the table or between stacks */
	"GATE",
	/** not how this piece moves */
	"UNREACHABLE",
	/** a pass although there is something to play */
	"NOT_FORCED",
] as const;

export type MoveReason = (typeof MOVE_REASONS)[number];

export type MoveRefusal = {
	readonly reason: MoveReason;
	/** what was asked */
	readonly text: string;
	/** the piece that the reason is about */
	readonly piece?: Piece;
	/** the piece that stands in the way: what covers, occupies or is touched */
	readonly by?: Piece;
	/** the clause of the rule set's own document that says so, e.g. `PT-10`; absent where none does */
	readonly clause?: string;
};
