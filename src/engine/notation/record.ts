/** What a game file says, whatever its notation: the game, who played, how it ended; and what is wrong with one. */
import { type Game, playMove } from "../game.ts";
import type { Move, MoveRefusal } from "../move.ts";
import type { Side } from "../piece.ts";
import { RULE_SETS, type RuleSet } from "../ruleset.ts";

export type RecordedResult = {
	readonly winner: Side | null;
	/** Where it comes from. `header`: the file says so, and neither the position nor an action tells why. */
	readonly by: "position" | "resignation" | "agreement" | "header";
};

export type GameRecord = {
	readonly game: Game;
	readonly white: string | null;
	readonly black: string | null;
	/** as the file writes it: no two programs agree */
	readonly date: string | null;
	/** what the game was part of, or what it was called */
	readonly event: string | null;
	readonly site: string | null;
	readonly round: string | null;
	/** null: not over, as far as the file tells */
	readonly result: RecordedResult | null;
};

export type RecordFault = {
	readonly code:
		| "NOT_A_RECORD"
		/** another game, or a variant of Hive that is not played here */
		| "BAD_TYPE"
		| "EXPANSION"
		| "BAD_ACTION"
		| "NOT_YOUR_TURN"
		| "BAD_MOVE"
		/** two things the file says cannot both be true */
		| "CONTRADICTS"
		| "TOO_LONG";
	/** from 1 */
	readonly line: number;
	/** how many half-moves stood before the one that is wrong */
	readonly ply?: number;
	/** the part of the text that is wrong */
	readonly part: string;
	/** with BAD_MOVE: why */
	readonly refusal?: MoveRefusal;
	readonly message: string;
};

export type RecordOptions = {
	/** absent: those the file names, else `RECORD_RULES` */
	readonly rules?: RuleSet;
	/** absent: 1,000 */
	readonly maxPlies?: number;
};

/**
 * Files from elsewhere are read under these: other programs let the queen come first, as all did once, and play on
 * through a third occurrence.
 */
export const RECORD_RULES: RuleSet = {
	...RULE_SETS.tournament,
	id: "record",
	queenFirst: true,
	repetition: "none",
};

/** Longer texts are refused unread: the longest game of 1,000 plies needs a tenth of it. */
export const LONGEST_RECORD = 1_000_000;
export const MOST_RECORDED_PLIES = 1_000;

const LONGEST_ECHO = 80;

export function faultAt(
	line: number,
	code: RecordFault["code"],
	part: string,
	message: string,
	more: Pick<RecordFault, "ply" | "refusal"> = {},
): RecordFault {
	return { code, line, part: part.slice(0, LONGEST_ECHO), message, ...more };
}

export function refusedAt(line: number, game: Game, part: string, refusal: MoveRefusal): RecordFault {
	const more = { ply: game.plies.length, refusal };
	return faultAt(line, "BAD_MOVE", part, `is refused: ${refusal.reason}`, more);
}

/** Plays a move of the file unless the game gets longer than it may. */
export function playWithin(game: Game, move: Move, maxPlies: number): Game | null {
	return game.plies.length < maxPlies ? playMove(game, move) : null;
}

/** How the game ended: the position knows best, then whoever gave up or agreed, then what the file says in words. */
export function resultOf(game: Game, told: RecordedResult | null): RecordedResult | null {
	return game.result === null ? told : { winner: game.result.winner, by: "position" };
}

/** Text for a header line: no line breaks, no control characters; blanks round it do not come back from everywhere. */
export function headerText(text: string | null): string {
	return (text ?? "").replace(/\p{Cc}+/gu, " ").trim();
}
