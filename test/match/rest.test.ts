/** Rest windows: what is accepted, which instants they are, and both edges of summer time in zones that do it differently. */
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { type Interval, overlap, union } from "../../src/match/intervals.ts";
import {
	checkRestWindows,
	LEAST_OPEN,
	type RestSchedule,
	type RestWindow,
	restBetween,
	restingUntil,
	WEEKDAYS,
} from "../../src/match/rest.ts";
import { DAY, HOUR } from "./games.ts";

const WEEK = 7 * DAY;
const WORKDAYS = WEEKDAYS.slice(0, 5);
const WEEKEND = WEEKDAYS.slice(5);
const NIGHTLY: RestWindow = { days: WEEKDAYS, from: "22:00", to: "07:00" };

/** An instant from the way people write it: `2026-03-28 22:00 +01:00`. */
const when = (text: string): number => {
	const at = Date.parse(text.replace(" ", "T").replace(" ", ""));
	if (Number.isNaN(at)) throw new Error(`no instant: ${text}`);
	return at;
};

const spans = (...pairs: readonly (readonly [from: string, to: string])[]): readonly Interval[] =>
	pairs.map(([from, to]) => ({ from: when(from), to: when(to) }));

/** Instants in the failure message as a person reads them. */
const told = (intervals: readonly Interval[]): readonly string[] =>
	intervals.map(({ from, to }) => `${new Date(from).toISOString()} ${new Date(to).toISOString()}`);

/** The one rest that begins between two local midnights of a zone. */
function oneNight(timeZone: string, window: RestWindow, date: string): readonly Interval[] {
	const day = Temporal.PlainDate.from(date);
	const from = day.toZonedDateTime(timeZone).epochMilliseconds;
	const to = day.add({ days: 3 }).toZonedDateTime(timeZone).epochMilliseconds;
	const weekday = WEEKDAYS[day.dayOfWeek - 1];
	if (!weekday) throw new Error(date);
	return restBetween({ timeZone, windows: [{ ...window, days: [weekday] }] }, from, to);
}

describe("rest windows are accepted", () => {
	test.each<[string, readonly RestWindow[]]>([
		["when there are none", []],
		["as a night over midnight", [NIGHTLY]],
		["as a whole weekend", [{ days: WEEKEND, from: "00:00", to: "24:00" }]],
		["up to midnight, written as the end of the day", [{ days: ["fri"], from: "18:00", to: "24:00" }]],
		["up to midnight, written as the beginning of the next", [{ days: ["fri"], from: "18:00", to: "00:00" }]],
		["with exactly 42 hours of the week open, six a day", [{ days: WEEKDAYS, from: "18:00", to: "12:00" }]],
		["where they overlap, which counts once", [NIGHTLY, NIGHTLY, { days: WEEKDAYS, from: "18:00", to: "12:00" }]],
		["fourteen of them", Array.from({ length: 14 }, () => NIGHTLY)],
	])("%s", (_, windows) => expect(checkRestWindows(windows)).toEqual([]));
});

