/** The clock: what a turn may take, what a move leaves, when the flag falls and when it must not. */
import { describe, expect, test } from "vitest";
import { checkTimeControl, type TimeControl } from "../../src/match/terms.ts";
import { gameView } from "../../src/match/view.ts";
import { ask, BLACK, begin, DAY, FINE, HOUR, played, refusal, START, WHITE } from "./games.ts";

const tick = { type: "tick" } as const;

describe("time per move", () => {
	test("gives each turn the whole time from the move before on", () => {
		const log = begin({ timeControl: { perMove: "P3D" } });
		expect(log.state.turn).toMatchObject({
			side: "white",
			began: START,
			allowance: 3 * DAY,
			deadline: START + 3 * DAY,
		});
		const next = ask(log, { type: "move", move: "wS1", by: WHITE }, START + 2 * DAY);
		expect(next.state.turn).toMatchObject({
			side: "black",
			began: START + 2 * DAY,
			allowance: 3 * DAY,
			deadline: START + 5 * DAY,
		});
	});

	test("gives each side's first move at least the first-move time, and later moves the agreed one", () => {
		const first = begin({ timeControl: { perMove: "PT1H" }, firstMove: DAY });
		expect(first.state.turn?.deadline).toBe(START + DAY);
		const second = ask(first, { type: "move", move: "wS1", by: WHITE }, START + HOUR);
		expect(second.state.turn?.deadline).toBe(START + HOUR + DAY);
		const third = ask(second, { type: "move", move: "bS1 wS1-", by: BLACK }, START + 2 * HOUR);
		expect(third.state.turn?.deadline).toBe(START + 3 * HOUR);
	});
});

describe("start, increment and cap", () => {
	const timeControl: TimeControl = { start: "P10D", increment: "P1D", cap: "P11D" };

	test("charges the time used, adds the increment, and never exceeds the cap", () => {
		const quick = ask(begin({ timeControl }), { type: "move", move: "wS1", by: WHITE }, START + HOUR);
		expect(quick.state.accounts).toEqual({ white: 11 * DAY - HOUR, black: 10 * DAY });
		const slow = ask(quick, { type: "move", move: "bS1 wS1-", by: BLACK }, START + HOUR + 5 * DAY);
		expect(slow.state.accounts.black).toBe(6 * DAY);
		const again = ask(slow, { type: "move", move: "wG1 -wS1", by: WHITE }, START + HOUR + 5 * DAY);
		expect(again.state.accounts.white).toBe(11 * DAY);
	});
});

describe("total time", () => {
	test("counts the turn in which the game ends", () => {
		const log = begin({ timeControl: { total: "P2D" } });
		const resigned = ask(log, { type: "resign", by: WHITE }, START + HOUR);
		expect(resigned.state.accounts).toEqual({ white: 2 * DAY - HOUR, black: 2 * DAY });
		const waiting = ask(log, { type: "resign", by: BLACK }, START + HOUR);
		expect(waiting.state.accounts).toEqual({ white: 2 * DAY - HOUR, black: 2 * DAY });
		const off = ask(log, { type: "cancel", by: BLACK }, START + HOUR);
		expect(off.state.accounts.white).toBe(2 * DAY - HOUR);
	});

	test("runs down and is never refilled", () => {
		const log = ask(begin({ timeControl: { total: "P2D" } }), { type: "move", move: "wS1", by: WHITE }, START + DAY);
		expect(log.state.accounts).toEqual({ white: DAY, black: 2 * DAY });
		const next = ask(log, { type: "move", move: "bS1 wS1-", by: BLACK }, START + DAY + HOUR);
		expect(next.state.turn?.deadline).toBe(START + 2 * DAY + HOUR);
	});
});

test("an unlimited game has no deadline and no flag", () => {
	const log = begin({ timeControl: { unlimited: true }, firstMove: DAY });
	expect(log.state.turn?.deadline).toBeNull();
	expect(ask(log, tick, START + 10_000 * DAY).events).toHaveLength(1);
});

