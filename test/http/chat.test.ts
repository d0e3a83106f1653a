/** Chat over HTTP: who reads and writes where, tags and pages, limits, blocks, reports. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { insertBlock } from "../../src/db/blocks.ts";
import { FIRST_PUBLIC } from "../../src/match/chat.ts";
import { type Asking, ask, newGame, type Person, signUp, type Table, tokenOf } from "./client.ts";

const chatOf = (table: Table, query = "") => `/v1/games/${table.id}/chat${query}`;
const say = (table: Table, as: Person | null, body: unknown, more: Asking = {}) =>
	ask("POST", chatOf(table), { as, body, ...more });
const read = (table: Table, as: Person | null, query = "", headers: Record<string, string> = {}) =>
	ask("GET", chatOf(table, query), { as, headers });
const resign = (table: Table) => ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });

let guest: Person;
beforeAll(async () => {
	guest = await signUp();
});

describe("the players' room", () => {
	let table: Table;
	beforeAll(async () => {
		table = await newGame();
		await say(table, table.white, { text: " Good luck! <b>\r\n" });
		await say(table, table.black, { text: "And you", room: "players" });
	});

	test("a message is answered with itself and where it is", async () => {
		const said = await say(table, table.white, { text: "!" });
		expect([said.status, said.body]).toEqual([
			201,
			{ id: 3, at: expect.any(String), player: { id: table.white.id, name: table.white.name }, text: "!" },
		]);
		expect(said.headers.get("RateLimit-Policy")).toBe('"chat-minute";q=1000000;w=60, "chat-day";q=1000000;w=60');
		const found = await ask("GET", said.headers.get("Location") ?? "", { as: table.black });
		expect(found.body).toEqual({ items: [said.body], next: null });
	});

	test("is read oldest first, after a message, page by page", async () => {
		const all = await read(table, table.black);
		expect(all.body.items.map(({ text }: { text: string }) => text)).toEqual(["Good luck! <b>", "And you", "!"]);
		const page = await read(table, table.black, "?after=1&limit=1");
		expect([page.body.items.map(({ id }: { id: number }) => id), page.body.next]).toEqual([[2], "2"]);
		expect(page.headers.get("Link")).toContain("cursor=2");
		const rest = await read(table, table.black, `?cursor=${page.body.next}`);
		expect([rest.body.items.map(({ id }: { id: number }) => id), rest.body.next]).toEqual([[3], null]);
	});

	test("has a tag of its own and leaves the game's alone", async () => {
		const seen = await read(table, table.white);
		expect(seen.headers.get("ETag")).toBe('"chat-players-3"');
		expect(seen.headers.get("Cache-Control")).toBe("private, no-cache");
		const again = await read(table, table.white, "", { "If-None-Match": '"chat-players-3"' });
		expect([again.status, again.text]).toEqual([304, ""]);
		expect((await read(table, table.white, "", { "If-None-Match": '"3"' })).status).toBe(200);
		const game = await ask("GET", `/v1/games/${table.id}`);
		expect([game.headers.get("ETag"), game.body.seq]).toEqual(['"1"', 1]);
	});

	test("is nobody else's, and a token needs its scope", async () => {
		for (const as of [guest, null]) {
			const refused = await read(table, as);
			expect([refused.status, refused.body.code]).toEqual([403, "ERR_NOT_A_PLAYER"]);
		}
		expect((await say(table, guest, { text: "x" })).body.code).toBe("ERR_NOT_A_PLAYER");
		expect((await say(table, null, { text: "x" })).status).toBe(401);
		const reading = await tokenOf(table.white, "games:read");
		expect((await ask("GET", chatOf(table), { as: reading })).status).toBe(200);
		expect((await ask("POST", chatOf(table), { as: reading, body: { text: "x" } })).body.code).toBe("ERR_SCOPE");
	});

	test.each([
		[{}, "/text"],
		[{ text: "" }, "/text"],
		[{ text: " \n " }, "/text"],
		[{ text: "x".repeat(1_001) }, "/text"],
		[{ text: "a\u0000" }, "/text"],
		[{ text: "\ud800" }, "/text"],
		[{ text: 1 }, "/text"],
		[{ text: "x", room: "kitchen" }, "/room"],
		[{ text: "x", html: true }, "/html"],
	])("%j is refused", async (body, pointer) => {
		const answer = await say(table, table.white, body);
		expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([422, "ERR_INVALID", pointer]);
	});

	test.each(["?room=kitchen", "?after=-1", "?after=x", "?after=99999999999", "?limit=0"])("so is %s", async (query) => {
		expect((await read(table, table.white, query)).body.code).toBe("ERR_INVALID");
	});

	test("a cursor that is none is said to be none", async () => {
		expect((await read(table, table.white, "?cursor=x")).body.code).toBe("ERR_BAD_CURSOR");
	});
});

describe("the public room", () => {
	test("is closed until the game is over, then everybody's", async () => {
		const table = await newGame();
		const early = await say(table, table.white, { text: "x", room: "public" });
		expect([early.status, early.body.code]).toEqual([409, "ERR_CHAT_CLOSED"]);
		const empty = await read(table, null, "?room=public");
		expect([empty.body, empty.headers.get("ETag")]).toEqual([{ items: [], next: null }, '"chat-public-0"']);
		await resign(table);
		const said = await say(table, guest, { text: "well played", room: "public" });
		expect([said.status, said.body.player.name]).toEqual([201, guest.name]);
		const seen = await read(table, null, "?room=public");
		expect(seen.body.items).toEqual([said.body]);
		expect(seen.headers.get("ETag")).toBe(`"chat-public-${FIRST_PUBLIC}"`);
		const found = await ask("GET", said.headers.get("Location") ?? "");
		expect(found.body.items).toEqual([said.body]);
	});
});

describe("a private game", () => {
	test("has no chat and no messages for strangers", async () => {
		const table = await newGame({ visibility: "private" });
		await say(table, table.white, { text: "x" });
		await resign(table);
		for (const as of [guest, null]) {
			for (const query of ["", "?room=public"]) expect((await read(table, as, query)).status).toBe(404);
		}
		for (const room of ["players", "public"]) expect((await say(table, guest, { text: "x", room })).status).toBe(404);
		expect((await ask("POST", chatOf(table, "/1/report"), { as: guest })).status).toBe(404);
		expect((await say(table, table.black, { text: "x", room: "public" })).status).toBe(201);
	});
});

describe("limits and blocks", () => {
	test("ten a minute, two hundred a day, and Retry-After", async () => {
		const table = await newGame();
		const usual = { env: { RATE_LIMITS: "" } };
		for (let sent = 0; sent < 10; sent += 1) {
			expect((await say(table, table.white, { text: "x" }, usual)).status).toBe(201);
		}
		const full = await say(table, table.white, { text: "x" }, usual);
		expect([full.status, full.body.code]).toEqual([429, "ERR_LIMIT"]);
		expect(Number(full.headers.get("Retry-After"))).toBeGreaterThan(50);
		expect(full.headers.get("RateLimit")).toMatch(/^"chat-minute";r=0;t=\d+, "chat-day";r=190;t=\d+$/);
		expect((await say(table, table.black, { text: "x" }, usual)).status).toBe(201);
	});

	test("who is blocked is told that it is not possible", async () => {
		const table = await newGame();
		await insertBlock(env.DB, table.white.id, table.black.id, Date.now());
		const refused = await say(table, table.black, { text: "x" });
		expect([refused.status, refused.body.code]).toEqual([403, "ERR_BLOCKED"]);
		expect((await say(table, table.white, { text: "x" })).status).toBe(201);
	});
});

describe("Idempotency-Key", () => {
	test("a message sent twice is one, before every other check; 403 and 429 are not kept", async () => {
		const table = await newGame();
		const headers = { "Idempotency-Key": '"k"' };
		const first = await say(table, table.white, { text: "once" }, { headers });
		const again = await say(table, table.white, { text: "once" }, { headers, env: { RATE_LIMITS: "*=0/60" } });
		expect([again.status, again.text, again.headers.get("Location")]).toEqual([
			201,
			first.text,
			first.headers.get("Location"),
		]);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		for (const body of [{ text: "other" }, { text: "" }, { wrong: 1 }]) {
			expect((await say(table, table.white, body, { headers })).body.code).toBe("ERR_KEY_REUSED");
		}
		expect((await read(table, table.black)).body.items).toHaveLength(1);
		const full = await say(table, table.black, { text: "x" }, { headers, env: { RATE_LIMITS: "*=0/60" } });
		expect(full.status).toBe(429);
		expect((await say(table, table.black, { text: "x" }, { headers })).status).toBe(201);
		const closed = { "Idempotency-Key": "closed" };
		const body = { text: "x", room: "public" };
		for (const replayed of [null, "true"]) {
			const answer = await say(table, table.white, body, { headers: closed });
			expect([answer.status, answer.headers.get("Idempotency-Replayed")]).toEqual([409, replayed]);
		}
	});
});

describe("reports", () => {
	test("keep the text as it stood, once for each message and reporter", async () => {
		const table = await newGame();
		await say(table, table.white, { text: "rude" });
		const report = (as: Person | null, number: string | number, body?: unknown) =>
			ask("POST", chatOf(table, `/${number}/report`), { as, ...(body === undefined ? {} : { body }) });
		const first = await report(table.black, 1, { reason: " insult " });
		expect([first.status, first.body]).toEqual([201, { id: expect.any(String), message: 1, at: expect.any(String) }]);
		const again = await report(table.black, 1, { reason: "other" });
		expect([again.status, again.body]).toEqual([200, first.body]);
		const { results } = await env.DB.prepare("SELECT * FROM reports WHERE game = ?").bind(table.id).all();
		expect(results).toMatchObject([
			{ message: "1", reporter: table.black.id, about: table.white.id, text: "rude", reason: "insult" },
		]);
		expect((await report(table.black, 1)).status).toBe(200);
		expect((await report(table.black, 1, { reason: "x".repeat(501) })).body.code).toBe("ERR_INVALID");
		expect((await report(guest, 1)).body.code).toBe("ERR_NOT_A_PLAYER");
		expect((await report(null, 1)).status).toBe(401);
		for (const number of [2, 0, "x", "1e0", "99999999999", `${FIRST_PUBLIC}`, "%00"]) {
			expect((await report(table.black, number)).status, String(number)).toBe(404);
		}
		await resign(table);
		const open = await say(table, table.white, { text: "for all to see", room: "public" });
		expect((await report(guest, open.body.id)).status).toBe(201);
	});
});
