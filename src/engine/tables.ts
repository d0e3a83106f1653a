/**
 * The tables the board and its generator read: neighbours of the 1,024 cells, and what six occupied sides mean.
 *
 * Whoever reads them in a hot loop binds them to constants of its own module first: the engine folds those into the
 * code, but reads an imported binding again each time, which costs a tenth of the speed.
 */
// biome-ignore-all lint/style/noNonNullAssertion: every index here is a cell, a piece or a direction by construction.
import { BUGS, bugOf, PIECES } from "./piece.ts";

export const CELLS = 1024;
export const PIECE_COUNT = PIECES.length;
export const SIDE_SIZE = PIECE_COUNT / 2;

/** `cell << 3 | d` -> the neighbour in direction d (see `DIRECTIONS`); slots 6 and 7 repeat 0 and 5, so that d + 1 and d - 1 need no modulo. */
const next = new Int16Array(CELLS * 8);
/** Around word -> its empty sides, as a list of three bits each under a leading one. */
const emptySides = new Int32Array(4096);
/** Around word -> its occupied sides, as such a list. */
const occupiedSides = new Int32Array(4096);
/** Around word -> the sides to which a piece can slide on the table: empty, and of the two sides next to it exactly one is occupied (two are a gate, with none it would lose contact). */
const slides = new Int32Array(4096);
/** Around word -> how many separate runs the occupied sides form; 0 also when all six are occupied. */
const runs = new Int8Array(4096);
/** Piece -> 1 << bug, in the order of `BUGS`. */
const bugBit = new Uint8Array(PIECE_COUNT);
/** Pieces after which another of the same bug is placed. */
let followed = 0;

for (let cell = 0; cell < CELLS; cell++) {
	const q = cell & 31;
	const r = cell >> 5;
	const at = (dq: number, dr: number) => (((r + dr) & 31) << 5) | ((q + dq) & 31);
	next.set([at(1, 0), at(1, -1), at(0, -1), at(-1, 0), at(-1, 1), at(0, 1), at(1, 0), at(0, 1)], cell << 3);
}

for (let word = 0; word < 4096; word++) {
	const occupied = (word | (word >> 6)) & 63;
	const has = (d: number) => (occupied >> ((d + 6) % 6)) & 1;
	let [empty, full, free, count] = [1, 1, 1, 0];
	for (let d = 5; d >= 0; d--) {
		if (has(d)) {
			full = (full << 3) | d;
			count += 1 - has(d - 1);
		} else {
			empty = (empty << 3) | d;
			if (has(d - 1) !== has(d + 1)) free = (free << 3) | d;
		}
	}
	emptySides[word] = empty;
	occupiedSides[word] = full;
	slides[word] = free;
	runs[word] = count;
}

for (let piece = 0; piece < PIECE_COUNT; piece++) {
	const name = PIECES[piece]!;
	bugBit[piece] = 1 << BUGS.indexOf(bugOf(name));
	if (PIECES[piece + 1]?.startsWith(name.slice(0, 2))) followed |= 1 << piece;
}

export const TABLES = { next, emptySides, occupiedSides, slides, runs, bugBit, followed } as const;
