/** Choosing a move: a search that looks one ply deeper each time, until its budget of depth, positions or time is used. */
import { newBoard, play, undo } from "./board.ts";
import { evaluate } from "./evaluation.ts";
import type { Game } from "./game.ts";
import type { Move } from "./move.ts";
import { listOf, moveOf, nextRoom, type Room, roomOf, walkTo } from "./position.ts";
import { FARTHEST, findWin, newTree, SURE, type Tree, WIN, weigh } from "./search-tree.ts";

export type Limits = {
	/** plies, at least 1 */
	readonly depth?: number;
	/** positions, at least 1; as exact as depth, and a limit also where clocks stand still while code runs */
	readonly nodes?: number;
	/** time, ms; needs `now` */
	readonly ms?: number;
	/** the present, ms on any scale */
	readonly now?: () => number;
	/** which of equally good moves is preferred; the same seed, limits and game give the same move where time is no limit */
	readonly seed?: number;
	/** how many results are remembered, 16 bytes each */
	readonly tableSize?: number;
};

export type BestMove = {
	readonly move: Move;
	/** for the side to move; see `pliesToEnd` for wins and losses */
	readonly score: number;
	/** plies looked ahead in full; 0 where there was nothing to choose */
	readonly depth: number;
	/** positions visited */
	readonly nodes: number;
	/** how the game is expected to go on, this move first */
	readonly line: readonly Move[];
};

const DEEPEST = 48;
const DEFAULT_DEPTH = 4;
const DEFAULT_TABLE = 1 << 18;
/** Another ply takes several times as long as the one before: with so much of the time gone it would not be finished. */
const LAST_START = 0.6;

/** How many plies it takes to win, or negative to lose, by this score; null where the end has not been seen. */
export function pliesToEnd(score: number): number | null {
	if (score > SURE) return WIN - score;
	return score < -SURE ? -WIN - score : null;
}

/** The best move that the limits allow to find. Throws for a finished game: that is a bug of the caller. */
export function bestMove(game: Game, limits: Limits): BestMove {
	if (game.result !== null) throw new Error("the game is over");
	const room = roomOf(game);
	const { isOver, isLate } = clockOf(limits);
	const board = newBoard(game.expansions, game.rules);
	const tree = newTree(board, game.rules, movesTo(room), {
		mostNodes: limits.nodes ?? Number.POSITIVE_INFINITY,
		isOver,
		tableSize: limits.tableSize ?? DEFAULT_TABLE,
	});
	const answer = (line: readonly number[], score: number, depth: number): BestMove => {
		const moves = movesOfLine(room, line);
		return { move: moves[0] as Move, score, depth, nodes: tree.nodes, line: moves };
	};

	const win = findWin(tree, 0);
	const moves = shuffled(listOf(room), limits.seed ?? 0);
	if (moves.includes(win)) return answer([win], WIN - 1, 1);
	if (moves.length === 1) return answer([...moves], evaluate(board), 0);

	const bounded = limits.nodes !== undefined || limits.ms !== undefined;
	const deepest = Math.min(DEEPEST, Math.max(1, limits.depth ?? (bounded ? DEEPEST : DEFAULT_DEPTH)));
	const looks = sortByLook(tree, moves);
	let best: Found = { line: [moves[0] as number], score: evaluate(board) };
	let depth = 0;
	while (depth < deepest && !tree.stopped && !(depth > 0 && isLate())) {
		const found = searchRoot(tree, moves, looks, depth + 1);
		if (found !== null) best = found;
		if (tree.stopped) break;
		depth++;
		const end = pliesToEnd(best.score);
		if (end !== null && Math.abs(end) <= depth) break;
	}
	return answer(best.line, best.score, depth);
}

type Found = { readonly line: readonly number[]; readonly score: number };

function clockOf(limits: Limits): { readonly isOver: () => boolean; readonly isLate: () => boolean } {
	const { ms, now } = limits;
	if (ms === undefined) return { isOver: () => false, isLate: () => false };
	if (now === undefined) throw new RangeError("a limit of time needs a clock");
	const began = now();
	return { isOver: () => now() - began >= ms, isLate: () => now() - began >= ms * LAST_START };
}

/** The moves that led to a room, from the first. */
function movesTo(room: Room): readonly number[] {
	const moves: number[] = [];
	for (let at = room; at.before !== null; at = at.before) moves.push(at.move);
	return moves.reverse();
}

/** The same numbers in an order that depends on the seed; 0 leaves them as they are. */
function shuffled(list: Int32Array, seed: number): Int32Array {
	const mixed = list.slice();
	if (seed === 0) return mixed;
	let state = seed | 0;
	for (let i = mixed.length - 1; i > 0; i--) {
		state = (state + 0x6d2b79f5) | 0;
		let word = Math.imul(state ^ (state >>> 15), state | 1);
		word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
		const j = ((word ^ (word >>> 14)) >>> 0) % (i + 1);
		[mixed[i], mixed[j]] = [mixed[j] as number, mixed[i] as number];
	}
	return mixed;
}

/** Brings the moves into the order of how well they look right after, equals as they were; and says how well. */
function sortByLook(tree: Tree, moves: Int32Array): ReadonlyMap<number, number> {
	const looks = new Map<number, number>();
	for (const move of moves) {
		play(tree.board, move);
		looks.set(move, -evaluate(tree.board));
		undo(tree.board);
	}
	moves.sort((a, b) => (looks.get(b) as number) - (looks.get(a) as number));
	return looks;
}

/** How many moves at the root are searched without any reduction. */
const ROOT_FULL = 6;

/** A move is worth so much more, in shares of how it looks, when it shows at once: what can always be done later never gets done. */
const HASTE = 32;

/**
 * One iteration over the moves of the root; the best goes to the front for the next. When the budget ends on the way,
 * what has been found by then counts: the first move was the best so far. Null where not even that was finished.
 */
function searchRoot(tree: Tree, moves: Int32Array, looks: ReadonlyMap<number, number>, depth: number): Found | null {
	tree.horizon = Math.min(FARTHEST - 2, depth * 2 + 6);
	let best: Found | null = null;
	let alpha = -WIN;
	for (let i = 0; i < moves.length; i++) {
		const move = moves[i] as number;
		const haste = best !== null && Math.abs(alpha) > SURE ? 0 : Math.trunc((looks.get(move) as number) / HASTE);
		const score = weigh(tree, move, i, i >= ROOT_FULL, depth, alpha - haste, WIN, 0, 0);
		if (tree.stopped) return best;
		const worth = Math.abs(score) > SURE ? score : score + haste;
		if (best !== null && worth <= alpha) continue;
		alpha = worth;
		const length = tree.lengths[1] as number;
		best = { line: [move, ...tree.lines.subarray(FARTHEST, FARTHEST + length)], score };
		moves.copyWithin(1, 0, i);
		moves[0] = move;
	}
	return best;
}

/** A line of integers as moves. */
function movesOfLine(room: Room, line: readonly number[]): readonly Move[] {
	let at = room;
	return line.map((code, i) => {
		const move = moveOf(walkTo(at), code);
		if (i + 1 < line.length) at = nextRoom(at, code);
		return move;
	});
}
