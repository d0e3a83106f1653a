/** One decision about a game at one instant: the clock first, then what is asked. Pure; the object stores what comes of it. */
import type { Facts, PlayerCommand, Refusal } from "../match/command.ts";
import { decide } from "../match/decide.ts";
import type { GameEvent } from "../match/event.ts";
import type { Interval } from "../match/intervals.ts";
import { evolve, type MatchState } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";

export type Decision = {
	/** What happens, the clock's events included; these stand even when the command is refused. */
	readonly events: readonly GameEvent[];
	readonly after: MatchState;
	readonly refusal: Refusal | null;
};

/** Whether the deadline of the running turn has passed: then, and only then, the facts about the clock are needed. */
export function isOverdue(state: MatchState, now: number): boolean {
	return state.turn !== null && state.turn.deadline !== null && now > state.turn.deadline;
}

/** @param now never before the last event: an earlier instant counts as that */
export function decideInTime(
	state: MatchState,
	command: (PlayerCommand & { readonly by: PlayerId }) | null,
	now: number,
	facts: Facts,
): Decision {
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

/** The facts as `decide` takes them. `outages` null: not known, or not asked for because nothing is overdue. */
export function factsOf(outages: readonly Interval[] | null, lags: readonly Interval[], told: boolean): Facts {
	return { outages: outages && [...outages, ...lags], told };
}
