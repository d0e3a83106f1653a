/** What somebody may ask of a game, and the expected ways to be told no. */
import type { MoveRefusal } from "../engine/move.ts";
import type { Side } from "../engine/piece.ts";
import type { Interval } from "./intervals.ts";
import type { PlayerId, Terms } from "./terms.ts";

/** Makes the game that a challenge agreed on. Only for a game that does not exist yet. */
export type Create = {
	readonly type: "create";
	readonly terms: Terms;
	readonly white: PlayerId;
	readonly black: PlayerId;
	readonly colours: { readonly white: string; readonly black: string };
	/** Least time for each side's first move, ms. */
	readonly firstMove: number;
	readonly challenge: string | null;
};

/** What a player asks. `ifMatch` is the `seq` and `ply` the half-moves of the game its sender saw. */
export type PlayerCommand =
	| {
			readonly type: "move";
			/** UHP, any spelling. */
			readonly move: string;
			readonly ply?: number;
			readonly ifMatch?: number;
	  }
	| { readonly type: "resign"; readonly ifMatch?: number }
	| { readonly type: "cancel"; readonly ifMatch?: number };

/** The service looks at the clock: by alarm, by sweep, and before every other command. */
export type Tick = { readonly type: "tick" };

export type Command = Create | Tick | (PlayerCommand & { readonly by: PlayerId | null });

/**
 * What bears on a clock and is known elsewhere. Null where a fact could not be fetched: then no flag falls.
 */
export type Facts = {
	/** Gaps in which the service was not reachable, an open one included. */
	readonly outages: readonly Interval[] | null;
	/** Whether everybody has been told of the event that began the turn (the relay has caught up with it). */
	readonly told: boolean;
};

export type Refusal =
	| { readonly code: "ERR_NOT_A_PLAYER" }
	| { readonly code: "ERR_GAME_OVER" }
	| { readonly code: "ERR_STALE"; readonly seq: number; readonly ply: number }
	| { readonly code: "ERR_NOT_YOUR_TURN"; readonly toMove: Side }
	| { readonly code: "ERR_ILLEGAL_MOVE"; readonly refusal: MoveRefusal }
	| { readonly code: "ERR_TOO_LATE_TO_CANCEL" }
	| { readonly code: "ERR_NO_GAME" }
	| { readonly code: "ERR_GAME_EXISTS" };

export type RefusalCode = Refusal["code"];
