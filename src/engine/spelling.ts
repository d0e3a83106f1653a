/** MoveStrings of the Universal Hive Protocol, written: one canonical spelling of each move. */
import { type Board, neighbour, PASS } from "./board.ts";
import type { Move } from "./move.ts";
import { type Piece, pieceAt } from "./piece.ts";
import { codeOf, type Game, roomOf, walkTo } from "./position.ts";

/** Where a reference is looked for, seen from the target, and how it is then written. */
const SPELLINGS: readonly (readonly [direction: number, spell: (reference: Piece) => string])[] = [
	[3, (reference) => `${reference}-`],
	[4, (reference) => `${reference}/`],
	[2, (reference) => `${reference}\\`],
	[0, (reference) => `-${reference}`],
	[1, (reference) => `/${reference}`],
	[5, (reference) => `\\${reference}`],
];

/** Writes a move in the one canonical spelling. The move must be legal in this game. */
export function makeMove(game: Game, move: Move): string {
	const room = roomOf(game);
	const code = codeOf(room, move);
	return spellMove(walkTo(room).board, code);
}

/** The canonical spelling: the top of the stack climbed, else the first neighbour in a fixed order, the mover being lifted. */
export function spellMove(board: Board, code: number): string {
	if (code === PASS) return "pass";
	const mover = code >> 10;
	const cell = code & 1023;
	const piece = pieceAt(mover);
	const climbed = board.top[cell] as number;
	if (climbed >= 0) return `${piece} ${pieceAt(climbed)}`;
	for (const [direction, spell] of SPELLINGS) {
		const top = board.top[neighbour(cell, direction)] as number;
		const reference = top === mover ? (board.below[mover] as number) : top;
		if (reference >= 0) return `${piece} ${spell(pieceAt(reference))}`;
	}
	return piece;
}
