/** Offers and claims as worked examples: who may say what, when, and what becomes of it. */
import { describe, expect, test } from "vitest";
import { RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import type { Command, PlayerCommand, RefusalCode } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import { MINUTE } from "../../src/match/duration.ts";
import { noticesOf } from "../../src/match/notices.ts";
import { replay } from "../../src/match/state.ts";
import type { TimeControl } from "../../src/match/terms.ts";
import { gameView } from "../../src/match/view.ts";
import { ask, BLACK, BOTH_SURROUNDED, begin, DAY, FINE, HOUR, type Log, played, SHUT_OUT, WHITE } from "./games.ts";
import { kindOf } from "./schedule.ts";

/** `white draw offer`, `black takeback ask 3`, `white move wS1`, `white move! wS1` with a draw offered. */
type Saying = string;
/** The events that it brings, by kind, or why it is refused. */
type Answer = readonly string[] | RefusalCode;
type Script = readonly (readonly [Saying, Answer])[];
/** `after`: what the state has in the end. */
type Row = [name: string, log: Log, script: Script, after?: object];

function commandOf(saying: Saying, timeControl: TimeControl): Command {
	const [who, what, ...rest] = saying.split(" ");
	const by = who === "white" ? WHITE : BLACK;
	const text = rest.join(" ");
	if (what === "move" || what === "move!") return { type: "move", move: text, by, offersDraw: what === "move!" };
	const [action, number] = rest;
	const ply = number === undefined ? {} : { ply: Number(number) };
	const said = what === "time" && action === "propose" ? { timeControl } : {};
	return { type: what, action, by, ...ply, ...said } as PlayerCommand & { by: string };
}

/** Each saying comes a minute after the one before; what the view lets a player do must be what is then allowed. */
function say(before: Log, script: Script, after: object = {}, timeControl: TimeControl = { perMove: "P5D" }): Log {
	let log = before;
	for (const [saying, answer] of script) {
		const at = log.state.updatedAt + MINUTE;
		const decided = decide(log.state, commandOf(saying, timeControl), at, FINE);
		const got = decided.ok ? decided.value.map(kindOf) : decided.error.code;
		expect([saying, got]).toEqual([saying, answer]);
		if (decided.ok) log = ask(log, commandOf(saying, timeControl), at);
		for (const by of [WHITE, BLACK]) {
			const { offers, you } = gameView("g", log.state, by, at);
			const tries = (action: "offer" | "claim") => decide(log.state, { type: "draw", action, by }, at, FINE);
			const offered = tries("offer");
			expect(you?.mayOfferDraw).toBe(offered.ok && !offers.draw && offered.value.length === 1);
			expect(you?.mayClaimDraw).toBe(tries("claim").ok);
		}
	}
	expect(replay(JSON.parse(JSON.stringify(log.events)))).toEqual(log.state);
	expect(log.state).toMatchObject(after);
	return log;
}

const OPENING = "wS1;bG1 wS1-;wA1 -wS1;bA1 bG1-";
const casual = () => played(begin(), OPENING);
const shutOut = (plies = 9) => played(begin({ expansions: ["M", "L"] }), SHUT_OUT.split(";").slice(0, plies).join(";"));
const AGREED = ["accepted draw", "ended by agreement"];

describe("a draw", () => {
	test.each<Row>([
		[
			"that is offered alone waits for the other side, whose turn it need not be",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["black draw accept", AGREED],
			],
			{ status: "finished", result: { winner: null, reason: "agreement" }, turn: null },
		],
		[
			"may be offered out of turn",
			casual(),
			[
				["black draw offer", ["offered draw"]],
				["white draw accept", AGREED],
			],
		],
		[
			"that is offered with a move waits like any other",
			casual(),
			[
				["white move! wQ \\wS1", ["moved"]],
				["black draw accept", AGREED],
			],
		],
		[
			"is not for its maker to accept or to decline",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["white draw accept", "ERR_OWN_OFFER"],
				["white draw decline", "ERR_OWN_OFFER"],
			],
			{ offers: { draw: { by: "white" } } },
		],
		[
			"cannot be answered where none is offered",
			casual(),
			[
				["white draw accept", "ERR_NO_OFFER"],
				["white draw decline", "ERR_NO_OFFER"],
				["white draw withdraw", "ERR_NO_OFFER"],
			],
		],
		[
			"dies when the other side moves instead, and cannot be accepted after that",
			casual(),
			[
				["white move! wQ \\wS1", ["moved"]],
				["black move bQ bG1/", ["moved"]],
				["black draw accept", "ERR_NO_OFFER"],
				["white draw withdraw", "ERR_NO_OFFER"],
			],
			{ offers: { draw: null } },
		],
		[
			"outlives its maker's own move",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["white move wQ \\wS1", ["moved"]],
				["black draw accept", AGREED],
			],
		],
		[
			"offered with a move that shuts the opponent out outlives the pass, which is nobody's answer",
			shutOut(8),
			[
				["white move! wM /bG1", ["moved", "passed"]],
				["white draw accept", "ERR_OWN_OFFER"],
				["black draw accept", AGREED],
			],
		],
		[
			"offered with such a move also outlives the move that its maker makes next",
			shutOut(8),
			[
				["white move! wM /bG1", ["moved", "passed"]],
				["white move wA3 wA2/", ["moved", "passed"]],
				["black draw accept", AGREED],
			],
		],
		[
			"is agreed when each offers it",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["black draw offer", AGREED],
			],
		],
		[
			"offered with a move while the other side's offer stands is a new offer, and that one is dead",
			casual(),
			[
				["black draw offer", ["offered draw"]],
				["white move! wQ \\wS1", ["moved"]],
				["white draw accept", "ERR_OWN_OFFER"],
				["black draw accept", AGREED],
			],
		],
		[
			"offered again while it stands is the same offer",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["white draw offer", []],
				["white move! wQ \\wS1", ["moved"]],
			],
			{ offers: { draw: { by: "white" } } },
		],
		[
			"once declined is not offered again before two half-moves have been played",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["black draw decline", ["declined draw"]],
				["white draw offer", "ERR_OFFER_AGAIN"],
				["white move! wQ \\wS1", "ERR_OFFER_AGAIN"],
				["white move wQ \\wS1", ["moved"]],
				["white draw offer", "ERR_OFFER_AGAIN"],
				["black move bQ bG1/", ["moved"]],
				["white draw offer", ["offered draw"]],
			],
		],
		[
			"once withdrawn is not offered again sooner either: that is no way to ring twice",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["white draw withdraw", ["withdrawn draw"]],
				["white draw offer", "ERR_OFFER_AGAIN"],
				["black draw accept", "ERR_NO_OFFER"],
			],
		],
		[
			"may be offered with every move",
			casual(),
			[
				["white move! wQ \\wS1", ["moved"]],
				["black draw decline", ["declined draw"]],
				["white draw offer", "ERR_OFFER_AGAIN"],
				["black move bQ bG1/", ["moved"]],
				["white move! wA1 -wQ", ["moved"]],
				["black draw accept", AGREED],
			],
		],
		[
			"that one side was refused is the other's to offer at once",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["black draw decline", ["declined draw"]],
				["black draw offer", ["offered draw"]],
				["white draw accept", AGREED],
			],
		],
		[
			"is not for the other side to withdraw",
			casual(),
			[
				["white draw offer", ["offered draw"]],
				["black draw withdraw", "ERR_NO_OFFER"],
			],
		],
		[
			"goes with the move it came with when that is taken back, and may be offered anew",
			casual(),
			[
				["white move! wQ \\wS1", ["moved"]],
				["white takeback ask", ["offered takeback"]],
				["black takeback accept", ["accepted takeback"]],
				["black draw accept", "ERR_NO_OFFER"],
				["white draw offer", ["offered draw"]],
			],
		],
	])("%s", (_, log, script, after) => {
		say(log, script, after);
	});

	test("is offered to nobody by a move that decides the game", () => {
		const moves = BOTH_SURROUNDED.split(";");
		const last = moves.pop();
		const log = say(played(begin(), moves.join(";")), [[`white move! ${last}`, ["moved", "ended by both-surrounded"]]]);
		expect(log.events.at(-2)).not.toHaveProperty("offersDraw");
	});
});

