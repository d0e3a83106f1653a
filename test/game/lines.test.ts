/** Conditional moves inside the game object: kept beside the log, played within the command they answer, told to their owner. */
import { evictDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { Lines, SetLinesAnswer } from "../../src/game/lines.ts";
import type { GameRequest } from "../../src/game/request.ts";
import type { Line } from "../../src/match/lines.ts";
import { makeLine } from "../../src/match/lines.ts";
import {
	ask,
	BLACK,
	DEAD_D1,
	hush,
	kindsOf,
	knownOf,
	logOf,
	look,
	move,
	openTable,
	plug,
	rowsOf,
	type Stub,
	WHITE,
} from "./fixtures.ts";

const GUEST = "player-guest";
const OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wA1 -wQ", "bB1 bG1/"];

const line = (theirs: string | undefined, answer?: string, ...next: readonly Line[]) => makeLine(theirs, answer, next);
/** White's, at Black's move after `wS2 \wQ`. */
const PLAN = [line("bA1 bQ-", "wG1 wQ\\", line("bA2 bA1-", "wG2 /wG1")), line("bB1 bG1", "wA1 bQ-")];

const put = async (stub: Stub, player: string, lines: readonly Line[] | null, ifMatch: number | null = null) =>
	(await stub.setLines({ player, lines, ifMatch })) as SetLinesAnswer;
const seen = async (stub: Stub, player: string) => (await stub.lines({ player })) as Lines;

async function play(stub: Stub, text: string, rest: Partial<GameRequest> = {}) {
	const by = (await look(stub)).toMove === "white" ? WHITE : BLACK;
	return ask(stub, by, move(text), rest);
}

/** Black to move after seven half-moves, unless told how many. */
async function openGame(plies = 7, terms = {}): Promise<{ id: string; stub: Stub }> {
	const { id, stub } = await openTable(terms);
	for (const text of [...OPENING, "wS2 \\wQ"].slice(0, plies)) await play(stub, text);
	return { id, stub };
}

describe("lines", () => {
	test("are each player's own, with a version of their own, and shown as they are armed", async () => {
		const { stub } = await openGame();
		expect(await seen(stub, WHITE)).toEqual({ kind: "lines", lines: [], version: 0, ply: null, log: [] });
		expect(await put(stub, WHITE, [line("bB1 wS1-", "wA1 bQ-")])).toEqual({
			kind: "lines",
			lines: [line("bB1 bG1", "wA1 bQ-")],
			version: 1,
			ply: 7,
			log: [],
		});
		expect(await put(stub, WHITE, PLAN, 1)).toMatchObject({ lines: PLAN, version: 2 });
		expect(await seen(stub, BLACK)).toMatchObject({ lines: [], version: 0 });
		for (const answer of [await stub.lines({ player: GUEST }), await put(stub, GUEST, [])]) {
			expect(answer).toEqual({ kind: "not-a-player" });
		}
		expect(await put(stub, WHITE, null)).toMatchObject({ lines: [], version: 3, ply: null });
		await play(stub, "bB1 bG1");
		expect((await look(stub)).ply).toBe(8);
	});

	test("are refused where they are stale, untimely or cannot be played; the same again is no change", async () => {
		const { stub } = await openGame();
		expect(await put(stub, WHITE, PLAN, 1)).toEqual({ kind: "stale", lines: [], version: 0 });
		expect(await put(stub, WHITE, PLAN, 0)).toMatchObject({ version: 1 });
		// The answer was lost, and it is sent again.
		expect(await put(stub, WHITE, PLAN, 0)).toMatchObject({ kind: "lines", version: 1 });
		expect(await put(stub, BLACK, PLAN)).toEqual({ kind: "your-turn" });
		expect(await put(stub, BLACK, PLAN, 7)).toMatchObject({ kind: "stale" });
		expect(await put(stub, WHITE, [line("bG1 bQ-", "wA1 bQ-")])).toEqual({
			kind: "bad-lines",
			problems: [{ pointer: "/lines/0/if", message: "is refused: ONE_HIVE", reason: "ONE_HIVE" }],
		});
		expect(await seen(stub, WHITE)).toMatchObject({ lines: PLAN, version: 1 });
		await ask(stub, BLACK, { type: "resign" });
		expect(await put(stub, WHITE, PLAN)).toEqual({ kind: "over" });
		expect(await put(stub, WHITE, null)).toMatchObject({ lines: [], log: [{ kind: "ended" }] });
	});

	test("answer in the same command, reply after reply, also after the object slept", async () => {
		const { stub } = await openGame();
		await put(stub, WHITE, PLAN);
		const answer = await play(stub, "bA1 bQ-");
		expect(answer).toMatchObject({ kind: "done", view: { ply: 9, lastMove: { move: "wG1 wQ\\" }, toMove: "black" } });
		expect(await seen(stub, WHITE)).toMatchObject({ lines: PLAN[0]?.next, version: 2, ply: 9 });
		await evictDurableObject(stub);
		await plug(stub);
		await play(stub, "bA2 bA1-");
		expect((await look(stub)).ply).toBe(11);
		const { log, lines, version } = await seen(stub, WHITE);
		expect([lines, version]).toEqual([[], 3]);
		expect(log.map(({ at, ...entry }) => entry)).toEqual([
			{ side: "white", ply: 9, kind: "played", if: "bA1 bQ-", move: "wG1 wQ\\" },
			{ side: "white", ply: 11, kind: "played", if: "bA2 bA1-", move: "wG2 /wG1" },
		]);
		expect((await seen(stub, BLACK)).log).toEqual([]);
	});

	test("end with the first move they do not name", async () => {
		const { stub } = await openGame();
		await put(stub, WHITE, PLAN);
		await play(stub, "bQ bG1\\");
		expect(await seen(stub, WHITE)).toMatchObject({
			lines: [],
			version: 2,
			log: [{ kind: "deviated", move: "bQ bG1\\", expected: ["bA1 bQ-", "bB1 bG1"], ply: 8 }],
		});
	});

	test("come with a move, or the move is not made", async () => {
		const { stub } = await openGame(6);
		const bad = await play(stub, "wS2 \\wQ", { lines: [line("bG1 bQ-", "wA1 bQ-")] });
		expect(bad).toMatchObject({
			kind: "refused",
			refusal: { code: "ERR_BAD_LINES", problems: [{ pointer: "/then/0/if" }] },
		});
		const tried = { command: move("wS2 \\wQ"), by: { player: WHITE }, receivedAt: Date.now() };
		expect(await stub.tryMove({ ...tried, lines: [line("bG1 bQ-", "wA1 bQ-")] })).toMatchObject({
			refusal: { code: "ERR_BAD_LINES" },
		});
		expect(await stub.tryMove({ ...tried, lines: PLAN })).toMatchObject({ kind: "preview" });
		expect([(await look(stub)).ply, (await seen(stub, WHITE)).version]).toEqual([6, 0]);
		await play(stub, "wS2 \\wQ", { lines: PLAN });
		expect(await seen(stub, WHITE)).toMatchObject({ lines: PLAN, version: 1, ply: 7 });
		// Black's own meet White's at once.
		await play(stub, "bA1 bQ-", { lines: [line("wG1 wQ\\", "bA2 bA1-", line("wG2 /wG1", "bA3 bA2-"))] });
		expect((await logOf(stub)).slice(-5)).toMatchObject(
			["bA1 bQ-", "wG1 wQ\\", "bA2 bA1-", "wG2 /wG1", "bA3 bA2-"].map((text) => ({ type: "moved", move: text })),
		);
	});

	test("that came with a command sent again are not armed twice", async () => {
		const { stub } = await openGame(6);
		const idempotency = { scope: "s", key: "k", bodyHash: "h" };
		await play(stub, "wS2 \\wQ", { lines: PLAN, idempotency });
		await put(stub, WHITE, null);
		expect(await ask(stub, WHITE, move("wS2 \\wQ"), { lines: PLAN, idempotency })).toMatchObject({ replayed: true });
		expect(await seen(stub, WHITE)).toMatchObject({ lines: [], version: 2 });
	});

	test("ask their owner when an offer comes, and go when a move is taken back", async () => {
		const { stub } = await openGame();
		await put(stub, WHITE, PLAN);
		await ask(stub, BLACK, { type: "move", move: "bA1 bQ-", offersDraw: true });
		expect(await seen(stub, WHITE)).toMatchObject({
			lines: [],
			log: [{ kind: "offer", offer: "draw", move: "wG1 wQ\\" }],
		});
		expect(await look(stub)).toMatchObject({ ply: 8, toMove: "white" });
		await play(stub, "wG1 wQ\\", { lines: [line("*", "wG2 /wG1")] });
		await ask(stub, WHITE, { type: "takeback", action: "ask" });
		expect((await seen(stub, WHITE)).lines).toHaveLength(1);
		await ask(stub, BLACK, { type: "takeback", action: "accept" });
		expect(await seen(stub, WHITE)).toMatchObject({ lines: [], log: [{}, { kind: "taken-back" }] });
	});

	test("of a private game are nobody else's to know of", async () => {
		const { stub } = await openGame(1, { visibility: "private" });
		expect(await stub.lines({ player: GUEST })).toEqual({ kind: "missing" });
		expect(await put(stub, GUEST, [])).toEqual({ kind: "missing" });
	});

	test("wake nobody, and are not told to D1", async () => {
		const { id, stub } = await openGame();
		const timers = await rowsOf(stub, "SELECT * FROM timers");
		const [view, log, known] = [await look(stub), await logOf(stub), await knownOf(id)];
		await plug(stub, { DB: DEAD_D1 });
		await put(stub, WHITE, PLAN);
		await put(stub, WHITE, null);
		expect(await rowsOf(stub, "SELECT * FROM timers")).toEqual(timers);
		expect([await look(stub), await logOf(stub), await knownOf(id)]).toEqual([view, log, known]);
	});

	test("play while D1 is down, and then everybody is told", async () => {
		hush(/relay|facts/);
		const { id, stub } = await openGame(7, { timeControl: { total: "P30D" } });
		await put(stub, WHITE, PLAN);
		await plug(stub, { DB: DEAD_D1 });
		await play(stub, "bA1 bQ-");
		// Settled later like a move by hand, lest the number of events told one from the other.
		expect((await logOf(stub)).slice(-2)).toMatchObject([{ unsettled: true }, { unsettled: true, used: 0 }]);
		await plug(stub);
		await stub.tend();
		expect((await knownOf(id)).history).toHaveLength((await kindsOf(stub)).length);
	});
});
