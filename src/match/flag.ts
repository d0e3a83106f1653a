/** What the clock alone brings about: vacations heard of, time owed for outages, and the flag that falls. */
import { otherSide, type Side } from "../engine/piece.ts";
import { accountAfter, addIncrement, capOf, deadlineOf, usedTime } from "./clock.ts";
import type { Announcement, Facts } from "./command.ts";
import { type Draft, happen } from "./draft.ts";
import type { Outcome } from "./event.ts";
import { type Interval, union } from "./intervals.ts";
import type { MatchState, Unsettled } from "./state.ts";
import type { Vacation } from "./vacation.ts";

const SIDES: readonly Side[] = ["white", "black"];

/** How long after a move that was charged without knowing of outages the clock wants to be looked at again, ms. */
const SETTLED_AFTER = 60_000;

/** The next instant at which the clock wants to be looked at, ms; null when nothing can come of it. */
export function nextTick(state: MatchState): number | null {
	if (!state.turn) return null;
	const due = state.unsettled.map(({ moved }) => moved + SETTLED_AFTER);
	if (state.turn.deadline !== null) due.push(state.turn.deadline);
	return due.length === 0 ? null : Math.min(...due);
}

/** Whether a look at the clock at `now` would need the facts: the deadline has passed, or a past turn is to be settled. */
export function isDue(state: MatchState, now: number): boolean {
	const next = nextTick(state);
	return next !== null && now > next;
}

/**
 * A flag falls only when the deadline and the grace have passed, every fact that bears on it is known, the side to move
 * has been told that it is its turn, and nothing is owed to it. The loser is the side to move, whoever made us look.
 */
export function lookAtClock(before: Draft, at: number, facts: Facts): Draft {
	if (!before.state.turn || facts.outages === null) return before;
	let draft = hearOfVacations(before, at, facts);
	draft = settle(draft, at, facts.outages);
	draft = giveBack(draft, at, facts.outages);
	const { turn } = draft.state;
	if (!facts.told || !turn || turn.deadline === null || at <= turn.deadline) return draft;
	if (at < turn.deadline + (facts.grace ?? 0)) return draft;
	return end(draft, { winner: otherSide(turn.side), reason: "timeout" }, at);
}

/** The game ends, and with it the running turn: what it has used is charged, and nothing is added. */
export function end(draft: Draft, result: Outcome, at: number): Draft {
	return happen(draft, { type: "ended", result, ...lastCharge(draft.state, at) }, at);
}

/** What the running turn has cost at `at`. */
export function lastCharge(
	state: MatchState,
	at: number,
): { readonly used: number; readonly remaining: number | null } | Record<string, never> {
	const { turn } = state;
	if (!turn) return {};
	// What came after the deadline, in the grace or while nobody looked, is no part of the turn.
	const most = turn.allowance ?? Number.POSITIVE_INFINITY;
	const used = Math.min(most, usedTime(turn, state.vacations[turn.side], at));
	return { used, remaining: accountAfter(state.accounts, turn, used) };
}

/**
 * The part of the running turn in which the service was not reachable, given back to the side to move; what has been
 * given back already and what fell into a pause counts once.
 */
export function giveBack(draft: Draft, at: number, outages: readonly Interval[]): Draft {
	const { turn, vacations } = draft.state;
	if (!turn || turn.deadline === null) return draft;
	const gaps = union([...turn.outages, ...within(outages, turn.began, at)]);
	const deadline = deadlineOf({ ...turn, outages: gaps }, vacations[turn.side]) ?? turn.deadline;
	const ms = deadline - turn.deadline;
	if (ms <= 0) return draft;
	return happen(draft, { type: "credited", side: turn.side, ms, gaps, reason: "outage", deadline }, at);
}

/** A player's vacation or rest windows, where the terms agree to them; what is known already brings nothing. */
export function announce(draft: Draft, what: Announcement, at: number): Draft {
	const { pauses, players, rest, turn } = draft.state;
	const side = SIDES.find((one) => players[one] === what.player);
	if (!side || !turn) return draft;
	if (what.type === "vacation") return pauses.vacation ? pause(draft, side, what.vacation, at) : draft;
	if (!pauses.rest || JSON.stringify(rest[side]) === JSON.stringify(what.schedule)) return draft;
	return happen(draft, { type: "rest", side, schedule: what.schedule }, at);
}

function hearOfVacations(before: Draft, at: number, facts: Facts): Draft {
	let draft = before;
	if (!draft.state.pauses.vacation) return draft;
	for (const side of SIDES) {
		for (const vacation of facts.vacations?.[side] ?? []) draft = pause(draft, side, vacation, at);
	}
	return draft;
}

/**
 * Nothing happens where it was over before the game began, or is known to be no longer than that. One that the game has
 * counted on is ended early whenever that was, were it at the instant it began or before the game did.
 */
function pause(draft: Draft, side: Side, vacation: Vacation, at: number): Draft {
	const { createdAt, turn, vacations } = draft.state;
	const { from, id, to } = vacation;
	const known = vacations[side].find((one) => one.id === id);
	if (known ? known.to <= to : to <= from || to <= createdAt) return draft;
	const now = known
		? vacations[side].map((one) => (one.id === id ? { ...one, to } : one))
		: [...vacations[side], { id, from, to }];
	const deadline = turn?.side === side ? deadlineOf(turn, now) : (turn?.deadline ?? null);
	const happening = known
		? ({ type: "resumed", side, vacation: id, to, deadline } as const)
		: ({ type: "paused", side, vacation: id, from, to, deadline } as const);
	return happen(draft, happening, at);
}

/** Gives back what past turns were charged for outages that nobody knew of then. */
function settle(before: Draft, at: number, outages: readonly Interval[]): Draft {
	let draft = before;
	for (const past of before.state.unsettled) draft = settleOne(draft, past, at, outages);
	return draft;
}

function settleOne(
	draft: Draft,
	{ moved, ply, turn, used }: Unsettled,
	at: number,
	outages: readonly Interval[],
): Draft {
	const { accounts, accountsAt, timeControl, turn: running, vacations } = draft.state;
	const { side } = turn;
	const account = accounts[side];
	const before = accountsAt[ply];
	if (!running || account === null || !before) return draft;
	const gaps = union([...turn.outages, ...within(outages, turn.began, moved)]);
	const fair = usedTime({ ...turn, outages: gaps }, vacations[side], moved);
	const left = (spent: number) => addIncrement(timeControl, accountAfter(before, turn, spent)) ?? 0;
	const most = capOf(timeControl) ?? Number.POSITIVE_INFINITY;
	// What was used of a first move's own time cost nothing, and what a cap has cut off since then is lost either way.
	const room = accountsAt.slice(ply + 1).map((later) => most - (later[side] ?? 0));
	const ms = Math.max(0, Math.min(left(Math.min(used, fair)) - left(used), ...room));
	const longer = running.side === side && running.allowance !== null;
	const deadline = longer
		? deadlineOf({ ...running, allowance: (running.allowance ?? 0) + ms }, vacations[side])
		: running.deadline;
	return happen(
		draft,
		{ type: "credited", side, ms, gaps, reason: "outage", ply, remaining: account + ms, deadline },
		at,
	);
}

function within(intervals: readonly Interval[], from: number, to: number): readonly Interval[] {
	return intervals
		.map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
		.filter((one) => one.to > one.from);
}
