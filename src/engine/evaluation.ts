/**
 * What a position is worth to the side to move when the search looks no further, in points: a free ant counts 90.
 *
 * Three things are weighed: how far the queens are surrounded and by whom, which pieces are free to move, and what is
 * still in reserve. All is read off the board at once: no moves are listed.
 */
// biome-ignore-all lint/style/noNonNullAssertion: every index here is a cell, a piece or a direction by construction.
import { type Board, isCut, MOSQUITO, PILLBUG, QUEEN } from "./board.ts";
import { BUGS, bugOf, PIECES } from "./piece.ts";
import { CELLS, SIDE_SIZE as SIDE_SIZE_, TABLES } from "./tables.ts";

const NEXT = TABLES.next;
const SLIDES = TABLES.slides;
const OCCUPIED_SIDES = TABLES.occupiedSides;
const RUNS = TABLES.runs;
const SIDE_SIZE = SIDE_SIZE_;
const WHITE = (1 << SIDE_SIZE) - 1;
const BLACK = WHITE << SIDE_SIZE;

/** What a piece is worth where it can leave its cell, where it cannot, under another, and in reserve; in the order Q S B G A M L P. */
const FREE = [40, 40, 70, 50, 90, 85, 75, 50];
const STUCK = [0, 12, 25, 18, 25, 25, 25, 25];
const COVERED = [-60, -15, 0, -10, -25, -20, -15, -30];
const RESERVE = [0, 25, 60, 40, 75, 65, 60, 30];
/** What a free piece that does not yet stand beside the other queen can do to her. */
const STRENGTH = [0, 2, 4, 3, 5, 4, 4, 1];

/**
 * What it means for a queen when so many of her sides are closed, in quarters of a side: a foe there counts four, her own
 * piece three, or two where it is free to go and make room again.
 */
const PRESSURE = Int32Array.from({ length: 25 }, (_, quarters) => {
	const halves = [0, 14, 34, 62, 98, 142, 198, 274, 370, 490, 640, 800, 960];
	return Math.floor((halves[quarters >> 1]! + halves[(quarters + 1) >> 1]!) / 2);
});
const COVERED_QUEEN = 130;
/** Onto a covered queen's neighbours pieces may be placed at once: so much for each in reserve. */
const COVERED_QUEEN_RESERVE = 8;
/** A piece beside the other queen does its work, free or not. */
const BESIDE = [0, 35, 80, 40, 85, 80, 70, 30];
/** A beetle by the number of its steps to the other queen. */
const BEETLE_NEAR = [0, 45, 30, 18, 8, 2, 0, 0];
const TEMPO = 12;
/** Up to which ply freedom counts in full, every how many plies it loses a sixteenth, and what is left at last. */
const FREEDOM_PLIES = 60;
const FREEDOM_STRIDE = 5;
const FREEDOM_LAST = 3;

const perPiece = (values: readonly number[]) => Int16Array.from(PIECES, (piece) => values[BUGS.indexOf(bugOf(piece))]!);
const FREE_VALUE = perPiece(FREE);
const STUCK_VALUE = perPiece(STUCK);
const COVERED_VALUE = perPiece(COVERED);
const RESERVE_VALUE = perPiece(RESERVE);
const BESIDE_VALUE = perPiece(BESIDE);
const ATTACK = perPiece(STRENGTH);
/** Piece -> 1 where it needs room beside it to slide, 0 where it climbs or jumps. */
const SLIDER = perPiece([1, 1, 0, 0, 1, 0, 0, 1]);
const BEETLES = PIECES.reduce((set, piece, i) => (piece[1] === "B" || piece[1] === "M" ? set | (1 << i) : set), 0);