describe("rest windows are refused", () => {
	const tooMuch = "/restWindows";
	test.each<[string, readonly RestWindow[], readonly string[]]>([
		["without a day", [{ ...NIGHTLY, days: [] }], ["/restWindows/0/days"]],
		["with a day named twice", [NIGHTLY, { ...NIGHTLY, days: ["mon", "tue", "mon"] }], ["/restWindows/1/days"]],
		["with an hour that no day has", [{ ...NIGHTLY, from: "25:00" }], ["/restWindows/0/from"]],
		["with a minute that no hour has", [{ ...NIGHTLY, to: "07:60" }], ["/restWindows/0/to"]],
		[
			"with a time of one digit",
			[{ ...NIGHTLY, from: "7:00", to: "9:00" }],
			["/restWindows/0/from", "/restWindows/0/to"],
		],
		["with seconds", [{ ...NIGHTLY, to: "07:00:00" }], ["/restWindows/0/to"]],
		["with a line's end behind the time", [{ ...NIGHTLY, to: "07:00\n" }], ["/restWindows/0/to"]],
		["beginning at 24:00", [{ ...NIGHTLY, from: "24:00" }], ["/restWindows/0/from"]],
		["ending later than 24:00", [{ ...NIGHTLY, to: "24:01" }], ["/restWindows/0/to"]],
		["ending when they begin", [{ ...NIGHTLY, to: "22:00" }], ["/restWindows/0/to"]],
		["fifteen of them", Array.from({ length: 15 }, () => NIGHTLY), ["/restWindows"]],
		[
			"with a minute less than 42 hours open",
			[NIGHTLY, { days: WEEKDAYS, from: "18:00", to: "12:00" }, { days: ["mon"], from: "12:00", to: "12:01" }],
			[tooMuch],
		],
		["with nothing open", [{ days: WEEKDAYS, from: "00:00", to: "24:00" }], [tooMuch]],
		[
			"with Sunday's night, which the week begins in, taking the last hour",
			[
				{ days: WEEKDAYS.slice(0, 6), from: "18:00", to: "12:00" },
				{ days: ["sun"], from: "18:00", to: "13:00" },
			],
			[tooMuch],
		],
	])("%s", (_, windows, pointers) => {
		expect(checkRestWindows(windows).map(({ pointer }) => pointer)).toEqual(pointers);
	});

	test("for a day of no week", () => {
		const windows = JSON.parse('[{"days":["noday"],"from":"22:00","to":"07:00"}]');
		expect(checkRestWindows(windows).map(({ pointer }) => pointer)).toEqual(["/restWindows/0/days"]);
	});
});

describe("rest", () => {
	const berlin: RestSchedule = { timeZone: "Europe/Berlin", windows: [NIGHTLY] };

	test("is nothing without a schedule, without windows, or in no time", () => {
		expect(restBetween(null, 0, WEEK)).toEqual([]);
		expect(restBetween({ ...berlin, windows: [] }, 0, WEEK)).toEqual([]);
		expect(restBetween(berlin, when("2026-06-01 23:00 +02:00"), when("2026-06-01 23:00 +02:00"))).toEqual([]);
	});

	test("is cut off at both ends of what was asked for", () => {
		const rest = restBetween(berlin, when("2026-06-01 23:00 +02:00"), when("2026-06-02 22:30 +02:00"));
		expect(told(rest)).toEqual(
			told(
				spans(
					["2026-06-01 23:00 +02:00", "2026-06-02 07:00 +02:00"],
					["2026-06-02 22:00 +02:00", "2026-06-02 22:30 +02:00"],
				),
			),
		);
	});

	test("belongs to the day it begins on", () => {
		const friday = { ...berlin, windows: [{ ...NIGHTLY, days: ["fri" as const] }] };
		const rest = restBetween(friday, when("2026-06-01 00:00 +02:00"), when("2026-06-15 00:00 +02:00"));
		expect(told(rest)).toEqual(
			told(
				spans(
					["2026-06-05 22:00 +02:00", "2026-06-06 07:00 +02:00"],
					["2026-06-12 22:00 +02:00", "2026-06-13 07:00 +02:00"],
				),
			),
		);
	});

	test("of windows that touch or overlap is one", () => {
		const windows: readonly RestWindow[] = [
			{ days: ["fri"], from: "18:00", to: "24:00" },
			{ days: WEEKEND, from: "00:00", to: "24:00" },
			{ days: ["sun"], from: "22:00", to: "07:00" },
		];
		const rest = restBetween({ ...berlin, windows }, when("2026-06-01 12:00 +02:00"), when("2026-06-09 12:00 +02:00"));
		expect(told(rest)).toEqual(told(spans(["2026-06-05 18:00 +02:00", "2026-06-08 07:00 +02:00"])));
	});

	test("is on the right day where the local date is not the universal one", () => {
		const saturday = (timeZone: string) => ({
			timeZone,
			windows: [{ days: ["sat" as const], from: "00:00", to: "24:00" }],
		});
		const week = [when("2026-06-01 00:00 +00:00"), when("2026-06-08 00:00 +00:00")] as const;
		const kiritimati = spans(["2026-06-06 00:00 +14:00", "2026-06-07 00:00 +14:00"]);
		expect(told(restBetween(saturday("Pacific/Kiritimati"), ...week))).toEqual(told(kiritimati));
		const pagoPago = spans(["2026-06-06 00:00 -11:00", "2026-06-07 00:00 -11:00"]);
		expect(told(restBetween(saturday("Pacific/Pago_Pago"), ...week))).toEqual(told(pagoPago));
	});

	test("that began the day before is known where the universal date is a day ahead", () => {
		const schedule: RestSchedule = {
			timeZone: "Pacific/Honolulu",
			windows: [{ days: ["sun"], from: "22:00", to: "15:00" }],
		};
		expect(restingUntil(schedule, when("2026-06-01 14:30 -10:00"))).toBe(when("2026-06-01 15:00 -10:00"));
	});

	test("before 1970 is as regular as after", () => {
		const utc = { timeZone: "UTC", windows: [{ days: ["wed" as const], from: "10:00", to: "11:00" }] };
		const rest = restBetween(utc, when("1969-12-22 00:00 +00:00"), when("1969-12-29 00:00 +00:00"));
		expect(told(rest)).toEqual(told(spans(["1969-12-24 10:00 +00:00", "1969-12-24 11:00 +00:00"])));
	});

	test("cannot be worked out in a zone that is none", () => {
		expect(() => restBetween({ ...berlin, timeZone: "Europe/Nowhere" }, 0, DAY)).toThrow(RangeError);
	});
});

