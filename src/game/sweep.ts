/** What cron does for games: visits those that look overdue, in case an alarm was lost. */
import { type OverdueCursor, overdueGames } from "../db/games.ts";
import type { Env } from "../env.ts";
import { logProblem } from "./facts.ts";

/** An object's own alarm comes first; only what is later than this is visited, ms. */
const ALARM_FIRST = 10_000;
/** Visits a run: the rest is found by the next one. */
const VISITS = 300;
/** Visits at a time: a Worker may have six connections open. */
const ABREAST = 5;

/**
 * Lets overdue games look at their clocks; each also tells D1 what it has not heard and sets its alarm again.
 * @returns how many were visited
 */
export async function sweepGames(env: Env, now: number): Promise<number> {
	let visited = 0;
	let after: OverdueCursor | null = null;
	while (visited < VISITS) {
		const found: readonly OverdueCursor[] = await overdueGames(env.DB, now - ALARM_FIRST, ABREAST, after);
		await Promise.all(found.map(({ id }) => visit(env, id)));
		visited += found.length;
		after = found.at(-1) ?? null;
		if (found.length < ABREAST || !after) return visited;
	}
	return visited;
}

async function visit(env: Env, id: string): Promise<void> {
	try {
		await env.GAME.getByName(id).tend();
	} catch (problem) {
		logProblem("sweep", id, problem);
	}
}