/** `offsetOf` two cells -> how many steps lie between them; right while they are less than half a torus apart. */
const DISTANCE = new Uint8Array(CELLS);
for (let offset = 0; offset < CELLS; offset++) {
	const q = ((offset + 16) & 31) - 16;
	const r = (((offset >> 5) + 16) & 31) - 16;
	DISTANCE[offset] = Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** Where a cell lies as seen from another, itself written as a cell. */
export function offsetOf(cell: number, from: number): number {
	return (((cell & 992) - (from & 992)) & 992) | ((cell - from) & 31);
}

export function isBeside(cell: number, other: number): boolean {
	return DISTANCE[offsetOf(cell, other)] === 1;
}

/** How many of the six sides of a side's queen are occupied; 0 while she is in reserve. */
export function closedSides(board: Board, side: number): number {
	const cell = board.cell[side * SIDE_SIZE + QUEEN]!;
	if (cell < 0) return 0;
	const word = board.around[cell]!;
	return bitCount((word | (word >> 6)) & 63);
}

function bitCount(bits: number): number {
	let count = 0;
	for (; bits !== 0; bits &= bits - 1) count++;
	return count;
}

/** Uppermost pieces that can leave their cell, as far as that shows without walking: the hive holds and there is room. */
function freePieces(board: Board): number {
	const { around, cell, height } = board;
	let free = 0;
	for (let tops = board.tops; tops !== 0; tops &= tops - 1) {
		const piece = 31 - Math.clz32(tops & -tops);
		const at = cell[piece]!;
		if (height[at] === 1) {
			const word = around[at]!;
			if (SLIDER[piece] === 1 && SLIDES[word] === 1) continue;
			if (RUNS[word]! > 1 && isCut(board, at)) continue;
		}
		free |= 1 << piece;
	}
	return free;
}

/** What a side has: its pieces on the board, free, busy, stuck or covered, and those in reserve. */
function freedomOf(board: Board, side: number, free: number): number {
	const { cell, height } = board;
	const own = side === 0 ? WHITE : BLACK;
	const target = cell[(1 - side) * SIDE_SIZE + QUEEN]!;
	let score = 0;
	for (let set = board.tops & own & free; set !== 0; set &= set - 1) {
		const piece = 31 - Math.clz32(set & -set);
		score += FREE_VALUE[piece]!;
		if (target < 0 || ((BEETLES >> piece) & 1) === 0) continue;
		const near = BEETLE_NEAR[DISTANCE[offsetOf(cell[piece]!, target)]! & 7]!;
		score += height[cell[piece]!]! > 1 ? near : near >> 1;
	}
	for (let set = board.tops & own & ~free; set !== 0; set &= set - 1) {
		const piece = 31 - Math.clz32(set & -set);
		const isBusy = target >= 0 && isBeside(cell[piece]!, target);
		score += isBusy ? BESIDE_VALUE[piece]! : STUCK_VALUE[piece]!;
	}
	for (let set = board.hand & own; set !== 0; set &= set - 1) score += RESERVE_VALUE[31 - Math.clz32(set & -set)]!;
	// What is neither uppermost nor in reserve is covered, or not in this game: the same for both sides.
	for (let set = own & ~board.tops & ~board.hand; set !== 0; set &= set - 1) {
		const piece = 31 - Math.clz32(set & -set);
		if (cell[piece]! >= 0) score += COVERED_VALUE[piece]!;
	}
	return score;
}

/** How dangerously a side besets the other queen: by what stands round her, and by what is free to come. */
function siegeBy(board: Board, side: number, free: number): number {
	const { cell, top } = board;
	const own = side === 0 ? WHITE : BLACK;
	const target = cell[(1 - side) * SIDE_SIZE + QUEEN]!;
	if (target < 0) return 0;
	let attack = 0;
	for (let set = board.tops & own & free; set !== 0; set &= set - 1) {
		const piece = 31 - Math.clz32(set & -set);
		if (DISTANCE[offsetOf(cell[piece]!, target)]! > 1) attack += ATTACK[piece]!;
	}
	const mayGo = free & ~own;
	let pressure = 0;
	for (let sides = OCCUPIED_SIDES[board.around[target]!]!; sides > 1; sides >>= 3) {
		const piece = top[NEXT[(target << 3) | (sides & 7)]!]!;
		pressure += (mayGo >> piece) & 1 ? 2 : (own >> piece) & 1 ? 4 : 3;
	}
	const danger = PRESSURE[pressure]! + ((attack * pressure) >> 2);
	if ((own >> top[target]!) & 1) return danger + COVERED_QUEEN + COVERED_QUEEN_RESERVE * bitCount(board.hand & own);
	return isGuarded(board, 1 - side, target) ? (danger * 5) >> 3 : danger;
}

/** Whether a queen has a pillbug, or a mosquito that can be one, beside her to throw her out of a siege. */
function isGuarded(board: Board, side: number, queen: number): boolean {
	const pillbug = side * SIDE_SIZE + PILLBUG;
	const at = board.cell[pillbug]!;
	if (at < 0 || ((board.tops >> pillbug) & 1) === 0) return false;
	if (isBeside(at, queen)) return true;
	const mosquito = side * SIDE_SIZE + MOSQUITO;
	const second = board.cell[mosquito]!;
	return second >= 0 && board.height[second] === 1 && isBeside(second, at) && isBeside(second, queen);
}

/**
 * In sixteenths, how much freedom counts. The longer a game, the less: or a side that has locked the other in would be
 * content with that for ever.
 */
function weightOfFreedom(ply: number): number {
	return Math.max(FREEDOM_LAST, Math.min(16, 16 - Math.floor((ply - FREEDOM_PLIES) / FREEDOM_STRIDE)));
}

/** Above 0 where the side to move stands better; a finished game is not for this function. */
export function evaluate(board: Board): number {
	const free = freePieces(board);
	const side = board.ply & 1;
	const freedom = freedomOf(board, side, free) - freedomOf(board, 1 - side, free);
	const siege = siegeBy(board, side, free) - siegeBy(board, 1 - side, free);
	return ((freedom * weightOfFreedom(board.ply)) >> 4) + siege + TEMPO;
}
