/** The record of a game: its one spelling, and that only what really happened passes for a game. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { legalMoves, makeMove } from "../../src/engine/game.ts";
import { RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import type { Command } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import type { GameEvent } from "../../src/match/event.ts";
import { canonicalJson, checkRecord, type MatchRecord, makeRecord } from "../../src/match/record.ts";
import { replay } from "../../src/match/state.ts";
import {
	ask,
	BLACK,
	BOTH_SURROUNDED,
	begin,
	creation as create,
	DAY,
	FINE,
	type Log,
	played,
	SHUT_OUT,
	START,
	WHITE,
} from "./games.ts";

describe("canonical JSON is that of RFC 8785", () => {
	test("its example of values (3.2.2)", () => {
		const value = JSON.parse(String.raw`{
			"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
			"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
			"literals": [null, true, false]
		}`);
		expect(canonicalJson(value)).toBe(
			String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		);
	});

	test("its example of names (3.2.3), sorted by UTF-16 code units", () => {
		const value = {
			"\u20ac": "Euro Sign",
			"\r": "Carriage Return",
			"\ufb33": "Hebrew Letter Dalet With Dagesh",
			"1": "One",
			"\u{1f600}": "Emoji: Grinning Face",
			"\u0080": "Control",
			"\u00f6": "Latin Small Letter O With Diaeresis",
		};
		expect(Object.values(JSON.parse(canonicalJson(value).replace('"1":', '"one":')))).toEqual([
			"Carriage Return",
			"One",
			"Control",
			"Latin Small Letter O With Diaeresis",
			"Euro Sign",
			"Emoji: Grinning Face",
			"Hebrew Letter Dalet With Dagesh",
		]);
	});

	test.each([
		["0000000000000000", "0"],
		["8000000000000000", "0"],
		["0000000000000001", "5e-324"],
		["8000000000000001", "-5e-324"],
		["7fefffffffffffff", "1.7976931348623157e+308"],
		["ffefffffffffffff", "-1.7976931348623157e+308"],
		["4340000000000000", "9007199254740992"],
		["c340000000000000", "-9007199254740992"],
		["4430000000000000", "295147905179352830000"],
		["44b52d02c7e14af5", "9.999999999999997e+22"],
		["44b52d02c7e14af6", "1e+23"],
		["44b52d02c7e14af7", "1.0000000000000001e+23"],
		["444b1ae4d6e2ef4e", "999999999999999700000"],
		["444b1ae4d6e2ef4f", "999999999999999900000"],
		["444b1ae4d6e2ef50", "1e+21"],
		["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
		["3eb0c6f7a0b5ed8d", "0.000001"],
		["41b3de4355555553", "333333333.3333332"],
		["41b3de4355555554", "333333333.33333325"],
		["41b3de4355555555", "333333333.3333333"],
		["41b3de4355555556", "333333333.3333334"],
		["41b3de4355555557", "333333333.33333343"],
		["becbf647612f3696", "-0.0000033333333333333333"],
		["43143ff3c1cb0959", "1424953923781206.2"],
	])("its number %s (appendix B) is %s", (bits, text) => {
		const view = new DataView(new ArrayBuffer(8));
		view.setBigUint64(0, BigInt(`0x${bits}`));
		expect(canonicalJson(view.getFloat64(0))).toBe(text);
	});

	test.each([
		["no number", Number.NaN],
		["no end", [Number.POSITIVE_INFINITY]],
		["half a surrogate pair", { text: "\ud83d" }],
		["half a pair in a name", { "\ude00": 1 }],
		["nothing", undefined],
		["a gap in a list", [1, undefined]],
		["a big integer", 1n],
		["a function", () => 1],
	])("what has no form is refused: %s", (_, value) => {
		expect(() => canonicalJson(value)).toThrow(TypeError);
	});

	test("escapes are the short ones, else lower-case hex, and nothing that needs none", () => {
		expect(canonicalJson("\b\t\n\f\r\u0000\u001f\u007f/\u2028é")).toBe('"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f/\u2028é"');
	});

	test("any JSON reads back as it was, in whatever order its members came", () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const text = canonicalJson(value);
				const back: unknown = JSON.parse(text);
				expect(back).toEqual(JSON.parse(JSON.stringify(value)));
				expect(canonicalJson(back)).toBe(text);
				if (typeof value !== "object" || value === null || Array.isArray(value)) return;
				expect(canonicalJson(Object.fromEntries(Object.entries(value).toReversed()))).toBe(text);
			}),
			{ numRuns: 300 },
		);
	});
});

function draw(log: Log, by: string, action: "offer" | "accept" | "decline" | "withdraw" | "claim"): Log {
	return ask(log, { type: "draw", action, by }, log.state.updatedAt);
}

function last(log: Log): GameEvent {
	return log.events.at(-1) as GameEvent;
}

const record = (log: Log): MatchRecord => makeRecord("https://hive.test", "g-1", log.events);
const open = begin();
const opening = played(open, "wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
const passing = played(begin({ rules: RULE_SETS.tournament, expansions: ["M", "L"] }), SHUT_OUT);
const drawn = played(open, BOTH_SURROUNDED);
const late = ask(opening, { type: "tick" }, opening.state.updatedAt + 3 * DAY + 1);
const resigned = ask(opening, { type: "resign", by: BLACK }, opening.state.updatedAt + 5);
const agreed = draw(draw(opening, WHITE, "offer"), BLACK, "accept");
const asked = ask(
	passing,
	{ type: "takeback", action: "ask", by: passing.events.at(-2)?.type === "moved" ? BLACK : WHITE },
	last(passing).at,
);
const back = ask(asked, { type: "takeback", action: "accept", by: WHITE }, last(passing).at);
const retimed = ask(
	ask(opening, { type: "time", action: "propose", timeControl: { total: "P9D" }, by: WHITE }, last(opening).at),
	{ type: "time", action: "accept", by: BLACK },
	last(opening).at + 1,
);
const CLAIM: RuleSet = { ...RULE_SETS.official, id: "own", repetition: "claim" };
const TO_AND_FRO = "wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-";
const thrice = played(begin({ rules: CLAIM }), `wS1;bS1 wS1-;wQ -wS1;bQ bS1-;${TO_AND_FRO};${TO_AND_FRO}`);
const claimed = draw(thrice, WHITE, "claim");
const cancelled = ask(open, { type: "cancel", by: WHITE }, open.state.updatedAt);

describe("a record holds", () => {
	test.each([
		["of a game nobody has moved in", open],
		["of a game that is being played", opening],
		["with a forced pass", passing],
		["decided on the board", drawn],
		["decided on time", late],
		["resigned", resigned],
		["called off", cancelled],
		["with a draw offered and agreed", agreed],
		["with a draw offered and withdrawn", draw(draw(opening, WHITE, "offer"), WHITE, "withdraw")],
		["with moves taken back, a forced pass among them", back],
		["with another time control", retimed],
		["with a draw claimed", claimed],
		[
			"under an earlier version of a rule set",
			begin({ rules: { ...RULE_SETS.official, version: 7, queenFirst: false } }),
		],
	])("%s", (_, log) => {
		const checked = checkRecord(JSON.parse(canonicalJson(record(log))));
		expect(checked).toMatchObject({ ok: true, value: { state: { seq: log.state.seq, status: log.state.status } } });
	});

	test("it says the same of the same log, and nothing of names, addresses and the time it was made", () => {
		expect(canonicalJson(record(opening))).toBe(canonicalJson(record(opening)));
		const { events, rules, ...rest } = record(resigned);
		expect(rules).toEqual(RULE_SETS.tournament);
		expect(events).toEqual(resigned.events);
		expect(rest).toEqual({
			version: 1,
			service: "https://hive.test",
			game: "g-1",
			seq: 6,
			status: "finished",
			result: { winner: "white", reason: "resignation" },
			expansions: [],
			players: { white: { id: WHITE }, black: { id: BLACK } },
			gameString: "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
		});
	});
});

/** Anything that players, the service and the clock may ask, legal or not; numbers choose among the legal moves. */
const anyAction = fc.oneof(
	{ weight: 8, arbitrary: fc.nat().map((choice) => ({ type: "move", choice }) as const) },
	fc
		.constantFrom("offer", "accept", "decline", "withdraw", "claim")
		.map((action) => ({ type: "draw", action }) as const),
	fc.constantFrom("ask", "accept", "accept", "decline").map((action) => ({ type: "takeback", action }) as const),
	fc.constantFrom("accept", "decline", "withdraw").map((action) => ({ type: "time", action }) as const),
	fc.constant({
		type: "time",
		action: "propose",
		timeControl: { start: "P5D", increment: "PT1H", cap: "P6D" },
	} as const),
	fc.constantFrom({ type: "tick" } as const, { type: "resign" } as const, { type: "cancel" } as const),
	fc.nat(5 * DAY).map((length) => ({ type: "vacation", length }) as const),
);
type Action = typeof anyAction extends fc.Arbitrary<infer T> ? T : never;

