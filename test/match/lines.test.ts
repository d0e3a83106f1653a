/** A tree of conditional moves: what is accepted and how it is then spelled, what is refused, and where the fault lies. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Side } from "../../src/engine/piece.ts";
import { checkLines, type Line, MOST_DEPTH, MOST_LINES, makeLine, readLines } from "../../src/match/lines.ts";
import { BOTH_SURROUNDED, begin, type Log, played, SHUT_OUT } from "./games.ts";

/** Black to move; a beetle may climb, an ant may walk, pieces may be placed. */
const OPENING = played(begin(), "wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bB1 bG1/;wS2 \\wQ");
/** White to move; after `wM /bG1` Black must pass, and again after `wS1 wA2/`, not after `wA1 bQ/`. */
const BEFORE_SHUT = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.slice(0, SHUT_OUT.lastIndexOf(";")));
/** Black to move; `bQ -wA2` leads there. */
const BLACK_BEFORE_SHUT = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.split(";").slice(0, -2).join(";"));
/** White to move and to close both queens. */
const BEFORE_END = played(begin(), BOTH_SURROUNDED.slice(0, BOTH_SURROUNDED.lastIndexOf(";")));
/** Black to move, as White closes both queens next. */
const BLACK_BEFORE_END = played(begin(), BOTH_SURROUNDED.split(";").slice(0, -2).join(";"));

const line = (theirs: string | undefined, answer?: string, ...next: readonly Line[]) => makeLine(theirs, answer, next);
const check = (log: Log, owner: Side, ...lines: readonly Line[]) => checkLines(log.state, owner, lines, "/lines");

describe("a tree is accepted and stored in the canonical spelling", () => {
	test.each<[string, Log, Side, readonly Line[], readonly Line[]]>([
		[
			"the fault of a peer: a walk and a climb, each with its reply",
			OPENING,
			"white",
			[line("bB1 bG1", "wA1 bQ-"), line("bA1 bQ-", "wG1 /wS1")],
			[line("bB1 bG1", "wA1 bQ-"), line("bA1 bQ-", "wG1 wQ\\")],
		],
		[
			"moves named by other neighbours, in other cases and with blanks",
			OPENING,
			"white",
			[line(" BB1  bg1 ", "wg1  /wS1")],
			[line("bB1 bG1", "wG1 wQ\\")],
		],
		["a climb spelled by direction", OPENING, "white", [line("bB1 wS1-", "wG1 /wS1")], [line("bB1 bG1", "wG1 wQ\\")]],
		[
			"a sequence to any depth",
			OPENING,
			"white",
			[line("bA1 bQ-", "wG1 /wS1", line("bA2 bA1-", "wG2 /wG1", line("bA3 bA2-", "wG3 /wG2")))],
			[line("bA1 bQ-", "wG1 wQ\\", line("bA2 bA1-", "wG2 /wG1", line("bA3 bA2-", "wG3 /wG2")))],
		],
		[
			"one for any other move, and what follows it unseen",
			OPENING,
			"white",
			[line("*", " wG1   /wS1", line("*", "wG2 /wG1"), line("bA3 -bA1", "wG2 /wG1")), line("bB1 bG1", "wG1 /wS1")],
			[line("*", "wG1 /wS1", line("*", "wG2 /wG1"), line("bA3 -bA1", "wG2 /wG1")), line("bB1 bG1", "wG1 wQ\\")],
		],
		[
			"an answer that shuts the opponent out, and the next one right behind it",
			BLACK_BEFORE_SHUT,
			"white",
			[line("bQ -wA2", "wM /bG1", line(undefined, "wS1 wA2/", line("*", "wA1 bQ/", line("bS1 \\bG1", "wA1 wS1-"))))],
			[
				line(
					"bQ bG1-",
					"wM /bG1",
					line(undefined, "wS1 wA2/", line(undefined, "wA1 bQ/", line("bS1 \\bG1", "wA1 wS1-"))),
				),
			],
		],
		[
			"a pass of one's own, not written down",
			BEFORE_SHUT,
			"black",
			[line("wM /bG1", undefined, line("wS1 wA2/", undefined, line("wA1 bQ/", "bS1 \\bG1")))],
			[line("wM /bG1", undefined, line("wS1 wA2/", undefined, line("wA1 bQ/", "bS1 \\bG1")))],
		],
		[
			"an answer that ends the game",
			BLACK_BEFORE_END,
			"white",
			[line("bB1 -bA3", "wA2 -wB1")],
			[line("bB1 -bA3", "wA2 bA2-")],
		],
		[
			"a pass in an unseen place",
			BEFORE_SHUT,
			"black",
			[line("*", undefined, line(undefined, "bS1 \\bG1"))],
			[line("*", undefined, line(undefined, "bS1 \\bG1"))],
		],
		["nothing at all", OPENING, "white", [], []],
	])("%s", (_, log, owner, sent, stored) => {
		const first = check(log, owner, ...sent);
		expect(first).toEqual({ ok: true, value: stored });
		expect(check(log, owner, ...stored)).toEqual(first);
	});

	test("after one's own move has shut the opponent out, the first answer has no condition", () => {
		const shut = played(begin({ expansions: ["M", "L"] }), SHUT_OUT);
		expect(checkLines(shut.state, "white", [line(undefined, "wA1 bQ/")], "/then").ok).toBe(true);
		expect(checkLines(shut.state, "white", [line("bS1 \\bG1", "wA1 bQ/")], "/then")).toMatchObject({
			error: [{ pointer: "/then/0/if", message: expect.stringContaining("has to pass") }],
		});
	});
});

