/** When a position has stood before, how far back that counts, and what makes two positions the same. */
import { describe, expect, test } from "vitest";
import { boardOf, claimableDraw, type Game, legalMoves, occurrences } from "../../src/engine/game.ts";
import { type Repetition, RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import { cellsOf, QUEEN_FIRST, replay, step } from "./corpus.ts";
import * as at from "./positions.ts";

function repeating(repetition: Repetition, window: number | null = null): RuleSet {
	return { ...QUEEN_FIRST, id: "repeating", repetition, window };
}

/** Plays on to and fro: the last four plies again. */
function again(game: Game): Game {
	const texts = game.plies.slice(-4).map((ply) => ply.text);
	return texts.reduce(step, game);
}

describe("a position that stands for the third time", () => {
	test.each([
		["none", null, false],
		["automatic", { winner: null, reason: "repetition" }, false],
		["claim", null, true],
		["stalemate", null, false],
	] as const)("under %s", (repetition, result, claimable) => {
		const game = replay(at.QUEENS_DANCE, repeating(repetition));
		expect([game.result, claimableDraw(game), occurrences(game)]).toEqual([result, claimable, 3]);
		expect(legalMoves(game).length > 0).toBe(result === null);
	});

	test("is nothing special the second time, whatever the rule", () => {
		for (const repetition of ["none", "automatic", "claim", "stalemate"] as const) {
			for (const dance of [at.QUEENS_DANCE, at.ONE_PIECE_DANCE]) {
				const game = replay(dance.split(";").slice(0, -4).join(";"), repeating(repetition));
				expect([game.result, claimableDraw(game), occurrences(game)]).toEqual([null, false, 2]);
			}
		}
	});

	test("can be claimed only while it stands", () => {
		const game = replay(at.QUEENS_DANCE, repeating("claim"));
		expect(claimableDraw(step(game, "wA1 -wQ"))).toBe(false);
		expect(claimableDraw(again(game))).toBe(true);
	});

	test("is a stalemate only where neither side had another piece to move since the second time", () => {
		const stuck = replay(at.ONE_PIECE_DANCE, repeating("stalemate"));
		expect(stuck.result).toEqual({ winner: null, reason: "stalemate" });
		// From the first to the second time there was a choice; that does not matter.
		expect(replay(at.QUEENS_DANCE, repeating("stalemate")).result).toBe(null);
		// A fourth and fifth time change nothing about the choice there was.
		expect(again(again(replay(at.QUEENS_DANCE, repeating("stalemate")))).result).toBe(null);
	});
});

describe("the window, in plies back, the oldest included", () => {
	test.each([
		[8, 3],
		[7, 2],
		[4, 2],
		[3, 1],
	])("of %i plies holds %i of three occurrences four plies apart", (window, count) => {
		const game = replay(at.QUEENS_DANCE, repeating("automatic", window));
		expect([occurrences(game), game.result !== null]).toEqual([count, count === 3]);
	});

	test("bounds what can be claimed too", () => {
		expect(claimableDraw(replay(at.QUEENS_DANCE, repeating("claim", 8)))).toBe(true);
		expect(claimableDraw(replay(at.QUEENS_DANCE, repeating("claim", 7)))).toBe(false);
	});
});

describe("what makes two positions the same", () => {
	const ANTS = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 \\wQ;bG1 bS1/";

	test("copies of a bug are the same piece", () => {
		// While Black's ant goes round, White's two change places.
		const game = replay(`${ANTS};wA1 /wS1;bA1 bQ/;wA2 -wQ;bA1 bQ\\;wA1 \\wQ;bA1 bQ-`);
		expect(occurrences(game)).toBe(2);
	});

	test("the side to move belongs to it", () => {
		// White's ant is back after three moves, Black's after two.
		const game = replay(`${ANTS};wA1 /wS1;bA1 bQ/;wA1 /wQ;bA1 bQ-;wA1 -wQ`);
		expect([cellsOf(game).replace("black", "white"), occurrences(game)]).toEqual([cellsOf(replay(ANTS)), 1]);
	});

	test("it is the same where the whole hive has drifted, not where it is mirrored", () => {
		const drifted = replay("Base;wQ;bQ wQ-;wQ \\bQ;bQ wQ-", QUEEN_FIRST);
		expect([occurrences(drifted), boardOf(drifted)[0]]).toEqual([2, { piece: "wQ", q: 1, r: -1, z: 0 }]);

		const mirrored = replay("Base;wS1;bS1 wS1-;wQ \\wS1;bQ bS1\\;wQ -wS1;bQ bS1-;wQ /wS1;bQ bS1/");
		expect(occurrences(mirrored)).toBe(1);
	});

	test("with a pillbug in play the resting piece belongs to it, with one in reserve it does not", () => {
		// After ply 4 nothing rests, for a queen was placed; after plies 8 and 12 that queen rests, and so after 5, 9 and 13 the other.
		const dance = at.QUEENS_DANCE.replace("Base;", "Base+P;");
		expect(occurrences(replay(dance))).toBe(3);
		const game = replay(dance.replaceAll("wG1", "wP"), RULE_SETS.tournament);
		expect([occurrences(game), game.result]).toEqual([2, null]);
		const [next = ""] = game.plies.slice(-4).map((ply) => ply.text);
		expect(step(game, next).result).toEqual({ winner: null, reason: "repetition" });
	});
});
