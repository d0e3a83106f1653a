/** What several of the five documents say in much the same words, as checks that take the rule set they speak of. */
import { expect } from "vitest";
import {
	boardOf,
	type Game,
	legalMoves,
	mustPass,
	playMove,
	reserveOf,
	surroundedSides,
} from "../../src/engine/game.ts";
import { RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import { replay, start, step, targetsOf, tryMove } from "./corpus.ts";
import * as at from "./positions.ts";
import { edge, randomGame } from "./positions.ts";

const { sarang } = RULE_SETS;

export const BASE_RESERVE = { Q: 1, S: 2, B: 2, G: 3, A: 3 };

/** Where something may be placed. */
export function spots(game: Game): readonly string[] {
	const placed = legalMoves(game).filter((move) => move !== "pass" && move.from === null);
	return [...new Set(placed.map((move) => (move === "pass" ? "" : `${move.to.q},${move.to.r}`)))].sort();
}

/** The pieces that may be moved, thrown ones too. */
export function movers(game: Game): readonly string[] {
	const moved = legalMoves(game).filter((move) => move !== "pass" && move.from !== null);
	return [...new Set(moved.map((move) => (move === "pass" ? "" : move.piece)))].sort();
}

export const heightAt = (game: Game, q: number, r: number) =>
	boardOf(game).filter((it) => it.q === q && it.r === r).length;

export const agree = {
	secondTouchesFirst(rules: RuleSet) {
		const game = step(start("Base", rules), "wS1");
		expect(spots(game)).toEqual(["-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,0"]);
		expect(tryMove(game, "bG1 wS1")).toBe("OCCUPIED");
	},
	placeByOwnColour(rules: RuleSet) {
		const game = replay("Base;wS1;bS1 wS1-", rules);
		expect(spots(game)).toEqual(["-1,0", "-1,1", "0,-1"]);
		expect([tryMove(game, "wA1 wS1/"), tryMove(game, "wA1 bS1-")]).toEqual(["TOUCHES_OPPONENT", "TOUCHES_OPPONENT"]);
	},
	elevenPieces(rules: RuleSet) {
		expect(reserveOf(start("Base", rules))).toEqual({ white: BASE_RESERVE, black: BASE_RESERVE });
	},
	queenByFourthTurn(rules: RuleSet) {
		for (const opening of ["Base;wS1;bS1 wS1-", "Base;wS1;bS1 wS1-;wB1 \\wS1;bB1 bS1/"]) {
			expect(targetsOf(replay(opening, rules), "wQ")).not.toEqual([]);
		}
		const due = edge("queen-by-turn-4", rules);
		expect(new Set(legalMoves(due).map((move) => move !== "pass" && move.piece))).toEqual(new Set(["wQ"]));
		expect(tryMove(due, "wG2 -wG1")).toBe("QUEEN_DUE");
		expect(tryMove(step(due, "wQ -wS1"), "bG2 bG1\\")).toBe("QUEEN_DUE");
	},
	noMoveBeforeQueen(rules: RuleSet) {
		const game = edge("no-move-before-own-queen", rules);
		expect([movers(game), tryMove(game, "wB1 -wS1")]).toEqual([[], "QUEEN_NOT_PLACED"]);
		expect(movers(step(step(game, "wQ -wS1"), "bA1 bQ-"))).not.toEqual([]);
	},
	oneHive(rules: RuleSet) {
		const game = replay(at.LINK, rules);
		expect([targetsOf(game, "wA1"), tryMove(game, "wA1 \\wA1")]).toEqual([[], "ONE_HIVE"]);
		expect(targetsOf(edge("ring-no-pin", rules), "wA1")).toHaveLength(16);
	},
	stuckWhenLockedIn(rules: RuleSet) {
		expect(targetsOf(replay(at.LOCKED_ANT, rules), "bA1")).toEqual([]);
		expect(tryMove(edge("gate-ground-ant", rules), "bA1 wS1-")).toBe("GATE");
		expect(targetsOf(replay(at.HOLE_FOR_HOPPER, rules), "wG2")).toContain("-1,0");
		expect(targetsOf(edge("gate-ground-beetle-drops-in", rules), "bB1")).toContain("1,0");
	},
	queenOneStep(rules: RuleSet) {
		expect(targetsOf(edge("t-nok-queen-moves", rules), "wQ")).toEqual(["-1,0", "1,-1"]);
	},
	beetleOneStepOrUp(rules: RuleSet) {
		const game = edge("t-nok-beetle-moves", rules);
		expect(targetsOf(game, "wB1")).toEqual(["-1,1", "0,-1", "0,1", "1,-1", "1,0"]);
		expect(tryMove(game, "wB1 bB1")).toBe("wB1@1,0");
	},
	beetleIsFreeOnTop(rules: RuleSet) {
		// Up between two stacks, and down between two stacks; on the table (-1,1) stays closed by the ordinary gate.
		expect(targetsOf(edge("t-nok-beetle-gate", rules), "wB1")).toEqual(["-1,0", "0,-1", "0,1", "1,-1", "1,0"]);
		expect(targetsOf(edge("t-nok-beetle-gate", sarang), "wB1")).toEqual(["-1,0", "0,-1", "0,1", "1,0"]);
		expect(targetsOf(randomGame("rnd-Base-20", 31, rules), "bB1")).toContain("0,0");
		expect(targetsOf(randomGame("rnd-Base-20", 31, sarang), "bB1")).not.toContain("0,0");
		const covered = replay(at.COVERED_BEETLE, rules);
		expect([targetsOf(covered, "wB1"), tryMove(covered, "wB1 bS1")]).toEqual([[], "COVERED"]);
	},
	coveredIsStuck(rules: RuleSet) {
		const game = replay(at.COVERED_SPIDER, rules);
		expect([targetsOf(game, "wS1"), tryMove(game, "wS1 /wQ")]).toEqual([[], "COVERED"]);
		// Once the beetle has left, it is a link like any other.
		expect(tryMove(step(step(game, "wB1 wQ"), "bA1 bQ-"), "wS1 /wQ")).toBe("ONE_HIVE");
	},
	stackHasTopColour(rules: RuleSet) {
		expect(tryMove(replay(at.COVERED_SPIDER, rules), "wA1 wQ-")).toBe("TOUCHES_OPPONENT");
		expect(tryMove(replay(at.CLAIMED_CELL, rules), "wA1 wQ-")).toBe("wA1@1,-1");
	},
	jumpStraight(rules: RuleSet) {
		expect(targetsOf(replay(at.GAP_IN_ROW, rules), "wG1")).toEqual(["1,-2", "2,0"]);
		expect(targetsOf(edge("t-nok-grasshopper-moves", rules), "wG1")).toEqual(["-2,2", "0,2", "3,0"]);
		expect(targetsOf(replay(at.HOLE_FOR_HOPPER, rules), "wG2")).toContain("-1,0");
	},
	spiderThreeSteps(rules: RuleSet) {
		expect(targetsOf(edge("t-nok-spider-moves", rules), "wS1")).toEqual(["-2,2", "0,1", "1,1", "2,-1"]);
		expect(targetsOf(edge("t-mzt-ValidMovesForSpiderTest-2", rules), "wS1")).toHaveLength(4);
		const noWayBack = replay("Base;wG1;bS1 wG1/;wQ -wG1;bQ \\bS1;wQ -bS1", rules);
		expect(targetsOf(noWayBack, "bS1")).toHaveLength(2);
		expect([tryMove(noWayBack, "bS1 bQ-"), tryMove(noWayBack, "bS1 wG1-")]).toEqual(["UNREACHABLE", "UNREACHABLE"]);
	},
	antAnywhere(rules: RuleSet) {
		expect(targetsOf(edge("t-nok-ant-moves", rules), "wA1")).toHaveLength(16);
		expect(targetsOf(edge("gate-ground-ant", rules), "bA1")).toHaveLength(13);
	},
	contactAllTheWay(rules: RuleSet) {
		const game = edge("slide-keeps-contact", rules);
		expect([targetsOf(game, "wQ"), tryMove(game, "wQ /bG1")]).toEqual([["-1,3", "0,1"], "UNREACHABLE"]);
	},
	passWhenNothingElse(rules: RuleSet) {
		const game = edge("t-nok-pass", rules);
		expect([legalMoves(game), mustPass(game)]).toEqual([["pass"], true]);
		const next = step(game, "pass");
		expect([next.toMove, tryMove(next, "pass")]).toEqual(["black", "NOT_FORCED"]);
		// As long as Black leaves White shut out, White passes again and Black plays on.
		expect(legalMoves(next).some((move) => mustPass(playMove(next, move)))).toBe(true);
	},
	surroundedLoses(rules: RuleSet) {
		expect(edge("t-nok-white-wins", rules).result).toEqual({ winner: "white", reason: "surround" });
		expect(edge("t-nok-black-suicide", rules).result).toEqual({ winner: "white", reason: "surround" });
		expect(randomGame("rnd-Base-8", 22, rules).result).toEqual({ winner: "black", reason: "surround" });
	},
	anyColourSurrounds(rules: RuleSet) {
		const game = edge("t-nok-white-wins", rules);
		const queen = boardOf(game).find((it) => it.piece === "bQ");
		const ring = boardOf(game).filter((it) => distance(it, queen ?? it) === 1);
		expect(ring).toHaveLength(6);
		expect(new Set(ring.map((it) => it.piece[0]))).toEqual(new Set(["w", "b"]));
		expect([surroundedSides(game, "black"), game.result?.winner]).toEqual([6, "white"]);
	},
	winsWithReserve(rules: RuleSet) {
		expect(reserveOf(edge("t-nok-white-wins", rules)).white).toEqual({ S: 1, B: 2, G: 2, A: 2 });
	},
	bothAtOnceIsDraw(rules: RuleSet) {
		expect(edge("t-nok-draw", rules).result).toEqual({ winner: null, reason: "both-surrounded" });
	},
	neverLeavesPlay(rules: RuleSet) {
		let game = start("Base", rules);
		for (const { text } of randomGame("rnd-Base-0", 60).plies) {
			const before = new Set(boardOf(game).map((it) => it.piece));
			game = step(game, text);
			expect(boardOf(game).filter((it) => before.has(it.piece))).toHaveLength(before.size);
		}
	},
};

export function distance(a: { q: number; r: number }, b: { q: number; r: number }): number {
	return Math.max(Math.abs(a.q - b.q), Math.abs(a.r - b.r), Math.abs(a.q + a.r - b.q - b.r));
}

/** The queen may be the first piece of either side. */
export function queenAtOnce(rules: RuleSet): void {
	expect(tryMove(start("Base", rules), "wQ")).toBe("wQ@0,0");
	expect(tryMove(replay("Base;wS1", rules), "bQ wS1-")).toBe("bQ@1,0");
}
