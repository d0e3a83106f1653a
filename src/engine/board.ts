/**
 * The fast board: one mutable position of Hive, kept exact by playing and undoing.
 *
 * Cells are the 1,024 hexagons of a 32 × 32 torus, `(r & 31) << 5 | (q & 31)`. No hive is longer than its 28 pieces, so
 * none meets itself round the back; but a cell is no coordinate, for hives drift (`position.ts` keeps the true ones).
 * A piece is its index in `PIECES`, a move is the integer `piece << 10 | cell`, a set of pieces is a bit set.
 *
 * `place` and `lift` are the only two that write to a board; whatever is derived (around words, tops, Euler number) is
 * kept there and nowhere else.
 */
// biome-ignore-all lint/style/noNonNullAssertion: every index here is a cell, a piece or a direction by construction; checking each would halve the speed.
import { type Expansion, PIECES } from "./piece.ts";
import { CELLS, PIECE_COUNT, SIDE_SIZE, TABLES } from "./tables.ts";

export const PASS = -1;
export const QUEEN = 0;
export const MOSQUITO = SIDE_SIZE - 3;
export const PILLBUG = SIDE_SIZE - 1;
export const WHITE_PIECES = (1 << SIDE_SIZE) - 1;
export const BLACK_PIECES = WHITE_PIECES << SIDE_SIZE;

const NEXT = TABLES.next;
const OCCUPIED_SIDES = TABLES.occupiedSides;
const RUNS = TABLES.runs;

export type Board = {
	/** cell -> the uppermost piece, or -1 */
	readonly top: Int8Array;
	/** cell -> how many pieces stand there */
	readonly height: Int8Array;
	/** piece -> the piece under it, or -1; says nothing while it is in the reserve */
	readonly below: Int8Array;
	/** piece -> its cell, or -1 while it is in the reserve */
	readonly cell: Int16Array;
	/** cell, occupied or not -> bits 0–5 the directions in which a white piece is uppermost, bits 6–11 a black one */
	readonly around: Uint16Array;
	/** pieces in reserve */
	hand: number;
	/** pieces with nothing on them */
	tops: number;
	/** occupied cells − touching pairs + touching triples; for a whole hive 1 − holes */
	euler: number;
	/** uppermost pieces on cut cells, or -1 when not worked out for this position; only used where there are holes */
	cuts: number;
	/** the piece moved on the last ply, or -1; it may neither move nor be thrown, nor throw */
	resting: number;
	ply: number;
	/** one integer a ply: piece + 1, where it came from + 1, who rested before + 1 */
	past: Int32Array;
	readonly queenFirst: boolean;
	readonly elevatedGates: boolean;
};

// --- Playing ----------------------------------------------------------------------------------------------------------

export function newBoard(
	expansions: readonly Expansion[],
	options: { readonly queenFirst: boolean; readonly elevatedGates: boolean },
): Board {
	let hand = 0;
	for (let piece = 0; piece < PIECE_COUNT; piece++) {
		const bug = PIECES[piece]![1]!;
		if (!"MLP".includes(bug) || expansions.includes(bug as Expansion)) hand |= 1 << piece;
	}
	return {
		top: new Int8Array(CELLS).fill(-1),
		height: new Int8Array(CELLS),
		below: new Int8Array(PIECE_COUNT).fill(-1),
		cell: new Int16Array(PIECE_COUNT).fill(-1),
		around: new Uint16Array(CELLS),
		hand,
		tops: 0,
		euler: 0,
		cuts: -1,
		resting: -1,
		ply: 0,
		past: new Int32Array(256),
		queenFirst: options.queenFirst,
		elevatedGates: options.elevatedGates,
	};
}

/** Flips bits of a cell in the around words of its six neighbours: 1 a white piece, 64 a black one, 65 the one for the other. */
export function flip(around: Uint16Array, cell: number, bits: number): void {
	const base = cell << 3;
	around[NEXT[base]!]! ^= bits << 3;
	around[NEXT[base | 1]!]! ^= bits << 4;
	around[NEXT[base | 2]!]! ^= bits << 5;
	around[NEXT[base | 3]!]! ^= bits;
	around[NEXT[base | 4]!]! ^= bits << 1;
	around[NEXT[base | 5]!]! ^= bits << 2;
}

export function colourBit(piece: number): number {
	return piece < SIDE_SIZE ? 1 : 64;
}

function place(board: Board, piece: number, cell: number): void {
	const under = board.top[cell]!;
	board.top[cell] = piece;
	board.height[cell]!++;
	board.below[piece] = under;
	board.cell[piece] = cell;
	board.tops |= 1 << piece;
	board.cuts = -1;
	if (under < 0) {
		board.euler += 1 - RUNS[board.around[cell]!]!;
		flip(board.around, cell, colourBit(piece));
	} else {
		board.tops &= ~(1 << under);
		if (colourBit(under) !== colourBit(piece)) flip(board.around, cell, 65);
	}
}

