/** BoardSpace's SGF: other people's records, the dialect's oddities, refusals with line and move, and our own files. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeGameString } from "../../../src/engine/gamestring.ts";
import { RECORD_RULES } from "../../../src/engine/notation/record.ts";
import { parseSgf } from "../../../src/engine/notation/sgf.ts";
import { makeCell, readSgfAction, readSgfPiece } from "../../../src/engine/notation/sgf-action.ts";
import { makeSgf } from "../../../src/engine/notation/sgf-file.ts";
import { RULE_SETS } from "../../../src/engine/ruleset.ts";
import { readOwn, readRows, replay, whereShared } from "../corpus.ts";
import * as at from "../positions.ts";
import { anyRecord, canonMoves, gameOf, OWN_ROWS, recordOf, SHARED_ROWS, SHARED_SGF } from "./records.ts";

/** A file with these actions, `P0`'s without a sign and `P1`'s behind a `>`. */
function file(setup: string, ...actions: readonly string[]): string {
	const lines = actions.map((action, index) =>
		action.startsWith(">") ? `; P1[${index + 1} ${action.slice(1)}]` : `; P0[${index + 1} ${action}]`,
	);
	return ["(;", "GM[27]VV[1]", `SU[${setup}]`, 'P0[id "Ada"]', 'P1[id "Bob"]', "; P0[0 Start P0]", ...lines, ")"].join(
		"\n",
	);
}

const moves = (text: string, options = {}) => {
	const record = parseSgf(text, options);
	return record.ok ? record.value.game.plies.map((ply) => ply.text) : record.error;
};

const result = (text: string) => {
	const record = parseSgf(text);
	return record.ok ? record.value.result : record.error;
};

/** The shortest game with a forced pass, as cells: Black must pass after its nine plies. */
const BEFORE_PASS = [
	"dropb wA1 N 13 .",
	"done",
	">dropb bG1 M 12 /wA1",
	">done",
	"dropb wM1 O 13 wA1-",
	"done",
	">dropb bQ L 11 /bG1",
	">done",
	"dropb wA2 O 12 wM\\\\",
	"done",
	">dropb bQ M 11 bG1\\\\",
	">done",
	"dropb wQ O 11 wA2\\\\",
	"done",
	">dropb bQ N 12 -wA2",
	">done",
	"dropb wM1 L 11 /bG1",
	"done",
];

const present = SHARED_SGF !== null;

describe.skipIf(!present)(whereShared("records that other projects keep", present), () => {
	test.each(SHARED_SGF ?? [])("%s is its game, move by move", (name, text) => {
		const row = SHARED_ROWS?.find(({ id }) => `${id}.sgf` === name);
		const record = parseSgf(text);
		if (!record.ok) throw new Error(JSON.stringify(record.error));
		expect(canonMoves(record.value.game)).toEqual(row?.canon);
		expect([record.value.white, record.value.black]).toEqual(["PlayerA", "PlayerB"]);
		const winner = row?.state === "WhiteWins" ? "white" : row?.state === "BlackWins" ? "black" : null;
		expect(record.value.result).toEqual({ winner, by: row?.state === "InProgress" ? "agreement" : "position" });
	});

	test("every game of them comes back from a file of ours", () => {
		for (const row of SHARED_ROWS ?? []) {
			if (row.kind !== "recorded") continue;
			const record = recordOf(gameOf(row));
			expect(parseSgf(makeSgf(record)), row.id).toEqual({ ok: true, value: record });
		}
	});
});

