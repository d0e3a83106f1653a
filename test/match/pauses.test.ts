/** Pauses, outages and accounts as worked examples: whose clock stands, for how long, and what a move is charged. */
import { describe, expect, test } from "vitest";
import type { Command, Facts } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import type { Sides } from "../../src/match/event.ts";
import { isDue, nextTick } from "../../src/match/flag.ts";
import { type RestSchedule, WEEKDAYS } from "../../src/match/rest.ts";
import { replay } from "../../src/match/state.ts";
import type { TimeControl } from "../../src/match/terms.ts";
import type { Vacation } from "../../src/match/vacation.ts";
import { gameView } from "../../src/match/view.ts";
import { ask, BLACK, begin, DAY, FINE, HOUR, type Log, START, WHITE } from "./games.ts";
import { kindOf } from "./schedule.ts";

const tick = { type: "tick" } as const;
const UNKNOWN: Facts = { outages: null, told: false };
const BOTH = { vacation: true, rest: true };
const NONE: Sides<readonly Vacation[]> = { white: [], black: [] };

/** START is a Tuesday, noon. Nights from 22:00 to 06:00 in a zone without summer time, eight hours of each day. */
const NIGHTS: RestSchedule = { timeZone: "UTC", windows: [{ days: WEEKDAYS, from: "22:00", to: "06:00" }] };
const WEEKENDS: RestSchedule = {
	timeZone: "UTC",
	windows: [{ days: ["sat", "sun"], from: "00:00", to: "24:00" }],
};
/** From noon on Tuesday to the first midnight of the weekend. */
const TO_SATURDAY = 3.5 * DAY;

const away = (from: number, to: number, id = "v-1"): Vacation => ({ id, from: START + from, to: START + to });
const leaves = (vacation: Vacation, player = WHITE): Command => ({ type: "vacation", player, vacation });
const rests = (schedule: RestSchedule | null, player = WHITE): Command => ({ type: "rest", player, schedule });
const moves = (move: string, by: string): Command => ({ type: "move", move, by });
const knowing = (facts: Partial<Facts>): Facts => ({ ...FINE, ...facts });
const dated = (ms: number | null | undefined) => ms && new Date(ms).toISOString();

/** The flag falls just after this, and not at it. */
function flagFalls(log: Log, at: number, facts: Facts = FINE): void {
	expect(dated(log.state.turn?.deadline)).toBe(dated(at));
	expect(ask(log, tick, at, facts).state.status).toBe("active");
	const loser = log.state.turn?.side;
	expect(ask(log, tick, at + 1, facts).state.result).toEqual({
		winner: loser === "white" ? "black" : "white",
		reason: "timeout",
	});
	expect(replay(JSON.parse(JSON.stringify(log.events)))).toEqual(log.state);
}

const CONTROLS: readonly (readonly [name: string, control: TimeControl])[] = [
	["time per move", { perMove: "P2D" }],
	["start, increment and cap", { start: "P2D", increment: "PT1H", cap: "P2D" }],
	["total time", { total: "P2D" }],
];

