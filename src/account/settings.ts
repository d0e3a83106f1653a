/** What a player can set: the languages there are, and time zones the runtime knows. */

/** The six languages of the seeds and of the service (i18n has a catalogue of each). */
export const LOCALES = ["en", "pt", "it", "id", "es", "de"] as const;

export type Locale = (typeof LOCALES)[number];

/**
 * An IANA time zone in its usual capitals; null when there is none of that name. Bare offsets are no zones.
 * A name stays the one that was chosen: the runtime would call Europe/Kyiv and Asia/Kolkata by what they were once.
 */
export function parseTimeZone(text: string): string | null {
	if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(text)) return null;
	try {
		const known = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
		return known.toLowerCase() === text.toLowerCase() || /^[a-z]/.test(text) ? known : text;
	} catch {
		return null;
	}
}
