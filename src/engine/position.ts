/**
 * The private room of a game: its place on a fast board, true coordinates, legal moves, and what makes two positions the same.
 *
 * A game value is plain and never changes; the board does. So every game has a room that says by which move it came out
 * of which other room, and all games of one family share one table, whose board is walked to a room when that is needed:
 * one step for a game that is played on, a few undone and played for one that branched off. A game that was copied or
 * came over a wire has no room yet and gets one from its plies.
 */
import { type Board, hasPillbug, isSurrounded, neighbour, newBoard, PASS, play, sideToMove, undo } from "./board.ts";
import { listMoves, MOST_MOVES } from "./generator.ts";
import { DIRECTIONS, type Hex, type Place } from "./hex.ts";
import type { Move, PieceMove } from "./move.ts";
import { type Expansion, indexOfPiece, PIECES, type Piece, pieceAt, type Side } from "./piece.ts";
import type { RuleSet } from "./ruleset.ts";

export type GameResult = {
	readonly winner: Side | null;
	readonly reason: "surround" | "both-surrounded" | "repetition" | "stalemate";
};

export type PlayedPly = {
	readonly move: Move;
	/** in the one canonical spelling */
	readonly text: string;
	readonly side: Side;
	/** who threw the piece, several where each of them may have; absent where it came by itself, or may have */
	readonly throwers?: readonly Piece[];
};

/** Plain data: it may be compared, spread, cloned and sent; nothing of it is ever changed. */
export type Game = {
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	readonly plies: readonly PlayedPly[];
	readonly toMove: Side;
	readonly result: GameResult | null;
};

export type Table = {
	readonly board: Board;
	/** piece -> true coordinates, valid while it is in play */
	readonly q: Int32Array;
	readonly r: Int32Array;
	/** the room the board is in */
	at: Room;
};

export type Room = {
	readonly table: Table;
	/** null: nothing has been played */
	readonly before: Room | null;
	readonly ply: number;
	/** the move that led here */
	readonly move: number;
	/** where that move came from, null for a placement or a pass */
	readonly from: Hex | null;
	readonly to: Hex;
	/** equal exactly for equal positions; written once, when the board has first got here */
	key: string;
	list: Int32Array | null;
	moves: readonly Move[] | null;
};

const ROOMS = new WeakMap<Game, Room>();
const LIST = new Int32Array(MOST_MOVES);
const ALL = [...PIECES.keys()];
/** Piece -> colour and bug: copies of a bug are the same here. */
const KIND = PIECES.map((piece) => piece.slice(0, 2));

export function roomOf(game: Game): Room {
	let room = ROOMS.get(game);
	if (room === undefined) {
		room = firstRoom(game.rules, game.expansions);
		for (const { move } of game.plies) room = nextRoom(room, codeOf(room, move));
		ROOMS.set(game, room);
	}
	return room;
}

export function keepRoom(game: Game, room: Room): void {
	ROOMS.set(game, room);
}

export function firstRoom(rules: RuleSet, expansions: readonly Expansion[]): Room {
	const table: Omit<Table, "at"> & { at?: Room } = {
		board: newBoard(expansions, rules),
		q: new Int32Array(PIECES.length),
		r: new Int32Array(PIECES.length),
	};
	const room: Room = {
		table: table as Table,
		before: null,
		ply: 0,
		move: PASS,
		from: null,
		to: { q: 0, r: 0 },
		key: "",
		list: null,
		moves: null,
	};
	table.at = room;
	return room;
}

/** The room behind a move; the table is walked there. */
export function nextRoom(room: Room, move: number): Room {
	const table = walkTo(room);
	const { board } = table;
	const piece = move >> 10;
	const from =
		move !== PASS && (board.cell[piece] as number) >= 0
			? { q: table.q[piece] as number, r: table.r[piece] as number }
			: null;
	const to = move === PASS ? { q: 0, r: 0 } : hexOf(table, move & 1023);
	const next: Room = { table, before: room, ply: room.ply + 1, move, from, to, key: "", list: null, moves: null };
	enter(table, next);
	next.key = makeKey(table);
	return next;
}

/** Brings the shared board into this room: back to where the ways part, and on from there. */
export function walkTo(room: Room): Table {
	const { table } = room;
	const ahead: Room[] = [];
	let goal = room;
	while (table.at !== goal) {
		if (table.at.ply > goal.ply) leave(table);
		else {
			ahead.push(goal);
			goal = goal.before as Room;
		}
	}
	for (let i = ahead.length - 1; i >= 0; i--) enter(table, ahead[i] as Room);
	return table;
}