describe("a tree is refused, with a pointer to the fault", () => {
	const G = "wG1 /wS1";

	test.each<[string, Log, Side, readonly Line[], string, string, string?]>([
		["no condition", OPENING, "white", [line(undefined, G)], "/lines/0/if", "is missing"],
		["no answer", OPENING, "white", [line("bB1 bG1")], "/lines/0/then", "is missing"],
		["an illegal move of the opponent's", OPENING, "white", [line("bG1 bQ-", G)], "/lines/0/if", "refused", "ONE_HIVE"],
		[
			"a move of one's own as the opponent's",
			OPENING,
			"white",
			[line(G, G)],
			"/lines/0/if",
			"refused",
			"NOT_YOUR_PIECE",
		],
		["an illegal answer", OPENING, "white", [line("bB1 bG1", "wS1 wA1-")], "/lines/0/then", "refused", "ONE_HIVE"],
		[
			"an illegal answer further down",
			OPENING,
			"white",
			[line("bB1 bG1", G), line("bQ bG1\\", G, line("bB1 bG1", "wG2 wG1-"))],
			"/lines/1/next/0/then",
			"refused",
			"TOUCHES_OPPONENT",
		],
		["a pass the opponent need not make", OPENING, "white", [line("pass", G)], "/lines/0/if", "refused", "NOT_FORCED"],
		[
			"the same move in two spellings",
			OPENING,
			"white",
			[line("bQ bG1\\", G), line("bQ /bQ", G)],
			"/lines/1/if",
			"named twice",
		],
		["any move twice", OPENING, "white", [line("*", G), line(" * ", G)], "/lines/1/if", "named twice"],
		["a move that ends the game", BEFORE_END, "black", [line("wA2 -wB1", "bA1 -bG1")], "/lines/0/if", "ends the game"],
		[
			"an answer after the end",
			BLACK_BEFORE_END,
			"white",
			[line("bB1 -bA3", "wA2 -wB1", line("*", G))],
			"/lines/0/next",
			"over then",
		],
		[
			"a forced pass written as a condition",
			BLACK_BEFORE_SHUT,
			"white",
			[line("bQ -wA2", "wM /bG1", line("pass", "wS1 wA2/"))],
			"/lines/0/next/0/if",
			"has to pass",
		],
		[
			"two answers to one pass",
			BLACK_BEFORE_SHUT,
			"white",
			[line("bQ -wA2", "wM /bG1", line(undefined, "wS1 wA2/"), line("*", "wA1 bQ/"))],
			"/lines/0/next/1",
			"twin",
		],
		[
			"an answer where one must pass",
			BEFORE_SHUT,
			"black",
			[line("wM /bG1", "pass")],
			"/lines/0/then",
			"you have to pass",
		],
		[
			"an unseen answer that is no move",
			OPENING,
			"white",
			[line("*", "hello")],
			"/lines/0/then",
			"refused",
			"BAD_NOTATION",
		],
		[
			"an unseen answer that is no piece",
			OPENING,
			"white",
			[line("*", "wA4 wQ-")],
			"/lines/0/then",
			"refused",
			"NO_SUCH_PIECE",
		],
		[
			"an unseen answer of an expansion not played",
			OPENING,
			"white",
			[line("*", "wM wQ-")],
			"/lines/0/then",
			"refused",
			"NOT_IN_THIS_GAME",
		],
		["an unseen pass", OPENING, "white", [line("*", "Pass")], "/lines/0/then", "never written down"],
		["a first move", OPENING, "white", [line("*", "wS1")], "/lines/0/then", "refused", "BAD_NOTATION"],
		["nothing to play at all", OPENING, "white", [line("*")], "/lines/0/then", "nothing to play"],
		[
			"an unseen condition that is no move",
			OPENING,
			"white",
			[line("*", G, line("wA1 & wB1", G))],
			"/lines/0/next/0/if",
			"refused",
			"BAD_NOTATION",
		],
		[
			"an unseen condition twice",
			OPENING,
			"white",
			[line("*", G, line("bA1 -bQ", G), line("ba1 -bq", G))],
			"/lines/0/next/1/if",
			"named twice",
		],
	])("%s", (_, log, owner, lines, pointer, message, reason) => {
		const answer = check(log, owner, ...lines);
		expect(answer).toMatchObject({ ok: false, error: [{ pointer, message: expect.stringContaining(message) }] });
		expect(answer.ok ? undefined : answer.error[0]?.reason).toBe(reason);
	});

	test("every fault is named, up to ten", () => {
		const twelve = Array.from({ length: 12 }, () => line("bG1 bQ-", "wG1 /wS1"));
		const answer = check(OPENING, "white", ...twelve);
		expect(answer.ok ? [] : answer.error.map(({ pointer }) => pointer)).toEqual(
			Array.from({ length: 10 }, (_, index) => `/lines/${index}/if`),
		);
	});

	test("a game that is over has no lines", () => {
		const over = played(begin(), BOTH_SURROUNDED);
		expect(check(over, "black", line("*", "bA1 -bG1"))).toMatchObject({ error: [{ pointer: "/lines" }] });
	});
});

