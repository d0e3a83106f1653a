/** Reading a game that somebody brought to the analysis board; fetched when that happens. */
import { faultWords } from "../board/faults.ts";
import { PLAIN_LOOK } from "../board/words.ts";
import { parseAnyRecord } from "../engine/notation/any.ts";
import { type GameRecord, RECORD_RULES } from "../engine/notation/record.ts";
import { err, type Result } from "../engine/result.ts";
import { RULE_SETS, type RuleSet } from "../engine/ruleset.ts";
import type { Say } from "./speech.ts";

/**
 * @param rules name of a rule set; "": whichever fit
 * @returns the game, or what is wrong with it in words
 */
export function readBrought(say: Say, text: string, rules: string): Result<GameRecord, string> {
	const sets: Readonly<Record<string, RuleSet>> = { ...RULE_SETS, [RECORD_RULES.id]: RECORD_RULES };
	const set = sets[rules];
	const read = parseAnyRecord(text, set ? { rules: set } : {});
	return read.ok ? read : err(faultWords(say, read.error, PLAIN_LOOK));
}