describe("of a draw offered with a move", () => {
	const told = (log: Log) => {
		const event = log.events.at(-1);
		return event ? noticesOf(event, log.state) : [];
	};
	const offering = (log: Log, move: string) =>
		ask(log, { type: "move", move, by: WHITE, offersDraw: true }, log.state.updatedAt + HOUR);

	test("the other side hears with its turn", () => {
		expect(told(offering(casual(), "wQ \\wS1"))).toMatchObject([
			{ kind: "your-turn", player: BLACK, yourTurn: true, drawOffered: true, news: null },
		]);
	});

	test("it hears also where it must pass, and whose turn it is again hears that", () => {
		expect(told(offering(shutOut(8), "wM /bG1"))).toMatchObject([
			{ kind: "your-turn", player: WHITE, yourTurn: true, drawOffered: false },
			{
				kind: "offer",
				player: BLACK,
				yourTurn: false,
				deadline: null,
				drawOffered: true,
				news: { action: "offered", offer: "draw" },
			},
		]);
	});

	test("it hears once: not again with a later pass", () => {
		const log = offering(shutOut(8), "wM /bG1");
		const next = ask(log, { type: "move", move: "wA3 wA2/", by: WHITE }, log.state.updatedAt + HOUR);
		expect(next.state.offers.draw?.by).toBe("white");
		expect(told(next).map(({ kind, player }) => [kind, player])).toEqual([["your-turn", WHITE]]);
	});
});

