/** Files of GameStrings, one a line: the games that the demonstration plays again. */
import type { Game } from "../src/engine/game.ts";
import { parseGameString } from "../src/engine/gamestring.ts";
import { err, ok, type Result } from "../src/engine/result.ts";
import type { RuleSet } from "../src/engine/ruleset.ts";

export type Recording = {
	/** Where it stands in its file, or what the comment before it calls it. */
	readonly name: string;
	readonly game: Game;
};

/**
 * What recorded games are played under: repetition is off, since people play on past a third occurrence, and either
 * queen may be first, since some do.
 */
export const RECORD_RULES: RuleSet = {
	id: "as-recorded",
	version: 1,
	expansions: ["M", "L", "P"],
	queenFirst: true,
	starter: "white",
	repetition: "none",
	window: null,
	elevatedGates: true,
	theme: "classic",
	colours: ["white", "black"],
};

/** Reads a file of GameStrings. Empty lines are skipped; a line that begins with `#` names the game after it. */
export function parseRecordings(text: string, rules: RuleSet): Result<readonly Recording[], string> {
	const recordings: Recording[] = [];
	let name: string | null = null;
	for (const [index, line] of text.split(/\r?\n/).entries()) {
		if (line.startsWith("#")) name = line.slice(1).trim();
		if (line.trim() === "" || line.startsWith("#")) continue;
		const game = parseGameString(line, rules);
		if (!game.ok) return err(`line ${index + 1}: ${game.error.message}`);
		recordings.push({ name: name ?? `line ${index + 1}`, game: game.value });
		name = null;
	}
	return recordings.length === 0 ? err("there is no GameString in it") : ok(recordings);
}
