/** Durations as ISO 8601 writes them, in weeks, days, hours, minutes and seconds: never months or years, which have no length. */

/** Milliseconds of `P3D`, `PT12H`, `P1W`, `P1DT6H30M`; null when the text is not such a duration or is zero. */
export function parseDuration(text: string): number | null {
	const match = /^P(?:(\d{1,4})W|(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?)$/.exec(text);
	if (!match || text.endsWith("T")) return null;
	const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
	const total =
		(weeks ?? 0) * WEEK + (days ?? 0) * DAY + (hours ?? 0) * HOUR + (minutes ?? 0) * MINUTE + (seconds ?? 0) * SECOND;
	return total > 0 ? total : null;
}

/** The shortest ISO 8601 spelling of a number of milliseconds, cut to whole seconds: `P2DT3H`, `PT0S`. Negative counts as zero. */
export function makeDuration(ms: number): string {
	let rest = Math.max(0, Math.floor(ms / SECOND));
	const days = Math.floor(rest / 86_400);
	rest -= days * 86_400;
	const hours = Math.floor(rest / 3_600);
	rest -= hours * 3_600;
	const minutes = Math.floor(rest / 60);
	const seconds = rest - minutes * 60;
	const time = (hours ? `${hours}H` : "") + (minutes ? `${minutes}M` : "") + (seconds ? `${seconds}S` : "");
	if (!days && !time) return "PT0S";
	return `P${days ? `${days}D` : ""}${time ? `T${time}` : ""}`;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;