describe("the flag", () => {
	const log = begin({ timeControl: { perMove: "P1D" } });
	const deadline = START + DAY;

	test("leaves nothing on the clock that ran out", () => {
		for (const timeControl of [{ perMove: "P1D" }, { total: "P1D" }]) {
			const { state } = ask(begin({ timeControl }), tick, deadline + 1);
			const { black, white } = gameView("g1", state, null, deadline + HOUR);
			expect([white.clock.remaining, black.clock.remaining]).toEqual(["PT0S", "P1D"]);
		}
	});

	test("does not fall at the deadline itself, and falls just after it", () => {
		expect(ask(log, tick, deadline).state.status).toBe("active");
		const over = ask(log, tick, deadline + 1);
		expect(over.state.status).toBe("finished");
		expect(over.state.result).toEqual({ winner: "black", reason: "timeout" });
	});

	test("makes the side to move lose, whoever looked", () => {
		const blackToMove = played(log, "wS1");
		const over = ask(blackToMove, tick, blackToMove.state.updatedAt + DAY + 1);
		expect(over.state.result).toEqual({ winner: "white", reason: "timeout" });
	});

	test("does not fall while the facts cannot be fetched", () => {
		expect(ask(log, tick, deadline + DAY, { outages: null, told: true }).state.status).toBe("active");
	});

	test("does not fall while the player has not been told that it is their turn", () => {
		expect(ask(log, tick, deadline + DAY, { outages: [], told: false }).state.status).toBe("active");
	});

	test("waits out the grace where somebody else looks: what came in time may still be on its way", () => {
		const facts = { ...FINE, grace: 1_000 };
		expect(ask(log, tick, deadline + 999, facts).state.status).toBe("active");
		expect(ask(log, tick, deadline + 1_000, facts).state.status).toBe("finished");
	});

	test("waits out the grace after a credit that was found in the same look, too", () => {
		const gap = { from: deadline - HOUR, to: deadline };
		const facts = { outages: [gap], told: true, grace: 1_000 };
		const credited = ask(log, tick, deadline + HOUR + 500, facts);
		expect(credited.events.at(-1)).toMatchObject({ type: "credited", deadline: deadline + HOUR });
		expect(ask(credited, tick, deadline + HOUR + 1_000, facts).state.status).toBe("finished");
	});

	test("falls once only", () => {
		const over = ask(log, tick, deadline + 1);
		expect(ask(over, tick, deadline + DAY).events).toHaveLength(over.events.length);
	});

	test("falls before a command that came too late is heard, which is then told that the game is over", () => {
		const over = ask(log, tick, deadline + 5);
		expect(refusal(over, { type: "move", move: "wS1", by: WHITE }, deadline + 5)).toEqual({ code: "ERR_GAME_OVER" });
	});
});

describe("an outage", () => {
	const log = begin({ timeControl: { perMove: "P1D" } });
	const deadline = START + DAY;
	const gap = { from: deadline - HOUR, to: deadline + HOUR };

	test("is given back to the side to move, as an event both can read", () => {
		const credited = ask(log, tick, deadline + HOUR, { outages: [gap], told: true });
		expect(credited.events.at(-1)).toMatchObject({
			type: "credited",
			side: "white",
			ms: 2 * HOUR,
			reason: "outage",
			deadline: deadline + 2 * HOUR,
		});
		expect(credited.state.status).toBe("active");
		expect(ask(credited, tick, deadline + HOUR + 1, { outages: [gap], told: true }).events).toHaveLength(2);
	});

	test("is given back once, and the flag falls when what was given is used up", () => {
		const credited = ask(log, tick, deadline + HOUR, { outages: [gap], told: true });
		const over = ask(credited, tick, deadline + 2 * HOUR + 1, { outages: [gap], told: true });
		expect(over.state.result).toEqual({ winner: "black", reason: "timeout" });
	});

	test("counts once where gaps overlap, and only inside the turn", () => {
		const outages = [gap, { from: deadline - 30 * 60_000, to: deadline }, { from: START - DAY, to: START }];
		const credited = ask(log, tick, deadline + HOUR, { outages, told: true });
		expect(credited.state.turn?.deadline).toBe(deadline + 2 * HOUR);
	});

	test("long past and long used up is recorded before the flag falls", () => {
		const over = ask(log, tick, deadline + 10 * DAY, { outages: [gap], told: true });
		expect(over.events.slice(1).map((event) => event.type)).toEqual(["credited", "ended"]);
	});

	test("is not charged to the mover's account", () => {
		const total = begin({ timeControl: { total: "P1D" } });
		const credited = ask(total, tick, deadline + HOUR, { outages: [gap], told: true });
		const moved = ask(credited, { type: "move", move: "wS1", by: WHITE }, deadline + HOUR);
		expect(moved.events.at(-1)).toMatchObject({ type: "moved", used: DAY - HOUR, remaining: HOUR });
	});
});

describe("a time control", () => {
	test.each<[TimeControl, readonly string[]]>([
		[{ perMove: "P3D" }, []],
		[{ unlimited: true }, []],
		[{ perMove: "P1M" }, ["/timeControl/perMove"]],
		[{ perMove: "PT59M" }, ["/timeControl/perMove"]],
		[{ perMove: "P400D" }, ["/timeControl/perMove"]],
		[{ start: "P2D", increment: "PT1M", cap: "P3D" }, []],
		[{ start: "P3D", increment: "PT1H", cap: "P2D" }, ["/timeControl/cap"]],
		[{ start: "x", increment: "y", cap: "z" }, ["/timeControl/start", "/timeControl/increment", "/timeControl/cap"]],
		[{ total: "PT0S" }, ["/timeControl/total"]],
	])("%j has its problems at %j", (control, pointers) => {
		expect(checkTimeControl(control, HOUR).map((problem) => problem.pointer)).toEqual(pointers);
	});
});

test("an instant before the last event counts as that event's", () => {
	const log = ask(begin(), { type: "move", move: "wS1", by: WHITE }, START - DAY, FINE);
	expect(log.events.map((event) => event.at)).toEqual([START, START]);
});
