/** Rest windows: the hours of the week in which a player's clock stands still, in the player's own zone and right across its clock changes. */
import { Temporal } from "temporal-polyfill";
import { DAY, HOUR, MINUTE, WEEK } from "./duration.ts";
import { type Interval, overlap, union } from "./intervals.ts";
import type { TermsProblem } from "./terms.ts";

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** On each of these days from `from` to `to`, local HH:MM. A `to` not later than `from` is of the day after; `24:00` ends a day. */
export type RestWindow = { readonly days: readonly Weekday[]; readonly from: string; readonly to: string };

/** @property timeZone an IANA name, as `Europe/Berlin` */
export type RestSchedule = { readonly timeZone: string; readonly windows: readonly RestWindow[] };

export const MOST_WINDOWS = 14;
/** How much of each week must be no rest, ms: a quarter. */
export const LEAST_OPEN = 42 * HOUR;

/** What is wrong with rest windows, as pointers to them; empty when fine. */
export function checkRestWindows(windows: readonly RestWindow[]): readonly TermsProblem[] {
	const problems = windows.flatMap((window, index) => checkWindow(window, `/restWindows/${index}`));
	if (windows.length > MOST_WINDOWS) {
		problems.push({ pointer: "/restWindows", message: `may be at most ${MOST_WINDOWS}` });
	}
	if (problems.length === 0 && openTime(windows) < LEAST_OPEN) {
		problems.push({
			pointer: "/restWindows",
			message: `must leave at least ${LEAST_OPEN / HOUR} hours of each week open`,
		});
	}
	return problems;
}

function checkWindow({ days, from, to }: RestWindow, pointer: string): TermsProblem[] {
	const problems: TermsProblem[] = [];
	if (days.length === 0) problems.push({ pointer: `${pointer}/days`, message: "must name at least one day" });
	else if (days.some((day) => !WEEKDAYS.includes(day))) {
		problems.push({ pointer: `${pointer}/days`, message: `must be days of ${WEEKDAYS.join(", ")}` });
	} else if (new Set(days).size < days.length) {
		problems.push({ pointer: `${pointer}/days`, message: "must name each day once" });
	}
	if (parseTimeOfDay(from) === null) {
		problems.push({ pointer: `${pointer}/from`, message: "must be a time of day, 00:00 to 23:59" });
	}
	if (parseTimeOfDay(to) === null && to !== END_OF_DAY) {
		problems.push({ pointer: `${pointer}/to`, message: "must be a time of day, 00:00 to 24:00" });
	} else if (from === to) {
		problems.push({ pointer: `${pointer}/to`, message: "must differ from the beginning" });
	}
	return problems;
}

/** What a plain week of seven times 24 hours leaves open, ms. */
function openTime(windows: readonly RestWindow[]): number {
	const rests = windows.flatMap(hoursOf).flatMap(({ days, from, to }) =>
		[...days].flatMap((day) => {
			const start = day * DAY;
			// Sunday's night is also the one that the week begins in.
			return [start, start - WEEK].map((base) => ({ from: base + from, to: base + to }));
		}),
	);
	return WEEK - overlap({ from: 0, to: WEEK }, rests);
}

/** The rest within [from, to): disjoint, in order, cut off at both ends. Empty without a schedule. */
export function restBetween(schedule: RestSchedule | null, from: number, to: number): readonly Interval[] {
	if (!schedule) return [];
	const inside = occurrences(schedule, from, to).map((one) => ({
		from: Math.max(one.from, from),
		to: Math.min(one.to, to),
	}));
	return union(inside);
}

/** When the rest that covers `at` is over, windows that adjoin taken together; null when `at` is in no rest. */
export function restingUntil(schedule: RestSchedule | null, at: number): number | null {
	// No rest is as long as a week, as some of each week is open.
	const first = restBetween(schedule, at, at + WEEK)[0];
	return first && first.from === at ? first.to : null;
}

/**
 * Every time a window comes round that has any of [from, to) in it, whole and each for itself; some beside it come too.
 * A local time that a change of the clocks skips or repeats is read as RFC 5545 and Temporal's "compatible" do: the
 * skipped one as if the clocks had not changed yet, the repeated one as its first.
 */
export function occurrences({ timeZone, windows }: RestSchedule, from: number, to: number): readonly Interval[] {
	if (windows.length === 0 || to <= from) return [];
	const hours = windows.map(hoursOf);
	const instantOf = localTime(timeZone, from - WEEK, to + WEEK);
	const found: Interval[] = [];
	// Local and universal dates differ by one at most, and a window may have begun on the day before.
	const last = Math.floor(to / DAY) + 1;
	for (let day = Math.floor(from / DAY) - 2; day <= last; day += 1) {
		for (const one of hours) {
			if (!one.days.has(weekdayOf(day))) continue;
			found.push({ from: instantOf(day * DAY + one.from), to: instantOf(day * DAY + one.to) });
		}
	}
	return found;
}

/** A stretch of time in which the clocks of a zone are ahead of universal time by always the same. */
type Stretch = { readonly from: number; readonly to: number; readonly offset: number };

/**
 * Turns local times of a zone into instants; a local time is the milliseconds from 1970-01-01T00:00 on the same clock.
 * The zone is asked once a change of its clocks and not once a day: a horizon may be years.
 * @throws RangeError when there is no such zone
 */
function localTime(timeZone: string, from: number, to: number): (local: number) => number {
	const stretches: Stretch[] = [];
	let zoned: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
	while (zoned && zoned.epochMilliseconds < to) {
		const next: Temporal.ZonedDateTime | null = zoned.getTimeZoneTransition("next");
		stretches.push({
			from: zoned.epochMilliseconds,
			to: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
			offset: zoned.offsetNanoseconds / 1_000_000,
		});
		zoned = next;
	}
	return (local) => {
		let unchanged = local;
		for (const { from, to, offset } of stretches) {
			const instant = local - offset;
			// Before the stretch that it is not after: skipped, so the clocks are read as if still unchanged.
			if (instant < to) return instant >= from ? instant : unchanged;
			unchanged = instant;
		}
		return unchanged;
	};
}

/** A window in numbers: days with Monday as 0, and ms from the day's midnight; `to` is always the later. */
type Hours = { readonly days: ReadonlySet<number>; readonly from: number; readonly to: number };

function hoursOf(window: RestWindow): Hours {
	const from = parseTimeOfDay(window.from);
	const to = window.to === END_OF_DAY ? DAY : parseTimeOfDay(window.to);
	// These were checked when they were set.
	if (from === null || to === null) throw new Error(`not times of day: ${window.from}, ${window.to}`);
	const days = new Set(window.days.map((day) => WEEKDAYS.indexOf(day)));
	return { days, from, to: to <= from ? to + DAY : to };
}

/** Milliseconds from midnight of `07:30`; null when the text is not such a time. */
function parseTimeOfDay(text: string): number | null {
	const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
	return match && Number(match[1]) * HOUR + Number(match[2]) * MINUTE;
}

const END_OF_DAY = "24:00";

/** Of a day counted from 1970-01-01, which was a Thursday; Monday is 0. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
