/** What can happen in a game: the only thing stored. An event carries every instant it sets, so an old log replays the same for ever. */
import type { GameResult } from "../engine/game.ts";
import type { Expansion, Side } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import type { Accounts } from "./clock.ts";
import type { Interval } from "./intervals.ts";
import type { RestSchedule } from "./rest.ts";
import type { PlayerId, TimeControl, Visibility } from "./terms.ts";
import type { Vacation } from "./vacation.ts";

/** How a game ended. `winner` is null for a draw. */
export type Outcome = {
	readonly winner: Side | null;
	readonly reason: GameResult["reason"] | "agreement" | "claim" | "resignation" | "timeout";
};

/** One thing for each side. */
export type Sides<T> = { readonly white: T; readonly black: T };

/** What one player may offer the other. */
export type OfferKind = "draw" | "takeback" | "time";

export type Created = {
	readonly type: "created";
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	readonly white: PlayerId;
	readonly black: PlayerId;
	/** The appearance of each side's tiles. */
	readonly colours: Sides<string>;
	readonly timeControl: TimeControl;
	/** Least time for each side's first move, ms. */
	readonly firstMove: number;
	readonly pauses: { readonly vacation: boolean; readonly rest: boolean };
	/** The rest windows of each side; absent where the terms know none. */
	readonly rest?: Sides<RestSchedule | null>;
	/** Vacations that were running; absent where the terms know none. */
	readonly vacations?: Sides<readonly Vacation[]>;
	readonly rated: boolean;
	readonly visibility: Visibility;
	/** The challenge it came from. */
	readonly challenge: string | null;
	readonly deadline: number | null;
};

export type Moved = {
	readonly type: "moved";
	readonly side: Side;
	/** Half-moves played, this one included. */
	readonly ply: number;
	/** Canonical UHP MoveString. */
	readonly move: string;
	/** A draw was offered with it. */
	readonly offersDraw?: true;
	/** Working time this move was charged, ms. */
	readonly used: number;
	/** The mover's account afterwards, ms; null where the control keeps none. */
	readonly remaining: number | null;
	/** The service could not learn of its own outages then: what it owes, if anything, is given back later. */
	readonly unsettled?: true;
	/** The deadline of the turn that begins now. */
	readonly deadline: number | null;
};

/** A forced pass, played by the service at no cost of time to either side. */
export type Passed = {
	readonly type: "passed";
	readonly side: Side;
	readonly ply: number;
	readonly deadline: number | null;
};

/** Time given back because the service was not reachable. */
export type Credited = {
	readonly type: "credited";
	readonly side: Side;
	/** By how much the deadline moves or the account grows; 0 where an unsettled move turned out to be owed nothing. */
	readonly ms: number;
	/** When the service was not reachable, within the turn. Absent in the oldest logs: then `ms` from its beginning. */
	readonly gaps?: readonly Interval[];
	readonly reason: "outage";
	/** The ply of a past turn whose time is settled afterwards; absent: the running turn. */
	readonly ply?: number;
	/** The side's account afterwards, where a past turn is settled. */
	readonly remaining?: number | null;
	readonly deadline: number | null;
};

/** A side's rest windows from its next turn on. */
export type Rest = { readonly type: "rest"; readonly side: Side; readonly schedule: RestSchedule | null };

/** A side is on vacation: its own clock stands from `from` to `to`. */
export type Paused = {
	readonly type: "paused";
	readonly side: Side;
	readonly vacation: string;
	readonly from: number;
	readonly to: number;
	/** The running turn's deadline afterwards, whoever's it is. */
	readonly deadline: number | null;
};

/** A vacation ends earlier than it was to. */
export type Resumed = {
	readonly type: "resumed";
	readonly side: Side;
	readonly vacation: string;
	readonly to: number;
	readonly deadline: number | null;
};

/** An offer by itself; a draw offered with a move is told by `moved`. */
export type Offered = { readonly type: "offered"; readonly side: Side } & (
	| { readonly offer: "draw" }
	/** `ply`: the state to return to. */
	| { readonly offer: "takeback"; readonly ply: number }
	| { readonly offer: "time"; readonly timeControl: TimeControl }
);

export type Declined = { readonly type: "declined"; readonly side: Side; readonly offer: OfferKind };
export type Withdrawn = { readonly type: "withdrawn"; readonly side: Side; readonly offer: OfferKind };

/** The other side's offer is accepted, and a turn begins anew where one goes on. A draw is followed by `ended`. */
export type Accepted = { readonly type: "accepted"; readonly side: Side } & (
	| { readonly offer: "draw" }
	| {
			readonly offer: "takeback";
			/** Half-moves that stand now. */
			readonly ply: number;
			readonly accounts: Accounts;
			readonly deadline: number | null;
	  }
	| {
			readonly offer: "time";
			readonly timeControl: TimeControl;
			readonly accounts: Accounts;
			readonly deadline: number | null;
	  }
);

/** What the running turn has cost when a game ends in its midst. Absent in the oldest logs. */
type LastCharge = { readonly used?: number; readonly remaining?: number | null };

/** Called off before both sides had moved: no result. */
export type Cancelled = { readonly type: "cancelled"; readonly side: Side } & LastCharge;

export type Ended = { readonly type: "ended"; readonly result: Outcome } & LastCharge;

/** What happened, before the log has given it a number. */
export type Happening =
	| Created
	| Moved
	| Passed
	| Credited
	| Rest
	| Paused
	| Resumed
	| Offered
	| Declined
	| Withdrawn
	| Accepted
	| Cancelled
	| Ended;

export const EVENT_TYPES = [
	"created",
	"moved",
	"passed",
	"credited",
	"rest",
	"paused",
	"resumed",
	"offered",
	"declined",
	"withdrawn",
	"accepted",
	"cancelled",
	"ended",
] as const satisfies readonly Happening["type"][];

/** An event of a game's log: `seq` counts from 1 without gaps, `at` is ms since 1970 and never before the event before. */
export type GameEvent = Happening & { readonly seq: number; readonly at: number };
