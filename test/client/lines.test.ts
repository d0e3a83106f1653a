/** What was tried on a tree as conditional lines, and back: what is written, what is left out, and that the match takes it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growLines, linesOf } from "../../src/client/lines.ts";
import { grow, makeTree, nodeAt, type Tree } from "../../src/client/tree.ts";
import { type Game, legalMoves } from "../../src/engine/game.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { checkLines, countLines, type Line, makeLine } from "../../src/match/lines.ts";
import { BOTH_SURROUNDED, begin, played, SHUT_OUT } from "../match/games.ts";

const OPENED = played(begin(), "wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bB1 bG1/;wS2 \\wQ");
const SHUTTING = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.split(";").slice(0, -2).join(";"));
/** Black to move. */
const OPENING = OPENED.state.game;
/** Black to move; after `bQ -wA2` White may shut Black out by `wM /bG1`, again by `wS1 wA2/`, not by `wA1 bQ/`. */
const SHUT = SHUTTING.state.game;
/** White to move: `wM /bG1` shuts Black out. */
const BEFORE_SHUT = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.slice(0, SHUT_OUT.lastIndexOf(";"))).state.game;
/** Black to move, as White closes both queens next. */
const LAST = played(begin(), BOTH_SURROUNDED.split(";").slice(0, -2).join(";")).state.game;

const treeOf = (game: Game): Tree => makeTree(game, []).tree;
const line = (theirs: string | undefined, answer?: string, ...next: readonly Line[]) => makeLine(theirs, answer, next);

/** Plays ways from the beginning of a tree, one after the other. */
function tried(game: Game, ...ways: readonly (readonly string[])[]): Tree {
	let tree = treeOf(game);
	for (const way of ways) {
		let at = 0;
		for (const text of way) {
			const move = parseMove(nodeAt(tree, at).game, text);
			if (!move.ok) throw new Error(`${text}: ${move.error.reason}`);
			({ tree, at } = grow(tree, at, move.value));
		}
	}
	return tree;
}

describe("lines are written from what was tried", () => {
	test.each<[string, Tree, readonly Line[]]>([
		["nothing from nothing", treeOf(OPENING), []],
		["nothing for a move of the opponent without an answer", tried(OPENING, ["bA1 bQ-"]), []],
		["one for an answer", tried(OPENING, ["bA1 bQ-", "wG1 /wS1"]), [line("bA1 bQ-", "wG1 wQ\\")]],
		[
			"one for each move that is answered, in the order in which they were tried",
			tried(OPENING, ["bB1 bG1", "wA1 bQ-"], ["bG2 bQ-"], ["bA1 bQ-", "wG1 /wS1"]),
			[line("bB1 bG1", "wA1 bQ-"), line("bA1 bQ-", "wG1 wQ\\")],
		],
		[
			"what goes on below an answer, up to the last one",
			tried(OPENING, ["bA1 bQ-", "wG1 /wS1", "bA2 bA1-", "wG2 /wG1", "bA3 bA2-"]),
			[line("bA1 bQ-", "wG1 wQ\\", line("bA2 bA1-", "wG2 /wG1"))],
		],
		[
			"a forced pass of the opponent is skipped and not written",
			tried(SHUT, ["bQ -wA2", "wM /bG1", "pass", "wS1 wA2/", "pass", "wA1 bQ/"]),
			[line("bQ bG1-", "wM /bG1", line(undefined, "wS1 wA2/", line(undefined, "wA1 bQ/")))],
		],
		[
			"nothing after a pass that was not yet played there",
			tried(SHUT, ["bQ -wA2", "wM /bG1"]),
			[line("bQ bG1-", "wM /bG1")],
		],
	])("%s", (_, tree, expected) => {
		const { lines } = linesOf(tree, 0, "white");
		expect(lines).toEqual(expected);
	});

	test("a pass of one's own is skipped, too", () => {
		const tree = tried(BEFORE_SHUT, ["wM /bG1", "pass", "wS1 wA2/", "pass", "wA1 bQ/", "bS1 \\bG1"]);
		expect(linesOf(tree, 0, "black").lines).toEqual([
			line("wM /bG1", undefined, line("wS1 wA2/", undefined, line("wA1 bQ/", "bS1 \\bG1"))),
		]);
	});

	test("an answer that ends the game has nothing after it", () => {
		expect(linesOf(tried(LAST, ["bB1 -bA3", "wA2 -wB1"]), 0, "white").lines).toEqual([line("bB1 -bA3", "wA2 bA2-")]);
	});

	test("of several answers to one move the first counts, and it is told how often that is so", () => {
		const tree = tried(OPENING, ["bA1 bQ-", "wG1 /wS1"], ["bA1 bQ-", "wG1 -wA1"]);
		expect(linesOf(tree, 0, "white")).toEqual({ lines: [line("bA1 bQ-", "wG1 wQ\\")], doubled: 1 });
	});

	test("below one's own move, the answers that go along with it", () => {
		const tree = tried(BEFORE_SHUT, ["wM /bG1", "pass", "wS1 wA2/", "pass", "wA1 bQ/"]);
		const [move] = nodeAt(tree, 0).children;
		expect(linesOf(tree, move ?? 0, "white").lines).toEqual([line(undefined, "wS1 wA2/", line(undefined, "wA1 bQ/"))]);
	});

	test("an armed answer to any other move stays, where it cannot be drawn", () => {
		const any = line("*", "wG1 /wS1");
		const armed = [line("bA1 bQ-", "wG1 wQ\\", any), any, line("bB1 bG1", "wA1 bQ-", any)];
		const tree = growLines(treeOf(OPENING), 0, armed);
		expect(linesOf(tree, 0, "white", armed).lines).toEqual([armed[0], armed[2], any]);
		expect(linesOf(treeOf(OPENING), 0, "white", armed).lines).toEqual([any]);
	});
});

