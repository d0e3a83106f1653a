/** The catalogues: complete, without strays, parsed by what reads them; and everything that is said is in them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LOCALES as SETTINGS } from "../../src/account/settings.ts";
import {
	type Catalogue,
	catalogueOf,
	formatTag,
	LOCALES,
	type Locale,
	type MessageKey,
	message,
	themeTexts,
} from "../../src/i18n/catalogue.ts";
import { partsOf, wordsOf } from "./message-parts.ts";

const root = join(import.meta.dirname, "../..");
const english = catalogueOf("en");
const keys = Object.keys(english) as readonly MessageKey[];
const englishParts = new Map(keys.map((key) => [key, partsOf(english[key])]));

/** A catalogue file as translators' tools read it. */
function readCatalogue(name: string): Readonly<Record<string, unknown>> {
	return JSON.parse(readFileSync(join(root, "src/i18n", name), "utf8"));
}

/** What a language says: in letters and of moves, and on pages. */
const SAID = ["letters", "moves"];
const PAGES = ["table", "site", "game", "account", "settings", "rules", "analysis"];

const saidIn = (locale: Locale): readonly string[] =>
	SAID.flatMap((part) => Object.keys(readCatalogue(`${locale}/${part}.json`)));
const said = saidIn("en") as readonly MessageKey[];

/** What may be the same as in English: signs around arguments, names of rule sets, and words that are. */
const SAME: Readonly<Record<Exclude<Locale, "en">, readonly string[]>> = {
	pt: ["format.instant", "format.shortInstant", "reserve.M", "expansion.M"],
	it: ["format.shortInstant"],
	id: ["format.shortInstant"],
	es: ["format.instant", "format.shortInstant", "reserve.M", "expansion.M"],
	de: [],
};
const SAME_EVERYWHERE: readonly string[] = [
	"board.piece",
	"rules.colmeia",
	"rules.colonia",
	"rules.sarang",
	"rules.real-murcia",
	"rules.chessplayx",
	"mail.linkAbove",
	"mail.turn.line",
	"mail.turn.linePass",
	"mail.chat.preview",
];

/** Two words that stand together in both: names, notation, and what German says like English. */
const ALIKE: ReadonlySet<string> = new Set(["hivepost hive", "notation wa", "wa bq", "in notation"]);

/** What the table's board and the program one plays against are never called, and where such a word means something else. */
const OTHER_NAMES: Readonly<Record<Exclude<Locale, "en">, readonly [RegExp, RegExp]>> = {
	pt: [/\bmesa\b|\b[ao]? casa (?:joga|venceu|está)|contra a casa/i, /^$/],
	it: [/\btavolo\b|\bla casa\b/i, /gioco da tavolo/],
	id: [/\bmeja\b|\btuan rumah\b/i, /^$/],
	es: [/\bmesa\b|\bla casa\b/i, /juego de mesa/],
	de: [/\bTisch\b|\bdas Haus\b/i, /^$/],
};

/** What every piece is named with, whether or not a language declines it (`Role` in board/words.ts). */
const ALWAYS_GIVEN: ReadonlySet<string> = new Set(["role"]);
/** What a language may do without: it says one and many alike. */
const UNUSED: Readonly<Partial<Record<Locale, readonly string[]>>> = { id: ["mail.offer.undone count"] };

describe.each(LOCALES)("the catalogue %s", (locale) => {
	const catalogue = catalogueOf(locale);
	const parts = new Map(keys.map((key) => [key, partsOf(catalogue[key])]));

	test.each([...SAID, ...PAGES])("has in its %s every message of the English ones and no other, as a text", (part) => {
		const own = readCatalogue(`${locale}/${part}.json`);
		expect(Object.keys(own).toSorted()).toEqual(Object.keys(readCatalogue(`en/${part}.json`)).toSorted());
		for (const [key, text] of Object.entries(own)) expect(text, key).toBe(catalogue[key as MessageKey]);
	});

	test("asks in each message for what English gives, and uses all of it", () => {
		for (const key of keys) {
			const given = englishParts.get(key)?.names ?? new Set();
			const asked = parts.get(key)?.names ?? new Set();
			for (const name of asked) if (!ALWAYS_GIVEN.has(name)) expect(given, key).toContain(name);
			for (const name of given) {
				if (!UNUSED[locale]?.includes(`${key} ${name}`)) expect(asked, key).toContain(name);
			}
		}
	});

	test("tells the same cases apart as English, wherever it tells any apart", () => {
		for (const key of keys) {
			const known = new Map(englishParts.get(key)?.selects.map(({ name, branches }) => [name, branches.toSorted()]));
			for (const { name, branches } of parts.get(key)?.selects ?? []) {
				const cases = known.get(name);
				if (cases) expect(branches.toSorted(), `${key} ${name}`).toEqual(cases);
			}
		}
	});

	test("has the plural forms that the language has: all that are reached, and no others", () => {
		const rules = new Intl.PluralRules(formatTag(locale));
		const known: ReadonlySet<string> = new Set(rules.resolvedOptions().pluralCategories);
		const reached = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
		for (const [key, { plurals }] of parts) {
			// Where English says one and many alike, others may.
			const alike = englishParts.get(key)?.plurals.some(({ branches }) => !branches.includes("one"));
			for (const { branches } of plurals) {
				const named = branches.filter((branch) => !branch.startsWith("="));
				for (const branch of named) expect(known, key).toContain(branch);
				// A branch for 1 alone stands for a "one" that means nothing else.
				for (const category of reached) {
					if (category !== "one" || !(alike || branches.includes("=1"))) expect(named, key).toContain(category);
				}
			}
		}
	});

	test("has no empty message, no double blank, no blank at an end but where a separator needs it", () => {
		for (const key of keys) {
			expect(catalogue[key], key).not.toMatch(/^$| {2}|\t|\n/);
			if (!key.endsWith("Separator")) expect(catalogue[key].trim(), key).toBe(catalogue[key]);
		}
	});

	test("makes of every message a text without gaps, whatever its arguments", () => {
		const argumentsOf = (key: MessageKey, turn: number) => {
			const { names, numbers, selects } = englishParts.get(key) ?? partsOf("");
			const choices = new Map(selects.map(({ name, branches }) => [name, branches]));
			const values = [...names, ...ALWAYS_GIVEN].map((name) => {
				const branches = choices.get(name);
				if (branches) return [name, branches[turn % branches.length] ?? "other"] as const;
				return [name, numbers.has(name) ? ([0, 1, 2, 7, 21][turn] ?? 0) : `<${name}>`] as const;
			});
			return Object.fromEntries(values);
		};
		for (const key of keys) {
			for (let turn = 0; turn < 5; turn += 1) {
				expect(message(locale, key, argumentsOf(key, turn)), key).not.toMatch(/[{}]|undefined|\bnull\b|NaN/);
			}
		}
	});
});

