/** Private notes over HTTP: nobody else's business, versions, and everything that is refused. */
import { beforeAll, describe, expect, test } from "vitest";
import { ask, newGame, type Person, playAll, signUp, type Table } from "./client.ts";

const pathOf = (table: Table) => `/v1/games/${table.id}/notes`;
const put = (table: Table, as: Person | null, notes: unknown, headers: Record<string, string> = {}) =>
	ask("PUT", pathOf(table), { as, body: { notes }, headers });

let table: Table;
let guest: Person;
beforeAll(async () => {
	[table, guest] = [await newGame(), await signUp()];
	await playAll(table, ["wS1", "bS1 wS1-"]);
});

describe("private notes", () => {
	test("come back as they were put, by ply, to their owner alone, with a tag of their own", async () => {
		const empty = await ask("GET", pathOf(table), { as: table.white });
		expect([empty.body, empty.headers.get("ETag")]).toEqual([{ notes: [] }, '"notes-0"']);
		const notes = [
			{ ply: 2, text: "now\tthen\n" },
			{ ply: 0, text: "<b>plan</b>" },
		];
		const stored = await put(table, table.white, notes);
		expect([stored.status, stored.body, stored.headers.get("ETag")]).toEqual([
			200,
			{ notes: notes.toReversed() },
			'"notes-1"',
		]);
		const seen = await ask("GET", pathOf(table), { as: table.white });
		expect(seen.body).toEqual(stored.body);
		const again = await ask("GET", pathOf(table), { as: table.white, headers: { "If-None-Match": '"notes-1"' } });
		expect([again.status, again.text, again.headers.get("ETag")]).toEqual([304, "", '"notes-1"']);
		expect((await ask("GET", pathOf(table), { as: table.black })).body).toEqual({ notes: [] });
		const game = await ask("GET", `/v1/games/${table.id}`, { as: table.white });
		expect([game.headers.get("ETag"), game.body.seq]).toEqual(['"3"', 3]);
	});

	test("of others are not to be had", async () => {
		for (const method of ["GET", "PUT"]) {
			const body = method === "PUT" ? { body: { notes: [] } } : {};
			expect((await ask(method, pathOf(table), { as: guest, ...body })).body.code).toBe("ERR_NOT_A_PLAYER");
			expect((await ask(method, pathOf(table), body)).status).toBe(401);
			const closed = await newGame({ visibility: "private" });
			expect((await ask(method, pathOf(closed), { as: guest, ...body })).status).toBe(404);
			expect((await ask(method, `/v1/games/${"0".repeat(20)}/notes`, { as: guest, ...body })).status).toBe(404);
		}
	});

	test("are put by version where the sender names one", async () => {
		const mine = [{ ply: 1, text: "mine" }];
		const first = await put(table, table.black, mine, { "If-Match": '"notes-0"' });
		expect([first.status, first.headers.get("ETag")]).toEqual([200, '"notes-1"']);
		for (const tag of ['"notes-0"', 'W/"notes-0"', '"1"', '"chat-players-1"']) {
			const stale = await put(table, table.black, [], { "If-Match": tag });
			expect([tag, stale.status, stale.body.code, stale.body.notes]).toEqual([tag, 412, "ERR_STALE_NOTES", mine]);
			expect(stale.headers.get("ETag")).toBe('"notes-1"');
		}
		expect((await put(table, table.black, [], { "If-Match": "rubbish" })).body.code).toBe("ERR_BAD_HEADER");
		expect((await put(table, table.black, [], { "If-Match": "*" })).headers.get("ETag")).toBe('"notes-2"');
		const weak = await put(table, table.black, mine, { "If-Match": 'W/"notes-2"' });
		expect([weak.status, weak.headers.get("ETag")]).toEqual([200, '"notes-3"']);
	});

	test.each([
		[[{ ply: 3, text: "x" }], "/notes/0/ply"],
		[[{ ply: -1, text: "x" }], "/notes/0/ply"],
		[[{ ply: 0.5, text: "x" }], "/notes/0/ply"],
		[
			[
				{ ply: 0, text: "x" },
				{ ply: 0, text: "y" },
			],
			"/notes/1/ply",
		],
		[[{ ply: 0, text: "" }], "/notes/0/text"],
		[[{ ply: 0, text: "x".repeat(2_001) }], "/notes/0/text"],
		[[{ ply: 0, text: "\u0000" }], "/notes/0/text"],
		[[{ ply: 0, text: "x", at: 1 }], "/notes/0/at"],
		[Array.from({ length: 501 }, () => ({ ply: 0, text: "x" })), "/notes"],
		["x", "/notes"],
	])("%#: what does not fit is refused", async (notes, pointer) => {
		const answer = await put(table, table.white, notes);
		expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([422, "ERR_INVALID", pointer]);
	});

	test("are 64 KiB in all at most, and go on after the end", async () => {
		const notes = Array.from({ length: 40 }, () => ({ ply: 0, text: "x".repeat(2_000) }));
		expect((await put(table, table.white, notes)).body.code).toBe("ERR_TOO_LARGE");
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });
		expect((await put(table, table.white, [{ ply: 2, text: "the end" }])).status).toBe(200);
	});
});
