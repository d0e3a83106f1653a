/** What a page tells its table: the game as the server has it, and who looks at it. Types alone; pages write it, `table.ts` reads it. */
import type { Hex } from "../engine/hex.ts";
import type { Expansion, Piece, Side } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import type { Room } from "../match/chat.ts";

/**
 * What the table is for. `game`: a game of the service; `diagram`: a position to try things at, back to its start by a
 * button; `analysis`: the same with a tree to keep; `practice`: against the house, in the browser alone.
 */
export type TableKind = "game" | "diagram" | "analysis" | "practice";

export type TableData = {
	readonly kind: TableKind;
	/** Of a game of the service. */
	readonly id: string | null;
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	/** Which piece went where, half-move by half-move; null: a pass. Nothing has to be parsed to play it. */
	readonly moves: readonly (readonly [piece: Piece, q: number, r: number] | null)[];
	readonly colours: { readonly white: string; readonly black: string };
	readonly names: { readonly white: string; readonly black: string };
	/** The seat looked from; null: nobody's. */
	readonly seat: Side | null;
	/** It is the reader's move, and they may make it here. */
	readonly mine: boolean;
	/** Ended by more than the board shows: resignation, time, agreement. */
	readonly over: boolean;
	readonly seq: number;
	/** Whose unsent move may be kept in this browser; null: a guest's or a key's. */
	readonly player: string | null;
	/** A turn key, where it is by that alone that the reader plays. */
	readonly key: string | null;
	/** The last message of each room that the page shows, 0 where none was written; absent in the steps of a move. */
	readonly chat?: Readonly<Partial<Record<Room, number>>>;
	/** The house does not answer: its program could not be started here. */
	readonly mute?: boolean;
	readonly mayOfferDraw: boolean;
	/** What the other side offers, in the page's own words; absent: nothing, or it is not the reader's move. */
	readonly offered?: string;
	/** The half-moves that the address asks for; null: the present. */
	readonly shown: number | null;
	/** The piece that the address has chosen, or that a diagram is about. */
	readonly selected: Piece | null;
	/** Where the address has it go: a move to be sent or not. */
	readonly chosen?: Hex;
	/** Where the reader signs in again when the session has ended. */
	readonly signIn: string;
};
