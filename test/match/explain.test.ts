/** The clock explained: every entry stands for its event, sums come out, and the running turn is the one that is shown. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeDuration } from "../../src/match/duration.ts";
import type { GameEvent } from "../../src/match/event.ts";
import { explainClock } from "../../src/match/explain.ts";
import { type RestSchedule, WEEKDAYS } from "../../src/match/rest.ts";
import { evolve, type MatchState } from "../../src/match/state.ts";
import { gameView } from "../../src/match/view.ts";
import { ask, BLACK, begin, DAY, FINE, HOUR, type Log, SHUT_OUT, START, WHITE } from "./games.ts";
import { workBetween } from "./referee.ts";
import { playOut, schedules, worlds } from "./schedule.ts";

const NIGHTS: RestSchedule = { timeZone: "UTC", windows: [{ days: WEEKDAYS, from: "22:00", to: "06:00" }] };

/** What an event is called in the explanation; null: it bears on no clock. */
function kindOf(event: GameEvent): string | null {
	switch (event.type) {
		case "created":
			return "began";
		case "moved":
			return "charged";
		case "accepted":
			return event.offer === "draw" ? null : event.offer === "takeback" ? "set-back" : "agreed";
		case "ended":
		case "cancelled":
			return "stopped";
		case "offered":
		case "declined":
		case "withdrawn":
			return null;
		default:
			return event.type;
	}
}

/** Holds an explanation at an instant against the log and the states that it makes. */
function agrees(events: readonly GameEvent[], now: number): void {
	const told = explainClock(events, now);
	if (!told) throw new Error("there is a game");
	const entries = [...told.entries];
	let state: MatchState | null = null;
	for (const event of events) {
		const before: MatchState | null = state;
		state = evolve(state, event);
		const kind = kindOf(event);
		if (!kind) continue;
		const entry = entries.shift();
		expect(entry).toMatchObject({ seq: event.seq, at: event.at, kind, deadline: state.turn?.deadline ?? null });
		if (entry?.kind === "charged") {
			expect(entry.used + entry.stopped).toBe(event.at - (before?.turn?.began ?? 0));
			expect(entry.remaining).toBe(state.accounts[entry.side]);
		}
		if (entry?.kind === "set-back" || entry?.kind === "agreed") expect(entry.accounts).toEqual(state.accounts);
		if (entry?.kind === "stopped") {
			expect(entry.side).toBe(before?.turn?.side);
			expect(entry.remaining).toBe(state.accounts[entry.side]);
		}
	}
	expect(entries).toEqual([]);
	if (!state) return;
	const { firstMove, pauses, timeControl, turn } = state;
	expect(told).toMatchObject({ firstMove, pauses, timeControl });
	const view = gameView("g", state, null, Math.max(now, state.updatedAt));
	expect(told.turn?.side ?? null).toBe(view.toMove);
	if (!told.turn || !turn) return;
	const { allowance, began, deadline, left, rest, side, stopped, stops, used } = told.turn;
	expect({ allowance, began, deadline, rest, side }).toEqual({
		allowance: turn.allowance,
		began: turn.began,
		deadline: turn.deadline,
		rest: turn.rest,
		side: turn.side,
	});
	expect(told.turn.ply).toBe(view.ply);
	expect(left === null ? null : makeDuration(left)).toBe(view[side].clock.remaining);
	if (allowance === null || deadline === null || left === null) return;
	expect(left).toBe(Math.max(0, allowance - used));
	// The stops that are listed are all there are: by hand they make the deadline, and counted once they are the rest of it.
	expect(workBetween(began, deadline, { rest: null, spans: stops })).toBe(allowance);
	expect(allowance + stopped).toBe(deadline - began);
	expect(stops.map(({ from }) => from)).toEqual(stops.map(({ from }) => from).sort((a, b) => a - b));
	for (const { from, to } of stops) expect(to > began && from < deadline).toBe(true);
}

test("whatever happened, each entry stands for its event, and the sums come out", () => {
	fc.assert(
		fc.property(worlds, schedules(30), fc.nat(5 * 24), (world, steps, later) => {
			const { events, state } = playOut(world, steps);
			agrees(events, state.updatedAt + later * HOUR);
		}),
		{ numRuns: 60 },
	);
});

