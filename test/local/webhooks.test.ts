/** Webhooks on a running server: a sink that fails, leads elsewhere, answers slowly, without end, or is gone. */
import { createECDH, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, demand, get, type List } from "../../scripts/client.ts";
import { until } from "../../scripts/patience.ts";
import { mailsTo, type Person, signIn } from "../../scripts/people.ts";
import { WAYS_OUT } from "../../scripts/runtime.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { startWorker } from "./bare-worker.ts";
import { type Received, type Reply, type Sink, startSink } from "./hook-sink.ts";
import { openTable } from "./timed.ts";

type HookJson = {
	readonly id: string;
	readonly secret: string;
	readonly enabled: boolean;
	readonly disabledWhy: string;
};
type AttemptJson = {
	readonly delivery: string;
	readonly attempt: number;
	readonly status: number | null;
	readonly error: string | null;
};

/** By path: how each request there is answered. */
const REPLIES: Readonly<Record<string, (count: number) => Reply>> = {
	"/fails": (count) => ({ status: count <= 2 ? 500 : 200 }),
	"/slow": () => ({ status: 204, after: 1_500 }),
	"/leads": (count) => (count === 1 ? { status: 307, headers: { Location: "/elsewhere" } } : { status: 200 }),
	"/endless": () => ({ status: 200, endless: "pours" }),
	"/gone": () => ({ status: 410 }),
	"/well": () => ({ status: 200 }),
	"/push": () => ({ status: 410 }),
};
const PATHS = Object.keys(REPLIES).filter((path) => path !== "/push");

const folder = mkdtempSync(join(tmpdir(), "hivepost-hooks-"));
let server: Server;
let sink: Sink;
let ada: Person;
let bob: Person;
const hooks = new Map<string, HookJson>();

beforeAll(async () => {
	[server, sink] = await Promise.all([
		startServer({ data: folder }),
		startSink((path, count) => REPLIES[path]?.(count) ?? { status: 404 }),
	]);
	[ada, bob] = await Promise.all([
		signIn(server.origin, "ada@example.org", "Ada", "code"),
		signIn(server.origin, "bob@example.org", "Bob", "code"),
	]);
});

afterAll(async () => {
	await server?.stop();
	await sink?.close();
	rmSync(folder, { recursive: true, force: true });
});

const hookAt = async (path: string, events: readonly string[]): Promise<void> => {
	const body = { url: `${sink.origin}${path}`, events };
	const made = demand(await ask<HookJson>(server.origin, "POST", "/v1/me/webhooks", { as: ada.session, body }), 201);
	hooks.set(path, made.body);
};

const takenAt = (path: string): readonly Received[] => sink.at(path).filter(({ status }) => status < 300);

function verified(path: string, { body, headers }: Received) {
	const secret = hooks.get(path)?.secret ?? "";
	return new Verifier(secret).verify(body, headers as Record<string, string>) as {
		readonly type: string;
		readonly data: Readonly<Record<string, unknown>>;
	};
}

test("each sink is told of each event once, by id, signed, whatever it makes of it", async () => {
	for (const path of PATHS) await hookAt(path, ["game-started", "your-turn"]);
	const table = await openTable(server.origin, ada, bob, { timeControl: { perMove: "P3D" } });
	const [game] = [table.id];
	for (const [who, move] of [
		[ada, "wS1"],
		[bob, "bS1 wS1-"],
	] as const) {
		demand(await ask(server.origin, "POST", `/v1/games/${game}/moves`, { as: who.session, body: { move } }), 201);
	}
	const expected = ["game.started", "game.your-turn"];
	for (const path of ["/fails", "/slow", "/leads", "/endless", "/well"]) {
		await until(`two events at ${path}`, () => new Set(takenAt(path).map(idOf)).size === 2 || null, 20_000);
	}
	for (const path of ["/fails", "/slow", "/leads", "/well"]) {
		const taken = takenAt(path);
		expect(taken.map(idOf).length, path).toBe(2);
		expect(taken.map((one) => verified(path, one).type).toSorted(), path).toEqual(expected);
		for (const one of taken) {
			expect(verified(path, one).data).toMatchObject({
				id: game,
				url: `${server.origin}/games/${game}`,
				white: { player: { name: "Ada" } },
				black: { player: { name: "Bob" } },
				deadline: expect.any(String),
			});
		}
	}
	// Every attempt of one event has the same bytes; each is signed anew.
	for (const path of PATHS) {
		for (const attempts of Map.groupBy(sink.at(path), idOf).values()) {
			expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
			for (const one of attempts) verified(path, one);
		}
	}
	expect(sink.at("/fails").length).toBe(4);
	expect(sink.at("/elsewhere")).toEqual([]);
});

const idOf = ({ headers }: Received): string => String(headers["webhook-id"]);

test("the log tells what came of each attempt, and nothing of what was answered", async () => {
	const attemptsAt = async (path: string) => {
		const list = await get<List<AttemptJson>>(server.origin, `/v1/me/webhooks/${hooks.get(path)?.id}/attempts`, {
			as: ada.session,
		});
		expect(JSON.stringify(list)).not.toContain("nobody");
		return list.items;
	};
	const codes = async (path: string) => (await attemptsAt(path)).map(({ error }) => error).toSorted();
	expect(await codes("/fails")).toEqual(["E_STATUS 500", "E_STATUS 500", null, null]);
	expect(await codes("/slow")).toEqual([null, null]);
	expect((await codes("/leads")).filter((code) => code !== null)).toEqual(["E_REDIRECT 307"]);
	expect(await codes("/endless")).toEqual([null, null]);
});

