/** When a position has stood before, how far back that counts, and what makes two positions the same. */
import { describe, expect, test } from "vitest";
import { PASS } from "../../src/engine/board.ts";
import { boardOf, claimableDraw, type Game, legalMoves, occurrences, playMove } from "../../src/engine/game.ts";
import { indexOfPiece, type Piece } from "../../src/engine/piece.ts";
import { firstRoom, type Room, roomOf } from "../../src/engine/position.ts";
import { repetitionResult } from "../../src/engine/repetition.ts";
import { type Repetition, RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import { cellsOf, positionOf, QUEEN_FIRST, replay, start, step } from "./corpus.ts";
import * as at from "./positions.ts";
import { edge } from "./positions.ts";

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

	test("is no stalemate where the rule set knows none, stuck as both sides may be", () => {
		for (const repetition of ["none", "claim"] as const) {
			expect(replay(at.ONE_PIECE_DANCE, repeating(repetition)).result).toBe(null);
		}
	});

	test("can be claimed only while it stands", () => {
		const game = replay(at.QUEENS_DANCE, repeating("claim"));
		expect(claimableDraw(step(game, "wA1 -wQ"))).toBe(false);
		expect(claimableDraw(again(game))).toBe(true);
	});

	test("can be claimed later where it is said since when", () => {
		const third = replay(at.QUEENS_DANCE, repeating("claim"));
		expect(third.plies).toHaveLength(12);
		const later = step(step(third, "wA1 -wQ"), "bG1 bQ-");
		expect([14, 13, 12, 11, 0].map((since) => claimableDraw(later, since))).toEqual([false, false, true, true, true]);
		const twice = replay(at.QUEENS_DANCE.split(";").slice(0, -4).join(";"), repeating("claim"));
		expect([claimableDraw(twice, 0), claimableDraw({ ...later, rules: QUEEN_FIRST }, 0)]).toEqual([false, false]);
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

describe("a stalemate, by what could be moved ply by ply", () => {
	type Movers = readonly (Piece | "pass")[];
	const WHITE: Movers = ["wS1"];
	const BLACK: Movers = ["bS1"];
	const PASSES: Movers = ["pass"];
	const CHOICE: Movers = ["wA1", "wB1", "bA1", "bB1"];
	/** What could be moved each time the position stood, and in the three plies after. */
	const FREE: readonly Movers[] = [CHOICE, CHOICE, CHOICE, CHOICE];
	const STUCK: readonly Movers[] = [WHITE, BLACK, WHITE, BLACK];

	/** The room at the end of such plies: in every fourth of them the same position, in all others another one. */
	function roomAfter(plies: readonly Movers[]): Room {
		const first = firstRoom(repeating("stalemate"), []);
		return plies.reduce((before: Room, movers, ply) => {
			const codes = movers.map((piece) => (piece === "pass" ? PASS : (indexOfPiece(piece) << 10) | 1));
			// Where a piece has moved and may move to more than one cell, that is still one piece.
			const list = Int32Array.from(codes.flatMap((code) => (code === PASS ? [code] : [code, code + 1])));
			return { ...first, before, ply, from: { q: 0, r: 0 }, key: ply % 4 === 0 ? "same" : `${ply}`, list };
		}, first);
	}

	test.each<readonly [what: string, third: boolean, plies: readonly Movers[]]>([
		["each side has had one piece all along", true, [...STUCK, ...STUCK, WHITE]],
		["there was a choice, but only before the second time", true, [...FREE, ...STUCK, WHITE]],
		["a side had to pass, once or always", true, [...STUCK, WHITE, BLACK, PASSES, BLACK, WHITE]],
		["a side had to pass and then to move", true, [...STUCK, PASSES, BLACK, WHITE, BLACK, PASSES]],
		["neither side could do anything but pass", true, [...FREE, PASSES, PASSES, PASSES, PASSES, PASSES]],
		["White had a choice on the way", false, [...STUCK, WHITE, BLACK, ["wS1", "wA1"], BLACK, WHITE]],
		["Black had a choice on the way", false, [...STUCK, WHITE, ["bQ", "bS1"], WHITE, BLACK, WHITE]],
		["there was a choice the second time", false, [...STUCK, CHOICE, BLACK, WHITE, BLACK, WHITE]],
		["there is a choice now", false, [...STUCK, ...STUCK, ["wS1", "wG1"]]],
		["it was one piece first and another later", false, [...STUCK, WHITE, BLACK, ["wQ"], BLACK, WHITE]],
		["it was one copy of a bug and then the other", false, [...STUCK, ["wB1"], BLACK, ["wB2"], BLACK, ["wB1"]]],
		["it was the first copy and then the second", false, [...STUCK, WHITE, ["bG2"], WHITE, ["bG3"], WHITE]],
		["a side passed between two pieces", false, [...FREE, WHITE, BLACK, PASSES, BLACK, ["wQ"]]],
	])("%s", (_, isStalemate, plies) => {
		const result = repetitionResult(roomAfter(plies), repeating("stalemate"));
		expect(result).toEqual(isStalemate ? { winner: null, reason: "stalemate" } : null);
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
	test("every bug of either colour is told from every other", () => {
		const whites = ["wQ", "wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"];
		const keys = whites.flatMap((white) => {
			const game = step(start("Base+MLP", QUEEN_FIRST), white);
			return [game, ...whites.map((black) => step(game, `${black.replace("w", "b")} ${white}-`))].map(
				(it) => roomOf(it).key,
			);
		});
		expect(new Set(keys).size).toBe(8 + 64);
		const covered = ["bS1", "bB1", "bG1", "bA1", "bM", "bL", "bP"].map((black) => {
			const opening = `Base+MLP;wG1;${black} wG1-;wQ -wG1;bQ ${black}-;wB1 \\wG1`;
			return roomOf(replay(`${opening};bQ ${black}/;wB1 wG1;bQ ${black}-;wB1 ${black}`)).key;
		});
		expect(new Set(covered).size).toBe(7);
	});

	test("it matters which of two black beetles stands on White's queen", () => {
		const keys = ["-wS1", "/wS1"].map((place) => {
			const opening = `Base;wS1;bS1 wS1-;wQ ${place};bQ bS1-;wA1 \\wS1;bB1 bS1/;wA1 wS1/;bB2 bS1\\;wA1 \\wS1`;
			const first = "bB1 bS1;wA1 wS1/;bB1 wS1;wA1 \\wS1;bB1 -wS1";
			const second = "wA1 wS1/;bB2 bS1;wA1 \\wS1;bB2 wS1;wA1 wS1/;bB2 /wS1";
			return roomOf(replay([opening, first, second].join(";"))).key;
		});
		expect(new Set(keys).size).toBe(2);
	});

	/** All positions that two plies lead to, by the engine's key and written out by hand. */
	test.each([
		["beetles on a stack, and what lies under them", at.STACK_OF_SEVEN.split(";").slice(0, 26).join(";")],
		["a queen that walks above all others", "Base;wS1;bS1 wS1-;wQ \\wS1;bQ bS1-;wA1 -wS1;bA1 bQ-;wQ \\bS1;bA1 bQ\\"],
		["a pillbug, so that what has moved rests", "Base+P;wP;bB1 /wP;wQ wP/;bB2 bB1\\;wQ bB1-;bG1 /bB2;bB1 wP/;bQ bG1\\"],
	])("by hand and by its key, the same are the same: %s", (_, text) => {
		const keys = new Map<string, string>();
		const hands = new Map<string, string>();
		const game = replay(text);
		for (const one of legalMoves(game)) {
			const next = playMove(game, one);
			for (const two of legalMoves(next)) {
				const last = playMove(next, two);
				const { key } = roomOf(last);
				const hand = positionOf(last);
				expect(keys.get(hand) ?? key).toBe(key);
				expect(hands.get(key) ?? hand).toBe(hand);
				keys.set(hand, key);
				hands.set(key, hand);
			}
		}
	});

	test("a turn that was passed does not break the count", () => {
		// White can do nothing; Black goes to and fro.
		let game = edge("t-nok-pass");
		const shutIn = (it: Game) => legalMoves(it)[0] === "pass";
		expect([shutIn(game), occurrences(game)]).toEqual([true, 1]);
		game = step(game, "pass");
		const [out] = legalMoves(game).filter(
			(move) => move !== "pass" && move.from !== null && shutIn(playMove(game, move)),
		);
		if (out === undefined || out === "pass" || out.from === null) throw new Error("Black has such a move");
		for (const move of [out, "pass", { ...out, from: out.to, to: out.from }] as const) game = playMove(game, move);
		expect(occurrences(game)).toBe(2);
	});

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

	test("the white queen rests like any other piece", () => {
		// After ply 5 she has just been placed; after ply 9 all is as it was, but she has moved.
		const walk = "Base+P;wP;bA1 wP-;wG1 -wP;bQ bA1-;wQ \\wP;bQ bA1/;wQ wP/;bQ bA1-;wQ \\wP";
		expect(occurrences(replay(walk))).toBe(1);
		expect(occurrences(replay(walk.replaceAll("wP", "wS1")))).toBe(2);
	});
});