describe("a game with everything in it", () => {
	const gap = { from: START + 3 * HOUR, to: START + 4 * HOUR };
	const facts = { ...FINE, outages: [gap] };
	const unknown = { outages: null, told: false };
	const list = SHUT_OUT.split(";");
	const by = (index: number) => (index % 2 === 0 ? WHITE : BLACK);
	const move = (log: Log, at: number, known: Parameters<typeof ask>[3] = facts) => {
		const index = log.state.game.plies.length;
		return ask(log, { type: "move", move: list[index] ?? "", by: by(index) }, START + at, known);
	};
	const away = { id: "v-1", from: START + 2 * HOUR, to: START + 6 * HOUR };

	let log = begin({
		timeControl: { total: "P2D" },
		expansions: ["M", "L"],
		pauses: { vacation: true, rest: true },
		rest: { white: NIGHTS, black: null },
	});
	log = ask(log, { type: "vacation", player: WHITE, vacation: away }, START + 2 * HOUR);
	log = ask(log, { type: "vacation", player: WHITE, vacation: { ...away, to: START + 5 * HOUR } }, START + 5 * HOUR);
	// Until tomorrow noon: a night of eight hours, three of vacation, in which the outage was.
	log = move(log, DAY);
	log = ask(log, { type: "rest", player: WHITE, schedule: null }, START + DAY);
	const second = { from: START + DAY, to: START + DAY + HOUR };
	log = move(log, DAY + 3 * HOUR, { ...FINE, outages: [gap, second] });
	log = move(log, DAY + 4 * HOUR, unknown);
	log = ask(log, { type: "tick" }, START + DAY + 5 * HOUR, {
		...FINE,
		outages: [{ from: START + DAY + 3 * HOUR, to: START + DAY + 3.5 * HOUR }],
	});
	for (let ply = 3; ply < 9; ply += 1) log = move(log, DAY + (3 + ply) * HOUR);
	log = ask(log, { type: "takeback", action: "ask", by: WHITE }, START + 2 * DAY);
	log = ask(log, { type: "takeback", action: "accept", by: BLACK }, START + 2 * DAY);
	log = ask(log, { type: "time", action: "propose", timeControl: { perMove: "P1D" }, by: WHITE }, START + 2 * DAY);
	log = ask(log, { type: "time", action: "accept", by: BLACK }, START + 2 * DAY + HOUR);

	test("is told entry by entry", () => {
		const told = explainClock(log.events, START + 2 * DAY + 3 * HOUR);
		const worked = 13 * HOUR;
		expect(told?.entries.map(({ at, seq, deadline, ...entry }) => ({ hour: (at - START) / HOUR, ...entry }))).toEqual([
			{ hour: 0, kind: "began", side: "white", accounts: { white: 2 * DAY, black: 2 * DAY } },
			{ hour: 2, kind: "paused", side: "white", from: away.from, to: away.to },
			{ hour: 5, kind: "resumed", side: "white", to: START + 5 * HOUR },
			{
				hour: 24,
				kind: "charged",
				side: "white",
				ply: 1,
				used: worked,
				stopped: 11 * HOUR,
				remaining: 2 * DAY - worked,
			},
			{ hour: 24, kind: "rest", side: "white", schedule: null },
			{ hour: 27, kind: "credited", side: "black", ms: HOUR, gaps: [second], ply: null },
			{ hour: 27, kind: "charged", side: "black", ply: 2, used: 2 * HOUR, stopped: HOUR, remaining: 46 * HOUR },
			{ hour: 28, kind: "charged", side: "white", ply: 3, used: HOUR, stopped: 0, remaining: 34 * HOUR },
			{
				hour: 29,
				kind: "credited",
				side: "white",
				ms: HOUR / 2,
				gaps: [{ from: START + 27 * HOUR, to: START + 27.5 * HOUR }],
				ply: 2,
			},
			{ hour: 30, kind: "charged", side: "black", ply: 4, used: 2 * HOUR, stopped: 0, remaining: 44 * HOUR },
			{ hour: 31, kind: "charged", side: "white", ply: 5, used: HOUR, stopped: 0, remaining: 33.5 * HOUR },
			{ hour: 32, kind: "charged", side: "black", ply: 6, used: HOUR, stopped: 0, remaining: 43 * HOUR },
			{ hour: 33, kind: "charged", side: "white", ply: 7, used: HOUR, stopped: 0, remaining: 32.5 * HOUR },
			{ hour: 34, kind: "charged", side: "black", ply: 8, used: HOUR, stopped: 0, remaining: 42 * HOUR },
			{ hour: 35, kind: "charged", side: "white", ply: 9, used: HOUR, stopped: 0, remaining: 31.5 * HOUR },
			{ hour: 35, kind: "passed", side: "black", ply: 10 },
			{
				hour: 48,
				kind: "set-back",
				side: "black",
				offer: "takeback",
				ply: 8,
				accounts: { white: 32.5 * HOUR, black: 42 * HOUR },
			},
			{
				hour: 49,
				kind: "agreed",
				side: "black",
				offer: "time",
				timeControl: { perMove: "P1D" },
				accounts: { white: null, black: null },
			},
		]);
		expect(told?.turn).toEqual({
			side: "white",
			ply: 8,
			began: START + 2 * DAY + HOUR,
			allowance: DAY,
			used: 2 * HOUR,
			left: 22 * HOUR,
			deadline: START + 3 * DAY + HOUR,
			stops: [],
			stopped: 0,
			rest: null,
		});
	});

	test("agrees with its log at every length, also long after", () => {
		for (let length = 1; length <= log.events.length; length += 1) {
			const part = log.events.slice(0, length);
			for (const later of [0, HOUR, 9 * DAY]) agrees(part, (part.at(-1)?.at ?? 0) + later);
		}
	});

	test("ends with what the last turn cost, and no turn", () => {
		const over = ask(log, { type: "tick" }, START + 3 * DAY + HOUR + 1);
		const told = explainClock(over.events, START + 9 * DAY);
		expect(told?.turn).toBeNull();
		expect(told?.entries.at(-1)).toMatchObject({ kind: "stopped", side: "white", used: DAY, timeout: true });
	});
});

