/** Vacations: what one is charged, and how much a player has left; all of it worked out anew from what was really taken. */
import { DAY } from "./duration.ts";

/** One vacation: it starts and ends by its player's word only. `to` is the planned end, or the real one when it was ended early. */
export type Vacation = { readonly id: string; readonly from: number; readonly to: number };

/** What an account may take; spans in ms. */
export const VACATION = {
	/** What a new account begins with. */
	first: 7 * DAY,
	/** The balance stops growing here. */
	most: 30 * DAY,
	/** Earned by each ms that passes, vacations included: a day in twelve. */
	accrual: 1 / 12,
	/** No vacation costs less, so that an hour of it never buys two free days beside a weekend. */
	leastCharge: DAY,
} as const;

/** What a vacation takes from the balance at its start, ms: its length, but at least a day. Ending it early gives the rest back. */
export function vacationCharge({ from, to }: Vacation): number {
	return Math.max(VACATION.leastCharge, to - from);
}

/**
 * How much vacation a player may still take at `now`, ms, never negative and never above the most. A running one has
 * been charged as a whole at its start; one that begins after `now` not at all.
 * @param vacations all that the account ever took, in any order
 */
export function vacationBalance(createdAt: number, vacations: readonly Vacation[], now: number): number {
	let balance: number = VACATION.first;
	let since = createdAt;
	const earn = (until: number) => {
		balance = Math.min(VACATION.most, balance + Math.max(0, until - since) * VACATION.accrual);
		since = Math.max(since, until);
	};
	for (const taken of vacations.filter(({ from }) => from <= now).toSorted((a, b) => a.from - b.from || a.to - b.to)) {
		earn(taken.from);
		balance = Math.max(0, balance - vacationCharge(taken));
	}
	earn(now);
	// A twelfth of the time is seldom whole milliseconds, and never an exact number.
	return Math.round(balance);
}
