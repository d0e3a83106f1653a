/** Waiting for something that happens elsewhere: look again and again, a little less often each time, up to a bound. */
import { setTimeout as sleep } from "node:timers/promises";

const FIRST_PAUSE = 4;
const LONGEST_PAUSE = 120;

/**
 * Looks until `look` answers with something.
 * @param what completes the sentence "waited … s for …"
 * @param patience ms
 * @throws when nothing came in time
 */
export async function until<T>(
	what: string,
	look: () => Promise<T | null | undefined> | T | null | undefined,
	patience = 20_000,
): Promise<T> {
	const began = performance.now();
	for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
		const found = await look();
		if (found !== null && found !== undefined) return found;
		if (performance.now() - began > patience) throw new Error(`waited ${patience / 1000} s in vain for ${what}`);
		await sleep(pause);
	}
}
