/** Watching a game over HTTP: who gets a socket or a stream, and what comes along it. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { Env } from "../../src/env.ts";
import { makeApp } from "../../src/http/app.ts";
import { STREAM_TIMES, streamEvents } from "../../src/http/event-stream.ts";
import { turnKey } from "../../src/keys.ts";
import { until } from "../game/fixtures.ts";
import { ask, newGame, ORIGIN, type Person, playAll, signUp, type Table, tokenOf } from "./client.ts";
import { theDocument } from "./conformance.ts";

type Asking = {
	readonly as?: Person | string | null;
	readonly headers?: Readonly<Record<string, string>>;
	readonly env?: Partial<Env>;
	readonly method?: string;
};

const app = makeApp({ now: Date.now });

/** As `ask`, but what goes on after the answer goes on. */
async function open(path: string, { as = null, headers, env: other, method = "GET" }: Asking = {}): Promise<Response> {
	const sent = new Headers(headers);
	if (typeof as === "string") sent.set("Authorization", `Bearer ${as}`);
	else if (as) sent.set("Cookie", `session=${as.cookie}`);
	const request = new Request(new URL(path, ORIGIN), { method, headers: sent });
	return app.fetch(request, { ...env, ...other }, createExecutionContext());
}

const UPGRADE = { Upgrade: "websocket" };

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is judged by the tests.
type Told = any;

async function watch(
	path: string,
	asking: Asking = {},
): Promise<{ heard: Told[]; socket: WebSocket; answer: Response }> {
	const answer = await open(path, { ...asking, headers: { ...UPGRADE, ...asking.headers } });
	const { webSocket: socket } = answer;
	if (!socket) throw new Error(`no socket but ${answer.status} ${await answer.text()}`);
	const heard: Told[] = [];
	socket.addEventListener("message", ({ data }) => void heard.push(JSON.parse(String(data))));
	socket.accept();
	await until(async () => heard.length > 0);
	return { heard, socket, answer };
}

const refusal = async (path: string, asking: Asking = {}) => {
	const answer = await open(path, { ...asking, headers: { ...UPGRADE, ...asking.headers } });
	return [answer.status, ((await answer.json()) as { code: string }).code];
};

let table: Table;
let hidden: Table;
let guest: Person;
const live = (of: Table, query = "") => `/v1/games/${of.id}/live${query}`;
const events = (of: Table, query = "") => `/v1/games/${of.id}/events${query}`;

beforeAll(async () => {
	guest = await signUp();
	table = await newGame();
	hidden = await newGame({ visibility: "private" });
	await playAll(table, ["wS1", "bG1 wS1-"]);
});

describe("the socket", () => {
	test("is for a session, a token, and anybody", async () => {
		const token = await tokenOf(table.black, "games:read");
		const white = await watch(live(table), { as: table.white, headers: { Origin: ORIGIN } });
		const black = await watch(live(table, "?after=1"), { as: token });
		const nobody = await watch(live(table));
		expect(white.answer.status).toBe(101);
		expect(white.heard[0]).toEqual({
			type: "hello",
			seq: 3,
			presence: { white: true, black: false },
			chat: { players: 0, public: 0 },
		});
		expect(nobody.heard).toEqual([{ type: "hello", seq: 3, presence: null, chat: { players: null, public: 0 } }]);
		await until(async () => black.heard.length === 3 && white.heard.length === 2);
		const listed = await ask("GET", events(table, "?after=1"), { as: table.black });
		expect(black.heard.slice(1)).toEqual(listed.body.items.map((event: Told) => ({ type: "event", event })));
		expect(white.heard[1]).toEqual({ type: "presence", white: true, black: true });
		await ask("POST", `/v1/games/${table.id}/chat`, { as: table.white, body: { text: "hello" } });
		await playAll(table, ["wA1 -wS1"]);
		await until(async () => nobody.heard.length === 2 && black.heard.length === 5);
		expect(black.heard.slice(3).map(({ type }) => type)).toEqual(["chat", "event"]);
		expect(nobody.heard[1]).toMatchObject({ type: "event", event: { type: "moved", seq: 4 } });
		for (const { socket } of [white, black, nobody]) socket.close(1000);
	});

	test.each([
		["a page of another site", 403, "ERR_FOREIGN_ORIGIN", { headers: { Origin: "https://evil.example" } }],
		["one that the browser names so", 403, "ERR_FOREIGN_ORIGIN", { headers: { "Sec-Fetch-Site": "cross-site" } }],
		["who wants no socket", 426, "ERR_UPGRADE", { headers: { Upgrade: "h2c" } }],
		["a token that is none", 401, "ERR_UNAUTHENTICATED", { as: "hp_no" }],
		["who comes too often", 429, "ERR_LIMIT", { env: { RATE_LIMITS: "live-caller=0/60" } }],
	] as const)("is not for %s", async (_, status, code, asking) => {
		expect(await refusal(live(table), asking)).toEqual([status, code]);
	});

	test("nor for a token without the scope, nor after what is no number", async () => {
		const token = await tokenOf(table.white, "games:play");
		expect(await refusal(live(table), { as: token })).toEqual([403, "ERR_SCOPE"]);
		expect(await refusal(live(table, "?after=-1"))).toEqual([422, "ERR_INVALID"]);
		expect((await open(live(table))).headers.get("Upgrade")).toBe("websocket");
		expect((await open(live(table), { method: "HEAD", headers: UPGRADE })).status).toBe(426);
	});

	test("of a private game is its players', and who holds a key may watch as on the page", async () => {
		for (const as of [guest, null]) expect(await refusal(live(hidden), { as })).toEqual([404, "ERR_NOT_FOUND"]);
		expect(await refusal("/v1/games/nothing-here/live")).toEqual([404, "ERR_NOT_FOUND"]);
		const key = await turnKey(env.SECRET, hidden.id, "white", 0);
		const holder = await watch(live(hidden, `?key=${key}&after=0`));
		const white = await watch(live(hidden), { as: hidden.white });
		await until(async () => holder.heard.length === 2);
		expect(holder.heard.map(({ type, event }) => event?.type ?? type)).toEqual(["hello", "created"]);
		for (const { socket } of [white, holder]) socket.close(1000);
	});

	test("of too many is the newest", async () => {
		const few = { env: { RATE_LIMITS: "live-viewer=1/1,*=1000000/60" }, as: guest };
		const first = await watch(live(table), few);
		let code = 0;
		first.socket.addEventListener("close", (event) => {
			code = event.code;
		});
		const second = await watch(live(table), few);
		await until(async () => code === 1013);
		second.socket.close(1000);
	});

	test("is in the document", () => {
		const responses = theDocument().paths["/v1/games/{id}/live"]?.get?.responses ?? {};
		expect(Object.keys(responses)).toEqual(expect.arrayContaining(["101", "403", "404", "422", "426", "429"]));
	});
});

