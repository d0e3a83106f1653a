/** Vacations: the balance of an account, worked example by worked example, and what holds for any history. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VACATION, type Vacation, vacationBalance, vacationCharge } from "../../src/match/vacation.ts";
import { DAY, HOUR, START } from "./games.ts";

/** A vacation from one day of the account to another. */
const taken = (from: number, to: number): Vacation => ({
	id: `v-${from}`,
	from: START + from * DAY,
	to: START + to * DAY,
});

describe("a vacation is charged", () => {
	test.each([
		["an hour", HOUR, DAY],
		["no time at all", 0, DAY],
		["a day", DAY, DAY],
		["a day and a millisecond", DAY + 1, DAY + 1],
		["ten days", 10 * DAY, 10 * DAY],
	])("for %s", (_, length, charge) => {
		expect(vacationCharge({ id: "v-1", from: START, to: START + length })).toBe(charge);
	});
});

describe("the balance", () => {
	test.each<[string, day: number, vacations: readonly Vacation[], days: number]>([
		["of a new account is seven days", 0, [], 7],
		["is a day more after twelve days", 12, [], 8],
		["is half a day more after six days", 6, [], 7.5],
		["is full after 276 days", 276, [], 30],
		["is no fuller after ten years", 3650, [], 30],
		["of before the account was made is that of a new one", -5, [], 7],
		["is charged as a whole when a vacation starts", 12, [taken(12, 17)], 3],
		["is not charged for what starts later", 12, [taken(13, 17)], 8],
		["grows during the vacation as at any time", 24, [taken(12, 17)], 4],
		["is charged a day for an hour", 12, [taken(12, 12 + 1 / 24)], 7],
		["is charged a day for each of two hours on one day", 12, [taken(12, 12 + 1 / 24), taken(11.5, 11.5 + 1 / 24)], 6],
		["grows again from below the cap, not from what the cap cut off", 412, [taken(400, 410)], 21],
		["at the cap loses what would have been earned", 400, [taken(400, 401)], 29],
		["counts nothing of before the account was made", 0, [taken(-12, -11)], 6],
		["can be used up to the last", 12, [taken(12, 20)], 0],
	])("%s", (_, day, vacations, days) => {
		expect(vacationBalance(START, vacations, START + day * DAY)).toBe(days * DAY);
	});

	test("gets back what an early end leaves, but for the day that any vacation costs", () => {
		const now = START + 12 * DAY + 6 * HOUR;
		const planned = taken(12, 18);
		const balance = (to: number) => vacationBalance(START, [{ ...planned, to }], now);
		expect(balance(START + 15 * DAY) - balance(planned.to)).toBe(3 * DAY);
		expect(balance(now) - balance(planned.to)).toBe(5 * DAY);
	});

	test("is not negative even where a history claims more than there was", () => {
		expect(vacationBalance(START, [taken(0, 20)], START)).toBe(0);
		expect(vacationBalance(START, [taken(0, 20)], START + 12 * DAY)).toBe(DAY);
	});
});

describe("whatever vacations were taken", () => {
	const hours = (most: number) => fc.integer({ min: 0, max: most * 24 }).map((count) => count * HOUR);
	/** No whole twelfths. */
	const odd = fc.integer({ min: 0, max: 1_000 * DAY });
	const history = fc
		.array(fc.tuple(hours(900), hours(12)), { maxLength: 8 })
		.map((all) =>
			all.map(
				([from, length], index): Vacation => ({ id: `v-${index}`, from: START + from, to: START + from + length }),
			),
		);

	test("the balance lies between nothing and the most, in whole milliseconds", () => {
		fc.assert(
			fc.property(history, odd, (vacations, after) => {
				const balance = vacationBalance(START, vacations, START + after);
				expect(balance).toBeGreaterThanOrEqual(0);
				expect(balance).toBeLessThanOrEqual(VACATION.most);
				expect(Number.isInteger(balance)).toBe(true);
			}),
		);
	});

	test("the balance is the same in whatever order they are told", () => {
		fc.assert(
			fc.property(
				history.chain((vacations) =>
					fc.tuple(fc.constant(vacations), fc.shuffledSubarray(vacations, { minLength: vacations.length })),
				),
				hours(1_000),
				([vacations, shuffled], after) => {
					const now = START + after;
					expect(vacationBalance(START, shuffled, now)).toBe(vacationBalance(START, vacations, now));
				},
			),
		);
	});

	test("another costs at most its charge, and ending one early never costs anything", () => {
		fc.assert(
			fc.property(history, hours(900), hours(12), hours(12), (vacations, from, length, cut) => {
				const now = START + 1_000 * DAY;
				const another: Vacation = { id: "v-more", from: START + from, to: START + from + length };
				const ended = { ...another, to: Math.max(another.from, another.to - cut) };
				const before = vacationBalance(START, vacations, now);
				const after = vacationBalance(START, [...vacations, another], now);
				expect(before - after).toBeGreaterThanOrEqual(0);
				expect(before - after).toBeLessThanOrEqual(vacationCharge(another));
				expect(vacationBalance(START, [...vacations, ended], now)).toBeGreaterThanOrEqual(after);
			}),
		);
	});

	test("while nothing starts, the balance grows by a twelfth of the time, up to the most", () => {
		fc.assert(
			fc.property(history, hours(300), (vacations, after) => {
				const now = START + 1_000 * DAY;
				const grown = vacationBalance(START, vacations, now) + after / 12;
				const later = vacationBalance(START, vacations, now + after);
				expect(Math.abs(later - Math.min(VACATION.most, grown))).toBeLessThanOrEqual(1);
			}),
		);
	});
});
