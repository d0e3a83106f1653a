/** A player's vacation: how much is left, and its start and end by the player's word, told to all running games. */
import { creationsOf } from "../db/games.ts";
import { type Player, playersById } from "../db/players.ts";
import { endVacation, insertVacation, vacationsByPlayer, vacationsOf } from "../db/vacations.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { Env } from "../env.ts";
import { type Vacation, vacationBalance } from "../match/vacation.ts";
import { fanOutVacation } from "./fan-out.ts";

/** `balance`: what may still be taken, ms; a running vacation has been charged as a whole. */
export type VacationState = { readonly balance: number; readonly current: Vacation | null };

export type Started = {
	readonly vacation: Vacation;
	readonly balance: number;
	/** The running games whose terms agree to vacations, and those that go on. */
	readonly games: { readonly paused: readonly string[]; readonly unaffected: readonly string[] };
};

export type VacationRefusal =
	| { readonly code: "ERR_ON_VACATION"; readonly until: number }
	| { readonly code: "ERR_NO_VACATION"; readonly balance: number };

type Bindings = Pick<Env, "DB" | "GAME">;

/** Attempts at starting, each on a fresh look at what was taken: two are enough, unless somebody presses very fast. */
const TRIES = 4;

export async function vacationState(db: D1Database, player: Player, now: number): Promise<VacationState> {
	return stateOf(player, await vacationsOf(db, player.id), now);
}

/**
 * The vacation that each of these players has left, ms; null when it cannot be known now.
 * @param players ids
 */
export async function balancesOf(
	db: D1Database,
	players: readonly string[],
	now: number,
): Promise<ReadonlyMap<string, number> | null> {
	try {
		const [accounts, taken] = await Promise.all([playersById(db, players), vacationsByPlayer(db, players)]);
		return new Map(
			players.map((id) => [id, vacationBalance(accounts.get(id)?.createdAt ?? now, taken.get(id) ?? [], now)]),
		);
	} catch {
		return null;
	}
}

function stateOf(player: Player, taken: readonly Vacation[], now: number): VacationState {
	return {
		balance: vacationBalance(player.createdAt, taken, now),
		current: taken.find(({ to }) => to > now) ?? null,
	};
}

/**
 * Starts a vacation now, recorded once and then told to the games.
 * @param span ms, at least a day
 * @param id drawn by the caller
 */
export async function startVacation(
	env: Bindings,
	player: Player,
	span: number,
	id: string,
	now: number,
): Promise<Result<Started, VacationRefusal>> {
	for (let tries = 1; ; tries += 1) {
		const taken = await vacationsOf(env.DB, player.id);
		const { balance, current } = stateOf(player, taken, now);
		if (current) return err({ code: "ERR_ON_VACATION", until: current.to });
		if (span > balance) return err({ code: "ERR_NO_VACATION", balance });
		const vacation = { id, from: now, to: now + span };
		if (await insertVacation(env.DB, player.id, vacation, taken.length, now)) {
			const left = vacationBalance(player.createdAt, [...taken, vacation], now);
			return ok({ vacation, balance: left, games: await tell(env, vacation, now) });
		}
		if (tries === TRIES) throw new Error("a vacation was overtaken by others again and again");
	}
}

/** Ends the vacation that runs, and tells the games; false when none does. */
export async function stopVacation(env: Bindings, player: Player, now: number): Promise<boolean> {
	const id = await endVacation(env.DB, player.id, now);
	// It has ended, whether or not the games can be told now: the sweep tells them else.
	if (id !== null) await fanOutVacation(env, id, now).catch(() => {});
	return id !== null;
}

/** A game that cannot be asked now will be: its terms say what it will answer. */
async function tell(env: Bindings, vacation: Vacation, now: number): Promise<Started["games"]> {
	try {
		const { affected, missed, unaffected } = await fanOutVacation(env, vacation.id, now);
		const created = await creationsOf(env.DB, missed);
		const agreed = (id: string) => created.get(id)?.pauses.vacation;
		return {
			paused: [...affected, ...missed.filter((id) => agreed(id) === true)],
			unaffected: [...unaffected, ...missed.filter((id) => agreed(id) === false)],
		};
	} catch {
		return { paused: [], unaffected: [] };
	}
}
