/** What a reader sees of a game, and what a move would do before it is made. */
import { describe, expect, test } from "vitest";
import { explainClock } from "../../src/match/explain.ts";
import { previewMove } from "../../src/match/preview.ts";
import { makeRecord } from "../../src/match/record.ts";
import { replay } from "../../src/match/state.ts";
import { eventView, gameView, publicEvent } from "../../src/match/view.ts";
import { ask, BLACK, BOTH_SURROUNDED, begin, FINE, HOUR, played, SHUT_OUT, START, WHITE } from "./games.ts";

describe("the view of a game", () => {
	const log = played(begin({ expansions: ["M", "L", "P"] }), "wS1;bG1 wS1-");

	test("has the contract's fields for a player", () => {
		const view = gameView("g1", log.state, WHITE, START + HOUR);
		expect(view).toMatchObject({
			id: "g1",
			seq: 3,
			ply: 2,
			status: "active",
			result: null,
			rules: { id: "tournament", version: 1, expansions: ["M", "L", "P"] },
			gameString: "Base+MLP;InProgress;White[2];wS1;bG1 wS1-",
			toMove: "white",
			deadline: "2026-12-04T12:02:00.000Z",
			lastMove: {
				move: "bG1 wS1-",
				piece: "bG1",
				from: null,
				to: { q: 1, r: 0, z: 0 },
				at: "2026-12-01T12:02:00.000Z",
			},
			board: [
				{ piece: "wS1", q: 0, r: 0, z: 0 },
				{ piece: "bG1", q: 1, r: 0, z: 0 },
			],
			offers: { draw: null, takeback: null, time: null },
			you: { seat: "white" },
		});
		expect(view.white).toEqual({
			player: { id: WHITE },
			colour: "white",
			clock: { remaining: "P2DT23H2M", deadline: "2026-12-04T12:02:00.000Z" },
			pause: null,
		});
		expect(view.black.clock).toEqual({ remaining: "P3D", deadline: null });
		expect(view.reserve.white).toEqual({ Q: 1, S: 1, B: 2, G: 3, A: 3, M: 1, L: 1, P: 1 });
		expect(view.legalMoves).toContainEqual({ move: "wA1 -wS1", piece: "wA1", to: { q: -1, r: 0, z: 0 } });
	});

	test("tells a spectator the same but for the seat", () => {
		const { you, ...rest } = gameView("g1", log.state, null, START);
		const { you: mine, ...same } = gameView("g1", log.state, BLACK, START);
		expect(you).toBeNull();
		expect(mine).toEqual({ seat: "black", mayOfferDraw: true, mayClaimDraw: false });
		expect(rest).toEqual(same);
	});

	test("of a finished game has no turn, no deadline and no legal moves", () => {
		expect(gameView("g1", played(begin(), BOTH_SURROUNDED).state, WHITE, START)).toMatchObject({
			status: "finished",
			result: { winner: null, reason: "both-surrounded" },
			toMove: null,
			deadline: null,
			legalMoves: [],
		});
	});

	test("is plain data that comes back the same from JSON", () => {
		const view = gameView("g1", log.state, WHITE, START);
		expect(JSON.parse(JSON.stringify(view))).toEqual(view);
	});

	test("tells events with instants and durations as text", () => {
		expect(log.events.map(eventView)[1]).toEqual({
			seq: 2,
			at: "2026-12-01T12:01:00.000Z",
			type: "moved",
			side: "white",
			ply: 1,
			move: "wS1",
			used: "PT1M",
			remaining: null,
			deadline: "2026-12-04T12:01:00.000Z",
		});
	});
});

describe("a preview", () => {
	test("says the canonical move and the board it leads to", () => {
		const log = played(begin(), "wS1;bG1 wS1-");
		const preview = previewMove(log.state, { type: "move", move: "wA1 -ws1", by: WHITE, ply: 2 }, START, FINE);
		expect(preview).toMatchObject({
			ok: true,
			value: {
				move: "wA1 -wS1",
				ply: 3,
				result: null,
				warnings: [],
				gameString: "Base;InProgress;Black[2];wS1;bG1 wS1-;wA1 -wS1",
			},
		});
	});

	test("is refused as the move would be", () => {
		const log = begin();
		const ask = (move: string, by: string | null, ply?: number) =>
			previewMove(log.state, { type: "move", move, by, ...(ply === undefined ? {} : { ply }) }, START, FINE);
		expect(ask("wQ", WHITE)).toMatchObject({ ok: false, error: { code: "ERR_ILLEGAL_MOVE" } });
		expect(ask("wS1", BLACK)).toMatchObject({ ok: false, error: { code: "ERR_NOT_YOUR_TURN" } });
		expect(ask("wS1", null)).toMatchObject({ ok: false, error: { code: "ERR_NOT_A_PLAYER" } });
		expect(ask("wS1", WHITE, 4)).toMatchObject({ ok: false, error: { code: "ERR_STALE" } });
	});

	test("warns of a move that closes one's own queen", () => {
		const moves = BOTH_SURROUNDED.split(";");
		const log = played(begin(), moves.slice(0, -1).join(";"));
		expect(previewMove(log.state, { type: "move", move: moves.at(-1) ?? "", by: WHITE }, START, FINE)).toMatchObject({
			value: { result: { winner: null, reason: "both-surrounded" }, warnings: [{ code: "SURROUNDS_OWN_QUEEN" }] },
		});
	});

	test("warns of a move that leaves the opponent only a pass", () => {
		const moves = SHUT_OUT.split(";");
		const log = played(begin({ expansions: ["M", "L"] }), moves.slice(0, -1).join(";"));
		expect(previewMove(log.state, { type: "move", move: moves.at(-1) ?? "", by: WHITE }, START, FINE)).toMatchObject({
			value: { warnings: [{ code: "FORCES_PASS" }] },
		});
	});

	test("warns of a move that repeats the position, and how often it has stood then", () => {
		const log = played(begin(), "wG1;bA1 wG1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1");
		expect(previewMove(log.state, { type: "move", move: "bQ bA1/", by: BLACK }, START, FINE)).toMatchObject({
			value: { result: null, warnings: [{ code: "REPEATS_POSITION", times: 2 }] },
		});
	});
});

test("when a player rests is for the two who play, and for nobody else", () => {
	const schedule = { timeZone: "Europe/Berlin", windows: [{ days: ["tue"], from: "12:00", to: "18:00" }] } as const;
	const rested = begin({ pauses: { vacation: false, rest: true }, rest: { white: schedule, black: null } });
	const log = ask(rested, { type: "rest", player: BLACK, schedule }, START + 1);
	const told = (events: readonly unknown[]) => /Berlin|12:00/.test(JSON.stringify(events));
	expect(told(log.events)).toBe(true);
	expect(told(log.events.map(publicEvent))).toBe(false);
	expect(told([makeRecord("https://hivepost.example", "g1", log.events)])).toBe(false);
	expect(told([explainClock(log.events, START + 1)])).toBe(true);
	expect(told([explainClock(log.events, START + 1, false)])).toBe(false);
	expect(gameView("g1", log.state, BLACK, START).white.pause).toMatchObject({ kind: "rest" });
	expect(gameView("g1", log.state, null, START).white.pause).toBeNull();
	expect(replay(log.events.map(publicEvent))?.turn?.deadline).toBe(log.state.turn?.deadline);
});
