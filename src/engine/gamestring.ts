/** GameStrings of the Universal Hive Protocol: a whole game in one line of text. */
import type { Game } from "./game.ts";
import type { MoveRefusal } from "./move.ts";
import type { Result } from "./result.ts";
import type { RuleSet } from "./ruleset.ts";

export type GameStringFault = {
	readonly code: "BAD_TYPE" | "EXPANSION" | "BAD_STATE" | "BAD_TURN" | "CONTRADICTS" | "BAD_MOVE" | "TOO_LONG";
	/** how many half-moves stood before the one that is wrong */
	readonly ply?: number;
	/** the part of the text that is wrong */
	readonly part: string;
	readonly refusal?: MoveRefusal;
	readonly message: string;
};

export function parseGameString(
	text: string,
	rules: RuleSet,
	options: { readonly maxPlies?: number } = {},
): Result<Game, GameStringFault> {
	throw new Error(`not built yet ${text}${rules.id}${options.maxPlies}`);
}

export function makeGameString(game: Game): string {
	throw new Error(`not built yet ${game.plies.length}`);
}
