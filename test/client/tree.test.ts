/** The tree of moves: what is tried twice stands there once, what is cut off is gone, and numbers stay what they are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
	grow,
	lineFrom,
	makeTree,
	nodeAt,
	pathTo,
	prune,
	sameMove,
	type Tree,
	textInto,
} from "../../src/client/tree.ts";
import { legalMoves, newGame } from "../../src/engine/game.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";

const start = newGame(RULE_SETS.official, []);
const first = legalMoves(start);

/** A tree of random tries: each grows from some node by some of its moves. */
function planted(tries: readonly (readonly [number, number])[]): Tree {
	let { tree } = makeTree(start, []);
	for (const [node, choice] of tries) {
		const at = node % tree.length;
		const moves = legalMoves(nodeAt(tree, at).game);
		const move = moves[choice % moves.length];
		if (move) ({ tree } = grow(tree, at, move));
	}
	return tree;
}

test("a move tried again leads where it led", () => {
	const move = first[0];
	if (!move) throw new Error("there is a first move");
	const { tree } = makeTree(start, []);
	const once = grow(tree, 0, move);
	expect(grow(once.tree, 0, move)).toEqual(once);
	expect([textInto(once.tree, 0), textInto(once.tree, once.at)]).toEqual([
		null,
		nodeAt(once.tree, once.at).game.plies[0]?.text,
	]);
});

test("a game's own line is its path, and lines go on by what was tried first", () => {
	const moves = first.slice(0, 1);
	const { tip, tree } = makeTree(start, moves);
	expect([pathTo(tree, tip), lineFrom(tree, 0), nodeAt(tree, tip).ply]).toEqual([[0, 1], [0, 1], 1]);
});

test("an impossible game is no tree", () => {
	const move = first[0];
	if (!move) throw new Error("there is a first move");
	expect(() => makeTree(start, [move, move])).toThrow();
	expect(() => nodeAt(makeTree(start, []).tree, 5)).toThrow(RangeError);
});

test("passes are like passes alone", () => {
	const move = first[0] ?? "pass";
	expect([sameMove("pass", "pass"), sameMove(move, "pass"), sameMove(move, move)]).toEqual([true, false, true]);
});

test("whatever is cut off: it and all after it are gone, and everything else stands where it stood", () => {
	const tries = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 1, maxLength: 12 });
	fc.assert(
		fc.property(tries, fc.nat(50), (given, which) => {
			const tree = planted(given);
			const at = which % tree.length;
			const cut = prune(tree, at);
			expect(cut).toHaveLength(tree.length);
			for (const [index, node] of tree.entries()) {
				if (!node) continue;
				const under = at > 0 && pathTo(tree, index).includes(at);
				if (under) expect(cut[index]).toBeNull();
				else {
					expect(nodeAt(cut, index).game).toBe(node.game);
					expect(nodeAt(cut, index).children).toEqual(node.children.filter((child) => child !== at || at === 0));
				}
			}
		}),
		{ numRuns: 30 },
	);
});
