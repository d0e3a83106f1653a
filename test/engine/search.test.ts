/** The search: wins that are there are played, the shortest first; limits are kept; the same question has the same answer. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { playMatch, randomFrom, randomPlayer, searchPlayer } from "../../bench/matches.ts";
import { type Board, isSurrounded, newBoard, play, queenCell, undo } from "../../src/engine/board.ts";
import { evaluate } from "../../src/engine/evaluation.ts";
import { claimableDraw, type Game, legalMoves, mustPass, newGame, playMove } from "../../src/engine/game.ts";
import { listMoves, MOST_MOVES } from "../../src/engine/generator.ts";
import type { Move } from "../../src/engine/move.ts";
import { roomOf, walkTo } from "../../src/engine/position.ts";
import { type Repetition, RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import { bestMove, pliesToEnd } from "../../src/engine/search.ts";
import { HASH, hash } from "../../src/engine/search-table.ts";
import { isRepeated, newTree } from "../../src/engine/search-tree.ts";
import { type GameRow, PLAIN, readOwn, readRows, replay, start, step } from "./corpus.ts";
import { ONE_PIECE_DANCE, QUEENS_DANCE } from "./positions.ts";
import { anyGame } from "./walks.ts";

const GAMES = [
	...readRows<GameRow>(readOwn("engine-games.jsonl")),
	...readRows<GameRow>(readOwn("random-games.jsonl")),
];
const LIST = new Int32Array(MOST_MOVES * 4);
/** Every position of every game before it ends, one list a game. */
const POSITIONS = GAMES.map(positionsOf);

function boardOf(game: Game): Board {
	return walkTo(roomOf(game)).board;
}

function positionsOf(row: GameRow): readonly Game[] {
	const games = [start(row.type)];
	for (const move of row.moves) {
		const last = games.at(-1) as Game;
		if (last.result !== null) break;
		games.push(step(last, move));
	}
	return games.filter((game) => game.result === null);
}

/** The shortest win for the side to move in at most so many plies, found by trying everything; null where there is none. */
function shortestWin(board: Board, most: number, at = 0): number | null {
	const side = board.ply & 1;
	const end = listMoves(board, LIST, at);
	let best: number | null = null;
	for (let i = at; i < end; i++) {
		play(board, LIST[i] as number);
		if (isSurrounded(board, 1 - side)) {
			if (!isSurrounded(board, side)) best = 1;
		} else if (most >= 3 && !isSurrounded(board, side) && best !== 1) {
			const longest = longestLoss(board, most - 1, end);
			if (longest !== null && (best === null || longest + 1 < best)) best = longest + 1;
		}
		undo(board);
		if (best === 1) return 1;
	}
	return best;
}

/** How long the side to move can hold out when it loses whatever it plays; null where it can do better. */
function longestLoss(board: Board, most: number, at: number): number | null {
	const end = listMoves(board, LIST, at);
	const side = board.ply & 1;
	let longest = 0;
	for (let i = at; i < end; i++) {
		play(board, LIST[i] as number);
		const over = isSurrounded(board, 0) || isSurrounded(board, 1);
		const loss = over
			? isSurrounded(board, side) && !isSurrounded(board, 1 - side)
				? 0
				: null
			: shortestWin(board, most - 1, end);
		undo(board);
		if (loss === null) return null;
		longest = Math.max(longest, loss + 1);
	}
	return longest;
}

describe("wins", () => {
	test("a move that wins at once is played, in every position of the collections that has one", () => {
		let found = 0;
		for (const game of POSITIONS.flat()) {
			if (shortestWin(boardOf(game), 1) !== 1) continue;
			found++;
			const best = bestMove(game, { depth: 1, tableSize: 2 });
			const after = playMove(game, best.move);
			expect([after.result?.winner, pliesToEnd(best.score), best.line.length]).toEqual([game.toMove, 1, 1]);
		}
		expect(found).toBeGreaterThan(300);
	});

	test("where none wins at once, none is promised", () => {
		for (const game of POSITIONS.flatMap((games) => games.slice(-3))) {
			if (shortestWin(boardOf(game), 1) === 1) continue;
			expect(pliesToEnd(bestMove(game, { depth: 1, tableSize: 2 }).score)).not.toBe(1);
		}
	});

	test("the shortest of the wins is chosen, and its line ends in it", () => {
		const found = { 1: 0, 3: 0 };
		for (const game of POSITIONS.flatMap((games) => games.slice(-5))) {
			const board = boardOf(game);
			// Trying everything takes long where there are many moves.
			if (listMoves(board, LIST, 0) > 60) continue;
			const win = shortestWin(board, 3);
			if (win !== 1 && win !== 3) continue;
			found[win]++;
			const best = bestMove(game, { depth: 4 });
			expect(pliesToEnd(best.score)).toBe(win);
			expect(best.line).toHaveLength(win);
			expect(best.line.reduce(playMove, game).result?.winner).toBe(game.toMove);
		}
		expect(found[1]).toBeGreaterThan(30);
		expect(found[3]).toBeGreaterThan(10);
	});
});

