/** What the cron does for challenges: ends those past their time, and makes the games that a crash left unmade. */
import { challengesToCreate, expireChallenges } from "../db/challenges.ts";
import { createGame } from "./accept.ts";

/** A game that was not made so long after its acceptance will not be made by the request that accepted, ms. */
const PATIENCE = 5_000;
const MOST = 50;

/** @returns how many games were made, and how many could not be: the next run tries those again */
export async function sweepChallenges(
	env: Parameters<typeof createGame>[0],
	now: number,
): Promise<{ readonly made: number; readonly failed: number }> {
	await expireChallenges(env.DB, now);
	const left = await challengesToCreate(env.DB, now - PATIENCE, MOST);
	let failed = 0;
	for (const challenge of left) {
		try {
			await createGame(env, challenge, null, now);
		} catch (error) {
			failed += 1;
			const { game, id } = challenge;
			console.error(JSON.stringify({ level: "warning", event: "create", challenge: id, game, message: String(error) }));
		}
	}
	return { made: left.length - failed, failed };
}
