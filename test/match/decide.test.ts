/** One `decide` for every entrance: what is accepted, what is refused and in which order, and what follows a move. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { legalMoves, makeMove, reserveOf } from "../../src/engine/game.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import type { Command } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import { evolve, mayView, replay, seatOf } from "../../src/match/state.ts";
import { type Terms, tileColours } from "../../src/match/terms.ts";
import {
	ask,
	BLACK,
	BOTH_SURROUNDED,
	begin,
	creation,
	FINE,
	played,
	refusal,
	SHUT_OUT,
	START,
	WHITE,
} from "./games.ts";

const SOMEBODY = "p-somebody";

describe("the order of checks", () => {
	const fresh = begin();
	const over = ask(played(fresh, "wS1"), { type: "resign", by: WHITE }, START);

	test.each<[string, ReturnType<typeof begin>, Command, string]>([
		[
			"a stranger is told so even in a game that is over",
			over,
			{ type: "move", move: "nonsense", by: SOMEBODY, ply: 9 },
			"ERR_NOT_A_PLAYER",
		],
		["nobody at all is no player", fresh, { type: "resign", by: null }, "ERR_NOT_A_PLAYER"],
		[
			"a game that is over comes before a stale version",
			over,
			{ type: "move", move: "bS1 wS1-", by: BLACK, ply: 0, ifMatch: 1 },
			"ERR_GAME_OVER",
		],
		["a stale ply comes before the turn", fresh, { type: "move", move: "wS1", by: BLACK, ply: 3 }, "ERR_STALE"],
		["a stale version comes before the turn", fresh, { type: "move", move: "wS1", by: BLACK, ifMatch: 7 }, "ERR_STALE"],
		["a stale version stops a resignation too", fresh, { type: "resign", by: WHITE, ifMatch: 0 }, "ERR_STALE"],
		["the turn comes before the rules", fresh, { type: "move", move: "nonsense", by: BLACK }, "ERR_NOT_YOUR_TURN"],
		["then the rules speak", fresh, { type: "move", move: "wQ", by: WHITE, ply: 0, ifMatch: 1 }, "ERR_ILLEGAL_MOVE"],
		["a game that is over cannot be called off", over, { type: "cancel", by: WHITE }, "ERR_GAME_OVER"],
		["a game that is over cannot be resigned", over, { type: "resign", by: BLACK }, "ERR_GAME_OVER"],
		[
			"a game both have moved in cannot be called off",
			played(fresh, "wS1;bS1 wS1-"),
			{ type: "cancel", by: WHITE },
			"ERR_TOO_LATE_TO_CANCEL",
		],
		["a game is made once", fresh, creation(), "ERR_GAME_EXISTS"],
	])("%s", (_, log, command, code) => expect(refusal(log, command, START + 1).code).toBe(code));

	test("nothing can be asked of a game that does not exist", () => {
		const answer = decide(null, { type: "resign", by: WHITE }, START, FINE);
		expect(answer).toEqual({ ok: false, error: { code: "ERR_NO_GAME" } });
	});

	test("a stale command is told where the game stands", () => {
		const log = played(begin(), "wS1;bS1 wS1-");
		expect(refusal(log, { type: "move", move: "wG1 -wS1", by: WHITE, ply: 0 }, START)).toEqual({
			code: "ERR_STALE",
			seq: 3,
			ply: 2,
		});
	});

	test("an illegal move says why and changes nothing", () => {
		const log = begin();
		const before = JSON.stringify(log.state);
		const answer = refusal(log, { type: "move", move: "wQ", by: WHITE }, START);
		expect(answer).toMatchObject({ code: "ERR_ILLEGAL_MOVE", refusal: { reason: "QUEEN_FIRST" } });
		expect(JSON.stringify(log.state)).toBe(before);
	});

	test("a pass that is not forced is illegal", () => {
		const log = played(begin(), "wS1;bS1 wS1-");
		expect(refusal(log, { type: "move", move: "pass", by: WHITE }, START)).toMatchObject({
			code: "ERR_ILLEGAL_MOVE",
			refusal: { reason: "NOT_FORCED" },
		});
	});
});

describe("a move", () => {
	test("is stored in the one canonical spelling, whatever piece it was named by", () => {
		const log = played(begin(), "wS1;bS1 wS1-;wG1 -wS1;bG1 bS1/");
		const spelled = ask(log, { type: "move", move: "wG2 /wS1", by: WHITE }, START + 9e6);
		const other = ask(log, { type: "move", move: " wg2 wG1\\ ", by: WHITE }, START + 9e6);
		expect(other.events).toEqual(spelled.events);
	});

	test("carries ply, time used and the next deadline", () => {
		const log = ask(begin(), { type: "move", move: "wS1", by: WHITE, ply: 0, ifMatch: 1 }, START + 5_000);
		expect(log.events.at(-1)).toEqual({
			seq: 2,
			at: START + 5_000,
			type: "moved",
			side: "white",
			ply: 1,
			move: "wS1",
			used: 5_000,
			remaining: null,
			deadline: START + 5_000 + 3 * 86_400_000,
		});
	});

	test("that leaves the opponent nothing is followed by a pass of the service, at no cost of time", () => {
		const log = played(begin({ expansions: ["M", "L"] }), SHUT_OUT);
		const [moved, passed] = log.events.slice(-2);
		expect(moved).toMatchObject({ type: "moved", side: "white", ply: 9 });
		expect(passed).toMatchObject({ type: "passed", side: "black", ply: 10, at: moved?.at });
		expect(log.state.turn).toMatchObject({
			side: "white",
			began: moved?.at,
			deadline: (moved?.at ?? 0) + 3 * 86_400_000,
		});
		expect(log.state.playedAt).toHaveLength(10);
	});

	test("that closes both queens ends the game as a draw in the same command", () => {
		const log = played(begin(), BOTH_SURROUNDED);
		expect(log.events.slice(-2).map((event) => event.type)).toEqual(["moved", "ended"]);
		expect(log.events.at(-2)).toMatchObject({ deadline: null });
		expect(log.state.result).toEqual({ winner: null, reason: "both-surrounded" });
		expect(log.state.turn).toBeNull();
	});

	test("that brings a position about for the third time ends the game under the tournament rules only", () => {
		const shuttle = "wG1;bA1 wG1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/";
		expect(played(begin(), shuttle).state.result).toEqual({ winner: null, reason: "repetition" });
		expect(played(begin({ rules: RULE_SETS.official }), shuttle).state.status).toBe("active");
	});
});

describe("an ending by a player's word", () => {
	test("a resignation gives the game to the other side, also out of turn", () => {
		expect(ask(begin(), { type: "resign", by: BLACK }, START).state.result).toEqual({
			winner: "white",
			reason: "resignation",
		});
	});

	test("a game is called off before both have moved, without a result", () => {
		const log = ask(played(begin(), "wS1"), { type: "cancel", by: WHITE }, START);
		expect(log.state).toMatchObject({ status: "cancelled", result: null, turn: null });
	});
});

describe("the log", () => {
	test("makes the same state again, for random games of every length", () => {
		fc.assert(
			fc.property(fc.array(fc.nat(), { minLength: 0, maxLength: 60 }), fc.boolean(), (choices, resigns) => {
				let log = begin({ expansions: ["M", "L", "P"] });
				let now = START;
				for (const choice of choices) {
					if (!log.state.turn) break;
					const moves = legalMoves(log.state.game);
					const move = moves[choice % moves.length];
					if (!move) throw new Error("an active game has a legal move");
					now += choice % 100_000;
					const by = log.state.turn.side === "white" ? WHITE : BLACK;
					log = ask(log, { type: "move", move: makeMove(log.state.game, move), by }, now);
				}
				if (resigns && log.state.turn) log = ask(log, { type: "resign", by: WHITE }, now);
				const again = replay(JSON.parse(JSON.stringify(log.events)));
				expect(JSON.stringify(again)).toBe(JSON.stringify(log.state));
				expect(again && reserveOf(again.game)).toEqual(reserveOf(log.state.game));
				log.events.forEach((event, index) => {
					expect(event.seq).toBe(index + 1);
				});
			}),
			{ numRuns: 25 },
		);
	});

	test("refuses an event out of order: that is a bug, not an answer", () => {
		const log = begin();
		const event = { seq: 3, at: START, type: "cancelled", side: "white" } as const;
		expect(() => evolve(log.state, event)).toThrow("does not follow");
		expect(() => evolve(null, event)).toThrow("does not follow");
		expect(() => evolve(log.state, log.events[0] as never)).toThrow("created once");
	});
});

test("a private game is there for its two players alone", () => {
	const { state } = begin({ visibility: "private" });
	expect([WHITE, BLACK, SOMEBODY, null].map((who) => mayView(state, who))).toEqual([true, true, false, false]);
	expect([WHITE, BLACK, SOMEBODY, null].map((who) => seatOf(state, who))).toEqual(["white", "black", null, null]);
});

describe("the colour of the tiles", () => {
	const terms = (colour: string | null): Terms => ({
		...creation({ rules: RULE_SETS.colmeia }).terms,
		seat: "random",
		colour,
	});

	test.each([
		[null, "white", { white: "white", black: "black" }],
		["black", "white", { white: "black", black: "white" }],
		["black", "black", { white: "white", black: "black" }],
		["white", "black", { white: "black", black: "white" }],
	] as const)("wanted %s by a challenger who got %s is %j", (colour, side, colours) => {
		expect(tileColours(terms(colour), side)).toEqual(colours);
	});
});