describe("the running turn", () => {
	test("lists its stops by kind, overlapping ones each, and says what they cover together", () => {
		const vacation = { id: "v-1", from: START + 9 * HOUR, to: START + 12 * HOUR };
		let log = begin({
			timeControl: { perMove: "P1D" },
			pauses: { vacation: true, rest: true },
			rest: { white: NIGHTS, black: null },
		});
		log = ask(log, { type: "vacation", player: WHITE, vacation }, vacation.from);
		const gap = { from: START + 17 * HOUR, to: START + 20 * HOUR };
		log = ask(log, { type: "tick" }, START + DAY + 9 * HOUR + 1, { ...FINE, outages: [gap] });
		expect(explainClock(log.events, START + 11 * HOUR)?.turn).toMatchObject({
			stops: [
				{ kind: "vacation", from: vacation.from, to: vacation.to },
				{ kind: "rest", from: START + 10 * HOUR, to: START + 18 * HOUR },
				{ kind: "outage", ...gap },
				{ kind: "rest", from: START + 34 * HOUR },
			],
		});
	});

	test("of an unlimited game has no deadline, and the stops until now", () => {
		const log = begin({
			timeControl: { unlimited: true },
			pauses: { vacation: true, rest: true },
			rest: { white: NIGHTS, black: null },
		});
		expect(explainClock(log.events, START + DAY)?.turn).toMatchObject({
			allowance: null,
			left: null,
			deadline: null,
			used: 16 * HOUR,
			stopped: 8 * HOUR,
			stops: [{ kind: "rest", from: START + 10 * HOUR, to: START + 18 * HOUR }],
		});
	});

	test("is never explained as of before the last event", () => {
		const told = explainClock(begin().events, START - DAY);
		expect(told).toEqual(explainClock(begin().events, START));
		const later = ask(begin(), { type: "draw", action: "offer", by: WHITE }, START + HOUR);
		expect(explainClock(later.events, START)?.turn).toMatchObject({ used: HOUR });
	});

	test("is explained of no game at all", () => expect(explainClock([], START)).toBeNull());
});
