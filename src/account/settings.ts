/** What a player can set: the languages there are, and time zones the runtime knows. */

/** The six languages of the seeds and of the service; catalogues that are not written yet fall back to English. */
export const LOCALES = ["en", "pt", "it", "id", "es", "de"] as const;

export type Locale = (typeof LOCALES)[number];

/** The canonical spelling of an IANA time zone; null when there is none of that name. Bare offsets are no zones. */
export function parseTimeZone(text: string): string | null {
	if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(text)) return null;
	try {
		return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
	} catch {
		return null;
	}
}
