/** When a flag falls and when it must not: by alarm, by command, by sweep; with outages, without facts, with a late relay. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beat } from "../../src/db/heartbeat.ts";
import type { Game } from "../../src/game/game.ts";
import { sweepGames } from "../../src/game/sweep.ts";
import {
	alarmOf,
	ask,
	BLACK,
	DAY,
	DEAD_D1,
	DEAF_D1,
	HOUR,
	healthyUntil,
	hush,
	kindsOf,
	knownOf,
	logOf,
	look,
	MINUTE,
	move,
	neverBeaten,
	openTable,
	plug,
	rowsOf,
	SECOND,
	START,
	type Stub,
	setClock,
	WHITE,
} from "./fixtures.ts";

const HOURLY = { timeControl: { perMove: "PT1H" } };
const DEADLINE = START + HOUR;
const TIMEOUT = { status: "finished", result: { winner: "black", reason: "timeout" } };

const timers = (stub: Stub) =>
	rowsOf<{ kind: string; due: number; tries: number; problem: string | null }>(stub, "SELECT * FROM timers");
const flagTimer = async (stub: Stub) => (await timers(stub)).find(({ kind }) => kind === "flag");

/** Sets the clock and lets the alarm ring, whatever it was set to. */
async function ringAt(stub: Stub, at: number): Promise<void> {
	setClock(at);
	await runInDurableObject(stub, (_: Game, state) => state.storage.setAlarm(at));
	expect(await runDurableObjectAlarm(stub)).toBe(true);
}

beforeAll(() => hush(/planned|event 9 does not follow/));
beforeEach(() => healthyUntil(START));

describe("the alarm", () => {
	test("stands a second after the deadline, moves with each turn and goes with the game", async () => {
		const { stub } = await openTable(HOURLY);
		expect(await alarmOf(stub)).toBe(DEADLINE + SECOND);
		setClock(START + MINUTE);
		await ask(stub, WHITE, move("wS1"));
		expect(await alarmOf(stub)).toBe(DEADLINE + MINUTE + SECOND);
		await ask(stub, WHITE, { type: "resign" });
		expect(await alarmOf(stub)).toBeNull();
		expect(await timers(stub)).toEqual([]);
	});

	test("does not stand in an unlimited game", async () => {
		const { stub } = await openTable({ timeControl: { unlimited: true } });
		expect(await alarmOf(stub)).toBeNull();
	});

	test("lets the flag fall with nobody looking, and both are told once", async () => {
		const { id, stub } = await openTable(HOURLY);
		await healthyUntil(DEADLINE + SECOND);
		await ringAt(stub, DEADLINE + SECOND);
		expect(await look(stub)).toMatchObject(TIMEOUT);
		const known = await knownOf(id);
		expect(known.games).toMatchObject([{ seq: 2, status: "finished", winner: "black", reason: "timeout" }]);
		expect(known.deliveries.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
			"1 game-started",
			"1 game-started",
			"2 game-over",
			"2 game-over",
		]);
		expect(await alarmOf(stub)).toBeNull();
	});

	test("does so after the object has left memory", async () => {
		const { stub } = await openTable(HOURLY);
		await ask(stub, WHITE, move("wS1"));
		await evictDurableObject(stub);
		await healthyUntil(DEADLINE + SECOND);
		await ringAt(stub, DEADLINE + SECOND);
		expect(await look(stub)).toMatchObject({ result: { winner: "white", reason: "timeout" } });
	});

	test("changes nothing when it rings early, or again", async () => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(DEADLINE + SECOND);
		for (const at of [START, DEADLINE, DEADLINE + SECOND - 1]) {
			await ringAt(stub, at);
			expect(await kindsOf(stub)).toEqual(["created"]);
			expect(await alarmOf(stub)).toBe(DEADLINE + SECOND);
		}
		await ringAt(stub, DEADLINE + SECOND);
		await ringAt(stub, DEADLINE + MINUTE);
		expect(await kindsOf(stub)).toEqual(["created", "ended"]);
	});

	test("that fails is recorded and set again, every time, and comes to its end when the fault is gone", async () => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(DEADLINE + DAY);
		// A log that does not replay: the worst that can be.
		await runInDurableObject(stub, (_: Game, state) => {
			state.storage.sql.exec("INSERT INTO events (seq, at, kind, body) VALUES (9, 0, 'moved', '{}')");
		});
		await evictDurableObject(stub);
		let at = DEADLINE + SECOND;
		for (let tries = 1; tries <= 12; tries += 1) {
			await ringAt(stub, at);
			const timer = await flagTimer(stub);
			expect(timer).toMatchObject({ tries, problem: expect.stringContaining("event 9 does not follow 1") });
			expect(await alarmOf(stub)).toBe(timer?.due);
			expect((timer?.due ?? 0) - at).toBeGreaterThan(700);
			expect((timer?.due ?? 0) - at).toBeLessThanOrEqual(MINUTE);
			at = timer?.due ?? 0;
		}
		await runInDurableObject(stub, (_: Game, state) => {
			state.storage.sql.exec("DELETE FROM events WHERE seq = 9");
		});
		await ringAt(stub, at);
		expect(await look(stub)).toMatchObject(TIMEOUT);
	});
});

