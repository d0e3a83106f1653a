/** One decision about a game at one instant: the clock first, then what is asked. Pure; the object stores what comes of it. */
import { keepsAccounts } from "../match/clock.ts";
import type { Announcement, Facts, PlayerCommand, Refusal } from "../match/command.ts";
import { decide } from "../match/decide.ts";
import type { GameEvent, Sides } from "../match/event.ts";
import { isDue } from "../match/flag.ts";
import type { Interval } from "../match/intervals.ts";
import { evolve, type MatchState } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import type { Vacation } from "../match/vacation.ts";

/** What somebody asks, or the service says of somebody. */
export type Asked = (PlayerCommand & { readonly by: PlayerId }) | Announcement;

/** What was fetched from D1. */
export type Known = { readonly outages: readonly Interval[]; readonly vacations: Sides<readonly Vacation[]> };

export type Decision = {
	/** What happens, the clock's events included; these stand even when the command is refused. */
	readonly events: readonly GameEvent[];
	readonly after: MatchState;
	readonly refusal: Refusal | null;
};

/** Whether the facts are needed: the clock is to be looked at, or a move is to be charged to an account. */
export function needsFacts(state: MatchState, asked: PlayerCommand | null, now: number): boolean {
	return isDue(state, now) || (asked?.type === "move" && keepsAccounts(state.timeControl));
}

/** @param now never before the last event: an earlier instant counts as that */
export function decideInTime(state: MatchState, command: Asked | null, now: number, facts: Facts): Decision {
	const ticked = decide(state, { type: "tick" }, now, facts);
	const first = ticked.ok ? ticked.value : [];
	const between = first.reduce<MatchState>(evolve, state);
	if (!command) return { events: first, after: between, refusal: null };
	const decided = decide(between, command, now, facts);
	if (!decided.ok) return { events: first, after: between, refusal: decided.error };
	return {
		events: [...first, ...decided.value],
		after: decided.value.reduce<MatchState>(evolve, between),
		refusal: null,
	};
}

/**
 * The facts as `decide` takes them.
 * @param known null: not to be had, or not asked for because they are not needed
 * @param lags when the object itself could not tell of the turn
 * @param shortest the shortest duration a time control may have, ms
 */
export function factsOf(known: Known | null, lags: readonly Interval[], told: boolean, shortest: number): Facts {
	if (!known) return { outages: null, told, shortest };
	return { outages: [...known.outages, ...lags], vacations: known.vacations, told, shortest };
}
