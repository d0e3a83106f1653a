/** Telling a webhook: what is sent, what is kept the same, how often it is tried, and when it is enough. */
import { env } from "cloudflare:workers";
import { Webhook as Verifier } from "standardwebhooks";
import { beforeEach, describe, expect, test } from "vitest";
import { insertDelivery, type NewDelivery } from "../../../src/db/deliveries.ts";
import { insertPlayer } from "../../../src/db/players.ts";
import { besides, dueElsewhere, insertElsewhere } from "../../../src/db/targets.ts";
import {
	ATTEMPTS_KEPT,
	attemptsOf,
	insertWebhook,
	recordAttempt,
	replayDeliveries,
	rotateSecret,
	updateWebhook,
	type Webhook,
	webhookById,
} from "../../../src/db/webhooks.ts";
import type { Notice } from "../../../src/match/notices.ts";
import { type DeliveryPorts, deliverDue } from "../../../src/post/deliver.ts";
import { MOST_FAILURES } from "../../../src/post/elsewhere/webhook.ts";
import { nextWait, RETRIES, readRetries } from "../../../src/post/elsewhere/webhook-retries.ts";
import { hookSecret, OVERLAP } from "../../../src/post/elsewhere/webhook-secret.ts";
import { type Mail, sent } from "../../../src/post/mail/transport.ts";
import {
	chatDelivery,
	GAME,
	gameDelivery,
	INVITATION,
	MIDDLE,
	NOW,
	notice,
	postEnv,
	reminderDelivery,
	SECRET,
} from "../samples.ts";

const service = { ...postEnv(env.DB), WEBHOOK_RETRIES: "PT1S/PT3S" };
const HOUR = 3_600_000;

type Request = { readonly url: string; readonly body: string; readonly headers: Record<string, string> };

let now = NOW;
let requests: Request[] = [];
let mails: Mail[] = [];
/** What the sink answers: a status, or that there is no connection. */
let reply: () => Response | "down" = () => new Response("secret", { status: 200 });

const ports: DeliveryPorts = {
	mail: async (mail) => {
		mails.push(mail);
		return sent(null);
	},
	reach: {
		local: false,
		request: async ({ url }, init) => {
			requests.push({ url, body: String(init.body), headers: init.headers as Record<string, string> });
			expect(init).toMatchObject({ method: "POST", redirect: "manual", signal: expect.any(AbortSignal) });
			const answer = reply();
			if (answer === "down") throw new Error("getaddrinfo: no such host internal.example.com");
			return answer;
		},
	},
	now: () => now,
	random: () => 0,
};

const HOOK: Webhook = {
	id: "hook-one",
	player: "player-ada",
	url: "https://example.com/hive",
	format: "standard",
	events: ["your-turn", "reminder", "game-over", "chat", "challenge"],
	enabled: true,
	disabledWhy: null,
	failures: 0,
	generation: 1,
	rotatedAt: null,
	createdAt: NOW - HOUR,
};
const hookNow = async () => (await webhookById(env.DB, HOOK.id)) as Webhook;

const mailOf = (change: Partial<Notice>): NewDelivery => ({
	...gameDelivery(notice(change)),
	dueAt: NOW,
	createdAt: NOW,
});
const TURN = mailOf({ seq: 35, ply: 34, gameString: MIDDLE });
const TURN_ID = `${GAME}.35.player-ada.webhook.${HOOK.id}`;

async function tell(...rows: readonly NewDelivery[]): Promise<void> {
	await env.DB.batch(rows.map((one) => insertDelivery(env.DB, one)));
	await env.DB.batch([...insertElsewhere(env.DB, rows)]);
}
const run = async () => deliverDue(service, ports, await dueElsewhere(env.DB, now, 50));
const rowOf = async (id: string) =>
	env.DB.prepare("SELECT state, error, attempts, due_at FROM deliveries WHERE id = ?1").bind(id).first();
