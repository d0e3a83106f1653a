/** Reminders: when they come, when quiet hours bring them forward, and when there is nothing left to tell. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addWorkingTime } from "../../src/match/clock.ts";
import type { Interval } from "../../src/match/intervals.ts";
import {
	DEFAULT_LEADS,
	planReminders,
	type QuietHours,
	type ReminderSettings,
	type RunningTurn,
	type Told,
} from "../../src/match/reminders.ts";
import { restBetween, WEEKDAYS } from "../../src/match/rest.ts";
import { DAY, HOUR, START } from "./games.ts";

const UTC: ReminderSettings = { leads: DEFAULT_LEADS, quiet: null, timeZone: "UTC" };
const NIGHT: QuietHours = { from: "22:00", to: "07:00" };
const NOTHING = { due: [], next: null };

function turnOf(began: number, allowance: number, stops: readonly Interval[] = []): RunningTurn {
	return { began, allowance, deadline: addWorkingTime(began, allowance, stops), stops };
}

/** Reminders as an alarm sends them that wakes at each `next` and never late: each lead with the instant it was sent at. */
function sent(turn: RunningTurn, settings: ReminderSettings): readonly (readonly [lead: number, at: number])[] {
	const all: (readonly [number, number])[] = [];
	const told: Told[] = [];
	for (let at: number | null = turn.began; at !== null; ) {
		const { due, next }: { due: readonly number[]; next: number | null } = planReminders(turn, settings, told, at);
		for (const lead of due) {
			all.push([lead, at]);
			told.push({ lead, deadline: turn.deadline });
		}
		if (next !== null && next <= at) throw new Error("the next is not ahead");
		at = next;
	}
	return all;
}

describe("reminders come", () => {
	test("a day and six hours before the flag, unless somebody wants others", () => {
		const turn = turnOf(START, 3 * DAY);
		expect(sent(turn, UTC)).toEqual([
			[DAY, START + 2 * DAY],
			[6 * HOUR, START + 3 * DAY - 6 * HOUR],
		]);
		expect(sent(turn, { ...UTC, leads: [HOUR, 2 * DAY, HOUR] })).toEqual([
			[2 * DAY, START + DAY],
			[HOUR, START + 3 * DAY - HOUR],
		]);
	});

	test("at the instant itself and not a millisecond before", () => {
		const turn = turnOf(START, 3 * DAY);
		const at = START + 2 * DAY;
		expect(planReminders(turn, UTC, [], at - 1)).toEqual({ due: [], next: at });
		expect(planReminders(turn, UTC, [], at)).toEqual({ due: [DAY], next: at + 18 * HOUR });
	});

	test("by working time: six hours that a pause cuts in two are six hours all the same", () => {
		const pause = { from: START + DAY - 4 * HOUR, to: START + 4 * DAY };
		const turn = turnOf(START, DAY, [pause]);
		expect(turn.deadline).toBe(START + 4 * DAY + 4 * HOUR);
		expect(sent(turn, UTC)).toEqual([[6 * HOUR, START + DAY - 6 * HOUR]]);
	});

	test("to the second where the whole turn is of two seconds", () => {
		expect(sent(turnOf(START, 2_000), { ...UTC, leads: [1_000] })).toEqual([[1_000, START + 1_000]]);
	});

	test("late rather than never, while there is time", () => {
		const turn = turnOf(START, 3 * DAY);
		expect(planReminders(turn, UTC, [{ lead: DAY, deadline: turn.deadline }], turn.deadline - 1)).toEqual({
			due: [6 * HOUR],
			next: null,
		});
	});
});

describe("no reminder comes", () => {
	test.each<[string, allowance: number, leads: readonly number[]]>([
		["where nobody wants any", 3 * DAY, []],
		["of a lead as long as the turn: that is what the turn's own notice said", DAY, [DAY]],
		["of a lead longer than the turn", HOUR, DEFAULT_LEADS],
		["of a lead of nothing, or of less", DAY, [0, -HOUR]],
	])("%s", (_, allowance, leads) => {
		expect(planReminders(turnOf(START, allowance), { ...UTC, leads }, [], START)).toEqual(NOTHING);
		expect(sent(turnOf(START, allowance), { ...UTC, leads })).toEqual([]);
	});

	test("of a lead as long as a turn that begins in a pause, as the pause ends", () => {
		const turn = turnOf(START, DAY, [{ from: START - HOUR, to: START + HOUR }]);
		expect(sent(turn, { ...UTC, leads: [DAY, 2 * DAY] })).toEqual([]);
	});

	test("at the deadline or after it", () => {
		const turn = turnOf(START, 3 * DAY);
		expect(planReminders(turn, UTC, [], turn.deadline)).toEqual(NOTHING);
		expect(planReminders(turn, UTC, [], turn.deadline + DAY)).toEqual(NOTHING);
	});
});

