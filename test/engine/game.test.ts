/** A game as a value: how it begins, what it shows, and that playing a move leaves the game before it as it was. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	boardOf,
	type Game,
	lastMovedPiece,
	legalMoves,
	makeMove,
	mustPass,
	newGame,
	occurrences,
	occurrencesAfter,
	playMove,
	reserveOf,
	surroundedSides,
} from "../../src/engine/game.ts";
import { makeGameString, parseGameString } from "../../src/engine/gamestring.ts";
import type { Move } from "../../src/engine/move.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { roomOf } from "../../src/engine/position.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { canonList, PLAIN, positionOf, QUEEN_FIRST, replay, start, step } from "./corpus.ts";
import * as at from "./positions.ts";
import { edge } from "./positions.ts";
import { anyGame, anyType, choices, walk } from "./walks.ts";

describe("a new game", () => {
	test("is White's, with nothing on the table", () => {
		const game = start("Base+MP");
		expect(game).toEqual({ rules: PLAIN, expansions: ["M", "P"], plies: [], toMove: "white", result: null });
		expect(boardOf(game)).toEqual([]);
		expect(reserveOf(game).black).toEqual({ Q: 1, S: 2, B: 2, G: 3, A: 3, M: 1, P: 1 });
		expect([surroundedSides(game, "white"), lastMovedPiece(game), occurrences(game)]).toEqual([0, null, 1]);
	});

	test("takes its expansions in any order, but none that its rule set lacks", () => {
		expect(newGame(RULE_SETS.official, ["P", "M"]).expansions).toEqual(["M", "P"]);
		expect(() => newGame(RULE_SETS.colonia, ["P"])).toThrow("colonia does not allow P");
	});
});

describe("a game value", () => {
	test("never changes, whatever is played on from it and in whatever order it is asked", () => {
		fc.assert(
			fc.property(anyType(), choices(30), choices(12), choices(12), (type, trunk, left, right) => {
				const game = walk(start(type), trunk);
				const before = structuredClone({ game, list: canonList(game), board: boardOf(game) });
				const branches = [walk(game, left), walk(game, right)];
				const lists = branches.map(canonList);
				expect({ game, list: canonList(game), board: boardOf(game) }).toEqual(before);
				// Walking between the branches gives each what it had.
				for (const [i, branch] of [...branches.entries(), ...branches.entries()]) {
					expect(canonList({ ...branch })).toEqual(lists[i]);
					expect(boardOf(branch)).toEqual(boardOf(structuredClone(branch)));
				}
			}),
			{ numRuns: 60 },
		);
	});

	test("is plain: a copy that came over a wire plays on like the original", () => {
		const game = replay(at.COVERED_SPIDER, RULE_SETS.tournament);
		const copy = JSON.parse(JSON.stringify(game)) as Game;
		expect(copy).toEqual(game);
		expect(legalMoves(copy)).toEqual(legalMoves(game));
		expect(makeGameString(step(copy, "wB1 bS1"))).toBe(makeGameString(step(game, "wB1 bS1")));
	});

	test("counts repetitions over a copy as over the original", () => {
		const game = replay(at.QUEENS_DANCE, RULE_SETS.official);
		expect(occurrences(JSON.parse(JSON.stringify(game)) as Game)).toBe(3);
	});

	test("lists the same moves in the same order however it came about", () => {
		fc.assert(
			fc.property(anyGame(40), (game) => {
				const copy = structuredClone(game);
				expect(legalMoves(copy)).toEqual(legalMoves(game));
				// Worked out once, for a copy too.
				for (const it of [game, copy]) expect(legalMoves(it)).toBe(legalMoves(it));
			}),
			{ numRuns: 40 },
		);
	});

	test("goes on from where the game before it stands, so that nothing is played twice", () => {
		const game = replay(at.OPEN);
		for (const move of legalMoves(game).slice(0, 5)) {
			const next = playMove(game, move);
			expect(roomOf(next).before).toBe(roomOf(game));
		}
	});

	test("refuses to play what is not one of its legal moves, for that is a bug", () => {
		const game = replay(at.OPEN);
		const [first] = legalMoves(game);
		if (first === undefined || first === "pass") throw new Error("there are moves");
		expect(() => playMove(game, "pass")).toThrow("not a legal move here");
		expect(() => playMove(game, { ...first, to: { ...first.to, z: 3 } })).toThrow("not a legal move here");
		// The same cell of the board's torus, but not the same place.
		expect(() => playMove(game, { ...first, to: { ...first.to, q: first.to.q + 32 } })).toThrow(
			"not a legal move here",
		);
		expect(() => makeMove(game, { piece: "bQ", from: null, to: { q: 9, r: 9, z: 0 } })).toThrow(
			"not a legal move here",
		);
		expect(mustPass(game)).toBe(false);
		const won = edge("t-nok-white-wins");
		expect([legalMoves(won), mustPass(won)]).toEqual([[], false]);
		expect(() => playMove(won, "pass")).toThrow("over");
	});
});

describe("what a game shows", () => {
	test("coordinates: the first piece at (0,0), each direction by its sign", () => {
		const places = ["bS1 wS1-", "bS1 wS1/", "bS1 \\wS1", "bS1 -wS1", "bS1 /wS1", "bS1 wS1\\"].map((text) => {
			const board = boardOf(step(replay("Base;wS1"), text));
			return board.map(({ piece, q, r, z }) => `${piece} ${q},${r},${z}`).find((it) => it.startsWith("b"));
		});
		expect(places).toEqual(["bS1 1,0,0", "bS1 1,-1,0", "bS1 0,-1,0", "bS1 -1,0,0", "bS1 -1,1,0", "bS1 0,1,0"]);
	});

	test("a move says where it comes from and the height at both ends", () => {
		const game = replay(at.COVERED_SPIDER);
		expect(game.plies.at(-2)?.move).toEqual({ piece: "wB1", from: { q: -1, r: 0, z: 0 }, to: { q: 0, r: 0, z: 1 } });
		expect(game.plies[0]).toEqual({
			move: { piece: "wS1", from: null, to: { q: 0, r: 0, z: 0 } },
			text: "wS1",
			side: "white",
		});
		const down = parseMove(game, "wB1 -wS1");
		expect(down.ok && down.value).toEqual({ piece: "wB1", from: { q: 0, r: 0, z: 1 }, to: { q: -1, r: 0, z: 0 } });
	});

	test("the pieces from bottom to top, then row by row", () => {
		expect(boardOf(replay(at.COVERED_SPIDER)).map((it) => it.piece)).toEqual(["wQ", "wS1", "bS1", "bQ", "bA1", "wB1"]);
	});

	test("how high a piece stands, on a white queen too", () => {
		const heights = (text: string) => boardOf(replay(text)).map(({ piece, z }) => `${piece} ${z}`);
		expect(heights(`${at.BEETLE_BESIDE_QUEEN};bB1 wQ`).slice(-1)).toEqual(["bB1 1"]);
		const stack = heights(at.STACK_OF_SEVEN).filter((it) => !it.endsWith(" 0"));
		expect(stack).toEqual(["bB1 1", "bM 2", "bB2 3", "wB2 4", "wM 5", "wB1 6"]);
	});

	test("true coordinates, however far the hive drifts from where it began", () => {
		// Whoever can go farthest to the right goes there, the last to the front.
		let game = replay("Base;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA2 -wQ;bA2 bQ-");
		const gain = (move: Move) => (move === "pass" || move.from === null ? 0 : move.to.q - move.from.q);
		for (let ply = 0; ply < 150 && game.result === null; ply++) {
			const [best] = [...legalMoves(game)].sort((a, b) => gain(b) - gain(a));
			if (best !== undefined) game = playMove(game, best);
		}
		expect(Math.min(...boardOf(game).map((it) => it.q))).toBeGreaterThan(32);
		expect(boardOf(structuredClone(game))).toEqual(boardOf(game));
		expect(parseGameString(makeGameString(game), PLAIN)).toEqual({ ok: true, value: game });
	});

	test("what is left in reserve", () => {
		const { white, black } = reserveOf(replay("Base+M;wS1;bM wS1-;wB1 -wS1;bQ bM-"));
		expect([white, black]).toEqual([
			{ Q: 1, S: 1, B: 1, G: 3, A: 3, M: 1 },
			{ S: 2, B: 2, G: 3, A: 3 },
		]);
	});

	test("how far a queen is surrounded", () => {
		const won = edge("t-nok-white-wins");
		expect([surroundedSides(won, "black"), surroundedSides(won, "white")]).toEqual([6, 4]);
		expect(surroundedSides(replay(at.OPEN), "black")).toBe(1);
		// The first piece of a game may be the queen.
		const early = replay("Base;wQ;bS1 wQ-", QUEEN_FIRST);
		expect([surroundedSides(early, "white"), surroundedSides(early, "black")]).toEqual([1, 0]);
	});

	test("which piece rests, where a pillbug is in play", () => {
		expect(lastMovedPiece(replay("Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-;wQ /wP"))).toBe("wQ");
		expect(lastMovedPiece(replay("Base+P;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ /wS1"))).toBe(null);
		expect(lastMovedPiece(replay("Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-"))).toBe(null);
	});
});

describe("how often a position has stood", () => {
	test("is known before the move that brings it back", () => {
		const dance = at.QUEENS_DANCE.split(";");
		const game = replay(dance.slice(0, -1).join(";"), RULE_SETS.tournament);
		const back = parseMove(game, dance.at(-1) ?? "");
		if (!back.ok) throw new Error("the dance goes on");
		expect([occurrences(game), occurrencesAfter(game, back.value)]).toEqual([2, 3]);
		for (const move of legalMoves(game)) {
			expect(occurrencesAfter(game, move)).toBe(occurrences(playMove(game, move)));
		}
		expect(playMove(game, back.value).result?.reason).toBe("repetition");
	});

	test("agrees with positions compared by hand, in any game", () => {
		fc.assert(
			fc.property(anyType(), choices(60), (type, list) => {
				let game = start(type);
				const seen: string[] = [];
				for (const choice of list) {
					// Few and small steps make repetitions likely.
					game = walk(game, [game.plies.length < 8 ? choice : (choice % 4) * 3 + 1]);
					seen.push(positionOf(game));
					if (game.result !== null) break;
					expect(occurrences(game)).toBe(seen.filter((it) => it === seen.at(-1)).length);
				}
			}),
			{ numRuns: 60 },
		);
	});
});
