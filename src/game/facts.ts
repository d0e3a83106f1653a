/** Before a flag falls: what is known elsewhere and bears on it, fetched in good time or not at all. */
import { outagesSince } from "../db/heartbeat.ts";
import type { Env } from "../env.ts";
import { MINUTE, parseDuration } from "../match/duration.ts";
import type { Interval } from "../match/intervals.ts";

/** How long after a deadline the alarm stands, ms: what entered in time but travels still counts. Published. */
export const GRACE = 1_000;
/** News of a turn that took longer than this to reach D1 stops the clock for as long, ms. Published. */
export const LAG_ALLOWED = MINUTE;
/** How long to wait for the facts, ms. */
const FACTS_PATIENCE = 3_000;

/** How often the service's heart beats, ms. */
export function beatInterval(env: Env): number {
	return parseDuration(env.HEARTBEAT ?? "PT1M") ?? MINUTE;
}

/** The outages since `from`, an open one included; null when they cannot be known now: then no flag falls. */
export async function fetchOutages(
	env: Env,
	game: string,
	from: number,
	now: number,
): Promise<readonly Interval[] | null> {
	try {
		return await inTime(FACTS_PATIENCE, outagesSince(env.DB, from, now, beatInterval(env)));
	} catch (problem) {
		logProblem("facts", game, problem);
		return null;
	}
}

/** The work's outcome, or a failure once `ms` have passed. What is late goes on and is no longer waited for. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
	let timer: number | null = null;
	const late = new Promise<never>((_, fail) => {
		timer = setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** One line of JSON for the logs. */
export function logProblem(what: string, game: string, problem: unknown): void {
	console.warn(JSON.stringify({ level: "warn", at: "game", what, game, problem: messageOf(problem) }));
}

export function messageOf(problem: unknown): string {
	return problem instanceof Error ? problem.message : String(problem);
}