describe("a command after the deadline", () => {
	test("finds that the flag has fallen, and the game says so", async () => {
		const { id, stub } = await openTable(HOURLY);
		await healthyUntil(DEADLINE + 10);
		setClock(DEADLINE + 10);
		const answer = await ask(stub, WHITE, move("wS1"), {
			idempotency: { scope: "w", key: "late", bodyHash: "b" },
		});
		expect(answer).toMatchObject({ kind: "refused", refusal: { code: "ERR_GAME_OVER" }, view: TIMEOUT });
		expect((await knownOf(id)).games).toMatchObject([{ seq: 2, reason: "timeout" }]);
	});

	test("costs the side to move the game, whoever sent it", async () => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(DEADLINE + SECOND);
		setClock(DEADLINE + SECOND);
		await ask(stub, BLACK, { type: "resign" });
		expect(await look(stub)).toMatchObject(TIMEOUT);
	});

	test("by the opponent or the service makes no flag fall within the grace: a move in time may still be on its way", async () => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(DEADLINE + 900);
		setClock(DEADLINE + 500);
		await ask(stub, BLACK, { type: "draw", action: "offer" });
		await stub.setRest({ player: BLACK, schedule: null });
		setClock(DEADLINE + 900);
		expect((await ask(stub, WHITE, move("wS1"), { receivedAt: DEADLINE })).kind).toBe("done");
	});

	test.each([
		["in time by when it entered, though late at the object", DEADLINE, DEADLINE + 900, "done"],
		["a millisecond late", DEADLINE + 1, DEADLINE + 900, "refused"],
	])("%s", async (_, receivedAt, clock, kind) => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(clock);
		setClock(clock);
		expect((await ask(stub, WHITE, move("wS1"), { receivedAt })).kind).toBe(kind);
	});

	test("is played while the facts are not to be had, and the next turn is whole", async () => {
		const { stub } = await openTable(HOURLY);
		await plug(stub, { DB: DEAD_D1 });
		setClock(DEADLINE + MINUTE);
		expect(await ask(stub, WHITE, move("wS1"))).toMatchObject({
			kind: "done",
			view: { toMove: "black", deadline: new Date(DEADLINE + MINUTE + HOUR).toISOString() },
		});
	});

	test("asks D1 nothing when it is in time", async () => {
		const { stub } = await openTable(HOURLY);
		let asked = 0;
		await plug(stub, {
			DB: {
				prepare: (sql: string) => {
					if (/heartbeat|outages/.test(sql)) asked += 1;
					return env.DB.prepare(sql);
				},
				batch: (all: D1PreparedStatement[]) => env.DB.batch(all),
			} as unknown as D1Database,
		});
		setClock(DEADLINE);
		await ask(stub, WHITE, move("wS1"));
		await ask(stub, BLACK, move("bQ"));
		expect(asked).toBe(0);
	});
});

