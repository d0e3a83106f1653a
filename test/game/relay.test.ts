/** What D1 hears of games: in the end everything, once, however often and in whatever pieces it was told. */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { historyOf } from "../../src/db/games.ts";
import { keepDevice } from "../../src/db/push.ts";
import { insertWebhook } from "../../src/db/webhooks.ts";
import { legalMoves, makeMove } from "../../src/engine/game.ts";
import type { Env } from "../../src/env.ts";
import { backOff, RELAY_EVENTS, relayBatch } from "../../src/game/relay.ts";
import { decide } from "../../src/match/decide.ts";
import type { GameEvent } from "../../src/match/event.ts";
import { evolve, type MatchState, replay } from "../../src/match/state.ts";
import { KINDS } from "../../src/post/settings.ts";
import {
	alarmOf,
	ask,
	BLACK,
	createCommand,
	DEAD_D1,
	faultyD1,
	hush,
	knownOf,
	logOf,
	look,
	MINUTE,
	move,
	openTable,
	playOn,
	plug,
	rowsOf,
	SECOND,
	START,
	type Stub,
	setClock,
	WHITE,
	wakes,
} from "./fixtures.ts";

const cursorOf = async (stub: Stub) =>
	(await rowsOf<{ seq: number; lost_wakes: number }>(stub, "SELECT * FROM cursor"))[0];
const relayTimer = async (stub: Stub) =>
	(await rowsOf<{ due: number; tries: number }>(stub, "SELECT due, tries FROM timers WHERE kind = 'relay'"))[0];

/** Lets the alarm ring when it is due. */
async function ring(stub: Stub): Promise<void> {
	setClock((await relayTimer(stub))?.due ?? Date.now());
	expect(await runDurableObjectAlarm(stub)).toBe(true);
}

async function expectInStep(id: string, stub: Stub): Promise<void> {
	const log = await logOf(stub);
	expect(await historyOf(env.DB, id)).toEqual(log);
	const view = await look(stub);
	const known = await knownOf(id);
	expect(known.games).toMatchObject([
		{ seq: view.seq, ply: view.ply, status: view.status, to_move: view.toMove, game_string: view.gameString },
	]);
	// Two of the beginning, one of every move, two of the end.
	const notices = log.flatMap((event) =>
		event.type === "created" || event.type === "ended" ? [event.seq, event.seq] : [event.seq],
	);
	expect(known.deliveries.map(({ seq }) => seq)).toEqual(notices);
	expect(new Set(known.deliveries.map((row) => row.id)).size).toBe(notices.length);
}

beforeAll(() => hush(/planned/));

describe("while all is well", () => {
	test("D1 knows of a command before its answer is there, and the post is woken", async () => {
		wakes.length = 0;
		const { id, stub } = await openTable();
		await ask(stub, WHITE, move("wS1"));
		await expectInStep(id, stub);
		expect(await relayTimer(stub)).toBeUndefined();
		expect(wakes.map((wake) => wake.deliveries)).toEqual([
			[`${id}.1.${WHITE}.email`, `${id}.1.${BLACK}.email`],
			[`${id}.2.${BLACK}.email`],
		]);
	});
});

