/** The message catalogues (ICU MessageFormat in JSON, what translators' tools read) and how a message becomes text. */
import { IntlMessageFormat } from "intl-messageformat";
import esRealMurcia from "./es/real-murcia.json" with { type: "json" };
import { LANGUAGES, type MessageKey } from "./languages.ts";

export type { MessageKey } from "./languages.ts";
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type MessageArgs = Readonly<Record<string, string | number>>;

/** One speaker of one language: what everything that makes sentences is given. */
export type Say = (key: MessageKey, args?: MessageArgs) => string;

export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];
export const DEFAULT_LOCALE = "en" satisfies Locale;

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
	return LANGUAGES[locale].texts;
}

/** The texts of a theme in a language, for those that it calls otherwise; null where it has none. */
export function themeTexts(locale: Locale, theme: string): Partial<Catalogue> | null {
	return THEMES[`${locale} ${theme}`] ?? null;
}

/** The tag by which `Intl` writes dates and numbers for this language. */
export function formatTag(locale: Locale): string {
	return LANGUAGES[locale].tag;
}
