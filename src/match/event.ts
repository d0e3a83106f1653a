/** What can happen in a game: the only thing stored. An event carries every instant it sets, so an old log replays the same for ever. */
import type { GameResult } from "../engine/game.ts";
import type { Expansion, Side } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import type { PlayerId, TimeControl, Visibility } from "./terms.ts";

/** How a game ended. `winner` is null for a draw. */
export type Outcome = {
	readonly winner: Side | null;
	readonly reason: GameResult["reason"] | "agreement" | "claim" | "resignation" | "timeout";
};

export type Created = {
	readonly type: "created";
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	readonly white: PlayerId;
	readonly black: PlayerId;
	/** The appearance of each side's tiles. */
	readonly colours: { readonly white: string; readonly black: string };
	readonly timeControl: TimeControl;
	/** Least time for each side's first move, ms. */
	readonly firstMove: number;
	readonly pauses: { readonly vacation: boolean; readonly rest: boolean };
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
	/** Time this move was charged, ms. */
	readonly used: number;
	/** The mover's account afterwards, ms; null where the control keeps none. */
	readonly remaining: number | null;
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
	readonly ms: number;
	readonly reason: "outage";
	readonly deadline: number;
};

/** Called off before both sides had moved: no result. */
export type Cancelled = { readonly type: "cancelled"; readonly side: Side };

export type Ended = { readonly type: "ended"; readonly result: Outcome };

/** What happened, before the log has given it a number. */
export type Happening = Created | Moved | Passed | Credited | Cancelled | Ended;

/** An event of a game's log: `seq` counts from 1 without gaps, `at` is ms since 1970 and never before the event before. */
export type GameEvent = Happening & { readonly seq: number; readonly at: number };