describe("what was sent", () => {
	const deep = (depth: number): Line => line("*", "wA1 -wQ", ...(depth > 1 ? [deep(depth - 1)] : []));
	const wide = (count: number) => Array.from({ length: count }, () => line("*", "wA1 -wQ"));

	test.each<[string, unknown, string]>([
		["is a list", { if: "*" }, "/lines"],
		["is a list of lines", ["wA1"], "/lines/0"],
		["is a list of lines, not of nothing", [null], "/lines/0"],
		["has moves that are text", [{ if: 5 }], "/lines/0/if"],
		["has moves that are no essays", [line("*", "x".repeat(65))], "/lines/0/then"],
		["has no null for what is not there", [{ if: null }], "/lines/0/if"],
		["goes on with lists", [{ if: "*", next: {} }], "/lines/0/next"],
		["has no other fields", [{ "a/b~": 1 }], "/lines/0/a~1b~0"],
		["has no fields of JavaScript's own", JSON.parse('[{"__proto__": {}}]'), "/lines/0/__proto__"],
		["is not too deep", [deep(MOST_DEPTH + 1)], `/lines/0${"/next/0".repeat(MOST_DEPTH - 1)}/next`],
		["is not too deep by far", [deep(2_000)], `/lines/0${"/next/0".repeat(MOST_DEPTH - 1)}/next`],
		["is not too long", wide(MOST_LINES + 1), "/lines"],
	])("%s", (_, input, pointer) => {
		expect(readLines(input, "/lines")).toMatchObject({ ok: false, error: [{ pointer }] });
	});

	test("may be as deep and as long as that", () => {
		expect(readLines([deep(MOST_DEPTH)], "/lines").ok).toBe(true);
		expect(readLines(wide(MOST_LINES), "/then").ok).toBe(true);
	});

	test("never breaks anything, whatever it is", () => {
		const move = fc.constantFrom("*", "pass", "wA1", "bA1 bQ-", "bB1 bG1", "wG1 /wS1", "wS2 wA1\\", "wM /bG1", "");
		const text = fc.option(fc.oneof({ weight: 4, arbitrary: move }, { weight: 1, arbitrary: fc.string() }), {
			nil: undefined,
		});
		const rubbish = fc.jsonValue({ maxDepth: 1 });
		const { tree } = fc.letrec<{ tree: unknown; node: unknown }>((tie) => ({
			tree: fc.oneof(
				{ maxDepth: 6 },
				{ weight: 1, arbitrary: fc.constant([]) },
				{ weight: 1, arbitrary: rubbish },
				{ weight: 12, arbitrary: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) },
			),
			node: fc.tuple(text, text, tie("tree")).map(([theirs, answer, next]) => ({ ...makeLine(theirs, answer), next })),
		}));
		fc.assert(
			fc.property(tree, fc.constantFrom(OPENING, BEFORE_SHUT, BLACK_BEFORE_END), (input, log) => {
				const read = readLines(input, "/lines");
				const owner = log.state.turn?.side === "white" ? "black" : "white";
				const checked = read.ok ? check(log, owner, ...read.value) : read;
				if (checked.ok) {
					expect(check(log, owner, ...checked.value)).toEqual(checked);
					return;
				}
				expect(checked.error.length).toBeGreaterThan(0);
				expect(checked.error.length).toBeLessThanOrEqual(10);
				for (const { pointer } of checked.error) expect(pointer).toMatch(/^\/lines/);
			}),
			{ numRuns: 200 },
		);
	});
});
