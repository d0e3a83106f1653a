/**
 * What the users of other servers suffer from, and what is promised here instead: one row for each. What a match decides by
 * itself is shown here; for the rest the row names the test that shows it, and sees to it that there is one of that name.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { otherSide, type Side } from "../../src/engine/piece.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import type { Command, Facts } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import { isDue, nextTick } from "../../src/match/flag.ts";
import { type Notice, noticesOf } from "../../src/match/notices.ts";
import { previewMove } from "../../src/match/preview.ts";
import { type RestSchedule, WEEKDAYS } from "../../src/match/rest.ts";
import { evolve, type MatchState, replay } from "../../src/match/state.ts";
import type { TimeControl } from "../../src/match/terms.ts";
import { VACATION, vacationBalance } from "../../src/match/vacation.ts";
import { gameView } from "../../src/match/view.ts";
import { ask, BLACK, begin, DAY, FINE, HOUR, type Log, played, refusal, SHUT_OUT, START, WHITE } from "./games.ts";

const tick = { type: "tick" } as const;
const BOTH = { vacation: true, rest: true };
/** START is a Tuesday, noon. */
const WEEKENDS: RestSchedule = { timeZone: "UTC", windows: [{ days: ["sat", "sun"], from: "00:00", to: "24:00" }] };
const SATURDAY = START + 3.5 * DAY;
const UNKNOWN: Facts = { outages: null, told: true };

const move = (text: string, by: string, ply?: number): Command => ({
	type: "move",
	move: text,
	by,
	...(ply === undefined ? {} : { ply }),
});
const leaves = (from: number, to: number, player = WHITE): Command => ({
	type: "vacation",
	player,
	vacation: { id: `${player} ${from}`, from, to },
});
const idOf = (side: Side) => (side === "white" ? WHITE : BLACK);

function notices(log: Log): readonly Notice[] {
	let state: MatchState | null = null;
	return log.events.flatMap((event) => {
		state = evolve(state, event);
		return noticesOf(event, state);
	});
}

/** The game is lost just after the deadline by the side to move, and by nothing else before. */
function losesAt(log: Log, deadline: number, facts: Facts = FINE): void {
	const loser = log.state.turn?.side ?? "white";
	expect(log.state.turn?.deadline).toBe(deadline);
	expect(ask(log, tick, deadline, facts).state.status).toBe("active");
	const over = ask(log, tick, deadline + 1, facts);
	expect(over.state.result).toEqual({ winner: otherSide(loser), reason: "timeout" });
}

function takenBack(log: Log, by: Side, at: number, ply?: number): Log {
	const wish = { type: "takeback", action: "ask", by: idOf(by), ...(ply === undefined ? {} : { ply }) } as const;
	return ask(ask(log, wish, at), { type: "takeback", action: "accept", by: idOf(otherSide(by)) }, at);
}

type Place = readonly [file: string, title: string];
const TITLES = new Map<string, readonly string[]>();

function titlesOf(file: string): readonly string[] {
	const known = TITLES.get(file);
	if (known) return known;
	const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
	const titles = [...text.matchAll(/(?:\b(?:test|describe)|\))\(\s*"([^"]*)"/g)].map(([, title]) => title ?? "");
	TITLES.set(file, titles);
	return titles;
}

/** Shown by tests of other folders, for what the object, D1, HTTP or a page has to do with it. */
function shownBy(...places: readonly Place[]): void {
	for (const [file, title] of places) {
		if (!titlesOf(file).includes(title)) throw new Error(`${file} has no test "${title}"`);
	}
}

const OPENING = "wS1;bG1 wS1-;wA1 -wS1;bA1 bG1-";
const THREE_DAYS: TimeControl = { perMove: "P3D" };
const THRICE = "wG1;bA1 wG1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/";
/** In a game that lets a third occurrence be claimed, not one that draws by it. */
const BY_CLAIM = { ...RULE_SETS.tournament, id: "by-claim", repetition: "claim" } as const;

