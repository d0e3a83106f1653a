/**
 * The tree of a search: principal-variation alpha-beta over the fast board, which is walked by playing and undoing.
 *
 * Scores are for the side to move. A win is WIN less the plies it takes, so that the shortest win and the longest
 * resistance are preferred. All that a search learns stands in its `Tree`; nothing outlives one search.
 */
// biome-ignore-all lint/style/noNonNullAssertion: every index here is a ply, a move or a cell by construction.
import { type Board, PASS, play, QUEEN, undo } from "./board.ts";
import { closedSides, evaluate, isBeside } from "./evaluation.ts";
import { listMoves, MOST_MOVES } from "./generator.ts";
import type { RuleSet } from "./ruleset.ts";
import {
	EXACT,
	findResult,
	HASH,
	hash,
	keepResult,
	LOWER,
	newResultTable,
	type ResultTable,
	UPPER,
} from "./search-table.ts";
import { PIECE_COUNT, SIDE_SIZE } from "./tables.ts";

export const WIN = 100_000;
/** Beyond this a score is a win, or for its negative a loss, that has been seen to the end. */
export const SURE = WIN - 1_000;
const DRAW = 0;
const NOTHING = -2;

/** Plies from the root at most; also how long a line can be. */
export const FARTHEST = 64;
/** How much a move that touches no queen is expected to bring at most: so much a ply, and so much anyway. */
const HOPE = 50;
const HOPE_AT_ALL = 20;
/** How often the clock is looked at: every so many positions, a power of two. */
const CLOCK_STRIDE = 256;

export type Tree = {
	readonly board: Board;
	readonly rules: RuleSet;
	readonly table: ResultTable;
	/** the moves of all positions on the way, one list behind the other, and by what they are sorted */
	readonly moves: Int32Array;
	readonly keys: Int32Array;
	/** move -> how often, and how deep, it refuted something */
	readonly history: Int32Array;
	/** two moves a ply that refuted a sister of the position there */
	readonly killers: Int32Array;
	/** the best line from each ply on, FARTHEST moves each, and how long it is */
	readonly lines: Int32Array;
	readonly lengths: Int32Array;
	/** the hashes of every position of the game and of the way into the tree, by ply */
	readonly low: Int32Array;
	readonly high: Int32Array;
	/** with repetition "stalemate", by ply: the one piece that could move, PASS, or NOTHING where several could */
	readonly only: Int8Array;
	/** the ply of the game at which the search begins */
	readonly root: number;
	/** positions visited so far */
	nodes: number;
	readonly mostNodes: number;
	readonly isOver: () => boolean;
	/** out of time or nodes: what comes back from here on means nothing */
	stopped: boolean;
	/** how many plies from the root this iteration may extend to */
	horizon: number;
};

export type Budget = { readonly mostNodes: number; readonly isOver: () => boolean; readonly tableSize: number };

/** A tree whose root is the position after these moves, which are played on a fresh board. */
export function newTree(board: Board, rules: RuleSet, moves: readonly number[], budget: Budget): Tree {
	const plies = moves.length + FARTHEST + 2;
	const tree: Tree = {
		board,
		rules,
		table: newResultTable(budget.tableSize),
		moves: new Int32Array(MOST_MOVES * FARTHEST),
		keys: new Int32Array(MOST_MOVES * FARTHEST),
		history: new Int32Array(PIECE_COUNT << 10),
		killers: new Int32Array(FARTHEST * 2 + 2).fill(NOTHING),
		lines: new Int32Array(FARTHEST * (FARTHEST + 1)),
		lengths: new Int32Array(FARTHEST + 1),
		low: new Int32Array(plies),
		high: new Int32Array(plies),
		only: new Int8Array(plies),
		root: moves.length,
		nodes: 0,
		mostNodes: budget.mostNodes,
		isOver: budget.isOver,
		stopped: false,
		horizon: 0,
	};
	for (const move of moves) {
		keepHash(tree);
		if (rules.repetition === "stalemate") noteMovers(tree, 0, listMoves(board, tree.moves, 0));
		play(board, move);
	}
	keepHash(tree);
	return tree;
}

// --- Repetition ---------------------------------------------------------------------------------------------------------