describe("answers", () => {
	test("a forced pass is answered with a pass", () => {
		const passes = POSITIONS.flat().filter(mustPass);
		expect(passes.length).toBeGreaterThan(5);
		for (const game of passes) {
			expect(bestMove(game, { depth: 5 })).toMatchObject({ move: "pass", depth: 0, line: ["pass"] });
		}
	});

	test("are legal to the end of their line, and leave the game as it was", () => {
		fc.assert(
			fc.property(anyGame(60), fc.integer(), (game, seed) => {
				fc.pre(game.result === null);
				const before = JSON.stringify([game, legalMoves(game)]);
				const best = bestMove(game, { depth: 3, nodes: 2000, seed });
				expect(JSON.stringify([game, legalMoves(game)])).toBe(before);
				expect(legalMoves(game)).toContainEqual(best.move);
				expect(best.line[0]).toEqual(best.move);
				best.line.reduce(playMove, game);
			}),
			{ numRuns: 60 },
		);
	});

	test("are the same for the same depth and seed, and for a copy of the game", () => {
		for (const row of ["Base", "Base+MLP"].map((type) => GAMES.findIndex((it) => it.type === type))) {
			const game = POSITIONS[row]?.[24] as Game;
			const once = bestMove(game, { depth: 4, seed: 7 });
			expect(bestMove(game, { depth: 4, seed: 7 })).toEqual(once);
			expect(bestMove(structuredClone(game), { depth: 4, seed: 7 })).toEqual(once);
		}
	});

	test("differ with the seed where moves are equally good", () => {
		const game = step(step(start("Base+MLP"), "wG1"), "bG1 wG1-");
		const moves = Array.from({ length: 12 }, (_, seed) => JSON.stringify(bestMove(game, { depth: 2, seed }).move));
		expect(new Set(moves).size).toBeGreaterThan(1);
	});

	test("are not given for a finished game", () => {
		const won = POSITIONS.flatMap((games) => games.slice(-1)).find(
			(game) => shortestWin(boardOf(game), 1) === 1,
		) as Game;
		const over = playMove(won, bestMove(won, { depth: 1 }).move);
		expect(() => bestMove(over, { depth: 1 })).toThrow("over");
	});
});

describe("limits", () => {
	const game = POSITIONS[GAMES.findIndex((row) => row.type === "Base+MLP")]?.[20] as Game;

	test.each([1, 10, 1000, 5000])("no more than %i positions are visited", (nodes) => {
		const best = bestMove(game, { nodes });
		expect(best.nodes).toBeLessThanOrEqual(nodes);
		expect(legalMoves(game)).toContainEqual(best.move);
	});

	test("a search deeper by a ply visits more positions", () => {
		const nodes = [1, 2, 3, 4].map((depth) => bestMove(game, { depth }).nodes);
		expect(nodes).toEqual(nodes.toSorted((a, b) => a - b));
		expect([1, 2, 3, 4].map((depth) => bestMove(game, { depth }).depth)).toEqual([1, 2, 3, 4]);
	});

	test("the search ends when the time is over, by the clock it is given", () => {
		let time = 0;
		const best = bestMove(game, { ms: 20, now: () => time++ });
		expect(time).toBeLessThan(40);
		expect(best.nodes).toBeLessThan(20_000);
		expect(legalMoves(game)).toContainEqual(best.move);
	});

	test("a clock that stands still is no limit where positions are counted", () => {
		expect(bestMove(game, { ms: 20, now: () => 0, nodes: 3000 }).nodes).toBeLessThanOrEqual(3000);
	});

	test("a limit of time without a clock is a mistake", () => {
		expect(() => bestMove(game, { ms: 20 })).toThrow("clock");
	});

	test("a small table changes the speed, not the wins", () => {
		for (const game of POSITIONS.flatMap((games) => games.slice(-1)).slice(0, 40)) {
			const win = shortestWin(boardOf(game), 1);
			const { score } = bestMove(game, { depth: 2, tableSize: 1 });
			expect(pliesToEnd(score) === 1).toBe(win === 1);
		}
	});
});

describe("hashes", () => {
	function hashOf(game: Game): string {
		hash(boardOf(game));
		return `${HASH[0]},${HASH[1]}`;
	}

	test("are equal exactly for equal positions, in all recorded games", () => {
		const hashes = new Map<string, string>();
		const keys = new Map<string, string>();
		for (const game of POSITIONS.flat()) {
			const board = boardOf(game);
			if (queenCell(board, 0) < 0 && queenCell(board, 1) < 0) continue;
			const { key } = roomOf(game);
			const own = hashOf(game);
			expect(hashes.get(key) ?? own).toBe(own);
			expect(keys.get(own) ?? key).toBe(key);
			hashes.set(key, own);
			keys.set(own, key);
		}
		expect(hashes.size).toBeGreaterThan(5000);
	});

	test("do not change when the whole hive drifts", () => {
		const rules: RuleSet = { ...PLAIN, id: "drift", queenFirst: true };
		let game = ["wQ", "bQ wQ-"].reduce(step, newGame(rules, []));
		const first = hashOf(game);
		const value = evaluate(boardOf(game));
		// Fifty steps are farther than the torus is wide.
		for (let round = 0; round < 50; round++) {
			game = step(step(game, "wQ \\bQ"), "bQ wQ-");
			expect(hashOf(game)).toBe(first);
			if (round < 20) expect(evaluate(boardOf(game))).toBe(value);
		}
	});
});

