/** The readers against damaged texts in great number. */
import fc from "fast-check";
import { test } from "vitest";
import { checkGameString, checkPgn, checkSgf, DAMAGED } from "./damage.ts";

test("a hundred thousand damaged GameStrings", () => {
	fc.assert(fc.property(DAMAGED.gameString, checkGameString), { numRuns: 100_000 });
});

test("twenty thousand damaged PGN-like files", () => {
	fc.assert(fc.property(DAMAGED.pgn, checkPgn), { numRuns: 20_000 });
});

test("twenty thousand damaged SGF files", () => {
	fc.assert(fc.property(DAMAGED.sgf, checkSgf), { numRuns: 20_000 });
});
