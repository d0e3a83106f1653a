/** The house: its levels play legal moves, the same ones for the same seed where time is no limit, and never lose by their own hand. */
import { describe, expect, test } from "vitest";
import { houseMove, judge } from "../../src/client/house.ts";
import { verdict } from "../../src/client/judge.ts";
import { type Game, legalMoves, newGame, playMove } from "../../src/engine/game.ts";
import { parseGameString } from "../../src/engine/gamestring.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { pliesToEnd } from "../../src/engine/search.ts";
import { speaker } from "../../src/i18n/catalogue.ts";
import { stateOf } from "./tables.ts";

/** A clock that goes on by a little each time it is looked at: levels that have a time come to its end. */
const clock = () => {
	let now = 0;
	return () => {
		now += 5;
		return now;
	};
};

const at = (text: string): Game => {
	const game = parseGameString(text, RULE_SETS.official);
	if (!game.ok) throw new Error(game.error.message);
	return game.value;
};

describe("the house", () => {
	test("plays a game against itself by the rules, and slips otherwise with another seed", () => {
		const play = (seed: number) => {
			let game = newGame(RULE_SETS.tournament, ["M", "L", "P"]);
			for (let ply = 0; ply < 16 && !game.result; ply += 1) game = playMove(game, houseMove(game, 1, seed, clock()));
			return game.plies.map(({ text }) => text).join(";");
		};
		expect(play(1)).toBe(play(1));
		expect(new Set([1, 2, 3].map(play)).size).toBe(3);
	});

	test.each([1, 2, 3, 4] as const)("at level %i takes a win that is there", (level) => {
		// White's ant closes the last side of the queen.
		const game = at("Base;wG1;bQ -wG1;wA1 wG1/;bB1 -bQ;wQ wG1\\;bG1 bB1\\;wQ bG1-;bA1 bB1/");
		const wins = legalMoves(game).filter((move) => playMove(game, move).result?.winner === game.toMove);
		expect(wins).toHaveLength(1);
		expect(wins).toContainEqual(houseMove(game, level, 5, clock()));
	});
});

describe("what the engine thinks, in words", () => {
	const say = speaker("en");
	const white = "Base;wS1;bS1 wS1-";
	const black = "Base;wS1";
	const words = (text: string, score: number, end: number | null) =>
		verdict(say, at(text), { type: "sight", line: [], score, depth: 3, pliesToEnd: end }, stateOf(text));

	test.each<[string, number, number | null, string]>([
		[white, 0, null, "Neither side is better."],
		[white, -39, null, "Neither side is better."],
		[white, 40, null, "White is a little better."],
		[black, 40, null, "Black is a little better."],
		[white, -200, null, "Black is better."],
		[black, -900, null, "White is much better."],
		[white, 99_999, 1, "White wins in one move."],
		[white, 99_997, 3, "White wins in 2 moves."],
		[white, -99_998, -2, "Black wins in one move."],
		[black, -99_996, -4, "White wins in 2 moves."],
	])("%s at %i points", (text, score, end, expected) => expect(words(text, score, end)).toBe(expected));

	test("a win that is there is seen, and how soon", () => {
		const { line, score } = judge(
			at("Base;wG1;bQ -wG1;wA1 wG1/;bB1 -bQ;wQ wG1\\;bG1 bB1\\;wQ bG1-;bA1 bB1/"),
			200,
			clock(),
		);
		expect([pliesToEnd(score), line.length]).toEqual([1, 1]);
	});
});
