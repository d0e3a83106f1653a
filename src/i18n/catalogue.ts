/** The message catalogues (ICU MessageFormat in JSON, what translators' tools read) and how a message becomes text. */
import { IntlMessageFormat } from "intl-messageformat";
import esRealMurcia from "./es/real-murcia.json" with { type: "json" };
import { LANGUAGES, type PageKey, type SaidKey } from "./languages.ts";

export type MessageKey = SaidKey | PageKey;
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type MessageArgs = Readonly<Record<string, string | number>>;

/** One speaker of one language: what everything that makes sentences is given. */
export type Say = (key: MessageKey, args?: MessageArgs) => string;

export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];
export const DEFAULT_LOCALE = "en" satisfies PageLocale;

/** The languages that pages are written in too, each from the day on which it has the last of their texts. */
export type PageLocale = {
	[L in Locale]: (typeof LANGUAGES)[L]["pages"] extends Readonly<Record<PageKey, string>> ? L : never;
}[Locale];

/** The one place where a text that a language has not got is said in English instead: those of pages, key by key. */
const CATALOGUES = Object.fromEntries(
	Object.entries(LANGUAGES).map(([locale, { pages, said }]) => [locale, { ...LANGUAGES.en.pages, ...pages, ...said }]),
) as Readonly<Record<Locale, Catalogue>>;

const WITH_PAGES: ReadonlySet<Locale> = new Set(
	LOCALES.filter((locale) =>
		Object.keys(LANGUAGES.en.pages).every((key) => Object.hasOwn(LANGUAGES[locale].pages, key)),
	),
);

/** Themes that call things by names of their own, by language and the rule set's `theme`. */
const THEMES: Readonly<Record<string, Partial<Catalogue>>> = { "es real-murcia": esRealMurcia };

/** The same texts are said again and again: each is parsed once in the life of a process. */
const parsed = new Map<string, IntlMessageFormat>();

/**
 * A message in a language.
 * @param theme of the rule set it is about; one that has no names of its own in this language changes nothing
 * @throws when an argument that the message names is missing: a test finds that, not a reader
 */
export function message(locale: Locale, key: MessageKey, args: MessageArgs = {}, theme = ""): string {
	const themed = THEMES[`${locale} ${theme}`]?.[key];
	const id = themed === undefined ? `${locale} ${key}` : `${locale} ${key} ${theme}`;
	let format = parsed.get(id);
	if (!format) {
		// No tags: a "<" in a message is a "<", and HTML is made by those who make HTML.
		const text = themed ?? catalogueOf(locale)[key];
		format = new IntlMessageFormat(text, formatTag(locale), undefined, { ignoreTag: true });
		parsed.set(id, format);
	}
	return String(format.format(args));
}

/** The speaker of a language, of a game whose rule set has this theme. */
export function speaker(locale: Locale, theme = ""): Say {
	return (key, args) => message(locale, key, args, theme);
}

export function catalogueOf(locale: Locale): Catalogue {
	return CATALOGUES[locale];
}

/** The texts of a theme in a language, for those that it calls otherwise; null where it has none. */
export function themeTexts(locale: Locale, theme: string): Partial<Catalogue> | null {
	return THEMES[`${locale} ${theme}`] ?? null;
}

/** The language that pages are in for a reader of this one: their own as soon as there is no text missing. */
export function pageLocale(locale: Locale): PageLocale {
	return isPageLocale(locale) ? locale : DEFAULT_LOCALE;
}

function isPageLocale(locale: Locale): locale is PageLocale {
	return WITH_PAGES.has(locale);
}

/** The tag by which `Intl` writes dates and numbers for this language. */
export function formatTag(locale: Locale): string {
	return LANGUAGES[locale].tag;
}