const BY_CLAIM: RuleSet = { ...RULE_SETS.tournament, id: "by-claim", repetition: "claim" };
/** The position after the fourth half-move stands for the third time after the twelfth. */
const THRICE = "wG1;bA1 wG1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/";
const thrice = (rules = BY_CLAIM) => played(begin({ rules }), THRICE);
/** The position before the move that shuts Black out stands for the third time. */
const SHUTTLE = ["white move wQ wA2-", "black move bQ bG1\\", "white move wQ wA2\\", "black move bQ bG1-"];
const shuttle = [...SHUTTLE, ...SHUTTLE].map((saying) => [saying, ["moved"]] as const);
const CLAIMED = ["ended by claim"];

describe("a claim of a draw by the third occurrence", () => {
	test.each<Row>([
		["is good for either side: the one to move", thrice(), [["white draw claim", CLAIMED]]],
		[
			"and the one who brought it about",
			thrice(),
			[["black draw claim", CLAIMED]],
			{ result: { winner: null, reason: "claim" } },
		],
		[
			"outlives the move of the opponent",
			thrice(),
			[
				["white move wQ -wG1", ["moved"]],
				["black draw claim", CLAIMED],
			],
		],
		[
			"ends with one's own next move",
			thrice(),
			[
				["white move wA1 wQ/", ["moved"]],
				["white draw claim", "ERR_NO_CLAIM"],
				["black move bA2 bA1-", ["moved"]],
				["black draw claim", "ERR_NO_CLAIM"],
			],
		],
		[
			"outlives a move of the opponent's that leaves one only a pass",
			played(begin({ rules: BY_CLAIM, expansions: ["M", "L"] }), SHUT_OUT.split(";").slice(0, 8).join(";")),
			[
				...shuttle,
				["white move wM /bG1", ["moved", "passed"]],
				["white draw claim", "ERR_NO_CLAIM"],
				["black draw claim", CLAIMED],
			],
		],
		[
			"is gone when the third occurrence is taken back",
			thrice(),
			[
				["black takeback ask", ["offered takeback"]],
				["white takeback accept", ["accepted takeback"]],
				["black draw claim", "ERR_NO_CLAIM"],
				["white draw claim", "ERR_NO_CLAIM"],
			],
		],
		["needs a third occurrence", casual(), [["white draw claim", "ERR_NO_CLAIM"]]],
		["needs rules that know it", thrice(RULE_SETS.official), [["white draw claim", "ERR_NO_CLAIM"]]],
	])("%s", (_, log, script, after) => {
		say(log, script, after);
	});
});

const BACK = [
	["white takeback ask", ["offered takeback"]],
	["black takeback accept", ["accepted takeback"]],
] as const;