describe("the night from 22:00 to 07:00", () => {
	test.each<[zone: string, edge: string, date: string, from: string, to: string, hours: number]>([
		["Europe/Berlin", "before summer time", "2026-03-27", "2026-03-27 22:00 +01:00", "2026-03-28 07:00 +01:00", 9],
		["Europe/Berlin", "into summer time", "2026-03-28", "2026-03-28 22:00 +01:00", "2026-03-29 07:00 +02:00", 8],
		["Europe/Berlin", "after it began", "2026-03-29", "2026-03-29 22:00 +02:00", "2026-03-30 07:00 +02:00", 9],
		["Europe/Berlin", "out of summer time", "2026-10-24", "2026-10-24 22:00 +02:00", "2026-10-25 07:00 +01:00", 10],
		["America/New_York", "into summer time", "2026-03-07", "2026-03-07 22:00 -05:00", "2026-03-08 07:00 -04:00", 8],
		["America/New_York", "out of summer time", "2025-11-01", "2025-11-01 22:00 -04:00", "2025-11-02 07:00 -05:00", 10],
		[
			"Australia/Lord_Howe",
			"into summer time, by half an hour",
			"2025-10-04",
			"2025-10-04 22:00 +10:30",
			"2025-10-05 07:00 +11:00",
			8.5,
		],
		[
			"Australia/Lord_Howe",
			"out of summer time, by half an hour",
			"2026-04-04",
			"2026-04-04 22:00 +11:00",
			"2026-04-05 07:00 +10:30",
			9.5,
		],
		[
			"America/Santiago",
			"into summer time, at midnight",
			"2025-09-06",
			"2025-09-06 22:00 -04:00",
			"2025-09-07 07:00 -03:00",
			8,
		],
		[
			"America/Santiago",
			"out of summer time, at midnight",
			"2026-04-04",
			"2026-04-04 22:00 -03:00",
			"2026-04-05 07:00 -04:00",
			10,
		],
		[
			"Africa/Cairo",
			"into summer time, on a Friday",
			"2026-04-23",
			"2026-04-23 22:00 +02:00",
			"2026-04-24 07:00 +03:00",
			8,
		],
		[
			"Africa/Cairo",
			"out of summer time, on a Thursday",
			"2025-10-30",
			"2025-10-30 22:00 +03:00",
			"2025-10-31 07:00 +02:00",
			10,
		],
		[
			"Asia/Kolkata",
			"where Europe's clocks change and these do not",
			"2026-03-28",
			"2026-03-28 22:00 +05:30",
			"2026-03-29 07:00 +05:30",
			9,
		],
		[
			"Africa/Casablanca",
			"into Ramadan's time",
			"2025-02-22",
			"2025-02-22 22:00 +01:00",
			"2025-02-23 07:00 +00:00",
			10,
		],
		[
			"Africa/Casablanca",
			"out of Ramadan's time",
			"2025-04-05",
			"2025-04-05 22:00 +00:00",
			"2025-04-06 07:00 +01:00",
			8,
		],
		[
			"Pacific/Apia",
			"over the day that Samoa skipped",
			"2011-12-29",
			"2011-12-29 22:00 -10:00",
			"2011-12-31 07:00 +14:00",
			9,
		],
	])("in %s %s (%s)", (zone, _, date, from, to, hours) => {
		const rest = oneNight(zone, NIGHTLY, date);
		expect(told(rest)).toEqual(told(spans([from, to])));
		expect(overlap({ from: when(from), to: when(to) }, rest)).toBe(hours * HOUR);
	});
});

