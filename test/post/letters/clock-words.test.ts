/** The clock in words: spans that add up, in sentences that suit one of a kind as well as many. */
import { describe, expect, test } from "vitest";
import type { ClockEntry, TurnExplained } from "../../../src/match/explain.ts";
import { type ClockReader, entryWords, turnWords, wholeSeconds } from "../../../src/post/letters/clock-words.ts";

const READER: ClockReader = { locale: "en", timeZone: "UTC", names: { white: "Anna", black: "Bruno" } };
const NOON = Date.UTC(2026, 11, 3, 12);
const TURN: TurnExplained = {
	side: "white",
	ply: 0,
	began: NOON,
	allowance: 5_000,
	used: 600,
	left: 4_400,
	deadline: NOON + 6_000,
	stops: [],
	stopped: 1_000,
	rest: null,
};

describe("the running turn", () => {
	test.each([
		["a part of a second is used up as soon as it is not left", 5_000, 600, 4_400, 1_000, 4_000],
		["nothing is used up at its beginning", 5_000, 0, 5_000, 0, 5_000],
		["no more is used up than there was", 5_000, 5_700, 0, 5_000, 0],
		["an account of a broken second", 4_800, 900, 3_900, 1_800, 3_000],
	])("%s", (_, allowance, used, left, ...whole) => {
		const shown = wholeSeconds({ ...TURN, allowance, used, left });
		expect([shown.used, shown.left]).toEqual(whole);
	});

	test("without a limit is as it is", () => {
		expect(wholeSeconds({ ...TURN, allowance: null, left: null })).toEqual({ used: 600, left: null });
	});

	test("is told in words that suit one second", () => {
		expect(turnWords(TURN, READER)).toBe(
			"It is Anna’s turn, since Thursday, 3 December 2026, 12:00 (UTC), with 5 seconds for it. " +
				"Used up: 1 second. Left: 4 seconds. Deadline: Thursday, 3 December 2026, 12:00 (UTC). " +
				"Of the time until then, the clock stands still for 1 second.",
		);
	});
});

const entry = { seq: 2, at: NOON, side: "white", deadline: null, ply: 1 } as const;

test.each<[ClockEntry, string]>([
	[
		{ ...entry, kind: "charged", used: 2_000, stopped: 1_000, remaining: 1_000 },
		"Anna moved and was charged 2 seconds, not counting 1 second, which leaves 1 second.",
	],
	[
		{ ...entry, kind: "charged", used: 2_000, stopped: 1_000, remaining: null },
		"Anna moved and was charged 2 seconds, not counting 1 second.",
	],
	[
		{ ...entry, kind: "charged", used: 2_000, stopped: 0, remaining: 1_000 },
		"Anna moved and was charged 2 seconds, which leaves 1 second.",
	],
	[{ ...entry, kind: "credited", ms: 1_000, gaps: [] }, "Anna got 1 second back: the service could not be reached."],
])("an entry is told in words that suit one second: %#", (told, words) => {
	expect(entryWords(told, READER)).toBe(words);
});
