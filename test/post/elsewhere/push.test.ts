/** Telling a device: what it reads after decryption, what its push service is told, and when it is forgotten. */
import { env } from "cloudflare:workers";
import { base64url, importJWK, jwtVerify } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertDelivery, type NewDelivery } from "../../../src/db/deliveries.ts";
import { updateNotifications } from "../../../src/db/notifications.ts";
import { insertPlayer } from "../../../src/db/players.ts";
import { type Device, deviceById, devicesOf, keepDevice } from "../../../src/db/push.ts";
import { dueElsewhere, insertElsewhere } from "../../../src/db/targets.ts";
import { type DeliveryPorts, deliverDue } from "../../../src/post/deliver.ts";
import type { PushMessage } from "../../../src/post/elsewhere/push.ts";
import { areDeviceKeys, readPushKeys } from "../../../src/post/elsewhere/push-keys.ts";
import { sent } from "../../../src/post/mail/transport.ts";
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
} from "../samples.ts";

const HOUR = 3_600_000;
const P256 = { name: "ECDH", namedCurve: "P-256" } as const;
const AUTH = new Uint8Array(16).fill(7);

type Request = { readonly url: string; readonly headers: Record<string, string>; readonly body: Uint8Array };

let requests: Request[] = [];
let status = 201;
let now = NOW;
let device: Device;
let browser: CryptoKeyPair;
let PUSH_KEYS = "";

const ports: DeliveryPorts = {
	mail: async () => sent(null),
	reach: {
		local: false,
		request: async ({ url }, init) => {
			requests.push({ url, headers: init.headers as Record<string, string>, body: init.body as Uint8Array });
			return new Response(null, { status, headers: status === 429 ? { "Retry-After": "90" } : {} });
		},
	},
	now: () => now,
	random: () => 0.5,
};

const run = async () => deliverDue({ ...postEnv(env.DB), PUSH_KEYS }, ports, await dueElsewhere(env.DB, now, 50));

async function tell(...rows: readonly NewDelivery[]): Promise<void> {
	await env.DB.batch([...rows.map((one) => insertDelivery(env.DB, one)), ...insertElsewhere(env.DB, rows)]);
}
const due = (row: Omit<NewDelivery, "dueAt" | "createdAt">): NewDelivery => ({ ...row, dueAt: NOW, createdAt: NOW });
const TURN = due(gameDelivery(notice({ seq: 35, ply: 34, gameString: MIDDLE })));
const TURN_ID = `${GAME}.35.player-ada.push.device-one`;
const rowOf = (id: string) =>
	env.DB.prepare("SELECT state, error, due_at, frozen ->> '$.to' AS toWhom FROM deliveries WHERE id = ?1")
		.bind(id)
		.first();

beforeAll(async () => {
	const ours = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
		"sign",
	])) as CryptoKeyPair;
	PUSH_KEYS = JSON.stringify(await crypto.subtle.exportKey("jwk", ours.privateKey));
	browser = (await crypto.subtle.generateKey(P256, true, ["deriveBits"])) as CryptoKeyPair;
	device = {
		id: "device-one",
		player: "player-ada",
		endpoint: "https://push.example.com/send/abc",
		p256dh: base64url.encode(new Uint8Array((await crypto.subtle.exportKey("raw", browser.publicKey)) as ArrayBuffer)),
		auth: base64url.encode(AUTH),
		createdAt: NOW - HOUR,
	};
});

beforeEach(async () => {
	requests = [];
	status = 201;
	now = NOW;
	const tables = ["deliveries", "players", "webhooks", "push_subscriptions"];
	await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	for (const [id, name] of [
		["player-ada", "Ada"],
		["player-bob", "Bob"],
	] as const) {
		const email = `${name}@example.org`;
		await insertPlayer(env.DB, { id, email, name, locale: "en", timeZone: "Europe/Berlin", createdAt: NOW }).run();
	}
	await keepDevice(env.DB, device);
});

