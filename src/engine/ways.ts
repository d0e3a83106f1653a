/** By which way a piece gets somewhere: on its own feet, or thrown, and by whom. A move says nothing of it, for it is the same. */
import type { Board } from "./board.ts";
import { canThrow, listThrows, listWalks, MOST_MOVES } from "./generator.ts";
import type { Place } from "./hex.ts";
import type { Move } from "./move.ts";
import { indexOfPiece, type Piece, pieceAt, queenOf, type Side, sideOf } from "./piece.ts";
import { type Game, listOf, moveOf, roomOf, type Table, walkTo } from "./position.ts";

/** A piece that may be thrown now, by whom, and where to. */
export type Throw = { readonly piece: Piece; readonly thrower: Piece; readonly to: Place };

const THROWERS: Readonly<Record<Side, readonly Piece[]>> = { white: ["wP", "wM"], black: ["bP", "bM"] };

const SCRATCH = new Int32Array(MOST_MOVES);

/** All throws of the side to move, the pillbug's first; a piece may come to one place by either. */
export function throwsOf(game: Game): readonly Throw[] {
	if (game.result !== null) return [];
	const table = walkTo(roomOf(game));
	if ((table.board.cell[indexOfPiece(queenOf(game.toMove))] as number) < 0) return [];
	return THROWERS[game.toMove]
		.filter((thrower) => canThrow(table.board, indexOfPiece(thrower)))
		.flatMap((thrower) =>
			movesIn(table, (board, out) => listThrows(board, indexOfPiece(thrower), out, 0)).flatMap((move) =>
				move === "pass" ? [] : [{ piece: move.piece, thrower, to: move.to }],
			),
		);
}

/** Where a piece of the side to move gets by itself, each place once; none where it is in the reserve or may not move. */
export function walksOf(game: Game, piece: Piece): readonly Place[] {
	const index = indexOfPiece(piece);
	const room = roomOf(game);
	// Whatever keeps a piece from walking keeps it from being thrown: with a legal move it may be asked for its walks.
	if (game.result !== null || sideOf(piece) !== game.toMove) return [];
	const table = walkTo(room);
	if ((table.board.cell[index] as number) < 0 || !listOf(room).some((code) => code >> 10 === index)) return [];
	const moves = movesIn(walkTo(room), (board, out) => listWalks(board, index, out, 0));
	return moves.flatMap((move) => (move === "pass" ? [] : [move.to]));
}

/**
 * Who throws a piece by this move; nobody where it goes by itself, or may.
 * @param code a legal move of the position, other than a pass
 */
export function throwersBy(board: Board, side: Side, code: number): readonly Piece[] {
	const does = (list: (board: Board, piece: number, out: Int32Array, end: number) => number, piece: number) =>
		SCRATCH.subarray(0, list(board, piece, SCRATCH, 0)).includes(code);
	const throwers = THROWERS[side].filter((thrower) => {
		const index = indexOfPiece(thrower);
		return canThrow(board, index) && does(listThrows, index);
	});
	const mover = code >> 10;
	return throwers.length > 0 && sideOf(pieceAt(mover)) === side && does(listWalks, mover) ? [] : throwers;
}

function movesIn(table: Table, list: (board: Board, out: Int32Array) => number): readonly Move[] {
	const out = new Int32Array(MOST_MOVES);
	const codes = new Set(out.subarray(0, list(table.board, out)));
	return [...codes].sort((a, b) => a - b).map((code) => moveOf(table, code));
}
