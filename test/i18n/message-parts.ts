/** What an ICU message is made of, for tests that compare the same message in two languages. */
import { IntlMessageFormat } from "intl-messageformat";

export type Choice = { readonly name: string; readonly branches: readonly string[] };

export type Parts = {
	/** Names of the arguments asked for, in whatever branch. */
	readonly names: ReadonlySet<string>;
	/** Those of them that are written as numbers. */
	readonly numbers: ReadonlySet<string>;
	readonly selects: readonly Choice[];
	/** Of how many; what is counted in order (`selectordinal`) is not among them. */
	readonly plurals: readonly Choice[];
	/** The words that stand in it as they are. */
	readonly literals: readonly string[];
};

/** Kinds of nodes, as `@formatjs/icu-messageformat-parser` numbers them. */
const KIND = { literal: 0, number: 2, select: 5, plural: 6, pound: 7 } as const;

export function partsOf(text: string): Parts {
	const names = new Set<string>();
	const numbers = new Set<string>();
	const selects: Choice[] = [];
	const plurals: Choice[] = [];
	const literals: string[] = [];
	const visit = (node: unknown): void => {
		if (Array.isArray(node)) {
			for (const one of node) visit(one);
			return;
		}
		if (typeof node !== "object" || node === null) return;
		const { type, value, options, pluralType } = node as {
			readonly type: number;
			readonly value: unknown;
			readonly pluralType?: string;
			readonly options?: Readonly<Record<string, { readonly value: unknown }>>;
		};
		if (type === KIND.literal) literals.push(String(value));
		else if (type !== KIND.pound) names.add(String(value));
		if (type === KIND.number || type === KIND.plural) numbers.add(String(value));
		const choice = { name: String(value), branches: Object.keys(options ?? {}) };
		if (type === KIND.select) selects.push(choice);
		if (type === KIND.plural && pluralType === "cardinal") plurals.push(choice);
		for (const option of Object.values(options ?? {})) visit(option.value);
	};
	visit(new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst());
	return { names, numbers, selects, plurals, literals };
}

/** The words of a text in lower case. */
export function wordsOf(text: string): readonly string[] {
	return text.toLowerCase().match(/[\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*/gu) ?? [];
}
