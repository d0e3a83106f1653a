/** What waits for the digest, and the one mail that comes of it: once, with the newest only, and nothing that is past. */
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { insertDelivery, type NewDelivery } from "../../src/db/deliveries.ts";
import { recordHistory, snapshotGame } from "../../src/db/games.ts";
import { updateNotifications } from "../../src/db/notifications.ts";
import { insertPlayer } from "../../src/db/players.ts";
import { err } from "../../src/engine/result.ts";
import { turnKey } from "../../src/keys.ts";
import type { GameEvent } from "../../src/match/event.ts";
import type { Notice } from "../../src/match/notices.ts";
import { type DeliveryPorts, deliverDue } from "../../src/post/deliver.ts";
import { gatherDigests } from "../../src/post/digest.ts";
import { type Mail, type MailFailure, sent } from "../../src/post/mail/transport.ts";
import { takeWakes } from "../../src/post/queue.ts";
import { KINDS } from "../../src/post/settings.ts";
import { chatDelivery, GAME, MIDDLE, NOW, notice, postEnv, SECRET, TERMS } from "./samples.ts";

const service = postEnv(env.DB);
const HOUR = 3_600_000;
/** Nine in the morning in London on 30 November 2026; the digest of half past is at eight the next day. */
const EIGHT = NOW + 23 * HOUR;
const OTHER = "0thergame0thergame00";

let now = NOW;
let mails: Mail[] = [];
let failure: MailFailure | null = null;
const ports: DeliveryPorts = {
	mail: async (mail) => {
		mails.push(mail);
		return failure ? err(failure) : sent(`<${mails.length}@hive.test>`);
	},
	now: () => now,
	random: () => 0.5,
};

const row = (game: string, payload: Notice): NewDelivery => ({
	id: `${game}.${payload.seq}.${payload.player}.email`,
	game,
	seq: payload.seq,
	player: payload.player,
	address: null,
	channel: "email",
	kind: payload.kind,
	payload,
	dueAt: payload.at,
	createdAt: payload.at,
});
const turn = (seq: number, change: Partial<Notice> = {}) =>
	notice({ seq, ply: 34, gameString: MIDDLE, at: NOW, deadline: NOW + 51 * HOUR, ...change });
const put = (...rows: readonly NewDelivery[]) => env.DB.batch(rows.map((one) => insertDelivery(env.DB, one)));
const run = async () => {
	await gatherDigests(env.DB, now);
	return deliverDue(service, ports);
};
const states = async () => {
	const { results } = await env.DB.prepare("SELECT id, state, error FROM deliveries").all<Record<string, string>>();
	return Object.fromEntries(results.map(({ id, state, error }) => [id, error ? `${state} ${error}` : state]));
};

/** What D1 knows of a game of Ada's, who has White. */
async function stand(game: string, change: Partial<Parameters<typeof snapshotGame>[1]>, ...events: GameEvent[]) {
	const row: Parameters<typeof snapshotGame>[1] = {
		id: game,
		seq: 35,
		ply: 34,
		status: "active",
		winner: null,
		reason: null,
		white: "player-ada",
		black: "player-bob",
		toMove: "white",
		deadline: NOW + 51 * HOUR,
		rules: "tournament",
		expansions: "",
		visibility: "public",
		rated: false,
		gameString: MIDDLE,
		createdAt: NOW,
		updatedAt: NOW + 1000,
		endedAt: null,
		...change,
	};
	await env.DB.batch([snapshotGame(env.DB, row), ...(events.length > 0 ? [recordHistory(env.DB, game, events)] : [])]);
}

beforeEach(async () => {
	now = NOW;
	mails = [];
	failure = null;
	const tables = ["deliveries", "players", "games", "history", "bounces", "silenced"];
	await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	const people = [
		["player-ada", "Ada"],
		["player-bob", "Bob"],
		["player-cyd", "Cyd"],
	] as const;
	for (const [id, name] of people) {
		const email = `${name.toLowerCase()}@example.org`;
		await insertPlayer(env.DB, { id, email, name, locale: "en", timeZone: "UTC", createdAt: NOW }).run();
	}
	const paces = Object.fromEntries(
		KINDS.filter((kind) => kind !== "account").map((kind) => [kind, { email: "digest" }]),
	);
	await updateNotifications(env.DB, "player-ada", now, { paces });
});