describe.each(CONTROLS)("with %s of two days", (_, timeControl) => {
	const kept = "perMove" in timeControl ? null : 2 * DAY;

	test("a vacation of three days moves the deadline by three days, and costs its owner nothing", () => {
		const log = ask(begin({ timeControl, pauses: BOTH }), leaves(away(HOUR, 3 * DAY + HOUR)), START + HOUR);
		expect(log.events.map(kindOf)).toEqual(["created", "paused"]);
		expect(gameView("g", log.state, BLACK, START + DAY).white).toMatchObject({
			clock: { remaining: "P1DT23H" },
			pause: { kind: "vacation", until: dated(START + 3 * DAY + HOUR) },
		});
		flagFalls(log, START + 5 * DAY);
		const moved = ask(log, moves("wS1", WHITE), START + 2 * DAY);
		expect(moved.events.at(-1)).toMatchObject({
			used: HOUR,
			remaining: kept && Math.min(2 * DAY, kept - HOUR + ("cap" in timeControl ? HOUR : 0)),
		});
	});

	test("a vacation of the opponent's moves nothing of one's own", () => {
		const log = ask(begin({ timeControl, pauses: BOTH }), leaves(away(HOUR, 3 * DAY + HOUR), BLACK), START + HOUR);
		expect(gameView("g", log.state, WHITE, START + DAY).black.pause).toMatchObject({ kind: "vacation" });
		flagFalls(log, START + 2 * DAY);
		const moved = ask(log, moves("wS1", WHITE), START + DAY);
		flagFalls(moved, START + 5 * DAY + HOUR);
	});

	test("eight hours of rest a night make two days last three", () => {
		const log = begin({ timeControl, pauses: BOTH, rest: { white: NIGHTS, black: null } });
		flagFalls(log, START + 3 * DAY);
		const moved = ask(log, moves("wS1", WHITE), START + DAY);
		expect(moved.events.at(-1)).toMatchObject({ used: 16 * HOUR });
		flagFalls(moved, START + 3 * DAY);
	});

	test("a vacation, a night and an outage at the same time are counted once", () => {
		const gap = { from: START + 12 * HOUR, to: START + 20 * HOUR };
		const facts = knowing({ outages: [gap] });
		let log = begin({ timeControl, pauses: BOTH, rest: { white: NIGHTS, black: null } });
		log = ask(log, leaves(away(11 * HOUR, 17 * HOUR)), START + 11 * HOUR);
		// The night is 10 to 18 hours after the start: of six hours of vacation nothing is new, of the outage two hours.
		flagFalls(log, START + 3 * DAY);
		log = ask(log, tick, START + 3 * DAY + 1, facts);
		expect(log.events.at(-1)).toMatchObject({ type: "credited", ms: 2 * HOUR, gaps: [gap] });
		flagFalls(log, START + 3 * DAY + 2 * HOUR, facts);
	});

	test("ended early, a vacation is as long as it was", () => {
		const planned = away(HOUR, 6 * DAY);
		let log = ask(begin({ timeControl, pauses: BOTH }), leaves(planned), START + HOUR);
		log = ask(log, leaves({ ...planned, to: START + DAY }), START + DAY);
		expect(log.events.at(-1)).toMatchObject({ type: "resumed", side: "white", vacation: "v-1", to: START + DAY });
		expect(gameView("g", log.state, BLACK, START + DAY).white.pause).toBeNull();
		flagFalls(log, START + 3 * DAY - HOUR);
	});
});

test("an unlimited game tells of pauses and has no deadline for them to move", () => {
	const timeControl = { unlimited: true } as const;
	const log = ask(begin({ timeControl, pauses: BOTH }), leaves(away(0, 5 * DAY)), START);
	expect(log.events.at(-1)).toMatchObject({ type: "paused", deadline: null });
	expect(ask(log, moves("wS1", WHITE), START + 6 * DAY).events.at(-1)).toMatchObject({ used: DAY, deadline: null });
	expect(nextTick(log.state)).toBeNull();
});