describe.each(LOCALES.filter((locale) => locale !== "en"))("the catalogue %s", (locale) => {
	const catalogue = catalogueOf(locale);

	test("is not English, but where it is rightly the same", () => {
		const same = saidIn(locale).filter((key) => catalogue[key as MessageKey] === english[key as MessageKey]);
		expect(same.toSorted()).toEqual([...SAME_EVERYWHERE, ...SAME[locale]].toSorted());
	});

	test("has no two words together that English has together in the same message", () => {
		const pairs = (text: string) => {
			const words = partsOf(text).literals.map(wordsOf);
			return new Set(words.flatMap((run) => run.slice(1).map((word, index) => `${run[index]} ${word}`)));
		};
		const kept = said.filter((key) => english[key] !== catalogue[key]);
		const shared = kept.flatMap((key) => {
			const known = pairs(english[key]);
			return [...pairs(catalogue[key])]
				.filter((pair) => known.has(pair) && !ALIKE.has(pair))
				.map((pair) => `${key}: ${pair}`);
		});
		expect(shared).toEqual([]);
	});
});

test("the languages that can be set are those that are spoken", () => {
	expect([...SETTINGS].toSorted()).toEqual([...LOCALES].toSorted());
});

test("a theme calls by names of its own what the language has, and asks for nothing else", () => {
	for (const locale of LOCALES) {
		for (const [key, text] of Object.entries(themeTexts(locale, "real-murcia") ?? {})) {
			const plain = catalogueOf(locale)[key as MessageKey];
			expect(plain, key).toBeTypeOf("string");
			expect([...partsOf(text).names].toSorted(), key).toEqual([...partsOf(plain).names].toSorted());
			expect(text, key).not.toBe(plain);
		}
	}
	const themed: Partial<Catalogue> = { ...catalogueOf("es"), ...themeTexts("es", "real-murcia") };
	const bugs = /abeja|araña|escarabajo|saltamontes|hormiga|mosquito|mariquita|insecto/i;
	expect(said.filter((key) => bugs.test(themed[key] ?? ""))).toEqual([]);
});

test("no key stands in two files of a language", () => {
	for (const locale of LOCALES) {
		const named = [...SAID, ...PAGES].flatMap((part) => {
			const text = readFileSync(join(root, "src/i18n", locale, `${part}.json`), "utf8");
			return [...text.matchAll(/^\s*"([^"]+)":/gm)].map(([, key]) => key);
		});
		expect(named.length).toBe(new Set(named).size);
	}
});

test("every message is said somewhere, and everything that is said is a message", () => {
	const paths = globSync("src/**/*.{ts,tsx}", { cwd: root });
	const source = paths.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
	const literal = new Set([...source.matchAll(/"([a-z][\w-]*(?:\.[\w:-]+)*)"/gi)].map(([, text]) => text ?? ""));
	// `piece.${…}`, `board.${"a" | "b"}`, `page.${x}.name`: what stands before and after each gap.
	const templates = [...source.replace(/\$\{[^}]*\}/g, "\0").matchAll(/`([a-z][\w-]*\.[^`\s]*?)`/gi)].map(
		([, text = ""]) => text.split("\0").map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&")),
	);
	const patterns = templates.filter((parts) => parts.length > 1).map((parts) => new RegExp(`^${parts.join(".+")}$`));
	const unused = keys.filter((key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)));
	expect(unused).toEqual([]);
});

test("a message without an argument it names is a fault that a test sees", () => {
	expect(() => message("en", "mail.greeting")).toThrow();
	expect(message("en", "mail.greeting", { name: "{odd} 'quoted' <b>" })).toBe("Hello {odd} 'quoted' <b>,");
});

test.each(Object.entries(OTHER_NAMES) as readonly [Locale, readonly [RegExp, RegExp]][])(
	"%s calls the board, and the program one plays against, by one name each",
	(locale, [other, but]) => {
		const found = Object.entries(catalogueOf(locale)).filter(([, text]) => other.test(text.replace(but, "")));
		expect(found).toEqual([]);
	},
);
