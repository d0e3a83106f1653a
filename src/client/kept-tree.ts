/** Trees of moves outlive a reload: written as data and read again, and kept in this browser by what they began with. */
import { newGame } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import { EXPANSIONS, type Expansion, parsePiece } from "../engine/piece.ts";
import { checkRuleSet, type RuleSet } from "../engine/ruleset.ts";
import type { Store } from "./store.ts";
import { grow, makeTree, moveInto, type Tree } from "./tree.ts";

type Step = readonly [parent: number, piece: string, q: number, r: number, z: number] | readonly [parent: number];

export type KeptTree = {
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	/** A node each, parents first, numbered without holes from 1; without a piece: a pass. */
	readonly steps: readonly Step[];
	readonly at: number;
};

export function writeTree(tree: Tree, at: number): KeptTree {
	const root = tree[0];
	if (!root) throw new RangeError("a tree has a beginning");
	const numbers = new Map<number, number>([[0, 0]]);
	const steps: Step[] = [];
	// By way of the children: their order is part of what is kept, and no hole is among them.
	const walk = (node: number): void => {
		for (const child of tree[node]?.children ?? []) {
			const parent = numbers.get(node) ?? 0;
			const move = moveInto(tree, child);
			numbers.set(child, steps.length + 1);
			steps.push(move === "pass" ? [parent] : [parent, move.piece, move.to.q, move.to.r, move.to.z]);
			walk(child);
		}
	};
	walk(0);
	const { expansions, rules } = root.game;
	return { rules, expansions, steps, at: numbers.get(at) ?? 0 };
}

/** What was kept, played again; null where it is none of ours or no longer fits the rules. */
export function readKept(value: unknown): { readonly tree: Tree; readonly at: number } | null {
	try {
		const { at, expansions, rules, steps } = value as KeptTree;
		if (checkRuleSet(rules).length > 0 || !expansions.every((one) => EXPANSIONS.includes(one))) return null;
		let { tree } = makeTree(newGame(rules, expansions), []);
		const numbers = [0];
		for (const [parent, name, q = 0, r = 0, z = 0] of steps) {
			const move = name === undefined ? "pass" : moveOf(name, q, r, z);
			const from = numbers[parent];
			if (from === undefined || move === null) return null;
			const grown = grow(tree, from, move);
			tree = grown.tree;
			numbers.push(grown.at);
		}
		return { tree, at: numbers[at] ?? 0 };
	} catch {
		return null;
	}
}

function moveOf(name: string, q: number, r: number, z: number): Move | null {
	const piece = parsePiece(name);
	return piece && { piece, from: null, to: { q, r, z } };
}

/** Everything of another tree with the same beginning laid into a tree, beside what is there. */
export function graft(tree: Tree, other: Tree): Tree {
	let grown = tree;
	const numbers = new Map([[0, 0]]);
	for (const [index, node] of other.entries()) {
		const parent = node && numbers.get(node.parent);
		if (parent === null || parent === undefined) continue;
		const next = grow(grown, parent, moveInto(other, index));
		grown = next.tree;
		numbers.set(index, next.at);
	}
	return grown;
}

const PREFIX = "hivepost-analysis ";
const GAMES = "game ";
/** Trees kept at most: the oldest give way. */
const MOST_KEPT = 20;

/** @param name what the tree began with. @param now ms */
export function keepTree(store: Store, name: string, tree: Tree, at: number, now: number): void {
	try {
		store.setItem(PREFIX + name, JSON.stringify({ ...writeTree(tree, at), now }));
		const kept = Array.from({ length: store.length }, (_, index) => store.key(index) ?? "")
			.filter((key) => key.startsWith(PREFIX))
			.map((key) => ({ key, now: instantOf(store.getItem(key)) }))
			.sort((a, b) => b.now - a.now);
		for (const { key } of kept.slice(MOST_KEPT)) store.removeItem(key);
	} catch {
		// A browser that keeps nothing still shows it.
	}
}

/** What is tried at a game of the service is kept for who tried it. @param reader `data-reader` of the page */
export function nameOfGame(id: string, reader: string): string {
	return `${GAMES}${id} ${reader}`;
}

/** Throws away what anybody else tried at games: after signing out nothing of it is left. */
export function forgetTrees(store: Store, reader: string): void {
	try {
		const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? "");
		for (const name of names) {
			if (name.startsWith(PREFIX + GAMES) && !name.endsWith(` ${reader}`)) store.removeItem(name);
		}
	} catch {
		// A browser that keeps nothing has nothing to forget.
	}
}

function instantOf(text: string | null): number {
	return Number(/"now":(\d+)\}$/.exec(text ?? "")?.[1] ?? 0);
}

export function findTree(store: Store, name: string): ReturnType<typeof readKept> {
	try {
		const text = store.getItem(PREFIX + name);
		return text === null ? null : readKept(JSON.parse(text));
	} catch {
		return null;
	}
}
