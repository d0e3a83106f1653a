/** How well the search plays: matches against a random and a greedy player, seeded, the colours alternating. */
import { closedSides, evaluate } from "../src/engine/evaluation.ts";
import { parseGameType } from "../src/engine/expansions.ts";
import { type Game, legalMoves, newGame, playMove } from "../src/engine/game.ts";
import type { Move } from "../src/engine/move.ts";
import { roomOf, walkTo } from "../src/engine/position.ts";
import { RULE_SETS } from "../src/engine/ruleset.ts";
import { bestMove, type Limits } from "../src/engine/search.ts";
import { makeTable } from "./table.ts";

/** 0 ≤ random() < 1 */
export type Random = () => number;
export type Player = (game: Game, random: Random) => Move;
export type Score = { readonly won: number; readonly drawn: number; readonly lost: number; readonly plies: number };

const TYPES = ["Base", "Base+MLP", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP"];
/** A game that has not ended by then counts as drawn. */
const LONGEST = 300;

export function randomFrom(seed: number): Random {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let word = Math.imul(state ^ (state >>> 15), state | 1);
		word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
		return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
	};
}

function pick<T>(list: readonly T[], random: Random): T {
	const item = list[Math.floor(random() * list.length)];
	if (item === undefined) throw new Error("nothing to choose from");
	return item;
}

export const randomPlayer: Player = (game, random) => pick(legalMoves(game), random);

/** Looks at the position after each of its moves and takes the one that looks best; wins when it can. */
function greedyPlayer(look: (game: Game) => number): Player {
	return (game, random) => {
		let best = Number.NEGATIVE_INFINITY;
		let moves: Move[] = [];
		for (const move of legalMoves(game)) {
			const next = playMove(game, move);
			const over = next.result;
			const score = over === null ? look(next) : over.winner === game.toMove ? 1e6 : over.winner === null ? 0 : -1e6;
			if (score < best) continue;
			if (score > best) moves = [];
			best = score;
			moves.push(move);
		}
		return pick(moves, random);
	};
}

/** Greedy for closed sides of the other queen, sparing the own one. */
export const hungryPlayer = greedyPlayer((next) => {
	const { board } = walkTo(roomOf(next));
	const side = board.ply & 1;
	return closedSides(board, side) - closedSides(board, 1 - side);
});

/** Greedy by the same measure that the search has at its leaves. */
export const carefulPlayer = greedyPlayer((next) => -evaluate(walkTo(roomOf(next)).board));

export function searchPlayer(limits: Limits): Player {
	return (game, random) => bestMove(game, { ...limits, seed: 1 + Math.floor(random() * 2 ** 30) }).move;
}

function playGame(white: Player, black: Player, type: string, seed: number): Game {
	const random = randomFrom(seed);
	let game = newGame(RULE_SETS.tournament, parseGameType(type) ?? []);
	while (game.result === null && game.plies.length < LONGEST) {
		game = playMove(game, (game.toMove === "white" ? white : black)(game, random));
	}
	return game;
}

/** Two games of each seed, with the colours changed; the score is the first player's. */
export function playMatch(first: Player, second: Player, games: number, seed = 1): Score {
	let [won, drawn, lost, plies] = [0, 0, 0, 0];
	for (let round = 0; round < games; round++) {
		const isWhite = round % 2 === 0;
		const type = TYPES[(round >> 1) % TYPES.length] ?? "Base";
		const game = isWhite
			? playGame(first, second, type, seed + (round >> 1))
			: playGame(second, first, type, seed + (round >> 1));
		const winner = game.result?.winner ?? null;
		if (winner === null) drawn++;
		else if ((winner === "white") === isWhite) won++;
		else lost++;
		plies += game.plies.length;
	}
	return { won, drawn, lost, plies };
}

const MS_A_MOVE = 200;
const GAMES = 100;

export async function benchMatches(): Promise<string> {
	const search = searchPlayer({ ms: MS_A_MOVE, now: () => performance.now() });
	const opponents = { random: randomPlayer, "greedy, closed sides": hungryPlayer, "greedy, evaluation": carefulPlayer };
	const rows = Object.entries(opponents).map(([name, opponent]) => {
		const { won, drawn, lost, plies } = playMatch(search, opponent, GAMES);
		return [name, `${won}`, `${drawn}`, `${lost}`, (plies / GAMES).toFixed(0)];
	});
	return makeTable([`search at ${MS_A_MOVE} ms a move, against`, "won", "drawn", "lost", "plies a game"], rows);
}