describe("a vacation", () => {
	const fresh = (vacations?: Sides<readonly Vacation[]>) =>
		begin({ pauses: BOTH, ...(vacations ? { vacations } : {}) });
	const told = (log: Log, ...commands: readonly Command[]) =>
		commands
			.reduce((so, command) => ask(so, command, START + 2 * DAY), log)
			.events.slice(1)
			.map(kindOf);
	const planned = away(HOUR, 5 * DAY);

	test.each<[string, readonly string[], Parameters<typeof told>]>([
		["told twice is one", ["paused"], [fresh(), leaves(planned), leaves(planned)]],
		[
			"told again as it was planned after it has been ended is no news",
			["paused", "resumed"],
			[fresh(), leaves(planned), leaves({ ...planned, to: START + DAY }), leaves(planned)],
		],
		[
			"first heard of when it has been ended is one event",
			["paused"],
			[fresh(), leaves({ ...planned, to: START + DAY }), leaves(planned)],
		],
		[
			"ended at the instant it began leaves nothing",
			["paused", "resumed"],
			[fresh(), leaves(planned), leaves({ ...planned, to: planned.from })],
		],
		[
			"first heard of when there is nothing left of it is no news",
			[],
			[fresh(), leaves({ ...planned, to: planned.from })],
		],
		["that was over before the game began is no news", [], [fresh(), leaves(away(-5 * DAY, 0))]],
		["that the game began with is known", [], [fresh({ ...NONE, white: [away(-DAY, DAY)] }), leaves(away(-DAY, DAY))]],
		[
			"ended before the game that counts on it began is ended all the same",
			["resumed"],
			[fresh({ ...NONE, white: [away(-DAY, DAY)] }), leaves(away(-DAY, -HOUR))],
		],
		["is no news where the terms know none", [], [begin(), leaves(planned)]],
		["of a stranger is no news", [], [fresh(), leaves(planned, "p-somebody")]],
		[
			"of a game that is over is no news",
			["ended by resignation"],
			[fresh(), { type: "resign", by: WHITE }, leaves(planned)],
		],
		[
			"after another is another",
			["paused", "paused"],
			[fresh(), leaves(away(HOUR, 2 * HOUR)), leaves(away(3 * HOUR, 4 * HOUR, "v-2"))],
		],
	])("%s", (_, events, said) => expect(told(...said)).toEqual(events));

	test("ended before the game began stops no clock, though the game was made without knowing", () => {
		const log = ask(fresh({ ...NONE, white: [away(-DAY, 9 * DAY)] }), leaves(away(-DAY, -HOUR)), START + HOUR);
		flagFalls(log, START + 3 * DAY);
	});

	test("that the game begins with stops the first turn", () => {
		flagFalls(fresh({ ...NONE, white: [away(-DAY, DAY)] }), START + 4 * DAY);
	});

	test("heard of days late counts from when it began, as if it had been heard of at once", () => {
		const late = ask(fresh(), leaves(away(HOUR, 2 * DAY)), START + 2.5 * DAY);
		const atOnce = ask(fresh(), leaves(away(HOUR, 2 * DAY)), START + HOUR);
		expect(late.state.turn).toEqual(atOnce.state.turn);
	});

	test("of which only the facts tell keeps the flag from falling, and is in the log before that", () => {
		const facts = knowing({ vacations: { ...NONE, white: [away(2 * DAY, 4 * DAY)] } });
		const log = ask(fresh(), tick, START + 3 * DAY + 1, facts);
		expect(log.events.map(kindOf)).toEqual(["created", "paused"]);
		flagFalls(log, START + 5 * DAY, facts);
	});

	test("started after the deadline revives nothing", () => {
		// The facts were not to be had, so the flag hangs; the vacation is heard of meanwhile.
		let log = ask(fresh(), tick, START + 3 * DAY + HOUR, UNKNOWN);
		log = ask(log, leaves(away(3 * DAY + HOUR, 9 * DAY)), START + 3 * DAY + HOUR, UNKNOWN);
		expect(log.state.turn?.deadline).toBe(START + 3 * DAY);
		expect(ask(log, tick, START + 3 * DAY + HOUR).state.result).toEqual({ winner: "black", reason: "timeout" });
	});

	test("lets its owner move during it, and the next turn begin in it", () => {
		let log = ask(fresh(), leaves(away(HOUR, 5 * DAY)), START + HOUR);
		log = ask(log, moves("wS1", WHITE), START + DAY);
		log = ask(log, moves("bG1 wS1-", BLACK), START + 2 * DAY);
		expect(log.state.turn).toMatchObject({ side: "white", began: START + 2 * DAY });
		flagFalls(log, START + 8 * DAY);
	});

	test("puts off nothing for whoever has no time left at all", () => {
		let log = begin({ timeControl: { total: "P1D" }, pauses: BOTH, vacations: { white: [], black: [] } });
		log = ask(log, moves("wS1", WHITE), START + DAY + HOUR, UNKNOWN);
		expect(log.state.accounts.white).toBe(0);
		log = ask(log, leaves(away(DAY + HOUR, 9 * DAY)), START + DAY + HOUR, UNKNOWN);
		log = ask(log, moves("bG1 wS1-", BLACK), START + DAY + 2 * HOUR, UNKNOWN);
		expect(log.state.turn).toMatchObject({ side: "white", deadline: START + DAY + 2 * HOUR });
	});
});