const ROWS: readonly (readonly [row: string, promise: string, check: () => void])[] = [
	[
		"row 1",
		"a flag falls when it is time, with nobody looking, and both players are told",
		() => {
			const log = begin();
			const deadline = START + 3 * DAY;
			expect(nextTick(log.state)).toBe(deadline);
			expect([deadline, deadline + 1].map((at) => isDue(log.state, at))).toEqual([false, true]);
			losesAt(log, deadline);
			const over = ask(log, tick, deadline + 1);
			expect(
				notices(over)
					.slice(-2)
					.map(({ kind, player }) => [kind, player]),
			).toEqual([
				["game-over", WHITE],
				["game-over", BLACK],
			]);
			shownBy(
				["test/game/alarm.test.ts", "lets the flag fall with nobody looking, and both are told once"],
				["test/game/alarm.test.ts", "visits overdue games whose alarm was lost, and sets it again"],
			);
		},
	],
	[
		"row 2",
		"no restart makes the wrong side lose: the result is a function of the log and of what is known of outages",
		() => {
			const log = played(begin(), "wS1");
			const deadline = log.state.turn?.deadline ?? 0;
			const down = [{ from: deadline - HOUR, to: deadline + HOUR }];
			const back = ask(log, tick, deadline + HOUR, { ...FINE, outages: down });
			expect(back.state).toMatchObject({ status: "active", turn: { side: "black", deadline: deadline + 2 * HOUR } });
			losesAt(back, deadline + 2 * HOUR, { ...FINE, outages: down });
			expect(replay(JSON.parse(JSON.stringify(back.events)))).toEqual(back.state);
		},
	],
	[
		"row 3",
		"an outage is given back by itself, once, in the log that both read",
		() => {
			const facts = { ...FINE, outages: [{ from: START + DAY, to: START + 2 * DAY }] };
			const late = ask(begin(), tick, START + 3 * DAY + 1, facts);
			expect(late.events.slice(1)).toMatchObject([{ type: "credited", side: "white", ms: DAY, gaps: facts.outages }]);
			expect(ask(late, tick, START + 4 * DAY, facts).events).toHaveLength(2);
		},
	],
	[
		"row 4",
		"no clock ticks: a look at it, ten thousand looks or none for a month come to the same",
		() => {
			let often = begin();
			for (let at = START; at <= START + 3 * DAY; at += 7 * 60_000) often = ask(often, tick, at);
			expect(often.state).toEqual(begin().state);
			const late = ask(begin(), tick, START + 30 * DAY);
			expect(late.state.result).toEqual({ winner: "black", reason: "timeout" });
		},
	],
	[
		"row 5",
		"a first move has a deadline of its own, and a game that misses it ends like any other and is still there",
		() => {
			const log = begin({ timeControl: { perMove: "PT1H" }, firstMove: DAY });
			losesAt(log, START + DAY);
			losesAt(ask(log, move("wS1", WHITE), START + HOUR), START + HOUR + DAY);
			const over = ask(log, tick, START + DAY + 1);
			expect(gameView("g", over.state, WHITE, START + 900 * DAY).status).toBe("finished");
		},
	],
	[
		"row 6",
		"no hidden rule ends a game: without a limit of time there is none",
		() => {
			const log = played(begin({ timeControl: { unlimited: true } }), "wS1");
			expect(nextTick(log.state)).toBeNull();
			expect(ask(log, tick, START + 3650 * DAY).events).toHaveLength(log.events.length);
		},
	],
	[
		"row 7",
		"after a take-back the clock is what was stored with that ply, and nobody gains or flags by it",
		() => {
			let log = begin({ timeControl: { total: "P2D" } });
			for (const [index, text] of OPENING.split(";").entries()) {
				log = ask(log, move(text, idOf(index % 2 === 0 ? "white" : "black")), log.state.updatedAt + 5 * HOUR);
			}
			const back = takenBack(log, "white", log.state.updatedAt + HOUR);
			expect(back.state.accounts).toEqual({ white: 2 * DAY - 5 * HOUR, black: 2 * DAY - 5 * HOUR });
			losesAt(back, log.state.updatedAt + HOUR + 2 * DAY - 5 * HOUR);
			shownBy(["test/match/schedules.test.ts", "make the same game, board, clocks and all: %s"]);
		},
	],
	[
		"row 8",
		"a take-back leaves each side its own clock",
		() => {
			let log = begin({ timeControl: { start: "P2D", increment: "PT1H", cap: "P2D" } });
			log = ask(log, move("wS1", WHITE), START + 10 * HOUR);
			log = ask(log, move("bG1 wS1-", BLACK), START + 30 * HOUR);
			const before = log.state.accounts;
			expect(before).toEqual({ white: 39 * HOUR, black: 29 * HOUR });
			log = takenBack(ask(log, move("wA1 -wS1", WHITE), START + 31 * HOUR), "white", START + 32 * HOUR);
			expect(log.state.accounts).toEqual(before);
		},
	],
	[
		"row 9",
		"a deadline is told as an instant, and what is left is never all that is said",
		() => {
			const view = gameView("g", begin().state, WHITE, START + HOUR);
			expect(view.deadline).toBe("2026-12-04T12:00:00.000Z");
			expect(view.white.clock).toEqual({ remaining: "P2DT23H", deadline: view.deadline });
			shownBy(["test/http/games.test.ts", "it is the contract's view, with names, clocks and the service's time"]);
		},
	],
	[
		"row 10",
		"a pause stops the clock and never refills it: a game with weekends off comes to its end",
		() => {
			const log = begin({
				timeControl: { perMove: "P5D" },
				pauses: BOTH,
				rest: { white: WEEKENDS, black: WEEKENDS },
			});
			losesAt(log, START + 7 * DAY);
		},
	],
	[
		"row 11",
		"pauses are worked out, not switched on and off: the deadline knows the weekend before it comes",
		() => {
			const log = begin({ timeControl: { perMove: "P5D" }, pauses: BOTH, rest: { white: WEEKENDS, black: null } });
			expect(log.events).toHaveLength(1);
			expect(log.state.turn?.deadline).toBe(START + 7 * DAY);
			expect(gameView("g", log.state, WHITE, SATURDAY + HOUR).white.pause).toEqual({
				kind: "rest",
				until: new Date(SATURDAY + 2 * DAY).toISOString(),
			});
		},
	],
	[
		"row 12",
		"a move may be made during one's own pause, is charged the time before it, and the opponent's clock runs",
		() => {
			const log = begin({ timeControl: { total: "P5D" }, pauses: BOTH, rest: { white: WEEKENDS, black: null } });
			const moved = ask(log, move("wS1", WHITE), SATURDAY + DAY);
			expect(moved.events.at(-1)).toMatchObject({ used: 3.5 * DAY, remaining: 1.5 * DAY });
			losesAt(moved, SATURDAY + 6 * DAY);
		},
	],
	[
		"row 13",
		"the terms are told in full before anybody accepts, with a sample deadline",
		() =>
			shownBy(
				["test/http/challenges.test.ts", "the terms come in words, with a sample deadline in the reader's zone"],
				[
					"test/http/vacation.test.ts",
					"a sample deadline counts those of whoever reads, where the terms agree to rest",
				],
			),
	],
	[
		"row 14",
		"both colours have the same clock, and either can lose by it",
		() => {
			for (const timeControl of [THREE_DAYS, { start: "P3D", increment: "PT1H", cap: "P3D" }, { total: "P3D" }]) {
				losesAt(begin({ timeControl }), START + 3 * DAY);
				losesAt(ask(begin({ timeControl }), move("wS1", WHITE), START + DAY), START + 4 * DAY);
				for (const [side, log] of [
					["white", begin({ timeControl })],
					["black", ask(begin({ timeControl }), move("wS1", WHITE), START)],
				] as const) {
					expect(gameView("g", log.state, WHITE, START + HOUR)[side].clock.remaining).toBe("P2DT23H");
					const over = ask(log, tick, START + 3 * DAY + 1);
					expect(gameView("g", over.state, WHITE, START + 9 * DAY)[side].clock.remaining).toBe("PT0S");
				}
			}
		},
	],
	[
		"row 15",
		"beside time per move there are accounts with an increment and a cap, totals, and no limit",
		() => {
			const spent = (timeControl: TimeControl) => {
				const log = ask(begin({ timeControl }), move("wS1", WHITE), START + DAY);
				return log.state.accounts.white;
			};
			expect(spent(THREE_DAYS)).toBeNull();
			expect(spent({ start: "P10D", increment: "PT12H", cap: "P20D" })).toBe(9.5 * DAY);
			expect(spent({ start: "P10D", increment: "P2D", cap: "P10D" })).toBe(10 * DAY);
			expect(spent({ total: "P10D" })).toBe(9 * DAY);
			expect(spent({ unlimited: true })).toBeNull();
		},
	],
	[
		"row 16",
		"a night is a night on the owner's own clock, also the one on which it changes",
		() => {
			const nights: RestSchedule = {
				timeZone: "Europe/Berlin",
				windows: [{ days: WEEKDAYS, from: "22:00", to: "07:00" }],
			};
			const timeControl = { perMove: "PT2H" } as const;
			const eve = (date: string) =>
				begin({ timeControl, pauses: BOTH, rest: { white: nights, black: null } }, Date.parse(date));
			// An hour before the night, which is of eight hours in March, nine in June and ten in October.
			losesAt(eve("2026-03-28T20:00Z"), Date.parse("2026-03-29T06:00Z"));
			losesAt(eve("2026-06-10T19:00Z"), Date.parse("2026-06-11T06:00Z"));
			losesAt(eve("2026-10-24T19:00Z"), Date.parse("2026-10-25T07:00Z"));
			shownBy(["test/match/schedules.test.ts", "a turn across a change of the clocks"]);
		},
	],
	[
		"row 17",
		"holidays and free days of the week are there, as each game agrees on",
		() => {
			const log = begin({ pauses: BOTH, rest: { white: WEEKENDS, black: null } });
			losesAt(ask(log, leaves(START, START + DAY), START), START + 6 * DAY);
		},
	],
	[
		"row 18",
		"no vacation begins by itself: a player who is silent loses on time, whatever balance is left",
		() => {
			const log = begin({ pauses: BOTH });
			expect(vacationBalance(START - 900 * DAY, [], START)).toBe(VACATION.most);
			losesAt(log, START + 3 * DAY);
			expect(ask(log, tick, START + 3 * DAY + 1).events.map(({ type }) => type)).toEqual(["created", "ended"]);
		},
	],
	[
		"row 19",
		"a vacation reaches no game whose terms know none",
		() => {
			const log = ask(begin({ pauses: { vacation: false, rest: true } }), leaves(START, START + 9 * DAY), START);
			expect(log.events).toHaveLength(1);
			losesAt(log, START + 3 * DAY);
		},
	],
	[
		"row 20",
		"a vacation has its end from the start, and ends by itself then",
		() => {
			const log = ask(begin({ pauses: BOTH }), leaves(START + HOUR, START + 5 * DAY), START + HOUR);
			expect(log.events.at(-1)).toMatchObject({ type: "paused", to: START + 5 * DAY });
			const pause = (at: number) => gameView("g", log.state, BLACK, at).white.pause;
			expect(pause(START + 5 * DAY - 1)).toMatchObject({ kind: "vacation" });
			expect(pause(START + 5 * DAY)).toBeNull();
			losesAt(log, START + 8 * DAY - HOUR);
		},
	],
	[
		"row 21",
		"no pause goes unnoticed: the opponent is told of it and sees it",
		() => {
			const log = ask(begin({ pauses: BOTH }), leaves(START, START + 5 * DAY), START + HOUR);
			expect(notices(log).at(-1)).toMatchObject({
				kind: "vacation",
				player: BLACK,
				vacation: { from: START, to: START + 5 * DAY },
			});
			expect(gameView("g", log.state, BLACK, START + DAY).white.pause?.kind).toBe("vacation");
		},
	],
	[
		"row 22",
		"vacation is earned slowly, bounded, costs a day at least, and begun after the deadline saves nothing",
		() => {
			expect(vacationBalance(START, [], START)).toBe(7 * DAY);
			expect(vacationBalance(START, [], START + 12 * DAY)).toBe(8 * DAY);
			expect(vacationBalance(START, [], START + 9999 * DAY)).toBe(30 * DAY);
			expect(vacationBalance(START, [{ id: "v", from: START, to: START + HOUR }], START)).toBe(6 * DAY);
			const deadline = START + 3 * DAY;
			const log = ask(begin({ pauses: BOTH }), leaves(deadline + 1, deadline + 9 * DAY), deadline + 1, UNKNOWN);
			expect(log.state.turn?.deadline).toBe(deadline);
			shownBy(["test/http/vacation.test.ts", "longer than the balance is refused, and the balance told"]);
		},
	],
	[
		"row 23",
		"an hour of vacation before a weekend, or in it, buys that hour and no free days: what overlaps counts once",
		() => {
			const log = begin({ timeControl: { perMove: "P5D" }, pauses: BOTH, rest: { white: WEEKENDS, black: null } });
			const before = ask(log, leaves(SATURDAY - HOUR, SATURDAY), SATURDAY - HOUR);
			losesAt(before, START + 7 * DAY + HOUR);
			const within = ask(log, leaves(SATURDAY, SATURDAY + 2 * DAY), SATURDAY);
			losesAt(within, START + 7 * DAY);
		},
	],
	[
		"row 24",
		"the same move sent twice is one half-move",
		() => {
			const log = ask(begin(), move("wS1", WHITE, 0), START);
			expect(refusal(log, move("wS1", WHITE, 0), START).code).toBe("ERR_STALE");
			expect(refusal(log, move("wS1", WHITE), START).code).toBe("ERR_NOT_YOUR_TURN");
			shownBy(["test/http/idempotency.test.ts", "forty copies of one move at once make one ply and hear the same"]);
		},
	],
	[
		"row 25",
		"who is behind is told so, with where the game stands",
		() => {
			const log = played(begin(), OPENING);
			expect(refusal(log, { type: "resign", by: WHITE, ifMatch: 2 }, START)).toEqual({
				code: "ERR_STALE",
				seq: 5,
				ply: 4,
			});
			shownBy(["test/http/games.test.ts", "a stale version is 412 with the game as it is now"]);
		},
	],
	[
		"row 26",
		"a move can be looked at before it is made, and looking changes nothing",
		() => {
			const log = played(begin(), OPENING);
			const before = JSON.stringify(log.state);
			const command = { type: "move", move: "wQ \\wS1", by: WHITE } as const;
			expect(previewMove(log.state, command, START + DAY, FINE)).toMatchObject({ ok: true, value: { ply: 5 } });
			expect(JSON.stringify(log.state)).toBe(before);
			shownBy([
				"test/pages/play.test.ts",
				"is chosen in two steps, looked at, and sent by a form; the answer says what happens next",
			]);
		},
	],
	[
		"row 27",
		"what is shown as played was played: a move that was not sent is nowhere",
		() => shownBy(["test/http/games.test.ts", "a dry run changes nothing and says what it would do"]),
	],
	[
		"row 28",
		"no planning becomes a move: what is sent names the position it is for",
		() => {
			const log = played(begin(), OPENING);
			expect(refusal(log, move("wQ \\wS1", WHITE, 2), START).code).toBe("ERR_STALE");
			shownBy([
				"test/pages/play.test.ts",
				"for a position that is no more is not sent; what is still possible is offered again",
			]);
		},
	],
	[
		"row 29",
		"a wish to take back names its ply, is told, is answered, also after the reply, and is gone with the next move",
		() => {
			const log = played(begin(), `${OPENING};wQ \\wS1;bQ bG1/`);
			const asked = ask(log, { type: "takeback", action: "ask", by: WHITE }, START + DAY);
			expect(notices(asked).at(-1)).toMatchObject({
				kind: "offer",
				player: BLACK,
				news: { action: "offered", offer: "takeback", ply: 4 },
			});
			expect(takenBack(log, "white", START + DAY).state.game.plies).toHaveLength(4);
			const moved = ask(asked, move("wA1 -wQ", WHITE), START + DAY);
			expect(refusal(moved, { type: "takeback", action: "accept", by: BLACK }, START + DAY).code).toBe("ERR_NO_OFFER");
		},
	],
	[
		"row 30",
		"every change has a number of its own, and lists, views and links keep to it",
		() => {
			expect(played(begin(), OPENING).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
			shownBy(
				["test/http/games.test.ts", "it carries a strong tag and honours If-None-Match"],
				["test/pages/play.test.ts", "shows each position of the past, with what was in hand then, and the way back"],
			);
		},
	],
	[
		"row 31",
		"repetition is what the rule set says, and a move that repeats is warned of before it is made",
		() => {
			const moves = THRICE.split(";");
			const log = played(begin(), moves.slice(0, -1).join(";"));
			const last = { type: "move", move: moves.at(-1) ?? "", by: BLACK } as const;
			expect(previewMove(log.state, last, START + DAY, FINE)).toMatchObject({
				value: { result: { reason: "repetition" }, warnings: [{ code: "REPEATS_POSITION", times: 3 }] },
			});
			expect(ask(log, last, START + DAY).state.result).toEqual({ winner: null, reason: "repetition" });
			expect(played(begin({ rules: RULE_SETS.official }), THRICE).state.status).toBe("active");
			shownBy(["test/engine/repetition.test.ts", "what makes two positions the same"]);
		},
	],
	[
		"row 32",
		"a claim outlives the opponent's move and ends with one's own",
		() => {
			const log = ask(played(begin({ rules: BY_CLAIM }), THRICE), move("wQ -wG1", WHITE), START + DAY);
			const claim = { type: "draw", action: "claim", by: BLACK } as const;
			expect(ask(log, claim, START + DAY).state.result).toEqual({ winner: null, reason: "claim" });
			const gone = ask(log, move("bA2 bA1-", BLACK), START + DAY);
			expect(refusal(gone, claim, START + DAY).code).toBe("ERR_NO_CLAIM");
		},
	],
	[
		"row 33",
		"lines that are armed are shown to their owner, and one that is removed does not play",
		() =>
			shownBy(
				[
					"test/http/lines.test.ts",
					"are answered with as they are stored (peers 35), carry a tag of their own, and go when they are deleted",
				],
				["test/match/line-play.test.ts", "when the opponent played something else: all that was to follow is gone"],
			),
	],
	[
		"row 34",
		"lines play to their end, reply after reply, placements and walks alike",
		() =>
			shownBy(
				[
					"test/match/line-play.test.ts",
					"reply after reply, each on its own position: placements as well as walks (B62, peers 34)",
				],
				["test/match/line-play.test.ts", "behind the opponent's forced pass, in the same command"],
			),
	],
	[
		"row 35",
		"whoever saves lines is answered with what was saved",
		() =>
			shownBy([
				"test/http/lines.test.ts",
				"are answered with as they are stored (peers 35), carry a tag of their own, and go when they are deleted",
			]),
	],
	[
		"row 36",
		"lines come along with a move, in one go",
		() =>
			shownBy(
				[
					"test/http/lines.test.ts",
					"come with a move (peers 36); refused, they keep it from being made; a turn key brings none",
				],
				["test/match/line-play.test.ts", "that came with its owner's move, and those of both sides in turn"],
			),
	],
	[
		"B50",
		"one click that became two requests is one half-move; the other is told that it came too late",
		() => {
			const eight = played(begin(), `${OPENING};wQ \\wS1;bQ bG1/;wA1 -wQ;bA1 bQ-`);
			const one = ask(eight, move("wA1 wQ/", WHITE, 8), START + DAY);
			expect(one.state.game.plies).toHaveLength(9);
			expect(refusal(one, move("wA1 wQ/", WHITE, 8), START + DAY)).toEqual({ code: "ERR_STALE", seq: 10, ply: 9 });
			shownBy(["test/http/idempotency.test.ts", "forty copies without a key make one ply; the others are told so"]);
		},
	],
	[
		"B54",
		"with days per move a take-back gives its owner all the days from the acceptance on, and the old deadline is none",
		() => {
			const log = played(begin(), `${OPENING};wQ \\wS1`);
			const accepted = log.state.updatedAt + 3 * DAY - HOUR;
			const back = takenBack(log, "white", accepted);
			expect(back.state.turn).toMatchObject({ side: "white", began: accepted });
			expect(nextTick(back.state)).toBe(accepted + 3 * DAY);
			losesAt(back, accepted + 3 * DAY);
			const again = ask(back, move("wQ \\wS1", WHITE), accepted + HOUR);
			losesAt(again, accepted + HOUR + 3 * DAY);
		},
	],
	[
		"B56",
		"whoever makes the service look, the side to move is the one that loses",
		() => {
			for (const log of [played(begin(), OPENING), played(begin(), `${OPENING};wQ \\wS1`)]) {
				const loser = log.state.turn?.side ?? "white";
				const over = ask(log, tick, log.state.updatedAt + 3 * DAY + 1);
				expect(over.state.result).toEqual({ winner: otherSide(loser), reason: "timeout" });
				for (const by of [WHITE, BLACK])
					expect(refusal(over, { type: "resign", by }, START + 9 * DAY).code).toBe("ERR_GAME_OVER");
				expect(
					notices(over)
						.slice(-2)
						.map(({ result }) => result),
				).toEqual([over.state.result, over.state.result]);
			}
			shownBy(["test/game/alarm.test.ts", "costs the side to move the game, whoever sent it"]);
		},
	],
	[
		"B58",
		"five days per move over two weekends are five days that count: what is left after a weekend is what was before it",
		() => {
			const start = SATURDAY - HOUR;
			const options = { timeControl: { perMove: "P5DT2H" }, pauses: BOTH, rest: { white: WEEKENDS, black: null } };
			const log = begin(options, start);
			const left = (at: number) => gameView("g", log.state, WHITE, at).white.clock.remaining;
			expect([SATURDAY, SATURDAY + 2 * DAY].map(left)).toEqual(["P5DT1H", "P5DT1H"]);
			expect([SATURDAY + 7 * DAY, SATURDAY + 9 * DAY].map(left)).toEqual(["PT1H", "PT1H"]);
			losesAt(log, SATURDAY + 9 * DAY + HOUR);
		},
	],
	[
		"B60",
		"a vacation pauses the games that allow it, revives none that is past its deadline, and the others are named",
		() => {
			const facts = {
				...FINE,
				vacations: { white: [{ id: "v", from: START + 4 * DAY, to: START + 9 * DAY }], black: [] },
			};
			losesAt(begin({ pauses: { vacation: false, rest: false } }), START + 3 * DAY, facts);
			const expired = ask(begin({ pauses: BOTH }), tick, START + 4 * DAY, facts);
			expect(expired.state.result).toEqual({ winner: "black", reason: "timeout" });
			const allowed = begin({ timeControl: { perMove: "P5D" }, pauses: BOTH });
			losesAt(ask(allowed, leaves(START + 4 * DAY, START + 9 * DAY), START + 4 * DAY), START + 10 * DAY);
			shownBy([
				"test/http/vacation.test.ts",
				"pauses the games that agreed to it and says so in their log; the others are named",
			]);
		},
	],
	[
		"B62",
		"each planned reply is played on its own position, a deviation ends the plan, and it is shown until then",
		() =>
			shownBy(
				[
					"test/match/line-play.test.ts",
					"reply after reply, each on its own position: placements as well as walks (B62, peers 34)",
				],
				["test/match/line-play.test.ts", "when the opponent played something else: all that was to follow is gone"],
				["test/game/lines.test.ts", "end with the first move they do not name"],
			),
	],
	[
		"B64",
		"a draw offered with a move outlives a forced pass, is not its maker's to accept, and dies when the opponent moves",
		() => {
			const eight = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.split(";").slice(0, 8).join(";"));
			const offered = ask(eight, { type: "move", move: "wM /bG1", by: WHITE, offersDraw: true }, START + HOUR);
			expect(offered.events.slice(-2).map(({ type }) => type)).toEqual(["moved", "passed"]);
			const accept = (by: string): Command => ({ type: "draw", action: "accept", by });
			expect(refusal(offered, accept(WHITE), START + HOUR).code).toBe("ERR_OWN_OFFER");
			expect(ask(offered, accept(BLACK), START + HOUR).state.result).toEqual({ winner: null, reason: "agreement" });
			const other = ask(played(begin(), OPENING), { type: "draw", action: "offer", by: BLACK }, START + HOUR);
			const answered = ask(other, move("wQ \\wS1", WHITE), START + HOUR);
			for (const by of [WHITE, BLACK]) expect(refusal(answered, accept(by), START + HOUR).code).toBe("ERR_NO_OFFER");
		},
	],
];

test.each(ROWS)("%s: %s", (_, __, check) => check());

test("every row of the match is here, each once", () => {
	const names = ROWS.map(([row]) => row);
	const peers = Array.from({ length: 36 }, (_, index) => `row ${index + 1}`);
	expect(names).toEqual([...peers, "B50", "B54", "B56", "B58", "B60", "B62", "B64"]);
	const service = readFileSync(new URL("../data/known-faults.jsonl", import.meta.url), "utf8");
	for (const row of names.slice(36)) expect(service).toContain(`"id": "${row}", "kind": "service"`);
});

test("what was decided twice on the same state is the same: nothing here depends on who looks, or on chance", () => {
	const { state } = played(begin(), OPENING);
	const once = () => decide(state, move("wQ \\wS1", WHITE), START + DAY, FINE);
	expect(once()).toEqual(once());
});