describe("a digest", () => {
	test("says by game what is new, what waits for a move first with the time left and the key, the newest only", async () => {
		await stand(GAME, {});
		await stand(OTHER, { toMove: "black", deadline: null });
		const { id, payload } = chatDelivery();
		await put(
			row(
				OTHER,
				turn(8, {
					kind: "game-over",
					opponent: "player-cyd",
					yourTurn: false,
					status: "finished",
					result: { winner: "white", reason: "resignation" },
				}),
			),
			row(GAME, turn(33, { deadline: NOW + HOUR, ply: 32 })),
			row(GAME, turn(35, { drawOffered: true })),
			{ ...row(GAME, turn(1)), id, seq: null, kind: "chat", payload },
			{
				...row(GAME, turn(1)),
				...{ id: "challenge.c0ffee", game: null, seq: null, kind: "challenge" },
				payload: { challenge: "c0ffee", from: "player-cyd", terms: TERMS, message: null, expiresAt: NOW + 200 * HOUR },
			},
		);
		now = NOW + HOUR;
		expect(await run()).toMatchObject({ sent: 0, dropped: 1, postponed: 4 });
		expect(mails).toEqual([]);
		now = EIGHT;
		expect(await run()).toMatchObject({ sent: 1 });
		const [mail] = mails;
		expect(mail).toMatchObject({ to: "ada@example.org", subject: "1 game waits for your move" });
		const text = mail?.text ?? "";
		const key = await turnKey(SECRET, GAME, "white", 34);
		const places = [
			"It is your move against Bob. You have 1 day 4 hours,",
			"Bob offers a draw.",
			"Bob wrote: “Nice <b>move</b>!",
			"Move against Bob:",
			`https://hive.test/games/${GAME}?key=${key}`,
			"Your game with Cyd is over.",
			`https://hive.test/games/${OTHER}\n`,
			"Cyd invites you to a game of Hive",
			"https://hive.test/challenges/c0ffee",
		].map((part) => text.replaceAll("\n", " ").indexOf(part.trimEnd()));
		expect(places).toEqual(places.toSorted((a, b) => a - b));
		expect(places[0]).toBeGreaterThan(0);
		expect(text.match(/key=/g)).toHaveLength(1);
		expect(mail?.html).toContain(`?key=${key}`);
		await expect(text).toMatchFileSnapshot("golden/digest.txt");
		await expect(mail?.html).toMatchFileSnapshot("golden/digest.html");
		expect(await states()).toEqual({
			[`${GAME}.33.player-ada.email`]: "dropped E_TURN_OVER",
			[`${GAME}.35.player-ada.email`]: "digested",
			[`${OTHER}.8.player-ada.email`]: "digested",
			[id]: "digested",
			"challenge.c0ffee": "digested",
			[`digest.player-ada.${EIGHT}`]: "sent",
		});
	});

	test("is one mail however often cron and wake-ups come (B66), and the same bytes on every attempt (B68)", async () => {
		await stand(GAME, {});
		await put(row(GAME, turn(35)));
		await run();
		now = EIGHT;
		failure = { kind: "retry", code: "E_DELIVERY_FAILED" };
		await Promise.all([gatherDigests(env.DB, now), gatherDigests(env.DB, now + 1)]);
		await run();
		// By the second attempt the game has gone on, and Ada has moved to another address.
		await stand(GAME, { seq: 36, ply: 35, toMove: "black" });
		await env.DB.prepare("UPDATE players SET email = 'new@example.org', name = 'Eve' WHERE id = 'player-ada'").run();
		failure = null;
		now += HOUR;
		await run();
		const id = `digest.player-ada.${EIGHT}`;
		const message = { id: "m", body: { deliveries: [id] }, attempts: 1, ack: () => {}, retry: () => {} };
		const batch = { queue: "hivepost-wake", messages: [message, message] } as unknown as MessageBatch<unknown>;
		await takeWakes(batch, service, ports);
		now += 10 * 60_000;
		await run();
		expect(mails).toHaveLength(2);
		expect(mails[1]).toEqual(mails[0]);
		expect(await states()).toMatchObject({ [id]: "sent" });
	});

	test("of what is all past by then is not sent, and of nobody any more neither", async () => {
		await stand(GAME, {});
		await put(row(GAME, turn(35)));
		await run();
		await stand(GAME, { seq: 36, ply: 35, toMove: "black" });
		now = EIGHT;
		expect(await run()).toMatchObject({ dropped: 1 });
		expect(await states()).toMatchObject({ [`digest.player-ada.${EIGHT}`]: "dropped E_NOTHING_LEFT" });

		await stand(OTHER, {});
		await put(row(OTHER, turn(35)));
		await run();
		await env.DB.prepare("DELETE FROM players WHERE id = 'player-ada'").run();
		now += 24 * HOUR;
		expect(await run()).toMatchObject({ dropped: 1 });
		expect(mails).toEqual([]);
	});

	test("leaves to the next one what is held while it is made", async () => {
		await stand(GAME, {});
		await stand(OTHER, {});
		await put(row(GAME, turn(35)), row(OTHER, turn(35)));
		await run();
		const late = `${OTHER}.35.player-ada.email`;
		const state = (to: string) => env.DB.prepare("UPDATE deliveries SET state = ?2 WHERE id = ?1").bind(late, to).run();
		await state("due");
		now = EIGHT;
		await gatherDigests(env.DB, now);
		await state("held");
		await gatherDigests(env.DB, now + 1);
		const found = await env.DB.prepare("SELECT state, due_at FROM deliveries WHERE id = ?1").bind(late).first();
		expect(found).toEqual({ state: "held", due_at: EIGHT + 24 * HOUR });
		now = EIGHT + 24 * HOUR;
		expect(await run()).toMatchObject({ sent: 2 });
	});

	describe("that cannot be made", () => {
		/** So many players with a notice that waits for eight, the first ones first. */
		const hold = async (count: number) => {
			const players = Array.from({ length: count }, (_, place) => `held-${String(place).padStart(2, "0")}`);
			await put(...players.map((player) => row(GAME, turn(35, { player }))));
			await env.DB.prepare(
				"UPDATE deliveries SET state = 'held', due_at = ?1 + CAST(substr(player, 6) AS INTEGER) WHERE player GLOB 'held-*'",
			)
				.bind(EIGHT)
				.run();
			return players;
		};
		/** Until it is dropped. */
		const keepFrom = (condition: string) =>
			env.DB.prepare(
				`CREATE TRIGGER keeps BEFORE INSERT ON deliveries WHEN NEW.kind = 'digest' AND ${condition}
				 BEGIN SELECT RAISE(ABORT, 'planned to fail'); END`,
			).run();
		const made = async () => {
			const { results } = await env.DB.prepare("SELECT player FROM deliveries WHERE kind = 'digest' ORDER BY 1").all<{
				player: string;
			}>();
			return results.map(({ player }) => player);
		};
		beforeEach(async () => {
			await env.DB.batch([env.DB.prepare("DROP TRIGGER IF EXISTS keeps"), env.DB.prepare("DELETE FROM rounds")]);
		});
		afterAll(() => env.DB.prepare("DROP TRIGGER IF EXISTS keeps").run());

		test("keeps no other from being made, is not passed over in silence, and is made later", async () => {
			const [first, second, third] = await hold(3);
			await keepFrom(`NEW.player IN ('${first}', '${third}')`);
			const told = new RegExp(`digests ${first}: .*planned to fail.*; digests ${third}: .*planned to fail`);
			await expect(gatherDigests(env.DB, EIGHT + HOUR)).rejects.toThrow(told);
			expect(await made()).toEqual([second]);
			await env.DB.prepare("DROP TRIGGER keeps").run();
			await gatherDigests(env.DB, EIGHT + HOUR);
			expect(await made()).toEqual([first, second, third]);
		});

		test("leaves the others their turn, also where as many as one run makes are like it", async () => {
			const players = await hold(51);
			const last = players.at(-1) ?? "";
			await keepFrom(`NEW.player <> '${last}'`);
			for (const minute of [0, 1]) {
				await expect(gatherDigests(env.DB, EIGHT + HOUR + minute)).rejects.toThrow("planned to fail");
			}
			expect(await made()).toEqual([last]);
			await env.DB.prepare("DROP TRIGGER keeps").run();
			for (const minute of [2, 3]) await gatherDigests(env.DB, EIGHT + HOUR + minute);
			expect(await made()).toEqual(players);
		});
	});

	test("says that a game has begun, and whose move it is now", async () => {
		await stand(GAME, { seq: 2, ply: 1, toMove: "black" });
		await put(row(GAME, turn(1, { kind: "game-started", ply: 0, gameString: "Base;NotStarted;White[1]" })));
		await run();
		now = EIGHT;
		await run();
		expect(mails[0]?.subject).toBe("News of your games");
		expect(mails[0]?.text).toContain("Your game with Bob has begun.");
		expect(mails[0]?.text).not.toContain("key=");
	});
});