describe("rest windows", () => {
	const resting = (white: RestSchedule | null, options: Parameters<typeof begin>[0] = {}) =>
		begin({ pauses: BOTH, rest: { white, black: null }, ...options });

	test("changed today leave the running turn as it is, and count from the next one on", () => {
		let log = ask(resting(NIGHTS), rests(null), START + HOUR);
		expect(gameView("g", log.state, BLACK, START + 11 * HOUR).white.pause).toEqual({
			kind: "rest",
			until: dated(START + 18 * HOUR),
		});
		flagFalls(log, START + 4 * DAY + 8 * HOUR);
		log = ask(log, moves("wS1", WHITE), START + 2 * HOUR);
		expect(gameView("g", log.state, BLACK, START + 11 * HOUR).white.pause).toBeNull();
		log = ask(log, moves("bG1 wS1-", BLACK), START + 3 * HOUR);
		flagFalls(log, START + 3 * DAY + 3 * HOUR);
	});

	test("said again are no news, nor are those of games whose terms know none", () => {
		expect(ask(resting(NIGHTS), rests(NIGHTS), START).events).toHaveLength(1);
		expect(ask(begin({ rest: { white: NIGHTS, black: null } }), rests(WEEKENDS), START).events).toHaveLength(1);
		expect(begin({ rest: { white: NIGHTS, black: null } }).events[0]).not.toHaveProperty("rest");
	});

	test("of two weekends put five days off by four, and not a minute of the five comes back", () => {
		const log = resting(WEEKENDS, { timeControl: { perMove: "P5D" } });
		const left = (at: number) => gameView("g", log.state, null, at).white.clock.remaining;
		expect(left(START + TO_SATURDAY)).toBe("P1DT12H");
		expect(left(START + TO_SATURDAY + DAY)).toBe("P1DT12H");
		expect(left(START + TO_SATURDAY + 2 * DAY)).toBe("P1DT12H");
		flagFalls(log, START + 7 * DAY);
		const long = resting(WEEKENDS, { timeControl: { perMove: "P10D" } });
		flagFalls(long, START + 14 * DAY);
	});

	test("beside an hour of vacation give that hour, and not the weekend twice", () => {
		const hour = away(TO_SATURDAY - HOUR, TO_SATURDAY);
		const inside = away(TO_SATURDAY + HOUR, TO_SATURDAY + 2 * HOUR);
		const log = resting(WEEKENDS, { timeControl: { perMove: "P5D" } });
		flagFalls(ask(log, leaves(hour), hour.from), START + 7 * DAY + HOUR);
		flagFalls(ask(log, leaves(inside), inside.from), START + 7 * DAY);
	});

	test("count on the calendar of their owner, whatever the opponent's", () => {
		const berlin: RestSchedule = { ...NIGHTS, timeZone: "Europe/Berlin" };
		const log = begin({ timeControl: { perMove: "PT12H" }, pauses: BOTH, rest: { white: berlin, black: NIGHTS } });
		flagFalls(log, START + 20 * HOUR);
		// Nine in the evening there: the night of Berlin began an hour ago, Black's begins in an hour.
		const moved = ask(log, moves("wS1", WHITE), START + 9.5 * HOUR);
		expect(moved.events.at(-1)).toMatchObject({ used: 9 * HOUR });
		flagFalls(moved, START + 29.5 * HOUR);
	});
});