describe("the dialect", () => {
	test("B48: the last drop before done counts, an offer is no move, case and blanks do not matter", () => {
		const row = readRows<{ id: string; position: string }>(readOwn("known-faults.jsonl")).find((it) => it.id === "B48");
		expect(moves(row?.position ?? "")).toEqual(["wA1", "bG1 wA1-", "wQ \\wA1"]);
	});

	test.each<[string, string, readonly string[]]>([
		["a robot's move", file("hive", "Move W wS1 M 13 .", "Done ", ">movedone B bS1 N 13 wS1-"), ["wS1", "bS1 wS1-"]],
		["capital letters in all places", file("HIVE-PLM", "DROPB wL1 N 13 .", "DONE"), ["wL"]],
		["numbers behind the variant", file("hive-plm 2 0 101", "dropb wP1 N 13 .", "done"), ["wP"]],
		["letters in another order", file("hive-mp", "dropb wP1 N 13 .", "done"), ["wP"]],
		[
			"bare names of 2013, where b1 is a beetle of the mover",
			file("hive-p", "pick w 3 B1", "dropb b1 N 13 .", "done", ">move B b1 N 14 \\\\wB1", ">done"),
			["wB1", "bB1 \\wB1"],
		],
		[
			"a drop that is taken back to the rack",
			file("hive", "dropb wA1 N 13 .", "pickb N 13 wA1", "drop W 1 wA1 .", "dropb wG1 N 13 .", "done"),
			["wG1"],
		],
		["a drop that is never confirmed", file("hive", "dropb wA1 N 13 .", "done", ">dropb bS1 O 13 ."), ["wA1"]],
		["two dones where no pass is forced", file("hive", "dropb wA1 N 13 .", "done", "done", ">done"), ["wA1"]],
		[
			"an offer that is declined, and an extra done",
			file("hive", "dropb wA1 N 13 .", "done", ">offerdraw", ">done", "declinedraw", "done", ">done"),
			["wA1"],
		],
		["times behind the actions", file("hive", "dropb wA1 N 13 .]TM[563", "done]TM[600"), ["wA1"]],
		[
			"what spectators' programs leave",
			file("hive", "dropb wA1 N 13 .]\n; P-1[vcr:@-1 doScrollTo 99999", "done"),
			["wA1"],
		],
		[
			"a second tree, made by looking the game over",
			`${file("hive", "dropb wA1 N 13 .", "done")}\n(; P-1[Pop P0\\[0 Start P0\\]]\n; P0[1 dropb wQ N 13 .]\n)`,
			["wA1"],
		],
		[
			"all on one line, nothing before the first bracket but a blank",
			` ${file("hive", "dropb wA1 N 13 .", "done")}`.replaceAll("\n", " "),
			["wA1"],
		],
		["the queen first", file("hive", "dropb wQ N 13 .", "done"), ["wQ"]],
		["Windows' line ends", file("hive", "dropb wA1 N 13 .", "done").replaceAll("\n", "\r\n"), ["wA1"]],
		[
			"a first piece elsewhere",
			file("hive", "dropb wA1 A -2 .", "done", ">dropb bS1 B -1 wA1/", ">done"),
			["wA1", "bS1 wA1/"],
		],
	])("%s", (_, text, expected) => {
		expect(moves(text)).toEqual(expected);
	});

	test.each<[string, readonly string[]]>([
		["said and done", [">pass", ">done"]],
		["said and done in one", [">passdone"]],
		["done with nothing moved", [">done"]],
		["left out", []],
		["offered before", [">offerdraw", ">done", "declinedraw", "done", ">done"]],
	])("a forced pass, %s", (_, passing) => {
		const text = file("hive-plm", ...BEFORE_PASS, ...passing, "dropb wA1 P 13 .", "done");
		expect(moves(text)).toEqual([
			...(moves(file("hive-plm", ...BEFORE_PASS)) as string[]),
			"pass",
			expect.stringMatching(/^wA1 /),
		]);
	});

	test.each([
		["qwerty", null],
		["b1", "wB1"],
		["B2", "wB2"],
		["bq", "bQ"],
		["bs2", "bS2"],
		["bL1", "bL"],
		["bL2", null],
		["q", "wQ"],
		["wG1", "wG1"],
		["g3", "wG3"],
		["g4", null],
		["b", null],
		["", null],
	])("the piece %s of White's action is %s", (text, piece) => {
		expect(readSgfPiece(text, "white")).toBe(piece);
	});
});

test.each([
	[0, "A"],
	[13, "N"],
	[25, "Z"],
	[26, "AA"],
	[51, "AZ"],
	[52, "BA"],
	[701, "ZZ"],
])("column %s is %s, written and read", (column, letters) => {
	expect(makeCell({ column, row: -3 })).toBe(`${letters} -3`);
	expect(readSgfAction(["dropb", "wA1", letters, "-3"], "white")).toMatchObject({ cell: { column, row: -3 } });
});