function lift(board: Board, piece: number, cell: number): void {
	const under = board.below[piece]!;
	board.top[cell] = under;
	board.height[cell]!--;
	board.cell[piece] = -1;
	board.tops &= ~(1 << piece);
	board.cuts = -1;
	if (under < 0) {
		board.euler -= 1 - RUNS[board.around[cell]!]!;
		flip(board.around, cell, colourBit(piece));
	} else {
		board.tops |= 1 << under;
		if (colourBit(under) !== colourBit(piece)) flip(board.around, cell, 65);
	}
}

/** Plays a move that `listMoves` gave; nothing is checked. */
export function play(board: Board, move: number): void {
	if (board.ply === board.past.length) {
		const longer = new Int32Array(board.past.length * 2);
		longer.set(board.past);
		board.past = longer;
	}
	if (move === PASS) {
		board.past[board.ply++] = (board.resting + 1) << 16;
		board.resting = -1;
		return;
	}
	const piece = move >> 10;
	const from = board.cell[piece]!;
	board.past[board.ply++] = ((board.resting + 1) << 16) | ((from + 1) << 5) | (piece + 1);
	if (from < 0) {
		board.hand &= ~(1 << piece);
		board.resting = -1;
	} else {
		lift(board, piece, from);
		board.resting = piece;
	}
	place(board, piece, move & 1023);
}

export function undo(board: Board): void {
	const entry = board.past[--board.ply]!;
	const piece = (entry & 31) - 1;
	board.resting = (entry >> 16) - 1;
	if (piece < 0) return;
	const from = ((entry >> 5) & 2047) - 1;
	lift(board, piece, board.cell[piece]!);
	if (from < 0) board.hand |= 1 << piece;
	else place(board, piece, from);
}

// --- Reading ----------------------------------------------------------------------------------------------------------

/** 0 white, 1 black */
export function sideToMove(board: Board): number {
	return board.ply & 1;
}

export function neighbour(cell: number, direction: number): number {
	return NEXT[(cell << 3) | direction]!;
}

/** The six sides of a cell as bits, 1 where a piece stands. */
export function occupiedSides(board: Board, cell: number): number {
	const word = board.around[cell]!;
	return (word | (word >> 6)) & 63;
}

export function queenCell(board: Board, side: number): number {
	return board.cell[side * SIDE_SIZE + QUEEN]!;
}

export function isSurrounded(board: Board, side: number): boolean {
	const cell = queenCell(board, side);
	return cell >= 0 && occupiedSides(board, cell) === 63;
}

/** Whether a pillbug of either side is in play, covered or not. */
export function hasPillbug(board: Board): boolean {
	return board.cell[PILLBUG]! >= 0 || board.cell[SIDE_SIZE + PILLBUG]! >= 0;
}

/** Whether a direction is closed to a step at height h: both cells beside the way are higher. */
export function isNarrow(height: Int8Array, base: number, d: number, h: number): boolean {
	return height[NEXT[base | (d + 1)]!]! > h && height[NEXT[base | ((d + 7) & 7)]!]! > h;
}

// --- One hive -----------------------------------------------------------------------------------------------------------

/**
 * Whether taking a piece from this cell, where it stands alone, would leave the hive in parts. Neighbours in one run
 * hold together by themselves. In two runs or more they hold together only round a hole; without one it is a cut.
 */
export function isCut(board: Board, cell: number): boolean {
	if (RUNS[board.around[cell]!]! < 2) return false;
	if (board.euler === 1) return true;
	if (board.cuts < 0) findCuts(board);
	return ((board.cuts >> board.top[cell]!) & 1) === 1;
}

/** Scratch of the search for cut cells: in which order cells were discovered. */
const ORDER = new Int8Array(CELLS);
let discovered = 0;

/** Tarjan's low-link search from any cell. */
function findCuts(board: Board): void {
	for (let tops = board.tops; tops !== 0; tops &= tops - 1) {
		ORDER[board.cell[31 - Math.clz32(tops & -tops)]!] = 0;
	}
	board.cuts = 0;
	discovered = 1;
	const first = 31 - Math.clz32(board.tops);
	const root = board.cell[first]!;
	ORDER[root] = 1;
	let branches = 0;
	for (let sides = OCCUPIED_SIDES[board.around[root]!]!; sides > 1; sides >>= 3) {
		const next = NEXT[(root << 3) | (sides & 7)]!;
		if (ORDER[next] !== 0) continue;
		branches++;
		lowLink(board, next);
	}
	// The search enters the root's neighbours through the root; it cuts only what it had to enter twice.
	if (branches > 1) board.cuts |= 1 << first;
}

/** The earliest discovered cell that can be reached from here without going back; notes cut cells on the way. */
function lowLink(board: Board, cell: number): number {
	const own = ++discovered;
	ORDER[cell] = own;
	let low = own;
	for (let sides = OCCUPIED_SIDES[board.around[cell]!]!; sides > 1; sides >>= 3) {
		const next = NEXT[(cell << 3) | (sides & 7)]!;
		let reach = ORDER[next]!;
		if (reach === 0) {
			reach = lowLink(board, next);
			if (reach >= own) board.cuts |= 1 << board.top[cell]!;
		}
		low = Math.min(low, reach);
	}
	return low;
}
