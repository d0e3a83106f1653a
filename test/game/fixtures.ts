/** Games to test on: how one is made, played and looked at, with every instant chosen by the test and every port breakable. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import type { Env, Wake } from "../../src/env.ts";
import type { Game } from "../../src/game/game.ts";
import { makeGameId } from "../../src/game/id.ts";
import type { GameAnswer, GameRequest } from "../../src/game/request.ts";
import type { Create, PlayerCommand } from "../../src/match/command.ts";
import type { GameEvent } from "../../src/match/event.ts";
import type { Terms } from "../../src/match/terms.ts";
import type { GameView } from "../../src/match/view.ts";

export const WHITE = "player-white";
export const BLACK = "player-black";
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Far in the future, so that no alarm fires by itself: the runtime compares with the real clock. */
export const START = Date.UTC(2030, 0, 1);

export type Stub = DurableObjectStub<Game>;
export type Table = { readonly id: string; readonly stub: Stub; readonly view: GameView };

/** Sets the clock of the test and of every object at once: all run in one isolate. */
export function setClock(now: number): void {
	vi.useFakeTimers({ toFake: ["Date"] });
	vi.setSystemTime(now);
}

export function createCommand(terms: Partial<Terms> = {}): Create {
	return {
		type: "create",
		terms: {
			rules: RULE_SETS.tournament,
			expansions: [],
			seat: "white",
			colour: null,
			timeControl: { perMove: "P3D" },
			pauses: { vacation: false, rest: false },
			rated: false,
			visibility: "public",
			...terms,
		},
		white: WHITE,
		black: BLACK,
		colours: { white: "white", black: "black" },
		firstMove: 0,
		challenge: "challenge-1",
	};
}

/** Keeps the log lines of failures that a test has planned out of its output, and lets all others through. */
export function hush(planned: RegExp): void {
	const warn = console.warn.bind(console);
	vi.spyOn(console, "warn").mockImplementation((line) => {
		if (!planned.test(String(line))) warn(line);
	});
}

/** A queue that keeps what it is told. */
export const wakes: Wake[] = [];
const QUIET = { WAKE: { send: async (wake: Wake) => void wakes.push(wake) } } as unknown as Partial<Env>;

/** Gives the object other ports from now on, until it is evicted. Without any, the right ones and a quiet queue. */
export async function plug(stub: Stub, ports: Partial<Env> = {}): Promise<void> {
	await runInDurableObject(stub, (game: Game) => {
		(game as unknown as { env: Env }).env = { ...env, ...QUIET, ...ports };
	});
}

/** A D1 that lets through only the batches that `passes` says. */
export function faultyD1(passes: (statements: readonly D1PreparedStatement[]) => boolean): D1Database {
	return {
		prepare: (sql: string) => env.DB.prepare(sql),
		batch: (statements: D1PreparedStatement[]) =>
			passes(statements) ? env.DB.batch(statements) : Promise.reject(new Error("D1_ERROR: planned to fail")),
	} as unknown as D1Database;
}

export const DEAD_D1 = faultyD1(() => false);
/** Answers questions about outages (two statements) and takes nothing from the relay (three or more). */
export const DEAF_D1 = faultyD1((statements) => statements.length <= 2);

/** A new game, created at `at`, where the clock stands then. */
export async function openTable(terms: Partial<Terms> = {}, at = START, ports: Partial<Env> = {}): Promise<Table> {
	setClock(at);
	const id = await makeGameId(env.SECRET);
	const stub = env.GAME.getByName(id);
	await plug(stub, ports);
	const { view } = await stub.create({
		id,
		command: createCommand(terms),
		receivedAt: at,
		names: { [WHITE]: "Wanda", [BLACK]: "Boris" },
	});
	return { id, stub, view: view as GameView };
}

/** Asks at the clock's time, unless `rest` says otherwise. */
export async function ask(
	stub: Stub,
	player: string,
	command: PlayerCommand,
	rest: Partial<GameRequest> = {},
): Promise<GameAnswer> {
	return (await stub.ask({ command, by: { player }, receivedAt: Date.now(), ...rest })) as GameAnswer;
}

export const move = (text: string, more: { ply?: number; ifMatch?: number } = {}) =>
	({ type: "move", move: text, ...more }) as const;

/** Plays `count` legal half-moves, always the same ones, a minute apart from the clock on. The view after the last. */
export async function playOn(stub: Stub, count: number): Promise<GameView> {
	let view = await look(stub);
	for (let played = 0; played < count && view.toMove; played += 1) {
		setClock(Date.now() + MINUTE);
		const text = view.legalMoves[(view.ply * 7) % view.legalMoves.length]?.move ?? "pass";
		const answer = await ask(stub, view.toMove === "white" ? WHITE : BLACK, move(text));
		if (answer.kind !== "done") throw new Error(`${text} was not played: ${JSON.stringify(answer).slice(0, 300)}`);
		view = answer.view;
	}
	return view;
}

export async function look(stub: Stub): Promise<GameView> {
	const seen = await stub.look({ viewer: WHITE, receivedAt: Date.now() });
	if (!seen) throw new Error("there is no such game");
	return seen.view as GameView;
}

export async function logOf(stub: Stub): Promise<readonly GameEvent[]> {
	const answer = await stub.events({ viewer: WHITE, after: 0, limit: 1_000 });
	return (answer?.events ?? []) as unknown as readonly GameEvent[];
}

export const kindsOf = async (stub: Stub) => (await logOf(stub)).map((event) => event.type);

/** What stands in the object's own tables. */
export function rowsOf<T>(stub: Stub, sql: string): Promise<readonly T[]> {
	return runInDurableObject(stub, (_: Game, state) => state.storage.sql.exec(sql).toArray() as T[]);
}

export const alarmOf = (stub: Stub) => runInDurableObject(stub, (_: Game, state) => state.storage.getAlarm());

type Row = Readonly<Record<string, unknown>>;
type Known = { readonly games: readonly Row[]; readonly history: readonly Row[]; readonly deliveries: readonly Row[] };

/** All that D1 knows of a game and that must not depend on when or how often it was told. */
export async function knownOf(game: string): Promise<Known> {
	const [games, history, deliveries] = await env.DB.batch<Row>([
		env.DB.prepare("SELECT * FROM games WHERE id = ?1").bind(game),
		env.DB.prepare("SELECT * FROM history WHERE game = ?1 ORDER BY seq").bind(game),
		env.DB.prepare(
			`SELECT id, game, seq, player, address, channel, kind, payload, due_at, created_at FROM deliveries
				 WHERE game = ?1 ORDER BY seq, id`,
		).bind(game),
	]);
	return {
		games: games?.results ?? [],
		history: history?.results ?? [],
		deliveries: deliveries?.results ?? [],
	};
}

/** The heart has beaten without a gap up to an instant. */
export async function healthyUntil(at: number): Promise<void> {
	await env.DB.batch([
		env.DB.prepare("DELETE FROM outages"),
		env.DB.prepare("INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = ?1").bind(at),
	]);
}

/** Nobody has ever seen the heart beat. */
export async function neverBeaten(): Promise<void> {
	await env.DB.batch([env.DB.prepare("DELETE FROM outages"), env.DB.prepare("DELETE FROM heartbeat")]);
}

/** Waits until something holds, at most ten seconds of real time. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
	for (let tries = 0; tries < 500; tries += 1) {
		if (await holds()) return;
		await scheduler.wait(20);
	}
	throw new Error("it did not come to be within ten seconds");
}
