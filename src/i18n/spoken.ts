/** Messages in the browser: they come as functions (scripts/messages.ts writes them), and those alone that a table says. */
import type { MessageArgs, MessageKey } from "./catalogue.ts";

/** What the functions are made of. `choose` takes an exact count (`=0`), else its plural form; `pick` the branch of a word. */
export type Grammar = {
	readonly choose: (count: number, branches: Readonly<Record<string, string>>, ordinal?: 1) => string;
	readonly pick: (word: string, branches: Readonly<Record<string, string>>) => string;
	readonly count: (count: number) => string;
};

export type SpokenWords = (
	choose: Grammar["choose"],
	pick: Grammar["pick"],
	count: Grammar["count"],
) => Readonly<Record<string, string | ((args: MessageArgs) => string)>>;

/** What a table says in the browser: pieces, moves, positions, reasons, and its own sentences. */
const SPOKEN = /^(?:(?:piece|move|near|reason|stuck|board|table)\.|page\.bug\.|colour$)/;

/** Of these what only mails say, or what a page has written already where a table stands. */
const WRITTEN = /^(?:board\.(?:drawing|lastMoveMark|names|stackMark|stackSeparator)$|table\.typed)/;

export function isSpoken(key: string): boolean {
	return SPOKEN.test(key) && !WRITTEN.test(key);
}

/** @param tag by which `Intl` writes numbers and chooses plural forms */
export function spokenBy(words: SpokenWords, tag: string): (key: MessageKey, args?: MessageArgs) => string {
	const rules = [new Intl.PluralRules(tag), new Intl.PluralRules(tag, { type: "ordinal" })] as const;
	const numbers = new Intl.NumberFormat(tag);
	const said = words(
		(count, branches, ordinal) =>
			branches[`=${count}`] ?? branches[rules[ordinal ?? 0].select(count)] ?? branches.other ?? "",
		(word, branches) => branches[word] ?? branches.other ?? "",
		(count) => numbers.format(count),
	);
	return (key, args = {}) => {
		const text = said[key];
		if (text === undefined) throw new Error(`the table has no words for ${key}`);
		return typeof text === "string" ? text : text(args);
	};
}