describe("a first move with more time than the account has", () => {
	const options = { timeControl: { total: "PT2H" }, firstMove: DAY } as const;

	test("takes from the account only what is left of it in the end", () => {
		const log = begin(options);
		flagFalls(log, START + DAY);
		const after = (hours: number) => ask(log, moves("wS1", WHITE), START + hours * HOUR).state.accounts.white;
		expect([1, 22, 23, 24].map(after)).toEqual([2 * HOUR, 2 * HOUR, HOUR, 0]);
	});

	test("and its increment comes as with any move", () => {
		const timeControl = { start: "PT2H", increment: "PT30M", cap: "PT2H" } as const;
		const log = ask(begin({ timeControl, firstMove: DAY }), moves("wS1", WHITE), START + 23 * HOUR);
		expect(log.state.accounts.white).toBe(1.5 * HOUR);
	});

	test("is owed nothing for an outage that cost it nothing", () => {
		const outages = [{ from: START + HOUR, to: START + 6 * HOUR }];
		let log = ask(begin(options), moves("wS1", WHITE), START + 10 * HOUR, UNKNOWN);
		log = ask(log, tick, START + 11 * HOUR, knowing({ outages }));
		expect(log.events.at(-1)).toMatchObject({ type: "credited", ply: 0, ms: 0, remaining: 2 * HOUR });
	});

	test("and is owed of one no more than it cost", () => {
		const outages = [{ from: START + HOUR, to: START + 6 * HOUR }];
		let log = ask(begin(options), moves("wS1", WHITE), START + 23 * HOUR, UNKNOWN);
		expect(log.state.accounts.white).toBe(HOUR);
		log = ask(log, tick, START + 23.5 * HOUR, knowing({ outages }));
		expect(log.events.at(-1)).toMatchObject({ type: "credited", ply: 0, ms: HOUR, remaining: 2 * HOUR });
	});
});

