/** Before a flag falls: what is known elsewhere and bears on it, fetched in good time or not at all. */
import { outagesSince } from "../db/heartbeat.ts";
import { vacationsSince } from "../db/vacations.ts";
import { type Env, shortestTime } from "../env.ts";
import type { Facts } from "../match/command.ts";
import { MINUTE, parseDuration } from "../match/duration.ts";
import type { Sides } from "../match/event.ts";
import type { Interval } from "../match/intervals.ts";
import type { MatchState } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import type { Vacation } from "../match/vacation.ts";
import { readCursor, readLags, turnSeq } from "./store.ts";

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

/**
 * What is known of the time since the running turn, or the oldest that is still to be settled, began: outages, an open one
 * included, and the players' vacations where the terms agree to them. Null when it cannot be known now: no flag falls.
 */
export async function fetchKnown(env: Env, game: string, state: MatchState, now: number): Promise<Known | null> {
	const began = [state.turn, ...state.unsettled.map(({ turn }) => turn)].map((turn) => turn?.began ?? now);
	const from = Math.min(...began);
	const { black, white } = state.players;
	try {
		const [outages, vacations] = await inTime(
			FACTS_PATIENCE,
			Promise.all([
				outagesSince(env.DB, from, now, beatInterval(env)),
				state.pauses.vacation ? vacationsSince(env.DB, [white, black], from) : NOBODY,
			]),
		);
		return outages && { outages, vacations: { white: vacations.get(white) ?? [], black: vacations.get(black) ?? [] } };
	} catch (problem) {
		logProblem("facts", game, problem);
		return null;
	}
}

/** What was fetched from D1. */
export type Known = { readonly outages: readonly Interval[]; readonly vacations: Sides<readonly Vacation[]> };

const NOBODY: ReadonlyMap<PlayerId, readonly Vacation[]> = new Map();

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

/** The one `now` of a command: when it entered, but never after the object's own clock. */
export function notAfterClock(receivedAt: number): number {
	return Math.min(receivedAt, Date.now());
}

/**
 * The facts as `decide` takes them.
 * @param known null: not to be had, or not asked for because they are not needed
 * @param by who asks; null: the service, or somebody who is no player
 */
export function factsOf(
	sql: SqlStorage,
	env: Env,
	state: MatchState | null,
	known: Known | null,
	by: PlayerId | null,
): Facts {
	const limits = { grace: graceFor(state, by), shortest: shortestTime(env) };
	if (!known) return { outages: null, told: false, ...limits };
	const told = readCursor(sql) >= turnSeq(sql);
	// When the object itself could not tell of the turn.
	const lags = state?.turn ? readLags(sql, state.turn.began) : [];
	return { outages: [...known.outages, ...lags], vacations: known.vacations, told, ...limits };
}

/** How long after the deadline this sender's command lets no flag fall, ms: none for the side to move. */
function graceFor(state: MatchState | null, player: PlayerId | null): number {
	return state?.turn && player !== null && state.players[state.turn.side] === player ? 0 : GRACE;
}
