/** GameStrings of the Universal Hive Protocol: a whole game in one line of text. */

import { checkExpansions, parseGameType } from "./expansions.ts";
import { type Game, newGame, playMove } from "./game.ts";
import { GAME_STATES, type GameState, stateOf, turnOf } from "./gameline.ts";
import type { MoveRefusal } from "./move.ts";
import { parseMove } from "./movestring.ts";
import { err, ok, type Result } from "./result.ts";
import type { RuleSet } from "./ruleset.ts";

export { GAME_STATES, type GameState, makeGameString, stateOf, turnOf } from "./gameline.ts";

export type GameStringFault = {
	readonly code: "BAD_TYPE" | "EXPANSION" | "BAD_STATE" | "BAD_TURN" | "CONTRADICTS" | "BAD_MOVE" | "TOO_LONG";
	/** how many half-moves stood before the one that is wrong */
	readonly ply?: number;
	/** the part of the text that is wrong */
	readonly part: string;
	/** with BAD_MOVE: why */
	readonly refusal?: MoveRefusal;
	readonly message: string;
};

const LONGEST_ECHO = 80;

export type GameStringOptions = {
	/** absent: 1,000 */
	readonly maxPlies?: number;
	/** read state and turn, but do not hold them against the moves: the writer may have had other rules */
	readonly recount?: boolean;
};

/**
 * Reads a GameString and plays its moves under a rule set. State and turn may be left out (a bare game type is a new
 * game); where they are given, they must be what the moves lead to. Blanks round the parts do not matter.
 */
export function parseGameString(
	text: string,
	rules: RuleSet,
	options: GameStringOptions = {},
): Result<Game, GameStringFault> {
	const maxPlies = options.maxPlies ?? 1000;
	// The header has three parts, and one empty part may follow the last semicolon.
	const parts = text.split(";", maxPlies + 5).map((part) => part.trim());
	if (parts.at(-1) === "") parts.pop();

	const type = parts.shift() ?? "";
	const expansions = parseGameType(type);
	if (expansions === null) return fault("BAD_TYPE", type, "is not a game type such as Base or Base+MLP");
	const problem = checkExpansions(rules, expansions);
	if (problem !== null) return fault("EXPANSION", type, problem.problem);

	let state: GameState | undefined;
	let turn: string | undefined;
	const [second] = parts;
	if (second !== undefined && !startsLikeMove(second) && !looksLikeTurn(second)) {
		state = GAME_STATES.find((name) => name.toLowerCase() === second.toLowerCase());
		if (state === undefined) return fault("BAD_STATE", second, `is not one of ${GAME_STATES.join(", ")}`);
		parts.shift();
	}
	const [third] = parts;
	if (third !== undefined && !startsLikeMove(third)) {
		turn = readTurn(third);
		if (turn === undefined) return fault("BAD_TURN", third, "is not a turn such as White[1]");
		parts.shift();
	}
	if (parts.length > maxPlies) {
		return fault("TOO_LONG", parts[maxPlies] ?? "", `there are more than ${maxPlies} moves`, { ply: maxPlies });
	}

	let game = newGame(rules, expansions);
	for (const [ply, part] of parts.entries()) {
		const move = parseMove(game, part);
		if (!move.ok) return fault("BAD_MOVE", part, `is refused: ${move.error.reason}`, { ply, refusal: move.error });
		game = playMove(game, move.value);
	}
	if (options.recount) return ok(game);
	if (state !== undefined && state !== stateOf(game)) {
		return fault("CONTRADICTS", state, `the moves lead to ${stateOf(game)}`);
	}
	if (turn !== undefined && turn !== turnOf(game)) {
		return fault("CONTRADICTS", turn, `the moves lead to ${turnOf(game)}`);
	}
	return ok(game);
}

function fault(
	code: GameStringFault["code"],
	part: string,
	message: string,
	more: Pick<GameStringFault, "ply" | "refusal"> = {},
): Result<never, GameStringFault> {
	return err({ code, part: part.slice(0, LONGEST_ECHO), message, ...more });
}

function startsLikeMove(part: string): boolean {
	return /^(?:pass$|[wb][a-z]\d?(?:\s|$))/i.test(part);
}

function looksLikeTurn(part: string): boolean {
	return /^(?:white|black)\s*\[/i.test(part);
}

function readTurn(part: string): string | undefined {
	const found = /^(white|black)\[([1-9]\d{0,5})\]$/i.exec(part);
	if (found === null) return undefined;
	return `${found[1]?.toLowerCase() === "white" ? "White" : "Black"}[${found[2]}]`;
}
