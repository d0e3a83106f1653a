/** Signing in by link and code, sessions, tokens, the account, over HTTP. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { signInCode, signInToken } from "../../src/account/sign-in.ts";
import { ask, codeFor, cookieOf, signIn, signInIdFor, signUp, tokenOf } from "./client.ts";

const HOUR = 3_600_000;

async function tokenFor(email: string): Promise<string> {
	return signInToken(env.SECRET, await signInIdFor(email));
}

describe("signing in", () => {
	test("a link signs in once, makes the account, and is not used up by a failure", async () => {
		const taken = await signUp();
		const email = "link@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const token = await tokenFor(email);
		const refused = await ask("POST", "/v1/session/confirm", { body: { token, name: taken.name.toUpperCase() } });
		expect([refused.status, refused.body.code]).toEqual([409, "ERR_NAME_TAKEN"]);
		const confirmed = await ask("POST", "/v1/session/confirm", { body: { token, name: "Link-1" } });
		expect([confirmed.status, confirmed.body.player.name]).toEqual([200, "Link-1"]);
		expect(confirmed.headers.get("Set-Cookie")).toMatch(
			/^session=.+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
		);
		const again = await ask("POST", "/v1/session/confirm", { body: { token } });
		expect([again.status, again.body.code]).toEqual([401, "ERR_SIGN_IN"]);
		expect(again.headers.get("WWW-Authenticate")).toContain("Bearer");
	});

	test("over https the cookie is bound to the host", async () => {
		const email = "secure@example.com";
		const secure = { env: { ORIGIN: "https://hive.test" } };
		await ask("POST", "/v1/session", { body: { email }, ...secure });
		const body = { token: await tokenFor(email) };
		const confirmed = await ask("POST", "/v1/session/confirm", { body, ...secure });
		expect(confirmed.headers.get("Set-Cookie")).toMatch(/^__Host-session=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
		expect(confirmed.headers.get("Strict-Transport-Security")).not.toBeNull();
	});

	test("addresses are the same whatever their case, and a name is made up for whoever gives none", async () => {
		const first = await signIn("Mixed.Case@Example.com");
		expect(first.name).toMatch(/^[a-z]+-[0-9a-z]{5}$/);
		const second = await signIn("mixed.case@example.com");
		expect(second.id).toBe(first.id);
		const me = await ask("GET", "/v1/me", { as: second });
		expect(me.body).toMatchObject({ email: "Mixed.Case@Example.com", name: first.name, locale: "en", timeZone: "UTC" });
	});

	test("a new account takes language and time zone from the request", async () => {
		const email = "zoned@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const body = { token: await tokenFor(email), timeZone: "Europe/Berlin" };
		const cookie = cookieOf(await ask("POST", "/v1/session/confirm", { body }));
		const me = await ask("GET", "/v1/me", { headers: { Cookie: `session=${cookie}` } });
		expect(me.body.timeZone).toBe("Europe/Berlin");
	});

	test("twenty confirmations at once of one link give one session and one account", async () => {
		const email = "race@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const token = await tokenFor(email);
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => ask("POST", "/v1/session/confirm", { body: { token } })),
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)]);
		const row = await env.DB.prepare("SELECT COUNT(*) AS n FROM players WHERE email = ?").bind(email).first();
		expect(row).toEqual({ n: 1 });
	});

	test("two links confirmed at once open two sessions of one account", async () => {
		const email = "twolinks@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const first = await tokenFor(email);
		await ask("POST", "/v1/session", { body: { email }, now: Date.now() + 1_000 });
		const second = await tokenFor(email);
		expect(second).not.toBe(first);
		const answers = await Promise.all(
			[first, second].map((token) => ask("POST", "/v1/session/confirm", { body: { token } })),
		);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(answers[0]?.body.player.id).toBe(answers[1]?.body.player.id);
	});

	test("after five wrong codes even the right one is refused, but the link still works", async () => {
		const email = "guess@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const right = await codeFor(email);
		const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
		for (let tries = 0; tries < 5; tries += 1) {
			const answer = await ask("POST", "/v1/session/confirm", { body: { email, code: wrong } });
			expect([answer.status, answer.body.code]).toEqual([401, "ERR_SIGN_IN"]);
		}
		expect((await ask("POST", "/v1/session/confirm", { body: { email, code: right } })).status).toBe(401);
		const token = await tokenFor(email);
		expect((await ask("POST", "/v1/session/confirm", { body: { token } })).status).toBe(200);
	});

	test("thirty guesses at once count as thirty", async () => {
		const email = "burst@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const right = await codeFor(email);
		const guesses = Array.from({ length: 30 }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, "0"));
		await Promise.all(guesses.map((code) => ask("POST", "/v1/session/confirm", { body: { email, code } })));
		expect((await ask("POST", "/v1/session/confirm", { body: { email, code: right } })).status).toBe(401);
	});

	test("a right code that fails for another reason is no guess", async () => {
		const taken = await signUp();
		const email = "patient@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const code = await codeFor(email);
		for (let tries = 0; tries < 7; tries += 1) {
			const answer = await ask("POST", "/v1/session/confirm", { body: { email, code, name: taken.name } });
			expect(answer.status).toBe(409);
		}
		expect((await ask("POST", "/v1/session/confirm", { body: { email, code: ` ${code} ` } })).status).toBe(200);
	});

	test("after fifteen minutes neither link nor code is good", async () => {
		const email = "late@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const now = Date.now() + 15 * 60_000 + 1;
		const token = await tokenFor(email);
		expect((await ask("POST", "/v1/session/confirm", { body: { token }, now })).status).toBe(401);
		const code = await codeFor(email);
		expect((await ask("POST", "/v1/session/confirm", { body: { email, code }, now })).status).toBe(401);
	});

	test("the answer to a request is the same for a known and an unknown address, and when it is limited", async () => {
		const known = await signUp();
		// A window that does not begin with a minute or an hour: what was counted before it is not in it.
		const limited = { env: { RATE_LIMITS: "sign-in-address=1/86399" } };
		const answers = [
			await ask("POST", "/v1/session", { body: { email: known.email } }),
			await ask("POST", "/v1/session", { body: { email: "nobody@example.com" } }),
			await ask("POST", "/v1/session", { body: { email: "nobody@example.com" }, ...limited }),
			await ask("POST", "/v1/session", { body: { email: "nobody@example.com" }, ...limited }),
		];
		expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
		expect(answers.map(({ headers }) => [...headers.keys()].join())).toEqual(
			Array(4).fill([...(answers[0]?.headers.keys() ?? [])].join()),
		);
		const rows = await env.DB.prepare("SELECT COUNT(*) AS n FROM sign_ins WHERE email = 'nobody@example.com'").first();
		expect(rows).toEqual({ n: 2 });
	});

	test("the mail's row holds neither token nor code", async () => {
		const email = "secretless@example.com";
		await ask("POST", "/v1/session", { body: { email } });
		const id = await signInIdFor(email);
		const row = await env.DB.prepare("SELECT * FROM deliveries WHERE id = ?").bind(`sign-in.${id}`).first();
		expect(row).toMatchObject({ kind: "sign-in", address: email, player: null });
		const text = JSON.stringify(row);
		expect(text).not.toContain(await signInToken(env.SECRET, id));
		expect(text).not.toContain(await signInCode(env.SECRET, id));
		expect(JSON.parse(String(row?.payload))).toMatchObject({ signIn: id, newcomer: true });
	});

	test.each([
		["no address", {}, "/email"],
		["a number", { email: 7 }, "/email"],
		["no at", { email: "example.com" }, "/email"],
		["two ats", { email: "a@b@example.com" }, "/email"],
		["no domain", { email: "a@localhost" }, "/email"],
		["a line break", { email: "a@example.com\r\nBcc: b@example.com" }, "/email"],
		["other letters", { email: "ä@example.com" }, "/email"],
		["far too long", { email: `${"a".repeat(300)}@example.com` }, "/email"],
		["a field too many", { email: "a@example.com", password: "x" }, "/password"],
	])("is no request to sign in: %s", async (_, body, pointer) => {
		const answer = await ask("POST", "/v1/session", { body });
		expect([answer.status, answer.body.code]).toEqual([422, "ERR_INVALID"]);
		expect(answer.body.errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer);
	});

	test.each([
		["nothing", {}],
		["a code without an address", { code: "123456" }],
		["an address without a code", { email: "a@example.com" }],
		["both ways at once", { token: "x", email: "a@example.com", code: "123456" }],
		["a name too short", { token: "x", name: "ab" }],
		["a name with a blank", { token: "x", name: "a b c" }],
		["a name in other letters", { token: "x", name: "jürgen" }],
		["a name too long", { token: "x", name: "a".repeat(21) }],
	])("is no confirmation: %s", async (_, body) => {
		expect((await ask("POST", "/v1/session/confirm", { body })).status).toBe(422);
	});

	test.each([["x"], ["0".repeat(46)], ["é".repeat(46)], ["0".repeat(200)]])("no such link: %s", async (token) => {
		expect((await ask("POST", "/v1/session/confirm", { body: { token } })).status).toBe(401);
	});
});

describe("sessions", () => {
	test("signing out ends the session at once, and can be done twice", async () => {
		const person = await signUp();
		const out = await ask("DELETE", "/v1/session", { as: person });
		expect(out.status).toBe(204);
		expect(out.headers.get("Set-Cookie")).toMatch(/^session=; Max-Age=0; Path=\//);
		// Or the way back would lead whoever comes next to what was looked at before.
		expect(out.headers.get("Clear-Site-Data")).toBe('"cache"');
		expect((await ask("GET", "/v1/me", { as: person })).status).toBe(401);
		expect((await ask("GET", "/v1/players/x1234", { as: person })).status).toBe(401);
		expect((await ask("DELETE", "/v1/session", { as: person })).status).toBe(204);
		expect((await ask("DELETE", "/v1/session")).status).toBe(204);
	});

	test("a token signs nobody out: that is the cookie's", async () => {
		const person = await signUp();
		const out = await ask("DELETE", "/v1/session", { as: await tokenOf(person, "account:write") });
		expect([out.status, out.body.code, out.headers.get("Set-Cookie")]).toEqual([403, "ERR_COOKIE_ONLY", null]);
	});

	test("a cookie is renewed once its hour is over, and ends after ninety days without use", async () => {
		const person = await signUp();
		const soon = await ask("GET", "/v1/me", { as: person, now: Date.now() + HOUR / 2 });
		expect(soon.headers.get("Set-Cookie")).toBeNull();
		const later = await ask("GET", "/v1/me", { as: person, now: Date.now() + 2 * HOUR });
		expect(later.status).toBe(200);
		expect(cookieOf(later)).not.toBe(person.cookie);
		const muchLater = Date.now() + 91 * 24 * HOUR;
		expect((await ask("GET", "/v1/me", { as: person, now: muchLater })).status).toBe(401);
	});

	test.each([["rubbish"], ["a.b.c"], [""]])("a cookie that is not ours is refused: %j", async (cookie) => {
		const answer = await ask("GET", "/v1/me", { headers: { Cookie: `session=${cookie}` } });
		expect([answer.status, answer.body.code]).toEqual([401, "ERR_UNAUTHENTICATED"]);
	});

	test("a cookie with another signature or algorithm is refused", async () => {
		const person = await signUp();
		const [head, payload, signature] = person.cookie.split(".");
		const none = btoa('{"alg":"none"}').replaceAll("=", "");
		const foreign = await signUp();
		for (const cookie of [
			`${head}.${payload}.${signature?.slice(0, -2)}xx`,
			`${none}.${payload}.`,
			`${head}.${payload}.${foreign.cookie.split(".")[2]}`,
		]) {
			expect((await ask("GET", "/v1/me", { headers: { Cookie: `session=${cookie}` } })).status).toBe(401);
		}
	});
});

describe("the account", () => {
	test("settings change one by one", async () => {
		const person = await signUp();
		await ask("PATCH", "/v1/me", { as: person, body: { timeZone: "america/sao_paulo" } });
		await ask("PATCH", "/v1/me", { as: person, body: { locale: "pt" } });
		const renamed = await ask("PATCH", "/v1/me", { as: person, body: { name: `New-${person.id.slice(0, 6)}` } });
		expect(renamed.body).toMatchObject({ locale: "pt", timeZone: "America/Sao_Paulo", email: person.email });
		const same = await ask("PATCH", "/v1/me", { as: person, body: { name: renamed.body.name.toLowerCase() } });
		expect(same.status).toBe(200);
		expect((await ask("PATCH", "/v1/me", { as: person })).body).toEqual(same.body);
	});

	test.each([
		["Europe/Kyiv", "Europe/Kyiv"],
		["Asia/Kolkata", "Asia/Kolkata"],
		["america/port-au-prince", "America/Port-au-Prince"],
		["Etc/UTC", "Etc/UTC"],
		["EST", "EST"],
	])("a zone keeps the name it was chosen by: %s", async (timeZone, kept) => {
		const answer = await ask("PATCH", "/v1/me", { as: await signUp(), body: { timeZone } });
		expect([answer.status, answer.body.timeZone]).toEqual([200, kept]);
	});

	test("a name of somebody else is refused in any case", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const answer = await ask("PATCH", "/v1/me", { as: one, body: { name: other.name.toUpperCase() } });
		expect([answer.status, answer.body.code]).toEqual([409, "ERR_NAME_TAKEN"]);
	});

	test.each([
		["an unknown zone", { timeZone: "Mars/Olympus" }, "/timeZone"],
		["an offset", { timeZone: "+02:00" }, "/timeZone"],
		["an unknown language", { locale: "xx" }, "/locale"],
		["a name that is none", { name: "../x" }, "/name"],
		["the address", { email: "b@example.com" }, "/email"],
	])("is refused: %s", async (_, body, pointer) => {
		const answer = await ask("PATCH", "/v1/me", { as: await signUp(), body });
		expect(answer.status).toBe(422);
		expect(answer.body.errors[0].pointer).toBe(pointer);
	});

	test("a profile is found by name in any case and tells no address", async () => {
		const person = await signUp();
		const profile = await ask("GET", `/v1/players/${person.name.toUpperCase()}`);
		expect(profile.body).toMatchObject({ id: person.id, record: { won: 0, lost: 0, drawn: 0, active: 0 } });
		expect(profile.text).not.toContain("example.com");
		expect((await ask("GET", "/v1/players/nobody-at-all")).status).toBe(404);
	});
});

describe("tokens", () => {
	test("a token is shown once, acts by its scopes, and is revoked at once", async () => {
		const person = await signUp();
		const body = { name: "bot", scopes: ["account:read"] };
		const made = await ask("POST", "/v1/me/tokens", { as: person, body });
		expect(made.status).toBe(201);
		expect(made.body.token).toMatch(/^hp_[0-9a-z]{40}$/);
		expect(made.headers.get("Location")).toBe(`/v1/me/tokens/${made.body.id}`);
		const stored = await env.DB.prepare("SELECT * FROM api_tokens WHERE id = ?").bind(made.body.id).first();
		expect(JSON.stringify(stored)).not.toContain(made.body.token);
		expect((await ask("GET", "/v1/me", { as: made.body.token })).body.id).toBe(person.id);
		const lacking = await ask("PATCH", "/v1/me", { as: made.body.token, body: {} });
		expect([lacking.status, lacking.body.code]).toEqual([403, "ERR_SCOPE"]);
		expect(lacking.headers.get("WWW-Authenticate")).toContain('error="insufficient_scope"');
		const list = await ask("GET", "/v1/me/tokens", { as: person });
		expect(list.body.items).toHaveLength(1);
		expect(list.body.items[0].lastUsedAt).not.toBeNull();
		expect(list.text).not.toContain(made.body.token);
		expect((await ask("DELETE", `/v1/me/tokens/${made.body.id}`, { as: person })).status).toBe(204);
		expect((await ask("DELETE", `/v1/me/tokens/${made.body.id}`, { as: person })).status).toBe(404);
		const revoked = await ask("GET", "/v1/me", { as: made.body.token });
		expect([revoked.status, revoked.headers.get("WWW-Authenticate")]).toEqual([
			401,
			'Bearer realm="hivepost", error="invalid_token"',
		]);
	});

	test("no token handles tokens, and nobody revokes those of others", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const token = await tokenOf(one, "account:read", "account:write");
		for (const [method, path] of [
			["GET", "/v1/me/tokens"],
			["POST", "/v1/me/tokens"],
			["DELETE", "/v1/me/tokens/x"],
		] as const) {
			const answer = await ask(method, path, { as: token });
			expect([answer.status, answer.body.code]).toEqual([403, "ERR_COOKIE_ONLY"]);
		}
		const list = await ask("GET", "/v1/me/tokens", { as: one });
		expect((await ask("DELETE", `/v1/me/tokens/${list.body.items[0].id}`, { as: other })).status).toBe(404);
	});

	test("a token ends when it was said to", async () => {
		const person = await signUp();
		const expiresAt = new Date(Date.now() + HOUR).toISOString();
		const made = await ask("POST", "/v1/me/tokens", {
			as: person,
			body: { name: "x", scopes: ["account:read"], expiresAt },
		});
		expect(made.body.expiresAt).toBe(expiresAt);
		expect((await ask("GET", "/v1/me", { as: made.body.token })).status).toBe(200);
		expect((await ask("GET", "/v1/me", { as: made.body.token, now: Date.now() + 2 * HOUR })).status).toBe(401);
	});

	test.each([
		["no scopes", { name: "x", scopes: [] }, "/scopes"],
		["an unknown scope", { name: "x", scopes: ["admin"] }, "/scopes/0"],
		["no name", { name: " ", scopes: ["account:read"] }, "/name"],
		["a past end", { name: "x", scopes: ["account:read"], expiresAt: "2020-01-01T00:00:00Z" }, "/expiresAt"],
		["an end that is none", { name: "x", scopes: ["account:read"], expiresAt: "soon" }, "/expiresAt"],
	])("is refused: %s", async (_, body, pointer) => {
		const answer = await ask("POST", "/v1/me/tokens", { as: await signUp(), body });
		expect(answer.status).toBe(422);
		expect(answer.body.errors[0].pointer).toBe(pointer);
	});

	test("the list goes on page by page, with equal instants too, and a changed cursor is refused", async () => {
		const person = await signUp();
		const now = Date.now();
		for (let n = 0; n < 5; n += 1) {
			await ask("POST", "/v1/me/tokens", { as: person, body: { name: `t${n}`, scopes: ["games:read"] }, now });
		}
		const names: string[] = [];
		let path = "/v1/me/tokens?limit=2";
		for (;;) {
			const page = await ask("GET", path, { as: person });
			names.push(...page.body.items.map((one: { name: string }) => one.name));
			if (page.body.next === null) break;
			expect(page.headers.get("Link")).toContain('rel="next"');
			path = `/v1/me/tokens?limit=2&cursor=${page.body.next}`;
			const tampered = path.replace(/cursor=./, "cursor=X");
			expect((await ask("GET", tampered, { as: person })).body.code).toBe("ERR_BAD_CURSOR");
		}
		expect(names.toSorted()).toEqual(["t0", "t1", "t2", "t3", "t4"]);
		const other = await signUp();
		const cursor = (await ask("GET", "/v1/me/tokens?limit=2", { as: person })).body.next;
		expect((await ask("GET", `/v1/me/tokens?cursor=${cursor}`, { as: other })).status).toBe(400);
	});
});
