/** The pages of the rules: every lesson is legal and shows what its rule says, and every set says what its record does. */
import { describe, expect, test } from "vitest";
import { RULES } from "../../src/client/reasons.ts";
import { legalMoves, makeMove, mustPass, playMove } from "../../src/engine/game.ts";
import { parseGameString } from "../../src/engine/gamestring.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { BUG_NAMES, BUGS } from "../../src/engine/piece.ts";
import { RULE_SETS, type RuleSetId } from "../../src/engine/ruleset.ts";
import { LOCALES, type Locale, message } from "../../src/i18n/catalogue.ts";
import { holdsUnder, LESSON_IDS, type LessonId, lessonGame, lessonOf } from "../../src/pages/lessons.ts";
import { OFFERED } from "../../src/pages/rule-sets.ts";
import { browser, linksOf, open } from "./browser.ts";

/** What the piece of a lesson may do, sorted, and why the moves that are tried may not be made. */
const SHOWN: readonly (readonly [
	id: LessonId,
	clauses: string,
	moves: readonly string[] | number,
	reasons: readonly string[],
])[] = [
	["opening", "PT-04 IT-01 ID-08 ES-03 DE-02", 6, ["QUEEN_FIRST"]],
	[
		"placing",
		"PT-06 IT-02 ID-09 ES-04 DE-03",
		["wA1 -wQ", "wA1 /wQ", "wA1 \\wQ", "wA1 wQ/", "wA1 wQ\\"],
		["TOUCHES_OPPONENT", "TOUCHES_OPPONENT"],
	],
	["queen-due", "PT-08 IT-03 ID-01 ES-05 DE-04", 7, ["QUEEN_DUE"]],
	["moving", "PT-09 IT-04 ID-02 ES-05 DE-04", [], ["QUEEN_NOT_PLACED", "QUEEN_NOT_PLACED"]],
	["one-hive", "PT-10 IT-05 ID-10 ES-13 DE-07", [], ["ONE_HIVE", "ONE_HIVE"]],
	["contact", "PT-20 IT-10 ES-06", ["wQ wB1-", "wQ wG1\\"], ["UNREACHABLE"]],
	["gates", "PT-11 IT-06 IT-07 ID-11 ES-14", 15, ["GATE"]],
	["queen", "PT-12 IT-11 ID-01 ES-07", ["wQ /wS1", "wQ wS1-"], ["UNREACHABLE"]],
	["spider", "PT-20 IT-11 ID-05 ES-09", ["wS1 bG1\\", "wS1 wQ/"], ["UNREACHABLE"]],
	["beetle", "PT-13 PT-18 IT-12 ID-03 ES-08", ["wB1 -wQ", "wB1 /wS1", "wB1 wQ", "wB1 wS1"], ["OCCUPIED"]],
	["grasshopper", "PT-19 IT-15 ID-04 ES-07", ["wG1 bS1-", "wG1 wA1-"], ["UNREACHABLE"]],
	["ant", "PT-21 IT-11 ID-06 ES-07", 11, ["GATE"]],
	["mosquito", "ES-11", ["wM -wQ", "wM \\wQ", "wM bA1-", "wM bA1/"], ["OCCUPIED"]],
	["ladybug", "ES-12", 8, ["OCCUPIED"]],
	["pillbug", "the rulebook", ["bQ wP-", "bQ wP/", "bQ wQ/"], ["JUST_MOVED"]],
	["rest", "the rulebook", [], ["JUST_MOVED"]],
	[
		"stacks",
		"PT-14 PT-16 PT-17 IT-12 IT-14 ID-03",
		["wB1 -wS1", "wB1 /wS1", "wB1 bS1", "wB1 wQ", "wB1 wQ-", "wB1 wS1\\"],
		["COVERED"],
	],
	["towers", "PT-15 IT-13", 7, ["TOUCHES_OPPONENT"]],
	["high-gates", "PT-17 IT-14", ["wB2 -bB1", "wB2 -wB1", "wB2 bB1", "wB2 wB1"], ["GATE"]],
	["passing", "PT-22 IT-09 ID-12 DE-05", [], ["ONE_HIVE"]],
	["end", "PT-01 PT-23 IT-16 ID-13 ES-01 DE-08", 11, []],
	["both", "PT-24 IT-16 ID-13 ES-15 DE-08", 14, []],
	["repetition", "DE-09 ID-13 PT-25", ["bQ bA1/", "bQ bA1\\"], []],
	["notation", "", ["wQ /wS1", "wQ \\wS1"], []],
];