describe("what was chosen counts for what has not been sent", () => {
	const choose = (paces: Readonly<Record<string, { readonly email: string }>>) =>
		updateNotifications(env.DB, "player-ada", now, { paces });

	test("a kind switched off is dropped with its reason, one switched on goes at once", async () => {
		await stand(GAME, {});
		await choose({ "your-turn": { email: "off" } });
		await put(row(GAME, turn(35)));
		expect(await run()).toMatchObject({ dropped: 1 });
		expect(await states()).toEqual({ [`${GAME}.35.player-ada.email`]: "dropped E_SWITCHED_OFF" });
		await choose({ "your-turn": { email: "instant" } });
		await put(row(GAME, { ...turn(36), seq: 37 }));
		expect(await run()).toMatchObject({ sent: 1 });
	});

	test("the quiet hours hold it back without an attempt, and it goes when they end", async () => {
		await stand(GAME, {});
		await choose({ "your-turn": { email: "instant" } });
		await updateNotifications(env.DB, "player-ada", now, { quietHours: { from: "09:00", to: "12:00" } });
		await put(row(GAME, turn(35)));
		now = NOW + 60_000;
		expect(await run()).toMatchObject({ postponed: 1 });
		const found = await env.DB.prepare("SELECT state, due_at, attempts, frozen, error FROM deliveries").first();
		expect(found).toEqual({ state: "due", due_at: NOW + 3 * HOUR, attempts: 0, frozen: null, error: "E_QUIET_HOURS" });
		await updateNotifications(env.DB, "player-ada", now, { quietHours: { from: "09:00", to: "11:00" } });
		expect(await run()).toMatchObject({ postponed: 1 });
		now = NOW + 2 * HOUR;
		expect(await run()).toMatchObject({ sent: 1 });
		expect(await env.DB.prepare("SELECT attempts, error FROM deliveries").first()).toEqual({
			attempts: 1,
			error: null,
		});
	});

	test("also for what waits already: it goes at once, or not at all, or at another hour", async () => {
		const ids = [GAME, OTHER].map((game) => `${game}.35.player-ada.email`);
		await stand(GAME, {});
		await stand(OTHER, {});
		await put(
			row(GAME, turn(35)),
			row(OTHER, turn(35, { kind: "offer", news: { action: "declined", offer: "draw" } })),
		);
		await run();
		await updateNotifications(env.DB, "player-ada", now, { digestHour: 20 });
		await run();
		const { results } = await env.DB.prepare("SELECT state, due_at FROM deliveries").all();
		expect(results).toEqual(ids.map(() => ({ state: "held", due_at: NOW + 11 * HOUR })));
		await choose({ "your-turn": { email: "instant" }, offer: { email: "off" } });
		expect(await run()).toMatchObject({ sent: 1, dropped: 1 });
		expect(await states()).toEqual({ [ids[0] ?? ""]: "sent", [ids[1] ?? ""]: "dropped E_SWITCHED_OFF" });
	});

	test("what the day's allowance has no room for waits for the digest, unless it would come too late", async () => {
		await stand(GAME, {});
		await stand(OTHER, { deadline: EIGHT + HOUR - 1 });
		await choose({ "your-turn": { email: "instant" } });
		failure = { kind: "limited", code: "E_DAILY_LIMIT_EXCEEDED", wait: HOUR };
		await put(row(GAME, turn(35)), row(OTHER, turn(35, { deadline: EIGHT + HOUR - 1 })));
		now = NOW + 60_000;
		expect(await run()).toMatchObject({ postponed: 2 });
		expect(await states()).toEqual({
			[`${GAME}.35.player-ada.email`]: "held E_DAILY_LIMIT_EXCEEDED",
			[`${OTHER}.35.player-ada.email`]: "due E_DAILY_LIMIT_EXCEEDED",
		});
		failure = null;
		now += 2 * HOUR;
		expect(await run()).toMatchObject({ sent: 1 });
		now = EIGHT;
		expect(await run()).toMatchObject({ sent: 1 });
		expect(mails.at(-1)?.subject).toBe("1 game waits for your move");
	});
});