describe("while D1 fails", () => {
	test("ten commands are played all the same, and D1 catches up by alarm", async () => {
		const { id, stub } = await openTable();
		await plug(stub, { DB: DEAD_D1 });
		const view = await playOn(stub, 10);
		expect(view).toMatchObject({ seq: 11, ply: 10 });
		expect((await knownOf(id)).history).toHaveLength(1);
		const failed = await relayTimer(stub);
		expect(failed?.tries).toBe(10);
		for (let tries = 11; tries <= 20; tries += 1) {
			await ring(stub);
			expect((await relayTimer(stub))?.tries).toBe(tries);
			expect(((await relayTimer(stub))?.due ?? 0) - Date.now()).toBeLessThanOrEqual(MINUTE);
		}
		await plug(stub);
		await ring(stub);
		await expectInStep(id, stub);
		expect(await relayTimer(stub)).toBeUndefined();
	});

	test("and the object is evicted in between, the next process catches up", async () => {
		const { id, stub } = await openTable({}, START, { DB: DEAD_D1 });
		await playOn(stub, 5);
		await evictDurableObject(stub);
		await plug(stub, { DB: DEAD_D1 });
		await playOn(stub, 5);
		await evictDurableObject(stub);
		await plug(stub);
		await ring(stub);
		await expectInStep(id, stub);
	});

	test("or the process dies before D1 has heard, the alarm that was stored with the move sees to it", async () => {
		const { id, stub } = await openTable();
		const silent = { batch: () => new Promise(() => {}) } as unknown as D1Database;
		await plug(stub, {
			DB: Object.assign(
				faultyD1(() => true),
				silent,
			),
		});
		expect((await ask(stub, WHITE, move("wS1"))).kind).toBe("done");
		expect(await alarmOf(stub)).toBe(START + 5 * SECOND);
		await abortAllDurableObjects();
		const next = env.GAME.getByName(id);
		await plug(next);
		await ring(next);
		await expectInStep(id, next);
	});

	test("a single command later it hears of everything at once", async () => {
		const { id, stub } = await openTable({}, START, { DB: DEAD_D1 });
		await playOn(stub, RELAY_EVENTS + 5);
		await plug(stub);
		await ask(stub, WHITE, { type: "resign" });
		await expectInStep(id, stub);
	});

	test("now and then, in the batch or after it was carried out, nothing is lost or told twice", async () => {
		const { id, stub } = await openTable();
		let calls = 0;
		await plug(stub, {
			DB: {
				prepare: (sql: string) => env.DB.prepare(sql),
				batch: async (all: D1PreparedStatement[]) => {
					calls += 1;
					if (calls % 3 === 0) throw new Error("D1_ERROR: planned to refuse");
					const results = await env.DB.batch(all);
					if (calls % 3 === 1) throw new Error("D1_ERROR: done, but the answer was lost as planned");
					return results;
				},
			} as unknown as D1Database,
		});
		await playOn(stub, 12);
		await ask(stub, BLACK, { type: "resign" });
		for (let tries = 0; tries < 3 && (await relayTimer(stub)); tries += 1) await ring(stub);
		await expectInStep(id, stub);
	});

	test("commands that come at once share one run of the relay", async () => {
		const { id, stub } = await openTable();
		let running = 0;
		let most = 0;
		await plug(stub, {
			DB: {
				prepare: (sql: string) => env.DB.prepare(sql),
				batch: async (all: D1PreparedStatement[]) => {
					running += 1;
					most = Math.max(most, running);
					await scheduler.wait(20);
					const results = await env.DB.batch(all);
					running -= 1;
					return results;
				},
			} as unknown as D1Database,
		});
		await Promise.all([
			ask(stub, WHITE, move("wS1")),
			ask(stub, BLACK, move("bS1 wS1-")),
			ask(stub, WHITE, move("wG1 -wS1")),
			ask(stub, BLACK, { type: "resign" }),
			stub.tend(),
			stub.rebuild(),
		]);
		await expectInStep(id, stub);
		// The rebuild writes beside the relay; the relay itself never runs twice.
		expect(most).toBeLessThanOrEqual(2);
	});

	test("a fault of ours in the relay is put off like any other, and the game goes on", async () => {
		const { id, stub } = await openTable();
		await plug(stub, {
			DB: {
				prepare: () => {
					throw new Error("a planned fault of ours");
				},
			} as unknown as D1Database,
		});
		expect((await ask(stub, WHITE, move("wS1"))).kind).toBe("done");
		expect((await relayTimer(stub))?.tries).toBe(1);
		await plug(stub);
		await ring(stub);
		await expectInStep(id, stub);
	});
});