/** The move that ends a lesson's game, and how. */
const ENDS = [
	["end", "wA1 bA1-", "white", "surround"],
	["both", "wA2 bB1-", null, "both-surrounded"],
	["repetition", "bQ bA1/", null, "repetition"],
] as const;

const played = (id: LessonId, text: string) => {
	const game = lessonGame(id);
	const move = parseMove(game, text);
	if (!move.ok) throw new Error(`${text}: ${move.error.reason}`);
	return playMove(game, move.value);
};

describe("the lessons", () => {
	test("every rule has one", () => {
		expect(SHOWN.map(([id]) => id).toSorted()).toEqual([...LESSON_IDS].toSorted());
	});

	test.each(SHOWN)("%s is legal and shows what %s say", (id, _, moves, reasons) => {
		const { piece, refused } = lessonOf(id);
		const game = lessonGame(id);
		const texts = legalMoves(game).flatMap((move) =>
			move !== "pass" && move.piece === piece ? [makeMove(game, move)] : [],
		);
		if (typeof moves === "number") expect(texts).toHaveLength(moves);
		else expect(texts.toSorted()).toEqual(moves.toSorted());
		const answers = refused.map((text) => parseMove(game, text));
		expect(answers.map((answer) => (answer.ok ? "legal" : answer.error.reason))).toEqual(reasons);
	});

	test.each(ENDS)("%s ends with %s", (id, text, winner, reason) => {
		expect(played(id, text).result).toEqual({ winner, reason });
	});

	test("nothing but a pass is left where passing is shown", () => {
		expect(mustPass(lessonGame("passing"))).toBe(true);
		expect(played("passing", "pass").result).toBeNull();
	});

	test("a stack's top is whose it is: White places beside its beetle on Black's spider, touching no other white tile", () => {
		const game = lessonGame("towers");
		const bare = parseGameString(lessonOf("towers").game.replace(";wB1 bS1;", ";wB1 -wS1;"), RULE_SETS.official);
		expect(parseMove(game, "wG1 wS1\\").ok).toBe(true);
		expect(bare.ok && parseMove(bare.value, "wG1 wS1\\").ok).toBe(false);
	});

	test("a set that has an option otherwise plays the lesson otherwise, and no other set does", () => {
		const answer = (id: LessonId, set: RuleSetId, text: string) => {
			const game = parseGameString(lessonOf(id).game, RULE_SETS[set]);
			return game.ok && parseMove(game.value, text).ok;
		};
		for (const set of OFFERED) {
			expect(answer("opening", set, "bQ wS1-"), set).toBe(!holdsUnder("opening", RULE_SETS[set]));
			expect(answer("high-gates", set, "wB2 wS1"), set).toBe(!holdsUnder("high-gates", RULE_SETS[set]));
		}
		const otherwise = OFFERED.filter((set) => !holdsUnder("high-gates", RULE_SETS[set]));
		expect(otherwise).toEqual(["colmeia", "colonia"]);
	});

	test("every place that the table sends to for a reason is there", () => {
		for (const path of Object.values(RULES)) expect(LESSON_IDS.map((id) => `/rules#${id}`)).toContain(path);
		for (const bug of BUGS) expect(LESSON_IDS).toContain(BUG_NAMES[bug]);
	});
});

