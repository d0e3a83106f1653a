/** The last move of a game as a drawing wants it. */
import type { Step } from "../../src/board/text.ts";
import type { Game } from "../../src/engine/game.ts";

export function lastStepOf(game: Game): Step | null {
	const move = game.plies.at(-1)?.move;
	return move === undefined || move === "pass" ? null : { from: move.from, to: move.to };
}