/** What the browser makes of it, written from RFC 8291 and RFC 8188 and not from what encrypts. */
async function decrypt(body: Uint8Array): Promise<PushMessage> {
	const hmac = async (key: Uint8Array, data: Uint8Array) => {
		const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
		return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
	};
	const text = (words: string) => new TextEncoder().encode(words);
	const join = (...parts: readonly Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
	const [salt, keyLength] = [body.slice(0, 16), body[20] ?? 0];
	const [theirs, sealed] = [body.slice(21, 21 + keyLength), body.slice(21 + keyLength)];
	const point = await crypto.subtle.importKey("raw", theirs, P256, false, []);
	// The type of the runtime calls the other key `$public`, the standard `public`.
	const algorithm = { name: "ECDH", public: point } as unknown as SubtleCryptoDeriveKeyAlgorithm;
	const shared = new Uint8Array(await crypto.subtle.deriveBits(algorithm, browser.privateKey, 256));
	const own = base64url.decode(device.p256dh);
	const secret = await hmac(await hmac(AUTH, shared), join(text("WebPush: info\0"), own, theirs, new Uint8Array([1])));
	const root = await hmac(salt, secret);
	const key = (await hmac(root, join(text("Content-Encoding: aes128gcm\0"), new Uint8Array([1])))).slice(0, 16);
	const iv = (await hmac(root, join(text("Content-Encoding: nonce\0"), new Uint8Array([1])))).slice(0, 12);
	const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
	const open = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, sealed));
	return JSON.parse(new TextDecoder().decode(open.slice(0, open.lastIndexOf(2))));
}

async function sentOne(...rows: readonly NewDelivery[]): Promise<Request> {
	await tell(...rows);
	expect(await run()).toMatchObject({ sent: rows.length });
	const last = requests.at(-1);
	if (!last) throw new Error("nothing was sent");
	return last;
}

test("a turn is told in a few words that lead to the game", async () => {
	const { body, url } = await sentOne(TURN);
	expect(url).toBe(device.endpoint);
	expect(await decrypt(body)).toEqual({
		title: "It is your move against Bob.",
		body: expect.stringMatching(/^Bob: .*\. You have 2 days 3 hours, until .*\.$/),
		url: `https://hive.test/games/${GAME}`,
		game: GAME,
		ply: 34,
		tag: `${GAME} game`,
	});
	expect(await rowOf(TURN_ID)).toMatchObject({ state: "sent", toWhom: "https://push.example.com" });
});

test.each([
	["a reminder", () => due(reminderDelivery(6 * HOUR)), /^Your clock runs out on /, "high", 6 * 3_600],
	["a message", () => due(chatDelivery()), /^Bob wrote to you$/, "normal", 86_400],
	[
		"an invitation",
		() => due({ ...INVITATION, player: "player-ada", address: null }),
		/^Bob invites you/,
		"normal",
		86_400,
	],
	[
		"the end",
		() =>
			due(
				gameDelivery(
					notice({
						kind: "game-over",
						yourTurn: false,
						deadline: null,
						status: "finished",
						result: { winner: "white", reason: "resignation" },
					}),
				),
			),
		/^Your game with Bob is over/,
		"low",
		86_400,
	],
] as const)("%s is as urgent, and kept as long, as it is of use", async (_, row, title, urgency, ttl) => {
	const { body, headers } = await sentOne(row());
	expect((await decrypt(body)).title).toMatch(title);
	expect(headers).toMatchObject({ Urgency: urgency, TTL: String(ttl), "Content-Encoding": "aes128gcm" });
});

test("news of one game take each other's place; they and messages do not, and no service learns which game it is", async () => {
	const one = await sentOne(TURN);
	const two = await sentOne(
		due(
			gameDelivery(
				notice({ kind: "offer", seq: 36, ply: 34, gameString: MIDDLE, news: { action: "offered", offer: "draw" } }),
			),
		),
	);
	const chat = await sentOne(due(chatDelivery()));
	expect(one.headers.Topic).toMatch(/^[0-9a-z]{26}$/);
	expect(two.headers.Topic).toBe(one.headers.Topic);
	expect(chat.headers.Topic).not.toBe(one.headers.Topic);
	expect(JSON.stringify(one.headers)).not.toContain(GAME);
});

test("the push service can tell who sends it", async () => {
	const { headers } = await sentOne(TURN);
	const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.Authorization ?? "") ?? [];
	expect(key).toBe(readPushKeys(PUSH_KEYS)?.publicKey);
	const { d: _, key_ops: __, ...publicJwk } = JSON.parse(PUSH_KEYS);
	const { payload } = await jwtVerify(token, await importJWK(publicJwk, "ES256"), { currentDate: new Date(NOW) });
	expect(payload).toMatchObject({
		aud: "https://push.example.com",
		sub: "https://hive.test",
		exp: NOW / 1_000 + 12 * 3_600,
	});
});