describe("the page of the rules", () => {
	test("has an anchor, words and a drawing for every rule, and ids that are its own", async () => {
		const page = await open(browser(), "/rules");
		for (const id of LESSON_IDS) {
			expect(page.html).toContain(`<article class="rule" id="${id}">`);
			expect(page.html).toContain(`<figure class="diagram" data-table="${id}">`);
			expect(page.html).toContain(`href="#${id}"`);
		}
		const ids = [...page.html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
		expect(ids).toHaveLength(new Set(ids).size);
		expect(page.html.match(/<svg[^>]*class="hive-board"/g)).toHaveLength(LESSON_IDS.length);
		expect(page.html).not.toContain("noindex");
		const packed = new Response(new Blob([page.html]).stream().pipeThrough(new CompressionStream("gzip")));
		expect((await packed.arrayBuffer()).byteLength).toBeLessThan(40_000);
	});

	test("lets one choose a piece, then a place, and go back, by links alone", async () => {
		const start = await open(browser(), "/rules");
		const choose = linksOf(start).find((href) => href.startsWith("/rules?lesson=stacks&piece=wQ"));
		expect(choose).toBe("/rules?lesson=stacks&piece=wQ#stacks");
		const chosen = await open(browser(), choose ?? "");
		expect(chosen.text).toContain("White to move. White queen: ");
		expect(chosen.html).toContain("noindex");
		const place = linksOf(chosen).find((href) => href.startsWith("/rules?lesson=stacks&move=wQ"));
		const after = await open(browser(), place ?? "");
		expect(after.text).toMatch(/White queen .* Back to the start/);
		expect(linksOf(after)).toContain("/rules#stacks");
		expect(linksOf(after).some((href) => href.startsWith("/rules?lesson=stacks"))).toBe(false);
	});

	test("says why a move is not allowed, in a game's own words", async () => {
		const page = await open(browser(), "/rules?lesson=gates&move=wA1+wS1-");
		expect(page.text).toContain("White ant 1 cannot get there: the way is too narrow.");
		expect((await open(browser(), "/rules")).text).toContain(
			"White ant 1 placed to the upper right of white spider 1? A new piece may not touch the opponent’s black spider 1.",
		);
	});

	test("shows how a lesson ends, and what a pass is", async () => {
		expect((await open(browser(), "/rules?lesson=end&move=wA1+bA1-")).text).toContain("White won:");
		expect((await open(browser(), "/rules?lesson=passing&move=pass")).text).toContain("No move possible, passed");
	});

	test.each(["lesson=none&move=x", "lesson=gates&piece=zz", "lesson=gates&move=%3Cb%3E", "lesson=__proto__&piece=wA1"])(
		"takes ?%s for what it is",
		async (query) => {
			const page = await open(browser(), `/rules?${query}`);
			expect(page.status).toBe(200);
			expect(page.html).not.toContain("<b>");
		},
	);

	test("every link of it leads to a part that is there", async () => {
		const page = await open(browser(), "/rules");
		const anchors = linksOf(page).filter((href) => href.startsWith("#"));
		expect(anchors.length).toBeGreaterThan(LESSON_IDS.length);
		for (const href of anchors) expect(page.html).toContain(`id="${href.slice(1)}"`);
	});
});

describe("the table of rule sets", () => {
	test("has a column a set and a row an option, and marks what is not usual, all from the records", async () => {
		const { html } = await open(browser(), "/rules");
		const table = /<table class="sets".*?<\/table>/s.exec(html)?.[0] ?? "";
		const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) => row);
		expect(rows).toHaveLength(7);
		for (const row of rows.slice(1)) expect(row.match(/<td/g)).toHaveLength(OFFERED.length);
		expect([...(rows[0] ?? "").matchAll(/href="\/rules\/([\w-]+)"/g)].map(([, id]) => id)).toEqual(OFFERED);
		const marked = (field: "queenFirst" | "elevatedGates") =>
			OFFERED.map((id) => RULE_SETS[id][field] !== RULE_SETS.tournament[field]);
		const cells = (row: string) => [...row.matchAll(/<td([^>]*)>/g)].map(([, attributes]) => attributes !== "");
		expect(cells(rows[2] ?? "")).toEqual(marked("queenFirst"));
		expect(cells(rows[5] ?? "")).toEqual(marked("elevatedGates"));
		expect(table).toContain('<span aria-hidden="true">≠ </span>');
		expect(table.match(/≠/g)).toHaveLength(table.match(/class="differs"/g)?.length ?? 0);
	});

	test.each(OFFERED)("the page of %s says what its record does and what is not usual", async (id) => {
		const page = await open(browser(), `/rules/${id}`);
		expect(page.status).toBe(200);
		expect(page.html.match(/<li class="bug">/g)).toHaveLength(5 + RULE_SETS[id].expansions.length);
		expect(page.html.includes("≠")).toBe(id !== "tournament");
		expect(page.text).toContain(RULE_SETS[id].queenFirst ? "Allowed" : "Not allowed");
	});

	test("Real Murcia has drawings of its own, what they are in every language, and its own names in Spanish", async () => {
		const [themed, plain] = await Promise.all(["real-murcia", "colonia"].map((id) => open(browser(), `/rules/${id}`)));
		const first = (html = "") => /<li class="bug">(<svg.*?<\/svg>)/s.exec(html)?.[1];
		expect(first(themed?.html)).not.toBe(first(plain?.html));
		expect(themed?.text).toContain("(a shield)");
		expect(plain?.text).not.toContain("a shield");
		expect(message("es", "page.bug.Q", {}, "real-murcia")).toBe("Escudo");
	});
});

describe("the words of the rules", () => {
	test.each(LOCALES)("name every bug and every set in %s", (locale: Locale) => {
		const names = BUGS.map((bug) => message(locale, `page.bug.${bug}`));
		expect(new Set(names).size).toBe(BUGS.length);
		for (const id of OFFERED) expect(message(locale, `page.ruleset.${id}.more`)).not.toBe("");
	});
});
