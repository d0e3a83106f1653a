/** Instants and spans in words: in the reader's own language and time zone, the zone always named. */
import { formatTag, type Locale, message } from "./catalogue.ts";

const SECOND = 1_000;
const UNITS = [
	{ unit: "day", ms: 86_400 * SECOND },
	{ unit: "hour", ms: 3_600 * SECOND },
	{ unit: "minute", ms: 60 * SECOND },
	{ unit: "second", ms: SECOND },
] as const;

/** Formatters are dear to make and the same ones are wanted over and over. */
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

/**
 * A span in its largest unit and the next one: "2 days 3 hours". What is smaller is rounded, so that 47 h 59 min 40 s
 * are "2 days" and not "1 day 23 hours". Negative counts as zero.
 * @param ms milliseconds
 */
export function formatSpan(locale: Locale, ms: number): string {
	const length = Math.max(0, ms);
	// Rounding to the smaller unit may fill up the larger one (59 min 59.9 s): look for it in what is left after rounding.
	const index = UNITS.findIndex(({ ms: size }, at) => roundTo(length, UNITS[at + 1]?.ms ?? SECOND) >= size);
	const large = UNITS[index];
	if (!large) return formatUnit(locale, "second", 0);
	const small = UNITS[index + 1];
	if (!small) return formatUnit(locale, large.unit, Math.round(length / large.ms));
	const rounded = roundTo(length, small.ms);
	const count = Math.floor(rounded / large.ms);
	const rest = Math.round((rounded - count * large.ms) / small.ms);
	const first = formatUnit(locale, large.unit, count);
	return rest === 0 ? first : `${first} ${formatUnit(locale, small.unit, rest)}`;
}

/** An instant in full: "Thursday, 3 December 2026, 10:00 (Europe/Berlin)". A zone nobody knows counts as UTC. */
export function formatInstant(locale: Locale, ms: number, timeZone: string): string {
	const zone = isTimeZone(timeZone) ? timeZone : "UTC";
	const date = dateFormat(locale, zone, { weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(ms);
	return message(locale, "format.instant", { date, time: formatClock(locale, ms, zone), zone });
}

/** An instant in short, for lists whose heading names the zone: "Thu 3 Dec, 10:00". */
export function formatShortInstant(locale: Locale, ms: number, timeZone: string): string {
	const zone = isTimeZone(timeZone) ? timeZone : "UTC";
	const date = dateFormat(locale, zone, { weekday: "short", day: "numeric", month: "short" }).format(ms);
	return message(locale, "format.shortInstant", { date, time: formatClock(locale, ms, zone) });
}

/** A day: "3 December 2026". */
export function formatDate(locale: Locale, ms: number, timeZone: string): string {
	const zone = isTimeZone(timeZone) ? timeZone : "UTC";
	return dateFormat(locale, zone, { day: "numeric", month: "long", year: "numeric" }).format(ms);
}

/** Whether the runtime knows the IANA time zone of this name. */
export function isTimeZone(name: string): boolean {
	if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false;
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}

/** Several things in one sentence: "mosquito, ladybug and pillbug". */
export function formatList(locale: Locale, items: readonly string[]): string {
	return new Intl.ListFormat(formatTag(locale), { style: "long", type: "conjunction" }).format(items);
}

/** A time of day: "10:00". */
export function formatClock(locale: Locale, ms: number, zone: string): string {
	return dateFormat(locale, zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(ms);
}

function formatUnit(locale: Locale, unit: (typeof UNITS)[number]["unit"], count: number): string {
	const id = `${locale} ${unit}`;
	let format = numbers.get(id);
	if (!format) {
		format = new Intl.NumberFormat(formatTag(locale), { style: "unit", unit, unitDisplay: "long" });
		numbers.set(id, format);
	}
	return format.format(count);
}

function dateFormat(locale: Locale, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const id = `${locale} ${zone} ${JSON.stringify(options)}`;
	let format = dates.get(id);
	if (!format) {
		// Any reader may name any zone: a full store is thrown away rather than let grow.
		if (dates.size > 500) dates.clear();
		format = new Intl.DateTimeFormat(formatTag(locale), { ...options, timeZone: zone });
		dates.set(id, format);
	}
	return format;
}

function roundTo(ms: number, size: number): number {
	return Math.round(ms / size) * size;
}