describe("a window that begins or ends in an hour that is skipped or comes twice", () => {
	test.each<[string, zone: string, date: string, from: string, to: string, expected: readonly [string, string] | null]>(
		[
			[
				"ends as if the clocks had not changed",
				"Europe/Berlin",
				"2026-03-28",
				"22:00",
				"02:30",
				["2026-03-28 22:00 +01:00", "2026-03-29 03:30 +02:00"],
			],
			[
				"begins as if the clocks had not changed",
				"Europe/Berlin",
				"2026-03-29",
				"02:30",
				"12:00",
				["2026-03-29 03:30 +02:00", "2026-03-29 12:00 +02:00"],
			],
			[
				"keeps its length when it is skipped as a whole",
				"Europe/Berlin",
				"2026-03-29",
				"02:15",
				"02:45",
				["2026-03-29 03:15 +02:00", "2026-03-29 03:45 +02:00"],
			],
			["is left out when it would end before it began", "Europe/Berlin", "2026-03-29", "02:45", "03:15", null],
			[
				"loses the skipped hour when it lies around it",
				"Europe/Berlin",
				"2026-03-29",
				"01:00",
				"04:00",
				["2026-03-29 01:00 +01:00", "2026-03-29 04:00 +02:00"],
			],
			[
				"begins at the first of two",
				"Europe/Berlin",
				"2026-10-25",
				"02:30",
				"12:00",
				["2026-10-25 02:30 +02:00", "2026-10-25 12:00 +01:00"],
			],
			[
				"ends at the first of two",
				"Europe/Berlin",
				"2026-10-24",
				"22:00",
				"02:30",
				["2026-10-24 22:00 +02:00", "2026-10-25 02:30 +02:00"],
			],
			[
				"has the hour twice when it is that hour",
				"Europe/Berlin",
				"2026-10-25",
				"02:00",
				"03:00",
				["2026-10-25 02:00 +02:00", "2026-10-25 03:00 +01:00"],
			],
			[
				"begins at the first of two",
				"America/New_York",
				"2025-11-02",
				"01:30",
				"06:00",
				["2025-11-02 01:30 -04:00", "2025-11-02 06:00 -05:00"],
			],
			[
				"begins as if the clocks had not changed",
				"America/New_York",
				"2026-03-08",
				"02:30",
				"06:00",
				["2026-03-08 03:30 -04:00", "2026-03-08 06:00 -04:00"],
			],
			[
				"begins as if the clocks had not changed",
				"Australia/Lord_Howe",
				"2025-10-05",
				"02:15",
				"06:00",
				["2025-10-05 02:45 +11:00", "2025-10-05 06:00 +11:00"],
			],
			[
				"begins at the first of two",
				"Australia/Lord_Howe",
				"2026-04-05",
				"01:45",
				"06:00",
				["2026-04-05 01:45 +11:00", "2026-04-05 06:00 +10:30"],
			],
			[
				"begins with the day, whose midnight is skipped",
				"America/Santiago",
				"2025-09-07",
				"00:00",
				"24:00",
				["2025-09-07 01:00 -03:00", "2025-09-08 00:00 -03:00"],
			],
			[
				"ends with the day, whose last hour comes twice",
				"America/Santiago",
				"2026-04-04",
				"00:00",
				"24:00",
				["2026-04-04 00:00 -03:00", "2026-04-05 00:00 -04:00"],
			],
			[
				"begins with the day, whose midnight is skipped",
				"Africa/Cairo",
				"2026-04-24",
				"00:00",
				"24:00",
				["2026-04-24 01:00 +03:00", "2026-04-25 00:00 +03:00"],
			],
			[
				"ends with the day, whose last hour comes twice",
				"Africa/Cairo",
				"2025-10-30",
				"00:00",
				"24:00",
				["2025-10-30 00:00 +03:00", "2025-10-31 00:00 +02:00"],
			],
			[
				"falls on the next morning when its day is skipped",
				"Pacific/Apia",
				"2011-12-30",
				"10:00",
				"12:00",
				["2011-12-31 10:00 +14:00", "2011-12-31 12:00 +14:00"],
			],
		],
	)("%s: %s, %s from %s to %s", (_, zone, date, from, to, expected) => {
		const day = Temporal.PlainDate.from(date);
		const window: RestWindow = { days: WEEKDAYS.slice(day.dayOfWeek - 1, day.dayOfWeek), from, to };
		const rest = restBetween(
			{ timeZone: zone, windows: [window] },
			when(`${date} 00:00 Z`) - DAY,
			when(`${date} 00:00 Z`) + 3 * DAY,
		);
		expect(told(rest)).toEqual(told(expected ? spans(expected) : []));
	});
});