describe("of several notices of one game, person and kind that have not been sent", () => {
	test("only the newest goes, offers of each kind for themselves, other games and people untouched", async () => {
		await updateNotifications(env.DB, "player-ada", now, {
			paces: { chat: { email: "instant" }, offer: { email: "instant" } },
		});
		await stand(GAME, { seq: 30 });
		const offer = (seq: number, kind: "draw" | "time", action: "offered" | "declined") =>
			row(GAME, turn(seq, { kind: "offer", news: { action, offer: kind } }));
		const chat = (id: string, at: number, change: Partial<NewDelivery> = {}): NewDelivery => ({
			...row(GAME, turn(1)),
			...{ id, seq: null, kind: "chat", payload: chatDelivery().payload, createdAt: at },
			...change,
		});
		await put(
			offer(40, "draw", "offered"),
			offer(41, "time", "offered"),
			offer(42, "draw", "declined"),
			chat("first", NOW),
			chat("second", NOW + 1),
			chat("other", NOW, { game: OTHER }),
			chat("hers", NOW, { player: "player-cyd" }),
		);
		now = NOW + HOUR;
		expect(await run()).toMatchObject({ sent: 5, dropped: 2 });
		expect(await states()).toMatchObject({
			[`${GAME}.40.player-ada.email`]: "dropped E_REPLACED",
			first: "dropped E_REPLACED",
		});
	});
});
