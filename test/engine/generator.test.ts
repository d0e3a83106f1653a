/** What is too narrow for whom, above the table: heights beside the way, in every direction. */
import { describe, expect, test } from "vitest";
import { newBoard, PASS, play } from "../../src/engine/board.ts";
import { listMoves, MOST_MOVES } from "../../src/engine/generator.ts";
import type { Hex } from "../../src/engine/hex.ts";
import { indexOfPiece, PIECES, type Piece } from "../../src/engine/piece.ts";
import { cellOf } from "../../src/engine/position.ts";

/** Cells and how high they are built. */
type Heights = readonly (readonly [q: number, r: number, height: number])[];

/** The board turned by sixths of a circle, and seen in a mirror. */
const TURNS = [0, 1, 2, 3, 4, 5].flatMap((sixths) => [false, true].map((mirrored) => ({ sixths, mirrored })));

/** Turned round (0,0), and all of it moved away from there: on the board's torus that is a cell like any other. */
function turn({ q, r }: Hex, { sixths, mirrored }: { sixths: number; mirrored: boolean }): Hex {
	let hex = mirrored ? { q: q + r, r: -r } : { q, r };
	for (let i = 0; i < sixths; i++) hex = { q: hex.q + hex.r, r: -hex.q };
	return { q: hex.q + 5, r: hex.r + 30 };
}

/** Whether a white mover at (0,0), on what is built there, comes to a cell; in all directions alike, or this throws. */
function comesTo(mover: Piece, moved: Piece, heights: Heights, target: Hex, elevatedGates = true): boolean {
	const answers = TURNS.map((way) => {
		const board = newBoard(["M", "L", "P"], { queenFirst: true, elevatedGates });
		const cell = (hex: Hex) => cellOf(turn(hex, way));
		const box = [...PIECES.keys()].filter((piece) => ![indexOfPiece(mover), indexOfPiece(moved)].includes(piece));
		for (const [q, r, height] of heights) {
			for (let level = 0; level < height; level++) {
				// White's queen is the first of the others: nowhere in these tables is she surrounded.
				const isMoved = q === 1 && r === 0 && mover !== moved;
				play(board, ((isMoved ? indexOfPiece(moved) : (box.shift() as number)) << 10) | cell({ q, r }));
			}
		}
		play(board, (indexOfPiece(mover) << 10) | cell({ q: 0, r: 0 }));
		while (board.ply < 8 || board.ply % 2 === 1) play(board, PASS);
		const list = new Int32Array(MOST_MOVES);
		const end = listMoves(board, list, 0);
		return list.subarray(0, end).includes((indexOfPiece(moved) << 10) | cell(target));
	});
	const [first = false] = answers;
	expect(answers).toEqual(answers.map(() => first));
	return first;
}

describe("a ladybug goes up, over and down past two cells on each step", () => {
	type Pair = readonly [number, number];
	/** The heights it walks over, those beside its three steps, and whether it comes through. */
	test.each<readonly [over: Pair, up: Pair, across: Pair, down: Pair, through: boolean]>([
		[[1, 1], [1, 1], [1, 1], [1, 1], true],
		[[1, 1], [0, 0], [0, 0], [0, 0], true],
		[[1, 1], [2, 2], [1, 1], [1, 1], false],
		[[1, 1], [2, 1], [1, 1], [1, 1], true],
		[[1, 1], [0, 2], [1, 1], [1, 1], true],
		[[2, 1], [2, 2], [1, 1], [1, 1], true],
		[[2, 1], [3, 3], [1, 1], [1, 1], false],
		[[1, 1], [1, 1], [2, 2], [1, 1], false],
		[[1, 1], [1, 1], [2, 1], [1, 1], true],
		[[1, 1], [1, 1], [1, 2], [1, 1], true],
		[[2, 1], [1, 1], [2, 2], [1, 1], true],
		[[1, 2], [1, 1], [2, 2], [1, 1], true],
		[[2, 1], [1, 1], [3, 3], [1, 1], false],
		[[1, 2], [1, 1], [3, 3], [1, 1], false],
		[[1, 1], [1, 1], [1, 1], [2, 2], false],
		[[1, 1], [1, 1], [1, 1], [2, 0], true],
		[[1, 1], [1, 1], [1, 1], [1, 2], true],
		[[1, 2], [1, 1], [1, 1], [2, 2], true],
		[[1, 2], [1, 1], [1, 1], [3, 3], false],
	])("over %j, beside %j, %j and %j: %s", (over, up, across, down, through) => {
		const heights: Heights = [
			[2, 0, over[1]],
			[1, 0, over[0]],
			[1, -1, up[0]],
			[0, 1, up[1]],
			[2, -1, across[0]],
			[1, 1, across[1]],
			[3, -1, down[0]],
			[2, 1, down[1]],
		];
		expect(comesTo("wL", "wL", heights, { q: 3, r: 0 })).toBe(through);
	});
});

describe("a pillbug throws over itself, past two cells on the way up and two on the way down", () => {
	test.each<readonly [up: readonly [number, number], down: readonly [number, number], through: boolean]>([
		[[1, 1], [1, 1], true],
		[[2, 2], [0, 0], false],
		[[2, 2], [1, 1], false],
		[[2, 1], [1, 2], true],
		[[1, 2], [2, 1], true],
		[[0, 3], [3, 0], true],
		[[1, 1], [2, 2], false],
		[[0, 0], [2, 2], false],
		[[3, 2], [1, 0], false],
		[[1, 0], [2, 3], false],
	])("beside %j and %j: %s", (up, down, through) => {
		const heights: Heights = [
			[1, 0, 1],
			[1, -1, up[0]],
			[0, 1, up[1]],
			[0, -1, down[0]],
			[-1, 1, down[1]],
		];
		expect(comesTo("wP", "bA3", heights, { q: -1, r: 0 })).toBe(through);
	});
});

describe("a beetle steps between two cells unless both are higher than where it stands and where it goes", () => {
	test.each<readonly [from: number, to: number, beside: readonly [number, number], through: boolean]>([
		[0, 0, [1, 0], true],
		[0, 0, [0, 3], true],
		[0, 0, [1, 1], false],
		[0, 1, [1, 1], true],
		[0, 1, [2, 2], false],
		[0, 1, [2, 1], true],
		[0, 1, [0, 2], true],
		[0, 2, [2, 2], true],
		[0, 2, [3, 3], false],
		[1, 0, [1, 1], true],
		[1, 0, [2, 2], false],
		[1, 0, [2, 0], true],
		[1, 1, [2, 2], false],
		[2, 0, [2, 2], true],
		[2, 1, [2, 2], true],
		[2, 1, [3, 3], false],
		[1, 2, [2, 2], true],
	])("from height %i to %i beside %j: %s", (from, to, beside, through) => {
		const heights: Heights = [
			[0, 0, from],
			[1, 0, to],
			[1, -1, beside[0]],
			[0, 1, beside[1]],
		];
		expect(comesTo("wB2", "wB2", heights, { q: 1, r: 0 })).toBe(through);
		// Where a rule set knows no gates above the table, only the table is left.
		expect(comesTo("wB2", "wB2", heights, { q: 1, r: 0 }, false)).toBe(through || from + to > 0);
	});
});
