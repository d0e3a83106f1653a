/**
 * The move generator: every legal move of a position as integers, no objects, no strings.
 *
 * Walks are listed with the mover taken out of the around words and put back after; the rest of the board is only read.
 */
// biome-ignore-all lint/style/noNonNullAssertion: every index here is a cell, a piece or a direction by construction; checking each would halve the speed.
import {
	BLACK_PIECES as BLACK_PIECES_,
	type Board,
	colourBit,
	flip,
	hasPillbug,
	isCut,
	isNarrow,
	isSurrounded,
	MOSQUITO,
	PASS,
	PILLBUG,
	QUEEN,
	WHITE_PIECES as WHITE_PIECES_,
} from "./board.ts";
import { CELLS, PIECE_COUNT, SIDE_SIZE as SIDE_SIZE_, TABLES } from "./tables.ts";

/** More than any position has; lists that hold this many never overflow. */
export const MOST_MOVES = 2048;

const NEXT = TABLES.next;
const EMPTY_SIDES = TABLES.emptySides;
const OCCUPIED_SIDES = TABLES.occupiedSides;
const SLIDES = TABLES.slides;
const BUG_BIT = TABLES.bugBit;
const FOLLOWED = TABLES.followed;
const SIDE_SIZE = SIDE_SIZE_;
const WHITE_PIECES = WHITE_PIECES_;
const BLACK_PIECES = BLACK_PIECES_;

const IS_QUEEN = 1;
const IS_SPIDER = 2;
const IS_BEETLE = 4;
const IS_GRASSHOPPER = 8;
const IS_ANT = 16;
const IS_MOSQUITO = 32;
const IS_LADYBUG = 64;
const IS_PILLBUG = 128;

/** Scratch, shared by all boards; nothing here outlives one call. */
const PLACES = new Int16Array(CELLS);
/** Stamps, each array for one purpose: destinations of a walk, moves already listed. As doubles they never run out. */
const REACHED = new Float64Array(CELLS);
const LISTED = new Float64Array(PIECE_COUNT << 10);
let stamp = 0;

function nextStamp(): number {
	return ++stamp;
}

// --- Placements -------------------------------------------------------------------------------------------------------

/** The pieces that the side to move may place now, the lowest number of each bug. */
function placeable(board: Board): number {
	const black = board.ply & 1;
	const own = board.hand & (black ? BLACK_PIECES : WHITE_PIECES);
	const queen = 1 << (black * SIDE_SIZE + QUEEN);
	if (board.ply >= 6 && own & queen) return queen;
	const next = own & ~((own & FOLLOWED) << 1);
	return board.ply < 2 && !board.queenFirst ? next & ~queen : next;
}

/** Writes the cells where the side to move may place a piece to PLACES and gives their number. */
function findPlaces(board: Board): number {
	if (board.ply === 0) {
		PLACES[0] = 0;
		return 1;
	}
	let count = 0;
	if (board.ply === 1) {
		// The first piece stands on cell 0.
		for (let d = 0; d < 6; d++) PLACES[count++] = NEXT[d]!;
		return count;
	}
	const { around, cell } = board;
	const ownShift = board.ply & 1 ? 6 : 0;
	const foes = board.ply & 1 ? 63 : 63 << 6;
	for (let tops = board.tops & (board.ply & 1 ? BLACK_PIECES : WHITE_PIECES); tops !== 0; tops &= tops - 1) {
		const at = cell[31 - Math.clz32(tops & -tops)]!;
		for (let sides = EMPTY_SIDES[around[at]!]!; sides > 1; sides >>= 3) {
			const d = sides & 7;
			const next = NEXT[(at << 3) | d]!;
			const word = around[next]!;
			if ((word & foes) !== 0) continue;
			// Several own pieces touch this cell; only the one in the lowest direction lists it.
			const own = word >> ownShift;
			if ((own & -own) === 1 << (d < 3 ? d + 3 : d - 3)) PLACES[count++] = next;
		}
	}
	return count;
}

// --- Moves of one piece: each writes to `out` from `end` on and gives the new end ---------------------------------------

