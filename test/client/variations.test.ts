/** Trees of what was tried: as lists, with a branch put first, and kept over a reload. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGame } from "../../src/client/kept-game.ts";
import { findTree, forgetTrees, graft, keepTree, nameOfGame, readKept, writeTree } from "../../src/client/kept-tree.ts";
import { makeState } from "../../src/client/state.ts";
import { step } from "../../src/client/step.ts";
import { grow, makeTree, nodeAt, pathTo, prune, type Tree, textInto } from "../../src/client/tree.ts";
import { drawTree, drawTried, isBeside, promote } from "../../src/client/variations.ts";
import { legalMoves, newGame } from "../../src/engine/game.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { speaker } from "../../src/i18n/catalogue.ts";
import { dataOf, moveOf, stateOf, steps } from "./tables.ts";

const say = speaker("en");
const OPEN = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";

/** A tree grown by choices: at some node some move, now and then with a node cut off. */
const trees = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 6 })), { maxLength: 25 }).map((list) =>
	list.reduce<Tree>(
		(tree, [where, which, cut]) => {
			const at = where % tree.length;
			if (!tree[at]) return tree;
			if (cut === 0) return prune(tree, at);
			const moves = legalMoves(nodeAt(tree, at).game);
			const move = moves[which % moves.length];
			return move ? grow(tree, at, move).tree : tree;
		},
		makeTree(newGame(RULE_SETS.tournament, ["M", "L", "P"]), []).tree,
	),
);

/** A tree by what is in it, whatever its nodes are called. */
type Shape = { readonly text: string | null; readonly below: readonly Shape[] };
const shapeOf = (tree: Tree, at = 0): Shape => ({
	text: textInto(tree, at),
	below: nodeAt(tree, at).children.map((child) => shapeOf(tree, child)),
});
const nodes = (tree: Tree) => tree.flatMap((node, index) => (node ? [index] : []));

/** As much of a browser's storage as is needed. */
function memory() {
	const kept = new Map<string, string>();
	const store = {
		get length() {
			return kept.size;
		},
		key: (index: number) => [...kept.keys()][index] ?? null,
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, text: string) => void kept.set(name, text),
		removeItem: (name: string) => void kept.delete(name),
	};
	return { kept, store };
}

describe("a tree is kept", () => {
	test("and is the same when it is read again, whatever was cut off", () => {
		fc.assert(
			fc.property(trees, fc.nat(), (tree, pick) => {
				const all = nodes(tree);
				const at = all[pick % all.length] ?? 0;
				const read = readKept(JSON.parse(JSON.stringify(writeTree(tree, at))));
				expect(read && shapeOf(read.tree)).toEqual(shapeOf(tree));
				expect(read && textInto(read.tree, read.at)).toBe(textInto(tree, at));
			}),
			{ numRuns: 60 },
		);
	});

	test.each<[string, unknown]>([
		["nothing", null],
		["what is no tree", { rules: RULE_SETS.tournament, expansions: [], steps: 7, at: 0 }],
		["rules that are none", { rules: { id: "tournament" }, expansions: [], steps: [], at: 0 }],
		["a piece that Hive does not have", { ...writeTree(stateOf(OPEN).tree, 0), steps: [[0, "wA9", 0, 0, 0]] }],
		["a move that is not legal", { ...writeTree(stateOf(OPEN).tree, 0), steps: [[0, "wS1", 4, 4, 0]] }],
		["a parent that is not there", { ...writeTree(stateOf(OPEN).tree, 0), steps: [[3, "wS1", 0, 0, 0]] }],
	])("but not %s", (_, value) => expect(readKept(value)).toBeNull());

	test("and laid into another one of the same beginning, nothing is lost and nothing is there twice", () => {
		fc.assert(
			fc.property(trees, trees, (one, other) => {
				const both = graft(one, other);
				const ways = (tree: Tree) =>
					new Set(
						nodes(tree).map((node) =>
							pathTo(tree, node)
								.map((at) => textInto(tree, at))
								.join(";"),
						),
					);
				expect(ways(both)).toEqual(new Set([...ways(one), ...ways(other)]));
				expect(nodes(both).length).toBe(ways(both).size);
				expect(graft(both, other)).toEqual(both);
			}),
			{ numRuns: 40 },
		);
	});

	test("for who tried it: the games of others are forgotten, and nothing else is", () => {
		const { store } = memory();
		const { tip, tree } = stateOf(OPEN);
		for (const name of ["", OPEN, nameOfGame("g1", "anna"), nameOfGame("g1", "bruno")])
			keepTree(store, name, tree, tip, 1);
		forgetTrees(store, "anna");
		const kept = ["", OPEN, nameOfGame("g1", "anna"), nameOfGame("g1", "bruno")].map(
			(name) => findTree(store, name) !== null,
		);
		expect(kept).toEqual([true, true, true, false]);
	});

	test("under the game that it began with, the oldest giving way to the twentieth after it", () => {
		const { kept, store } = memory();
		store.setItem("of somebody else", "{}");
		const { tip, tree } = stateOf(OPEN);
		for (let now = 1; now <= 21; now += 1) keepTree(store, `game ${now}`, tree, tip, now);
		expect(findTree(store, "game 1")).toBeNull();
		expect(findTree(store, "game 2")).toMatchObject({ at: tip });
		expect(findTree(store, "game 21")).toMatchObject({ at: tip });
		expect(kept.size).toBe(21);
	});
});

