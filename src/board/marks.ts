/** What a table marks beside the moves themselves: who is pinned, rests or can be thrown, the queens' free sides, the last move. */
import { boardOf, type Game, lastMovedPiece, legalMoves, type PlacedPiece } from "../engine/game.ts";
import type { Hex } from "../engine/hex.ts";
import { type Piece, queenOf, type Side, sideOf } from "../engine/piece.ts";
import { throwsOf, walksOf } from "../engine/ways.ts";
import { around, hexKey, stackMap, stacksOf, topOf } from "./stacks.ts";
import type { Target } from "./svg.ts";
import type { Step } from "./text.ts";

/** The pieces on the board that the side to move can move: its own, and those of either side that it can throw. */
export function movablePieces(game: Game): readonly Piece[] {
	const pieces = legalMoves(game).flatMap((move) => (move === "pass" || move.from === null ? [] : [move.piece]));
	return [...new Set(pieces)];
}

/** The pieces that the side to move can throw now, whoever owns them. */
export function throwablePieces(game: Game): readonly Piece[] {
	return [...new Set(throwsOf(game).map(({ piece }) => piece))];
}

/** The pillbugs and mosquitoes that can throw this piece now; with none, nobody can. */
export function throwersOf(game: Game, piece: Piece): readonly Piece[] {
	const throws = throwsOf(game).filter((one) => one.piece === piece);
	return [...new Set(throws.map(({ thrower }) => thrower))];
}

/**
 * Where a piece may go, each place once; where it can only be thrown, that is said.
 * @param thrower only what this one can throw it to, for a reader who has chosen whose power to use
 */
export function targetsOf(game: Game, piece: Piece, thrower: Piece | null = null): readonly Target[] {
	const walks = new Set(walksOf(game, piece).map(hexKey));
	const throws = throwsOf(game).filter((one) => one.piece === piece && one.thrower === thrower);
	const wanted = new Set(throws.map(({ to }) => hexKey(to)));
	return legalMoves(game).flatMap((move): readonly Target[] => {
		if (move === "pass" || move.piece !== piece || (thrower !== null && !wanted.has(hexKey(move.to)))) return [];
		const thrown = move.from !== null && (thrower !== null || !walks.has(hexKey(move.to)));
		return [{ to: move.to, how: thrown ? "throw" : "walk" }];
	});
}

/** The piece that may neither move nor be thrown nor throw, because it was moved last; null where no pillbug is in play. */
export function restingPiece(game: Game): Piece | null {
	return game.result === null ? lastMovedPiece(game) : null;
}

// --- The hive -----------------------------------------------------------------------------------------------------------

/** The parts into which the hive falls when a piece is taken out; one where it holds, or where the piece is not in play. */
export function partsWithout(game: Game, piece: Piece): readonly (readonly Hex[])[] {
	return partsOf(boardOf(game).filter((placed) => placed.piece !== piece));
}

/** The uppermost pieces of a side that cannot move without splitting the hive. */
export function pinnedPieces(game: Game, side: Side): readonly Piece[] {
	const board = boardOf(game);
	return stacksOf(board).flatMap((stack) => {
		const { piece } = topOf(stack);
		if (stack.pieces.length > 1 || sideOf(piece) !== side) return [];
		return partsOf(board.filter((placed) => placed.piece !== piece)).length > 1 ? [piece] : [];
	});
}

function partsOf(board: readonly PlacedPiece[]): readonly (readonly Hex[])[] {
	const waiting = new Map(stacksOf(board).map(({ q, r }) => [hexKey({ q, r }), { q, r }] as const));
	const parts: Hex[][] = [];
	for (const [key, first] of waiting) {
		waiting.delete(key);
		const part: Hex[] = [first];
		for (const hex of part) {
			for (const beside of around(hex)) if (waiting.delete(hexKey(beside))) part.push(beside);
		}
		parts.push(part);
	}
	return parts;
}

/** The free hexagons round a side's queen; none while she is not in play. */
export function freeSides(game: Game, side: Side): readonly Hex[] {
	const board = boardOf(game);
	const queen = board.find(({ piece }) => piece === queenOf(side));
	const map = stackMap(stacksOf(board));
	return queen ? around(queen).filter((hex) => !map.has(hexKey(hex))) : [];
}

/** Whose queens have no free side left: it is by them that a game has ended. */
export function surroundedSides(game: Game): readonly Side[] {
	const placed = boardOf(game).map(({ piece }) => piece);
	const sides = (["white", "black"] as const).filter((side) => placed.includes(queenOf(side)));
	return sides.filter((side) => freeSides(game, side).length === 0);
}

/** The last move as a drawing marks it: null when there was none, or a pass; with its thrower where that is sure. */
export function lastStep(game: Game): Step | null {
	const { move = "pass", throwers = [] } = game.plies.at(-1) ?? {};
	if (move === "pass") return null;
	const step = { from: move.from, to: move.to };
	const placed = throwers.length === 1 ? boardOf(game).find(({ piece }) => piece === throwers[0]) : undefined;
	return placed ? { ...step, thrower: { q: placed.q, r: placed.r, z: placed.z } } : step;
}
