/** Asking many games the same, a few at a time. */
import { inLanes } from "../lanes.ts";
import { inTime, logProblem } from "./facts.ts";

/** Games at a time: a Worker may have six connections open. */
const ABREAST = 5;

/**
 * The answer of each game, in order; null for one that could not be asked, or took longer than `patience`, ms.
 * @param what for the log: why they are asked
 */
export async function askGames<T>(
	what: string,
	games: readonly string[],
	patience: number,
	ask: (id: string) => Promise<T>,
): Promise<readonly ({ readonly answer: T } | null)[]> {
	const answers: ({ readonly answer: T } | null)[] = games.map(() => null);
	await inLanes(games, ABREAST, async (id, place) => {
		try {
			answers[place] = { answer: await inTime(patience, ask(id)) };
		} catch (problem) {
			logProblem(what, id, problem);
		}
	});
	return answers;
}
