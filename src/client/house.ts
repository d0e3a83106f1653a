/** How the house plays: levels, from one that slips to one that looks as far as its time goes. Runs in the searcher. */
import { type Game, legalMoves, playMove } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import { otherSide } from "../engine/piece.ts";
import { type BestMove, bestMove, type Limits } from "../engine/search.ts";

export const LEVELS = [1, 2, 3, 4] as const;
export type Level = (typeof LEVELS)[number];

type Manner = {
	readonly limits: Limits;
	/** How often a move is made without looking, 0 to 1. */
	readonly slips: number;
};

const MANNERS: Readonly<Record<Level, Manner>> = {
	1: { limits: { depth: 1 }, slips: 0.35 },
	2: { limits: { depth: 2, ms: 1_000 }, slips: 0.1 },
	3: { limits: { ms: 1_000 }, slips: 0 },
	4: { limits: { ms: 4_000 }, slips: 0 },
};

/**
 * The move of the house. Where time is no limit the same seed and game give the same move.
 * @param now the present, ms on any scale
 */
export function houseMove(game: Game, level: Level, seed: number, now: () => number): Move {
	const { limits, slips } = MANNERS[level];
	const chance = chanceOf(seed + game.plies.length * 7919);
	const best = bestMove(game, { ...limits, now, seed });
	if (chance() >= slips || playMove(game, best.move).result) return best.move;
	// Even who does not look does not give the game away with their own hand.
	const others = legalMoves(game).filter((move) => playMove(game, move).result?.winner !== otherSide(game.toMove));
	return others[Math.floor(chance() * others.length)] ?? best.move;
}

/** What is to be said of a position: as far as it can be seen in this time, ms. */
export function judge(game: Game, ms: number, now: () => number): BestMove {
	return bestMove(game, { ms, now });
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function chanceOf(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let word = Math.imul(state ^ (state >>> 15), state | 1);
		word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
		return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
	};
}
