/** SGF as far as Hive files need it: the properties of the first game in their order, each with its line. */
import { err, ok, type Result } from "../result.ts";

export type SgfProperty = {
	/** in capital letters */
	readonly name: string;
	/** with the backslashes that protect a character taken away */
	readonly value: string;
	/** where the value begins, from 1 */
	readonly line: number;
};

export type SgfTextFault = { readonly line: number; readonly part: string; readonly message: string };

const NAME = /[A-Za-z][A-Za-z0-9-]*/y;

/**
 * Reads up to the first closing bracket; what follows it is a tree made by looking the game over again. Anything
 * between the properties is passed over, as SGF wants it.
 */
export function readSgfText(text: string): Result<readonly SgfProperty[], SgfTextFault> {
	const start = text.indexOf("(");
	if (start < 0) return err({ line: 1, part: firstWords(text), message: "is not SGF: there is no opening bracket" });
	const properties: SgfProperty[] = [];
	let line = 1 + countLines(text, 0, start);
	let name: string | null = null;
	for (let at = start + 1; at < text.length; ) {
		const sign = text[at] as string;
		if (sign === ")") return ok(properties);
		if (sign === "[" && name !== null) {
			const end = endOfValue(text, at + 1);
			const raw = text.slice(at + 1, end ?? text.length);
			if (end === null) return err({ line, part: firstWords(`${name}[${raw}`), message: "does not end" });
			properties.push({ name, value: raw.replace(/\\(\r\n|[\s\S])/g, bare), line });
			line += countLines(text, at, end);
			at = end + 1;
			continue;
		}
		NAME.lastIndex = at;
		const word = NAME.exec(text)?.[0];
		if (word !== undefined) {
			name = word.toUpperCase();
			at += word.length;
			continue;
		}
		// A value may follow its name or another value on the next line, but nothing else may stand between.
		if (!/\s/.test(sign)) name = null;
		line += countLines(text, at, at + 1);
		at += 1;
	}
	return err({ line, part: "", message: "the file ends before its closing bracket" });
}

/** A value as it is written: what would end it or be taken for an escape is protected. */
export function makeSgfValue(text: string): string {
	return text.replace(/[\\\]]/g, "\\$&");
}

function bare(_: string, sign: string): string {
	return /[\r\n]/.test(sign) ? "" : sign;
}

function endOfValue(text: string, from: number): number | null {
	for (let at = from; at < text.length; at++) {
		if (text[at] === "\\") at += 1;
		else if (text[at] === "]") return at;
	}
	return null;
}

/** Line breaks in part of a text; one that begins in it counts there. */
function countLines(text: string, from: number, to: number): number {
	let count = 0;
	for (let at = from; at < to; at++) {
		if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) count++;
	}
	return count;
}

function firstWords(text: string): string {
	return text.trim().split(/[\r\n]/, 1)[0] ?? "";
}
