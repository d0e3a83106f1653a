/** Private notes inside the game object: each player's own, by version, beside everything else. */
import { describe, expect, test } from "vitest";
import type { SetNotesAnswer } from "../../src/game/notes.ts";
import type { Note } from "../../src/match/chat.ts";
import { ask, BLACK, logOf, look, openTable, playOn, rowsOf, type Stub, WHITE } from "./fixtures.ts";

const GUEST = "player-guest";

const put = async (stub: Stub, player: string, notes: readonly Note[], ifMatch: number | null = null) =>
	(await stub.setNotes({ player, notes, ifMatch })) as SetNotesAnswer;

describe("private notes", () => {
	test("are each player's own, and replaced as a whole", async () => {
		const { stub } = await openTable();
		await playOn(stub, 3);
		expect(await stub.notes({ player: WHITE })).toEqual({ kind: "notes", notes: [], version: 0 });
		const notes = [
			{ ply: 3, text: "now" },
			{ ply: 1, text: "before" },
		];
		expect(await put(stub, WHITE, notes)).toEqual({ kind: "notes", notes: notes.toReversed(), version: 1 });
		expect(await put(stub, BLACK, [{ ply: 0, text: "mine" }])).toMatchObject({ version: 1 });
		expect(await put(stub, WHITE, [])).toEqual({ kind: "notes", notes: [], version: 2 });
		expect(await stub.notes({ player: BLACK })).toMatchObject({ notes: [{ ply: 0, text: "mine" }] });
		for (const answer of [await stub.notes({ player: GUEST }), await put(stub, GUEST, [])]) {
			expect(answer).toEqual({ kind: "not-a-player" });
		}
	});

	test("with a version that has been left behind are refused, unless nothing would change", async () => {
		const { stub } = await openTable();
		const first = [{ ply: 0, text: "a" }];
		expect(await put(stub, WHITE, first, 1)).toEqual({ kind: "stale", notes: [], version: 0 });
		expect(await put(stub, WHITE, first, 0)).toMatchObject({ version: 1 });
		// The answer was lost, and it is sent again.
		expect(await put(stub, WHITE, first, 0)).toEqual({ kind: "notes", notes: first, version: 1 });
		expect(await put(stub, WHITE, [], 0)).toEqual({ kind: "stale", notes: first, version: 1 });
		expect(await put(stub, WHITE, [{ ply: 9, text: "a" }], 1)).toMatchObject({ kind: "bad-notes" });
	});

	test("go on after the end, and of a private game strangers hear nothing", async () => {
		const { stub } = await openTable({ visibility: "private" });
		await ask(stub, WHITE, { type: "resign" });
		expect(await put(stub, BLACK, [{ ply: 0, text: "x" }])).toMatchObject({ kind: "notes" });
		expect(await stub.notes({ player: GUEST })).toEqual({ kind: "missing" });
		expect(await put(stub, GUEST, [])).toEqual({ kind: "missing" });
	});

	test("show nowhere in the game and wake nobody", async () => {
		const { stub } = await openTable();
		const [view, log] = [await look(stub), await logOf(stub)];
		const timers = await rowsOf(stub, "SELECT * FROM timers");
		await put(stub, WHITE, [{ ply: 0, text: "x" }]);
		expect(await look(stub)).toEqual(view);
		expect(await logOf(stub)).toEqual(log);
		expect(await rowsOf(stub, "SELECT * FROM timers")).toEqual(timers);
	});
});