function commandOf(action: Action, log: Log, by: string, now: number, index: number): Command {
	switch (action.type) {
		case "move": {
			const moves = legalMoves(log.state.game);
			const move = moves[action.choice % moves.length];
			return {
				type: "move",
				by,
				move: move ? makeMove(log.state.game, move) : "pass",
				offersDraw: action.choice % 5 === 0,
			};
		}
		case "tick":
			return action;
		case "vacation":
			return { type: "vacation", player: by, vacation: { id: `v${index}`, from: now, to: now + action.length } };
		default:
			return { ...action, by };
	}
}

test("whatever is asked of a game, its record holds after it", () => {
	const step = fc.record({
		action: anyAction,
		white: fc.boolean(),
		wait: fc.oneof(fc.nat(DAY), fc.nat(4 * DAY)),
		down: fc.nat(3),
	});
	const terms = {
		rules: CLAIM,
		expansions: ["M", "L", "P"],
		timeControl: { start: "P4D", increment: "PT6H", cap: "P9D" },
	} as const;
	const types = new Set<string>();
	fc.assert(
		fc.property(fc.array(step, { minLength: 5, maxLength: 60, size: "max" }), (steps) => {
			const creation = { ...create(terms), terms: { ...create(terms).terms, pauses: { vacation: true, rest: true } } };
			const events: GameEvent[] = [...accepted(decide(null, creation, START, FINE))];
			let now = START;
			for (const [index, { action, down, wait, white }] of steps.entries()) {
				const state = replay(events);
				if (!state) throw new Error("no game");
				now += wait;
				const mover = state.turn?.side === "black" ? BLACK : WHITE;
				const by = action.type === "move" ? mover : white ? WHITE : BLACK;
				const facts = {
					outages: down === 0 ? null : down === 1 ? [{ from: now - wait, to: now }] : [],
					told: true,
					shortest: 1,
				};
				const command = commandOf(action, { state, events }, by, now, index);
				events.push(...accepted(decide(state, { type: "tick" }, now, facts)));
				const between = replay(events);
				if (between && command.type !== "tick") events.push(...accepted(decide(between, command, now, facts)));
			}
			for (const { type } of events) types.add(type);
			const checked = checkRecord(JSON.parse(canonicalJson(makeRecord("https://hive.test", "g-1", events))));
			expect(checked.ok ? "holds" : checked.error).toBe("holds");
		}),
		{ numRuns: 60 },
	);
	expect([...types]).toEqual(expect.arrayContaining(["moved", "offered", "paused", "credited"]));
});

