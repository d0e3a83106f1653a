/** Random games for property tests: a list of numbers chooses among the legal moves, so that a failure shrinks to a short game. */
import fc from "fast-check";
import { type Game, legalMoves, playMove } from "../../src/engine/game.ts";
import type { RuleSet } from "../../src/engine/ruleset.ts";
import { PLAIN, QUEEN_FIRST, start } from "./corpus.ts";

const TYPES = ["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"];

/** A third of the choices prefer moves of pieces in play: uniform choices would mostly place. */
export function walk(game: Game, choices: readonly number[]): Game {
	return choices.reduce((at, choice) => {
		const all = legalMoves(at);
		const moved = all.filter((move) => move !== "pass" && (move.from !== null || move.piece[1] === "Q"));
		const moves = choice % 3 !== 0 && moved.length > 0 ? moved : all;
		const move = moves[choice % moves.length];
		return move === undefined ? at : playMove(at, move);
	}, game);
}

export function choices(most: number): fc.Arbitrary<number[]> {
	return fc.array(fc.nat({ max: 1_000_000 }), { minLength: 0, maxLength: most, size: "max" });
}

export function anyType(): fc.Arbitrary<string> {
	return fc.constantFrom(...TYPES);
}

/** A position of any game type, reached by at most so many plies. */
export function anyGame(most: number, rules: readonly RuleSet[] = [PLAIN, QUEEN_FIRST]): fc.Arbitrary<Game> {
	return fc
		.tuple(anyType(), fc.constantFrom(...rules), choices(most))
		.map(([type, set, list]) => walk(start(type, set), list));
}
