/** The reminders of a running turn: when they are written, that each is written once, and what must not make one go missing. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { updateNotifications } from "../../src/db/notifications.ts";
import { insertPlayer } from "../../src/db/players.ts";
import type { Game } from "../../src/game/game.ts";
import {
	ask,
	BLACK,
	DAY,
	HOUR,
	healthyUntil,
	knownOf,
	move,
	openTable,
	plug,
	rowsOf,
	SECOND,
	START,
	type Stub,
	setClock,
	until,
	WHITE,
	wakes,
} from "./fixtures.ts";

const TERMS = { timeControl: { perMove: "PT12H" }, pauses: { vacation: true, rest: false } };

const timerOf = async (stub: Stub) =>
	(await rowsOf<{ due: number }>(stub, "SELECT due FROM timers WHERE kind = 'remind'"))[0]?.due ?? null;

/** Waits until the next reminder is planned for an instant; null: until none is. */
const planned = (stub: Stub, at: number | null) => until(async () => (await timerOf(stub)) === at);

const remindersOf = async (game: string) =>
	(await knownOf(game)).deliveries.filter(({ kind }) => kind === "reminder").map(({ id }) => id);

async function ringAt(stub: Stub, at: number): Promise<void> {
	setClock(at);
	await healthyUntil(at);
	await runInDurableObject(stub, (_: Game, state) => state.storage.setAlarm(at));
	await runDurableObjectAlarm(stub);
}

/** A D1 that holds back the batch that writes a reminder until it is let go. */
function holdBack() {
	let reached = false;
	let free = false;
	const reminders = new WeakSet<D1PreparedStatement>();
	const prepare = (sql: string) => {
		const prepared = env.DB.prepare(sql);
		if (!/INSERT INTO deliveries/.test(sql)) return prepared;
		return Object.assign(prepared, {
			bind: (...values: unknown[]) => {
				const bound = env.DB.prepare(sql).bind(...values);
				if (/\.reminder\./.test(String(values[0]))) reminders.add(bound);
				return bound;
			},
		});
	};
	const batch = async (all: D1PreparedStatement[]) => {
		if (all.some((one) => reminders.has(one))) {
			reached = true;
			// Looks again and again: what another context resolves would go on there, and not in the object.
			while (!free) await scheduler.wait(5);
		}
		return env.DB.batch(all);
	};
	const DB = { prepare, batch } as unknown as D1Database;
	const letGo = () => {
		free = true;
	};
	return { DB, reached: () => until(async () => reached), letGo };
}

beforeAll(async () => {
	for (const id of [WHITE, BLACK]) {
		const player = { id, email: `${id}@example.com`, name: id, locale: "en", timeZone: "UTC", createdAt: START };
		await insertPlayer(env.DB, player).run();
	}
	await updateNotifications(env.DB, WHITE, START, { reminders: ["PT6H"] });
	await updateNotifications(env.DB, BLACK, START, { reminders: ["PT5H", "PT1H"] });
});
beforeEach(() => healthyUntil(START));

test("one is written when its time has come, once, and with the next turn come the other player's", async () => {
	const { id, stub } = await openTable(TERMS);
	await planned(stub, START + 6 * HOUR);
	for (const at of [START + HOUR, START + 6 * HOUR, START + 6 * HOUR, START + 7 * HOUR]) await ringAt(stub, at);
	expect(await remindersOf(id)).toEqual([`${id}.1.${WHITE}.email.reminder.${6 * HOUR}.${START + 12 * HOUR}`]);
	expect(await timerOf(stub)).toBeNull();
	await ask(stub, WHITE, move("wS1"));
	await planned(stub, START + 14 * HOUR);
	await ask(stub, BLACK, { type: "resign" });
	await planned(stub, null);
	await ringAt(stub, START + 14 * HOUR);
	expect(await remindersOf(id)).toHaveLength(1);
});

test("one that is being written when the move comes wakes nobody and takes nothing from the next turn", async () => {
	const { id, stub } = await openTable(TERMS);
	await planned(stub, START + 6 * HOUR);
	const held = holdBack();
	await plug(stub, { DB: held.DB });
	wakes.length = 0;
	const ringing = ringAt(stub, START + 6 * HOUR);
	await held.reached();
	await ask(stub, WHITE, move("wS1"));
	held.letGo();
	await ringing;
	await plug(stub);
	await planned(stub, START + 13 * HOUR);
	expect(wakes.flatMap(({ deliveries }) => deliveries).filter((one) => one.includes("reminder"))).toEqual([]);
	await ringAt(stub, START + 13 * HOUR);
	expect((await remindersOf(id)).filter((one) => String(one).includes(BLACK))).toHaveLength(1);
	expect(await timerOf(stub)).toBe(START + 17 * HOUR);
});

test("one that is being written when a vacation begins does not take the place of the one after it", async () => {
	const { stub } = await openTable(TERMS);
	await planned(stub, START + 6 * HOUR);
	const held = holdBack();
	await plug(stub, { DB: held.DB });
	const ringing = ringAt(stub, START + 6 * HOUR);
	await held.reached();
	const from = START + 6 * HOUR;
	await stub.setVacation({ player: WHITE, vacation: { id: "v", from, to: from + DAY } });
	held.letGo();
	await ringing;
	await planned(stub, from + DAY);
});

test("a schedule that is set while the old one is being read is the one that counts", async () => {
	const { stub } = await openTable(TERMS);
	await planned(stub, START + 6 * HOUR);
	const held = holdBack();
	await plug(stub, { DB: held.DB });
	const ringing = ringAt(stub, START + 6 * HOUR);
	await held.reached();
	await updateNotifications(env.DB, WHITE, START, { reminders: ["PT6H", "PT2H"] });
	setClock(START + 6 * HOUR + SECOND);
	await stub.planReminders();
	held.letGo();
	await ringing;
	await runDurableObjectAlarm(stub);
	await updateNotifications(env.DB, WHITE, START, { reminders: ["PT6H"] });
	await planned(stub, START + 10 * HOUR);
});
