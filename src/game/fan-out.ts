/**
 * What is recorded once in D1 and bears on all running games of a player, told to each of them: a vacation, new rest
 * windows. Every telling can be repeated, and the sweep repeats it until each game has heard.
 */
import { runningGames } from "../db/games.ts";
import { noteRestFanned, restNow, restsToFan } from "../db/players.ts";
import { goRound, type Place, throwFaults } from "../db/rounds.ts";
import { noteFanned, vacationById, vacationsToFan } from "../db/vacations.ts";
import type { Env } from "../env.ts";
import { askGames } from "./abreast.ts";

/** How long one game may take to answer, ms. It may still hear: it can be told again. */
const PATIENCE = 3_000;
/** How many vacations and how many players a run of the sweep sees to; the rest is found by the next one. */
const MOST = 20;

type Bindings = Pick<Env, "DB" | "GAME">;

/** The running games of a player by what they made of it. */
export type FanOut = {
	/** Their terms agree to it. */
	readonly affected: readonly string[];
	readonly unaffected: readonly string[];
	/** They could not be asked, and will be again. */
	readonly missed: readonly string[];
};

const NOBODY: FanOut = { affected: [], unaffected: [], missed: [] };

/** Tells a player's running games of a vacation as it stands now. */
export async function fanOutVacation(env: Bindings, id: string, now: number): Promise<FanOut> {
	const found = await vacationById(env.DB, id);
	if (!found) return NOBODY;
	const { player, vacation } = found;
	const told = await tellGames(env, player, now, (game) => game.setVacation({ player, vacation }));
	if (told.missed.length === 0) await noteFanned(env.DB, vacation);
	return told;
}

/** Tells a player's running games when the player rests now. It counts in them from the next turn on. */
export async function fanOutRest(env: Bindings, player: string, now: number): Promise<FanOut> {
	let told = NOBODY;
	let last: number | null = null;
	for (;;) {
		const rest = await restNow(env.DB, player);
		if (!rest || rest.version === last) {
			if (rest && told.missed.length === 0) await noteRestFanned(env.DB, player, rest.version);
			return told;
		}
		if (last === null && rest.fanned === rest.version) return told;
		// Looked at again afterwards: a change in between may have overtaken what was told here.
		const { schedule } = rest;
		told = await tellGames(env, player, now, (game) => game.setRest({ player, schedule }));
		last = rest.version;
	}
}

/**
 * Has a player's running games work out anew when to remind. A game that misses it keeps to the old schedule until its
 * next turn: that is not worth a record in D1.
 */
export async function fanOutReminders(env: Bindings, player: string, now: number): Promise<void> {
	await tellGames(env, player, now, async (game) => ({ affected: await game.planReminders() }));
}

/**
 * What the cron does for those games that have not been told, whatever came in between.
 * @throws what went wrong, once all others have been told
 */
export async function sweepFanOut(env: Bindings, now: number): Promise<void> {
	const vacations = await goRound(
		env.DB,
		"vacations",
		MOST,
		(after: Place | null, limit) => vacationsToFan(env.DB, after, limit),
		({ id }) => fanOutVacation(env, id, now),
	);
	const rests = await goRound(
		env.DB,
		"rests",
		MOST,
		(after: Place | null, limit) => restsToFan(env.DB, after, limit),
		({ id }) => fanOutRest(env, id, now),
	);
	throwFaults([...vacations.faults, ...rests.faults]);
}

type Stub = ReturnType<Env["GAME"]["getByName"]>;

async function tellGames(
	env: Bindings,
	player: string,
	now: number,
	tell: (game: Stub) => Promise<{ readonly affected: boolean }>,
): Promise<FanOut> {
	const games = await runningGames(env.DB, player, now);
	const made = games.filter((game) => game.made).map(({ id }) => id);
	const affected: string[] = [];
	const unaffected: string[] = [];
	// One that is being made just now may have looked before there was anything to see.
	const missed = games.filter((game) => !game.made).map(({ id }) => id);
	const answers = await askGames("fan-out", made, PATIENCE, (id) => tell(env.GAME.getByName(id)));
	for (const [place, id] of made.entries()) {
		const told = answers[place];
		if (!told) missed.push(id);
		else (told.answer.affected ? affected : unaffected).push(id);
	}
	return { affected, unaffected, missed };
}