describe("a weekend of rest", () => {
	const weekend: readonly RestWindow[] = [{ days: WEEKEND, from: "00:00", to: "24:00" }];

	test.each<[zone: string, which: string, from: string, to: string, hours: number]>([
		["Europe/Berlin", "plain", "2026-06-06 00:00 +02:00", "2026-06-08 00:00 +02:00", 48],
		["Europe/Berlin", "that loses an hour", "2026-03-28 00:00 +01:00", "2026-03-30 00:00 +02:00", 47],
		["Europe/Berlin", "that gains an hour", "2026-10-24 00:00 +02:00", "2026-10-26 00:00 +01:00", 49],
		["America/Santiago", "that gains an hour", "2026-04-04 00:00 -03:00", "2026-04-06 00:00 -04:00", 49],
		["Australia/Lord_Howe", "that loses half an hour", "2025-10-04 00:00 +10:30", "2025-10-06 00:00 +11:00", 47.5],
	])("in %s, %s, is one", (timeZone, _, from, to, hours) => {
		const rest = restBetween({ timeZone, windows: weekend }, when(from) - 2 * DAY, when(to) + 2 * DAY);
		expect(told(rest)).toEqual(told(spans([from, to])));
		expect(when(to) - when(from)).toBe(hours * HOUR);
	});

	test("is over when its last window is, nights joined to it included", () => {
		const schedule = { timeZone: "Europe/Berlin", windows: [...weekend, NIGHTLY] };
		const monday = when("2026-06-08 07:00 +02:00");
		expect(restingUntil(schedule, when("2026-06-05 22:00 +02:00"))).toBe(monday);
		expect(restingUntil(schedule, when("2026-06-07 12:00 +02:00"))).toBe(monday);
		expect(restingUntil(schedule, monday - 1)).toBe(monday);
		expect(restingUntil(schedule, monday)).toBeNull();
		expect(restingUntil(schedule, when("2026-06-05 21:59 +02:00"))).toBeNull();
		expect(restingUntil(null, monday)).toBeNull();
	});

	test("may be as long as 126 hours and still has an end", () => {
		const windows: readonly RestWindow[] = [
			{ days: WORKDAYS, from: "00:00", to: "24:00" },
			{ days: ["sat"], from: "00:00", to: "06:00" },
		];
		expect(checkRestWindows(windows)).toEqual([]);
		const schedule = { timeZone: "Asia/Kolkata", windows };
		expect(restingUntil(schedule, when("2026-06-01 00:00 +05:30"))).toBe(when("2026-06-06 06:00 +05:30"));
	});
});

