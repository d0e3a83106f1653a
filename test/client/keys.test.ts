/** The keyboard at the board: what keys mean, where the cursor goes, what it finds there. */
import { describe, expect, test } from "vitest";
import { column, hexWords, jump, rowsOf, startOf, type Walk, walk, wayWords } from "../../src/client/cursor.ts";
import { actOf, type KeyAct } from "../../src/client/keys.ts";
import { speaker } from "../../src/i18n/catalogue.ts";
import { stateOf, steps } from "./tables.ts";

const press = (code: string, key = "", more: Partial<Parameters<typeof actOf>[0]> = {}) =>
	actOf({ code, key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test.each<[code: string, key: string, act: KeyAct | null]>([
	["ArrowLeft", "ArrowLeft", { type: "walk", way: 3 }],
	["KeyD", "d", { type: "walk", way: 0 }],
	["KeyW", "w", { type: "walk", way: 2 }],
	["KeyE", "e", { type: "walk", way: 1 }],
	["KeyZ", "y", { type: "walk", way: 4 }],
	["KeyX", "x", { type: "walk", way: 5 }],
	["Numpad7", "7", { type: "walk", way: 2 }],
	["Numpad1", "1", { type: "walk", way: 4 }],
	["ArrowUp", "ArrowUp", { type: "walk", way: "up" }],
	["Period", ".", { type: "walk", way: "next" }],
	["Space", " ", { type: "activate" }],
	["Escape", "Escape", { type: "back" }],
	["BracketLeft", "[", { type: "ply", way: "previous" }],
	["Digit8", "[", { type: "ply", way: "previous" }],
	["Digit0", "0", { type: "ply", way: "last" }],
	["Slash", "?", { type: "help" }],
	["Tab", "Tab", null],
	["F5", "F5", null],
])("%s (%s) means %o", (code, key, act) => {
	expect(press(code, key)).toEqual(act);
});

test("with Ctrl or ⌘ Enter sends, and everything else is left to the browser", () => {
	expect(press("Enter", "Enter", { ctrlKey: true })).toEqual({ type: "send" });
	expect(press("Enter", "Enter", { metaKey: true })).toEqual({ type: "send" });
	expect(press("KeyA", "a", { ctrlKey: true })).toBeNull();
	expect(press("KeyR", "r", { metaKey: true })).toBeNull();
	expect(press("ArrowLeft", "ArrowLeft", { altKey: true })).toBeNull();
});

const OPEN = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-";
const say = speaker("en");

describe("the cursor", () => {
	const state = stateOf(OPEN);

	test("walks over the hive and the ring round it, and not off it", () => {
		expect(rowsOf(state).map((row) => row.length)).toEqual([7, 8, 7]);
		let at = { q: 0, r: 0 };
		for (let steps = 0; steps < 20; steps++) at = walk(state, at, 0) ?? at;
		expect(at).toEqual({ q: 4, r: 0 });
		expect(walk(state, at, 0)).toBeNull();
	});

	test.each<[Walk, { readonly q: number; readonly r: number }]>([
		[0, { q: 1, r: 0 }],
		[1, { q: 1, r: -1 }],
		[2, { q: 0, r: -1 }],
		[3, { q: -1, r: 0 }],
		[4, { q: -1, r: 1 }],
		[5, { q: 0, r: 1 }],
		["start", { q: -3, r: 0 }],
		["end", { q: 4, r: 0 }],
	])("from the middle by %s", (way, to) => {
		expect(walk(state, { q: 0, r: 0 }, way)).toEqual(to);
	});

	test("goes up and down by the nearest column", () => {
		const up = walk(state, { q: 0, r: 0 }, "up");
		expect(up?.r).toBe(-1);
		expect(walk(state, { q: 0, r: -1 }, "up")).toBeNull();
	});

	test("keeps to a column while it goes up and down, where rows lie half a hexagon apart", () => {
		const from = { q: 0, r: -1 };
		const once = walk(state, from, "down", column(from));
		const twice = once && walk(state, once, "down", column(from));
		expect([once, twice]).toEqual([
			{ q: -1, r: 0 },
			{ q: -1, r: 1 },
		]);
	});

	test("goes round what can be chosen: pieces first, places once one is chosen", () => {
		const first = walk(state, { q: -9, r: 0 }, "next");
		expect(first).toMatchObject({ q: -2, r: 0 });
		const chosen = steps(state, { type: "pick", piece: "wB1" });
		const places = new Set<string>();
		let at = { q: -9, r: -9 };
		for (let index = 0; index < 6; index++) {
			at = walk(chosen, at, "next") ?? at;
			places.add(`${at.q},${at.r}`);
		}
		expect(places).toEqual(new Set(["-1,-1", "-1,0", "-2,1"]));
	});

	test("begins where something has just happened, and jumps from queen to queen", () => {
		expect(startOf(state)).toEqual({ q: 3, r: 0 });
		expect(jump(state, { q: 9, r: 9 })).toEqual({ q: -1, r: 0 });
		expect(jump(state, { q: -1, r: 0 })).toEqual({ q: 2, r: 0 });
	});

	test.each([
		[3, 0, "3 to the right."],
		[-2, 2, "2 to the lower left."],
		[0, -1, "1 to the upper left."],
		[1, 2, "2 to the lower right; 1 to the right."],
		[3, -1, "2 to the right; 1 to the upper right."],
		[-1, -1, "1 to the upper left; 1 to the left."],
		[0, 0, ""],
	])("tells the way of a jump by %i, %i: %s", (q, r, words) => {
		expect(wayWords(say, { q: 5, r: -7 }, { q: 5 + q, r: -7 + r })).toBe(words);
	});

	test("says what is there, on what it stands, and what can be done", () => {
		expect(hexWords(say, state, { q: -2, r: 0 })).toBe("White beetle 1, can move, 3 places.");
		expect(hexWords(say, state, { q: 0, r: -1 })).toMatch(/^Empty place: .*white spider 1 /);
		expect(hexWords(say, stateOf("Base"), { q: 0, r: 0 })).toMatch(/^Empty place[.,]/);
		const chosen = steps(state, { type: "pick", piece: "wB1" });
		expect(hexWords(say, chosen, { q: -1, r: 0 })).toBe("White queen, can climb here.");
		const climbed = steps(
			state,
			{ type: "free", free: true },
			{ type: "pick", piece: "wB1" },
			{ type: "hex", hex: { q: -1, r: 0 } },
		);
		expect(hexWords(say, climbed, { q: -1, r: 0 })).toBe("White beetle 1, on top of white queen, level 2.");
	});
});
