/** What a table draws: the same frame whatever is chosen, a card for a stack, a column for what is looked into. */
import { describe, expect, test } from "vitest";
import { drawBar, drawBoard } from "../../src/client/draw.ts";
import { gameOf, type State } from "../../src/client/state.ts";
import { step } from "../../src/client/step.ts";
import { legalMoves } from "../../src/engine/game.ts";
import { speaker } from "../../src/i18n/catalogue.ts";
import { stateOf, steps } from "./tables.ts";

const say = speaker("en");
const hints = { pinned: true, queens: true };
const draw = (state: State) => drawBoard(say, state, "t", hints);
const frameOf = (markup: string) => /viewBox="([^"]+)"/.exec(markup)?.[1];

const STACKED = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1 wQ;bA2 bA1-";

test.each([
	["before the first piece", "Base+MLP"],
	["after one", "Base+MLP;wS1"],
	["with a stack and a beetle on it", STACKED],
	["with a pillbug that throws", "Base+P;wP;bQ wP\\;wQ wP/;bS1 bQ-;wQ -wP;bS1 wQ\\"],
])("what is shown never changes while a move is chosen, %s", (_name, text) => {
	const idle = stateOf(text);
	const frame = frameOf(draw(idle));
	for (const move of legalMoves(gameOf(idle))) {
		if (move === "pass") continue;
		const selected = step(idle, { type: "pick", piece: move.piece });
		const chosen = step(selected, { type: "choose", move });
		expect([frameOf(draw(selected)), frameOf(draw(chosen)), chosen.chosen]).toMatchObject([
			frame,
			frame,
			{ to: move.to },
		]);
	}
});

test("gone nearer, what is shown is what was asked for", () => {
	const box = { x: 1, y: 2, width: 30, height: 40 };
	expect(frameOf(drawBoard(say, stateOf(STACKED), "t", hints, box))).toBe("1 2 30 40");
});

test("a queen without a free side is marked when the game has ended, asked for or not", () => {
	const whole =
		"Base+MLP;wA1;bP /wA1;wL \\wA1;bQ -bP;wB1 -wL;bQ wB1\\;wQ wL/;wA1 bP\\;wB1 bQ;wA1 -bP;wB1 bP;pass;wB1 bQ;bS1 bP\\;wS1 -wL;bS1 wB1-;wS2 -wB1";
	const plain = { pinned: false, queens: false };
	expect(drawBoard(say, stateOf(whole, { over: true }), "t", plain)).toContain("hive-surrounded");
	expect(drawBoard(say, stateOf(STACKED), "t", plain)).not.toContain("hive-surrounded");
});

describe("a pillbug", () => {
	/** It holds the hive together, and can throw the black ant, which nothing else moves. */
	const text = "Base+P;wP;bQ wP-;wQ -wP;bA1 bQ-;wA1 -wQ;bA1 wP/;wA1 \\wQ;bB1 bQ-";
	const state = stateOf(text);

	test("that cannot walk offers what it can throw", () => {
		const bar = drawBar(say, steps(state, { type: "pick", piece: "wP" }));
		expect(bar).toContain('data-throw="bA1" data-by="wP"');
	});

	test("is not asked after where nobody else throws and the piece does not walk", () => {
		const bar = drawBar(say, steps(state, { type: "pick", piece: "bA1" }, { type: "throw-by", piece: "wP" }));
		expect(bar).not.toContain("data-by");
	});
});

describe("a stack that is looked into", () => {
	const lifted = steps(stateOf(STACKED), { type: "lift", hex: { q: -1, r: 0 } });

	test("is drawn as a column", () => {
		expect(draw(lifted)).toContain("hive-lifted");
		expect(draw(stateOf(STACKED))).not.toContain("hive-lifted");
	});

	test("has a card from the top down, each piece with its rule", () => {
		const items = [...drawBar(say, lifted).matchAll(/<li><a href="([^"]+)"[^>]*>([^<]+)/g)].map(
			([, ...parts]) => parts,
		);
		expect(items).toEqual([
			["/rules#beetle", "Level 2: White beetle 1."],
			["/rules#queen", "Level 1: White queen."],
		]);
	});
});

test("an offer that stands open is told of beside a chosen move, with the way to its answer", () => {
	const offered = "<Bruno> offers a draw.";
	const idle = stateOf("Base;wS1;bG1 wS1-", { offered });
	const move = { piece: "wA1", from: null, to: { q: -1, r: 0, z: 0 } } as const;
	expect(drawBar(say, idle)).not.toContain("Bruno");
	expect(drawBar(say, step(idle, { type: "choose", move }))).toContain(
		'<a href="#news">&lt;Bruno&gt; offers a draw.</a>',
	);
});

describe("against the house", () => {
	const given = { kind: "practice", seat: "white", mine: false } as const;
	const bar = (more: object) => drawBar(say, stateOf("Base;wS1", { ...given, ...more }));

	test.each([
		[{}, "The house is thinking …"],
		[{ mute: true }, "The opponent could not be started in this browser."],
		[{ mute: true, over: true }, "You have given up: the house has won."],
	])("the bar says who thinks, or that nobody does: %j", (more, text) => {
		expect(bar(more)).toContain(text);
	});
});
