/** The message catalogues (ICU MessageFormat in JSON, what translators' tools read) and how a message becomes text. */
import { IntlMessageFormat } from "intl-messageformat";
import de from "./de.json" with { type: "json" };
import deMoves from "./de.move.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import enMoves from "./en.move.json" with { type: "json" };
import enAccount from "./en.page.account.json" with { type: "json" };
import enGame from "./en.page.game.json" with { type: "json" };
import enSite from "./en.page.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import esMoves from "./es.move.json" with { type: "json" };
import esRealMurcia from "./es.real-murcia.json" with { type: "json" };
import id from "./id.json" with { type: "json" };
import idMoves from "./id.move.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import itMoves from "./it.move.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import ptMoves from "./pt.move.json" with { type: "json" };

/** The pages' texts in three files, none longer than one reads in a sitting: of a game, of an account, and all others. */
const enPages = { ...enSite, ...enGame, ...enAccount };

/** Said in letters, of boards and of clocks: every language has all of it. */
type SaidKey = keyof typeof en | keyof typeof enMoves;
/** Said on pages alone. */
type PageKey = keyof typeof enPages;

export type MessageKey = SaidKey | PageKey;
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type MessageArgs = Readonly<Record<string, string | number>>;

/** One speaker of one language: what everything that makes sentences is given. */
export type Say = (key: MessageKey, args?: MessageArgs) => string;

type Language = {
	readonly said: Readonly<Record<SaidKey, string>>;
	readonly pages: Readonly<Partial<Record<PageKey, string>>>;
	/** By which `Intl` formats dates and numbers. */
	readonly tag: string;
};

/** Every language we speak. */
const LANGUAGES = {
	en: { said: { ...en, ...enMoves }, pages: enPages, tag: "en-GB" },
	pt: { said: { ...pt, ...ptMoves }, pages: {}, tag: "pt-BR" },
	it: { said: { ...it, ...itMoves }, pages: {}, tag: "it-IT" },
	id: { said: { ...id, ...idMoves }, pages: {}, tag: "id-ID" },
	es: { said: { ...es, ...esMoves }, pages: {}, tag: "es-ES" },
	de: { said: { ...de, ...deMoves }, pages: {}, tag: "de-DE" },
} as const satisfies Record<string, Language>;

export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];
export const DEFAULT_LOCALE = "en" satisfies PageLocale;

/** The languages that pages are written in too, each from the day on which it has the last of their texts. */
export type PageLocale = {
	[L in Locale]: (typeof LANGUAGES)[L]["pages"] extends Readonly<Record<PageKey, string>> ? L : never;
}[Locale];

/** The one place where a text that a language has not got is said in English instead: those of pages, key by key. */
const CATALOGUES = Object.fromEntries(
	Object.entries(LANGUAGES).map(([locale, { pages, said }]) => [locale, { ...enPages, ...pages, ...said }]),
) as Readonly<Record<Locale, Catalogue>>;

const WITH_PAGES: ReadonlySet<Locale> = new Set(
	LOCALES.filter((locale) => Object.keys(enPages).every((key) => Object.hasOwn(LANGUAGES[locale].pages, key))),
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
