/** Counted limits at the door, told in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
import { type Count, countAgainst, countHere, type HereName, type LimitName } from "../account/limits.ts";
import type { Call } from "./env.ts";
import { problem } from "./problem.ts";

/** Counts one more of each, for everywhere at once; the answer when one of them is full. */
export async function limit(c: Call, subjects: Readonly<Partial<Record<LimitName, string>>>): Promise<Response | null> {
	const counts: Count[] = [];
	for (const [name, subject] of Object.entries(subjects)) {
		counts.push(await countAgainst(c.env.DB, c.env.RATE_LIMITS, name as LimitName, subject, c.var.now));
	}
	return answerCounts(c, counts);
}

/** The same in memory, for what only has to be kept from running wild: it costs nothing, and each isolate counts alone. */
export function limitHere(c: Call, name: HereName, subject: string): Response | null {
	return answerCounts(c, [countHere(c.env.RATE_LIMITS, name, subject, c.var.now)]);
}

/** Says how much is left of what was counted; the answer when one of it is full. */
export function answerCounts(c: Call, counts: readonly Count[]): Response | null {
	const list = (text: (count: Count) => string) => counts.map(text).join(", ");
	c.header(
		"RateLimit-Policy",
		list(({ name, limit }) => `"${name}";q=${limit.count};w=${limit.seconds}`),
	);
	c.header(
		"RateLimit",
		list(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`),
	);
	const full = counts.filter((count) => !count.allowed);
	if (full.length === 0) return null;
	const wait = Math.max(...full.map((count) => count.reset));
	return problem(c, "ERR_LIMIT", {
		detail: `The limit is reached; try again in ${wait} seconds.`,
		headers: { "Retry-After": String(wait) },
	});
}

/** Where the request comes from, as far as the platform says. */
export function addressOf(c: Call): string {
	return c.req.header("CF-Connecting-IP") ?? "unknown";
}