describe("while the queue fails", () => {
	test("it costs nothing but the wake-up, which is counted", async () => {
		const { id, stub } = await openTable();
		const WAKE = { send: () => Promise.reject(new Error("a queue that is full as planned")) } as unknown as Env["WAKE"];
		await plug(stub, { WAKE });
		await playOn(stub, 3);
		await expectInStep(id, stub);
		expect(await cursorOf(stub)).toEqual({ id: 1, seq: 4, lost_wakes: 3 });
		expect(await relayTimer(stub)).toBeUndefined();
	});
});

describe("a rebuild", () => {
	test("writes history and snapshot again and tells nobody anything a second time", async () => {
		wakes.length = 0;
		const { id, stub } = await openTable();
		await playOn(stub, RELAY_EVENTS + 10);
		const before = await knownOf(id);
		const woken = wakes.length;
		await env.DB.batch([
			env.DB.prepare("DELETE FROM games WHERE id = ?1").bind(id),
			env.DB.prepare("DELETE FROM history WHERE game = ?1").bind(id),
			env.DB.prepare("DELETE FROM deliveries WHERE game = ?1").bind(id),
		]);
		expect(await stub.rebuild()).toBe(RELAY_EVENTS + 11);
		expect(await knownOf(id)).toEqual({ ...before, deliveries: [] });
		expect(wakes).toHaveLength(woken);
		await stub.rebuild();
		expect(await knownOf(id)).toEqual({ ...before, deliveries: [] });
	});

	test("repairs a snapshot of the same seq", async () => {
		const { id, stub } = await openTable();
		const before = await knownOf(id);
		await env.DB.prepare("UPDATE games SET game_string = 'damaged', deadline = 1 WHERE id = ?1").bind(id).run();
		await stub.rebuild();
		expect(await knownOf(id)).toEqual(before);
	});

	test("says how far it came when D1 fails, and tells what had never been told", async () => {
		const { id, stub } = await openTable();
		await playOn(stub, RELAY_EVENTS + 10);
		let calls = 0;
		await plug(stub, { DB: faultyD1(() => ++calls === 1) });
		await ask(stub, BLACK, { type: "resign" });
		calls = 0;
		expect(await stub.rebuild()).toBe(RELAY_EVENTS);
		await plug(stub);
		await env.DB.prepare("DELETE FROM history WHERE game = ?1").bind(id).run();
		expect(await stub.rebuild()).toBe(RELAY_EVENTS + 12);
		await expectInStep(id, stub);
	});
});

