/** What one run asks of D1: the platform refuses what is beyond a thousand queries, and a mail that has gone has to be recorded. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { countQueries } from "../../src/db/allowance.ts";
import { insertDelivery, type NewDelivery, noticeId } from "../../src/db/deliveries.ts";
import { insertPlayer } from "../../src/db/players.ts";
import { makeEntrances } from "../../src/entrances.ts";
import type { Env, Wake } from "../../src/env.ts";
import { deliverDue } from "../../src/post/deliver.ts";
import { type MailTransport, sent } from "../../src/post/mail/transport.ts";
import { takeWakes } from "../../src/post/queue.ts";
import { gameDelivery, notice, postEnv } from "./samples.ts";

/** What the platform allows one run of the Worker (its documentation of D1's limits). */
const MOST_QUERIES = 1000;
const BACKLOG = 90;

const mails: string[] = [];
const mail: MailTransport = async ({ id }) => {
	mails.push(id);
	return sent(`<${id}@mail.hive.test>`);
};
const outside = makeEntrances<Env>({
	answer: () => new Response(),
	mail: () => mail,
	reach: () => ({ local: true, request: async () => new Response() }),
});

/** Letters to as many players: it is the turn of each. */
async function put(count: number): Promise<void> {
	const at = Date.now() - 1;
	await env.DB.batch(
		Array.from({ length: count }, (_, index) => {
			const player = `player-${index}`;
			const { game, id, kind, payload, seq } = gameDelivery(notice({ player }));
			const row = { id, game, seq, player, address: null, channel: "email", kind, payload } as const;
			const person = {
				id: player,
				email: `${player}@example.org`,
				name: player,
				locale: "en",
				timeZone: "UTC",
			} as const;
			return [
				insertPlayer(env.DB, { ...person, createdAt: at }),
				insertDelivery(env.DB, { ...row, dueAt: at, createdAt: at }),
			];
		}).flat(),
	);
}

beforeEach(async () => {
	mails.length = 0;
	await env.DB.batch(["deliveries", "players"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

test("of a backlog the clock sends what it may and hands on the rest; no run asks more than is allowed, and each mail goes once", async () => {
	await put(BACKLOG);
	const handedOn: string[] = [];
	const sendBatch = async (wakes: Iterable<{ readonly body: Wake }>) => {
		handedOn.push(...[...wakes].flatMap(({ body }) => body.deliveries));
	};
	const bindings = { ...env, WAKE: { sendBatch } } as unknown as Env;
	const runs: { readonly asked: number; readonly left: number; readonly handedOn: number }[] = [];
	while (runs.length < 10 && mails.length < BACKLOG) {
		const { asked, db } = countQueries(env.DB);
		handedOn.length = 0;
		await outside.scheduled({ scheduledTime: 0, cron: "", noRetry() {} }, { ...bindings, DB: db });
		expect(handedOn.filter((id) => mails.includes(id))).toEqual([]);
		runs.push({ asked: asked(), left: BACKLOG - mails.length, handedOn: new Set(handedOn).size });
	}
	expect(mails).toHaveLength(BACKLOG);
	expect(new Set(mails).size).toBe(BACKLOG);
	expect(runs.length).toBeGreaterThan(1);
	for (const run of runs) {
		expect(run.asked).toBeLessThan(MOST_QUERIES);
		expect(run.handedOn).toBe(run.left);
	}
});

test("a wake-up that a run may not end comes again, and what it names is not lost", async () => {
	await put(3);
	const { results } = await env.DB.prepare("SELECT id FROM deliveries").all<{ id: string }>();
	const deliveries = results.map(({ id }) => id);
	const became: string[] = [];
	const message: Message<Wake> = {
		id: "one",
		timestamp: new Date(0),
		attempts: 1,
		body: { deliveries },
		ack: () => became.push("done"),
		retry: () => became.push("again"),
	};
	const metadata = { metrics: { backlogCount: 1, backlogBytes: 1 } };
	const batch = { queue: "wake", messages: [message], metadata, ackAll() {}, retryAll() {} };
	const ports = { mail, now: Date.now, random: () => 0.5 };
	let left = 2;
	await takeWakes(batch, postEnv(env.DB), { ...ports, goesOn: () => left-- > 0 });
	expect(mails).toHaveLength(2);
	await takeWakes(batch, postEnv(env.DB), ports);
	expect(became).toEqual(["again", "done"]);
	expect(mails.toSorted()).toEqual(deliveries.toSorted());
});

test("a digest asks no more for a hundred notices of as many games than for two: a run ends those it has begun", async () => {
	const at = Date.now() - 1;
	const digest = (player: string, count: number) => {
		const notices = Array.from({ length: count }, (_, index): NewDelivery => {
			const { address, channel, kind, payload } = gameDelivery(notice({ player }));
			const game = `game-${index}`;
			return {
				...{ id: noticeId(game, 1, player, channel), game, seq: 1, player, address, channel, kind, payload },
				...{ dueAt: at, createdAt: at },
			};
		});
		const rows = notices.map(({ id }) => id);
		const about = { game: null, seq: null, address: null, channel: "email", kind: "digest" } as const;
		const row = { ...about, id: `digest.${player}`, player, payload: { rows }, dueAt: at, createdAt: at };
		return { notices, row };
	};
	const asked: number[] = [];
	await put(2);
	for (const [player, count] of [
		["player-0", 2],
		["player-1", 100],
	] as const) {
		const { notices, row } = digest(player, count);
		await env.DB.batch([
			...notices.map((one) => insertDelivery(env.DB, one)),
			env.DB.prepare("UPDATE deliveries SET state = 'digested' WHERE player = ?1").bind(player),
			insertDelivery(env.DB, row),
		]);
		const counted = countQueries(env.DB);
		await deliverDue(postEnv(counted.db), { mail, now: Date.now, random: () => 0.5 }, [row.id]);
		asked.push(counted.asked());
	}
	expect(mails).toEqual(["digest.player-0", "digest.player-1"]);
	expect(asked[1]).toBe(asked[0]);
});