/** The events of what is accepted; a refusal brings none. */
function accepted(decided: ReturnType<typeof decide>): readonly GameEvent[] {
	return decided.ok ? decided.value : [];
}

type Wire = { events: Record<string, unknown>[] } & Record<string, unknown>;
type Change = (wire: Wire) => unknown;
/** One event otherwise; 1 is the first. */
const event =
	(number: number, members: Readonly<Record<string, unknown>>): Change =>
	(wire) =>
		Object.assign(wire.events[number - 1] ?? {}, members);
const append =
	(...events: readonly Record<string, unknown>[]): Change =>
	(wire) => {
		const at = wire.events.at(-1)?.at;
		for (const one of events) wire.events.push({ at, seq: wire.events.length + 1, ...one });
	};
const drop =
	(from: number, count = 1): Change =>
	(wire) => {
		wire.events.splice(from - 1, count);
		wire.events.forEach((one, index) => {
			one.seq = index + 1;
		});
	};
const offers = (side: string, type: string): Change =>
	append({ type: "offered", offer: "draw", side: "white" }, { type, offer: "draw", side });
const ended = (winner: string | null, reason: string) => ({ type: "ended", result: { winner, reason } });
const PASS_AT = passing.events.findIndex(({ type }) => type === "passed") + 1;