describe("an answer of", () => {
	test.each([
		[404, "dropped", "E_DEVICE_GONE", false],
		[410, "dropped", "E_DEVICE_GONE", false],
		[400, "failed", "E_STATUS 400", true],
		[403, "failed", "E_STATUS 403", true],
		[413, "failed", "E_STATUS 413", true],
		[307, "failed", "E_STATUS 307", true],
		[500, "due", "E_STATUS 500", true],
		[503, "due", "E_STATUS 503", true],
	])("%d leaves the delivery %s", async (answer, state, error, known) => {
		status = answer;
		await tell(TURN);
		await run();
		expect(await rowOf(TURN_ID)).toMatchObject({ state, error });
		expect((await deviceById(env.DB, device.id)) !== null).toBe(known);
	});

	test("429 is heeded, and what comes then says the same", async () => {
		status = 429;
		await tell(TURN);
		await run();
		expect(await rowOf(TURN_ID)).toMatchObject({ state: "due", due_at: NOW + 90_000 });
		now = NOW + 90_000;
		status = 201;
		await env.DB.prepare("UPDATE players SET name = 'Robert', locale = 'de' WHERE id = 'player-bob'").run();
		await run();
		const [first, second] = await Promise.all(requests.map(({ body }) => decrypt(body)));
		expect(second).toEqual(first);
		// The same words are never sealed the same way twice.
		expect(requests[1]?.body).not.toEqual(requests[0]?.body);
	});
});

describe("what its owner chose", () => {
	test("counts: nothing of a kind that is switched off", async () => {
		await updateNotifications(env.DB, "player-ada", NOW, { paces: { "your-turn": { push: "off" } } });
		await tell(TURN);
		await run();
		expect(requests).toEqual([]);
		expect(await rowOf(TURN_ID)).toMatchObject({ state: "dropped", error: "E_SWITCHED_OFF" });
	});

	test("counts: the quiet hours hold it back", async () => {
		await updateNotifications(env.DB, "player-ada", NOW, { quietHours: { from: "09:00", to: "12:00" } });
		await tell(TURN);
		await run();
		expect(await rowOf(TURN_ID)).toMatchObject({ state: "due", error: "E_QUIET_HOURS", due_at: NOW + 2 * HOUR });
	});
});

test("a device is one, whoever is signed in there; the newest twenty are kept", async () => {
	await keepDevice(env.DB, { ...device, id: "device-two", auth: base64url.encode(new Uint8Array(16)) });
	expect(await devicesOf(env.DB, "player-ada")).toMatchObject([{ id: "device-one", auth: "AAAAAAAAAAAAAAAAAAAAAA" }]);
	await tell(TURN);
	await keepDevice(env.DB, { ...device, id: "device-three", player: "player-bob" });
	expect(await devicesOf(env.DB, "player-ada")).toEqual([]);
	expect(await devicesOf(env.DB, "player-bob")).toMatchObject([{ id: "device-three" }]);
	await run();
	expect(requests).toEqual([]);
	for (let one = 0; one < 22; one += 1) {
		await keepDevice(env.DB, {
			...device,
			id: `d${one}`,
			endpoint: `https://push.example.com/${one}`,
			createdAt: NOW + one,
		});
	}
	expect((await devicesOf(env.DB, "player-ada")).map(({ id }) => id).slice(0, 2)).toEqual(["d21", "d20"]);
	expect(await devicesOf(env.DB, "player-ada")).toHaveLength(20);
});

test("keys that are none are not taken", async () => {
	expect(await areDeviceKeys(device.p256dh, device.auth)).toBe(true);
	expect(await areDeviceKeys(device.p256dh, "AAAA")).toBe(false);
	expect(await areDeviceKeys(base64url.encode(new Uint8Array(65).fill(4)), device.auth)).toBe(false);
	expect(await areDeviceKeys("!", device.auth)).toBe(false);
	for (const text of [undefined, "", "{}", "null", '{"kty":"EC","crv":"P-384"}']) expect(readPushKeys(text)).toBeNull();
});