function enter(table: Table, room: Room): void {
	play(table.board, room.move);
	if (room.move !== PASS) {
		table.q[room.move >> 10] = room.to.q;
		table.r[room.move >> 10] = room.to.r;
	}
	table.at = room;
}

function leave(table: Table): void {
	const { move, from, before } = table.at;
	undo(table.board);
	if (from !== null) {
		table.q[move >> 10] = from.q;
		table.r[move >> 10] = from.r;
	}
	table.at = before as Room;
}

// --- Cells and places -------------------------------------------------------------------------------------------------

export function cellOf(hex: Hex): number {
	return ((hex.r & 31) << 5) | (hex.q & 31);
}

/** The true coordinates of a cell that touches the hive; before the first move all cells are the same. */
function hexOf(table: Table, cell: number): Hex {
	const { board, q, r } = table;
	for (const [d, side] of DIRECTIONS.entries()) {
		const piece = board.top[neighbour(cell, d)] as number;
		if (piece >= 0) return { q: (q[piece] as number) - side.q, r: (r[piece] as number) - side.r };
	}
	return { q: 0, r: 0 };
}

/** Where a piece stands, null while it is in the reserve. */
export function placeOf(table: Table, piece: number): Place | null {
	if ((table.board.cell[piece] as number) < 0) return null;
	let z = 0;
	for (let under = table.board.below[piece] as number; under >= 0; under = table.board.below[under] as number) z++;
	return { q: table.q[piece] as number, r: table.r[piece] as number, z };
}

// --- Moves --------------------------------------------------------------------------------------------------------------

/** The legal moves of a room as integers, in ascending order; worked out once. */
export function listOf(room: Room): Int32Array {
	if (room.list === null) {
		const { board } = walkTo(room);
		room.list = LIST.slice(0, listMoves(board, LIST, 0)).sort();
	}
	return room.list;
}

export function movesOf(room: Room): readonly Move[] {
	if (room.moves === null) {
		const list = listOf(room);
		walkTo(room);
		room.moves = Array.from(list, (code) => moveOf(room.table, code));
	}
	return room.moves;
}

/** An integer as a move; the table must be in the room it belongs to. */
export function moveOf(table: Table, code: number): Move {
	if (code === PASS) return "pass";
	const hex = hexOf(table, code & 1023);
	return {
		piece: pieceAt(code >> 10),
		from: placeOf(table, code >> 10),
		to: { q: hex.q, r: hex.r, z: table.board.height[code & 1023] as number },
	};
}

/** A move as the integer the board knows it by. Throws where it is not a legal one: that is a bug of the caller. */
export function codeOf(room: Room, move: Move): number {
	const code = move === "pass" ? PASS : (indexOfPiece(move.piece) << 10) | cellOf(move.to);
	if (listOf(room).includes(code)) {
		if (move === "pass") return code;
		const { q, r, z } = (moveOf(walkTo(room), code) as PieceMove).to;
		if (q === move.to.q && r === move.to.r && z === move.to.z) return code;
	}
	throw new Error(`not a legal move here (ply ${room.ply}): ${JSON.stringify(move)}`);
}

/** How the last ply ended the game by the rules of the board alone. */
export function surroundResult(room: Room): GameResult | null {
	const { board } = walkTo(room);
	const white = isSurrounded(board, 0);
	const black = isSurrounded(board, 1);
	if (white && black) return { winner: null, reason: "both-surrounded" };
	if (white) return { winner: "black", reason: "surround" };
	if (black) return { winner: "white", reason: "surround" };
	return null;
}

// --- The same position ------------------------------------------------------------------------------------------------

/**
 * A string that is equal exactly for equal positions: the bugs and colours from the top of each stack down, wherever the
 * hive has drifted to, the side to move, and with a pillbug in play the place of the piece that may not be moved.
 */
function makeKey(table: Table): string {
	const { board, q, r } = table;
	const inPlay = ALL.filter((piece) => (board.cell[piece] as number) >= 0);
	const left = Math.min(...inPlay.map((piece) => q[piece] as number));
	const top = Math.min(...inPlay.map((piece) => r[piece] as number));
	const place = (piece: number) => `${(q[piece] as number) - left},${(r[piece] as number) - top}`;
	const stacks = inPlay
		.filter((piece) => board.top[board.cell[piece] as number] === piece)
		.map((piece) => {
			let stack = place(piece);
			for (let at = piece; at >= 0; at = board.below[at] as number) stack += KIND[at];
			return stack;
		});
	const rests = board.resting >= 0 && hasPillbug(board) ? place(board.resting) : "";
	return [sideToMove(board), rests, ...stacks.sort()].join(" ");
}
