/** Durations on the wire and the arithmetic of intervals. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeDuration, parseDuration } from "../../src/match/duration.ts";
import { overlap, union } from "../../src/match/intervals.ts";

describe("an ISO 8601 duration", () => {
	test.each([
		["P3D", 259_200_000],
		["PT12H", 43_200_000],
		["P1W", 604_800_000],
		["P1DT6H30M", 109_800_000],
		["PT90M", 5_400_000],
		["PT1S", 1_000],
		["P366D", 31_622_400_000],
	])("reads %s as %i ms", (text, ms) => expect(parseDuration(text)).toBe(ms));

	test.each([
		"",
		"P",
		"PT",
		"P1M",
		"P1Y",
		"P1Y2D",
		"1D",
		"p1d",
		"P-1D",
		"-P1D",
		"P1.5D",
		"PT0S",
		"P0D",
		"P1DT",
		"P1W2D",
		"PT1H1D",
		" P1D",
		"P1D ",
		"P1D\n",
		"P99999999999D",
	])("refuses %j", (text) => expect(parseDuration(text)).toBeNull());

	test("is spelled the shortest way", () => {
		expect(makeDuration(259_200_000)).toBe("P3D");
		expect(makeDuration(183_600_000)).toBe("P2DT3H");
		expect(makeDuration(999)).toBe("PT0S");
		expect(makeDuration(-5)).toBe("PT0S");
		expect(makeDuration(3_661_000)).toBe("PT1H1M1S");
	});

	test("comes back the same, whatever its length", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 366 * 86_400 }), (seconds) => {
				expect(parseDuration(makeDuration(seconds * 1_000))).toBe(seconds * 1_000);
			}),
		);
	});
});

describe("intervals", () => {
	const interval = fc
		.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: -5, max: 60 }))
		.map(([from, length]) => ({ from, to: from + length }));

	test("overlapping time counts once", () => {
		expect(
			overlap({ from: 0, to: 100 }, [
				{ from: 10, to: 50 },
				{ from: 40, to: 60 },
				{ from: 90, to: 500 },
			]),
		).toBe(60);
	});

	test("a union covers exactly the same instants, in order and without touching", () => {
		fc.assert(
			fc.property(fc.array(interval, { maxLength: 12 }), (intervals) => {
				const merged = union(intervals);
				for (let index = 1; index < merged.length; index += 1) {
					expect(merged[index]?.from).toBeGreaterThan(merged[index - 1]?.to ?? 0);
				}
				for (let instant = -1; instant < 270; instant += 1) {
					const covers = (one: { from: number; to: number }) => one.from <= instant && instant < one.to;
					expect(merged.some(covers)).toBe(intervals.some(covers));
				}
			}),
			{ numRuns: 60 },
		);
	});
});