function keepHash(tree: Tree): void {
	hash(tree.board);
	tree.low[tree.board.ply] = HASH[0]!;
	tree.high[tree.board.ply] = HASH[1]!;
}

function noteMovers(tree: Tree, start: number, end: number): void {
	const first = tree.moves[start]!;
	let only = first === PASS ? PASS : first >> 10;
	for (let i = start + 1; i < end; i++) if (tree.moves[i]! >> 10 !== only) only = NOTHING;
	tree.only[tree.board.ply] = only;
}

/**
 * Whether the position on the board, whose hash has been kept, is to be taken for a draw by repetition. Inside the tree
 * the second time is enough: what could be done better the third time could be done now. Positions of the game itself
 * count as the rules count them.
 */
export function isRepeated(tree: Tree): boolean {
	const { board, low, high, rules } = tree;
	if (rules.repetition === "none") return false;
	const ply = board.ply;
	const stalemate = rules.repetition === "stalemate";
	const oldest = rules.window === null ? 0 : Math.max(0, ply - rules.window);
	let times = 1;
	// Before a placement there were fewer pieces; an entry of the past that placed one has nothing in its origin.
	for (let at = ply - 1; at >= oldest; at--) {
		const entry = board.past[at]!;
		if ((entry & 31) !== 0 && ((entry >> 5) & 2047) === 0) return false;
		if (((ply - at) & 1) === 1 || low[at] !== low[ply] || high[at] !== high[ply]) continue;
		times++;
		if (!stalemate && (at >= tree.root || times === 3)) return true;
		if (stalemate && times === 2 && !isBound(tree, at, ply)) return false;
		if (stalemate && times === 3) return true;
	}
	return false;
}

/** Whether from one ply on, up to another, each side could only move one piece, always the same. */
function isBound(tree: Tree, from: number, to: number): boolean {
	const mover = [PASS, PASS];
	for (let ply = from; ply < to; ply++) {
		const only = tree.only[ply]!;
		if (only === PASS) continue;
		const before = mover[ply & 1]!;
		if (only === NOTHING || (before !== PASS && before !== only)) return false;
		mover[ply & 1] = only;
	}
	return true;
}

// --- Order --------------------------------------------------------------------------------------------------------------

/** Moves with a key from here on concern a queen, or are known from before, and are always searched to the full depth. */
const URGENT = 1 << 20;
const KEY_TABLE = 1 << 28;
const KEY_ATTACK = 1 << 24;
const KEY_RELIEF = 1 << 23;
const KEY_KILLER = 1 << 22;
const MOST_HISTORY = 1 << 19;

/**
 * Gives each move in the list its key, and finds a move that wins at once: then that is the answer, else NOTHING.
 * Only a move that would close the other queen's sixth side is played out to see.
 */
function rankMoves(tree: Tree, start: number, end: number, known: number, far: number): number {
	const { board, moves, keys, history, killers } = tree;
	const { cell, height } = board;
	const side = board.ply & 1;
	const ownQueen = side * SIDE_SIZE + QUEEN;
	const foeQueen = (1 - side) * SIDE_SIZE + QUEEN;
	const own = cell[ownQueen]!;
	const foe = cell[foeQueen]!;
	const foeClosed = closedSides(board, 1 - side);
	for (let i = start; i < end; i++) {
		const move = moves[i]!;
		keys[i] = URGENT;
		if (move === PASS) continue;
		const piece = move >> 10;
		const to = move & 1023;
		const from = cell[piece]!;
		const settles = height[to] === 0;
		const clears = from >= 0 && height[from] === 1;
		let attack = 0;
		let relief = 0;
		if (foe >= 0) {
			if (piece === foeQueen) {
				play(board, move);
				attack = closedSides(board, 1 - side) - foeClosed;
				undo(board);
			} else {
				if (settles && isBeside(to, foe)) attack++;
				if (clears && isBeside(from, foe)) attack--;
				if (to === foe) attack = 1;
			}
			if (foeClosed + attack >= 6 && wins(board, move)) return move;
		}
		if (own >= 0 && piece !== ownQueen) {
			if (clears && isBeside(from, own)) relief++;
			if (settles && isBeside(to, own)) relief--;
		} else if (piece === ownQueen && from >= 0) relief = 1;
		let key = history[move]!;
		if (move === known) key += KEY_TABLE;
		else if (attack > 0) key += KEY_ATTACK;
		else if (relief > 0) key += KEY_RELIEF;
		else if (move === killers[far << 1] || move === killers[(far << 1) | 1]) key += KEY_KILLER;
		if (relief < 0 || attack < 0) key -= MOST_HISTORY;
		keys[i] = key;
	}
	return NOTHING;
}

