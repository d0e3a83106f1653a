/** Spans, instants, lists and the choice of a language. */
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../src/i18n/catalogue.ts";
import { formatInstant, formatList, formatShortInstant, formatSpan, isTimeZone } from "../../src/i18n/formats.ts";
import { findLocale, localeOf, negotiateLocale } from "../../src/i18n/negotiation.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
	[0, "0 seconds"],
	[-5 * DAY, "0 seconds"],
	[400, "0 seconds"],
	[600, "1 second"],
	[59.4 * SECOND, "59 seconds"],
	[59.6 * SECOND, "1 minute"],
	[90 * SECOND, "1 minute 30 seconds"],
	[59 * MINUTE + 59.7 * SECOND, "1 hour"],
	[90 * MINUTE, "1 hour 30 minutes"],
	[12 * HOUR, "12 hours"],
	[23 * HOUR + 59 * MINUTE + 40 * SECOND, "1 day"],
	[47 * HOUR + 59 * MINUTE, "2 days"],
	[51 * HOUR, "2 days 3 hours"],
	[51 * HOUR + 29 * MINUTE, "2 days 3 hours"],
	[51 * HOUR + 31 * MINUTE, "2 days 4 hours"],
	[366 * DAY, "366 days"],
	[1_500 * DAY, "1,500 days"],
])("%d ms are %s", (ms, words) => {
	expect(formatSpan("en", ms)).toBe(words);
});

describe("an instant", () => {
	const at = Date.UTC(2026, 11, 3, 9, 5);
	test.each([
		["Europe/Berlin", "Thursday, 3 December 2026, 10:05 (Europe/Berlin)", "Thu 3 Dec, 10:05"],
		["UTC", "Thursday, 3 December 2026, 09:05 (UTC)", "Thu 3 Dec, 09:05"],
		["Asia/Kolkata", "Thursday, 3 December 2026, 14:35 (Asia/Kolkata)", "Thu 3 Dec, 14:35"],
		["Pacific/Kiritimati", "Thursday, 3 December 2026, 23:05 (Pacific/Kiritimati)", "Thu 3 Dec, 23:05"],
		["America/Los_Angeles", "Thursday, 3 December 2026, 01:05 (America/Los_Angeles)", "Thu 3 Dec, 01:05"],
		["Mars/Olympus", "Thursday, 3 December 2026, 09:05 (UTC)", "Thu 3 Dec, 09:05"],
		["", "Thursday, 3 December 2026, 09:05 (UTC)", "Thu 3 Dec, 09:05"],
	])("in %j is %s", (zone, long, short) => {
		expect(formatInstant("en", at, zone)).toBe(long);
		expect(formatShortInstant("en", at, zone)).toBe(short);
	});

	test.each([
		["before the clocks go forward", Date.UTC(2026, 2, 29, 0, 59), "01:59"],
		["after the clocks went forward", Date.UTC(2026, 2, 29, 1, 0), "03:00"],
		["in the hour that comes twice, first", Date.UTC(2026, 9, 25, 0, 30), "02:30"],
		["in the hour that comes twice, again", Date.UTC(2026, 9, 25, 1, 30), "02:30"],
		["at midnight", Date.UTC(2026, 5, 1, 22, 0), "00:00"],
	])("%s is right", (_, ms, time) => {
		expect(formatInstant("en", ms, "Europe/Berlin")).toContain(`, ${time} (`);
	});
});

test.each([
	["en", "2 days 3 hours", "Thursday, 3 December 2026, 10:05 (Europe/Berlin)", "Thu 3 Dec, 10:05", "a, b and c"],
	[
		"pt",
		"2 dias 3 horas",
		"quinta-feira, 3 de dezembro de 2026, 10:05 (Europe/Berlin)",
		"qui., 3 de dez., 10:05",
		"a, b e c",
	],
	["it", "2 giorni 3 ore", "giovedì 3 dicembre 2026, ore 10:05 (Europe/Berlin)", "gio 3 dic, 10:05", "a, b e c"],
	["id", "2 hari 3 jam", "Kamis, 3 Desember 2026, pukul 10.05 (Europe/Berlin)", "Kam, 3 Des, 10.05", "a, b, dan c"],
	["es", "2 días 3 horas", "jueves, 3 de diciembre de 2026, 10:05 (Europe/Berlin)", "jue, 3 dic, 10:05", "a, b y c"],
	[
		"de",
		"2 Tage 3 Stunden",
		"Donnerstag, 3. Dezember 2026, 10:05 Uhr (Europe/Berlin)",
		"Do., 3. Dez., 10:05 Uhr",
		"a, b und c",
	],
] as const)("%s: %s, %s", (locale, span, long, short, list) => {
	const at = Date.UTC(2026, 11, 3, 9, 5);
	expect(formatSpan(locale, 51 * HOUR)).toBe(span);
	expect(formatInstant(locale, at, "Europe/Berlin")).toBe(long);
	expect(formatShortInstant(locale, at, "Europe/Berlin")).toBe(short);
	expect(formatList(locale, ["a", "b", "c"])).toBe(list);
});

test.each([
	["Europe/Berlin", true],
	["UTC", true],
	["Etc/GMT+5", true],
	["America/Argentina/Buenos_Aires", true],
	["Mars/Olympus", false],
	["+05:00", false],
	["", false],
	["../etc/passwd", false],
	["A".repeat(1000), false],
])("%s as a time zone: %s", (name, known) => {
	expect(isTimeZone(name)).toBe(known);
});

test("things are listed as the language does", () => {
	expect(formatList("en", [])).toBe("");
	expect(formatList("en", ["a"])).toBe("a");
	expect(formatList("en", ["a", "b", "c"])).toBe("a, b and c");
});

test.each([
	[null, "en"],
	["", "en"],
	["en-US,en;q=0.9", "en"],
	["xx, yy;q=0.5", "en"],
	["*", "en"],
	["en;q=0, *", "en"],
	[";;;,,,q=", "en"],
	["x".repeat(100_000), "en"],
	["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
	["en;q=0.5, de-CH", "de"],
	["fr, es-419;q=0.7, en;q=0.3", "es"],
	["ID", "id"],
	["it_IT", "it"],
	["idx, italian", "en"],
])("of what is asked for by %j we speak %s", (header, locale) => {
	expect(negotiateLocale(header)).toBe(locale);
});

test("a tag is known by its language; a setting that is not ours counts as English", () => {
	expect([findLocale("en-GB"), findLocale("EN_us"), findLocale("tlh")]).toEqual(["en", "en", null]);
	expect([localeOf(null), localeOf("tlh"), localeOf("en-AU"), localeOf("de-AT")]).toEqual(["en", "en", "en", "de"]);
	for (const locale of LOCALES) {
		expect([localeOf(locale), negotiateLocale(locale), findLocale(`${locale}-XX`)]).toEqual([locale, locale, locale]);
	}
});
