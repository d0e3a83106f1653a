/** Which of our languages somebody gets, from what a browser or a setting asks for. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from "./catalogue.ts";

/** The language of a tag such as `pt-BR`; null when we do not speak it. */
export function findLocale(tag: string): Locale | null {
	const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
	return LOCALES.find((locale) => locale === primary) ?? null;
}

/**
 * The first of our languages among those asked for, best liked first, as `Accept-Language` writes them (RFC 9110, 12.5.4).
 * What cannot be read is passed over; with nothing left it is English.
 */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale {
	const asked = (acceptLanguage ?? "")
		.slice(0, 500)
		.split(",")
		.map((part, index) => {
			const [tag = "", ...parameters] = part.split(";");
			const weight = parameters.map((one) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(one)?.[1]).find((one) => one);
			return { tag, weight: weight === undefined ? 1 : Number(weight), index };
		})
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight || a.index - b.index);
	for (const { tag } of asked) {
		if (tag.trim() === "*") return DEFAULT_LOCALE;
		const found = findLocale(tag);
		if (found) return found;
	}
	return DEFAULT_LOCALE;
}

/** A stored setting as one of our languages, whatever was stored. */
export function localeOf(setting: string | null | undefined): Locale {
	return (setting ? findLocale(setting) : null) ?? DEFAULT_LOCALE;
}
