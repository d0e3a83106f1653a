/** Matches of the search, on a budget of positions that takes a tenth of the 200 ms a move it is meant for. */
import { expect, test } from "vitest";
import { carefulPlayer, hungryPlayer, playMatch, randomPlayer, searchPlayer } from "../../bench/matches.ts";

const search = searchPlayer({ nodes: 4000 });

test("a hundred games against a player of chance are a hundred wins", () => {
	expect(playMatch(search, randomPlayer, 100)).toMatchObject({ won: 100, drawn: 0, lost: 0 });
});

test.each([
	["for closed sides", hungryPlayer],
	["by the search's own evaluation", carefulPlayer],
])("of a hundred games against a player that is greedy %s, 95 are won", (_, greedy) => {
	expect(playMatch(search, greedy, 100).won).toBeGreaterThanOrEqual(95);
});
