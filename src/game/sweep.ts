/** What cron does for games: visits those that look overdue, in case an alarm was lost. */
import { overdueGames } from "../db/games.ts";
import { goRound, type Place } from "../db/rounds.ts";
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
	const overdue = (after: Place | null, limit: number) => overdueGames(env.DB, now - ALARM_FIRST, after, limit);
	const visit = ({ id }: Place) => env.GAME.getByName(id).tend();
	const { faults, seen } = await goRound(env.DB, "overdue", VISITS, overdue, visit, ABREAST);
	for (const { problem, thing } of faults) logProblem("sweep", thing.id, problem);
	return seen;
}
