/**
 * A game of Hive as an immutable value: what has been played, who is to move, how it ended.
 *
 * This is the engine's public face. A game never changes; `playMove` gives a new one.
 */
import { hasPillbug, occupiedSides, PASS, queenCell } from "./board.ts";
import { checkExpansions } from "./expansions.ts";
import type { Place } from "./hex.ts";
import type { Move } from "./move.ts";
import {
	BUGS,
	type Bug,
	bugOf,
	EXPANSIONS,
	type Expansion,
	otherSide,
	PIECES,
	type Piece,
	pieceAt,
	type Side,
	sideOf,
} from "./piece.ts";
import {
	codeOf,
	firstRoom,
	type Game,
	type GameResult,
	keepRoom,
	listOf,
	movesOf,
	nextRoom,
	type PlayedPly,
	placeOf,
	roomOf,
	surroundResult,
	walkTo,
} from "./position.ts";
import { countStandings, repetitionResult } from "./repetition.ts";
import type { RuleSet } from "./ruleset.ts";
import { makeMove, spellMove } from "./spelling.ts";
import { throwersBy } from "./ways.ts";

export type { Game, GameResult, PlayedPly };
export { makeMove };

export type PlacedPiece = { readonly piece: Piece } & Place;

/** How many of each bug a side still has to place; bugs of which there are none left are absent. */
export type Reserve = Readonly<Partial<Record<Bug, number>>>;

const NO_MOVES: readonly Move[] = [];

/** The game before its first move. Throws where the rule set does not allow the expansions: check them before. */
export function newGame(rules: RuleSet, expansions: readonly Expansion[]): Game {
	const problem = checkExpansions(rules, expansions);
	if (problem !== null) throw new RangeError(problem.problem);
	const game: Game = {
		rules,
		expansions: EXPANSIONS.filter((x) => expansions.includes(x)),
		plies: [],
		toMove: "white",
		result: null,
	};
	keepRoom(game, firstRoom(rules, game.expansions));
	return game;
}

/** Each (piece, destination) once, in an order that depends on the position alone; `["pass"]` when forced; none when over. */
export function legalMoves(game: Game): readonly Move[] {
	return game.result === null ? movesOf(roomOf(game)) : NO_MOVES;
}

export function mustPass(game: Game): boolean {
	return game.result === null && listOf(roomOf(game))[0] === PASS;
}

/** Plays a move that `parseMove` (movestring.ts) or `legalMoves` of this game gave; throws on any other, for that is a bug of the caller. */
export function playMove(game: Game, move: Move): Game {
	if (game.result !== null) throw new Error("the game is over");
	const room = roomOf(game);
	const ply = makePly(game, move);
	const next = nextRoom(room, codeOf(room, move));
	const played: Game = {
		rules: game.rules,
		expansions: game.expansions,
		plies: [...game.plies, ply],
		toMove: otherSide(game.toMove),
		result: surroundResult(next) ?? repetitionResult(next, game.rules),
	};
	keepRoom(played, next);
	return played;
}

/** A legal move as the half-move that it would be played as. */
export function makePly(game: Game, move: Move): PlayedPly {
	const room = roomOf(game);
	const code = codeOf(room, move);
	const { board } = walkTo(room);
	const throwers = code === PASS ? [] : throwersBy(board, game.toMove, code);
	const ply = { move, text: spellMove(board, code), side: game.toMove };
	return throwers.length === 0 ? ply : { ...ply, throwers };
}

/** The game as it was after so many half-moves; the same game where it has not had more. */
export function gameAt(game: Game, ply: number): Game {
	if (ply >= game.plies.length) return game;
	let room = roomOf(game);
	while (room.ply > ply && room.before !== null) room = room.before;
	const toMove = room.ply % 2 === 0 ? "white" : "black";
	const earlier: Game = { ...game, plies: game.plies.slice(0, room.ply), toMove, result: null };
	keepRoom(earlier, room);
	return earlier;
}

/** How often the present position has stood, this time included, within the window of the rule set. */
export function occurrences(game: Game): number {
	return countStandings(roomOf(game), game.rules);
}

/** How often the position after this move will have stood. */
export function occurrencesAfter(game: Game, move: Move): number {
	const room = roomOf(game);
	return countStandings(nextRoom(room, codeOf(room, move)), game.rules);
}

/**
 * Whether the rule set lets a draw be claimed: the position has stood three times.
 * @param since a third time after so many half-moves or later counts; absent: only the present position
 */
export function claimableDraw(game: Game, since: number = game.plies.length): boolean {
	if (game.rules.repetition !== "claim" || game.result !== null) return false;
	for (let room = roomOf(game); room.ply >= since; room = room.before) {
		if (countStandings(room, game.rules) >= 3) return true;
		if (room.before === null) break;
	}
	return false;
}

/** All pieces in play in the order in which they are drawn: lower ones first, then row by row. */
export function boardOf(game: Game): readonly PlacedPiece[] {
	const table = walkTo(roomOf(game));
	const placed: PlacedPiece[] = [];
	for (const [index, piece] of PIECES.entries()) {
		const place = placeOf(table, index);
		if (place !== null) placed.push({ piece, ...place });
	}
	return placed.sort((a, b) => a.z - b.z || a.r - b.r || a.q - b.q);
}

export function reserveOf(game: Game): { readonly white: Reserve; readonly black: Reserve } {
	const { hand } = walkTo(roomOf(game)).board;
	const count = (side: Side): Reserve =>
		Object.fromEntries(
			BUGS.map((bug) => [
				bug,
				PIECES.filter((piece, i) => sideOf(piece) === side && bugOf(piece) === bug && (hand >> i) & 1).length,
			]).filter(([, left]) => left !== 0),
		);
	return { white: count("white"), black: count("black") };
}

/** How many of the six cells round a side's queen are occupied; 0 while she is not in play. */
export function surroundedSides(game: Game, side: Side): number {
	const { board } = walkTo(roomOf(game));
	const cell = queenCell(board, side === "white" ? 0 : 1);
	if (cell < 0) return 0;
	let count = 0;
	for (let sides = occupiedSides(board, cell); sides !== 0; sides &= sides - 1) count++;
	return count;
}

/** The piece that may neither move nor be thrown now, because it was moved on the last ply; null where no pillbug is in play. */
export function lastMovedPiece(game: Game): Piece | null {
	const { board } = walkTo(roomOf(game));
	return board.resting >= 0 && hasPillbug(board) ? pieceAt(board.resting) : null;
}
