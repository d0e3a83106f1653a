/** GameStrings of the Universal Hive Protocol, written: apart from reading them, for those who never read one. */

import { makeGameType } from "./expansions.ts";
import type { Game } from "./position.ts";

export const GAME_STATES = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"] as const;
export type GameState = (typeof GAME_STATES)[number];

export function stateOf(game: Game): GameState {
	if (game.result === null) return game.plies.length === 0 ? "NotStarted" : "InProgress";
	if (game.result.winner === null) return "Draw";
	return game.result.winner === "white" ? "WhiteWins" : "BlackWins";
}

/** Whose turn of which number it is, as `Black[5]`; a pass is a turn too. */
export function turnOf(game: Game): string {
	const side = game.toMove === "white" ? "White" : "Black";
	return `${side}[${Math.floor(game.plies.length / 2) + 1}]`;
}

/** Writes `type;state;turn` and every move in its canonical spelling. */
export function makeGameString(game: Game): string {
	return [makeGameType(game.expansions), stateOf(game), turnOf(game), ...game.plies.map((ply) => ply.text)].join(";");
}
