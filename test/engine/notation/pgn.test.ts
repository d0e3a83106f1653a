/** PGN-like files: read generously, refused with line and move, written as the reference viewer writes them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeGameString } from "../../../src/engine/gamestring.ts";
import { makePgn, parsePgn } from "../../../src/engine/notation/pgn.ts";
import { RECORD_RULES } from "../../../src/engine/notation/record.ts";
import { RULE_SETS } from "../../../src/engine/ruleset.ts";
import { replay, whereShared } from "../corpus.ts";
import * as at from "../positions.ts";
import { anyRecord, canonMoves, gameOf, OWN_ROWS, recordOf, SHARED_ROWS } from "./records.ts";

const moves = (text: string, options = {}) => {
	const record = parsePgn(text, options);
	return record.ok ? record.value.game.plies.map((ply) => ply.text) : record.error;
};

const OPENING = ["wS1", "bS1 wS1-", "wQ -wS1"];
const file = (body: string, tags = "") => `[GameType "Base"]\n${tags}\n${body}\n`;

describe("a file is read generously", () => {
	test.each([
		["as the reference viewer writes it", file("1. wS1\n2. bS1 wS1-\n3. wQ -wS1")],
		["with its result behind the moves", file("1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n\nWhiteWins")],
		["with a result on the last line", file("1. wS1\n2. bS1 wS1-\n3. wQ -wS1 1-0")],
		[
			"with a byte order mark and Windows' line ends",
			`\uFEFF${file("1. wS1\n2. bS1 wS1-\n3. wQ -wS1").replaceAll("\n", "\r\n")}`,
		],
		["with old Macintosh line ends", file("1. wS1\n2. bS1 wS1-\n3. wQ -wS1").replaceAll("\n", "\r")],
		["with comments", file("{a { 1. wQ} 1. wS1 {wA1}\n2. {one\n[two]\n3. three} bS1 wS1-\n3. wQ -wS1{}")],
		["without numbers", file("wS1\nbS1 wS1-\nwQ -wS1")],
		["with no blank behind the numbers", file("1.wS1\n2.bS1 wS1-\n3.wQ -wS1")],
		["with numbers of turns", file("1. wS1\n1... bS1 wS1-\n2. wQ -wS1")],
		["all on one line", file("1. wS1 2. bS1 wS1- 3. wQ -wS1 *")],
		["in other spellings and cases", file("1. WS1\n2. bs1  ws1-\n3. wQ /wS1/".replace("/wS1/", "-wS1"))],
		["with no blank line behind the tags", '[GameType "Base"]\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1'],
		["with tags in other cases", '[gametype "base"]\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1'],
	])("%s", (_, text) => {
		expect(moves(text)).toEqual(OPENING);
	});

	test("with no moves at all", () => {
		expect(parsePgn('[GameType "Base+M"]')).toMatchObject({ ok: true, value: { result: null, white: null } });
	});

	test("a forced pass is written out", () => {
		const game = replay(
			"Base+ML;wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1;pass",
			RECORD_RULES,
		);
		expect(makePgn(recordOf(game))).toContain("\n10. pass\n");
		expect(moves(makePgn(recordOf(game)))).toHaveLength(10);
	});

	test.each([
		["WhiteWins", { winner: "white", by: "header" }],
		["0-1", { winner: "black", by: "header" }],
		["1/2-1/2", { winner: null, by: "header" }],
		["Draw", { winner: null, by: "header" }],
		["InProgress", null],
		["*", null],
		["error parsing result", null],
		["constructor", null],
	])("the result %s", (word, result) => {
		expect(parsePgn(file("1. wS1", `[Result "${word}"]`))).toMatchObject({ ok: true, value: { result } });
	});

	test("the result on the board counts, whatever the tag says", () => {
		const row = OWN_ROWS.find(({ state }) => state === "BlackWins");
		if (row === undefined) throw new Error("no game that Black wins");
		const text = makePgn(recordOf(gameOf(row))).replaceAll("BlackWins", "1-0");
		expect(parsePgn(text)).toMatchObject({ ok: true, value: { result: { winner: "black", by: "position" } } });
	});

	test("a rule set of ours that the file names holds unless the caller has another", () => {
		const game = replay(at.QUEENS_DANCE, RULE_SETS.tournament);
		const text = makePgn(recordOf(game));
		expect(text).toContain('[RuleSet "tournament"]');
		expect(parsePgn(text)).toMatchObject({ ok: true, value: { game: { result: { reason: "repetition" } } } });
		const other = parsePgn(text, { rules: RULE_SETS.official });
		expect(other).toMatchObject({
			ok: true,
			value: { game: { result: null }, result: { winner: null, by: "header" } },
		});
		expect(makePgn(recordOf(replay(at.OPEN)))).not.toContain("RuleSet");
	});
});

describe("a wrong file names the line, the move and the reason:", () => {
	test.each<[string, string, object]>([
		["nothing", "", { code: "NOT_A_RECORD", line: 1 }],
		["moves without tags", "1. wS1", { code: "NOT_A_RECORD", line: 1 }],
		["no game type", '[White "Ada"]\n\n1. wS1', { code: "NOT_A_RECORD", line: 1 }],
		["another game type", '[White "Ada"]\n[GameType "Chess"]', { code: "BAD_TYPE", line: 2, part: "Chess" }],
		[
			"a tag that is none",
			'[GameType "Base"]\n[White Ada]\n1. wS1',
			{ code: "NOT_A_RECORD", line: 2, part: "[White Ada]" },
		],
		["a comment without end", file("1. wS1\n{oh"), { code: "NOT_A_RECORD", line: 4, part: "{oh" }],
		["a second game", file('1. wS1\n\n[GameType "Base"]'), { code: "NOT_A_RECORD", line: 5, ply: 1 }],
		[
			"a number that is not the move's",
			file("1. wS1\n3. bS1 wS1-"),
			{ code: "CONTRADICTS", line: 4, ply: 1, part: "3. bS1 wS1-" },
		],
		[
			"a move behind the result",
			file("1. wS1\n1-0\n2. bS1 wS1-"),
			{ code: "CONTRADICTS", line: 5, part: "2. bS1 wS1-" },
		],
		[
			"a number without move",
			file("1. wS1\n2."),
			{ code: "BAD_MOVE", line: 4, ply: 1, part: "", refusal: { reason: "BAD_NOTATION" } },
		],
		[
			"no move",
			file("1. wS1\n2. hello"),
			{ code: "BAD_MOVE", line: 4, ply: 1, part: "hello", refusal: { reason: "BAD_NOTATION" } },
		],
		[
			"a move against the rules",
			file("1. wS1\r\n{two\r\nlines}\r\n2. bS1 wS1-\r\n3. wS2 wS1/"),
			{ code: "BAD_MOVE", line: 7, ply: 2, part: "wS2 wS1/", refusal: { reason: "TOUCHES_OPPONENT", by: "bS1" } },
		],
	])("%s", (_, text, fault) => {
		expect(parsePgn(text)).toMatchObject({ ok: false, error: fault });
	});

	test("too much of anything", () => {
		expect(parsePgn("[".repeat(1_000_001))).toMatchObject({ ok: false, error: { code: "TOO_LONG" } });
		expect(moves(file("1. wS1\n2. bS1 wS1-"), { maxPlies: 1 })).toMatchObject({ code: "TOO_LONG", line: 4, ply: 1 });
	});

	test("what the caller's rules forbid", () => {
		const text = '[GameType "Base+P"]\n1. wS1';
		expect(moves(text, { rules: RULE_SETS.colonia })).toMatchObject({ code: "EXPANSION", line: 1, part: "Base+P" });
	});
});

describe("a file of ours", () => {
	test("is what the reference viewer writes", () => {
		const record = recordOf(replay("Base;wS1;bS1 wS1-;wQ -wS1", RECORD_RULES), {
			site: 'the "Hive"',
			result: { winner: "black", by: "resignation" },
		});
		expect(makePgn(record)).toBe(
			[
				'[GameType "Base"]',
				'[Date "2026.11.30"]',
				'[Event ""]',
				'[Site "the \\"Hive\\""]',
				'[Round ""]',
				'[White "Ada"]',
				'[Black "Bob"]',
				'[Result "BlackWins"]',
				"",
				"1. wS1",
				"2. bS1 wS1-",
				"3. wQ -wS1",
				"",
				"BlackWins",
				"",
			].join("\n"),
		);
	});

	test("comes back as what was written, whatever was played and however people are called", () => {
		fc.assert(
			fc.property(anyRecord(60), (record) => {
				const again = parsePgn(makePgn(record));
				if (!again.ok) throw new Error(JSON.stringify(again.error));
				const { game, result, ...header } = record;
				expect(makeGameString(again.value.game)).toBe(makeGameString(game));
				expect(again.value).toMatchObject(header);
				expect(again.value.result?.winner).toBe(result?.winner);
			}),
			{ numRuns: 60 },
		);
	});

	test("comes back for games of the project's own", () => {
		for (const row of OWN_ROWS.filter((_, index) => index % 8 === 1)) {
			const again = parsePgn(makePgn(recordOf(gameOf(row))));
			if (!again.ok) throw new Error(`${row.id}: ${JSON.stringify(again.error)}`);
			expect(
				again.value.game.plies.map((ply) => ply.text),
				row.id,
			).toHaveLength(row.moves.length);
		}
	});
});

describe.skipIf(SHARED_ROWS === null)(whereShared("games of other projects", SHARED_ROWS !== null), () => {
	test("each comes back, move by move", () => {
		for (const row of SHARED_ROWS ?? []) {
			if (!["recorded", "puzzle"].includes(row.kind ?? "")) continue;
			const record = recordOf(gameOf(row));
			const again = parsePgn(makePgn(record));
			if (!again.ok) throw new Error(`${row.id}: ${JSON.stringify(again.error)}`);
			expect(canonMoves(again.value.game), row.id).toEqual(row.canon);
		}
	});
});