function listSlides(around: Uint16Array, code: number, cell: number, out: Int32Array, end: number): number {
	for (let slides = SLIDES[around[cell]!]!; slides > 1; slides >>= 3) {
		out[end++] = code | NEXT[(cell << 3) | (slides & 7)]!;
	}
	return end;
}

function listHops(board: Board, code: number, cell: number, out: Int32Array, end: number): number {
	const { height } = board;
	for (let sides = OCCUPIED_SIDES[board.around[cell]!]!; sides > 1; sides >>= 3) {
		const d = sides & 7;
		let next = NEXT[(cell << 3) | d]!;
		do next = NEXT[(next << 3) | d]!;
		while (height[next] !== 0);
		out[end++] = code | next;
	}
	return end;
}

function listClimbs(board: Board, code: number, cell: number, out: Int32Array, end: number): number {
	const { height } = board;
	const base = cell << 3;
	const gates = board.elevatedGates;
	const stand = height[cell]! - 1;
	if (stand === 0) {
		end = listSlides(board.around, code, cell, out, end);
		for (let sides = OCCUPIED_SIDES[board.around[cell]!]!; sides > 1; sides >>= 3) {
			const d = sides & 7;
			const next = NEXT[base | d]!;
			if (!(gates && isNarrow(height, base, d, height[next]!))) out[end++] = code | next;
		}
		return end;
	}
	for (let d = 0; d < 6; d++) {
		const next = NEXT[base | d]!;
		const h = height[next]!;
		if (!(gates && isNarrow(height, base, d, Math.max(h, stand)))) out[end++] = code | next;
	}
	return end;
}

/** `around` must be without the ant. */
function listAntWalks(around: Uint16Array, code: number, cell: number, out: Int32Array, end: number): number {
	const mark = nextStamp();
	REACHED[cell] = mark;
	let head = end;
	let at = cell;
	for (;;) {
		for (let slides = SLIDES[around[at]!]!; slides > 1; slides >>= 3) {
			const next = NEXT[(at << 3) | (slides & 7)]!;
			if (REACHED[next] !== mark) {
				REACHED[next] = mark;
				out[end++] = code | next;
			}
		}
		if (head === end) return end;
		at = out[head++]! & 1023;
	}
}

/** `around` must be without the spider. */
function listSpiderWalks(around: Uint16Array, code: number, cell: number, out: Int32Array, end: number): number {
	const mark = nextStamp();
	for (let first = SLIDES[around[cell]!]!; first > 1; first >>= 3) {
		const one = NEXT[(cell << 3) | (first & 7)]!;
		for (let second = SLIDES[around[one]!]!; second > 1; second >>= 3) {
			const two = NEXT[(one << 3) | (second & 7)]!;
			if (two === cell) continue;
			for (let third = SLIDES[around[two]!]!; third > 1; third >>= 3) {
				const three = NEXT[(two << 3) | (third & 7)]!;
				if (three === one || three === cell || REACHED[three] === mark) continue;
				REACHED[three] = mark;
				out[end++] = code | three;
			}
		}
	}
	return end;
}

/** `around` must be without the ladybug; at its height, one, it narrows no way over the hive. */
function listLadybugWalks(
	around: Uint16Array,
	height: Int8Array,
	code: number,
	cell: number,
	out: Int32Array,
	end: number,
): number {
	const mark = nextStamp();
	for (let first = OCCUPIED_SIDES[around[cell]!]!; first > 1; first >>= 3) {
		const one = NEXT[(cell << 3) | (first & 7)]!;
		const low = height[one]!;
		if (isNarrow(height, cell << 3, first & 7, low)) continue;
		for (let second = OCCUPIED_SIDES[around[one]!]!; second > 1; second >>= 3) {
			const two = NEXT[(one << 3) | (second & 7)]!;
			const high = height[two]!;
			if (isNarrow(height, one << 3, second & 7, Math.max(high, low))) continue;
			for (let third = EMPTY_SIDES[around[two]!]!; third > 1; third >>= 3) {
				const three = NEXT[(two << 3) | (third & 7)]!;
				if (three === cell || REACHED[three] === mark) continue;
				if (isNarrow(height, two << 3, third & 7, high)) continue;
				REACHED[three] = mark;
				out[end++] = code | three;
			}
		}
	}
	return end;
}

