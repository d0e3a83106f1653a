/** The signed record over HTTP, the keys that go with it, and what becomes of both when the keys are changed. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { checkRecord } from "../../src/match/record.ts";
import { findMissing } from "../../src/setup.ts";
import { openRecord, readPublicKeys } from "../../src/signing.ts";
import { type Answer, type Asking, ask, newGame, ORIGIN, playAll, signUp, type Table } from "./client.ts";

/** The second example key that everybody has: RFC 8032, 7.1, test 2. */
const NEXT = {
	kty: "OKP",
	crv: "Ed25519",
	x: "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw",
	kid: "next",
	d: "TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs",
};
const [FIRST] = JSON.parse(env.SIGNING_KEYS) as [{ readonly x: string; readonly kid: string; readonly d?: string }];
const { d: _, ...FIRST_HALF } = FIRST;
const ROTATED = { env: { SIGNING_KEYS: JSON.stringify([NEXT, FIRST_HALF]) } };

const signed = (table: Table, asking: Asking = {}): Promise<Answer> =>
	ask("GET", `/v1/games/${table.id}/record?format=signed`, asking);
const jwks = (asking: Asking = {}): Promise<Answer> => ask("GET", "/.well-known/jwks.json", asking);

/** What a record holds, by the keys that an answer gives. */
async function open(record: Answer, keys: Answer) {
	const known = readPublicKeys(keys.text);
	if (!known.ok) throw new Error(known.error);
	const opened = await openRecord(record.text, known.value);
	if (!opened.ok) return opened.error;
	return { kid: opened.value.kid, payload: JSON.parse(new TextDecoder().decode(opened.value.payload)) };
}

describe("the signed record", () => {
	let table: Table;
	beforeAll(async () => {
		table = await newGame({ expansions: ["P"] });
		await playAll(table, ["wS1", "bS1 wS1-"]);
	});

	test("is a compact JWS over the log, by the published keys, and holds", async () => {
		const record = await signed(table);
		expect(record.status).toBe(200);
		expect(record.headers.get("Content-Type")).toBe("application/jose");
		expect(record.headers.get("Content-Disposition")).toBe(`inline; filename="hivepost-${table.id}.jws"`);
		const opened = await open(record, await jwks());
		if (typeof opened === "string") throw new Error(opened);
		expect(opened.kid).toBe(FIRST.kid);
		expect(checkRecord(opened.payload)).toMatchObject({ ok: true });
		const { events, rules, ...rest } = opened.payload;
		expect(rest).toEqual({
			version: 1,
			service: ORIGIN,
			game: table.id,
			seq: 3,
			status: "active",
			result: null,
			expansions: ["P"],
			players: { white: { id: table.white.id }, black: { id: table.black.id } },
			gameString: "Base+P;InProgress;White[2];wS1;bS1 wS1-",
		});
		expect(rules).toMatchObject({ id: "tournament", version: 1, queenFirst: false });
		expect(events).toMatchObject([
			{ seq: 1, type: "created", at: expect.any(Number), deadline: expect.any(Number) },
			{ seq: 2, type: "moved", move: "wS1" },
			{ seq: 3, type: "moved", move: "bS1 wS1-" },
		]);
	});

	test("names nobody but by opaque ids", async () => {
		const opened = await open(await signed(table, { as: table.white }), await jwks());
		const text = JSON.stringify(opened);
		for (const { name, email } of [table.white, table.black]) {
			expect(text).not.toContain(name);
			expect(text).not.toContain(email);
		}
	});

	test("is the same bytes for everybody and at any time, as long as nothing happens", async () => {
		const record = await signed(table);
		for (const as of [table.white, table.black, await signUp()]) {
			expect((await signed(table, { as, now: Date.now() + 3_600_000 })).text).toBe(record.text);
		}
	});

	test("carries a tag of game and key, and honours If-None-Match until either has changed", async () => {
		const record = await signed(table);
		const tag = record.headers.get("ETag") ?? "";
		expect(tag).toBe(`"signed-3-${FIRST.kid}"`);
		expect(record.headers.get("Cache-Control")).toBe("private, no-cache");
		const again = await signed(table, { headers: { "If-None-Match": tag } });
		expect([again.status, again.text]).toEqual([304, ""]);
		expect((await signed(table, { ...ROTATED, headers: { "If-None-Match": tag } })).status).toBe(200);
	});

	test("of a private game is there for its players alone", async () => {
		const hidden = await newGame({ visibility: "private" });
		expect((await signed(hidden)).status).toBe(404);
		expect((await signed(hidden, { as: await signUp() })).status).toBe(404);
		const record = await signed(hidden, { as: hidden.black });
		expect(record.status).toBe(200);
		expect(await open(record, await jwks())).toMatchObject({ payload: { game: hidden.id } });
	});

	test("stays verifiable when another key signs, and then names that one", async () => {
		const before = await signed(table);
		const after = await signed(table, ROTATED);
		const keys = await jwks(ROTATED);
		expect(await open(before, keys)).toMatchObject({ kid: FIRST.kid, payload: { game: table.id } });
		expect(await open(after, keys)).toMatchObject({ kid: NEXT.kid, payload: { game: table.id } });
		expect(await open(after, await jwks())).toMatch(/key next, which is not among the keys/);
	});
});

describe("the keys", () => {
	test("are public halves only, of every key held, the one that signs first", async () => {
		const answer = await jwks({ env: { SIGNING_KEYS: JSON.stringify([NEXT, FIRST]) } });
		expect(answer.status).toBe(200);
		const more = { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" };
		expect(answer.body).toEqual({
			keys: [
				{ ...more, x: NEXT.x, kid: "next" },
				{ ...more, x: FIRST.x, kid: FIRST.kid },
			],
		});
		expect(answer.text).not.toMatch(/"d"/);
	});

	test("may be kept by anybody's cache and read by any page, a cookie or not", async () => {
		const person = await signUp();
		for (const asking of [{}, { as: person }, { as: person, headers: { Origin: "https://elsewhere.test" } }]) {
			const { headers } = await jwks(asking);
			expect(headers.get("Cache-Control")).toBe("public, max-age=300");
			expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
			expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
			expect(headers.get("Content-Type")).toBe("application/jwk-set+json");
		}
	});

	test.each([
		["none", undefined],
		["nothing", ""],
		["no JSON", "["],
		["public halves only", JSON.stringify([FIRST_HALF])],
		["a name twice", JSON.stringify([NEXT, NEXT])],
	])("are needed before anything is served: %s", (_, keys) => {
		expect(findMissing({ ...env, SIGNING_KEYS: keys as string })).toEqual(["SIGNING_KEYS"]);
		expect(findMissing(env)).toEqual([]);
	});
});