function wins(board: Board, move: number): boolean {
	const side = board.ply & 1;
	play(board, move);
	const won = closedSides(board, 1 - side) === 6 && closedSides(board, side) < 6;
	undo(board);
	return won;
}

/** Brings the move with the highest key of those left to the front; the earlier one of equals. */
function bringBest(tree: Tree, at: number, end: number): number {
	const { moves, keys } = tree;
	let best = at;
	for (let i = at + 1; i < end; i++) if (keys[i]! > keys[best]!) best = i;
	const move = moves[best]!;
	const key = keys[best]!;
	// Moved up, not swapped: the order of the others stays what it was.
	for (let i = best; i > at; i--) {
		moves[i] = moves[i - 1]!;
		keys[i] = keys[i - 1]!;
	}
	moves[at] = move;
	keys[at] = key;
	return move;
}

/** The first move that wins at once for the side to move, NOTHING where there is none. */
export function findWin(tree: Tree, start: number): number {
	const end = listMoves(tree.board, tree.moves, start);
	return rankMoves(tree, start, end, NOTHING, 0);
}

/** Whether the other side would win at once if it were to move. */
function isThreatened(tree: Tree, start: number): boolean {
	play(tree.board, PASS);
	const win = findWin(tree, start);
	undo(tree.board);
	return win !== NOTHING;
}

// --- Search -------------------------------------------------------------------------------------------------------------

/** The best line from here on begins with this move and goes on as the position behind it does, or ends the game. */
function noteLine(tree: Tree, far: number, move: number, isLast: boolean): void {
	const { lines, lengths } = tree;
	const here = far * FARTHEST;
	const next = here + FARTHEST;
	const rest = isLast ? 0 : Math.min(lengths[far + 1]!, FARTHEST - 1 - far);
	lines[here] = move;
	for (let i = 0; i < rest; i++) lines[here + 1 + i] = lines[next + i]!;
	lengths[far] = rest + 1;
}

function noteRefutation(tree: Tree, move: number, far: number, depth: number): void {
	const { killers, history } = tree;
	if (killers[far << 1] !== move) {
		killers[(far << 1) | 1] = killers[far << 1]!;
		killers[far << 1] = move;
	}
	history[move]! += depth * depth;
	if (history[move]! >= MOST_HISTORY) for (let i = 0; i < history.length; i++) history[i]! >>= 1;
}

/** How many plies less a move late in the order is looked at first. */
function reductionOf(order: number, depth: number): number {
	if (depth < 2 || order < 4) return 0;
	return 1 + (order >= 12 && depth >= 3 ? 1 : 0) + (order >= 30 && depth >= 5 ? 1 : 0);
}

/**
 * What a move is worth: the first in order with the whole window, the others with none unless they turn out better. Scores
 * are taken from 0 rather than negated: there is no -0 then.
 */
export function weigh(
	tree: Tree,
	move: number,
	order: number,
	isQuiet: boolean,
	depth: number,
	alpha: number,
	beta: number,
	far: number,
	end: number,
): number {
	play(tree.board, move);
	let score: number;
	if (order === 0) {
		score = 0 - visit(tree, depth - 1, -beta, -alpha, far + 1, end, true);
	} else {
		const less = isQuiet ? reductionOf(order, depth) : 0;
		score = 0 - visit(tree, depth - 1 - less, -alpha - 1, -alpha, far + 1, end, true);
		if (less > 0 && score > alpha) score = 0 - visit(tree, depth - 1, -alpha - 1, -alpha, far + 1, end, true);
		if (score > alpha && score < beta) score = 0 - visit(tree, depth - 1, -beta, -alpha, far + 1, end, true);
	}
	undo(tree.board);
	return score;
}

/** Counts one more position; false when there is nothing left to spend. */
function spend(tree: Tree): boolean {
	const nodes = ++tree.nodes;
	tree.stopped = nodes >= tree.mostNodes || ((nodes & (CLOCK_STRIDE - 1)) === 0 && tree.isOver());
	return !tree.stopped;
}

