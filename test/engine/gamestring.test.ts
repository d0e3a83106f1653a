/** GameStrings in both directions: what is read, what is written, and what is said of one that is wrong. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boardOf } from "../../src/engine/game.ts";
import { makeGameString, parseGameString } from "../../src/engine/gamestring.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { PLAIN, QUEEN_FIRST, readOwn, readRows, replay } from "./corpus.ts";
import * as at from "./positions.ts";
import { anyGame } from "./walks.ts";

const read = (text: string, rules = PLAIN) => {
	const game = parseGameString(text, rules);
	return game.ok ? makeGameString(game.value) : game.error;
};

describe("a GameString is read generously and written strictly", () => {
	test.each([
		["Base", "Base;NotStarted;White[1]"],
		["Base+PLM", "Base+MLP;NotStarted;White[1]"],
		["base+m", "Base+M;NotStarted;White[1]"],
		["Base+", "Base;NotStarted;White[1]"],
		["Base;NotStarted;White[1]", "Base;NotStarted;White[1]"],
		["Base;NotStarted", "Base;NotStarted;White[1]"],
		["Base;", "Base;NotStarted;White[1]"],
		["Base;White[1]", "Base;NotStarted;White[1]"],
		["Base;wS1", "Base;InProgress;Black[1];wS1"],
		["Base;Black[1];wS1", "Base;InProgress;Black[1];wS1"],
		["Base;InProgress;wS1;bS1 wS1-", "Base;InProgress;White[2];wS1;bS1 wS1-"],
		[" Base ; InProgress ; White[2] ; wS1 ; bS1 wS1- ", "Base;InProgress;White[2];wS1;bS1 wS1-"],
		["Base;inprogress;white[2];ws1;bs1 ws1-;", "Base;InProgress;White[2];wS1;bS1 wS1-"],
	])("%s", (text, written) => {
		expect(read(text)).toBe(written);
	});
});

const WON = `${"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bS1-;bG2 bG1-;wA1 /wS1;bA1 bG2/;wA1 bQ-"};bA1 -bQ`;

describe("what is wrong with a GameString is said", () => {
	test.each([
		["", { code: "BAD_TYPE", part: "" }],
		["Chess;wS1", { code: "BAD_TYPE", part: "Chess" }],
		["Base+X", { code: "BAD_TYPE", part: "Base+X" }],
		["Base+MM", { code: "BAD_TYPE", part: "Base+MM" }],
		["wS1", { code: "BAD_TYPE", part: "wS1" }],
		["Base;Started;White[1]", { code: "BAD_STATE", part: "Started" }],
		["Base;;", { code: "BAD_STATE", part: "" }],
		["Base;InProgress;White;wS1", { code: "BAD_TURN", part: "White" }],
		["Base;InProgress;White[0];wS1", { code: "BAD_TURN", part: "White[0]" }],
		["Base;InProgress;Red[1];wS1", { code: "BAD_TURN", part: "Red[1]" }],
		["Base;InProgress;White[1]", { code: "CONTRADICTS", part: "InProgress" }],
		["Base;NotStarted;Black[1];wS1", { code: "CONTRADICTS", part: "NotStarted" }],
		["Base;InProgress;White[1];wS1", { code: "CONTRADICTS", part: "White[1]" }],
		["Base;InProgress;Black[2];wS1", { code: "CONTRADICTS", part: "Black[2]" }],
		["Base;WhiteWins;Black[1];wS1", { code: "CONTRADICTS", part: "WhiteWins" }],
		["Base;Draw;Black[1];wS1", { code: "CONTRADICTS", part: "Draw" }],
		[WON.replace("Base", "Base;BlackWins;White[7]"), { code: "CONTRADICTS", part: "BlackWins" }],
		["Base;wS1;bS1 wS2-", { code: "BAD_MOVE", part: "bS1 wS2-", ply: 1, refusal: { reason: "NO_SUCH_PIECE" } }],
		["Base;wS1;;bS1 wS1-", { code: "BAD_MOVE", part: "", ply: 1, refusal: { reason: "BAD_NOTATION" } }],
		["Base;wM", { code: "BAD_MOVE", part: "wM", ply: 0, refusal: { reason: "NOT_IN_THIS_GAME" } }],
		["Base;wQ", { code: "BAD_MOVE", part: "wQ", ply: 0, refusal: { reason: "QUEEN_FIRST" } }],
		["Base;wS1;pass", { code: "BAD_MOVE", part: "pass", ply: 1, refusal: { reason: "NOT_FORCED" } }],
		[`${WON};wA2 -wS1`, { code: "BAD_MOVE", part: "wA2 -wS1", ply: 12, refusal: { reason: "GAME_OVER" } }],
	])("%s", (text, fault) => {
		expect(read(text)).toMatchObject(fault);
	});

	test("an expansion that the rule set does not allow", () => {
		expect(read("Base+M;wS1", RULE_SETS.sarang)).toMatchObject({ code: "EXPANSION", part: "Base+M" });
		expect(read("Base+P;wS1", RULE_SETS.colonia)).toMatchObject({ code: "EXPANSION" });
	});

	test("a draw by repetition stands or falls with the rule set", () => {
		const draw = at.QUEENS_DANCE.replace("Base", "Base;Draw;White[7]");
		expect(read(draw, RULE_SETS.tournament)).toBe(draw);
		expect(read(draw, RULE_SETS.official)).toMatchObject({ code: "CONTRADICTS", part: "Draw" });
	});

	test("state and turn are not held against the moves where the reader will count anew, but must still be read", () => {
		const recounted = (text: string) => {
			const game = parseGameString(text, RULE_SETS.official, { recount: true });
			return game.ok ? makeGameString(game.value) : game.error.code;
		};
		const draw = at.QUEENS_DANCE.replace("Base", "Base;Draw;Black[9]");
		expect(recounted(draw)).toBe(makeGameString(replay(at.QUEENS_DANCE)));
		expect([recounted("Base;Over;White[1]"), recounted("Base;Draw;White[x]")]).toEqual(["BAD_STATE", "BAD_TURN"]);
		expect(recounted("Base;Draw;White[1];wS1;bS1 wS2-")).toBe("BAD_MOVE");
	});

	test("more moves than are allowed", () => {
		const dance = at.QUEENS_DANCE;
		expect(parseGameString(dance, PLAIN, { maxPlies: 12 }).ok).toBe(true);
		expect(parseGameString(`${dance};`, PLAIN, { maxPlies: 12 }).ok).toBe(true);
		const fault = parseGameString(dance, PLAIN, { maxPlies: 11 });
		expect(fault).toMatchObject({
			ok: false,
			error: { code: "TOO_LONG", ply: 11, part: "wQ \\wG1".replace("wQ \\wG1", "bQ bA1/") },
		});
		const endless = parseGameString(`Base;wS1${";bS1 wS1-".repeat(200_000)}`, PLAIN);
		expect(endless).toMatchObject({ ok: false, error: { code: "TOO_LONG", ply: 1000 } });
	});

	test("long rubbish is not quoted whole", () => {
		const fault = parseGameString("x".repeat(100_000), PLAIN);
		expect(fault.ok || fault.error.part.length).toBe(80);
	});
});

test("whatever can be played comes back from its own text", () => {
	fc.assert(
		fc.property(anyGame(60), (game) => {
			const text = makeGameString(game);
			const again = parseGameString(text, game.rules);
			if (!again.ok) throw new Error(`${text}: ${again.error.message}`);
			expect(again.value).toEqual(game);
			expect(boardOf(again.value)).toEqual(boardOf(game));
		}),
		{ numRuns: 100 },
	);
});

test("the project's own games come back from their own text", () => {
	for (const row of readRows<{ type: string; moves: string[] }>(readOwn("engine-games.jsonl"))) {
		const game = replay([row.type, ...row.moves].join(";"));
		expect(parseGameString(makeGameString(game), PLAIN)).toEqual({ ok: true, value: game });
	}
});

test("no text makes the reader throw", () => {
	const part = fc.constantFrom(
		"Base",
		"Base+MLP",
		"InProgress",
		"White[1]",
		"Black[1]",
		"wS1",
		"bS1 wS1-",
		"pass",
		"",
		"wQ",
	);
	fc.assert(
		fc.property(
			fc.oneof(
				fc.array(part).map((parts) => parts.join(";")),
				fc.string(),
			),
			(text) => {
				const game = parseGameString(text, QUEEN_FIRST);
				expect(game.ok || typeof game.error.message).toBeTruthy();
			},
		),
		{ numRuns: 500 },
	);
});