test("one that says it is gone is switched off at once, with a mail, and can be switched on again", async () => {
	const { id } = hooks.get("/gone") ?? { id: "" };
	const mail = await until(
		"the mail",
		async () => (await mailsTo(server.origin, ada.email)).find(({ subject }) => subject.includes("switched off")),
		10_000,
	);
	expect(mail.text).toContain("127.0.0.1");
	expect(sink.at("/gone").length).toBeLessThanOrEqual(2);
	const list = await get<List<HookJson>>(server.origin, "/v1/me/webhooks", { as: ada.session });
	expect(list.items.find((one) => one.id === id)).toMatchObject({ enabled: false, disabledWhy: "E_GONE" });
});

test("a test is sent, what was missed is sent again, and a new secret signs beside the old one", async () => {
	const { id, secret } = hooks.get("/well") ?? { id: "", secret: "" };
	const path = `/v1/me/webhooks/${id}`;
	const before = takenAt("/well").map(idOf);
	const renewed = await ask<HookJson>(server.origin, "POST", `${path}/secret`, { as: ada.session });
	expect(demand(renewed, 200).body.secret).not.toBe(secret);
	const tested = await ask<{ id: string }>(server.origin, "POST", `${path}/test`, { as: ada.session });
	const body = { after: "2020-01-01T00:00:00.000Z" };
	const replayed = await ask(server.origin, "POST", `${path}/replay`, { as: ada.session, body });
	expect(demand(replayed, 202).body).toEqual({ deliveries: before.length });
	await until("all of it", () => takenAt("/well").length === before.length * 2 + 1 || null, 10_000);
	const after = takenAt("/well").slice(before.length);
	expect(after.map(idOf).toSorted()).toEqual([...before, demand(tested, 202).body.id].toSorted());
	for (const one of after) {
		for (const key of [secret, renewed.body.secret]) {
			expect(new Verifier(key).verify(one.body, one.headers as Record<string, string>)).toBeTruthy();
		}
	}
});

test("a device is told through its push service, by a name that the service can check", async () => {
	const { key } = await get<{ key: string }>(server.origin, "/v1/push-key");
	const device = createECDH("prime256v1");
	const body = {
		endpoint: `${sink.origin}/push`,
		keys: { p256dh: device.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
	};
	const added = await ask(server.origin, "POST", "/v1/me/push-subscriptions", { as: bob.session, body });
	expect(added.status).toBe(201);
	const tried = { as: bob.session, body: { channel: "push" } };
	demand(await ask(server.origin, "POST", "/v1/me/deliveries/test", tried), 202);
	const push = await until("the message", () => sink.at("/push")[0], 10_000);
	expect(push.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "normal" });
	expect(push.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=/);
	expect(push.headers.authorization).toContain(key);
	// Its push service says that it is gone: it is forgotten.
	await until("the end of it", async () => {
		const { items } = await get<List<unknown>>(server.origin, "/v1/me/push-subscriptions", { as: bob.session });
		return items.length === 0 || null;
	});
});

test("no spelling of this machine but the plainest is taken, and that only with a port", async () => {
	for (const url of ["http://127.0.0.1/", "https://127.0.0.1:1/", "http://[::1]:1/", "https://0x7f000001/"]) {
		const body = { url, events: ["chat"] };
		const answer = await ask(server.origin, "POST", "/v1/me/webhooks", { as: ada.session, body });
		expect(answer.status, url).toBe(422);
	}
});

test("whatever a name resolves to is held against the lists when it is connected to", async () => {
	const asked = [
		["PUBLIC_NETWORK", "127.0.0.1", false],
		["PUBLIC_NETWORK", "localhost", false],
		["PUBLIC_NETWORK", hostname(), false],
		["PUBLIC_NETWORK", "[::ffff:127.0.0.1]", false],
		["PUBLIC_NETWORK", "169.254.169.254", false],
		["LOOPBACK", "127.0.0.1", true],
		["LOOPBACK", "localhost", true],
		["LOOPBACK", "10.0.0.1", false],
		["LOOPBACK", "192.0.2.1", false],
	] as const;
	const { port } = new URL(sink.origin);
	const contents = `export default { fetch: async (request, env) => {
		const [way, host] = await request.json();
		const init = { signal: AbortSignal.timeout(3000) };
		return env[way].fetch("http://" + host + ":${port}/elsewhere", init).then(() => new Response("yes"), () => new Response("no"));
	} }`;
	const worker = await startWorker(
		{ main: "ways.js", modules: { "ways.js": new TextEncoder().encode(contents) }, inputs: [] },
		WAYS_OUT,
	);
	try {
		for (const [way, host, reached] of asked) {
			const answer = await worker.dispatchFetch("http://localhost/", {
				method: "POST",
				body: JSON.stringify([way, host]),
			});
			expect(await answer.text(), `${way} ${host}`).toBe(reached ? "yes" : "no");
		}
	} finally {
		await worker.dispose();
	}
	expect(sink.at("/elsewhere").length).toBe(2);
});
