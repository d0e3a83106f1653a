/** A game in whatever notation: each is told apart and read alike, and what is wrong is said with its place. */
import { describe, expect, test } from "vitest";
import { makeGameString, parseGameString } from "../../../src/engine/gamestring.ts";
import { parseAnyRecord } from "../../../src/engine/notation/any.ts";
import { makePgn } from "../../../src/engine/notation/pgn.ts";
import { RECORD_RULES } from "../../../src/engine/notation/record.ts";
import { makeSgf } from "../../../src/engine/notation/sgf-file.ts";
import { RULE_SETS } from "../../../src/engine/ruleset.ts";

const TEXT = "Base+MLP;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wM -wQ";
const QUEEN_FIRST = "Base;wQ;bS1 wQ-";

function recordOf(text: string) {
	const game = parseGameString(text, RULE_SETS.tournament);
	if (!game.ok) throw new Error(game.error.message);
	const rest = { white: "Anna", black: "Bruno", date: null, event: null, site: null, round: null, result: null };
	return { game: game.value, ...rest };
}
const record = recordOf(TEXT);

describe("a game is read", () => {
	test.each<[string, string]>([
		["from a GameString", TEXT],
		["from one with blanks and line breaks, as letters have them", `  ${TEXT.replaceAll(";", ";\r\n ")}\n`],
		["from one that a file's mark begins", `\uFEFF${TEXT}`],
		["from an SGF file", makeSgf(record)],
		["from a file of headers and moves", makePgn(record)],
		["from our own record", JSON.stringify({ gameString: TEXT, rules: RULE_SETS.tournament, events: [] })],
		[
			"from our own record, written for people",
			JSON.stringify({ rules: RULE_SETS.official, gameString: TEXT }, null, 2),
		],
		["from a record that does not tell its rules", JSON.stringify({ gameString: TEXT })],
	])("%s", (_, text) => {
		const read = parseAnyRecord(text);
		expect(read.ok && makeGameString(read.value.game)).toBe(TEXT);
	});

	test("under the rules that are given, that it names, or that it fits", () => {
		const rulesOf = (text: string, options = {}) => {
			const read = parseAnyRecord(text, options);
			return read.ok ? read.value.game.rules.id : read.error.code;
		};
		expect(rulesOf(TEXT)).toBe("tournament");
		expect(rulesOf(QUEEN_FIRST)).toBe(RECORD_RULES.id);
		expect(rulesOf(QUEEN_FIRST, { rules: RULE_SETS.official })).toBe("official");
		expect(rulesOf(QUEEN_FIRST, { rules: RULE_SETS.tournament })).toBe("BAD_MOVE");
		expect(rulesOf(JSON.stringify({ gameString: TEXT, rules: RULE_SETS.official }))).toBe("official");
		expect(rulesOf(JSON.stringify({ gameString: TEXT, rules: { id: "tournament" } }))).toBe("tournament");
	});
});

describe("what is no game is refused", () => {
	test.each<[string, string, object]>([
		["nothing", "", { code: "NOT_A_RECORD" }],
		["a sentence", "hello there", { code: "NOT_A_RECORD", part: "hello there" }],
		["JSON that is broken", '{"gameString": ', { code: "NOT_A_RECORD" }],
		["JSON of something else", '{"name": "Anna"}', { code: "NOT_A_RECORD" }],
		["a game type that there is not", "Base+X;wS1", { code: "BAD_TYPE" }],
		["a move that cannot be", "Base;wS1;bS1 wS1-;wQ bS1-", { code: "BAD_MOVE", ply: 2, part: "wQ bS1-" }],
		["a state that is none", "Base;Running;wS1", { code: "NOT_A_RECORD" }],
		["a file of another game", "(;GM[1]FF[4])", { line: 1 }],
		["more than a million characters", `Base;${" ".repeat(1_000_000)}wS1`, { code: "TOO_LONG" }],
	])("%s", (_, text, error) => expect(parseAnyRecord(text)).toMatchObject({ ok: false, error }));

	test("a game that is longer than it may be", () => {
		expect(parseAnyRecord(TEXT, { maxPlies: 3 })).toMatchObject({ ok: false, error: { code: "TOO_LONG", ply: 3 } });
	});
});
