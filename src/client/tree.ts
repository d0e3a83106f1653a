/** A tree of moves: what has been played, and everything that was tried beside it. Immutable; a node is known by its number. */
import { type Game, legalMoves, playMove } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";

export type Node = {
	readonly game: Game;
	/** -1: the position the tree begins with. */
	readonly parent: number;
	/** In the order in which they were tried. */
	readonly children: readonly number[];
	/** Half-moves played in `game`. */
	readonly ply: number;
};

/** Nodes by number; a parent stands before its children. Pruned ones stay as holes, so that numbers stay what they are. */
export type Tree = readonly (Node | null)[];

export function nodeAt(tree: Tree, at: number): Node {
	const node = tree[at];
	if (!node) throw new RangeError(`the tree has no node ${at}`);
	return node;
}

/**
 * The game as a tree: a single line from its beginning to now.
 * @param moves as `sameMove` knows them: the piece and where it goes
 */
export function makeTree(start: Game, moves: readonly Move[]): { readonly tree: Tree; readonly tip: number } {
	let tree: Tree = [{ game: start, parent: -1, children: [], ply: start.plies.length }];
	let tip = 0;
	for (const wanted of moves) {
		const move = legalMoves(nodeAt(tree, tip).game).find((one) => sameMove(one, wanted));
		if (!move) throw new Error("the moves of a game are legal ones");
		({ tree, at: tip } = grow(tree, tip, move));
	}
	return { tree, tip };
}

/** Plays a move at a node; where it has been tried before, that is where it leads. */
export function grow(tree: Tree, at: number, move: Move): { readonly tree: Tree; readonly at: number } {
	const node = nodeAt(tree, at);
	const known = node.children.find((child) => sameMove(moveInto(tree, child), move));
	if (known !== undefined) return { tree, at: known };
	const game = playMove(node.game, move);
	const next = tree.length;
	const parent: Node = { ...node, children: [...node.children, next] };
	const grown = tree.map((one, index) => (index === at ? parent : one));
	return { tree: [...grown, { game, parent: at, children: [], ply: game.plies.length }], at: next };
}

/** The move that leads into a node other than the first. */
export function moveInto(tree: Tree, at: number): Move {
	const ply = nodeAt(tree, at).game.plies.at(-1);
	if (!ply) throw new RangeError("nothing leads to the beginning");
	return ply.move;
}

/** In canonical spelling; null at the beginning of a game. */
export function textInto(tree: Tree, at: number): string | null {
	return nodeAt(tree, at).game.plies.at(-1)?.text ?? null;
}

/** From the beginning to a node, both included. */
export function pathTo(tree: Tree, at: number): readonly number[] {
	const path: number[] = [];
	for (let node = at; node >= 0; node = nodeAt(tree, node).parent) path.unshift(node);
	return path;
}

/** From a node on along what was tried first: the node included. */
export function lineFrom(tree: Tree, at: number): readonly number[] {
	const line = [at];
	for (let next = nodeAt(tree, at).children[0]; next !== undefined; next = nodeAt(tree, next).children[0])
		line.push(next);
	return line;
}

/** Cuts a node off, with everything that was tried after it. */
export function prune(tree: Tree, at: number): Tree {
	const { parent } = nodeAt(tree, at);
	if (parent < 0) return tree;
	const gone = new Set([at]);
	for (const [index, node] of tree.entries()) if (node && gone.has(node.parent)) gone.add(index);
	return tree.map((node, index) => {
		if (!node || gone.has(index)) return null;
		return index === parent ? { ...node, children: node.children.filter((child) => child !== at) } : node;
	});
}

export function sameMove(a: Move, b: Move): boolean {
	if (a === "pass" || b === "pass") return a === b;
	return a.piece === b.piece && a.to.q === b.to.q && a.to.r === b.to.r;
}
