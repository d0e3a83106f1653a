/** Perft, the number of games of so many plies, to the depths that run in seconds. */
import { describe, expect, test } from "vitest";
import { parseGameString } from "../../src/engine/gamestring.ts";
import { perft } from "../../src/engine/perft.ts";
import { depthFor, PLAIN, readOwn, readShared, replay, start, whereShared } from "./corpus.ts";

const DEPTH = depthFor(6);
const openings = Object.entries(JSON.parse(readOwn("perft.json")) as Record<string, number[]>);

describe(`the number of games of up to ${DEPTH} plies`, () => {
	test.each(openings)("%s", (type, counts) => {
		const game = start(type);
		for (let depth = 0; depth <= DEPTH; depth++) expect([depth, perft(game, depth)]).toEqual([depth, counts[depth]]);
	});
});

type MidgameRow = { type: string; ply: number; gameString: string; perft: number[] };
const shared = readShared("perft-midgame.json");
const rows = shared === null ? [] : (JSON.parse(shared) as MidgameRow[]);
const named = rows.map((row) => [`${row.type} after ${row.ply} plies`, row] as const);

describe.skipIf(shared === null)(whereShared("continuations in the middle of a game", shared !== null), () => {
	test("there are rows to check", () => expect(rows.length).toBeGreaterThan(0));

	test.each(named)("%s", (_, row) => {
		const game = parseGameString(row.gameString, PLAIN);
		if (!game.ok) throw new Error(game.error.message);
		row.perft.slice(0, depthFor(row.perft.length)).forEach((count, depth) => {
			expect([depth, perft(game.value, depth)]).toEqual([depth, count]);
		});
	});
});

test("a finished game has no continuation, a forced pass is one", () => {
	const won = replay(
		"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bS1-;bG2 bG1-;wA1 /wS1;bA1 bG2/;wA1 bQ-;bA1 -bQ",
	);
	expect([perft(won, 0), perft(won, 1), perft(won, 2)]).toEqual([1, 0, 0]);
	const shutOut = replay("Base+ML;wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1");
	expect(perft(shutOut, 1)).toBe(1);
	expect(perft(shutOut, 2)).toBeGreaterThan(1);
});
