/** The clock in words: what is used and what is left add up. */
import { describe, expect, test } from "vitest";
import type { TurnExplained } from "../../src/match/explain.ts";
import { wholeSeconds } from "../../src/post/clock-words.ts";

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
});
