/** Perft: how many games of a given length start from a position; the usual check, and measure, of a generator. */
import { type Board, play, undo } from "./board.ts";
import type { Game } from "./game.ts";
import { countMoves, listMoves, MOST_MOVES } from "./generator.ts";

import { roomOf, walkTo } from "./position.ts";

const DEEPEST = 32;
const MOVES = new Int32Array(MOST_MOVES * DEEPEST);

/** Leaves at `depth` plies below a game's position, by the rules of the board: repetition ends nothing here. */
export function perft(game: Game, depth: number): number {
	return countLeaves(walkTo(roomOf(game)).board, depth);
}

/** Leaves at `depth` plies below the position; the board is as before afterwards. A finished game has none. */
export function countLeaves(board: Board, depth: number): number {
	if (depth > DEEPEST) throw new RangeError(`depth is at most ${DEEPEST}`);
	return depth === 0 ? 1 : leaves(board, depth, 0);
}

function leaves(board: Board, depth: number, start: number): number {
	if (depth === 1) return countMoves(board, MOVES, start);
	const end = listMoves(board, MOVES, start);
	let sum = 0;
	for (let i = start; i < end; i++) {
		play(board, MOVES[i] as number);
		sum += leaves(board, depth - 1, end);
		undo(board);
	}
	return sum;
}
