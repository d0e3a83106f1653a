/**
 * The clocks of one game: how long a turn may take, when it is stopped, what a move leaves, and when the flag falls.
 * All instants and spans in ms. At its heart is one function: add working time to an instant across a union of pauses.
 */
import type { Side } from "../engine/piece.ts";
import { DAY, parseDuration } from "./duration.ts";
import { type Interval, overlap, union } from "./intervals.ts";
import { type RestSchedule, restBetween } from "./rest.ts";
import type { TimeControl } from "./terms.ts";
import type { Vacation } from "./vacation.ts";

/** What each side has left on its own account; null where the control keeps none (per move, unlimited). */
export type Accounts = { readonly white: number | null; readonly black: number | null };

/** The turn that is running. */
export type Turn = {
	readonly side: Side;
	/** When it began. */
	readonly began: number;
	/** The working time it may take; null in an unlimited game. */
	readonly allowance: number | null;
	/** When the flag falls; null in an unlimited game. */
	readonly deadline: number | null;
	/** The rest windows of its owner when it began: those changed meanwhile count from the next turn on. */
	readonly rest: RestSchedule | null;
	/** The outages in it that have been given back so far. */
	readonly outages: readonly Interval[];
};

/** The instant at which `work` has been done by whoever begins at `from` and does nothing during the stops. */
export function addWorkingTime(from: number, work: number, stops: readonly Interval[]): number {
	// Where nothing is left to do, no pause puts it off: rest and vacation are the same in this.
	if (work <= 0) return from;
	let end = from + work;
	for (const stop of union(stops)) {
		if (stop.to <= from) continue;
		if (stop.from >= end) break;
		end += stop.to - Math.max(stop.from, from);
	}
	return end;
}

/** How much of a span lies outside all stops. */
export function workingTime(span: Interval, stops: readonly Interval[]): number {
	return Math.max(0, span.to - span.from) - overlap(span, stops);
}

/** Everything that stops a turn from its beginning up to `until`, as disjoint intervals in order. */
export function stopsOf(turn: Turn, vacations: readonly Vacation[], until: number): readonly Interval[] {
	return union([...restBetween(turn.rest, turn.began, until), ...vacations, ...turn.outages]);
}

/** When the flag of a turn falls; null in an unlimited game. */
export function deadlineOf(turn: Turn, vacations: readonly Vacation[]): number | null {
	const { allowance, began } = turn;
	if (allowance === null) return null;
	const most = began + 8 * allowance + LONGEST_STOP;
	let known = began + allowance;
	for (;;) {
		const end = addWorkingTime(began, allowance, stopsOf(turn, vacations, known));
		// Rest windows beyond `known` were not counted yet; with the most allowed, every week has working time.
		if (turn.rest === null || end <= known || known >= most) return end;
		known = Math.min(most, began + 2 * (end - began));
	}
}

/** No schedule that is accepted makes a turn longer than this and eight times its allowance: a bound against a broken one. */
const LONGEST_STOP = 400 * DAY;

/** The accounts of a new game, or of one whose time control has been agreed anew. */
export function openAccounts(control: TimeControl): Accounts {
	const each = "start" in control ? span(control.start) : "total" in control ? span(control.total) : null;
	return { white: each, black: each };
}

/** Whether the control keeps an account for each side, so that the time a move took is charged. */
export function keepsAccounts(control: TimeControl): boolean {
	return "start" in control || "total" in control;
}

/**
 * The working time that a turn may take; null in an unlimited game.
 * @param first least time for a side's first move, ms; null when the side has moved before
 */
export function allowanceOf(control: TimeControl, accounts: Accounts, side: Side, first: number | null): number | null {
	const allowance = "perMove" in control ? span(control.perMove) : "unlimited" in control ? null : accounts[side];
	return allowance === null ? null : Math.max(allowance, first ?? 0);
}

/**
 * A turn that begins now, its deadline worked out.
 * @param first least time for a side's first move, ms; null when the side has moved before
 */
export function beginTurn(
	control: TimeControl,
	accounts: Accounts,
	side: Side,
	now: number,
	first: number | null,
	rest: RestSchedule | null = null,
	vacations: readonly Vacation[] = [],
): Turn {
	const allowance = allowanceOf(control, accounts, side, first);
	const turn: Turn = { side, began: now, allowance, deadline: null, rest, outages: [] };
	return { ...turn, deadline: deadlineOf(turn, vacations) };
}

/** How much working time the side to move has used of its turn at `now`. Never negative. */
export function usedTime(turn: Turn, vacations: readonly Vacation[], now: number): number {
	return workingTime({ from: turn.began, to: now }, stopsOf(turn, vacations, now));
}

/**
 * The account of the side to move after it has used so much of its turn; null where there is none. Never below zero: the
 * flag is the alarm's. What a first move may take beyond the account is used first and costs nothing.
 */
export function accountAfter(accounts: Accounts, turn: Turn, used: number): number | null {
	const before = accounts[turn.side];
	if (before === null) return null;
	return Math.max(0, Math.min(before, (turn.allowance ?? before) - used));
}

/** What a move made leaves of an account: the increment is added, up to the cap. */
export function addIncrement(control: TimeControl, account: number | null): number | null {
	if (account === null || !("start" in control)) return account;
	return Math.min(span(control.cap), account + span(control.increment));
}

/** The most an account may hold, ms; null where it can only shrink or there is none. */
export function capOf(control: TimeControl): number | null {
	return "start" in control ? span(control.cap) : null;
}

/**
 * The working time a side still has at `now`: of this turn when it is to move, else of its account or of a whole turn.
 * Null: unlimited.
 */
export function remaining(
	control: TimeControl,
	accounts: Accounts,
	turn: Turn | null,
	side: Side,
	vacations: readonly Vacation[],
	now: number,
): number | null {
	if ("unlimited" in control) return null;
	if (turn && turn.side === side && turn.allowance !== null) {
		return Math.max(0, turn.allowance - usedTime(turn, vacations, now));
	}
	return "perMove" in control ? span(control.perMove) : accounts[side];
}

/** A duration of agreed terms: these were checked when they were made. */
function span(text: string): number {
	const ms = parseDuration(text);
	if (ms === null) throw new Error(`not a duration: ${text}`);
	return ms;
}
