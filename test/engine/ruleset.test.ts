/** The rule sets as records, custom ones, and which expansions each allows. */
import { describe, expect, test } from "vitest";
import { checkExpansions, makeGameType, parseGameType } from "../../src/engine/expansions.ts";
import type { Expansion } from "../../src/engine/piece.ts";
import { checkRuleSet, RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import { start, tryMove } from "./corpus.ts";

/** id, expansions, queen first, starter, repetition, window, elevated gates: the table of the five documents and the two standards. */
const TABLE = [
	["colmeia", "", true, "drawn", "none", null, false],
	["colonia", "ML", true, "chosen", "none", null, false],
	["sarang", "", true, "white", "stalemate", null, true],
	["real-murcia", "ML", true, "drawn", "none", null, true],
	["chessplayx", "", false, "white", "automatic", 32, true],
	["tournament", "MLP", false, "white", "automatic", null, true],
	["official", "MLP", true, "white", "none", null, true],
] as const;

describe("the seven rule sets", () => {
	test.each(TABLE)("%s", (id, expansions, queenFirst, starter, repetition, window, elevatedGates) => {
		const rules = RULE_SETS[id];
		expect(rules).toMatchObject({ id, version: 1, queenFirst, starter, repetition, window, elevatedGates });
		expect(rules.expansions.join("")).toBe(expansions);
		expect(checkRuleSet(rules)).toEqual([]);
		expect(tryMove(start("Base", rules), "wQ")).toBe(queenFirst ? "wQ@0,0" : "QUEEN_FIRST");
	});

	test("there are no others", () => {
		expect(Object.keys(RULE_SETS).sort()).toEqual(TABLE.map(([id]) => id).sort());
	});

	test("only the Spanish one looks different", () => {
		const looks = Object.values(RULE_SETS).map((rules) => [rules.id, rules.theme, ...rules.colours].join(" "));
		expect(looks.filter((look) => !look.endsWith(" classic white black"))).toEqual([
			"real-murcia real-murcia red white",
		]);
	});
});

describe("a custom rule set", () => {
	const custom: RuleSet = { ...RULE_SETS.tournament, id: "ours", repetition: "claim", window: 40, expansions: ["P"] };

	test("may combine the fields as it likes", () => {
		expect(checkRuleSet(custom)).toEqual([]);
		expect(checkRuleSet({ ...custom, repetition: "none", window: null, colours: ["rojo", "blanco"] })).toEqual([]);
		expect(checkRuleSet({ ...RULE_SETS.sarang })).toEqual([]);
		for (const window of [1, 1000]) expect(checkRuleSet({ ...custom, window })).toEqual([]);
	});

	test.each([
		["version", { version: 2 }],
		["expansions, fewer of them", { expansions: ["M", "L"] }],
		["expansions, none of them", { expansions: [] }],
		["queenFirst", { queenFirst: true }],
		["starter", { starter: "drawn" }],
		["repetition", { repetition: "claim" }],
		["window", { window: 32 }],
		["elevatedGates", { elevatedGates: false }],
	])("may not bear a known name and differ from that set in one thing: %s", (_, change) => {
		const set = { ...RULE_SETS.tournament, ...(change as Partial<RuleSet>) };
		expect(checkRuleSet(set).map((it) => it.field)).toEqual(["id"]);
		expect(checkRuleSet({ ...set, id: "ours" })).toEqual([]);
	});

	test("may bear a known name and look different", () => {
		expect(checkRuleSet({ ...RULE_SETS.tournament, theme: "wood", colours: ["ash", "oak"] })).toEqual([]);
		expect(checkRuleSet({ ...RULE_SETS.tournament, expansions: ["P", "L", "M"] })).toEqual([]);
	});

	test.each([
		["id", { id: "" }],
		["id", { id: "a".repeat(41) }],
		["id", { id: "<b>" }],
		["id", { id: "tournament" }],
		["version", { version: 0 }],
		["version", { version: 1.5 }],
		["expansions", { expansions: ["M", "M"] }],
		["expansions", { expansions: ["X"] }],
		["expansions", { expansions: "ML" }],
		["queenFirst", { queenFirst: "yes" }],
		["starter", { starter: "black" }],
		["repetition", { repetition: "threefold" }],
		["window", { window: 0 }],
		["window", { window: 1001 }],
		["window", { window: 7.5 }],
		["window", { window: "32" }],
		["window", { repetition: "none" }],
		["elevatedGates", { elevatedGates: 1 }],
		["theme", { theme: "" }],
		["colours", { colours: ["white"] }],
		["colours", { colours: ["white", "white"] }],
		["colours", { colours: [1, 2] }],
		["colours", { colours: ["white", ""] }],
	])("is told that its %s is wrong: %j", (field, change) => {
		const problems = checkRuleSet({ ...custom, ...(change as Partial<RuleSet>) });
		expect(problems).toEqual([{ field, problem: expect.stringMatching(/./) }]);
	});

	test("is told everything at once", () => {
		expect(
			checkRuleSet({} as RuleSet)
				.map((it) => it.field)
				.sort(),
		).toEqual([
			"colours",
			"elevatedGates",
			"expansions",
			"id",
			"queenFirst",
			"repetition",
			"starter",
			"theme",
			"version",
			"window",
		]);
	});
});

describe("expansions", () => {
	test.each([
		["colmeia", ["M"], false],
		["colonia", ["L", "M"], true],
		["colonia", ["P"], false],
		["tournament", ["M", "L", "P"], true],
		["tournament", ["M", "M"], false],
		["official", ["X"], false],
		["sarang", [], true],
	] as const)("%s with %j: %s", (id, expansions, allowed) => {
		const problem = checkExpansions(RULE_SETS[id], expansions as unknown as Expansion[]);
		expect(problem === null).toBe(allowed);
		if (problem !== null) expect(problem).toEqual({ field: "expansions", problem: expect.stringMatching(/./) });
	});

	test("are refused by name", () => {
		const problem = (id: "colonia" | "official", letters: string) =>
			checkExpansions(RULE_SETS[id], [...letters] as Expansion[])?.problem;
		expect([problem("official", "MX"), problem("official", "XY")]).toEqual([
			"there is no expansion X",
			"there is no expansion X, Y",
		]);
		expect([problem("colonia", "MP"), problem("colonia", "X")]).toEqual([
			"colonia does not allow P",
			"there is no expansion X",
		]);
		expect(problem("official", "MM")).toBe("each may be named once");
	});

	test.each([
		["Base", ""],
		["Base+M", "M"],
		["Base+MLP", "MLP"],
		["Base+PM", "MP"],
		["base+lp", "LP"],
		[" Base+L ", "L"],
		["Base+", ""],
	])("the game type %s", (text, letters) => {
		const expansions = parseGameType(text);
		expect(expansions?.join("")).toBe(letters);
		expect(makeGameType(expansions ?? [])).toBe(letters === "" ? "Base" : `Base+${letters}`);
	});

	test.each(["", "Hive", "BaseM", "Base+X", "Base+MLPM", "Base+MM", "Base M"])("no game type: %j", (text) => {
		expect(parseGameType(text)).toBe(null);
	});

	test("are written in one order", () => {
		expect(makeGameType(["P", "M", "L"])).toBe("Base+MLP");
	});
});
