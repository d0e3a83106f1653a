/** When a webhook that did not answer is tried again: the waits double until all the time for it is used up. */
import { DAY, parseDuration, SECOND } from "../../match/duration.ts";

export type Retries = {
	/** The wait before the first retry, ms. */
	readonly first: number;
	/** How long it is tried at all, ms. */
	readonly total: number;
};

/** Unless the configuration says otherwise. */
export const RETRIES: Retries = { first: 30 * SECOND, total: 2 * DAY };

/** `first/total`, ISO 8601, such as `PT30S/P2D`; null for anything else. */
export function parseRetries(text: string): Retries | null {
	const [first, total, ...more] = text.split("/").map((part) => parseDuration(part.trim()));
	return first && total && more.length === 0 ? { first, total } : null;
}

/** What cannot be read counts as absent here; nothing is served where that is so (src/setup.ts). */
export function readRetries(text: string | undefined): Retries {
	return parseRetries(text ?? "") ?? RETRIES;
}

/**
 * The wait before the next attempt, ms; null when there is none. The last one comes when the time is up.
 * @param attempts how many there have been
 * @param random from 0 up to, not including, 1: makes the wait up to a tenth longer, so that what failed together is spread
 */
export function nextWait({ first, total }: Retries, attempts: number, random: number): number | null {
	const waited = first * (2 ** (attempts - 1) - 1);
	if (waited >= total) return null;
	return Math.round(Math.min(first * 2 ** (attempts - 1), total - waited) * (1 + random / 10));
}