describe("a move made while nobody knows of outages", () => {
	const gap = { from: START + HOUR, to: START + 3 * HOUR };
	const facts = knowing({ outages: [gap] });
	const total = { timeControl: { total: "P1D" } } as const;
	const unsettled = (options: Parameters<typeof begin>[0] = total) =>
		ask(begin(options), moves("wS1", WHITE), START + 5 * HOUR, UNKNOWN);

	test("is charged in full, says so, and is looked at again a minute later, long before any deadline", () => {
		const log = unsettled();
		expect(log.events.at(-1)).toMatchObject({ used: 5 * HOUR, remaining: 19 * HOUR, unsettled: true });
		const again = START + 5 * HOUR + 60_000;
		expect(nextTick(log.state)).toBe(again);
		expect([again, again + 1].map((at) => isDue(log.state, at))).toEqual([false, true]);
	});

	test("gets back what it was owed, once, and the opponent's turn is as it was", () => {
		const log = unsettled();
		const settled = ask(log, tick, START + 6 * HOUR, facts);
		expect(settled.events.at(-1)).toMatchObject({ type: "credited", side: "white", ply: 0, ms: 2 * HOUR, gaps: [gap] });
		expect(settled.state).toMatchObject({ accounts: { white: 21 * HOUR }, turn: log.state.turn, unsettled: [] });
		expect(ask(settled, tick, START + 7 * HOUR, facts).events).toHaveLength(settled.events.length);
		expect(nextTick(settled.state)).toBe(settled.state.turn?.deadline);
	});

	test("that is owed nothing is settled too, with nothing", () => {
		const settled = ask(unsettled(), tick, START + 6 * HOUR, FINE);
		expect(settled.events.at(-1)).toMatchObject({ type: "credited", ms: 0, remaining: 19 * HOUR });
		expect(settled.state.unsettled).toEqual([]);
	});

	test("is settled also in the midst of its maker's next turn, which is so much the longer", () => {
		const log = ask(unsettled(), moves("bG1 wS1-", BLACK), START + 6 * HOUR, FINE);
		const before = log.state.turn?.deadline ?? 0;
		const settled = ask(log, tick, START + 7 * HOUR, facts);
		expect(settled.state.turn).toMatchObject({ side: "white", allowance: 21 * HOUR, deadline: before + 2 * HOUR });
	});

	test("has its vacation settled with it", () => {
		const vacations = { ...NONE, white: [away(2 * HOUR, 4 * HOUR)] };
		const log = ask(unsettled({ ...total, pauses: BOTH }), tick, START + 6 * HOUR, { ...facts, vacations });
		expect(log.events.slice(-2).map(kindOf)).toEqual(["paused", "settled"]);
		expect(log.state.accounts.white).toBe(22 * HOUR);
	});

	test("gets back no more than the cap had room for then or since", () => {
		const timeControl = { start: "P1D", increment: "PT4H", cap: "P1D" } as const;
		// 24 h less 5 and 4 more are 23; fairly it would have been 25, of which the cap leaves 24.
		const log = unsettled({ timeControl });
		expect(log.state.accounts.white).toBe(23 * HOUR);
		expect(ask(log, tick, START + 6 * HOUR, facts).events.at(-1)).toMatchObject({ ms: HOUR, remaining: DAY });
		// A quick move later the account is full either way: nothing is owed any more, whatever is used after that.
		const play = (so: Log, move: string, by: string, at: number) =>
			ask(so, moves(move, by), START + at * HOUR, UNKNOWN);
		let later = play(play(log, "bG1 wS1-", BLACK, 6), "wA1 -wS1", WHITE, 7);
		later = play(play(later, "bA1 bG1-", BLACK, 8), "wQ \\wS1", WHITE, 17);
		expect(later.state.accounts.white).toBe(19 * HOUR);
		later = ask(later, tick, START + 18 * HOUR, facts);
		expect(later.state.accounts.white).toBe(19 * HOUR);
		expect(replay(later.events)).toEqual(later.state);
	});

	test("keeps what it got back when the game is taken back to after it", () => {
		let log = ask(unsettled(), moves("bG1 wS1-", BLACK), START + 6 * HOUR, FINE);
		log = ask(log, tick, START + 7 * HOUR, facts);
		log = ask(log, moves("wA1 -wS1", WHITE), START + 8 * HOUR, facts);
		log = ask(log, { type: "takeback", action: "ask", by: WHITE }, START + 8 * HOUR);
		log = ask(log, { type: "takeback", action: "accept", by: BLACK }, START + 9 * HOUR);
		expect(log.state.accounts).toEqual({ white: 21 * HOUR, black: 23 * HOUR });
		expect(log.state.turn).toMatchObject({ side: "white", allowance: 21 * HOUR });
	});

	test("that is taken back itself is owed nothing, nor is any when another time is agreed on", () => {
		const back = ask(
			ask(unsettled(), { type: "takeback", action: "ask", by: WHITE }, START + 6 * HOUR, UNKNOWN),
			{ type: "takeback", action: "accept", by: BLACK },
			START + 6 * HOUR,
			UNKNOWN,
		);
		const time = { type: "time", timeControl: { total: "P1D" } } as const;
		const anew = ask(
			ask(unsettled(), { ...time, action: "propose", by: WHITE }, START + 6 * HOUR, UNKNOWN),
			{ type: "time", action: "accept", by: BLACK },
			START + 6 * HOUR,
			UNKNOWN,
		);
		for (const log of [back, anew])
			expect(ask(log, tick, START + 7 * HOUR, facts).events).toHaveLength(log.events.length);
		for (const { state } of [back, anew]) expect(state).toMatchObject({ accounts: { white: DAY }, unsettled: [] });
	});

	test("with time per move leaves nothing to settle", () => {
		expect(unsettled({}).events.at(-1)).not.toHaveProperty("unsettled");
	});
});

test("a game that ends in the midst of a pause is charged the turn without it", () => {
	const log = ask(begin({ timeControl: { total: "P2D" }, pauses: BOTH }), leaves(away(HOUR, 5 * DAY)), START + HOUR);
	expect(ask(log, { type: "resign", by: BLACK }, START + DAY).events.at(-1)).toMatchObject({
		used: HOUR,
		remaining: 2 * DAY - HOUR,
	});
	expect(ask(log, { type: "cancel", by: BLACK }, START + DAY).events.at(-1)).toMatchObject({
		used: HOUR,
		remaining: 2 * DAY - HOUR,
	});
});

test("what bears on no clock is decided without any facts", () => {
	const log = ask(begin({ pauses: BOTH }), { type: "draw", action: "offer", by: WHITE }, START + HOUR, UNKNOWN);
	expect(decide(log.state, tick, START + HOUR, UNKNOWN)).toEqual({ ok: true, value: [] });
});
