/** Messages in the browser: they come parsed, those alone that a table says, and nothing here knows how to parse. */
import { IntlMessageFormat } from "intl-messageformat";
import type { MessageArgs, MessageKey } from "./catalogue.ts";

/** Key to text, or to the parts of a text with arguments (the AST of ICU MessageFormat). */
export type ParsedWords = Readonly<Record<string, string | ConstructorParameters<typeof IntlMessageFormat>[0]>>;

/** What a table says in the browser: pieces, moves, positions, reasons, results, and its own sentences. */
const SPOKEN = /^(?:(?:piece|move|reserve|near|reason|stuck|result|board|table)\.|page\.bug\.|colour$)/;

export function isSpoken(key: string): boolean {
	return SPOKEN.test(key);
}

/**
 * The speaker of words that came parsed.
 * @param tag by which `Intl` writes numbers and chooses plurals
 */
export function spokenBy(words: ParsedWords, tag: string): (key: MessageKey, args?: MessageArgs) => string {
	const formats = new Map<string, IntlMessageFormat>();
	return (key, args = {}) => {
		const parsed = words[key];
		if (parsed === undefined) throw new Error(`the table has no words for ${key}`);
		if (typeof parsed === "string") return parsed;
		let format = formats.get(key);
		if (!format) {
			format = new IntlMessageFormat(parsed, tag);
			formats.set(key, format);
		}
		return String(format.format(args));
	};
}
