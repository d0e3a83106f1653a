/** The clocks of one game: how long a turn may take, what a move leaves, and when the flag falls. All instants and spans in ms. */
import type { Side } from "../engine/piece.ts";
import { parseDuration } from "./duration.ts";
import { type Interval, overlap } from "./intervals.ts";
import type { TimeControl } from "./terms.ts";

/** What each side has left on its own account; null where the control keeps none (per move, unlimited). */
export type Accounts = { readonly white: number | null; readonly black: number | null };

/** The turn that is running. */
export type Turn = {
	readonly side: Side;
	/** When it began. */
	readonly began: number;
	/** When the flag falls; null in an unlimited game. */
	readonly deadline: number | null;
	/** How much of it has been given back for outages so far. */
	readonly credited: number;
};

/** The accounts of a new game. */
export function openAccounts(control: TimeControl): Accounts {
	const each = "start" in control ? span(control.start) : "total" in control ? span(control.total) : null;
	return { white: each, black: each };
}

/**
 * A turn that begins now.
 * @param first least time for a side's first move, ms; null when the side has moved before
 */
export function beginTurn(
	control: TimeControl,
	accounts: Accounts,
	side: Side,
	now: number,
	first: number | null,
): Turn {
	const allowance = "perMove" in control ? span(control.perMove) : "unlimited" in control ? null : accounts[side];
	const deadline = allowance === null ? null : now + Math.max(allowance, first ?? 0);
	return { side, began: now, deadline, credited: 0 };
}

/** How long the side to move has used of its turn at `now`, outages left out. Never negative. */
export function usedTime(turn: Turn, now: number): number {
	return Math.max(0, now - turn.began - turn.credited);
}

/** The accounts after the side to move has moved at `now`. An account never falls below zero: the flag is the alarm's. */
export function chargeMove(control: TimeControl, accounts: Accounts, turn: Turn, now: number): Accounts {
	const before = accounts[turn.side];
	if (before === null) return accounts;
	const left = Math.max(0, before - usedTime(turn, now));
	const after = "start" in control ? Math.min(span(control.cap), left + span(control.increment)) : left;
	return { ...accounts, [turn.side]: after };
}

/** The accounts when the game ends or is called off in the middle of a turn: its time counts, and nothing is added to it. */
export function stopClock(accounts: Accounts, turn: Turn | null, now: number): Accounts {
	const before = turn && accounts[turn.side];
	if (!turn || before === null) return accounts;
	return { ...accounts, [turn.side]: Math.max(0, before - usedTime(turn, now)) };
}

/** What the side still has at `now`: of this turn when it is to move, else of its account or of a whole turn. Null: unlimited. */
export function remaining(
	control: TimeControl,
	accounts: Accounts,
	turn: Turn | null,
	side: Side,
	now: number,
): number | null {
	if ("unlimited" in control) return null;
	if (turn && turn.side === side && turn.deadline !== null) return Math.max(0, turn.deadline - now);
	return "perMove" in control ? span(control.perMove) : accounts[side];
}

/**
 * What the service owes the side to move: the part of this turn in which it was not reachable, less what has been
 * given back already. Gaps that overlap count once.
 */
export function owedCredit(turn: Turn, outages: readonly Interval[], now: number): number {
	return Math.max(0, overlap({ from: turn.began, to: now }, outages) - turn.credited);
}

/** A duration of agreed terms: these were checked when they were made. */
function span(text: string): number {
	const ms = parseDuration(text);
	if (ms === null) throw new Error(`not a duration: ${text}`);
	return ms;
}