describe("a take-back", () => {
	test.each<Row>([
		[
			"undoes the asker's last move, and the answer to it with it",
			played(casual(), "wQ \\wS1;bQ bG1/"),
			BACK,
			{ game: { plies: { length: 4 }, toMove: "white" } },
		],
		[
			"undoes a forced pass with the move that forced it",
			shutOut(),
			BACK,
			{ game: { plies: { length: 8 }, toMove: "white" } },
		],
		[
			"asked for by whoever was passed for undoes that side's own last move",
			shutOut(),
			[
				["black takeback ask", ["offered takeback"]],
				["white takeback accept", ["accepted takeback"]],
			],
			{ game: { plies: { length: 7 }, toMove: "black" } },
		],
		[
			"to a pass goes on to the move before it: no game stops at a pass",
			shutOut(),
			[
				["black takeback ask 9", "ERR_NOTHING_TO_TAKE_BACK"],
				["white takeback ask 9", ["offered takeback"]],
				["black takeback accept", ["accepted takeback"]],
			],
			{ game: { plies: { length: 8 } } },
		],
		[
			"may go back as far as the beginning",
			casual(),
			[
				["white takeback ask 0", ["offered takeback"]],
				["black takeback accept", ["accepted takeback"]],
			],
			{ game: { plies: [], toMove: "white" }, playedAt: [] },
		],
		[
			"must undo a move of the asker's",
			played(casual(), "wQ \\wS1"),
			[
				["white takeback ask 5", "ERR_NOTHING_TO_TAKE_BACK"],
				["black takeback ask 4", "ERR_NOTHING_TO_TAKE_BACK"],
				["white takeback ask 99", "ERR_NOTHING_TO_TAKE_BACK"],
				["white takeback ask -1", "ERR_NOTHING_TO_TAKE_BACK"],
			],
		],
		[
			"is nothing for who has not moved",
			played(begin(), "wS1"),
			[
				["black takeback ask", "ERR_NOTHING_TO_TAKE_BACK"],
				["black takeback ask 0", "ERR_NOTHING_TO_TAKE_BACK"],
			],
		],
		[
			"is not for rated games",
			played(begin({ rated: true }), OPENING),
			[
				["white takeback ask", "ERR_RATED_GAME"],
				["black takeback accept", "ERR_NO_OFFER"],
			],
		],
		[
			"is not for its asker to grant, and may be withdrawn or declined",
			casual(),
			[
				["white takeback ask", ["offered takeback"]],
				["white takeback accept", "ERR_OWN_OFFER"],
				["white takeback withdraw", ["withdrawn takeback"]],
				["black takeback accept", "ERR_NO_OFFER"],
				["white takeback ask", ["offered takeback"]],
				["black takeback decline", ["declined takeback"]],
				["black takeback accept", "ERR_NO_OFFER"],
			],
		],
		[
			"of one side is answered before the other asks: two wishes never cross",
			casual(),
			[
				["white takeback ask", ["offered takeback"]],
				["black takeback ask", "ERR_OFFER_AGAIN"],
				["black takeback withdraw", "ERR_NO_OFFER"],
				["black takeback decline", ["declined takeback"]],
				["black takeback ask", ["offered takeback"]],
			],
			{ offers: { takeback: { by: "black", ply: 3 } } },
		],
		[
			"asked for twice is one wish, and to another ply another",
			casual(),
			[
				["white takeback ask", ["offered takeback"]],
				["white takeback ask 2", []],
				["white takeback ask 0", ["offered takeback"]],
			],
			{ offers: { takeback: { by: "white", ply: 0 } } },
		],
		[
			"that is accepted by its ply is not another that took its place",
			casual(),
			[
				["white takeback ask 2", ["offered takeback"]],
				["white takeback ask 0", ["offered takeback"]],
				["black takeback accept 2", "ERR_NO_OFFER"],
				["black takeback accept 0", ["accepted takeback"]],
			],
		],
		[
			"is forgotten when anybody moves: the opponent",
			played(casual(), "wQ \\wS1"),
			[
				["white takeback ask", ["offered takeback"]],
				["black move bQ bG1/", ["moved"]],
				["black takeback accept", "ERR_NO_OFFER"],
			],
		],
		[
			"or the asker",
			casual(),
			[
				["white takeback ask", ["offered takeback"]],
				["white move wQ \\wS1", ["moved"]],
				["black takeback accept", "ERR_NO_OFFER"],
			],
		],
		[
			"leaves a proposal of another time control standing",
			casual(),
			[["white time propose", ["offered time"]], ...BACK, ["black time accept", ["accepted time"]]],
		],
	])("%s", (_, log, script, after) => {
		say(log, script, after);
	});

	test.each<[string, TimeControl, number, number, object]>([
		[
			"with time per move is the whole time from the acceptance on",
			{ perMove: "P3D" },
			2,
			3 * DAY,
			{ white: null, black: null },
		],
		["to a first move is the first-move time again", { perMove: "PT1H" }, 1, DAY, { white: null, black: null }],
		["to the very first as well", { perMove: "PT1H" }, 0, DAY, { white: null, black: null }],
		[
			"with a total is what was left at that ply",
			{ total: "P2D" },
			2,
			2 * DAY - HOUR,
			{ white: 2 * DAY - HOUR, black: 2 * DAY - HOUR },
		],
		[
			"with increments is what was left then, without those that came later",
			{ start: "P2D", increment: "PT30M", cap: "P3D" },
			2,
			2 * DAY - HOUR / 2,
			{ white: 2 * DAY - HOUR / 2, black: 2 * DAY - HOUR / 2 },
		],
	])("the time afterwards, %s", (_, timeControl, ply, allowance, accounts) => {
		// A first-move time that such an account exceeds is none.
		let log = begin({ timeControl, firstMove: "perMove" in timeControl ? DAY : 0 });
		for (const [index, move] of OPENING.split(";").entries()) {
			log = ask(log, { type: "move", move, by: index % 2 === 0 ? WHITE : BLACK }, log.state.updatedAt + HOUR);
			if (index > 0 && "perMove" in timeControl && timeControl.perMove === "PT1H") break;
		}
		const asker = ply % 2 === 0 ? WHITE : BLACK;
		log = ask(log, { type: "takeback", action: "ask", ply, by: asker }, log.state.updatedAt + HOUR / 2);
		const at = log.state.updatedAt + HOUR / 4;
		log = ask(log, { type: "takeback", action: "accept", by: asker === WHITE ? BLACK : WHITE }, at);
		expect(log.state.turn).toMatchObject({ began: at, allowance, deadline: at + allowance });
		expect(log.state.accounts).toEqual(accounts);
	});
});