describe("the stream", () => {
	const STREAM = { Accept: "text/event-stream" };

	/** Reads until the text holds something. */
	async function reading(answer: Response) {
		const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		return {
			until: async (part: string) => {
				while (!text.includes(part)) {
					const { done, value } = await reader.read();
					if (done) throw new Error(`it ended: ${text}`);
					text += value;
				}
				return text;
			},
			leave: () => reader.cancel(),
		};
	}

	const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

	test("tells what was and what comes, numbered, in the words of the list", async () => {
		const game = await newGame();
		const answer = await open(events(game), { headers: STREAM });
		expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
			200,
			"text/event-stream",
			"private, no-cache",
		]);
		const stream = await reading(answer);
		await stream.until("id: 1");
		await playAll(game, ["wS1"]);
		const text = await stream.until('"moved"');
		expect(text.startsWith(`retry: ${STREAM_TIMES.retry}\n\n`)).toBe(true);
		const listed = (await ask("GET", events(game))).body.items;
		const told = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
		expect(told).toEqual(listed);
		expect(idsIn(text)).toEqual([1, 2]);
		await stream.leave();
	});

	test.each([
		[{}, "?after=2", 3],
		[{ "Last-Event-ID": "2" }, "", 3],
		[{ "Last-Event-ID": "3" }, "?after=1", 4],
	])("goes on where it broke off: %j %s", async (headers, query, first) => {
		const game = await newGame();
		await playAll(game, ["wS1", "bG1 wS1-", "wA1 -wS1"]);
		const stream = await reading(await open(events(game, query), { headers: { ...STREAM, ...headers } }));
		expect(idsIn(await stream.until("id: 4\n"))[0]).toBe(first);
		await stream.leave();
	});

	test("is refused as the list is, and HEAD has none", async () => {
		const asking = (headers = {}) => ({ headers: { ...STREAM, ...headers } });
		expect(await refusal(events(hidden), asking())).toEqual([404, "ERR_NOT_FOUND"]);
		expect(await refusal(events(table), asking({ "Last-Event-ID": "x" }))).toEqual([400, "ERR_BAD_HEADER"]);
		const full = { ...asking(), env: { RATE_LIMITS: "live-caller=0/60" } };
		expect(await refusal(events(table), full)).toEqual([429, "ERR_LIMIT"]);
		const head = await open(events(table), { ...asking(), method: "HEAD" });
		expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "application/json"]);
	});

	test("says that it is there, and ends by itself with its socket", async () => {
		const { 0: ours, 1: theirs } = new WebSocketPair();
		theirs.accept();
		let closed = false;
		theirs.addEventListener("close", () => {
			closed = true;
		});
		const text = await new Response(streamEvents(ours, { longest: 100, heartbeat: 20, retry: 5 })).text();
		expect(text).toMatch(/^retry: 5\n\n(?::\n\n)+$/);
		await until(async () => closed);
	});

	test("ends for who does not read it, with all that was told until then, and goes on without end for who does", async () => {
		const times = { longest: 60_000, heartbeat: 60_000, retry: 5 };
		const event = (seq: number) => JSON.stringify({ type: "event", event: { seq, text: "x".repeat(100) } });
		for (const reads of [false, true]) {
			const { 0: ours, 1: theirs } = new WebSocketPair();
			theirs.accept();
			let closed = false;
			theirs.addEventListener("close", () => {
				closed = true;
			});
			const stream = await reading(new Response(streamEvents(ours, times, 1_000)));
			for (let seq = 1; seq <= 20; seq += 1) {
				theirs.send(event(seq));
				if (reads) await stream.until(`id: ${seq}\n`);
			}
			if (reads) expect(closed).toBe(false);
			else {
				await until(async () => closed);
				// More than a hundred bytes an event, and a thousand may wait: what does can be read, and nothing is left out.
				const ended = await stream.until("id: 20\n").catch(String);
				const told = idsIn(ended);
				expect(ended).toContain("it ended");
				expect(told).toEqual(Array.from({ length: told.length }, (_, index) => index + 1));
				expect(told.length).toBeGreaterThan(4);
			}
			await stream.leave();
		}
	});
});