/** A mosquito on the ground moves like each bug it touches, stacks counting as their uppermost; moves may come twice. */
function listMosquitoWalks(board: Board, code: number, cell: number, out: Int32Array, end: number): number {
	const { around, top } = board;
	let bugs = 0;
	for (let sides = OCCUPIED_SIDES[around[cell]!]!; sides > 1; sides >>= 3) {
		bugs |= BUG_BIT[top[NEXT[(cell << 3) | (sides & 7)]!]!]!;
	}
	// An ant goes wherever a queen, a spider or a pillbug goes; a beetle wherever a queen or a pillbug does.
	if (bugs & IS_ANT) bugs &= ~(IS_QUEEN | IS_SPIDER | IS_PILLBUG);
	if (bugs & IS_BEETLE) bugs &= ~(IS_QUEEN | IS_PILLBUG);
	if (bugs & (IS_QUEEN | IS_PILLBUG)) end = listSlides(around, code, cell, out, end);
	if (bugs & IS_BEETLE) end = listClimbs(board, code, cell, out, end);
	if (bugs & IS_GRASSHOPPER) end = listHops(board, code, cell, out, end);
	if (bugs & (IS_ANT | IS_SPIDER | IS_LADYBUG)) {
		const colour = colourBit(code >> 10);
		flip(around, cell, colour);
		if (bugs & IS_ANT) end = listAntWalks(around, code, cell, out, end);
		if (bugs & IS_SPIDER) end = listSpiderWalks(around, code, cell, out, end);
		if (bugs & IS_LADYBUG) end = listLadybugWalks(around, board.height, code, cell, out, end);
		flip(around, cell, colour);
	}
	return end;
}

/** Leaves out moves that stand in LISTED under this stamp, and enters the others there. */
function dropListed(out: Int32Array, start: number, end: number, mark: number): number {
	let kept = start;
	for (let i = start; i < end; i++) {
		const move = out[i]!;
		if (LISTED[move] === mark) continue;
		LISTED[move] = mark;
		out[kept++] = move;
	}
	return kept;
}

// --- The pillbug's power ------------------------------------------------------------------------------------------------

/** Whether this piece may throw now: a pillbug, or a mosquito beside one, alone on its cell and not resting. */
export function canThrow(board: Board, piece: number): boolean {
	const cell = board.cell[piece]!;
	if (cell < 0 || piece === board.resting || board.height[cell] !== 1) return false;
	if (BUG_BIT[piece] === IS_PILLBUG) return true;
	for (let sides = OCCUPIED_SIDES[board.around[cell]!]!; sides > 1; sides >>= 3) {
		if (BUG_BIT[board.top[NEXT[(cell << 3) | (sides & 7)]!]!] === IS_PILLBUG) return true;
	}
	return false;
}

/** Over the thrower a piece goes up and down again: each of the two steps passes between the same kind of gate. */
export function listThrows(board: Board, thrower: number, out: Int32Array, end: number): number {
	const { height, top } = board;
	const cell = board.cell[thrower]!;
	const base = cell << 3;
	const word = board.around[cell]!;
	for (let from = OCCUPIED_SIDES[word]!; from > 1; from >>= 3) {
		const victim = NEXT[base | (from & 7)]!;
		const piece = top[victim]!;
		if (height[victim] !== 1 || piece === board.resting) continue;
		if (isNarrow(height, base, from & 7, 1) || isCut(board, victim)) continue;
		for (let to = EMPTY_SIDES[word]!; to > 1; to >>= 3) {
			if (!isNarrow(height, base, to & 7, 1)) out[end++] = (piece << 10) | NEXT[base | (to & 7)]!;
		}
	}
	return end;
}

// --- All moves -----------------------------------------------------------------------------------------------------------