const idsTo = async (target: string) => {
	const found = env.DB.prepare("SELECT id FROM deliveries WHERE target = ?1 ORDER BY id").bind(target);
	return (await found.all<{ id: string }>()).results.map(({ id }) => id);
};

beforeEach(async () => {
	now = NOW;
	requests = [];
	mails = [];
	reply = () => new Response("secret", { status: 200 });
	const tables = ["deliveries", "players", "webhooks", "hook_attempts", "games", "push_subscriptions"];
	await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	for (const [id, name] of [
		["player-ada", "Ada"],
		["player-bob", "Bob"],
	] as const) {
		const email = `${name}@example.org`;
		await insertPlayer(env.DB, { id, email, name, locale: "en", timeZone: "Europe/Berlin", createdAt: NOW }).run();
	}
	await insertWebhook(env.DB, HOOK, 10);
});

async function showGame(visibility: "public" | "private", ply = 34): Promise<void> {
	await env.DB.prepare(
		`INSERT INTO games (id, seq, ply, status, white, black, to_move, deadline, rules, expansions, visibility, rated,
			game_string, created_at, updated_at)
		 VALUES (?1, ?4, ?2, 'active', 'player-ada', 'player-bob', 'white', ?3, 'tournament', 'MLP', ?5, 0, '', 0, ?3)`,
	)
		.bind(GAME, ply, NOW, ply + 1, visibility)
		.run();
}

describe("a row for each webhook", () => {
	test("is inserted once beside the mail, for the kinds it names, while it is on, and for nothing that was before it", async () => {
		for (const [id, change] of Object.entries({
			"hook-two": {},
			"hook-chat": { events: ["chat"] },
			"hook-late": { createdAt: NOW + 1 },
			"hook-bob": { player: "player-bob" },
		})) {
			await insertWebhook(env.DB, { ...HOOK, ...change, id }, 10);
		}
		await insertWebhook(env.DB, { ...HOOK, id: "hook-off" }, 10);
		await updateWebhook(env.DB, HOOK.player, "hook-off", { enabled: false });
		await tell(TURN);
		await tell(TURN);
		expect(await idsTo("hook-one")).toEqual([TURN_ID]);
		expect(await idsTo("hook-two")).toEqual([TURN_ID.replace("one", "two")]);
		for (const none of ["hook-chat", "hook-late", "hook-bob", "hook-off"]) expect(await idsTo(none)).toEqual([]);
		expect((await besides(env.DB, [TURN.id])).toSorted()).toEqual([TURN_ID, TURN_ID.replace("one", "two")].toSorted());
		expect(await besides(env.DB, [TURN.id.replace(".35.", ".3."), "no-such"])).toEqual([]);
	});

	test("is there for a reminder, a message and an invitation, too, also for one to an address that has an account", async () => {
		const rows = [reminderDelivery(6 * HOUR), chatDelivery(), { ...INVITATION, address: "ADA@example.org" }];
		await tell(...rows.map((row) => ({ ...row, dueAt: NOW, createdAt: NOW })));
		expect(await idsTo(HOOK.id)).toEqual(
			[
				`${GAME}.35.player-ada.webhook.hook-one.reminder.${6 * HOUR}.${NOW + 6 * HOUR}`,
				`${GAME}.chat.7.player-ada.webhook.hook-one`,
				"challenge.c0ffee.webhook.hook-one",
			].toSorted(),
		);
	});
});