describe("whatever the schedule, the zone and the time of year", () => {
	const ZONES = [
		"Europe/Berlin",
		"America/New_York",
		"Australia/Lord_Howe",
		"America/Santiago",
		"Africa/Cairo",
		"Asia/Kolkata",
	];
	/** Instants at which some of these clocks change. */
	const EDGES = [
		"2026-03-29 01:00 Z",
		"2026-10-25 01:00 Z",
		"2026-03-08 07:00 Z",
		"2025-11-02 06:00 Z",
		"2025-10-04 15:30 Z",
		"2026-04-04 15:00 Z",
		"2025-09-07 04:00 Z",
		"2026-04-05 03:00 Z",
		"2026-04-23 22:00 Z",
		"2025-10-30 21:00 Z",
	].map(when);

	const clock = fc
		.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
		.map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
	const window = fc
		.record({
			days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
			from: clock,
			to: fc.oneof(clock, fc.constant("24:00")),
		})
		.filter(({ from, to }) => from !== to);
	const schedule = fc
		.record({ timeZone: fc.constantFrom(...ZONES), windows: fc.array(window, { minLength: 1, maxLength: 3 }) })
		.filter(({ windows }) => checkRestWindows(windows).length === 0);
	const instant = fc
		.tuple(fc.constantFrom(...EDGES), fc.integer({ min: -5 * 24 * 60, max: 5 * 24 * 60 }))
		.map(([edge, minutes]) => edge + minutes * 60_000);
	const length = fc.integer({ min: 0, max: 20 * 24 * 60 }).map((minutes) => minutes * 60_000);

	/** The same the slow way: each day's local times, each asked of the zone. */
	function reference({ timeZone, windows }: RestSchedule, from: number, to: number): readonly Interval[] {
		const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).toPlainDate();
		const rests: Interval[] = [];
		for (let days = -2; days <= (to - from) / DAY + 2; days += 1) {
			const date = first.add({ days });
			for (const one of windows) {
				const weekday = WEEKDAYS[date.dayOfWeek - 1];
				if (!weekday || !one.days.includes(weekday)) continue;
				const until = one.to === "24:00" || one.to <= one.from ? date.add({ days: 1 }) : date;
				const zoned = (day: Temporal.PlainDate, time: string) =>
					day.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;
				rests.push({
					from: Math.max(from, zoned(date, one.from)),
					to: Math.min(to, zoned(until, one.to === "24:00" ? "00:00" : one.to)),
				});
			}
		}
		return union(rests);
	}

	test("rest is what the calendar says day by day", () => {
		fc.assert(
			fc.property(schedule, instant, length, (one, from, span) => {
				expect(told(restBetween(one, from, from + span))).toEqual(told(reference(one, from, from + span)));
			}),
			{ numRuns: 150 },
		);
	});

	test("the rest of two stretches in a row is the rest of both together", () => {
		fc.assert(
			fc.property(schedule, instant, length, length, (one, from, first, second) => {
				const [middle, to] = [from + first, from + first + second];
				const parts = [...restBetween(one, from, middle), ...restBetween(one, middle, to)];
				expect(told(union(parts))).toEqual(told(restBetween(one, from, to)));
			}),
			{ numRuns: 150 },
		);
	});

	test("each week leaves what was agreed open, but for the hour that the clocks take", () => {
		fc.assert(
			fc.property(schedule, instant, (one, from) => {
				const week = { from, to: from + WEEK };
				expect(WEEK - overlap(week, restBetween(one, from, week.to))).toBeGreaterThanOrEqual(LEAST_OPEN - HOUR);
			}),
			{ numRuns: 150 },
		);
	});

	test("who rests is awake when it is over, and who is awake does not rest", () => {
		fc.assert(
			fc.property(schedule, instant, (one, at) => {
				const until = restingUntil(one, at);
				if (until === null) {
					expect(restBetween(one, at, at + 1)).toEqual([]);
				} else {
					expect(restBetween(one, at, until)).toEqual([{ from: at, to: until }]);
					expect(restingUntil(one, until)).toBeNull();
				}
			}),
			{ numRuns: 150 },
		);
	});
});