describe("a record whose service signed what never was is found out", () => {
	test.each<[string, Log, Change, number | null, RegExp]>([
		["no event", opening, (wire) => Object.assign(wire, { events: [] }), null, /no events/],
		["an event that is none", opening, (wire) => wire.events.splice(1, 1, null as never), 2, /is no event/],
		["a gap in the numbers", opening, (wire) => wire.events.splice(2, 1), 3, /is numbered 4/],
		["a number twice", opening, event(3, { seq: 2 }), 3, /is numbered 2/],
		["a first event that makes no game", opening, (wire) => drop(1)(wire), 1, /should make the game/],
		[
			"a game made twice",
			opening,
			(wire) => append({ ...wire.events[0], seq: 6, at: opening.state.updatedAt })(wire),
			6,
			/makes the game again/,
		],
		["an instant before the last", opening, event(4, { at: open.state.updatedAt }), 4, /before the event before/],
		["an instant that is none", opening, event(4, { at: "2026-12-01" }), 4, /has no instant/],
		["an instant that is no whole number", opening, event(2, { at: open.state.updatedAt + 0.5 }), 2, /no instant/],
		["an illegal move", opening, event(4, { move: "wQ bS1-" }), 4, /does not replay: .*TOUCHES_OPPONENT/],
		["a move that is none", opening, event(4, { move: 7 }), 4, /does not replay/],
		["another spelling of a move", opening, event(3, { move: "bS1 wS1- " }), 3, /spells its move otherwise/],
		["a move of the wrong side", opening, event(3, { side: "white" }), 3, /is of white, when it is black's turn/],
		["a half-move counted wrongly", opening, event(3, { ply: 3 }), 3, /counts half-move 3, which is number 2/],
		["a pass as if it were a move", passing, event(PASS_AT, { type: "moved", move: "pass" }), PASS_AT, /passes as if/],
		["a pass that nothing forces", opening, append({ type: "passed", side: "white", ply: 5 }), 6, /nothing forces/],
		["a pass left out at the end", passing, drop(PASS_AT), PASS_AT - 1, /is the last one, but a forced pass must/],
		[
			"a pass that comes later than what forces it",
			passing,
			event(PASS_AT, { at: last(passing).at + 1 }),
			PASS_AT,
			/comes where a forced pass must come first/,
		],
		[
			"an end in place of a forced pass",
			passing,
			(wire) => [drop(PASS_AT)(wire), append(ended("white", "resignation"))(wire)],
			PASS_AT,
			/comes where a forced pass must come first/,
		],
		["an end by position that is not there", opening, append(ended("white", "surround")), 6, /not on the board/],
		["a repetition that is not there", opening, append(ended(null, "repetition")), 6, /not on the board/],
		["a stalemate that is not there", opening, append(ended(null, "stalemate")), 6, /not on the board/],
		["a claim that the rules do not give", opening, append(ended(null, "claim")), 6, /do not give/],
		["an end by position left out", drawn, (wire) => wire.events.pop(), drawn.events.length - 1, /must follow it/],
		[
			"another end than that of the position",
			drawn,
			event(drawn.events.length, { result: { winner: "white", reason: "surround" } }),
			drawn.events.length,
			/otherwise than the position: nobody wins by both-surrounded/,
		],
		[
			"a time-out before the deadline",
			late,
			event(6, { at: opening.state.updatedAt + 3 * DAY }),
			6,
			/before the deadline/,
		],
		["a time-out of the other side", late, event(6, ended("white", "timeout")), 6, /not to move lose on time/],
		[
			"a draw agreed on that does not end the game",
			agreed,
			(wire) => wire.events.pop(),
			7,
			/draw agreed on must follow/,
		],
		["a draw that nobody agreed to", agreed, drop(7), 7, /nobody has agreed to/],
		["a draw that nobody offered", agreed, drop(6), 6, /accepts an offer that does not stand/],
		["an offer accepted by its maker", agreed, event(7, { side: "white" }), 7, /accepts an offer that does not stand/],
		["an offer declined by its maker", opening, offers("white", "declined"), 7, /declines an offer that/],
		["an offer withdrawn by the other side", opening, offers("black", "withdrawn"), 7, /withdraws an offer that/],
		[
			"more taken back than was asked",
			back,
			event(back.events.length, { ply: 2 }),
			back.events.length,
			/another half-move/,
		],
		[
			"another time control than proposed",
			retimed,
			event(7, { timeControl: { total: "P8D" } }),
			7,
			/than was proposed/,
		],
		["moves taken back in a rated game", back, event(1, { rated: true }), back.events.length, /in a rated game/],
		["a claim before the third time", claimed, drop(10, 4), claimed.events.length - 4, /do not give/],
		["a resignation that nobody wins", resigned, event(6, ended(null, "resignation")), 6, /nobody wins/],
		["a draw that somebody wins", agreed, event(8, ended("white", "agreement")), 8, /somebody wins/],
		["an end for no reason", opening, append(ended("white", "boredom")), 6, /no known reason: boredom/],
		[
			"a move after the end",
			resigned,
			append({ type: "moved", side: "white", ply: 5, move: "wA1 wS1/" }),
			7,
			/the end/,
		],
		[
			"an offer after the end, which could open it again",
			resigned,
			append({ type: "offered", offer: "draw", side: "white" }),
			7,
			/after the end/,
		],
		["two ends", resigned, append(ended("white", "resignation")), 7, /after the end/],
		["called off too late", opening, append({ type: "cancelled", side: "white" }), 6, /after both sides have moved/],
		["an event of no known kind", opening, append({ type: "miracle" }), 6, /of a kind this program does not know/],
		["one player on both sides", open, event(1, { black: WHITE }), 1, /one player on both sides/],
		[
			"rules that cannot be",
			open,
			event(1, { rules: { ...RULE_SETS.official, id: "own", window: -1 } }),
			1,
			/cannot be: window/,
		],
		[
			"rules under the name of others",
			open,
			event(1, { rules: { ...RULE_SETS.official, id: "tournament" } }),
			1,
			/id is/,
		],
		["rules that are none", open, event(1, { rules: null }), 1, /does not replay/],
		["expansions that the rules do not allow", open, event(1, { expansions: ["X"] }), 1, /no expansion X/],
		["a time control that is none", open, event(1, { timeControl: { perMove: "soon" } }), 1, /does not replay/],
		["another version", open, (wire) => Object.assign(wire, { version: 2 }), null, /version/],
		["no service", open, (wire) => Reflect.deleteProperty(wire, "service"), null, /does not name its service/],
		["a member more", open, (wire) => Object.assign(wire, { signedAt: 1 }), null, /does not belong to it: signedAt/],
		["a member less", open, (wire) => Reflect.deleteProperty(wire, "result"), null, /another result .*: nothing/],
		...(["seq", "status", "result", "rules", "expansions", "players", "gameString"] as const).map(
			(name): [string, Log, Change, null, RegExp] => [
				`another ${name}`,
				opening,
				(wire) => Object.assign(wire, { [name]: "otherwise" }),
				null,
				new RegExp(`another ${name} than its events lead to: "otherwise" instead of`),
			],
		),
	])("%s", (_, log, change, number, message) => {
		const wire = JSON.parse(canonicalJson(record(log))) as Wire;
		change(wire);
		const checked = checkRecord(wire);
		if (checked.ok) throw new Error("it passed for true");
		expect(checked.error.message).toMatch(message);
		expect(checked.error.event).toBe(number);
	});

	test("whatever stands in the place of a record is borne", () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (value, events) => {
				expect(checkRecord(value).ok).toBe(false);
				const first = JSON.parse(canonicalJson(open.events[0]));
				const wire = { ...record(open), events: [first, ...events, null] };
				expect(checkRecord(wire).ok).toBe(false);
			}),
			{ numRuns: 200 },
		);
	});
});
