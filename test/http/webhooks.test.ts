/** Webhooks and devices over HTTP: whose they are, what is refused, and that no secret is told twice. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, type Person, signUp, tokenOf } from "./client.ts";

const URL = "https://example.com/hive";
const HOOK = { url: URL, events: ["your-turn"] };

let ada: Person;
let bob: Person;
beforeAll(async () => {
	[ada, bob] = [await signUp(), await signUp()];
});

const make = async (as: Person, body: object = HOOK) => (await ask("POST", "/v1/me/webhooks", { as, body })).body;

describe("a webhook", () => {
	test("is made with a secret that is shown once, and listed without", async () => {
		const headers = { "Idempotency-Key": "one" };
		const made = await ask("POST", "/v1/me/webhooks", { as: ada, body: HOOK, headers });
		expect(made.status).toBe(201);
		expect(made.body).toMatchObject({
			url: URL,
			format: "standard",
			events: ["your-turn"],
			enabled: true,
			disabledWhy: null,
		});
		expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}=*$/);
		expect(made.headers.get("Location")).toBe(`/v1/me/webhooks/${made.body.id}`);
		const again = await ask("POST", "/v1/me/webhooks", { as: ada, body: HOOK, headers });
		expect(again.status).toBe(201);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expect(again.body).toMatchObject({ id: made.body.id });
		expect(again.text).not.toContain("whsec_");
		const list = await ask("GET", "/v1/me/webhooks", { as: ada });
		expect(list.body.items).toMatchObject([{ id: made.body.id }]);
		expect(list.text).not.toContain("whsec_");
		expect((await ask("GET", "/v1/me/webhooks", { as: bob })).body.items).toEqual([]);
	});

	test.each([
		["http", { url: "http://example.com/" }, "/url"],
		["loopback, where the service is not one machine's alone", { url: "http://127.0.0.1:8080/" }, "/url"],
		["an address inside", { url: "https://0xa9fea9fe/" }, "/url"],
		["a user", { url: "https://a@example.com/" }, "/url"],
		["no address", { url: "nonsense" }, "/url"],
		["an unknown kind", { events: ["everything"] }, "/events/0"],
		["no kind", { events: [] }, "/events"],
		["an unknown format", { format: "slack" }, "/format"],
		["a field too many", { secret: "whsec_x" }, "/secret"],
	])("with %s is refused, made or changed", async (_, change, pointer) => {
		const { id } = await make(bob);
		for (const [method, path, body] of [
			["POST", "/v1/me/webhooks", { ...HOOK, ...change }],
			["PATCH", `/v1/me/webhooks/${id}`, change],
		] as const) {
			const refused = await ask(method, path, { as: bob, body });
			expect(refused.status, method).toBe(422);
			expect(refused.body.errors[0]).toMatchObject({ pointer });
		}
		expect((await ask("DELETE", `/v1/me/webhooks/${id}`, { as: bob })).status).toBe(204);
	});

	test("is its owner's: to others there is none", async () => {
		const { id } = await make(ada);
		for (const [method, path, body] of [
			["PATCH", "", { enabled: false }],
			["POST", "/secret", {}],
			["POST", "/test", {}],
			["POST", "/replay", { after: "2026-01-01T00:00:00Z" }],
			["GET", "/attempts", undefined],
			["DELETE", "", undefined],
		] as const) {
			const asking = body === undefined ? {} : { body };
			expect((await ask(method, `/v1/me/webhooks/${id}${path}`, { as: bob, ...asking })).status, path).toBe(404);
			expect((await ask(method, `/v1/me/webhooks/${id}${path}`, asking)).status, path).toBe(401);
		}
	});

	test("can be changed, switched off and on, given another secret, and deleted with what is on its way to it", async () => {
		const { id, secret } = await make(ada);
		const path = `/v1/me/webhooks/${id}`;
		const body = { url: "https://example.org/", format: "discord", events: ["chat", "chat"], enabled: false };
		const changed = await ask("PATCH", path, { as: ada, body });
		expect(changed.body).toMatchObject({ ...body, events: ["chat"] });
		expect((await ask("PATCH", path, { as: ada, body: { enabled: true } })).body).toMatchObject({
			enabled: true,
			format: "discord",
		});
		const renewed = await ask("POST", `${path}/secret`, { as: ada });
		expect(renewed.body.secret).not.toBe(secret);
		expect((await ask("DELETE", path, { as: ada })).status).toBe(204);
		expect((await ask("DELETE", path, { as: ada })).status).toBe(404);
	});

	test("is tested by a delivery of its own, and replays from an event or an instant of its own", async () => {
		const { id } = await make(ada);
		const path = `/v1/me/webhooks/${id}`;
		const tested = await ask("POST", `${path}/test`, { as: ada });
		expect(tested.status).toBe(202);
		const row = await env.DB.prepare("SELECT channel, target, kind FROM deliveries WHERE id = ?1")
			.bind(tested.body.id)
			.first();
		expect(row).toEqual({ channel: "webhook", target: id, kind: "account" });
		for (const [after, status] of [
			[tested.body.id, 202],
			["2026-01-01T00:00:00Z", 202],
			["no-such-event", 422],
			["2026-99-01T00:00:00Z", 422],
		] as const) {
			expect((await ask("POST", `${path}/replay`, { as: ada, body: { after } })).status, after).toBe(status);
		}
		expect((await ask("POST", `${path}/replay`, { as: ada })).body).toEqual({ deliveries: 0 });
		expect((await ask("GET", `${path}/attempts`, { as: ada })).body).toEqual({ items: [], next: null });
	});

	test("is one of ten at most", async () => {
		const cy = await signUp();
		const made = await Promise.all(
			Array.from({ length: 12 }, () => ask("POST", "/v1/me/webhooks", { as: cy, body: HOOK })),
		);
		expect(made.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(201), 409, 409]);
	});

	test("is for tokens that may", async () => {
		const may = await tokenOf(bob, "webhooks:write");
		const mayNot = await tokenOf(bob, "account:write", "account:read");
		expect((await ask("POST", "/v1/me/webhooks", { as: may, body: HOOK })).status).toBe(201);
		expect((await ask("POST", "/v1/me/webhooks", { as: mayNot, body: HOOK })).status).toBe(403);
		expect((await ask("GET", "/v1/me/webhooks", { as: mayNot })).status).toBe(403);
	});
});

describe("a device", () => {
	const DEVICE = {
		endpoint: "https://push.example.com/send/abc",
		expirationTime: null,
		keys: {
			p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
			auth: "BTBZMqHH6r4Tts7J_aSIgg",
		},
	};
	// The example key of RFC 7515, A.3: everybody has it.
	const PUSH_KEYS = JSON.stringify({
		kty: "EC",
		crv: "P-256",
		x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
		y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
		d: "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
	});
	const keyed = { env: { PUSH_KEYS } };
	const path = "/v1/me/push-subscriptions";

	test("finds the key that it needs, where the service has been given one", async () => {
		const { body } = await ask("GET", "/v1/push-key", keyed);
		expect(body.key).toMatch(/^B[\w-]{86}$/);
		expect((await ask("GET", "/v1/push-key")).body).toMatchObject({ status: 404, code: "ERR_NO_PUSH" });
		expect((await ask("POST", path, { as: ada, body: DEVICE })).body).toMatchObject({ code: "ERR_NO_PUSH" });
	});

	test("is added, listed without what is between it and us, and forgotten by id or endpoint", async () => {
		const added = await ask("POST", path, { as: ada, body: DEVICE, ...keyed });
		expect(added.status).toBe(201);
		expect((await ask("POST", path, { as: ada, body: DEVICE, ...keyed })).body.id).toBe(added.body.id);
		const list = await ask("GET", path, { as: ada });
		expect(list.body.items).toMatchObject([{ id: added.body.id, service: "https://push.example.com" }]);
		expect(list.text).not.toContain("abc");
		expect((await ask("DELETE", `${path}/${added.body.id}`, { as: bob })).status).toBe(404);
		expect((await ask("DELETE", `${path}/${added.body.id}`, { as: ada })).status).toBe(204);
		await ask("POST", path, { as: ada, body: DEVICE, ...keyed });
		expect((await ask("DELETE", path, { as: ada, body: DEVICE })).status).toBe(204);
		await ask("POST", path, { as: ada, body: DEVICE, ...keyed });
		const query = `?endpoint=${encodeURIComponent(DEVICE.endpoint)}`;
		expect((await ask("DELETE", `${path}${query}`, { as: ada })).status).toBe(204);
		expect((await ask("DELETE", path, { as: ada })).status).toBe(404);
	});

	test.each([
		["an endpoint inside", { endpoint: "https://192.168.0.1/send" }, "/endpoint"],
		["a plain one", { endpoint: "http://push.example.com/send" }, "/endpoint"],
		["keys that are none", { keys: { p256dh: "AAAA", auth: "AAAA" } }, "/keys"],
	])("with %s is refused", async (_, change, pointer) => {
		const refused = await ask("POST", path, { as: ada, body: { ...DEVICE, ...change }, ...keyed });
		expect(refused.status).toBe(422);
		expect(refused.body.errors[0]).toMatchObject({ pointer });
	});

	test("can be tried, once there is one", async () => {
		const body = { channel: "push" };
		expect((await ask("POST", "/v1/me/deliveries/test", { as: bob, body })).status).toBe(422);
		const { body: device } = await ask("POST", path, { as: bob, body: DEVICE, ...keyed });
		const tried = await ask("POST", "/v1/me/deliveries/test", { as: bob, body });
		expect(tried.status).toBe(202);
		const row = await env.DB.prepare("SELECT id, channel FROM deliveries WHERE target = ?1").bind(device.id).first();
		expect(row).toEqual({ id: `${tried.body.id}.push.${device.id}`, channel: "push" });
	});
});