describe("of several that are due at once", () => {
	const turn = turnOf(START, 3 * DAY);

	test("only the one nearest to the deadline comes", () => {
		expect(planReminders(turn, UTC, [], turn.deadline - HOUR)).toEqual({ due: [6 * HOUR], next: null });
	});

	test("the others do not follow afterwards", () => {
		const told = [{ lead: 6 * HOUR, deadline: turn.deadline }];
		expect(planReminders(turn, UTC, told, turn.deadline - HOUR)).toEqual(NOTHING);
	});
});

describe("a reminder that has been told", () => {
	const before = turnOf(START, 3 * DAY);
	const told: readonly Told[] = [
		{ lead: DAY, deadline: before.deadline },
		{ lead: 6 * HOUR, deadline: before.deadline },
	];
	/** The same turn with an outage that began an hour before its deadline. */
	const later = (by: number) =>
		turnOf(START, 3 * DAY, [{ from: before.deadline - HOUR, to: before.deadline - HOUR + by }]);

	test("is not told again", () => {
		expect(planReminders(before, UTC, told, before.deadline - 1)).toEqual(NOTHING);
	});

	test.each<[string, by: number, due: readonly number[]]>([
		["not while the deadline has moved by less than the lead", 6 * HOUR - 1, []],
		["when the deadline has moved by the lead", 6 * HOUR, [6 * HOUR]],
		["the shortest only, when the deadline has moved by days", 2 * DAY, [6 * HOUR]],
	])("is told again when the service is back: %s", (_, by, due) => {
		expect(planReminders(later(by), UTC, told, before.deadline - HOUR + by).due).toEqual(due);
	});

	test("is told again when the player is back from the vacation that moved the deadline, not as it begins", () => {
		const now = before.deadline - 20 * HOUR;
		const back = now + 5 * DAY;
		const away = turnOf(START, 3 * DAY, [{ from: now, to: back }]);
		const first = told.slice(0, 1);
		expect(planReminders(before, UTC, first, now)).toEqual({ due: [], next: before.deadline - 6 * HOUR });
		expect(planReminders(away, UTC, first, now)).toEqual({ due: [], next: back });
		expect(planReminders(away, UTC, first, back - 1)).toEqual({ due: [], next: back });
		expect(planReminders(away, UTC, first, back)).toEqual({ due: [DAY], next: back + 14 * HOUR });
		const again = [...first, { lead: DAY, deadline: away.deadline }];
		expect(planReminders(away, UTC, again, back)).toEqual({ due: [], next: back + 14 * HOUR });
	});

	test("is not told again when that vacation was ended early", () => {
		const now = before.deadline - 20 * HOUR;
		const ended = turnOf(START, 3 * DAY, [{ from: now, to: now + HOUR }]);
		const next = ended.deadline - 6 * HOUR;
		expect(planReminders(ended, UTC, told.slice(0, 1), now + HOUR)).toEqual({ due: [], next });
	});

	test("counts from the latest deadline that it named", () => {
		const turn = later(7 * HOUR);
		const twice = [...told, { lead: 6 * HOUR, deadline: turn.deadline }];
		expect(planReminders(turn, UTC, twice, turn.deadline - HOUR)).toEqual(NOTHING);
		expect(planReminders(turn, UTC, twice.toReversed(), turn.deadline - HOUR)).toEqual(NOTHING);
	});
});