/** The moves of one piece by itself; it must be uppermost and not resting, its queen in play. A mosquito's may come twice. */
export function listWalks(board: Board, piece: number, out: Int32Array, end: number): number {
	const { around, height } = board;
	const at = board.cell[piece]!;
	const code = piece << 10;
	if (height[at]! > 1) return listClimbs(board, code, at, out, end);
	if (isCut(board, at)) return end;
	switch (BUG_BIT[piece]) {
		case IS_QUEEN:
		case IS_PILLBUG:
			end = listSlides(around, code, at, out, end);
			break;
		case IS_BEETLE:
			end = listClimbs(board, code, at, out, end);
			break;
		case IS_GRASSHOPPER:
			end = listHops(board, code, at, out, end);
			break;
		case IS_MOSQUITO:
			end = listMosquitoWalks(board, code, at, out, end);
			break;
		case IS_ANT: {
			const colour = colourBit(piece);
			flip(around, at, colour);
			end = listAntWalks(around, code, at, out, end);
			flip(around, at, colour);
			break;
		}
		case IS_SPIDER: {
			const colour = colourBit(piece);
			flip(around, at, colour);
			end = listSpiderWalks(around, code, at, out, end);
			flip(around, at, colour);
			break;
		}
		case IS_LADYBUG: {
			const colour = colourBit(piece);
			flip(around, at, colour);
			end = listLadybugWalks(around, height, code, at, out, end);
			flip(around, at, colour);
			break;
		}
	}
	return end;
}

/** Throws and walks; none before the own queen is in play. */
function listMovements(board: Board, out: Int32Array, start: number): number {
	const side = board.ply & 1;
	if (board.cell[side * SIDE_SIZE + QUEEN]! < 0) return start;
	let end = start;

	// The same piece may reach the same cell on foot or thrown, by a pillbug or a mosquito: that is one move.
	let repeats = 1 << (side * SIDE_SIZE + MOSQUITO);
	const mark = nextStamp();
	if (hasPillbug(board)) {
		const pillbug = side * SIDE_SIZE + PILLBUG;
		const mosquito = side * SIDE_SIZE + MOSQUITO;
		if (canThrow(board, pillbug)) end = listThrows(board, pillbug, out, end);
		if (canThrow(board, mosquito)) end = listThrows(board, mosquito, out, end);
		end = dropListed(out, start, end, mark);
		for (let i = start; i < end; i++) repeats |= 1 << (out[i]! >> 10);
	}

	// Where nothing rests, -1 takes out the sign bit, which stands for no piece.
	let movers = board.tops & (side === 0 ? WHITE_PIECES : BLACK_PIECES) & ~(1 << board.resting);
	for (; movers !== 0; movers &= movers - 1) {
		const piece = 31 - Math.clz32(movers & -movers);
		const before = end;
		end = listWalks(board, piece, out, end);
		if ((repeats >> piece) & 1) end = dropListed(out, before, end, mark);
	}
	return end;
}

/**
 * Writes all legal moves to `out` from `start` on and gives the new end: each (piece, cell) once; PASS alone when it is
 * forced; nothing when the game is over. `out` needs room for MOST_MOVES.
 */
export function listMoves(board: Board, out: Int32Array, start: number): number {
	if (isSurrounded(board, 0) || isSurrounded(board, 1)) return start;
	const places = findPlaces(board);
	let end = start;
	for (let kinds = placeable(board); kinds !== 0; kinds &= kinds - 1) {
		const code = (31 - Math.clz32(kinds & -kinds)) << 10;
		for (let i = 0; i < places; i++) out[end++] = code | PLACES[i]!;
	}
	end = listMovements(board, out, end);
	if (end === start) out[end++] = PASS;
	return end;
}

/** How many legal moves there are: as `listMoves`, but placements are multiplied instead of listed. `out` is scratch. */
export function countMoves(board: Board, out: Int32Array, start: number): number {
	if (isSurrounded(board, 0) || isSurrounded(board, 1)) return 0;
	let kinds = 0;
	for (let rest = placeable(board); rest !== 0; rest &= rest - 1) kinds++;
	const placements = kinds === 0 ? 0 : kinds * findPlaces(board);
	return placements + listMovements(board, out, start) - start || 1;
}
