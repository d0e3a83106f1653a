/** A game in whatever notation somebody has it in: the notations are told apart by how a text begins. */
import { type GameStringFault, parseGameString } from "../gamestring.ts";
import { err, ok, type Result } from "../result.ts";
import { checkRuleSet, RULE_SETS, type RuleSet } from "../ruleset.ts";
import { parsePgn } from "./pgn.ts";
import {
	faultAt,
	type GameRecord,
	LONGEST_RECORD,
	MOST_RECORDED_PLIES,
	RECORD_RULES,
	type RecordFault,
	type RecordOptions,
	resultOf,
} from "./record.ts";
import { parseSgf } from "./sgf.ts";

/**
 * Reads a GameString, a file of BoardSpace (SGF), one of headers and UHP moves (PGN), or this service's JSON record.
 * @param options.rules absent: those the text names; for a GameString the strict ones it fits, else `RECORD_RULES`
 */
export function parseAnyRecord(text: string, options: RecordOptions = {}): Result<GameRecord, RecordFault> {
	const trimmed = text.replace(/^\uFEFF/, "").trim();
	if (trimmed.length > LONGEST_RECORD) return err(faultAt(1, "TOO_LONG", "", "is too long"));
	switch (trimmed[0]) {
		case "{":
			return parseJson(trimmed, options);
		case "(":
			return parseSgf(trimmed, options);
		case "[":
			return parsePgn(trimmed, options);
		default:
			return parseLine(trimmed, options);
	}
}

/** What of our own record tells the moves: the GameString, and the rule set in full. */
function parseJson(text: string, options: RecordOptions): Result<GameRecord, RecordFault> {
	const nothing = () => err(faultAt(1, "NOT_A_RECORD", text.split("\n")[0] ?? "", "is no record of a game"));
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return nothing();
	}
	const { gameString, rules } = value as { readonly gameString?: unknown; readonly rules?: unknown };
	if (typeof gameString !== "string") return nothing();
	const named = options.rules ?? readRules(rules);
	return parseLine(gameString, { ...options, ...(named ? { rules: named } : {}) });
}

function readRules(value: unknown): RuleSet | null {
	if (typeof value !== "object" || value === null) return null;
	return checkRuleSet(value as RuleSet).length === 0 ? (value as RuleSet) : null;
}

function parseLine(text: string, options: RecordOptions): Result<GameRecord, RecordFault> {
	// Whoever copies a long line out of a letter gets it in several.
	const line = text.replaceAll(/\s*[\r\n]+\s*/g, " ");
	if (!/^base/i.test(line)) {
		return err(faultAt(1, "NOT_A_RECORD", line, "is no game in a notation that is read here"));
	}
	const read = { maxPlies: options.maxPlies ?? MOST_RECORDED_PLIES, recount: true };
	let game = parseGameString(line, options.rules ?? RULE_SETS.tournament, read);
	if (!game.ok && !options.rules) game = parseGameString(line, RECORD_RULES, read);
	if (!game.ok) return err(recordFault(game.error));
	return ok({
		game: game.value,
		white: null,
		black: null,
		date: null,
		event: null,
		site: null,
		round: null,
		result: resultOf(game.value, null),
	});
}

function recordFault({ code, message, part, ply, refusal }: GameStringFault): RecordFault {
	const known = code === "BAD_STATE" || code === "BAD_TURN" ? "NOT_A_RECORD" : code;
	return faultAt(1, known, part, message, {
		...(ply === undefined ? {} : { ply }),
		...(refusal === undefined ? {} : { refusal }),
	});
}