describe("quiet hours", () => {
	const at = (text: string) => Date.parse(text);
	/** The one reminder of six hours, of a turn of three days whose flag falls six hours after `instant`. */
	const moved = (timeZone: string, quiet: QuietHours, instant: string) => {
		const turn = turnOf(at(instant) + 6 * HOUR - 3 * DAY, 3 * DAY);
		return sent(turn, { leads: [6 * HOUR], quiet, timeZone }).map(([, when]) => new Date(when).toISOString());
	};

	test.each<[string, zone: string, quiet: QuietHours, instant: string, expected: string]>([
		["leave alone what is outside", "UTC", NIGHT, "2026-06-02T21:59:59Z", "2026-06-02T21:59:59Z"],
		["begin at their first instant", "UTC", NIGHT, "2026-06-02T22:00:00Z", "2026-06-02T22:00:00Z"],
		["bring a reminder of the evening forward", "UTC", NIGHT, "2026-06-02T23:30:00Z", "2026-06-02T22:00:00Z"],
		[
			"bring one of the morning forward to the evening before",
			"UTC",
			NIGHT,
			"2026-06-03T06:59:59Z",
			"2026-06-02T22:00:00Z",
		],
		["are over at their end", "UTC", NIGHT, "2026-06-03T07:00:00Z", "2026-06-03T07:00:00Z"],
		["may lie in the day", "UTC", { from: "09:00", to: "17:00" }, "2026-06-03T12:00:00Z", "2026-06-03T09:00:00Z"],
		["may end with the day", "UTC", { from: "20:00", to: "24:00" }, "2026-06-03T23:59:00Z", "2026-06-03T20:00:00Z"],
		[
			"of a whole day begin each midnight",
			"UTC",
			{ from: "00:00", to: "24:00" },
			"2026-06-03T12:00:00Z",
			"2026-06-03T00:00:00Z",
		],
		["of no length are none", "UTC", { from: "12:00", to: "12:00" }, "2026-06-03T13:00:00Z", "2026-06-03T13:00:00Z"],
		["are the player's own", "Asia/Kolkata", NIGHT, "2026-06-03T06:00:00+05:30", "2026-06-02T22:00:00+05:30"],
		[
			"begin before a night of eight hours",
			"Europe/Berlin",
			NIGHT,
			"2026-03-29T06:59:00+02:00",
			"2026-03-28T22:00:00+01:00",
		],
		[
			"begin before a night of ten hours",
			"Europe/Berlin",
			NIGHT,
			"2026-10-25T06:59:00+01:00",
			"2026-10-24T22:00:00+02:00",
		],
		[
			"begin before a night of eight hours",
			"America/New_York",
			NIGHT,
			"2026-03-08T06:59:00-04:00",
			"2026-03-07T22:00:00-05:00",
		],
		[
			"begin before a night of half an hour more",
			"Australia/Lord_Howe",
			NIGHT,
			"2026-04-05T06:59:00+10:30",
			"2026-04-04T22:00:00+11:00",
		],
		[
			"begin before a midnight that is skipped",
			"America/Santiago",
			NIGHT,
			"2025-09-07T01:00:00-03:00",
			"2025-09-06T22:00:00-04:00",
		],
		[
			"begin at the first of two",
			"Europe/Berlin",
			{ from: "02:30", to: "08:00" },
			"2026-10-25T02:45:00+01:00",
			"2026-10-25T02:30:00+02:00",
		],
		[
			"begin late where their beginning is skipped",
			"Europe/Berlin",
			{ from: "02:30", to: "08:00" },
			"2026-03-29T05:00:00+02:00",
			"2026-03-29T03:30:00+02:00",
		],
		[
			"of nearly a day are those of one day, though two touch",
			"Africa/Cairo",
			{ from: "01:05", to: "00:15" },
			"2026-04-24T20:00:00+03:00",
			"2026-04-24T01:05:00+03:00",
		],
		[
			"of nearly a day begin once more, though those before are not over",
			"Africa/Cairo",
			{ from: "01:05", to: "00:15" },
			"2026-04-24T01:10:00+03:00",
			"2026-04-24T01:05:00+03:00",
		],
	])("%s (%s)", (_, zone, quiet, instant, expected) => {
		expect(moved(zone, quiet, instant)).toEqual([new Date(expected).toISOString()]);
	});

	test("that bring two reminders to one instant let the shorter one through", () => {
		const turn = turnOf(at("2026-06-01T12:00:00Z"), 46 * HOUR);
		const settings = { ...UTC, quiet: NIGHT, leads: [6 * HOUR, 4 * HOUR] };
		expect(sent(turn, settings)).toEqual([[4 * HOUR, at("2026-06-02T22:00:00Z")]]);
	});

	test("that reach back to before the turn leave no reminder: the turn's own notice is newer", () => {
		const settings = { ...UTC, quiet: NIGHT };
		expect(sent(turnOf(at("2026-06-01T23:00:00Z"), 8 * HOUR), settings)).toEqual([]);
		expect(sent(turnOf(at("2026-06-01T22:00:00Z"), 8 * HOUR), settings)).toEqual([]);
		expect(sent(turnOf(at("2026-06-01T21:59:59Z"), 8 * HOUR), settings)).toEqual([
			[6 * HOUR, at("2026-06-01T22:00:00Z")],
		]);
	});
});

