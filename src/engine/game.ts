/** A game of Hive as an immutable value: what has been played, who is to move, how it ended. */
import type { Move, MoveRefusal } from "./move.ts";
import type { Bug, Expansion, Piece, Side } from "./piece.ts";
import type { Result } from "./result.ts";
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
};

export type Game = {
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	readonly plies: readonly PlayedPly[];
	readonly toMove: Side;
	readonly result: GameResult | null;
};

export type PlacedPiece = {
	readonly piece: Piece;
	readonly q: number;
	readonly r: number;
	readonly z: number;
};

export type Reserve = Readonly<Partial<Record<Bug, number>>>;

function pending(..._: readonly unknown[]): never {
	throw new Error("not built yet");
}

export function newGame(rules: RuleSet, expansions: readonly Expansion[]): Game {
	return pending(rules, expansions);
}
export function legalMoves(game: Game): readonly Move[] {
	return pending(game);
}
export function mustPass(game: Game): boolean {
	return pending(game);
}
export function parseMove(game: Game, text: string): Result<Move, MoveRefusal> {
	return pending(game, text);
}
export function makeMove(game: Game, move: Move): string {
	return pending(game, move);
}
export function playMove(game: Game, move: Move): Game {
	return pending(game, move);
}
export function occurrences(game: Game): number {
	return pending(game);
}
export function occurrencesAfter(game: Game, move: Move): number {
	return pending(game, move);
}
export function claimableDraw(game: Game): boolean {
	return pending(game);
}
export function boardOf(game: Game): readonly PlacedPiece[] {
	return pending(game);
}
export function reserveOf(game: Game): {
	readonly white: Reserve;
	readonly black: Reserve;
} {
	return pending(game);
}
export function surroundedSides(game: Game, side: Side): number {
	return pending(game, side);
}
export function lastMovedPiece(game: Game): Piece | null {
	return pending(game);
}
