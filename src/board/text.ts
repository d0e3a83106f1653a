/** A position as monospaced text, for mails and terminals: rows of hexagons half a cell apart, the last move marked. */
import type { PlacedPiece } from "../engine/game.ts";
import type { Place } from "../engine/hex.ts";
import { hexKey, type Stack, stackMap, stacksOf, topOf } from "./stacks.ts";

/** Where the last piece went, where it came from when it was on the board, and who stands there that must have thrown it. */
export type Step = { readonly from: Place | null; readonly to: Place; readonly thrower?: Place | null };

/** Columns of half a hexagon; a name with its marks (`[wB1+]`) is just as wide as a whole one. */
const HALF = 3;

/**
 * The rows of a position, top first, without line ends and without blanks behind. `[wA1]` is the piece that moved last,
 * `( )` the place it left, `+` the top of a stack (see `stackLines`), `.` an empty place between pieces of a row.
 */
export function boardLines(board: readonly PlacedPiece[], last: Step | null = null): readonly string[] {
	const stacks = stackMap(stacksOf(board));
	const left = last?.from && hexKey(last.from);
	const cells = new Map<string, { readonly r: number; readonly half: number; readonly text: string }>();
	for (const [key, stack] of stacks) {
		const moved = last !== null && hexKey(last.to) === key;
		cells.set(key, { r: stack.r, half: 2 * stack.q + stack.r, text: cellText(stack, moved) });
	}
	if (last?.from && left && !cells.has(left)) {
		cells.set(left, { r: last.from.r, half: 2 * last.from.q + last.from.r, text: " ( )" });
	}
	const all = [...cells.values()];
	const first = Math.min(...all.map(({ half }) => half));
	const top = Math.min(...all.map(({ r }) => r));
	const bottom = Math.max(...all.map(({ r }) => r));
	const lines: string[] = [];
	for (let r = top; r <= bottom; r += 1) {
		const row = all.filter((cell) => cell.r === r).toSorted((a, b) => a.half - b.half);
		lines.push(rowText(row, first));
	}
	return lines;
}

/** The stacks of a position as names from the top down, `wB1 bQ`: what stands under the pieces marked `+`. */
export function stackLines(board: readonly PlacedPiece[]): readonly (readonly PlacedPiece[])[] {
	return stacksOf(board)
		.filter(({ pieces }) => pieces.length > 1)
		.map(({ pieces }) => pieces.toReversed());
}

function cellText(stack: Stack, moved: boolean): string {
	const name = `${topOf(stack).piece}${stack.pieces.length > 1 ? "+" : ""}`;
	return moved ? `[${name}]` : ` ${name}`;
}

function rowText(row: readonly { readonly half: number; readonly text: string }[], first: number): string {
	let line = "";
	let at = first;
	for (const [index, cell] of row.entries()) {
		for (; at < cell.half; at += 1) {
			// A whole empty place between two pieces gets a dot; the half at the left edge and what lies outside stay blank.
			const inside = index > 0 && (cell.half - at) % 2 === 0;
			line = line.padEnd((at - first) * HALF) + (inside ? "  ." : "");
		}
		line = line.padEnd((cell.half - first) * HALF) + cell.text;
		at = cell.half + 2;
	}
	return line;
}
