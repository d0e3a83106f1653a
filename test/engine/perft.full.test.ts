/** Perft to the depths that take their time. */
import { expect, test } from "vitest";
import { perft } from "../../src/engine/perft.ts";
import { readOwn, start } from "./corpus.ts";

const openings = Object.entries(JSON.parse(readOwn("perft.json")) as Record<string, number[]>);

test.each(openings)("the number of games of seven plies, %s", (type, counts) => {
	expect(perft(start(type), 7)).toBe(counts[7]);
});

test("the number of games of eight plies, Base", () => {
	expect(perft(start("Base"), 8)).toBe(openings.find(([type]) => type === "Base")?.[1][8]);
});
