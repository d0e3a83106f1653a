/** By which way a move is made: together the ways give exactly the legal moves, and a throw always has a thrower beside both places. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boardOf, type Game, gameAt, legalMoves, makeMove, makePly, playMove } from "../../src/engine/game.ts";
import { DIRECTIONS, type Hex } from "../../src/engine/hex.ts";
import { PIECES, type Piece } from "../../src/engine/piece.ts";
import { throwsOf, walksOf } from "../../src/engine/ways.ts";
import { canonList, PLAIN, replay, start } from "./corpus.ts";
import { anyGame, choices, walk } from "./walks.ts";

const name = (piece: Piece, { q, r }: Hex) => `${piece} ${q},${r}`;
const touch = (a: Hex, b: Hex) => DIRECTIONS.some(({ q, r }) => a.q + q === b.q && a.r + r === b.r);

const checkWays = (game: Game) => {
	const moves = legalMoves(game).flatMap((move) => (move === "pass" || move.from === null ? [] : [move]));
	const walks = PIECES.flatMap((piece) => walksOf(game, piece).map((to) => name(piece, to)));
	const throws = throwsOf(game);
	expect(new Set(walks).size).toBe(walks.length);
	expect([...new Set([...walks, ...throws.map(({ piece, to }) => name(piece, to))])].toSorted()).toEqual(
		moves.map(({ piece, to }) => name(piece, to)).toSorted(),
	);
	const board = new Map(boardOf(game).map((placed) => [placed.piece, placed]));
	for (const { piece, thrower, to } of throws) {
		const [over, from] = [board.get(thrower), board.get(piece)];
		expect(over && from && touch(over, from) && touch(over, to)).toBe(true);
	}
};

test("walks and throws of a position are its moves of pieces in play, no more and no less", () => {
	fc.assert(fc.property(anyGame(60), checkWays), { numRuns: 100 });
	fc.assert(
		fc.property(choices(70), (list) => checkWays(walk(start("Base+MLP", PLAIN), list))),
		{ numRuns: 100 },
	);
});

test("a place that a piece reaches on foot and by a throw is told of both ways", () => {
	const game = replay("Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-");
	const walks = walksOf(game, "wQ").map((to) => name("wQ", to));
	const thrown = throwsOf(game).map(({ piece, to }) => name(piece, to));
	expect(walks.filter((one) => thrown.includes(one)).length).toBeGreaterThan(0);
	expect(thrown.some((one) => !walks.includes(one))).toBe(true);
});

test("a half-move that can only have been a throw says who may have made it, and no other does", () => {
	const check = (game: Game) => {
		for (const move of legalMoves(game)) {
			const isThis = (to: Hex) => move !== "pass" && name("wQ", to) === name("wQ", move.to);
			const throws = throwsOf(game).filter(({ piece, to }) => move !== "pass" && piece === move.piece && isThis(to));
			const walks = move !== "pass" && walksOf(game, move.piece).some(isThis);
			const throwers = walks ? [] : throws.map(({ thrower }) => thrower);
			const text = makeMove(game, move);
			const said = { move, text, side: game.toMove, ...(throwers.length > 0 ? { throwers } : {}) };
			expect(makePly(game, move)).toEqual(said);
			expect(playMove(game, move).plies.at(-1)).toEqual(said);
		}
	};
	fc.assert(
		fc.property(choices(50), (list) => check(walk(start("Base+MP", PLAIN), list))),
		{ numRuns: 40 },
	);
	const both = replay("Base+MP;wM;bM wM\\;wP \\wM;bQ /bM;wQ wP-;bP /bQ;wQ -wM");
	expect(both.plies.at(-1)?.throwers).toEqual(["wP", "wM"]);
});

describe("a game as it was", () => {
	test("is the game it was, at every ply, and plays on as it did", () => {
		fc.assert(
			fc.property(anyGame(25), (game) => {
				let at = gameAt(game, 0);
				expect(at.plies).toEqual([]);
				for (let ply = 0; ply <= game.plies.length; ply += 1) {
					at = gameAt(game, ply);
					const anew = walk({ ...at }, []);
					expect([at.toMove, at.plies.length, canonList(at)]).toEqual([anew.toMove, ply, canonList(anew)]);
				}
				expect(at).toBe(game);
			}),
			{ numRuns: 20 },
		);
	});

	test("has no result before its last ply, and none is further than its end", () => {
		const over = replay("Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-");
		expect(gameAt(over, 99)).toBe(over);
		expect(gameAt(over, 3)).toMatchObject({ toMove: "black", result: null });
	});
});
