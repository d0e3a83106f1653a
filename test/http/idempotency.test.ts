/** `Idempotency-Key` over HTTP: what is sent twice happens once, in games and outside of them. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { turnKey } from "../../src/keys.ts";
import { ask, newGame, signUp, type Table } from "./client.ts";

const move = (table: Table, side: "white" | "black" | null, body: unknown, headers: Record<string, string> = {}) =>
	ask("POST", `/v1/games/${table.id}/moves`, { as: side && table[side], body, headers });

const pathOf = (table: Table, rest = "") => `/v1/games/${table.id}${rest}`;

describe("Idempotency-Key", () => {
	test("forty copies of one move at once make one ply and hear the same", async () => {
		const table = await newGame();
		const headers = { "Idempotency-Key": '"once"' };
		const answers = await Promise.all(
			Array.from({ length: 40 }, () => move(table, "white", { move: "wS1", ply: 0 }, headers)),
		);
		expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
		expect(answers.filter(({ headers: h }) => h.get("Idempotency-Replayed") === "true")).toHaveLength(39);
		expect((await ask("GET", pathOf(table))).body.ply).toBe(1);
	});

	test("forty copies without a key make one ply; the others are told so", async () => {
		const table = await newGame();
		const answers = await Promise.all(Array.from({ length: 40 }, () => move(table, "white", { move: "wS1", ply: 0 })));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(39).fill(412)]);
		expect((await ask("GET", pathOf(table))).body.ply).toBe(1);
	});

	test("the first answer comes again after the game has gone on, quoted or bare", async () => {
		const table = await newGame();
		const first = await move(table, "white", { move: "wS1", ply: 0 }, { "Idempotency-Key": "k1" });
		await move(table, "black", { move: "bS1 wS1-" });
		const again = await move(table, "white", { move: "wS1", ply: 0 }, { "Idempotency-Key": '"k1"' });
		expect([again.status, again.text]).toEqual([201, first.text]);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		const other = await move(table, "white", { move: "wA1 -wS1" }, { "Idempotency-Key": "k1" });
		expect([other.status, other.body.code]).toEqual([422, "ERR_KEY_REUSED"]);
		const theirs = await move(table, "black", { move: "x" }, { "Idempotency-Key": "k1" });
		expect(theirs.body.code).toBe("ERR_NOT_YOUR_TURN");
	});

	test("the key comes before every other check", async () => {
		const table = await newGame();
		const key = { "Idempotency-Key": "before" };
		await move(table, "white", { move: "wS1" }, key);
		const path = pathOf(table, "/moves");
		for (const request of [
			{ raw: "{bad", headers: { ...key, "Content-Type": "application/json" } },
			{ raw: "x", headers: { ...key, "Content-Type": "text/plain" } },
			{ body: { wrong: 1 }, headers: key },
			{ body: { move: "wS1", key: "0".repeat(26) }, headers: key },
		]) {
			const answer = await ask("POST", path, { as: table.white, ...request });
			expect([answer.status, answer.body.code]).toEqual([422, "ERR_KEY_REUSED"]);
		}
		const stale = await move(table, "white", { move: "wS1" }, { ...key, "If-Match": "rubbish" });
		expect([stale.status, stale.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
	});

	test("a refusal of the game is an answer too, one of the caller is not", async () => {
		const table = await newGame();
		const key = { "Idempotency-Key": "no" };
		expect((await move(table, "black", { move: "bS1" }, key)).body.code).toBe("ERR_NOT_YOUR_TURN");
		await move(table, "white", { move: "wS1" });
		const again = await move(table, "black", { move: "bS1" }, key);
		expect([again.body.code, again.headers.get("Idempotency-Replayed")]).toEqual(["ERR_NOT_YOUR_TURN", "true"]);
		const stranger = await signUp();
		const asked = { as: stranger, body: { move: "x" }, headers: key };
		for (let tries = 0; tries < 2; tries += 1) {
			const refused = await ask("POST", pathOf(table, "/moves"), asked);
			expect([refused.status, refused.headers.get("Idempotency-Replayed")]).toEqual([403, null]);
		}
	});

	test("it holds for a turn key, and for dry runs", async () => {
		const table = await newGame();
		const key = await turnKey(env.SECRET, table.id, "white", 0);
		const headers = { "Idempotency-Key": "mail" };
		const first = await move(table, null, { move: "wS1", key }, headers);
		const again = await move(table, null, { move: "wS1", key }, headers);
		expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
		const tried = await move(table, "black", { move: "bS1 wS1-", dryRun: true }, headers);
		const retried = await move(table, "black", { move: "bS1 wS1-", dryRun: true }, headers);
		expect([tried.status, retried.status, retried.text]).toEqual([200, 200, tried.text]);
	});

	test("outside games: twins wait, replays say so, secrets are left out, other bodies are refused", async () => {
		const person = await signUp();
		const headers = { "Idempotency-Key": "token-1" };
		const body = { name: "bot", scopes: ["games:read"] };
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => ask("POST", "/v1/me/tokens", { as: person, body, headers })),
		);
		expect(new Set(answers.map(({ body: one, status }) => `${status} ${one.id}`)).size).toBe(1);
		expect(answers.filter(({ body: one }) => "token" in one)).toHaveLength(1);
		expect(answers.filter(({ headers: h }) => h.get("Idempotency-Replayed") === "true")).toHaveLength(9);
		expect((await ask("GET", "/v1/me/tokens", { as: person })).body.items).toHaveLength(1);
		const row = await env.DB.prepare("SELECT answer FROM idempotency WHERE key = 'token-1'").first<{
			answer: string;
		}>();
		expect(row?.answer).not.toContain("hp_");
		const reused = await ask("POST", "/v1/me/tokens", { as: person, body: { ...body, name: "other" }, headers });
		expect(reused.body.code).toBe("ERR_KEY_REUSED");
		const invalid = { "Idempotency-Key": "token-2" };
		expect((await ask("POST", "/v1/me/tokens", { as: person, body: {}, headers: invalid })).status).toBe(422);
		expect((await ask("POST", "/v1/me/tokens", { as: person, body, headers: invalid })).status).toBe(201);
	});

	test("forty challenges with one key are one challenge", async () => {
		const person = await signUp();
		const body = { rules: "official", timeControl: { unlimited: true } };
		const headers = { "Idempotency-Key": "challenge" };
		const answers = await Promise.all(
			Array.from({ length: 40 }, () => ask("POST", "/v1/challenges", { as: person, body, headers })),
		);
		expect(new Set(answers.map(({ body: one, status }) => `${status} ${one.id}`)).size).toBe(1);
		expect((await ask("GET", "/v1/challenges?filter=outgoing", { as: person })).body.items).toHaveLength(1);
	});

	test.each([[""], ["a".repeat(256)], ['"half'], ["ü"]])("is no key: %j", async (key) => {
		const person = await signUp();
		const answer = await ask("POST", "/v1/challenges", { as: person, body: {}, headers: { "Idempotency-Key": key } });
		expect([answer.status, answer.body.code]).toEqual([400, "ERR_BAD_HEADER"]);
	});
});
