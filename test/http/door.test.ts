/** What every request passes: bad input in all its forms, foreign origins, CORS, failing bindings, the document itself. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { PROBLEMS } from "../../src/http/problem.ts";
import { ask, newGame, ORIGIN, signUp, type Table, TERMS, tokenOf } from "./client.ts";
import { theDocument } from "./conformance.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

describe("bodies", () => {
	const bodies: readonly (readonly [name: string, raw: BodyInit, type: string | null, status: number, code: string])[] =
		[
			["broken JSON", "{bad", "application/json", 400, "ERR_BAD_JSON"],
			["null", "null", "application/json", 400, "ERR_BAD_JSON"],
			["an array", "[]", "application/json", 400, "ERR_BAD_JSON"],
			["a text", '"move"', "application/json", 400, "ERR_BAD_JSON"],
			["blanks", "   ", "application/json", 400, "ERR_BAD_JSON"],
			["two objects", "{}{}", "application/json", 400, "ERR_BAD_JSON"],
			["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "application/json", 400, "ERR_BAD_JSON"],
			["deep nesting", "[".repeat(30_000), "application/json", 400, "ERR_BAD_JSON"],
			["nothing", "", "application/json", 422, "ERR_INVALID"],
			["the prototype", '{"__proto__":{"move":"wS1"}}', "application/json", 422, "ERR_INVALID"],
			["plain text", '{"move":"wS1"}', "text/plain", 415, "ERR_MEDIA_TYPE"],
			["a form", "move=wS1", "application/x-www-form-urlencoded", 415, "ERR_MEDIA_TYPE"],
			["another charset", '{"move":"wS1"}', "application/json; charset=utf-16", 415, "ERR_MEDIA_TYPE"],
			["no type", new Uint8Array([0x7b, 0x7d]), null, 415, "ERR_MEDIA_TYPE"],
			["a megabyte", `{"move":"${"x".repeat(1_000_000)}"}`, "application/json", 413, "ERR_TOO_LARGE"],
		];
	test("each is a problem document, and the game is unchanged", async () => {
		const table = await newGame();
		for (const [name, raw, type, status, code] of bodies) {
			const headers = type === null ? {} : { "Content-Type": type };
			const answer = await ask("POST", `/v1/games/${table.id}/moves`, { as: table.white, raw, headers });
			expect([name, answer.status, answer.body.code]).toEqual([name, status, code]);
			expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
			expect(answer.body).toMatchObject({ type: `${ORIGIN}/docs#${code}`, status, title: expect.any(String) });
		}
		expect((await ask("GET", `/v1/games/${table.id}`)).body.seq).toBe(1);
	});

	test("a megabyte without Content-Length is refused before it has all come", async () => {
		let pulled = 0;
		const raw = new ReadableStream<Uint8Array>({
			pull(controller) {
				pulled += 1;
				if (pulled > 1_000) controller.close();
				else controller.enqueue(new TextEncoder().encode("x".repeat(16_384)));
			},
		});
		const answer = await ask("POST", "/v1/positions", { raw, headers: JSON_TYPE });
		expect(answer.status).toBe(413);
		expect(pulled).toBeLessThan(100);
	});

	test("the charset may be named, and a POST without a body is {}", async () => {
		const answer = await ask("POST", "/v1/positions", {
			raw: '{"game":"Base"}',
			headers: { "Content-Type": "Application/JSON; Charset=UTF-8" },
		});
		expect(answer.status).toBe(200);
		const table = await newGame();
		expect((await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white })).status).toBe(200);
	});
});

describe("paths and methods", () => {
	test.each([
		["/v1/nothing", 404, "ERR_NOT_FOUND"],
		["/", 404, "ERR_NOT_FOUND"],
		["/v1/games/%zz", 400, "ERR_BAD_PATH"],
		["/v1/players/%e4", 400, "ERR_BAD_PATH"],
		["/v1/players/%", 400, "ERR_BAD_PATH"],
		[`/v1/players/${"x".repeat(5_000)}`, 400, "ERR_BAD_PATH"],
		["/v1/players/%00", 404, "ERR_NOT_FOUND"],
		["/v1/players/'%20OR%201=1--", 404, "ERR_NOT_FOUND"],
		["/v1/challenges/%F0%9F%90%9D", 404, "ERR_NOT_FOUND"],
		["/v1/games/x/moves/x", 404, "ERR_NOT_FOUND"],
		["/v1/me/", 404, "ERR_NOT_FOUND"],
		["/v1/games/x/", 404, "ERR_NOT_FOUND"],
		["/v1/challenges?limit=1e1", 422, "ERR_INVALID"],
		["/v1/challenges?limit=", 422, "ERR_INVALID"],
		["/v1/games/x/board.svg?ply=", 422, "ERR_INVALID"],
		["/v1/games/x/events?after=1e1", 422, "ERR_INVALID"],
		["/v1/games/x/events?cursor=zz", 400, "ERR_BAD_CURSOR"],
		["/v1/games/x/events?cursor=", 400, "ERR_BAD_CURSOR"],
	])("GET %s", async (path, status, code) => {
		const answer = await ask("GET", path);
		expect([answer.status, answer.body.code]).toEqual([status, code]);
	});

	test.each([
		["DELETE", "/v1/games/x", "GET, HEAD"],
		["PUT", "/v1/me", "DELETE, GET, HEAD, PATCH"],
		["GET", "/v1/games/x/moves", "POST"],
		["POST", "/healthz", "GET, HEAD"],
		["POST", "/openapi.json", "GET, HEAD"],
		["PROPFIND", "/v1/session", "DELETE, POST"],
	])("%s %s is 405 and says what can be done", async (method, path, allow) => {
		const answer = await ask(method, path);
		expect([answer.status, answer.body.code, answer.headers.get("Allow")]).toEqual([405, "ERR_METHOD", allow]);
	});

	test("answers are not sniffed, and kept by nobody unless they say so", async () => {
		const answer = await ask("GET", "/v1/challenges");
		expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
	});
});

describe("other sites", () => {
	const foreign: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
		["another origin", { Origin: "https://evil.example" }],
		["no origin to speak of", { Origin: "null" }],
		["another port", { Origin: "http://localhost:9999" }],
		["another scheme", { Origin: "https://localhost:8787" }],
		["a name that begins alike", { Origin: "http://localhost:8787.evil.example" }],
		["cross-site by the browser's word", { "Sec-Fetch-Site": "cross-site" }],
		["a sibling by the browser's word", { "Sec-Fetch-Site": "same-site" }],
		["both, one of them foreign", { Origin: ORIGIN, "Sec-Fetch-Site": "cross-site" }],
	];
	let table: Table;
	beforeAll(async () => {
		table = await newGame();
	});

	test.each(foreign)("may not write with the cookie, nor sign in: %s", async (_, headers) => {
		const writes = [
			ask("POST", `/v1/games/${table.id}/moves`, { as: table.white, body: { move: "wS1" }, headers }),
			ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white, headers }),
			ask("PATCH", "/v1/me", { as: table.white, body: { locale: "de" }, headers }),
			ask("POST", "/v1/challenges", { as: table.white, body: TERMS, headers }),
			ask("DELETE", "/v1/session", { as: table.white, headers }),
			ask("POST", "/v1/session", { body: { email: "csrf@example.com" }, headers }),
			ask("POST", "/v1/session/confirm", { body: { token: "x" }, headers }),
		];
		const answers = await Promise.all(writes);
		expect(answers.map(({ body, status }) => `${status} ${body.code}`)).toEqual(
			Array(7).fill("403 ERR_FOREIGN_ORIGIN"),
		);
		const seen = await ask("GET", `/v1/games/${table.id}`, { as: table.white, headers });
		expect([seen.status, seen.body.seq]).toEqual([200, 1]);
	});

	test("a cross-site form with text/plain reaches nothing", async () => {
		const raw = '{"move":"wS1","x":"="}';
		const answer = await ask("POST", `/v1/games/${table.id}/moves`, {
			as: table.white,
			raw,
			headers: { "Content-Type": "text/plain", Origin: "https://evil.example" },
		});
		expect(answer.status).toBe(403);
		const sameSite = await ask("POST", `/v1/games/${table.id}/moves`, {
			as: table.white,
			raw,
			headers: { "Content-Type": "text/plain" },
		});
		expect(sameSite.status).toBe(415);
	});

	test.each([
		["our own page", { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" }],
		["the same place by its other name", { Origin: "http://127.0.0.1:8787" }],
		["typed into the address bar", { "Sec-Fetch-Site": "none" }],
		["a program", {}],
	])("may write with the cookie: %s", async (_, headers) => {
		const answer = await ask("PATCH", "/v1/me", { as: await signUp(), body: {}, headers });
		expect(answer.status).toBe(200);
	});

	test("a token works from anywhere, and CORS says so without credentials", async () => {
		const token = await tokenOf(await signUp(), "account:write");
		const headers = { Origin: "https://bot.example", "Sec-Fetch-Site": "cross-site" };
		const answer = await ask("PATCH", "/v1/me", { as: token, body: {}, headers });
		expect(answer.status).toBe(200);
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(answer.headers.get("Access-Control-Allow-Credentials")).toBeNull();
		const preflight = await ask("OPTIONS", "/v1/games/x/moves", {
			headers: { Origin: "https://bot.example", "Access-Control-Request-Method": "POST" },
		});
		expect(preflight.status).toBe(204);
		expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
		const withCookie = await ask("GET", "/v1/me", { as: await signUp(), headers: { Origin: "https://bot.example" } });
		expect(withCookie.headers.get("Access-Control-Allow-Origin")).toBeNull();
	});

	test.each([["Basic dXNlcjpwYXNz"], ["Bearer"], ["Bearer x"], ["hp_x"], [`Bearer hp_${"0".repeat(40)}`]])(
		"is no token: %s",
		async (Authorization) => {
			for (const path of [`/v1/games/${table.id}`, "/v1/me", `/v1/players/${table.white.name}`, "/v1/challenges"]) {
				const answer = await ask("GET", path, { headers: { Authorization } });
				expect([answer.status, answer.body.code]).toEqual([401, "ERR_UNAUTHENTICATED"]);
				expect(answer.headers.get("WWW-Authenticate")).toContain("Bearer");
			}
		},
	);

	test("session and token of an account that is gone are no good", async () => {
		const person = await signUp();
		const token = await tokenOf(person, "games:read");
		await env.DB.batch([
			env.DB.prepare("DELETE FROM sessions WHERE player = ?").bind(person.id),
			env.DB.prepare("DELETE FROM api_tokens WHERE player = ?").bind(person.id),
			env.DB.prepare("DELETE FROM players WHERE id = ?").bind(person.id),
		]);
		for (const as of [person, token]) {
			const answer = await ask("GET", "/v1/challenges", { as });
			expect([answer.status, answer.body.code]).toEqual([401, "ERR_UNAUTHENTICATED"]);
		}
	});
});

describe("when something fails", () => {
	const failing = (message: string) => {
		const fail = () => Promise.reject(new Error(message));
		const statement = { bind: () => statement, first: fail, all: fail, run: fail, raw: fail };
		return { prepare: () => statement, batch: fail } as unknown as D1Database;
	};
	const down = { DB: failing("D1_ERROR: Network connection lost.") };

	test("with D1 down signed-in players go on playing, and everything else says 503", async () => {
		const table = await newGame();
		const path = `/v1/games/${table.id}`;
		const token = await tokenOf(table.white, "games:play");
		const played = await ask("POST", `${path}/moves`, { as: table.white, body: { move: "wS1" }, env: down });
		expect([played.status, played.body.white.player.name]).toEqual([201, table.white.name]);
		const seen = await ask("GET", path, { as: table.black, env: down });
		expect([seen.status, seen.body.you, seen.body.black.player.name]).toEqual([
			200,
			expect.objectContaining({ seat: "black" }),
			table.black.name,
		]);
		for (const [method, where, body] of [
			["GET", "/v1/me", undefined],
			["GET", "/v1/me/games", undefined],
			["GET", "/v1/challenges", undefined],
			["POST", "/v1/challenges", TERMS],
			["GET", `/v1/players/${table.white.name}`, undefined],
		] as const) {
			const answer = await ask(method, where, { as: table.white, ...(body ? { body } : {}), env: down });
			expect([where, answer.status, answer.body.code]).toEqual([where, 503, "ERR_UNAVAILABLE"]);
			expect(answer.headers.get("Retry-After")).toBe("5");
		}
		expect((await ask("POST", `${path}/moves`, { as: token, body: { move: "x" }, env: down })).status).toBe(503);
		expect((await ask("POST", "/v1/session", { body: { email: "a@example.com" }, env: down })).status).toBe(503);
		expect((await ask("GET", "/healthz", { env: down })).body).toEqual({ status: "ok", database: "unreachable" });
	});

	test("names are those the game remembers when nobody else knows them", async () => {
		const table = await newGame();
		const now = Date.now() + 5 * 60_000;
		const fresh = await import("../../src/http/names.ts");
		for (const { id } of [table.white, table.black]) fresh.forgetName(id);
		const seen = await ask("GET", `/v1/games/${table.id}`, { env: down, now });
		expect(seen.body.white.player.name).toBe(table.white.name);
		for (const { id } of [table.white, table.black]) fresh.forgetName(id);
		const played = await ask("POST", `/v1/games/${table.id}/moves`, {
			as: table.white,
			body: { move: "wS1" },
			env: down,
			now,
		});
		expect(played.body.black.player.name).toBe(table.black.name);
	});

	test("a session up to a day old still plays while D1 is down, an older one does not", async () => {
		const table = await newGame();
		const at = (hours: number) =>
			ask("GET", `/v1/games/${table.id}`, { as: table.white, env: down, now: Date.now() + hours * 3_600_000 });
		expect((await at(23)).body.you).toMatchObject({ seat: "white" });
		expect((await at(25)).status).toBe(503);
	});

	test("a mistake of ours is 500, says nothing, and is logged in one line", async () => {
		const lines: unknown[] = [];
		const { error } = console;
		console.error = (line: unknown) => lines.push(line);
		const answer = await ask("GET", "/v1/challenges", {
			env: { DB: failing("D1_ERROR: no such column: secret: SQLITE_ERROR") },
		});
		console.error = error;
		expect([answer.status, answer.body.code]).toEqual([500, "ERR_INTERNAL"]);
		expect(answer.text).not.toContain("secret");
		expect(lines).toHaveLength(1);
		expect(JSON.parse(String(lines[0]))).toMatchObject({
			level: "error",
			path: "/v1/challenges",
			stack: expect.any(String),
		});
	});

	test("reading a game tries again when the object was not to be reached", async () => {
		const table = await newGame();
		let tries = 0;
		const GAME = {
			getByName: (id: string) => {
				tries += 1;
				if (tries < 3)
					return { look: () => Promise.reject(Object.assign(new Error("Durable Object reset"), { retryable: true })) };
				return env.GAME.getByName(id);
			},
		} as unknown as typeof env.GAME;
		expect((await ask("GET", `/v1/games/${table.id}`, { env: { GAME } })).status).toBe(200);
		tries = -10;
		expect((await ask("GET", `/v1/games/${table.id}`, { env: { GAME } })).status).toBe(503);
	});
});

describe("the document", () => {
	test("it is OpenAPI 3.1 and knows every operation by a name, a tag and its refusals", () => {
		const document = theDocument() as unknown as Record<string, unknown>;
		expect(document.openapi).toBe("3.1.0");
		const operations = Object.values(theDocument().paths).flatMap((path) => Object.values(path)) as unknown as {
			operationId: string;
			tags: string[];
			summary: string;
			security: unknown[];
			responses: Record<string, unknown>;
		}[];
		expect(operations.length).toBeGreaterThan(20);
		expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length);
		for (const one of operations) {
			expect(one.tags).toHaveLength(1);
			expect(one.summary).toBeTruthy();
			// A WebSocket's success is 101.
			expect(Object.keys(one.responses).some((status) => /^[12]/.test(status))).toBe(true);
			expect(one.responses).toHaveProperty("500");
		}
		expect(JSON.stringify(document)).toContain('"securitySchemes"');
	});

	test("every code of the table is some route's, or the door's", () => {
		const text = JSON.stringify(theDocument());
		const door = ["ERR_METHOD"];
		const missing = Object.keys(PROBLEMS).filter((code) => !text.includes(`\`${code}\``) && !door.includes(code));
		expect(missing).toEqual([]);
	});

	test("it is served, and so are health and security.txt", async () => {
		expect((await ask("GET", "/openapi.json")).body).toEqual(theDocument());
		expect((await ask("GET", "/healthz")).body).toEqual({ status: "ok", database: "ok" });
		const security = await ask("GET", "/.well-known/security.txt");
		expect(security.text).toMatch(/^Contact: mailto:play@localhost\nExpires: 20\d\d-/);
	});

	test("the Worker itself answers with it", async () => {
		const response = await exports.default.fetch(`${ORIGIN}/v1/nothing`);
		expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, "ERR_NOT_FOUND"]);
	});
});
