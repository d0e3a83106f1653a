/**
 * What a search remembers of positions: their hashes, a table of results, and the way from the start of the game.
 *
 * The hash is worked out from the board each time rather than kept along with it: a torus has no corner, so every cell
 * must be read relative to a queen for a hive that has drifted to hash the same, and the queens move. Beside listing the
 * moves it costs next to nothing. Equal bugs of a colour hash the same.
 */
// biome-ignore-all lint/style/noNonNullAssertion: every index here is a cell, a piece or a slot by construction.
import { type Board, hasPillbug, QUEEN } from "./board.ts";
import { offsetOf } from "./evaluation.ts";
import { BUGS, bugOf, PIECES } from "./piece.ts";
import { CELLS, PIECE_COUNT, SIDE_SIZE } from "./tables.ts";

const KINDS = 16;
const KIND = Uint8Array.from(PIECES, (piece) => (piece[0] === "w" ? 0 : 8) | BUGS.indexOf(bugOf(piece)));

/** Pseudo-random words, always the same ones. */
function words(count: number, seed: number): Int32Array {
	let state = seed;
	return Int32Array.from({ length: count }, () => {
		state = (state + 0x9e3779b9) | 0;
		let word = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
		word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
		return word ^ (word >>> 16);
	});
}

/** `kind << 10 | offset from the reference cell` */
const LOW = words(KINDS * CELLS, 1);
const HIGH = words(KINDS * CELLS, 2);
const RESTING_LOW = words(CELLS, 3);
const RESTING_HIGH = words(CELLS, 4);
/** Odd, so that multiplying loses nothing: the same piece one level up is another word. */
const LEVELS = words(PIECE_COUNT, 5).map((word) => word | 1);
const BLACK_LOW = 0x6a09e667;
const BLACK_HIGH = 0x3c6ef372;

/** The two halves of the last hash that was worked out. */
export const HASH = new Int32Array(2);

/**
 * Writes the hash of a position to `HASH`: equal for equal positions (before a queen is in play: where they lie on the
 * same cells), and as good as never equal for others.
 */
export function hash(board: Board): void {
	const { cell, below, height } = board;
	const white = cell[QUEEN]!;
	const black = cell[SIDE_SIZE + QUEEN]!;
	const from = white >= 0 ? white : Math.max(black, 0);
	let low = board.ply & 1 ? BLACK_LOW : 0;
	let high = board.ply & 1 ? BLACK_HIGH : 0;
	for (let tops = board.tops; tops !== 0; tops &= tops - 1) {
		let piece = 31 - Math.clz32(tops & -tops);
		const at = cell[piece]!;
		const offset = offsetOf(at, from);
		for (let level = height[at]! - 1; level > 0; level--) {
			const word = (KIND[piece]! << 10) | offset;
			low ^= Math.imul(LOW[word]!, LEVELS[level]!);
			high ^= Math.imul(HIGH[word]!, LEVELS[level]!);
			piece = below[piece]!;
		}
		const word = (KIND[piece]! << 10) | offset;
		low ^= LOW[word]!;
		high ^= HIGH[word]!;
	}
	if (board.resting >= 0 && hasPillbug(board)) {
		const offset = offsetOf(cell[board.resting]!, from);
		low ^= RESTING_LOW[offset]!;
		high ^= RESTING_HIGH[offset]!;
	}
	HASH[0] = low;
	HASH[1] = high;
}

// --- Results ------------------------------------------------------------------------------------------------------------

/** Kinds of result; never 0, so that an empty slot shows. */
export const EXACT = 1;
/** the true score is this or more */
export const LOWER = 2;
/** the true score is this or less */
export const UPPER = 3;

/**
 * Four integers a slot: the high half of the hash, the best move, the score, `depth << 2 | bound`. Slots stand in pairs:
 * the first keeps the deeper result, the second the later one.
 */
export type ResultTable = { readonly slots: Int32Array; readonly pairs: number };

/** `size` is how many results it holds: a power of two, or the next above. */
export function newResultTable(size: number): ResultTable {
	let pairs = 1;
	while (pairs * 2 < size) pairs *= 2;
	return { slots: new Int32Array(pairs * 8), pairs };
}

/** The slot of this position, -1 where it is not known. */
export function findResult(table: ResultTable, low: number, high: number): number {
	const { slots } = table;
	const first = (low & (table.pairs - 1)) << 3;
	if (slots[first] === high && slots[first + 3] !== 0) return first;
	if (slots[first + 4] === high && slots[first + 7] !== 0) return first + 4;
	return -1;
}

export function keepResult(
	table: ResultTable,
	low: number,
	high: number,
	move: number,
	score: number,
	depth: number,
	bound: number,
): void {
	const { slots } = table;
	const first = (low & (table.pairs - 1)) << 3;
	const deeper = slots[first] === high || depth >= slots[first + 3]! >> 2;
	const slot = deeper ? first : first + 4;
	slots[slot] = high;
	slots[slot + 1] = move;
	slots[slot + 2] = score;
	slots[slot + 3] = (depth << 2) | bound;
}