describe("an event", () => {
	test("says in the words of the API what has happened, and verifies by the receiver's own library", async () => {
		await showGame("public");
		await tell(TURN);
		expect((await run()).sent).toBe(1);
		const [request] = requests;
		if (!request) throw new Error("nothing was sent");
		expect(request.url).toBe(HOOK.url);
		expect(request.headers).toMatchObject({ "webhook-id": TURN_ID, "Content-Type": "application/json" });
		expect(JSON.parse(request.body)).toEqual({
			type: "game.your-turn",
			timestamp: "2026-11-30T09:00:00.000Z",
			data: {
				kind: "your-turn",
				id: GAME,
				seq: 35,
				ply: 34,
				status: "active",
				result: null,
				rules: { id: "tournament", version: 1 },
				timeControl: { perMove: "P3D" },
				gameString: MIDDLE,
				white: { player: { id: "player-ada", name: "Ada" }, colour: "white" },
				black: { player: { id: "player-bob", name: "Bob" }, colour: "black" },
				toMove: "white",
				deadline: "2026-12-02T12:00:00.000Z",
				you: { seat: "white" },
				drawOffered: false,
				offer: null,
				vacation: null,
				url: `https://hive.test/games/${GAME}`,
				picture: `https://hive.test/v1/games/${GAME}/board.png?ply=34`,
			},
		});
		const secret = await hookSecret(SECRET, HOOK.id, 1);
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{68}$/);
		// The library compares with the clock of the machine.
		const at = Number(request.headers["webhook-timestamp"]);
		expect(at).toBe(NOW / 1_000);
		const signature = new Verifier(secret).sign(TURN_ID, new Date(at * 1_000), request.body);
		expect(request.headers["webhook-signature"]).toBe(signature);
	});

	test("of a private game has no picture that others could ask for", async () => {
		await showGame("private");
		await tell(TURN);
		await run();
		expect(JSON.parse(requests[0]?.body ?? "").data.picture).toBeNull();
	});

	test("is the same to the byte on every attempt, whatever changes meanwhile, and is signed anew each time", async () => {
		reply = () => new Response(null, { status: requests.length < 3 ? 500 : 204 });
		await showGame("public");
		await tell(TURN);
		for (let second = 0; second <= 3; second += 1) {
			await run();
			await env.DB.prepare("UPDATE players SET name = name || 'x', name_key = name_key || 'x', locale = 'de'").run();
			await env.DB.prepare("UPDATE games SET ply = ply + 1, visibility = 'private'").run();
			now += 1_000;
		}
		expect(requests).toHaveLength(3);
		expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
		expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
		expect(new Set(requests.map(({ headers }) => headers["webhook-signature"])).size).toBe(3);
		expect(await rowOf(TURN_ID)).toMatchObject({ state: "sent", attempts: 3 });
	});

	test("stays one for a program when the game has gone on; people and whoever is reminded are not called any more", async () => {
		await showGame("public", 36);
		await insertWebhook(env.DB, { ...HOOK, id: "hook-people", format: "discord" }, 10);
		await tell(TURN, { ...reminderDelivery(6 * HOUR), dueAt: NOW, createdAt: NOW });
		await run();
		expect(requests.map(({ headers }) => headers["webhook-id"])).toEqual([TURN_ID]);
		expect(await rowOf(`${GAME}.35.player-ada.webhook.hook-people`)).toMatchObject({
			state: "dropped",
			error: "E_TURN_OVER",
		});
	});

	test("is signed with the secret before, too, for a day after a new one was asked for", async () => {
		await rotateSecret(env.DB, HOOK.player, HOOK.id, NOW);
		const signers = await Promise.all([2, 1].map(async (one) => new Verifier(await hookSecret(SECRET, HOOK.id, one))));
		for (const [at, count] of [
			[NOW, 2],
			[NOW + OVERLAP - 1, 2],
			[NOW + OVERLAP, 1],
		] as const) {
			now = at;
			const row = mailOf({ seq: 35 + requests.length * 2, ply: 34, gameString: MIDDLE });
			await tell(row);
			await run();
			const { body = "", headers = {} } = requests.at(-1) ?? {};
			const signed = signers.slice(0, count).map((one) => one.sign(headers["webhook-id"] ?? "", new Date(at), body));
			expect(headers["webhook-signature"]).toBe(signed.join(" "));
		}
	});
});