describe("the result is", () => {
	const played = ["dropb wA1 N 13 .", "done", ">dropb bS1 O 13 .", ">done"];
	const told = (...more: readonly string[]) => result(file("hive", ...played, ...more));
	const headed = (text: string) => result(file(`hive]\nRE[${text}`, ...played));
	test.each([
		["resignation", told("resign", "done"), { winner: "black", by: "resignation" }],
		["agreement", told("offerdraw", "done", ">acceptdraw", ">done"), { winner: null, by: "agreement" }],
		["said in English", headed("Game won by Bob"), { winner: "black", by: "header" }],
		["said in another language", headed("Ada vann spelet"), { winner: "white", by: "header" }],
		["a draw that is said", headed("The game is a draw"), { winner: null, by: "header" }],
		["not to be understood", headed("oavgjort"), null],
		["not there", told(), null],
	])("%s", (_, found, expected) => {
		expect(found).toEqual(expected);
	});

	test("the one on the board, whatever the file says", () => {
		const row = OWN_ROWS.find(({ state }) => state === "WhiteWins");
		if (row === undefined) throw new Error("no game that White wins");
		const text = makeSgf(recordOf(gameOf(row))).replace("Game won by Ada", "Game won by Bob");
		expect(text).toContain("Game won by Bob");
		expect(result(text)).toEqual({ winner: "white", by: "position" });
	});

	test("of the longer name where one is part of the other", () => {
		const text = file("hive]\nRE[Game won by Adam", ...played).replace('"Bob"', '"Adam"');
		expect(result(text)).toEqual({ winner: "black", by: "header" });
	});
});

describe("a wrong file names the line, the move and the reason:", () => {
	const opened = ["dropb wA1 N 13 .", "done", ">dropb bS1 O 13 wA1-", ">done"];
	test.each<[string, string, object]>([
		["nothing", "", { code: "NOT_A_RECORD", line: 1 }],
		["other text", "hello\nworld", { code: "NOT_A_RECORD", line: 1, part: "hello" }],
		["another game of the same server", "(;GM[11]\nSU[zertz]\n)", { code: "BAD_TYPE", line: 1, part: "GM[11]" }],
		["hive-ultimate", file("hive-ultimate"), { code: "BAD_TYPE", line: 3, part: "SU[hive-ultimate]" }],
		["another variant", file("hive-x"), { code: "BAD_TYPE", line: 3 }],
		["no variant", "(;\nP0[1 dropb wA1 N 13 .]\n)", { code: "BAD_TYPE", line: 2, part: "dropb wA1 N 13 ." }],
		["no variant and no action", "(;GM[27])", { code: "BAD_TYPE", line: 1 }],
		["two variants", file("hive]SU[hive-p"), { code: "CONTRADICTS", line: 3 }],
		["no end", file("hive", ...opened).slice(0, -1), { code: "NOT_A_RECORD", line: 11 }],
		["a value without end", file("hive", ...opened).replace("done]\n)", "done\n)"), { code: "NOT_A_RECORD", line: 10 }],
		["an action nobody knows", file("hive", "jump wA1"), { code: "BAD_ACTION", line: 7, ply: 0, part: "jump wA1" }],
		[
			"a piece nobody knows",
			file("hive", "dropb wX1 N 13 ."),
			{ code: "BAD_ACTION", line: 7, part: "dropb wX1 N 13 ." },
		],
		["a cell that is none", file("hive", "dropb wA1 13 N ."), { code: "BAD_ACTION", line: 7 }],
		["a move without colour", file("hive", "move wA1 N 13 ."), { code: "BAD_ACTION", line: 7 }],
		[
			"a piece of an expansion that is not played",
			file("hive", "dropb wM1 N 13 .", "done"),
			{ code: "BAD_MOVE", line: 7, ply: 0, refusal: { reason: "NOT_IN_THIS_GAME", piece: "wM" } },
		],
		[
			"a move against the rules",
			file("hive", ...opened, "dropb wA2 N 12 wA1\\\\", "done"),
			{
				code: "BAD_MOVE",
				line: 11,
				ply: 2,
				part: "dropb wA2 N 12 wA1\\",
				refusal: { reason: "TOUCHES_OPPONENT", by: "bS1" },
			},
		],
		[
			"a cell far off, that the engine's board would wrap round",
			file("hive", ...opened, "dropb wA2 AS 13 .", "done"),
			{ code: "BAD_MOVE", line: 11, refusal: { reason: "TOUCHES_NO_OWN", piece: "wA2" } },
		],
		[
			"a cell that is not where the words say",
			file("hive", ...opened, "dropb wA2 M 13 \\\\wA1", "done"),
			{ code: "CONTRADICTS", line: 11, ply: 2, part: "dropb wA2 M 13 \\wA1" },
		],
		[
			"two moves of one side",
			file("hive", "dropb wA1 N 13 .", "done", "dropb wS1 O 13 .", "done"),
			{ code: "NOT_YOUR_TURN", line: 9, ply: 1 },
		],
		[
			"a pass that is not forced",
			file("hive", ...opened, "pass", "done"),
			{ code: "BAD_MOVE", line: 11, ply: 2, part: "pass", refusal: { reason: "NOT_FORCED" } },
		],
	])("%s", (_, text, fault) => {
		expect(parseSgf(text)).toMatchObject({ ok: false, error: fault });
	});

	test("too much of anything", () => {
		expect(parseSgf("(".repeat(1_000_001))).toMatchObject({ ok: false, error: { code: "TOO_LONG" } });
		const text = file("hive", ...opened);
		expect(moves(text, { maxPlies: 2 })).toHaveLength(2);
		expect(moves(text, { maxPlies: 1 })).toMatchObject({ code: "TOO_LONG", line: 9, ply: 1 });
	});

	test("what the caller's rules forbid", () => {
		expect(moves(file("hive-p"), { rules: RULE_SETS.colonia })).toMatchObject({ code: "EXPANSION", line: 3 });
		expect(moves(file("hive", "dropb wQ N 13 .", "done"), { rules: RULE_SETS.tournament })).toMatchObject({
			code: "BAD_MOVE",
			refusal: { reason: "QUEEN_FIRST" },
		});
	});
});

