/** A position sorted for drawing and telling: its stacks, row by row, and what stands around each. */
import type { PlacedPiece } from "../engine/game.ts";
import { DIRECTIONS, type Hex } from "../engine/hex.ts";

/** The pieces on one hexagon, bottom first; never empty. */
export type Stack = Hex & { readonly pieces: readonly PlacedPiece[] };

/** The stacks of a position, top row first and in a row from the left; each with its pieces from the bottom up. */
export function stacksOf(board: readonly PlacedPiece[]): readonly Stack[] {
	const byHex = new Map<string, PlacedPiece[]>();
	for (const placed of board) {
		const key = hexKey(placed);
		const pieces = byHex.get(key);
		if (pieces) pieces.push(placed);
		else byHex.set(key, [placed]);
	}
	return [...byHex.values()]
		.map((pieces) => pieces.toSorted((a, b) => a.z - b.z))
		.flatMap((pieces) => (pieces[0] ? [{ q: pieces[0].q, r: pieces[0].r, pieces }] : []))
		.toSorted((a, b) => a.r - b.r || a.q - b.q);
}

/** The stacks by `hexKey`. */
export function stackMap(stacks: readonly Stack[]): ReadonlyMap<string, Stack> {
	return new Map(stacks.map((stack) => [hexKey(stack), stack]));
}

export function hexKey(hex: Hex): string {
	return `${hex.q},${hex.r}`;
}

/** The uppermost piece of a stack. */
export function topOf(stack: Stack): PlacedPiece {
	const top = stack.pieces.at(-1);
	if (!top) throw new Error("a stack is never empty");
	return top;
}

/** The six hexagons around one, in the order of `DIRECTIONS`. */
export function around(hex: Hex): readonly Hex[] {
	return DIRECTIONS.map(({ q, r }) => ({ q: hex.q + q, r: hex.r + r }));
}
