/** What was tried on a tree as conditional lines, and armed lines as moves on it. Pure. */
import { mustPass } from "../engine/game.ts";
import { parseMove } from "../engine/movestring.ts";
import type { Side } from "../engine/piece.ts";
import { ANY, type Line, makeLine } from "../match/lines.ts";
import { grow, moveInto, nodeAt, type Tree, textInto } from "./tree.ts";

export type Prepared = {
	readonly lines: readonly Line[];
	/** Moves of the opponent that have more than one answer here: the first of them counts. */
	readonly doubled: number;
};

/**
 * The lines below a node: what is answered to what. A move without an answer is left out, and so is what cannot be
 * answered; forced passes are skipped and never written.
 * @param at after the opponent's last move or the owner's own; null: nothing was tried there
 * @param armed what is armed already: its answers to any other move (`*`) cannot be drawn, and stay
 */
export function linesOf(tree: Tree, at: number, owner: Side, armed: readonly Line[] = []): Prepared {
	const count = { doubled: 0 };
	const settled = settle(tree, at);
	if (settled.over || settled.at === null) return { lines: [], doubled: 0 };
	const passed = nodeAt(tree, settled.at).game.toMove === owner;
	return { lines: linesAt(tree, settled.at, passed, armed, count), doubled: count.doubled };
}

type Count = { doubled: number };

/** @param passed the opponent had to pass: the owner is to move */
function linesAt(tree: Tree, at: number, passed: boolean, armed: readonly Line[], count: Count): readonly Line[] {
	if (passed) {
		const line = answered(tree, at, undefined, armed[0], count);
		return line ? [line] : [];
	}
	const lines = nodeAt(tree, at).children.flatMap((child): readonly Line[] => {
		const theirs = textInto(tree, child) ?? "";
		const met = settle(tree, child);
		if (met.over || met.at === null) return [];
		const before = armed.find((line) => line.if === theirs);
		if (met.passes === 0) {
			const line = answered(tree, met.at, theirs, before, count);
			return line ? [line] : [];
		}
		const next = linesAt(tree, met.at, false, before?.next ?? [], count);
		return next.length === 0 ? [] : [makeLine(theirs, undefined, next)];
	});
	return [...lines, ...armed.filter((line) => line.if === ANY)];
}

/** The owner's answer at a node, and what comes after it; null where none was tried. */
function answered(
	tree: Tree,
	at: number,
	theirs: string | undefined,
	before: Line | undefined,
	count: Count,
): Line | null {
	const [first, ...others] = nodeAt(tree, at).children;
	if (first === undefined) return null;
	if (others.length > 0) count.doubled += 1;
	const answer = textInto(tree, first) ?? "";
	const after = settle(tree, first);
	if (after.over || after.at === null) return makeLine(theirs, answer);
	const armed = before?.then === answer ? (before.next ?? []) : [];
	return makeLine(theirs, answer, linesAt(tree, after.at, after.passes > 0, armed, count));
}

type Settled = {
	/** Null: a pass is forced that the tree does not have yet, so nothing was tried after it. */
	readonly at: number | null;
	readonly passes: number;
	/** Also when neither side can move any more. */
	readonly over: boolean;
};

/** The node after the passes that are played by themselves. */
function settle(tree: Tree, from: number): Settled {
	let at: number = from;
	let passes = 0;
	for (; passes < 2 && mustPass(nodeAt(tree, at).game); passes += 1) {
		const pass = nodeAt(tree, at).children.find((child) => moveInto(tree, child) === "pass");
		if (pass === undefined) return { at: null, passes: passes + 1, over: false };
		at = pass;
	}
	return { at, passes, over: nodeAt(tree, at).game.result !== null || passes === 2 };
}

/** Plays lines on a tree, below a node; what is for any other move cannot be, nor what no longer fits. */
export function growLines(tree: Tree, at: number, lines: readonly Line[]): Tree {
	let grown = tree;
	for (const line of lines) {
		if (line.if === ANY) continue;
		let node: number | null = at;
		for (const text of [line.if, line.then]) {
			if (text === undefined || node === null) continue;
			const played = playOn(grown, node, text);
			if (played) grown = played.tree;
			node = played?.at ?? null;
		}
		if (node !== null) grown = growLines(grown, node, line.next ?? []);
	}
	return grown;
}

/** A move and the passes that it forces. */
function playOn(tree: Tree, at: number, text: string): { readonly tree: Tree; readonly at: number } | null {
	const { game } = nodeAt(tree, at);
	const move = game.result ? null : parseMove(game, text);
	if (!move?.ok) return null;
	let played = grow(tree, at, move.value);
	for (let passes = 0; passes < 2 && mustPass(nodeAt(played.tree, played.at).game); passes += 1) {
		played = grow(played.tree, played.at, "pass");
	}
	return played;
}