test("armed lines that no longer fit the game are left out of its tree", () => {
	const tree = growLines(treeOf(OPENING), 0, [
		line("bG1 bQ-", "wG1 /wS1"),
		line("bA1 bQ-", "wS1 wA1-"),
		line("nonsense"),
	]);
	expect(tree.length).toBe(2);
});

test("ways through lines are counted as a reader counts them", () => {
	const next = line("bA2 bA1-", "wG2 /wG1");
	expect(countLines([])).toBe(0);
	expect(countLines([line("bA1 bQ-", "wG1 wQ\\", next, next), line("bB1 bG1", "wA1 bQ-")])).toBe(3);
});

describe("whatever is tried", () => {
	/** Each step plays some move at some position, and the pass that it forces, as a table does. */
	const steps = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 14 });
	const treeBy = (game: Game, list: readonly (readonly [number, number])[]): Tree =>
		list.reduce((tree, [where, which]) => {
			const at = where % tree.length;
			const moves = legalMoves(nodeAt(tree, at).game);
			const move = moves[which % Math.max(1, moves.length)];
			if (!move) return tree;
			const grown = grow(tree, at, move);
			const [forced, ...others] = legalMoves(nodeAt(grown.tree, grown.at).game);
			return forced === "pass" && others.length === 0 ? grow(grown.tree, grown.at, forced).tree : grown.tree;
		}, treeOf(game));

	test.each([
		["in the opening", OPENED],
		["where passes are forced", SHUTTING],
	])("the match takes the lines as they are, and a tree grown from them gives them again, %s", (_, log) => {
		fc.assert(
			fc.property(steps, (list) => {
				const { lines } = linesOf(treeBy(log.state.game, list), 0, "white");
				expect(checkLines(log.state, "white", lines, "/lines")).toEqual({ ok: true, value: lines });
				const again = growLines(treeOf(log.state.game), 0, lines);
				expect(linesOf(again, 0, "white")).toEqual({ lines, doubled: 0 });
			}),
			{ numRuns: 60 },
		);
	});
});