describe("of a take-back that is granted", () => {
	const told = (log: Log, ply: number) => {
		const asked = ask(log, { type: "takeback", action: "ask", by: WHITE, ply }, log.state.updatedAt);
		const back = ask(asked, { type: "takeback", action: "accept", by: BLACK }, log.state.updatedAt);
		const event = back.events.at(-1);
		return event ? noticesOf(event, back.state) : [];
	};
	const news = { action: "accepted", offer: "takeback" };

	test("its asker hears with the turn that it gives back", () => {
		expect(told(casual(), 2)).toMatchObject([{ kind: "your-turn", player: WHITE, news: { ...news, ply: 2 } }]);
	});

	test("both hear where the other side is to move", () => {
		expect(told(casual(), 1)).toMatchObject([
			{ kind: "your-turn", player: BLACK, news: { ...news, ply: 1 } },
			{ kind: "offer", player: WHITE, yourTurn: false, news: { ...news, ply: 1 } },
		]);
	});
});

describe("another time control", () => {
	const other: TimeControl = { total: "P2D" };

	test.each<Row>([
		[
			"begins both clocks anew from the acceptance on, whoever is to move",
			casual(),
			[
				["black time propose", ["offered time"]],
				["white time accept", ["accepted time"]],
			],
			{ timeControl: other, accounts: { white: 2 * DAY, black: 2 * DAY }, turn: { side: "white", allowance: 2 * DAY } },
		],
		[
			"is agreed when each proposes the same",
			casual(),
			[
				["black time propose", ["offered time"]],
				["black time propose", []],
				["white time propose", ["accepted time"]],
			],
		],
		[
			"is not for its proposer to accept",
			casual(),
			[
				["white time accept", "ERR_NO_OFFER"],
				["black time propose", ["offered time"]],
				["black time accept", "ERR_OWN_OFFER"],
				["white time withdraw", "ERR_NO_OFFER"],
				["black time withdraw", ["withdrawn time"]],
				["white time accept", "ERR_NO_OFFER"],
			],
		],
		[
			"may be declined, and proposed again",
			casual(),
			[
				["black time propose", ["offered time"]],
				["white time decline", ["declined time"]],
				["black time propose", ["offered time"]],
			],
		],
		[
			"stands while the game goes on",
			casual(),
			[
				["white time propose", ["offered time"]],
				["white move wQ \\wS1", ["moved"]],
				["black move bQ bG1/", ["moved"]],
				["black time accept", ["accepted time"]],
			],
			{ offers: { time: null }, turn: { side: "white", allowance: 2 * DAY } },
		],
	])("%s", (_, log, script, after) => {
		say(log, script, after, other);
	});

	test("that is accepted by its name is not another that took its place", () => {
		const proposed = (log: Log, timeControl: TimeControl) =>
			ask(log, { type: "time", action: "propose", timeControl, by: WHITE }, log.state.updatedAt);
		const log = proposed(proposed(casual(), { perMove: "P5D" }), { total: "PT1S" });
		const accepted = (timeControl: TimeControl) =>
			decide(log.state, { type: "time", action: "accept", timeControl, by: BLACK }, log.state.updatedAt, FINE);
		expect(accepted({ perMove: "P5D" })).toMatchObject({ error: { code: "ERR_NO_OFFER" } });
		expect(accepted({ total: "PT1S" })).toMatchObject({ ok: true });
	});

	test("against a proposal is a proposal of one's own, and the other side's to accept", () => {
		const proposes = (by: string, timeControl: TimeControl) =>
			({ type: "time", action: "propose", timeControl, by }) as const;
		let log = casual();
		const at = log.state.updatedAt + HOUR;
		log = ask(log, proposes(WHITE, { perMove: "P1D" }), at);
		log = ask(log, proposes(BLACK, { perMove: "P2D" }), at);
		expect(log.state.offers.time).toMatchObject({ by: "black", timeControl: { perMove: "P2D" } });
		log = ask(log, { type: "time", action: "accept", by: WHITE }, at);
		expect(log.state.turn).toMatchObject({ began: at, deadline: at + 2 * DAY });
	});

	test("may end all deadlines, and set them again", () => {
		const agree = (log: Log, timeControl: TimeControl, at: number) =>
			ask(
				ask(log, { type: "time", action: "propose", timeControl, by: WHITE }, at),
				{ type: "time", action: "accept", by: BLACK },
				at,
			);
		const log = casual();
		const at = log.state.updatedAt + HOUR;
		const without = agree(log, { unlimited: true }, at);
		expect(without.state.turn).toMatchObject({ allowance: null, deadline: null });
		expect(agree(without, { perMove: "P1D" }, at + 900 * DAY).state.turn?.deadline).toBe(at + 901 * DAY);
	});

	test("leaves a first move its own time, and a take-back the clocks that were agreed", () => {
		let log = played(begin({ firstMove: 3 * DAY }), "wS1");
		const at = log.state.updatedAt + HOUR;
		log = ask(log, { type: "time", action: "propose", timeControl: { total: "PT6H" }, by: WHITE }, at);
		log = ask(log, { type: "time", action: "accept", by: BLACK }, at);
		expect(log.state.turn).toMatchObject({ side: "black", allowance: 3 * DAY });
		log = ask(log, { type: "takeback", action: "ask", by: WHITE }, at);
		log = ask(log, { type: "takeback", action: "accept", by: BLACK }, at);
		expect(log.state.accounts).toEqual({ white: 6 * HOUR, black: 6 * HOUR });
		expect(log.state.turn).toMatchObject({ side: "white", allowance: 3 * DAY, deadline: at + 3 * DAY });
	});

	test.each<[TimeControl, string]>([
		[{ perMove: "PT59M" }, "/timeControl/perMove"],
		[{ start: "P3D", increment: "PT1H", cap: "P2D" }, "/timeControl/cap"],
		[{ total: "P1M" }, "/timeControl/total"],
	])("is not proposed that no challenge may have: %j", (timeControl, pointer) => {
		const { state } = casual();
		const command = { type: "time", action: "propose", timeControl, by: WHITE } as const;
		expect(decide(state, command, state.updatedAt, { ...FINE, shortest: HOUR })).toMatchObject({
			error: { code: "ERR_BAD_TIME_CONTROL", problems: [{ pointer }] },
		});
	});
});