describe("no flag falls", () => {
	test("while D1 cannot say whether there was an outage; it falls when D1 can", async () => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(DEADLINE + HOUR);
		await plug(stub, { DB: DEAD_D1 });
		for (let tries = 1; tries <= 3; tries += 1) {
			const at = tries === 1 ? DEADLINE + SECOND : ((await flagTimer(stub))?.due ?? 0);
			await ringAt(stub, at);
			expect(await kindsOf(stub)).toEqual(["created"]);
			expect(await flagTimer(stub)).toMatchObject({ tries, problem: "the facts are not to be had" });
		}
		await plug(stub);
		await ringAt(stub, (await flagTimer(stub))?.due ?? 0);
		expect(await look(stub)).toMatchObject(TIMEOUT);
	});

	test("while nobody knows that the service was ever up", async () => {
		await neverBeaten();
		const { stub } = await openTable(HOURLY);
		await ringAt(stub, DEADLINE + DAY);
		expect(await kindsOf(stub)).toEqual(["created"]);
	});

	test("while the relay is behind the event that began the turn; the lag is given back once", async () => {
		const { id, stub } = await openTable(HOURLY);
		await plug(stub, { DB: DEAF_D1 });
		setClock(START + MINUTE);
		await ask(stub, WHITE, move("wS1"));
		const deadline = START + MINUTE + HOUR;
		await healthyUntil(deadline + DAY);
		await ringAt(stub, deadline + SECOND);
		expect(await kindsOf(stub)).toEqual(["created", "moved"]);
		expect(await flagTimer(stub)).toMatchObject({ tries: 1, problem: "the relay is behind" });
		// Half an hour later D1 hears of it: from then on Black has the hour that was promised.
		await plug(stub);
		const told = deadline + HOUR / 2;
		await ringAt(stub, told);
		expect((await logOf(stub)).at(-1)).toMatchObject({
			type: "credited",
			side: "black",
			reason: "outage",
			ms: told - (START + MINUTE),
			deadline: told + HOUR,
		});
		expect((await knownOf(id)).history).toHaveLength(3);
		await ringAt(stub, told + HOUR + SECOND);
		expect(await look(stub)).toMatchObject({ result: { winner: "white", reason: "timeout" } });
		expect(await kindsOf(stub)).toEqual(["created", "moved", "credited", "ended"]);
	});

	test("while the relay is behind, also when a command asks: it is played", async () => {
		const { stub } = await openTable(HOURLY, START, { DB: DEAF_D1 });
		await healthyUntil(DEADLINE + DAY);
		setClock(DEADLINE + MINUTE);
		expect((await ask(stub, WHITE, move("wS1"))).kind).toBe("done");
	});

	test("for a lag of less than a minute nothing is given back", async () => {
		const { stub } = await openTable(HOURLY, START, { DB: DEAF_D1 });
		await plug(stub);
		await ringAt(stub, START + 59 * SECOND);
		await healthyUntil(DEADLINE + SECOND);
		await ringAt(stub, DEADLINE + SECOND);
		expect(await kindsOf(stub)).toEqual(["created", "ended"]);
	});
});

