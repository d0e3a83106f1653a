/** The message catalogues (ICU MessageFormat in JSON, what translators' tools read) and how a message becomes text. */
import { IntlMessageFormat } from "intl-messageformat";
import enRest from "./en.json" with { type: "json" };
import enMoves from "./en.move.json" with { type: "json" };
import enPages from "./en.page.json" with { type: "json" };

/** The pages' texts are many, those of moves are wanted alone: they stand in files of their own and are found all the same. */
const en = { ...enRest, ...enMoves, ...enPages };

export type MessageKey = keyof typeof en;
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type MessageArgs = Readonly<Record<string, string | number>>;

/** One speaker of one language: what everything that makes sentences is given. */
export type Say = (key: MessageKey, args?: MessageArgs) => string;

/** Every language we speak: its catalogue, and the tag that `Intl` formats its dates and numbers by. */
const LANGUAGES = {
	en: { catalogue: en, tag: "en-GB" },
} as const satisfies Record<string, { catalogue: Catalogue; tag: string }>;

export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];
export const DEFAULT_LOCALE: Locale = "en";

/** The same texts are said again and again: each is parsed once in the life of a process. */
const parsed = new Map<string, IntlMessageFormat>();

/**
 * A message in a language.
 * @throws when an argument that the message names is missing: a test finds that, not a reader
 */
export function message(locale: Locale, key: MessageKey, args: MessageArgs = {}): string {
	const id = `${locale} ${key}`;
	let format = parsed.get(id);
	if (!format) {
		// No tags: a "<" in a message is a "<", and HTML is made by those who make HTML.
		format = new IntlMessageFormat(catalogueOf(locale)[key], formatTag(locale), undefined, { ignoreTag: true });
		parsed.set(id, format);
	}
	return String(format.format(args));
}

/** The speaker of a language. */
export function speaker(locale: Locale): Say {
	return (key, args) => message(locale, key, args);
}

export function catalogueOf(locale: Locale): Catalogue {
	return LANGUAGES[locale].catalogue;
}

/** The tag by which `Intl` writes dates and numbers for this language. */
export function formatTag(locale: Locale): string {
	return LANGUAGES[locale].tag;
}