describe("for Discord", () => {
	test("it is a message that mentions nobody, with the board and what to do", async () => {
		await updateWebhook(env.DB, HOOK.player, HOOK.id, { format: "discord" });
		await env.DB.prepare("UPDATE players SET name = 'Bob_the*3rd' WHERE id = 'player-bob'").run();
		await showGame("public");
		await tell(TURN);
		await run();
		const body = JSON.parse(requests[0]?.body ?? "");
		expect(body).toMatchObject({
			username: "Hivepost",
			allowed_mentions: { parse: [] },
			embeds: [
				{
					title: "It is your move against Bob\\_the\\*3rd.",
					url: `https://hive.test/games/${GAME}`,
					image: { url: `https://hive.test/v1/games/${GAME}/board.png?ply=34` },
					timestamp: "2026-11-30T09:00:00.000Z",
				},
			],
		});
		expect(body.embeds[0].description).toContain("You have");
		expect(body.embeds[0].color).toBeGreaterThan(0);
	});

	test("what somebody wrote stays text, and leads nowhere", async () => {
		await updateWebhook(env.DB, HOOK.player, HOOK.id, { format: "discord" });
		await tell({ ...chatDelivery(), dueAt: NOW, createdAt: NOW });
		await run();
		const [embed] = JSON.parse(requests[0]?.body ?? "").embeds;
		expect(embed.title).toBe("Bob wrote to you");
		expect(embed.description).toContain("\\<b\\>move");
		expect(embed.description).not.toContain("evil.test");
	});
});

describe("a webhook that fails", () => {
	test.each([
		["an answer that is none", () => new Response("x", { status: 500 }), "E_STATUS 500", 500],
		["a redirect, which nobody follows", () => Response.redirect("https://127.0.0.1/", 302), "E_REDIRECT 302", 302],
		["no connection, of which nothing else is told", () => "down" as const, "E_CONNECTION", null],
	])("%s is tried again, and the log says why", async (_, answer, error, status) => {
		reply = answer;
		await tell(TURN);
		await run();
		expect(await rowOf(TURN_ID)).toMatchObject({ state: "due", error, attempts: 1, due_at: NOW + 1_000 });
		expect(await attemptsOf(env.DB, HOOK.id, 100)).toEqual([
			{ at: NOW, delivery: TURN_ID, attempt: 1, status, error, took: 0 },
		]);
	});

	test("is asked when it wants to be asked, if that is later", async () => {
		reply = () => new Response(null, { status: 429, headers: { "Retry-After": "120.5" } });
		await tell(TURN);
		await run();
		expect(await rowOf(TURN_ID)).toMatchObject({ state: "due", due_at: NOW + 120_500 });
	});

	test("an answer without end is read no further than anybody needs", async () => {
		let poured = 0;
		const body = new ReadableStream({
			pull: (controller) => {
				poured += 8_192;
				controller.enqueue(new Uint8Array(8_192));
			},
		});
		reply = () => new Response(body);
		await tell(TURN);
		expect((await run()).sent).toBe(1);
		expect(poured).toBeLessThan(200_000);
	});

	test("is switched off when so many deliveries in a row are given up, with one letter; a success in between forgives", async () => {
		reply = () => new Response(null, { status: 500 });
		const giveUp = async (seq: number) => {
			now = NOW;
			await tell(mailOf({ seq, ply: 34, gameString: MIDDLE }));
			for (const at of [0, 1_000, 3_000]) {
				now = NOW + at;
				await run();
			}
		};
		for (let one = 1; one < MOST_FAILURES; one += 1) await giveUp(100 + one);
		expect(await hookNow()).toMatchObject({ enabled: true, failures: MOST_FAILURES - 1 });
		reply = () => new Response(null, { status: 200 });
		await giveUp(200);
		expect(await hookNow()).toMatchObject({ enabled: true, failures: 0 });
		reply = () => new Response(null, { status: 500 });
		for (let one = 0; one < MOST_FAILURES; one += 1) await giveUp(300 + one);
		expect(await hookNow()).toMatchObject({ enabled: false, disabledWhy: "E_STATUS 500" });
		await env.DB.prepare("DELETE FROM deliveries WHERE kind <> 'account'").run();
		await deliverDue(service, ports);
		expect(mails).toMatchObject([{ to: "Ada@example.org", subject: "Your webhook at example.com was switched off" }]);
		expect(mails[0]?.text).toContain("E_STATUS 500");
		await updateWebhook(env.DB, HOOK.player, HOOK.id, { enabled: true });
		expect(await hookNow()).toMatchObject({ enabled: true, failures: 0, disabledWhy: null });
	});

	test("and says that it is gone is switched off at once; what was on its way to it does not go out", async () => {
		reply = () => new Response(null, { status: 410 });
		await tell(TURN);
		await run();
		expect(await hookNow()).toMatchObject({ enabled: false, disabledWhy: "E_GONE" });
		await env.DB.prepare("UPDATE webhooks SET enabled = 1").run();
		await tell(mailOf({ seq: 37, ply: 34, gameString: MIDDLE }));
		await env.DB.prepare("UPDATE webhooks SET enabled = 0").run();
		await run();
		expect(requests).toHaveLength(1);
	});

	test("an address that was let in once and would not be now is not asked", async () => {
		await env.DB.prepare("UPDATE webhooks SET url = 'https://169.254.169.254/'").run();
		await tell(TURN);
		await run();
		expect(requests).toEqual([]);
		expect(await rowOf(TURN_ID)).toMatchObject({ state: "failed", error: "E_TARGET" });
	});
});