describe("a branch that is put first", () => {
	test("is what one comes to by going on, and nothing is lost", () => {
		fc.assert(
			fc.property(trees, fc.nat(), (tree, pick) => {
				const all = nodes(tree);
				const at = all[pick % all.length] ?? 0;
				const promoted = promote(tree, at);
				expect(isBeside(promoted, at)).toBe(false);
				expect(nodes(promoted)).toEqual(all);
				expect(pathTo(promoted, at)).toEqual(pathTo(tree, at));
				for (const node of all)
					expect(nodeAt(promoted, node).children.toSorted()).toEqual(nodeAt(tree, node).children.toSorted());
			}),
			{ numRuns: 60 },
		);
	});
});

describe("lists of what was tried", () => {
	const analysis = () => {
		const data = dataOf(OPEN, { kind: "analysis" });
		const tree = makeTree(newGame(data.rules, data.expansions), []).tree;
		return makeState(data, tree, 0);
	};
	const lines = (markup: string) => [...markup.matchAll(/>([^<]+)<\/button>/g)].map(([, text]) => text);

	test("name every move once, in the order of play, variations under the move that they stand for", () => {
		const state = steps(
			analysis(),
			{ type: "play", move: moveOf("wS1", 0, 0) },
			{ type: "play", move: moveOf("bS1", 1, 0) },
			{ type: "go", at: 0 },
			{ type: "play", move: moveOf("wA1", 0, 0) },
		);
		const markup = drawTree(say, state);
		expect(lines(markup)).toEqual([
			"1. White spider 1 as the first piece",
			"1. White ant 1 as the first piece",
			"2. Black spider 1 placed to the right of white spider 1",
		]);
		expect(markup).toContain('aria-label="Instead of move 1"');
		expect(markup.match(/<(ol|ul|li)\b/g)).toHaveLength(markup.match(/<\/(ol|ul|li)>/g)?.length ?? 0);
	});

	test("of a game leave out its own moves, the latest position first", () => {
		const state = stateOf(OPEN);
		const path = pathTo(state.tree, state.tip);
		const thought = steps(
			step(state, { type: "free", free: true }),
			{ type: "play", move: moveOf("wA1", -2, 0) },
			{ type: "go", at: path[3] ?? 0 },
			{ type: "play", move: moveOf("bA1", 2, 0) },
		);
		const markup = drawTried(say, thought);
		expect([...markup.matchAll(/<h3>([^<]+)/g)].map(([, text]) => text)).toEqual(["From now on", "After move 3"]);
		expect(lines(markup)).toHaveLength(2);
	});

	test("say nothing where nothing was tried", () => {
		expect(drawTree(say, analysis())).toBe("");
		expect(drawTried(say, stateOf(OPEN))).toBe("");
	});
});

describe("another table altogether", () => {
	test("forgets what was chosen, and shows the node that it is opened at", () => {
		const state = steps(stateOf(OPEN), { type: "pick", piece: "wA1" });
		const { data, tip, tree } = stateOf("Base;wS1;bS1 wS1-");
		const opened = step(state, { type: "open", data, tree, tip, at: 1 });
		expect([opened.selected, opened.at, opened.tip, opened.tree]).toEqual([null, 1, tip, tree]);
	});

	test("a tree that has grown elsewhere leaves one where one is", () => {
		const state = stateOf(OPEN);
		const { tree } = grow(state.tree, state.tip, moveOf("wA1", -2, 0));
		expect(step(state, { type: "tree", tree })).toMatchObject({ at: state.at, tip: state.tip, tree });
	});
});

describe("a game against the house", () => {
	const GAME = { seat: "black", level: 3, expansions: ["M"], seed: 7, moves: [["wS1", 0, 0], null], resigned: false };

	test("is read as it was kept", () => expect(readGame(JSON.stringify(GAME))).toEqual(GAME));

	test.each<[string, object]>([
		["another seat", { seat: "red" }],
		["a level that there is not", { level: 9 }],
		["an expansion that there is not", { expansions: ["X"] }],
		["no seed", { seed: null }],
		["a piece that Hive does not have", { moves: [["wS9", 0, 0]] }],
		["no moves", { moves: undefined }],
	])("is none with %s", (_, part) => expect(readGame(JSON.stringify({ ...GAME, ...part }))).toBeNull());

	test("is none where there is no text, or none of ours", () => {
		expect(readGame(null)).toBeNull();
		expect(readGame("hello")).toBeNull();
	});
});
