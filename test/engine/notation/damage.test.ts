/** The readers of game texts against damage and against length; the great numbers are in damage.full.test.ts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGameString } from "../../../src/engine/gamestring.ts";
import { parsePgn } from "../../../src/engine/notation/pgn.ts";
import { RECORD_RULES } from "../../../src/engine/notation/record.ts";
import { parseSgf } from "../../../src/engine/notation/sgf.ts";
import { checkGameString, checkPgn, checkSgf, DAMAGED } from "./damage.ts";

describe("a damaged text is read or refused, never thrown at the caller:", () => {
	test("GameStrings", () => {
		fc.assert(fc.property(DAMAGED.gameString, checkGameString), { numRuns: 600 });
	});

	test("PGN-like files", () => {
		fc.assert(fc.property(DAMAGED.pgn, checkPgn), { numRuns: 300 });
	});

	test("SGF files", () => {
		fc.assert(fc.property(DAMAGED.sgf, checkSgf), { numRuns: 300 });
	});

	test("any text at all", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
				checkGameString(text);
				for (const around of [text, `[GameType "Base"]\n\n1. ${text}`, `[GameType "${text}"]`]) checkPgn(around);
				for (const around of [text, `(;SU[hive]\n; P0[1 ${text}]\n)`, `(;SU[${text}])`]) checkSgf(around);
			}),
			{ numRuns: 300 },
		);
	});
});

/** Texts near the limit of length, each a way to make a careless reader slow. */
const LONG: readonly (readonly [name: string, text: string])[] = [
	["brackets", "(".repeat(999_999)],
	["closed brackets", `(${"[]".repeat(499_000)}`],
	["open values", `(${"a[".repeat(499_000)}`],
	["backslashes", `(;SU[${"\\".repeat(999_000)}`],
	["names", `(;${"a-".repeat(499_000)}`],
	["dones", `(;SU[hive]${";P0[1 done]".repeat(90_000)})`],
	["drops", `(;SU[hive]${";P0[1 dropb wA1 N 13 .]".repeat(40_000)})`],
	["braces", `[GameType "Base"]\n${"{}".repeat(490_000)}`],
	["open braces", `[GameType "Base"]\n${"{".repeat(990_000)}`],
	["quotes", `[GameType ${'"'.repeat(990_000)}`],
	["quotes and blanks", `[GameType ${'" '.repeat(490_000)}`],
	["numbers", `[GameType "Base"]\n${"1. ".repeat(330_000)}`],
	["digits", `[GameType "Base"]\n${"1".repeat(990_000)}`],
	["blanks", `[GameType "Base"]${" ".repeat(990_000)}x`],
	["line breaks", `[GameType "Base"]${"\r".repeat(990_000)}`],
	["tags", '[A ""]\n'.repeat(140_000)],
	["semicolons", `Base${";".repeat(990_000)}`],
	["one part", `Base;${"w".repeat(990_000)}`],
	["a blank part", `Base; ${" ".repeat(990_000)}x`],
];

test.each(LONG)("nothing takes long, however long it is: %s", (_, text) => {
	const began = performance.now();
	const faults = [parseGameString(text, RECORD_RULES), parsePgn(text), parseSgf(text)].filter((it) => !it.ok);
	expect(faults.length).toBeGreaterThanOrEqual(2);
	expect(performance.now() - began).toBeLessThan(5_000);
});
