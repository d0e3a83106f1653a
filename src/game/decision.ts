/** One decision about a game at one instant: the clock first, then what is asked. Pure; the object stores what comes of it. */
import { ok } from "../engine/result.ts";
import { keepsAccounts } from "../match/clock.ts";
import type { Announcement, Facts, PlayerCommand, Refusal } from "../match/command.ts";
import { decide } from "../match/decide.ts";
import type { GameEvent } from "../match/event.ts";
import { isDue } from "../match/flag.ts";
import { type Armed, playLines } from "../match/line-play.ts";
import { checkLines, type Line } from "../match/lines.ts";
import { evolve, type MatchState, seatOf } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import type { LinesChange } from "./lines.ts";

/** What somebody asks, or the service says of somebody. */
export type Asked = (PlayerCommand & { readonly by: PlayerId }) | Announcement;

export type Decision = {
	/** What happens, the clock's events and the moves of lines included; these stand even when the command is refused. */
	readonly events: readonly GameEvent[];
	readonly after: MatchState;
	readonly refusal: Refusal | null;
	/** The lines as they were and as they are left, and what their owners are told of them. */
	readonly lines: LinesChange;
};

/** Whether the facts are needed: the clock is to be looked at, or a move is to be charged to an account. */
export function needsFacts(state: MatchState, asked: PlayerCommand | null, now: number): boolean {
	return isDue(state, now) || (asked?.type === "move" && keepsAccounts(state.timeControl));
}

/**
 * @param now never before the last event: an earlier instant counts as that
 * @param armed what both sides have prepared
 * @param given what the player prepares with this very move
 */
export function decideInTime(
	state: MatchState,
	command: Asked | null,
	now: number,
	facts: Facts,
	armed: Armed,
	given: readonly Line[] = [],
): Decision {
	const ticked = decide(state, { type: "tick" }, now, facts);
	const first = ticked.ok ? ticked.value : [];
	const close = (events: readonly GameEvent[], lines: readonly Line[], refusal: Refusal | null): Decision => {
		const played = playLines(state, events, armed, lines, facts);
		const change = { before: armed, armed: played.armed, log: played.log };
		return { events: [...events, ...played.events], after: played.after, refusal, lines: change };
	};
	if (!command) return close(first, [], null);
	const between = first.reduce<MatchState>(evolve, state);
	const decided = decide(between, command, now, facts);
	if (!decided.ok) return close(first, [], decided.error);
	const prepared = checkGiven(decided.value.reduce<MatchState>(evolve, between), command, given);
	if (!prepared.ok) return close(first, [], { code: "ERR_BAD_LINES", problems: prepared.error });
	return close([...first, ...decided.value], prepared.value, null);
}

function checkGiven(after: MatchState, command: Asked, given: readonly Line[]): ReturnType<typeof checkLines> {
	const side = command.type === "move" ? seatOf(after, command.by) : null;
	return side ? checkLines(after, side, given, "/then") : ok([]);
}
