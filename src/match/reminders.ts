/** Reminders of a running turn: at which instants a player is told how little time is left, and which is to be sent now. */
import { addWorkingTime } from "./clock.ts";
import { HOUR } from "./duration.ts";
import type { Interval } from "./intervals.ts";
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
		.filter((lead) => lead > 0 && lead < turn.allowance && !isCovered(lead, turn, told))
		.map((lead) => ({ lead, at: reminderInstant(lead, turn, settings) }))
		// What would come with the notice that the turn has begun, or before it, is no news.
		.filter(({ at }) => at > turn.began && at < turn.deadline);
	const due = now < turn.deadline ? open.filter(({ at }) => at <= now).map(({ lead }) => lead) : [];
	const ahead = open.filter(({ at }) => at > now).map(({ at }) => at);
	return {
		due: due.length === 0 ? [] : [Math.min(...due)],
		next: ahead.length === 0 ? null : Math.min(...ahead),
	};
}

/**
 * Whether the player knows already: told of this lead or of a shorter one, as who knows of six hours left needs no
 * letter about a day, and the deadline has not moved later since by the lead or more.
 */
function isCovered(lead: number, turn: RunningTurn, told: readonly Told[]): boolean {
	return told.some((one) => one.lead <= lead && turn.deadline - one.deadline < lead);
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
