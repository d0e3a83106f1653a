/** A refused move names the clause of its rule set's own document, where that document has one. */
import { describe, expect, test } from "vitest";
import { clauseOf } from "../../src/engine/clauses.ts";
import { MOVE_REASONS } from "../../src/engine/move.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { PIECES } from "../../src/engine/piece.ts";
import { RULE_SETS, type RuleSetId } from "../../src/engine/ruleset.ts";
import { replay } from "./corpus.ts";
import { edge } from "./positions.ts";

/** How many clauses each document has. */
const LAST: Readonly<Record<string, readonly [prefix: string, last: number]>> = {
	colmeia: ["PT", 25],
	colonia: ["IT", 16],
	sarang: ["ID", 13],
	"real-murcia": ["ES", 15],
	chessplayx: ["DE", 9],
};

describe("the clause of a refusal", () => {
	test.each<[RuleSetId, string, string, string, string]>([
		["colmeia", "Base;wS1;bS1 wS1-", "wA1 bS1-", "TOUCHES_OPPONENT", "PT-06"],
		["colmeia", "Base;wS1;bS1 wS1-", "wS1 bS1/", "QUEEN_NOT_PLACED", "PT-09"],
		["colonia", "Base;wS1;bS1 wS1-", "pass", "NOT_FORCED", "IT-09"],
		["sarang", "Base;wQ;bQ wQ-", "wQ bQ-", "UNREACHABLE", "ID-01"],
		["real-murcia", "Base;wS1;bS1 wS1-", "bA1 bS1-", "NOT_YOUR_PIECE", "none"],
		["chessplayx", "Base", "wQ", "QUEEN_FIRST", "DE-02"],
		["tournament", "Base", "wQ", "QUEEN_FIRST", "none"],
	])("under %s, of %s and then %s, is %s: %s", (id, position, move, reason, clause) => {
		const answer = parseMove(replay(position, RULE_SETS[id]), move);
		if (answer.ok) throw new Error(`${move} is legal`);
		expect([answer.error.reason, answer.error.clause ?? "none"]).toEqual([reason, clause]);
	});

	test("for a queen that is due is that of the fourth turn", () => {
		const answer = parseMove(edge("queen-by-turn-4", RULE_SETS.colonia), "wA1 wS1/");
		expect(answer).toMatchObject({ ok: false, error: { reason: "QUEEN_DUE", clause: "IT-03" } });
	});

	test("is always one that the document has", () => {
		for (const [id, [prefix, last]] of Object.entries(LAST)) {
			const rules = RULE_SETS[id as RuleSetId];
			const named = MOVE_REASONS.flatMap((reason) => PIECES.map((piece) => clauseOf(rules, reason, piece)));
			for (const clause of new Set(named)) {
				if (clause === null) continue;
				const [, language, number] = /^([A-Z]{2})-(\d\d)$/.exec(clause) ?? [];
				expect([language, Number(number) >= 1 && Number(number) <= last]).toEqual([prefix, true]);
			}
		}
	});

	test("is none for a set that bears a known name and another version", () => {
		expect(clauseOf({ ...RULE_SETS.colmeia, version: 2 }, "ONE_HIVE", "wA1")).toBeNull();
		expect(clauseOf({ ...RULE_SETS.colmeia, id: "custom" }, "ONE_HIVE", "wA1")).toBeNull();
		expect(clauseOf(RULE_SETS.colmeia, "UNREACHABLE", undefined)).toBeNull();
	});
});