describe("whatever the turn, the pauses and the quiet hours", () => {
	const clock = (minute: number): string =>
		[Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
	/** Up to 22 hours, so that two never touch where the clocks change. */
	const quiet = fc
		.tuple(fc.integer({ min: 0, max: 24 * 60 - 1 }), fc.integer({ min: 1, max: 22 * 60 }))
		.map(([from, length]) => ({ from: clock(from), to: clock(from + length) }));
	const settings = fc.record({
		leads: fc.array(
			fc.integer({ min: 1, max: 96 }).map((hours) => hours * HOUR),
			{ maxLength: 4 },
		),
		quiet: fc.option(quiet),
		timeZone: fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago"),
	});
	const minutes = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * 60_000);
	const turn = fc
		.record({
			edge: fc.constantFrom("2026-03-29T01:00Z", "2025-11-02T06:00Z", "2025-10-04T15:30Z", "2026-04-05T03:00Z"),
			before: minutes(0, 5 * 24 * 60),
			allowance: minutes(1, 6 * 24 * 60),
			stops: fc.array(fc.tuple(minutes(-2 * 24 * 60, 9 * 24 * 60), minutes(0, 2 * 24 * 60)), { maxLength: 3 }),
		})
		.map(({ edge, before, allowance, stops }) => {
			const began = Date.parse(edge) - before;
			return turnOf(
				began,
				allowance,
				stops.map(([from, length]) => ({ from: began + from, to: began + from + length })),
			);
		});

	test("each comes once, the longer lead first, inside the turn, and in quiet hours only as they begin", () => {
		fc.assert(
			fc.property(turn, settings, (running, wishes) => {
				const all = sent(running, wishes);
				const leads = all.map(([lead]) => lead);
				expect(leads).toEqual([...new Set(leads)].toSorted((a, b) => b - a));
				for (const [lead, at] of all) {
					expect(wishes.leads).toContain(lead);
					expect(at).toBeGreaterThan(running.began);
					expect(at).toBeLessThan(running.deadline);
					expect(at).toBeLessThanOrEqual(addWorkingTime(running.began, running.allowance - lead, running.stops));
					if (!wishes.quiet) continue;
					const windows = [{ days: WEEKDAYS, ...wishes.quiet }];
					const around = restBetween({ timeZone: wishes.timeZone, windows }, at - 1, at + 1);
					expect(around).not.toEqual([{ from: at - 1, to: at + 1 }]);
				}
			}),
			{ numRuns: 150 },
		);
	});

	test("an alarm that comes late, or for nothing, never sends two for one, nor the same twice", () => {
		fc.assert(
			fc.property(turn, settings, fc.array(minutes(0, 9 * 24 * 60), { maxLength: 8 }), (running, wishes, wakes) => {
				const told: Told[] = [];
				for (const wake of wakes.toSorted((a, b) => a - b)) {
					const now = running.began + wake;
					const { due, next } = planReminders(running, wishes, told, now);
					expect(due.length).toBeLessThanOrEqual(1);
					if (next !== null) expect(next).toBeGreaterThan(now);
					if (now >= running.deadline) expect({ due, next }).toEqual(NOTHING);
					for (const lead of due) {
						expect(told.every((one) => one.lead > lead)).toBe(true);
						told.push({ lead, deadline: running.deadline });
					}
				}
			}),
			{ numRuns: 150 },
		);
	});
});
