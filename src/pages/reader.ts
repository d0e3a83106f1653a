/** Who reads a page: name, language, time zone and the instant of the request; all that makes its sentences. */
import { type Locale, type Say, speaker } from "../i18n/catalogue.ts";
import { formatClock, formatInstant, formatShortInstant, formatSpan } from "../i18n/formats.ts";
import type { Look } from "./look.ts";

export type Reader = {
	/** `name` is null while D1 cannot be asked. */
	readonly player: { readonly id: string; readonly name: string | null } | null;
	readonly locale: Locale;
	/** IANA name. */
	readonly timeZone: string;
	readonly say: Say;
	/** When the request came in, ms. */
	readonly now: number;
	readonly look: Look;
	/** For the scripts that the answer carries. */
	readonly nonce: string;
	/** Where the service is, as others know it: `https://hivepost.example`. */
	readonly origin: string;
	/** Path and query that were asked for, to come back to. */
	readonly here: string;
};

export function makeReader(given: Omit<Reader, "say">): Reader {
	return { ...given, say: speaker(given.locale) };
}

/** "2 days 3 hours". */
export function span(reader: Reader, ms: number): string {
	return formatSpan(reader.locale, ms);
}

/** "Thursday, 3 December 2026, 10:00 (Europe/Berlin)". */
export function instant(reader: Reader, ms: number): string {
	return formatInstant(reader.locale, ms, reader.timeZone);
}

/** "Thu, 3 Dec, 10:00", where the zone has been named or does not matter. */
export function shortInstant(reader: Reader, ms: number): string {
	return formatShortInstant(reader.locale, ms, reader.timeZone);
}

/** "10:00", of a day that needs no saying. */
export function clockTime(reader: Reader, ms: number): string {
	return formatClock(reader.locale, ms, reader.timeZone);
}

const TWELVE_HOURS = 12 * 3_600_000;

/** How pressing a turn is: by what share of it is left, and in any case in its last half day. Spans in ms. */
export function urgency(left: number, allowance: number): "" | "soon" | "urgent" {
	const share = allowance <= 0 ? 1 : left / allowance;
	if (share < 0.1 || left < Math.min(TWELVE_HOURS, allowance / 2)) return "urgent";
	return share < 0.25 ? "soon" : "";
}