describe("repetition", () => {
	/** Games in which both sides have gone to and fro, so that the side to move can bring the position about a third time. */
	function* shuffles(rules: RuleSet): Generator<{ readonly game: Game; readonly draws: Move }> {
		for (const row of GAMES) {
			const ply = 26 + (row.moves.length % 2);
			if (row.moves.length < ply + 10) continue;
			let game = row.moves
				.slice(0, ply)
				.reduce((at: Game, move) => (at.result ? at : step(at, move)), start(row.type, rules));
			if (game.result !== null) continue;
			const random = randomFrom(ply);
			const there = (at: Game) =>
				legalMoves(at).filter(
					(move): move is Exclude<Move, "pass"> => move !== "pass" && move.from?.z === 0 && move.to.z === 0,
				);
			const pick = (at: Game) => there(at)[Math.floor(random() * there(at).length)];
			const own = pick(game);
			if (own === undefined) continue;
			const other = pick(playMove(game, own));
			if (other === undefined) continue;
			const back = (move: Exclude<Move, "pass">): Move => ({
				piece: move.piece,
				from: move.to,
				to: move.from ?? move.to,
			});
			const round: readonly Move[] = [own, other, back(own), back(other)];
			const has = (at: Game, move: Move) => legalMoves(at).some((it) => JSON.stringify(it) === JSON.stringify(move));
			const path = [...round, ...round].slice(0, 7);
			let broken = false;
			for (const move of path) {
				if (game.result !== null || !has(game, move)) {
					broken = true;
					break;
				}
				game = playMove(game, move);
			}
			if (broken || game.result !== null || !has(game, back(other))) continue;
			if (playMove(game, back(other)).result?.reason === "repetition") yield { game, draws: back(other) };
		}
	}

	test("a draw is taken by who stands worse and left by who stands better", () => {
		let [taken, left] = [0, 0];
		for (const { game, draws } of shuffles(RULE_SETS.tournament)) {
			const best = bestMove(game, { depth: 2 });
			const alone = bestMove({ ...structuredClone(game), rules: PLAIN }, { depth: 2 });
			if (alone.score < -150) {
				taken++;
				expect(best.score).toBeGreaterThanOrEqual(0);
				if (best.score === 0) expect(best.move).toEqual(draws);
			}
			if (alone.score > 150 && JSON.stringify(alone.move) !== JSON.stringify(draws)) {
				left++;
				expect(best.score).toBeGreaterThan(0);
				expect(best.move).not.toEqual(draws);
			}
		}
		expect(taken).toBeGreaterThan(5);
		expect(left).toBeGreaterThan(5);
	});

	const repeating = (repetition: Repetition): RuleSet => ({ ...RULE_SETS.official, id: "repeating", repetition });

	/** Whether a search that begins here takes the position for a draw. */
	function isTakenForDraw(game: Game): boolean {
		const moves: number[] = [];
		for (let room = roomOf(game); room.before !== null; room = room.before) moves.unshift(room.move);
		const budget = { mostNodes: 1, isOver: () => true, tableSize: 1 };
		return isRepeated(newTree(newBoard(game.expansions, game.rules), game.rules, moves, budget));
	}

	test.each(["none", "automatic", "claim", "stalemate"] as const)(
		"of the game itself counts as its rules say: %s",
		(name) => {
			for (const dance of [QUEENS_DANCE, ONE_PIECE_DANCE]) {
				const moves = dance.split(";");
				for (let length = 1; length <= moves.length; length++) {
					const game = replay(moves.slice(0, length).join(";"), repeating(name));
					expect(isTakenForDraw(game)).toBe(game.result !== null || claimableDraw(game));
				}
			}
		},
	);

	test("that draws is worth nothing, and no more than another move where the rules do not know it", () => {
		const before = QUEENS_DANCE.split(";").slice(0, -1).join(";");
		const score = (name: Repetition) => bestMove(replay(before, repeating(name)), { depth: 3 }).score;
		expect([score("automatic"), score("claim")]).toEqual([0, 0]);
		expect(score("none")).not.toBe(0);
		expect(score("stalemate")).toBe(score("none"));
	});
});

test("every one of a few games against a player of chance is won", () => {
	expect(playMatch(searchPlayer({ nodes: 1000 }), randomPlayer, 6)).toMatchObject({ won: 6, drawn: 0, lost: 0 });
});
