/** What the cron does for challenges: ends those past their time, and makes the games that a crash left unmade. */
import { challengeById, challengesToCreate, expireChallenges } from "../db/challenges.ts";
import { goRound, type Place } from "../db/rounds.ts";
import { createGame } from "./accept.ts";

/** A game that was not made so long after its acceptance will not be made by the request that accepted, ms. */
const PATIENCE = 5_000;
const MOST = 50;

/** @returns how many games were made, and how many could not be: they are tried again when all others had their turn */
export async function sweepChallenges(
	env: Parameters<typeof createGame>[0],
	now: number,
): Promise<{ readonly made: number; readonly failed: number }> {
	await expireChallenges(env.DB, now);
	const left = (after: Place | null, limit: number) => challengesToCreate(env.DB, now - PATIENCE, after, limit);
	const { faults, seen } = await goRound(env.DB, "challenges", MOST, left, async ({ id }) => {
		// Each read by itself: one that was spoilt keeps no other from being read.
		const challenge = await challengeById(env.DB, id);
		if (challenge) await createGame(env, challenge, null, now);
	});
	for (const { problem, thing } of faults) {
		const { game, id } = thing;
		console.error(JSON.stringify({ level: "warning", event: "create", challenge: id, game, message: String(problem) }));
	}
	return { made: seen - faults.length, failed: faults.length };
}
