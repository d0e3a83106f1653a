/** Faults that other programs had: each stands here as a row, so that none becomes ours. */
import { describe, expect, test } from "vitest";
import { boardOf, type Game, makeMove, occurrences } from "../../src/engine/game.ts";
import { makeGameString, parseGameString, stateOf } from "../../src/engine/gamestring.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { canonList, PLAIN, readOwn, readRows, replay, start, step, targetsOf, tryMove } from "./corpus.ts";

type Fault = { readonly id: string; readonly kind: string; readonly symptom: string; readonly position: string };

const rows = readRows<Fault>(readOwn("known-faults.jsonl")).filter((row) => row.kind === "rules");

/** Where a piece may go, spelled as the fault's text spells it: all of it, nothing else. */
function expectExactly(game: Game, piece: string, moves: readonly string[]): void {
	expect(targetsOf(game, piece)).toEqual(moves.map((text) => tryMove(game, text).split("@")[1]).sort());
	expect(moves.map((text) => tryMove(game, text))).toEqual(moves.map(() => expect.stringContaining(`${piece}@`)));
}

function expectLegal(game: Game, ...moves: readonly string[]): void {
	expect(moves.map((text) => [text, tryMove(game, text)])).toEqual(
		moves.map((text) => [text, expect.stringMatching("@")]),
	);
}

function expectRefused(game: Game, reason: string, ...moves: readonly string[]): void {
	expect(moves.map((text) => [text, tryMove(game, text)])).toEqual(moves.map((text) => [text, reason]));
}

const CHECKS: Readonly<Record<string, (game: Game) => void>> = {
	B01: (game) => expectExactly(game, "bS1", ["bS1 bB1-", "bS1 bB1/", "bS1 wG1-", "bS1 wG1/"]),
	B02: (game) => {
		expect(targetsOf(game, "wS1")).toHaveLength(4);
		expectLegal(game, "wS1 bS1\\", "wS1 /wQ");
		expect(canonList(game)).toHaveLength(32);
	},
	B04: (game) => {
		expectExactly(game, "bS1", ["bS1 /wG1", "bS1 \\bQ"]);
		expectRefused(game, "UNREACHABLE", "bS1 bQ-", "bS1 wG1-");
	},
	B06: (game) => {
		expectExactly(game, "bB1", ["bB1 -bQ", "bB1 /bQ", "bB1 /wA1", "bB1 wA1", "bB1 wQ", "bB1 wQ-"]);
	},
	B08: (game) => {
		expectExactly(game, "wB1", ["wB1 bB1", "wB1 bQ", "wB1 wB2", "wB1 wB2/", "wB1 wL/"]);
		expectRefused(game, "GATE", "wB1 -bB1");
	},
	B10: (game) => {
		expectExactly(game, "wL", ["wL -bA2", "wL -wM", "wL bA2-", "wL wA3-"]);
		expect(canonList(game)).toHaveLength(80);
	},
	B12: (game) => expectExactly(game, "wL", ["wL -wB1", "wL /bS1", "wL /wB1", "wL wQ-"]),
	B14: (game) => expectLegal(game, "wG2 -wG1"),
	B16: (game) => {
		expect(canonList(game).every((move) => !/^w(B1|A1)@/.test(move))).toBe(true);
		expectRefused(game, "QUEEN_NOT_PLACED", "wB1 bB1");
		const next = step(game, "wS1 -wA1");
		expectLegal(next, "bQ bB1/");
	},
	B18: (game) => {
		expect(new Set(canonList(game).map((move) => move.slice(0, 2)))).toEqual(new Set(["wQ"]));
		const next = step(game, "wQ -wS1");
		expect(new Set(canonList(next).map((move) => move.slice(0, 2)))).toEqual(new Set(["bQ"]));
	},
	B20: (game) => expectRefused(game, "JUST_MOVED", "wQ -bP", "wQ -bQ", "wQ -wA1"),
	B22: (game) => {
		expectRefused(game, "JUST_MOVED", "bQ -wP", "bQ /wP");
		for (const text of ["bQ -wP", "bQ /wP", "bQ \\wP", "bQ wP/"]) expect(parseMove(game, text).ok).toBe(false);
	},
	B24: (game) => expectLegal(game, "bB1 -bM", "bB1 -wM", "bQ -bM", "bQ -wM"),
	B26: (game) => {
		expectLegal(game, "bQ bP-", "bQ wB1-");
		expectRefused(game, "GATE", "bQ -bP");
	},
	B28: (game) => expect(targetsOf(game, "wM")).toHaveLength(11),
	B30: (game) => {
		expect(targetsOf(game, "bM")).toEqual([]);
		expect(canonList(game)).toHaveLength(32);
	},
	B32: (game) => {
		expect(canonList(game)).toHaveLength(5);
		expect([...targetsOf(game, "bB1"), ...targetsOf(game, "bQ")]).toEqual([]);
	},
	B34: (game) => expectLegal(game, "wA1 -bA1", "wA1 -wG1", "wA1 -wQ", "wA1 /bA1"),
	B36: (game) => {
		expect([game.plies.length, stateOf(game)]).toEqual([13, "Draw"]);
		expect(game.result).toEqual({ winner: null, reason: "both-surrounded" });
	},
	B38: (game) => {
		expect(game.plies).toHaveLength(27);
		expect(Math.max(...boardOf(game).map((it) => it.z)) + 1).toBe(7);
		expect(canonList(game)).toHaveLength(37);
		const again = parseGameString(makeGameString(game), PLAIN);
		expect(again.ok && boardOf(again.value)).toEqual(boardOf(game));
	},
	B39: (game) => {
		expect(occurrences(game)).toBe(2);
		expect([stateOf(game), canonList(game).length]).toEqual(["InProgress", 49]);
	},
	B40: (game) => {
		expect([game.plies.length, game.result]).toEqual([18, { winner: null, reason: "repetition" }]);
		expect(occurrences(game)).toBe(3);
	},
	B41: (game) => {
		expect([game.plies.length, game.result]).toEqual([12, { winner: null, reason: "repetition" }]);
		expect(occurrences(game)).toBe(3);
	},
	B42: (game) => {
		const spelled = ["bA1 wA1\\", "bA1 bB1\\"].map((text) => {
			const move = parseMove(game, text);
			return move.ok && makeMove(game, move.value);
		});
		expect(spelled).toEqual(["bA1 bB1\\", "bA1 bB1\\"]);
	},
	B44: (game) => {
		const before = makeGameString(game);
		expectRefused(game, "NO_SUCH_PIECE", "wG1 bS2-", "wG1 wB2/");
		expect(makeGameString(game)).toBe(before);
	},
	B46: (game) => {
		expect(tryMove(game, "wB1")).toBe("wB1@0,0");
		expectRefused(step(game, "wB1"), "BAD_NOTATION", "bB1", "bS1");
	},
	// The dialect itself is read elsewhere; here only that the list it stands for is a game.
	B48: () => expect(makeGameString(replay("Base;wA1;bG1 wA1-;wQ \\wA1"))).toContain(";wA1;bG1 wA1-;wQ \\wA1"),
};

describe("faults that other programs had", () => {
	test.each(rows.map((row) => [row.id, row.symptom, row] as const))("%s %s", (id, _, row) => {
		const game = row.position.startsWith("(") ? start("Base") : replay(row.position, RULE_SETS.tournament);
		CHECKS[id]?.(game);
	});

	test("every row about the rules has a check here", () => {
		expect(rows.map((row) => row.id)).toEqual(Object.keys(CHECKS));
	});
});
