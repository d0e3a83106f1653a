/**
 * A player leaves the service: the account goes in one batch, or once the last of its games has ended, and then each of
 * its games hears of it. What a crash or an outage leaves undone, the sweep does; and whoever has left is gone over twice
 * more, for what was on its way or lived on for a while.
 */
import {
	beginDeparture,
	closeDeparture,
	type Departure,
	type DepartureGames,
	departureOf,
	departuresDue,
	eraseAccount,
	gamesToForget,
	goBehind,
	notePass,
} from "../db/departures.ts";
import { runningGames } from "../db/games.ts";
import { type Fault, throwFaults } from "../db/rounds.ts";
import type { Env } from "../env.ts";
import { DAY, HOUR, MINUTE } from "../match/duration.ts";
import { askGames } from "./abreast.ts";

/** How long whoever asked sees to it themselves before the sweep does, ms; and when what went wrong is tried again. */
const SWEEP_WAITS = MINUTE;
/** The longest wait before what could not be told is told again, ms. */
const LONGEST_WAIT = HOUR;
/** How often it is looked whether the last game has ended, ms. */
const LOOK_EVERY = 10 * MINUTE;
/**
 * When somebody who has left is gone over again, ms after the account went: first when no session is taken for good any
 * more without being looked up, then when the invitations they sent are past their time.
 */
const AGAIN = [2 * HOUR, 15 * DAY] as const;
/** How many games one run tells, a page of them at once; how long one may take, ms. */
const A_RUN = 200;
const A_PAGE = 50;
const PATIENCE = 3_000;
/** How many departures a run of the sweep sees to; the rest is found by the next one. */
const MOST = 5;

type Bindings = Pick<Env, "DB" | "GAME">;

/** `running`: how many games are played to their end first; 0 when the account is gone. */
export type Left = { readonly running: number; readonly departure: Departure };

/**
 * Begins a departure, or changes what becomes of the games, and lets the account go where nothing stands in the way. The
 * games are told by `tellOfDeparture`. Asked again it comes to the same. Null when there is no such account.
 */
export async function leave(
	{ DB }: Pick<Env, "DB">,
	player: string,
	games: DepartureGames,
	now: number,
): Promise<Left | null> {
	await DB.batch([...beginDeparture(DB, player, games, now, now + SWEEP_WAITS)]);
	return letGo(DB, player, now);
}

/**
 * What the sweep does for those who leave.
 * @throws what went wrong, once all others have been seen to
 */
export async function sweepDepartures(env: Bindings, now: number): Promise<void> {
	const faults: Fault<{ readonly id: string }>[] = [];
	for (const departure of await departuresDue(env.DB, now, MOST)) {
		const thing = { id: departure.player };
		await sweepOne(env, departure, now).catch((problem: unknown) =>
			faults.push({ sweep: "departures", thing, problem }),
		);
	}
	throwFaults(faults);
}

async function sweepOne(env: Bindings, { erasedAt, player, told }: Departure, now: number): Promise<void> {
	// Before anything is tried: one that fails, or that a run dies over, is not the first of the next run again.
	await goBehind(env.DB, player, now + SWEEP_WAITS);
	if (erasedAt === null) {
		const left = await letGo(env.DB, player, now);
		if (left && left.running > 0) return;
	} else if (told === "") {
		// The beginning of another pass.
		await env.DB.batch([...eraseAccount(env.DB, player, now)]);
	}
	await tellOfDeparture(env, player, now);
}

/** Erases the account, unless games are still to be played to their end. */
async function letGo(db: D1Database, player: string, now: number): Promise<Left | null> {
	const departure = await departureOf(db, player);
	if (!departure) return null;
	if (departure.erasedAt !== null) return { running: 0, departure };
	const running = departure.games === "finish" ? (await runningGames(db, player, now)).length : 0;
	if (running > 0) {
		await notePass(db, player, { ...departure, nextAt: now + LOOK_EVERY });
		return { running, departure };
	}
	await db.batch([...eraseAccount(db, player, now)]);
	return { running: 0, departure: { ...departure, erasedAt: now } };
}

/**
 * Tells the games of somebody who has left: those that run are resigned, and all forget what they keep of them beside
 * their logs. As many as one run may; what is left is found by the sweep.
 */
export async function tellOfDeparture(env: Bindings, player: string, now: number): Promise<void> {
	const departure = await departureOf(env.DB, player);
	if (!departure || departure.erasedAt === null) return;
	const running = await runningGames(env.DB, player, now);
	// One that is being made just now may have looked before there was anything to see.
	const made = running.filter((game) => game.made).map(({ id }) => id);
	const unmade = running.length - made.length;
	const waiting = unmade + (await tellAll(made, (id) => resignAndForget(env, id, player, now))) > 0;
	let { missed, told } = departure;
	let wait = SWEEP_WAITS;
	for (let done = 0; ; ) {
		const games = await gamesToForget(env.DB, player, told, A_PAGE);
		const failed = await tellAll(games, (id) => forget(env, id, player));
		missed += failed;
		// On past those that failed: they keep no other game from forgetting, and are told when the pass is gone over again.
		told = games.at(-1) ?? told;
		done += games.length;
		if (games.length < A_PAGE) {
			if (missed === 0 && !waiting) return endPass(env.DB, departure, now);
			// Gone over again for those that failed; where only one that runs is waited for, all have forgotten.
			if (missed > 0) told = "";
			missed = 0;
			wait = waitAfter(departure, now);
			break;
		}
		if (failed > 0 || waiting || done >= A_RUN) break;
	}
	await notePass(env.DB, player, { passes: departure.passes, told, missed, nextAt: now + wait });
}

/** The longer a pass has not come to its end, the longer it waits: a game that is never to be reached is no work for each run. */
function waitAfter({ erasedAt, passes }: Departure, now: number): number {
	const since = (erasedAt ?? now) + (AGAIN[passes - 1] ?? 0);
	return Math.min(LONGEST_WAIT, Math.max(SWEEP_WAITS, Math.floor((now - since) / 8)));
}

async function endPass(db: D1Database, { erasedAt, passes, player }: Departure, now: number): Promise<void> {
	const after = AGAIN[passes];
	if (after === undefined) return closeDeparture(db, player);
	await notePass(db, player, {
		passes: passes + 1,
		told: "",
		missed: 0,
		nextAt: Math.max(now + SWEEP_WAITS, (erasedAt ?? now) + after),
	});
}

/** @returns how many could not be told */
async function tellAll(games: readonly string[], tell: (id: string) => Promise<void>): Promise<number> {
	return (await askGames("departure", games, PATIENCE, tell)).filter((answer) => answer === null).length;
}

/** The resignation is the player's own command, as every other; a game that is over refuses it, and that is well. */
async function resignAndForget(env: Bindings, id: string, player: string, now: number): Promise<void> {
	await env.GAME.getByName(id).ask({ command: { type: "resign" }, by: { player }, receivedAt: now });
	await forget(env, id, player);
}

const forget = (env: Bindings, id: string, player: string): Promise<void> => env.GAME.getByName(id).forget({ player });
