/** Reading a game that somebody brought to the analysis board; fetched when that happens. */
import { faultWords } from "../board/faults.ts";
import { PLAIN_LOOK } from "../board/words.ts";
import { parseAnyRecord } from "../engine/notation/any.ts";
import { type GameRecord, LONGEST_RECORD, RECORD_RULES } from "../engine/notation/record.ts";
import { err, type Result } from "../engine/result.ts";
import { RULE_SETS, type RuleSet } from "../engine/ruleset.ts";
import type { Say } from "./speech.ts";

/** What can be shown in a field of text: neither a picture nor what nobody could scroll through. */
export const isText = (text: string): boolean => text.length <= LONGEST_RECORD && !/[\0\uFFFD]/.test(text);

/** Of a file no more than it takes to see that it is too long; nothing of what cannot be read, a folder for one. */
export async function textOf(file: Pick<Blob, "slice">): Promise<string> {
	try {
		// UTF-8 takes up to four bytes for a character.
		const bytes = await file.slice(0, 4 * LONGEST_RECORD + 4).arrayBuffer();
		// What some editors call "Unicode" begins with these two.
		const [first, second] = new Uint8Array(bytes);
		return new TextDecoder(first === 0xff && second === 0xfe ? "utf-16le" : "utf-8").decode(bytes);
	} catch {
		return "";
	}
}

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