describe("an outage", () => {
	test("across the deadline is given back before any heartbeat: the alarm of a restart comes first", async () => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(START + 50 * MINUTE);
		const back = START + 3 * HOUR;
		await ringAt(stub, back);
		const gap = back - (START + 50 * MINUTE);
		expect((await logOf(stub)).at(-1)).toMatchObject({ type: "credited", ms: gap, deadline: DEADLINE + gap });
		expect(await alarmOf(stub)).toBe(DEADLINE + gap + SECOND);
		// The first beat closes the gap; what it adds is found at the next look, and nothing is given twice.
		await beat(env.DB, back + 2 * SECOND, SECOND);
		await env.DB.prepare("UPDATE heartbeat SET at = ?1")
			.bind(DEADLINE + gap + MINUTE)
			.run();
		await ringAt(stub, DEADLINE + gap + SECOND);
		expect((await logOf(stub)).at(-1)).toMatchObject({ type: "credited", ms: 2 * SECOND });
		await ringAt(stub, DEADLINE + gap + 3 * SECOND);
		expect(await look(stub)).toMatchObject(TIMEOUT);
		expect(await kindsOf(stub)).toEqual(["created", "credited", "credited", "ended"]);
	});

	test("before the turn began, or after the deadline and over, gives nothing", async () => {
		await env.DB.prepare("INSERT INTO outages (from_at, to_at) VALUES (?1, ?2)")
			.bind(START - DAY, START - HOUR)
			.run();
		const { stub } = await openTable(HOURLY);
		await env.DB.prepare("UPDATE heartbeat SET at = ?1")
			.bind(DEADLINE + SECOND)
			.run();
		await ringAt(stub, DEADLINE + SECOND);
		expect(await kindsOf(stub)).toEqual(["created", "ended"]);
	});

	test("is given back to a command too, which is then in time", async () => {
		const { stub } = await openTable(HOURLY);
		await healthyUntil(START + 30 * MINUTE);
		setClock(START + 80 * MINUTE);
		await beat(env.DB, START + 80 * MINUTE, SECOND);
		expect((await ask(stub, WHITE, move("wS1"))).kind).toBe("done");
		expect(await kindsOf(stub)).toEqual(["created", "credited", "moved"]);
	});
});

describe("the sweep", () => {
	test("visits overdue games whose alarm was lost, and sets it again", async () => {
		const lost = await openTable(HOURLY);
		const postponed = await openTable(HOURLY);
		const young = await openTable({ timeControl: { perMove: "P3D" } });
		for (const { stub } of [lost, postponed]) {
			await runInDurableObject(stub, (_: Game, state) => state.storage.deleteAlarm());
		}
		await plug(postponed.stub, { DB: DEAD_D1 });
		await healthyUntil(DEADLINE + MINUTE);
		setClock(DEADLINE + MINUTE);
		expect(await sweepGames(env, DEADLINE + MINUTE)).toBeGreaterThanOrEqual(2);
		expect(await look(lost.stub)).toMatchObject(TIMEOUT);
		expect(await kindsOf(postponed.stub)).toEqual(["created"]);
		expect(await alarmOf(postponed.stub)).toBe((await flagTimer(postponed.stub))?.due);
		expect(await kindsOf(young.stub)).toEqual(["created"]);
		expect(await alarmOf(young.stub)).toBe(START + 3 * DAY + SECOND);
	});

	test("goes past games that cannot be brought to an end", async () => {
		const stuck = await Promise.all(Array.from({ length: 7 }, () => openTable(HOURLY)));
		for (const { stub } of stuck) await plug(stub, { DB: DEAD_D1 });
		const fine = await openTable({ timeControl: { perMove: "PT2H" } });
		await healthyUntil(START + 3 * HOUR);
		setClock(START + 3 * HOUR);
		await sweepGames(env, START + 3 * HOUR);
		expect(await look(fine.stub)).toMatchObject(TIMEOUT);
	});

	test("a visit sets a lost alarm again, also when this process believes that it stands", async () => {
		const { stub } = await openTable(HOURLY);
		await runInDurableObject(stub, (_: Game, state) => state.storage.deleteAlarm());
		await stub.tend();
		expect(await alarmOf(stub)).toBe(DEADLINE + SECOND);
	});

	test("a visit sets a lost timer again, and tells D1 what it has not heard", async () => {
		const { id, stub } = await openTable(HOURLY, START, { DB: DEAD_D1 });
		await plug(stub);
		await runInDurableObject(stub, async (_: Game, state) => {
			state.storage.sql.exec("DELETE FROM timers");
			await state.storage.deleteAlarm();
		});
		await stub.tend();
		expect(await alarmOf(stub)).toBe(DEADLINE + SECOND);
		expect((await knownOf(id)).history).toHaveLength(1);
	});
});
