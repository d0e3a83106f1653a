/** What is wrong with a game that somebody brought along, in words. */
import type { RecordFault } from "../engine/notation/record.ts";
import { type BoardKey, type Look, reasonWords } from "./words.ts";

export type FaultKey = `table.fault.${RecordFault["code"]}`;
type SayFault = (key: BoardKey | FaultKey, args?: Readonly<Record<string, string | number>>) => string;

export function faultWords(say: SayFault, fault: RecordFault, look: Look): string {
	const { code, line, part, ply, refusal } = fault;
	return say(`table.fault.${code}`, {
		line,
		part: part.length > LONGEST_ECHO ? `${part.slice(0, LONGEST_ECHO)} …` : part,
		ply: (ply ?? 0) + 1,
		reason: refusal ? reasonWords(say, refusal, look) : "",
	});
}

const LONGEST_ECHO = 40;
