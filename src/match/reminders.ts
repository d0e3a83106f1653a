/** Reminders of a running turn: at which instants a player is told how little time is left, and which is to be sent now. */
import { addWorkingTime } from "./clock.ts";
import { HOUR } from "./duration.ts";
import { type Interval, union } from "./intervals.ts";
import { occurrences, WEEKDAYS } from "./rest.ts";

/** When a player does not want to be written to: daily from `from` to `to`, local HH:MM; a `to` not later than `from` is of the day after. */
export type QuietHours = { readonly from: string; readonly to: string };

/**
 * @property leads how much working time is left at each reminder, ms
 * @property timeZone an IANA name; the quiet hours are in it
 */
export type ReminderSettings = {
	readonly leads: readonly number[];
	readonly quiet: QuietHours | null;
	readonly timeZone: string;
};

export const DEFAULT_LEADS: readonly number[] = [24 * HOUR, 6 * HOUR];

/**
 * The turn that is running, in a game with a deadline.
 * @property allowance the working time it may take, ms
 * @property stops all that stands still in it: rest, vacations, outages
 */
export type RunningTurn = {
	readonly began: number;
	readonly allowance: number;
	readonly deadline: number;
	readonly stops: readonly Interval[];
};

/** A reminder that this turn has had: how much was left, and the deadline it named. */
export type Told = { readonly lead: number; readonly deadline: number };

/**
 * Which reminder is due (one at most: of several, the one nearest to the deadline), and when the next will be.
 * @param told what this turn has had so far, in any order
 */
export function planReminders(
	turn: RunningTurn,
	settings: ReminderSettings,
	told: readonly Told[],
	now: number,
): { readonly due: readonly number[]; readonly next: number | null } {
	const open = [...new Set(settings.leads)]
		.filter((lead) => lead < turn.allowance && !isCovered(lead, turn, told))
		.map((lead) => ({ lead, at: reminderInstant(lead, turn, settings) }))
		// What would come with the notice that the turn has begun, or before it, is no news.
		.filter(({ at }) => at > turn.began)
		.map(({ lead, at }) => ({ lead, at: isKnown(lead, told) ? Math.max(at, whenBack(turn, now)) : at }))
		.filter(({ at }) => at < turn.deadline);
	const due = now < turn.deadline ? open.filter(({ at }) => at <= now).map(({ lead }) => lead) : [];
	const ahead = open.filter(({ at }) => at > now).map(({ at }) => at);
	return {
		due: due.length === 0 ? [] : [Math.min(...due)],
		next: ahead.length === 0 ? null : Math.min(...ahead),
	};
}

/** Whether this turn has had a reminder of this lead or of a shorter one: who knows of six hours left needs no letter about a day. */
const isKnown = (lead: number, told: readonly Told[]): boolean => told.some((one) => one.lead <= lead);

/** Whether what the player knows still holds: the deadline has not moved later since by the lead or more. */
const isCovered = (lead: number, turn: RunningTurn, told: readonly Told[]): boolean =>
	told.some((one) => one.lead <= lead && turn.deadline - one.deadline < lead);

/**
 * The end of the stop that `now` is in, and else no later than the turn began. What is told again is told then: the
 * vacation that moved the deadline has only begun, and who leaves on one knows.
 */
function whenBack(turn: RunningTurn, now: number): number {
	return union(turn.stops).find((stop) => stop.from <= now && now < stop.to)?.to ?? turn.began;
}

/** When `lead` of working time is left, or the beginning of the quiet hours that this falls in. */
function reminderInstant(lead: number, turn: RunningTurn, { quiet, timeZone }: ReminderSettings): number {
	const at = addWorkingTime(turn.began, turn.allowance - lead, turn.stops);
	if (!quiet || quiet.from === quiet.to) return at;
	const nights = occurrences({ timeZone, windows: [{ days: WEEKDAYS, ...quiet }] }, at, at + 1);
	// Each night for itself: quiet hours of nearly a day may touch where the clocks change, and only the last ones count.
	const begun = nights.filter((night) => night.from <= at && at < night.to).map((night) => night.from);
	return begun.length === 0 ? at : Math.max(...begun);
}