describe("a file of ours", () => {
	test("looks like one of theirs", () => {
		const game = replay("Base+MLP;wP;bB1 wP-;wQ /wP;bQ bB1/;wA1 -wQ;bQ \\bB1;bB1 \\wP", RECORD_RULES);
		const played = recordOf(game, { event: "Club, round ]1[", result: { winner: "white", by: "resignation" } });
		const lines = makeSgf(played).trimEnd().split("\n");
		expect(lines.slice(0, 12)).toEqual([
			"(;",
			"GM[27]VV[1]",
			"SU[hive-plm]",
			"DT[2026-11-30]",
			"EV[Club, round \\]1[]",
			"RE[Game won by Ada]",
			'P0[id "Ada"]',
			'P1[id "Bob"]',
			"; P0[0 Start P0]",
			"; P0[1 pick W 8 wP1]",
			"; P0[2 dropb wP1 N 13 .]",
			"; P0[3 done]",
		]);
		expect(lines.slice(-6)).toEqual([
			"; P0[19 pickb O 13 bB1]",
			"; P0[20 pdropb bB1 N 14 -bQ]",
			"; P0[21 done]",
			"; P1[22 resign]",
			"; P1[23 done]",
			")",
		]);
	});

	test("doubles the backslash in a reference", () => {
		expect(makeSgf(recordOf(replay("Base;wS1;bA1 wS1\\", RECORD_RULES)))).toContain("dropb bA1 N 12 wS1\\\\]");
	});

	test("names no neighbour where the height changes", () => {
		const text = makeSgf(recordOf(replay(at.STACK_OF_SEVEN, RECORD_RULES)));
		expect(text.match(/dropb wM1 .*/g)?.at(-1)).toMatch(/ \.\]$/);
	});

	test("comes back as what was written, whatever was played and however people are called", () => {
		fc.assert(
			fc.property(anyRecord(60), (record) => {
				const again = parseSgf(makeSgf(record));
				if (!again.ok) throw new Error(JSON.stringify(again.error));
				const quoted = (name: string | null) => name?.replaceAll('"', "'");
				expect(makeGameString(again.value.game)).toBe(makeGameString(record.game));
				expect(again.value).toMatchObject({
					white: quoted(record.white),
					black: quoted(record.black),
					date: record.date,
					event: record.event,
					site: record.site,
					round: record.round,
					result: record.result,
				});
			}),
			{ numRuns: 60 },
		);
	});

	test("comes back for games of the project's own", () => {
		for (const row of OWN_ROWS.filter((_, index) => index % 8 === 0)) {
			const record = recordOf(gameOf(row));
			const again = parseSgf(makeSgf(record));
			if (!again.ok) throw new Error(`${row.id}: ${JSON.stringify(again.error)}`);
			expect(canonMoves(again.value.game), row.id).toEqual(canonMoves(record.game));
		}
	});

	test("keeps to columns of one letter when the hive drifts", () => {
		const game = replay(at.STACK_OF_SEVEN, RECORD_RULES);
		expect(makeSgf(recordOf(game))).not.toMatch(/ [A-Z]{2} -?\d/);
	});
});
