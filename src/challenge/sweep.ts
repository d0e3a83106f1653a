/** What the cron does for challenges: ends those past their time, and makes the games that a crash left unmade. */
import { challengesToCreate, expireChallenges } from "../db/challenges.ts";
import { createGame } from "./accept.ts";

/** A game that was not made so long after its acceptance will not be made by the request that accepted, ms. */
const PATIENCE = 5_000;
const MOST = 50;

/** @returns how many games were made, and what went wrong with those that could not be */
export async function sweepChallenges(
	env: Parameters<typeof createGame>[0],
	now: number,
): Promise<{ readonly made: number; readonly errors: readonly unknown[] }> {
	await expireChallenges(env.DB, now);
	const left = await challengesToCreate(env.DB, now - PATIENCE, MOST);
	const errors: unknown[] = [];
	for (const challenge of left) {
		try {
			await createGame(env, challenge, null, now);
		} catch (error) {
			errors.push(error);
		}
	}
	return { made: left.length - errors.length, errors };
}