/** A win or loss is kept as so many plies from its position, not from the root. */
function fromRoot(score: number, far: number): number {
	return score > SURE ? score - far : score < -SURE ? score + far : score;
}

/** The value of the position on the board, `far` plies from the root, looked at `depth` plies deep. */
function visit(
	tree: Tree,
	depth: number,
	alpha: number,
	beta: number,
	far: number,
	start: number,
	mayPass: boolean,
): number {
	tree.lengths[far] = 0;
	if (tree.stopped || !spend(tree)) return 0;
	const { board, moves, keys, table } = tree;
	const side = board.ply & 1;
	const own = closedSides(board, side);
	const foe = closedSides(board, 1 - side);
	if (own === 6) return foe === 6 ? DRAW : far - WIN;
	if (foe === 6) return WIN - far;
	if (depth > 0 || (board.resting >= 0 && tree.rules.repetition !== "none")) {
		keepHash(tree);
		if (isRepeated(tree)) return DRAW;
	}
	if (far >= FARTHEST - 1) return evaluate(board);
	if (depth <= 0) {
		if (foe === 5) {
			const win = findWin(tree, start);
			if (win !== NOTHING) {
				noteLine(tree, far, win, true);
				return WIN - far - 1;
			}
		}
		// A side whose queen is about to be surrounded may not stand still: look one ply further.
		if (own < 5 || far >= tree.horizon || !isThreatened(tree, start)) return evaluate(board);
		keepHash(tree);
		depth = 1;
	}

	const wide = beta - alpha > 1;
	const low = tree.low[board.ply]!;
	const high = tree.high[board.ply]!;
	const slot = findResult(table, low, high);
	let known = NOTHING;
	if (slot >= 0) {
		known = table.slots[slot + 1]!;
		const kept = table.slots[slot + 3]!;
		if (!wide && kept >> 2 >= depth) {
			const score = fromRoot(table.slots[slot + 2]!, far);
			const bound = kept & 3;
			if (bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha)) return score;
		}
	}

	// Where even a side that passes stands well enough, its best move does so too.
	if (mayPass && !wide && depth >= 2 && own < 5 && beta < SURE && board.ply >= 8 && evaluate(board) >= beta) {
		play(board, PASS);
		const score = 0 - visit(tree, depth - 3, -beta, -beta + 1, far + 1, start, false);
		undo(board);
		if (tree.stopped) return 0;
		if (score >= beta) return score > SURE ? beta : score;
	}

	const end = listMoves(board, moves, start);
	if (tree.rules.repetition === "stalemate") noteMovers(tree, start, end);
	const win = rankMoves(tree, start, end, known, far);
	if (win !== NOTHING) {
		noteLine(tree, far, win, true);
		return WIN - far - 1;
	}
	const nextDepth = moves[start] === PASS && far < tree.horizon ? depth + 1 : depth;
	let best = -WIN;
	let bestMove = NOTHING;
	let bound = UPPER;
	// So near to the leaves, moves that touch no queen will not make up for more than this.
	const isNear = depth <= 2 && !wide && own < 5 && Math.abs(alpha) < SURE;
	const hope = isNear ? evaluate(board) + HOPE * depth + HOPE_AT_ALL : WIN;
	for (let i = start; i < end; i++) {
		const move = bringBest(tree, i, end);
		const isQuiet = keys[i]! < URGENT;
		if (isQuiet && hope <= alpha && bestMove !== NOTHING) {
			// The keys only fall from here on: the rest is as quiet.
			best = Math.max(best, hope);
			break;
		}
		const score = weigh(tree, move, i - start, isQuiet, nextDepth, alpha, beta, far, end);
		if (tree.stopped) return 0;
		if (score <= best) continue;
		best = score;
		bestMove = move;
		if (score <= alpha) continue;
		alpha = score;
		bound = EXACT;
		noteLine(tree, far, move, false);
		if (score >= beta) {
			bound = LOWER;
			if (isQuiet) noteRefutation(tree, move, far, depth);
			break;
		}
	}
	const value = best > SURE ? best + far : best < -SURE ? best - far : best;
	keepResult(table, low, high, bestMove, value, depth, bound);
	return best;
}
