/** The parts of an account by themselves: addresses, names, limits, codes, sessions, what is forgotten in time. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { parseAddress } from "../../src/account/address.ts";
import { countAgainst, countHere, LIMITS, limitOf } from "../../src/account/limits.ts";
import { makeName, NAME_PATTERN } from "../../src/account/name.ts";
import { purge } from "../../src/account/purge.ts";
import { checkSession, makeSessionToken, readSessionToken, SESSION_LIFE } from "../../src/account/session.ts";
import { parseTimeZone } from "../../src/account/settings.ts";
import { openSession, requestSignIn, signInCode, signInToken } from "../../src/account/sign-in.ts";
import { addressState } from "../../src/db/bounces.ts";
import { insertDelivery, keepDeadLetter } from "../../src/db/deliveries.ts";
import { claimKey, keepAnswer, releaseKey } from "../../src/db/idempotency.ts";
import { namesOf, playersById } from "../../src/db/players.ts";
import { silence } from "../../src/db/silenced.ts";
import { randomText } from "../../src/keys.ts";

const HOUR = 3_600_000;
const NEWCOMER = { name: null, locale: "en", timeZone: "UTC" };

async function open(email: string, now: number, newcomer = NEWCOMER) {
	const opened = await openSession(env.DB, { email, id: `test-${randomText(12)}`, newcomer, now, also: [] });
	if (!opened.ok) throw new Error(opened.error);
	return opened.value;
}

describe("addresses", () => {
	test.each([
		["a@example.com", "a@example.com"],
		["  a@example.com\n", "a@example.com"],
		["First.Last+tag@Sub.Example.co.uk", "First.Last+tag@Sub.Example.co.uk"],
		["o'neill@example.com", "o'neill@example.com"],
		["a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"],
		["", null],
		["a", null],
		["@example.com", null],
		["a@", null],
		["a@b@example.com", null],
		[".a@example.com", null],
		["a.@example.com", null],
		["a..b@example.com", null],
		["a b@example.com", null],
		["a@example", null],
		["a@-example.com", null],
		["a@example-.com", null],
		["a@exa mple.com", null],
		["a@example..com", null],
		["a@127.0.0.1", null],
		["a@[127.0.0.1]", null],
		['"a b"@example.com', null],
		["a,b@example.com", null],
		["a@example.com,b@example.com", null],
		["a@example.com>", null],
		["a\u0000@example.com", null],
		["jürgen@example.com", null],
		["a@exämple.com", null],
		[`${"a".repeat(65)}@example.com`, null],
		[`a@${"b".repeat(64)}.com`, null],
		[`a@${"bbbbbbbb.".repeat(30)}com`, null],
	])("%j is read as %j", (text, address) => {
		expect(parseAddress(text)).toBe(address);
	});
});

test("made-up names are possible names", () => {
	for (let n = 0; n < 50; n += 1) expect(makeName(randomText(8))).toMatch(NAME_PATTERN);
});

test.each([
	["Europe/Berlin", "Europe/Berlin"],
	["europe/berlin", "Europe/Berlin"],
	["UTC", "UTC"],
	["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
	["+01:00", null],
	["Nowhere/City", null],
	["", null],
	["x".repeat(70), null],
])("the time zone %j is %j", (text, zone) => {
	const parsed = parseTimeZone(text);
	// The runtime may prefer another spelling of the same zone.
	if (zone === null) expect(parsed).toBeNull();
	else expect(parsed?.split("/").at(-1)).toBe(zone.split("/").at(-1));
});

describe("limits", () => {
	test.each([
		[undefined, LIMITS["sign-in-ip"]],
		["", LIMITS["sign-in-ip"]],
		["sign-in-ip=5/60", { count: 5, seconds: 60 }],
		[" sign-in-ip = 5 / 60 , other=1/1", { count: 5, seconds: 60 }],
		["*=9/9", { count: 9, seconds: 9 }],
		["*=9/9,sign-in-ip=5/60", { count: 5, seconds: 60 }],
		["sign-in-ip=5/60,*=9/9", { count: 5, seconds: 60 }],
		["sign-in-ip=many/day", LIMITS["sign-in-ip"]],
		["sign-in-ip=5/0", { count: 5, seconds: 1 }],
	])("the configuration %j", (configuration, limit) => {
		expect(limitOf("sign-in-ip", configuration)).toEqual(limit);
	});

	test("a window takes as many as it may, each subject its own, and the next window begins anew", async () => {
		const now = 1_800_000_000_000;
		const count = (subject: string, at: number) =>
			countAgainst(env.DB, "token-player=2/60", "token-player", subject, at);
		const seen = [await count("a", now), await count("a", now + 1), await count("a", now + 59_999)];
		expect(seen.map(({ allowed, remaining, reset }) => [allowed, remaining, reset])).toEqual([
			[true, 1, 60],
			[true, 0, 60],
			[false, 0, 1],
		]);
		expect((await count("b", now)).allowed).toBe(true);
		expect((await count("a", now + 60_000)).allowed).toBe(true);
	});

	test("of many at once exactly as many pass as may", async () => {
		const counts = await Promise.all(
			Array.from({ length: 20 }, () =>
				countAgainst(env.DB, "token-player=7/60", "token-player", "crowd", 1_800_000_000_000),
			),
		);
		expect(counts.filter(({ allowed }) => allowed)).toHaveLength(7);
	});

	test("what is counted here alone works alike", () => {
		const allowed = [0, 1, 2, 60_000].map(
			(ms) => countHere("position-ip=2/60", "position-ip", "x", 1_800_000_000_000 + ms).allowed,
		);
		expect(allowed).toEqual([true, true, false, true]);
	});
});

describe("link and code", () => {
	test("they depend on the request and on the secret, and on nothing else", async () => {
		expect(await signInToken("s", "id")).toBe(await signInToken("s", "id"));
		expect(await signInToken("s", "id")).not.toBe(await signInToken("t", "id"));
		expect(await signInToken("s", "id")).not.toBe(await signInToken("s", "ie"));
		const codes = await Promise.all(Array.from({ length: 300 }, (_, n) => signInCode("s", `id${n}`)));
		for (const code of codes) expect(code).toMatch(/^\d{6}$/);
		expect(new Set(codes).size).toBeGreaterThan(295);
		// Every digit comes at every place: the numbers are not all small.
		expect(new Set(codes.map((code) => code[0])).size).toBe(10);
	});
});

describe("sessions", () => {
	const now = 1_800_000_000_000;
	const down = {
		prepare: () => {
			throw new Error("D1_ERROR: down");
		},
	} as unknown as D1Database;

	test("a cookie says whose it is, to us alone, until it runs out", async () => {
		const { session } = await open("cookie@example.com", now);
		const token = await makeSessionToken("secret", session);
		expect(await readSessionToken("secret", token, now)).toEqual(session);
		expect(await readSessionToken("other", token, now)).toBeNull();
		expect(await readSessionToken("secret", token, now + SESSION_LIFE + 1_000)).toBeNull();
		expect(await readSessionToken("secret", `${token}x`, now)).toBeNull();
	});

	test("it is looked up once its hour is over, and trusted for a day when that fails", async () => {
		const { session } = await open("hourly@example.com", now);
		const at = (ms: number, db = env.DB, sure = false) => checkSession(db, session, now + ms, sure);
		expect(await at(HOUR - 1, down)).toEqual({ session, renewed: false });
		expect(await at(HOUR - 1, down, true)).toBe("unavailable");
		expect(await at(HOUR, down)).toEqual({ session, renewed: false });
		expect(await at(24 * HOUR, down)).toBe("unavailable");
		const renewed = await at(2 * HOUR);
		expect(renewed).toMatchObject({ renewed: true, session: { checkedAt: now + 2 * HOUR } });
		await env.DB.prepare("UPDATE sessions SET revoked_at = 1 WHERE id = ?").bind(session.id).run();
		expect(await at(HOUR - 1)).toEqual({ session, renewed: false });
		expect(await at(HOUR - 1, env.DB, true)).toBe("bad");
		expect(await at(HOUR)).toBe("bad");
	});
});

test("whoever signs in with a silenced address wants its mail again, and nobody else's", async () => {
	const now = Date.now();
	const [email, other] = ["quiet@example.com", "silent@example.com"];
	await silence(env.DB, email, now);
	await silence(env.DB, other, now);
	await open("Quiet@Example.com", now);
	expect((await addressState(env.DB, email, Date.now())).silenced).toBe(false);
	expect((await addressState(env.DB, other, Date.now())).silenced).toBe(true);
});

describe("idempotency keys", () => {
	const answer = { status: 201, headers: {}, body: "{}" };

	test("one claims, the others wait, hear the answer, or take over when the first has died", async () => {
		const claim = (hash: string, now: number) => claimKey(env.DB, "scope", "key", hash, now, now + 30);
		expect((await claim("h", 100)).kind).toBe("claimed");
		expect((await claim("h", 110)).kind).toBe("running");
		expect(await claim("other", 110)).toEqual({ kind: "running", bodyHash: "h" });
		expect(await claim("other", 200)).toEqual({ kind: "running", bodyHash: "h" });
		expect((await claim("h", 200)).kind).toBe("claimed");
		await keepAnswer(env.DB, "scope", "key", answer);
		expect(await claim("h", 900)).toEqual({ kind: "done", bodyHash: "h", answer });
		await releaseKey(env.DB, "scope", "key");
		expect((await claim("h", 900)).kind).toBe("done");
	});

	test("a key that was let go is free", async () => {
		expect((await claimKey(env.DB, "scope", "free", "h", 100, 130)).kind).toBe("claimed");
		await releaseKey(env.DB, "scope", "free");
		expect((await claimKey(env.DB, "scope", "free", "other", 101, 131)).kind).toBe("claimed");
	});
});

test("what has run out is forgotten, in one minute of the hour, and nothing else", async () => {
	const now = Date.UTC(2030, 0, 1, 12, 7);
	const { player, session } = await open("old@example.com", now - 100 * 24 * HOUR);
	const fresh = await open("old@example.com", now - HOUR);
	await requestSignIn(env.DB, { email: "old@example.com", locale: "en", now: now - HOUR });
	await requestSignIn(env.DB, { email: "old@example.com", locale: "en", now });
	await claimKey(env.DB, "old", "1", "h", now - 49 * HOUR, 0);
	await claimKey(env.DB, "old", "2", "h", now - 47 * HOUR, 0);
	const left = async () => {
		const query = (sql: string) => env.DB.prepare(sql).first<{ n: number }>();
		return [
			await query(`SELECT COUNT(*) AS n FROM sessions WHERE player = '${player.id}'`),
			await query("SELECT COUNT(*) AS n FROM sign_ins WHERE email = 'old@example.com'"),
			await query("SELECT COUNT(*) AS n FROM idempotency WHERE scope = 'old'"),
		].map((row) => row?.n);
	};
	await purge(env.DB, now + HOUR / 2);
	expect(await left()).toEqual([2, 2, 2]);
	await purge(env.DB, now);
	expect(await left()).toEqual([1, 1, 1]);
	expect(await checkSession(env.DB, fresh.session, now, true)).toMatchObject({ renewed: true });
	expect(await checkSession(env.DB, session, now, true)).toBe("bad");
});

test("what old mail said is forgotten after 30 days, that there was any after 180, and what is not over is kept", async () => {
	const now = Date.UTC(2030, 0, 1, 12, 7);
	const day = 24 * HOUR;
	const rows = [
		["new", 29, "sent"],
		["old", 31, "sent"],
		["held", 31, "held"],
		["oldest", 181, "failed"],
		["waits", 181, "due"],
	] as const;
	for (const [id, days, state] of rows) {
		const createdAt = now - days * day;
		await insertDelivery(env.DB, {
			...{ id, game: null, seq: null, player: "p", address: null, channel: "email", kind: "account" },
			...{ payload: { about: "test" }, dueAt: createdAt, createdAt },
		}).run();
		await env.DB.prepare("UPDATE deliveries SET state = ?2, frozen = '{}' WHERE id = ?1").bind(id, state).run();
	}
	await keepDeadLetter(env.DB, { id: "dead", queue: "q", body: "{}", at: now - 91 * day });
	await keepDeadLetter(env.DB, { id: "kept", queue: "q", body: "{}", at: now - 89 * day });
	await purge(env.DB, now);
	const left = await env.DB.prepare("SELECT id, payload, frozen FROM deliveries WHERE player = 'p' ORDER BY id").all();
	const whole = { payload: '{"about":"test"}', frozen: "{}" };
	expect(left.results).toEqual([
		{ id: "held", ...whole },
		{ id: "new", ...whole },
		{ id: "old", payload: "null", frozen: null },
		{ id: "waits", ...whole },
	]);
	expect((await env.DB.prepare("SELECT id FROM dead_letters").all()).results).toEqual([{ id: "kept" }]);
});

test("names of none, of one and of a thousand are found in one query", async () => {
	const now = Date.now();
	expect(await namesOf(env.DB, [])).toEqual({});
	const { player } = await open("named@example.com", now, {
		...NEWCOMER,
		name: "Named-1",
	} as unknown as typeof NEWCOMER);
	const ids = [player.id, ...Array.from({ length: 1_000 }, () => randomText(22))];
	expect(await namesOf(env.DB, ids)).toEqual({ [player.id]: "Named-1" });
	expect((await playersById(env.DB, ids)).get(player.id)?.email).toBe("named@example.com");
});