describe("a batch", () => {
	/** A game of `plies` half-moves and its end, as its object would have stored it. */
	function storedLog(plies: number): readonly GameEvent[] {
		const log: GameEvent[] = [];
		let state: MatchState | null = null;
		const take = (command: Parameters<typeof decide>[1]) => {
			const events = decide(state, command, START + log.length * MINUTE, { outages: [], told: true });
			if (!events.ok) throw new Error(events.error.code);
			log.push(...events.value);
			state = events.value.reduce<MatchState | null>(evolve, state);
			return state as MatchState;
		};
		let now = take(createCommand({ expansions: ["P", "M"] }));
		for (let ply = 0; ply < plies && now.turn; ply += 1) {
			const moves = legalMoves(now.game);
			const chosen = moves[(ply * 5) % moves.length];
			if (!chosen) throw new Error("no move");
			now = take({ type: "move", move: makeMove(now.game, chosen), by: ply % 2 === 0 ? WHITE : BLACK });
		}
		if (now.turn) take({ type: "resign", by: WHITE });
		return log;
	}

	const log = storedLog(12);
	const IDEAL = "ideal";

	// White has a program and a device told, too.
	beforeAll(async () => {
		const hook = {
			id: "hook",
			player: WHITE,
			url: "https://example.com/",
			format: "standard",
			events: [...KINDS],
		} as const;
		const state = { enabled: true, disabledWhy: null, failures: 0, generation: 1, rotatedAt: null, createdAt: 0 };
		await insertWebhook(env.DB, { ...hook, ...state }, 1);
		const keys = { p256dh: "", auth: "" };
		await keepDevice(env.DB, { id: "device", player: WHITE, endpoint: "https://example.com/", ...keys, createdAt: 0 });
	});
	afterAll(async () => {
		await env.DB.batch(["webhooks", "push_subscriptions"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	});

	/** The batches of a log cut before the given places, for a game of this id. */
	function batchesOf(game: string, cuts: readonly number[]) {
		// Whenever it is made, a batch says the same.
		setClock(Date.now() + MINUTE);
		const edges = [...new Set([0, ...cuts, log.length])].sort((a, b) => a - b);
		return edges.slice(1).map((end, index) => {
			const start = edges[index] ?? 0;
			return relayBatch(env.DB, game, replay(log.slice(0, start)), log.slice(start, end)).statements;
		});
	}

	const as = (game: string, known: Awaited<ReturnType<typeof knownOf>>) =>
		JSON.parse(JSON.stringify(known).replaceAll(game, IDEAL));

	test("may be repeated, come in any order and be cut after any statement: what D1 knows in the end is the same", async () => {
		for (const batch of batchesOf(IDEAL, [5])) await env.DB.batch([...batch]);
		const ideal = await knownOf(IDEAL);
		expect(ideal.history).toHaveLength(14);
		const toChannel = (channel: string) => ideal.deliveries.filter((one) => one.channel === channel).length;
		expect(["email", "webhook", "push"].map(toChannel)).toEqual([16, 8, 8]);
		let run = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: log.length - 1 }), { maxLength: 5 }),
				fc.infiniteStream(fc.nat()),
				async (cuts, numbers) => {
					run += 1;
					const game = `game-${run}`;
					const batches = batchesOf(game, cuts);
					const next = (below: number) => numbers.next().value % below;
					const shuffled = <T>(all: readonly T[]): readonly T[] => {
						const order = [...all];
						for (let last = order.length - 1; last > 0; last -= 1) {
							const other = next(last + 1);
							[order[last], order[other]] = [order[other] as T, order[last] as T];
						}
						return order;
					};
					// First pieces of some of them, then all of them, then all of them once more.
					for (const batch of shuffled(batches)) {
						const piece = batch.slice(0, next(batch.length + 1));
						if (piece.length > 0) await env.DB.batch(piece);
					}
					for (const batch of [...shuffled(batches), ...shuffled(batches)]) await env.DB.batch([...batch]);
					expect(as(game, await knownOf(game))).toEqual(ideal);
				},
			),
			{ numRuns: 25 },
		);
	});

	test("cut after each of its statements and then sent whole comes to the same", async () => {
		const [whole = []] = batchesOf("cut-0", []);
		for (let cut = 1; cut < whole.length; cut += 1) {
			const game = `cut-${cut}`;
			const [batch = []] = batchesOf(game, []);
			await env.DB.batch(batch.slice(0, cut));
			await env.DB.batch([...batch]);
			expect(as(game, await knownOf(game)), `after ${cut}`).toEqual(await knownOf(IDEAL));
		}
	});

	test("holds no more statements than the smallest plan allows, with the most notices there can be", () => {
		const [created] = log;
		if (!created) throw new Error("no events");
		const moves = log.slice(1, RELAY_EVENTS);
		expect(relayBatch(env.DB, "x", null, [created, ...moves]).statements.length).toBeLessThanOrEqual(
			2 + 2 * RELAY_EVENTS,
		);
		expect(2 + 2 * RELAY_EVENTS).toBeLessThanOrEqual(50);
	});

	test("is tried again after waits that grow from a second to a minute, never all at the same instant", () => {
		expect([0, 1, 2, 3, 5, 6, 7, 1_000].map((tries) => backOff(tries, 0) / SECOND)).toEqual([
			1, 2, 4, 8, 32, 60, 60, 60,
		]);
		expect(backOff(3, 0.999)).toBeLessThan(backOff(3, 0));
		expect(backOff(0, 1)).toBeGreaterThan(SECOND / 2);
	});
});