test("a replay sends the same again to one webhook, with the same ids, from where it is asked to", async () => {
	const rows = [35, 37, 39].map((seq) => ({ ...mailOf({ seq, ply: 34, gameString: MIDDLE }), createdAt: NOW + seq }));
	await tell(...rows);
	await run();
	const first = requests;
	requests = [];
	const after = { at: NOW + 35, id: `${GAME}.35.player-ada.webhook.${HOOK.id}` };
	expect((await replayDeliveries(env.DB, HOOK.id, after, now)).length).toBe(2);
	await run();
	const known = ({ body, headers }: Request) => `${headers["webhook-id"]} ${body}`;
	expect(requests.map(known).toSorted()).toEqual(first.map(known).toSorted().slice(1));
	expect(await replayDeliveries(env.DB, "hook-two", { at: 0, id: "" }, now)).toEqual([]);
});

test("the log keeps the last attempts", async () => {
	for (let at = 0; at < ATTEMPTS_KEPT + 5; at += 1) {
		await recordAttempt(env.DB, HOOK.id, { at, delivery: "d", attempt: 1, status: 500, error: "E", took: 1 });
	}
	const kept = await attemptsOf(env.DB, HOOK.id, 1_000);
	expect(kept.map(({ at }) => at)).toEqual(
		Array.from({ length: ATTEMPTS_KEPT }, (_, index) => ATTEMPTS_KEPT + 4 - index),
	);
});

describe("the waits between attempts", () => {
	const waits = (retries: typeof RETRIES, random = 0) => {
		const found: number[] = [];
		for (let wait = nextWait(retries, 1, random); wait !== null; wait = nextWait(retries, found.length + 1, random)) {
			found.push(wait);
		}
		return found;
	};

	test("double, and come to two days", () => {
		const found = waits(RETRIES);
		expect(found.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
		expect(found.reduce((sum, wait) => sum + wait)).toBe(48 * HOUR);
		expect(found.length).toBe(13);
	});

	test("begin with one second where that is configured, and are spread by chance", () => {
		expect(waits(readRetries("PT1S/P2D")).slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32].map((one) => one * 1_000));
		expect(waits(readRetries("PT1S/PT3S"))).toEqual([1_000, 2_000]);
		expect(waits(readRetries("PT1S/PT3S"), 0.999)).toEqual([1_100, 2_200]);
	});

	test.each([undefined, "", "x", "PT1S", "PT1S/", "/P2D", "1/2"])(
		"%j is not a schedule: the service's own counts",
		(text) => {
			expect(readRetries(text)).toEqual(RETRIES);
		},
	);
});
