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
const OPENING = ["wS1", "bG1 wS1-"];

const line = (theirs: string | undefined, answer?: string, ...next: readonly Line[]) => makeLine(theirs, answer, next);
/** White's, at Black's move after `wQ -wS1`. */
const PLAN = [line("bQ bG1-", "wA1 -wQ", line("bB1 bG1/", "wS2 wA1/")), line("bA1 bG1-", "wA1 -wQ")];

const put = async (stub: Stub, player: string, lines: readonly Line[] | null, ifMatch: number | null = null) =>
	(await stub.setLines({ player, lines, ifMatch })) as SetLinesAnswer;
const seen = async (stub: Stub, player: string) => (await stub.lines({ player })) as Lines;

async function play(stub: Stub, text: string, rest: Partial<GameRequest> = {}) {
	const by = (await look(stub)).toMove === "white" ? WHITE : BLACK;
	return ask(stub, by, move(text), rest);
}

/** Black to move after three half-moves, unless told how many. */
async function openGame(plies = 3, terms = {}): Promise<{ id: string; stub: Stub }> {
	const { id, stub } = await openTable(terms);
	for (const text of [...OPENING, "wQ -wS1"].slice(0, plies)) await play(stub, text);
	return { id, stub };
}

describe("lines", () => {
	test("are each player's own, with a version of their own, shown as long as they are armed, disarmed when given up (B62, peers 33)", async () => {
		const { stub } = await openGame();
		expect(await seen(stub, WHITE)).toEqual({ kind: "lines", lines: [], version: 0, ply: null, log: [] });
		expect(await put(stub, WHITE, [line("bQ bG1-", "wA1 /wS1")])).toEqual({
			kind: "lines",
			lines: [line("bQ bG1-", "wA1 wQ\\")],
			version: 1,
			ply: 3,
			log: [],
		});
		expect(await put(stub, WHITE, PLAN, 1)).toMatchObject({ lines: PLAN, version: 2 });
		expect(await seen(stub, BLACK)).toMatchObject({ lines: [], version: 0 });
		for (const answer of [await stub.lines({ player: GUEST }), await put(stub, GUEST, [])]) {
			expect(answer).toEqual({ kind: "not-a-player" });
		}
		expect(await put(stub, WHITE, null)).toMatchObject({ lines: [], version: 3, ply: null });
		await play(stub, "bQ bG1-");
		expect((await look(stub)).ply).toBe(4);
	});

	test("are refused where they are stale, untimely or cannot be played; the same again is no change", async () => {
		const { stub } = await openGame();
		expect(await put(stub, WHITE, PLAN, 1)).toEqual({ kind: "stale", lines: [], version: 0 });
		expect(await put(stub, WHITE, PLAN, 0)).toMatchObject({ version: 1 });
		// The answer was lost, and it is sent again.
		expect(await put(stub, WHITE, PLAN, 0)).toMatchObject({ kind: "lines", version: 1 });
		expect(await put(stub, BLACK, PLAN)).toEqual({ kind: "your-turn" });
		expect(await put(stub, BLACK, PLAN, 7)).toMatchObject({ kind: "stale" });
		expect(await put(stub, WHITE, [line("bA1 -wQ", "wA1 -wQ")])).toEqual({
			kind: "bad-lines",
			problems: [{ pointer: "/lines/0/if", message: "is refused: TOUCHES_OPPONENT", reason: "TOUCHES_OPPONENT" }],
		});
		expect(await seen(stub, WHITE)).toMatchObject({ lines: PLAN, version: 1 });
		await ask(stub, BLACK, { type: "resign" });
		expect(await put(stub, WHITE, PLAN)).toEqual({ kind: "over" });
		expect(await put(stub, WHITE, null)).toMatchObject({ lines: [], log: [{ kind: "ended" }] });
	});

	test("answer in the same command, reply after reply, also after the object slept", async () => {
		const { stub } = await openGame();
		await put(stub, WHITE, PLAN);
		const answer = await play(stub, "bQ bG1-");
		expect(answer).toMatchObject({ kind: "done", view: { ply: 5, lastMove: { move: "wA1 -wQ" }, toMove: "black" } });
		expect(await seen(stub, WHITE)).toMatchObject({ lines: PLAN[0]?.next, version: 2, ply: 5 });
		await evictDurableObject(stub);
		await plug(stub);
		await play(stub, "bB1 bG1/");
		expect((await look(stub)).ply).toBe(7);
		const { log, lines, version } = await seen(stub, WHITE);
		expect([lines, version]).toEqual([[], 3]);
		expect(log.map(({ at, ...entry }) => entry)).toEqual([
			{ side: "white", ply: 5, kind: "played", if: "bQ bG1-", move: "wA1 -wQ" },
			{ side: "white", ply: 7, kind: "played", if: "bB1 bG1/", move: "wS2 wA1/" },
		]);
		expect((await seen(stub, BLACK)).log).toEqual([]);
	});

	test("end with the first move they do not name", async () => {
		const { stub } = await openGame();
		await put(stub, WHITE, PLAN);
		await play(stub, "bS1 bG1-");
		expect(await seen(stub, WHITE)).toMatchObject({
			lines: [],
			version: 2,
			log: [{ kind: "deviated", move: "bS1 bG1-", expected: ["bQ bG1-", "bA1 bG1-"], ply: 4 }],
		});
	});

	test("that come with a move and are all played in it leave another version to their owner", async () => {
		const { stub } = await openGame();
		await put(stub, WHITE, [line("bQ bG1-", "wA1 -wQ")]);
		await play(stub, "bQ bG1-", { lines: [line("wA1 -wQ", "bB1 bG1/")] });
		for (const player of [WHITE, BLACK]) {
			const { lines, log, version } = await seen(stub, player);
			expect([lines, log.length, version]).toEqual([[], 1, player === WHITE ? 2 : 1]);
		}
	});

	test("come with a move, or the move is not made", async () => {
		const { stub } = await openGame(2);
		const bad = await play(stub, "wQ -wS1", { lines: [line("bA1 -wQ", "wA1 -wQ")] });
		expect(bad).toMatchObject({
			kind: "refused",
			refusal: { code: "ERR_BAD_LINES", problems: [{ pointer: "/then/0/if" }] },
		});
		const tried = { command: move("wQ -wS1"), by: { player: WHITE }, receivedAt: Date.now() };
		expect(await stub.tryMove({ ...tried, lines: [line("bA1 -wQ", "wA1 -wQ")] })).toMatchObject({
			refusal: { code: "ERR_BAD_LINES" },
		});
		expect(await stub.tryMove({ ...tried, lines: PLAN })).toMatchObject({ kind: "preview" });
		expect([(await look(stub)).ply, (await seen(stub, WHITE)).version]).toEqual([2, 0]);
		await play(stub, "wQ -wS1", { lines: PLAN });
		expect(await seen(stub, WHITE)).toMatchObject({ lines: PLAN, version: 1, ply: 3 });
		// Black's own meet White's at once.
		await play(stub, "bQ bG1-", { lines: [line("wA1 -wQ", "bB1 bG1/", line("wS2 wA1/", "bS1 bQ-"))] });
		expect((await logOf(stub)).slice(-5)).toMatchObject(
			["bQ bG1-", "wA1 -wQ", "bB1 bG1/", "wS2 wA1/", "bS1 bQ-"].map((text) => ({ type: "moved", move: text })),
		);
	});

	test("that came with a command sent again are not armed twice", async () => {
		const { stub } = await openGame(2);
		const idempotency = { scope: "s", key: "k", bodyHash: "h" };
		await play(stub, "wQ -wS1", { lines: PLAN, idempotency });
		await put(stub, WHITE, null);
		expect(await ask(stub, WHITE, move("wQ -wS1"), { lines: PLAN, idempotency })).toMatchObject({ replayed: true });
		expect(await seen(stub, WHITE)).toMatchObject({ lines: [], version: 2 });
	});

	test("ask their owner when an offer comes, and go when a move is taken back", async () => {
		const { stub } = await openGame();
		await put(stub, WHITE, PLAN);
		await ask(stub, BLACK, { type: "move", move: "bQ bG1-", offersDraw: true });
		expect(await seen(stub, WHITE)).toMatchObject({
			lines: [],
			log: [{ kind: "offer", offer: "draw", move: "wA1 -wQ" }],
		});
		expect(await look(stub)).toMatchObject({ ply: 4, toMove: "white" });
		await play(stub, "wA1 -wQ", { lines: [line("*", "wS2 wA1/")] });
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
		const { id, stub } = await openGame(3, { timeControl: { total: "P30D" } });
		await put(stub, WHITE, PLAN);
		await plug(stub, { DB: DEAD_D1 });
		await play(stub, "bQ bG1-");
		// Settled later like a move by hand, lest the number of events told one from the other.
		expect((await logOf(stub)).slice(-2)).toMatchObject([{ unsettled: true }, { unsettled: true, used: 0 }]);
		await plug(stub);
		await stub.tend();
		expect((await knownOf(id)).history).toHaveLength((await kindsOf(stub)).length);
	});
});
