/** What somebody may ask of a game, and the expected ways to be told no. */
import type { MoveRefusal } from "../engine/move.ts";
import type { Side } from "../engine/piece.ts";
import type { Sides } from "./event.ts";
import type { Interval } from "./intervals.ts";
import type { LineProblem } from "./lines.ts";
import type { RestSchedule } from "./rest.ts";
import type { PlayerId, Terms, TermsProblem, TimeControl } from "./terms.ts";
import type { Vacation } from "./vacation.ts";

/** Makes the game that a challenge agreed on. Only for a game that does not exist yet. */
export type Create = {
	readonly type: "create";
	readonly terms: Terms;
	readonly white: PlayerId;
	readonly black: PlayerId;
	readonly colours: Sides<string>;
	/** Least time for each side's first move, ms. */
	readonly firstMove: number;
	readonly challenge: string | null;
	/** The rest windows of the players, heeded where the terms agree to them. */
	readonly rest?: Sides<RestSchedule | null>;
	/** The vacations that run now, heeded where the terms agree to them. */
	readonly vacations?: Sides<readonly Vacation[]>;
};

/** What a player asks. `ifMatch` is the `seq` and `ply` the half-moves of the game its sender saw. */
export type PlayerCommand = (
	| {
			readonly type: "move";
			/** UHP, any spelling. */
			readonly move: string;
			readonly ply?: number;
			readonly offersDraw?: boolean;
	  }
	| { readonly type: "resign" }
	| { readonly type: "cancel" }
	| { readonly type: "draw"; readonly action: "offer" | "accept" | "decline" | "withdraw" | "claim" }
	| {
			readonly type: "takeback";
			readonly action: "ask" | "accept" | "decline" | "withdraw";
			/**
			 * The state to return to: so many half-moves stand. Absent: before the asker's last move. With `accept` the wish
			 * that is meant, since another may have taken its place; absent: whichever stands.
			 */
			readonly ply?: number;
	  }
	| { readonly type: "time"; readonly action: "propose"; readonly timeControl: TimeControl }
	/** The one that is meant, since another may have taken its place; absent: whichever stands. */
	| { readonly type: "time"; readonly action: "accept"; readonly timeControl?: TimeControl }
	| { readonly type: "time"; readonly action: "decline" | "withdraw" }
) & { readonly ifMatch?: number };

/** What the service tells a game of one of its players. Safe to repeat: what is known already brings no event. */
export type Announcement =
	| { readonly type: "rest"; readonly player: PlayerId; readonly schedule: RestSchedule | null }
	/** The same vacation again with an earlier `to` ends it early. */
	| { readonly type: "vacation"; readonly player: PlayerId; readonly vacation: Vacation };

/** The service looks at the clock: by alarm, by sweep, and before every other command. */
export type Tick = { readonly type: "tick" };

export type Command = Create | Tick | Announcement | (PlayerCommand & { readonly by: PlayerId | null });

/** What bears on a clock and is known elsewhere. */
export type Facts = {
	/**
	 * Gaps in which the service was not reachable, an open one included. Null where the facts could not be fetched: then
	 * no flag falls.
	 */
	readonly outages: readonly Interval[] | null;
	/** The players' vacations that reach into the running turn; heeded where the terms agree to them. */
	readonly vacations?: Sides<readonly Vacation[]>;
	/** Whether everybody has been told of the event that began the turn (the relay has caught up with it). */
	readonly told: boolean;
	/**
	 * How long after a deadline no flag falls yet, ms: what entered in time may still be on its way. Absent: none, as for
	 * the side to move itself, whose own command says when it came.
	 */
	readonly grace?: number;
	/** The shortest duration a time control may have, ms; needed where one is proposed. */
	readonly shortest?: number;
};

export type Refusal =
	| { readonly code: "ERR_NOT_A_PLAYER" }
	| { readonly code: "ERR_GAME_OVER" }
	| { readonly code: "ERR_STALE"; readonly seq: number; readonly ply: number }
	| { readonly code: "ERR_NOT_YOUR_TURN"; readonly toMove: Side }
	| { readonly code: "ERR_ILLEGAL_MOVE"; readonly refusal: MoveRefusal }
	/** What comes with the move cannot be played as it is written; then the move is not made either. */
	| { readonly code: "ERR_BAD_LINES"; readonly problems: readonly LineProblem[] }
	| { readonly code: "ERR_TOO_LATE_TO_CANCEL" }
	/** There is no such offer of the other side to answer, or of one's own to withdraw. */
	| { readonly code: "ERR_NO_OFFER" }
	/** One's own offer is the other side's to answer. */
	| { readonly code: "ERR_OWN_OFFER" }
	/** The same offer again before anything has changed. */
	| { readonly code: "ERR_OFFER_AGAIN" }
	/** No third occurrence that the rule set lets be claimed. */
	| { readonly code: "ERR_NO_CLAIM" }
	/** Moves of a rated game stand. */
	| { readonly code: "ERR_RATED_GAME" }
	/** No move of the asker's would be undone. */
	| { readonly code: "ERR_NOTHING_TO_TAKE_BACK" }
	| { readonly code: "ERR_BAD_TIME_CONTROL"; readonly problems: readonly TermsProblem[] }
	| { readonly code: "ERR_NO_GAME" }
	| { readonly code: "ERR_GAME_EXISTS" };

export type RefusalCode = Refusal["code"];
