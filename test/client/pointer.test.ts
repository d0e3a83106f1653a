/** What a tap means, which piece a hand takes up, what glides: all of it worked out from a state. */
import { describe, expect, test } from "vitest";
import { centreOf, type Point, RADIUS, WIDTH } from "../../src/board/geometry.ts";
import { pieceAt } from "../../src/client/drag.ts";
import { glideOf } from "../../src/client/motion.ts";
import { hexUnder, meantBy } from "../../src/client/pointer.ts";
import { targetsOf } from "../../src/client/state.ts";
import { moveOf, news, stateOf, steps } from "./tables.ts";

const OPEN = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-";
const idle = stateOf(OPEN);
/** The beetle stands at −2,0; its places are −1,−1, −1,0 (a climb) and −2,1. */
const beetle = steps(idle, { type: "pick", piece: "wB1" });
const at = (q: number, r: number, more: Partial<Point> = {}): Point => {
	const { x, y } = centreOf({ q, r, z: 0 });
	return { x: x + (more.x ?? 0), y: y + (more.y ?? 0) };
};
/** CSS pixels of a unit, by the width of a hexagon. */
const unit = (pixels: number): number => pixels / WIDTH;
const large = unit(50);
const small = unit(30);

describe("a tap", () => {
	test("means the hexagon under it while nothing is marked", () => {
		expect(meantBy(idle, at(3, 0, { x: 20 }), large, true)).toEqual({ hex: { q: 3, r: 0 } });
		expect(meantBy(idle, at(9, 9), large, true)).toEqual({ hex: { q: 9, r: 9 } });
	});

	test("just beside a marked place means that place", () => {
		expect(meantBy(beetle, at(-1, -1, { y: -0.55 * WIDTH }), large, true)).toEqual({ hex: { q: -1, r: -1 } });
		expect(meantBy(beetle, at(-1, -1, { x: 0.55 * WIDTH }), large, true)).toEqual({ hex: { q: -1, r: -1 } });
	});

	test("further away means what is there", () => {
		expect(meantBy(beetle, at(-1, -1, { x: 0.65 * WIDTH }), large, true)).toEqual({ hex: { q: 0, r: -1 } });
	});

	test("on a piece that can be climbed means the climb, though it is a piece", () => {
		expect(meantBy(beetle, at(-1, 0), large, true)).toEqual({ hex: { q: -1, r: 0 } });
		expect(steps(beetle, { type: "hex", hex: { q: -1, r: 0 } }).chosen).toMatchObject({ to: { q: -1, r: 0, z: 1 } });
	});

	test("on the upper edge of a stack means the stack, and below it what stands there", () => {
		const state = stateOf(`${OPEN};wB1 wQ;bA2 bA1-`);
		const top = centreOf({ q: -1, r: 0, z: 1 });
		const edge = { x: top.x, y: top.y - 0.95 * RADIUS };
		expect(hexUnder(state, edge)).toEqual({ q: -1, r: 0 });
		expect(hexUnder(idle, edge)).toEqual({ q: 0, r: -1 });
		expect(hexUnder(state, at(-1, 0, { x: -0.45 * WIDTH, y: 10 }))).toEqual({ q: -1, r: 0 });
		expect(meantBy(state, edge, large, true)).toEqual({ hex: { q: -1, r: 0 } });
	});

	const between: Point = { x: (at(-1, -1).x + at(-1, 0).x) / 2, y: (at(-1, -1).y + at(-1, 0).y) / 2 };
	const places = (meant: ReturnType<typeof meantBy>) =>
		"among" in meant ? meant.among.map(({ to }) => [to.q, to.r]).toSorted() : meant.hex;

	test("of a finger on the border of two marked places is asked about", () => {
		expect(places(meantBy(beetle, between, large, true))).toEqual([
			[-1, -1],
			[-1, 0],
		]);
	});

	test("of a mouse there takes the nearer one", () => {
		expect("hex" in meantBy(beetle, between, large, false)).toBe(true);
	});

	test("of a finger a little to one side is clear on a large board, and asked about on a small one", () => {
		const aside = { x: between.x - 4, y: between.y - 7 };
		expect(places(meantBy(beetle, aside, large, true))).toEqual({ q: -1, r: -1 });
		expect(places(meantBy(beetle, aside, small, true))).toEqual([
			[-1, -1],
			[-1, 0],
		]);
	});

	test("in the middle of a place is clear on the smallest board", () => {
		for (const { to } of targetsOf(beetle)) {
			expect(meantBy(beetle, at(to.q, to.r), unit(24), false)).toEqual({ hex: { q: to.q, r: to.r } });
		}
	});
});

describe("a hand takes up", () => {
	test("what can be moved, and nothing else", () => {
		expect(pieceAt(idle, { q: -2, r: 0 })).toBe("wB1");
		expect(pieceAt(idle, { q: -1, r: 0 })).toBeNull();
		expect(pieceAt(idle, { q: 3, r: 0 })).toBeNull();
		expect(pieceAt(idle, { q: 9, r: 9 })).toBeNull();
	});

	test("a piece not yet sent from where it would stand", () => {
		const chosen = steps(beetle, { type: "hex", hex: { q: -1, r: 0 } });
		expect(pieceAt(chosen, { q: -1, r: 0 })).toBe("wB1");
	});
});

describe("a glide", () => {
	const free = steps(idle, { type: "free", free: true });
	const played = steps(free, { type: "play", move: moveOf("wB1", -1, -1) });

	test("goes with a move, and back with it", () => {
		expect(glideOf(free, played)).toMatchObject({ piece: "wB1", from: { q: -2, r: 0 }, to: { q: -1, r: -1 } });
		const back = steps(played, { type: "go", at: free.at });
		expect(glideOf(played, back)).toMatchObject({ piece: "wB1", from: { q: -1, r: -1 }, to: { q: -2, r: 0 } });
	});

	test("is not of several moves, of a piece from hand, or of nothing", () => {
		expect(glideOf(played, steps(played, { type: "go", at: 0 }))).toBeNull();
		expect(glideOf(free, steps(free, { type: "play", move: moveOf("wA1", -3, 0) }))).toBeNull();
		expect(glideOf(free, steps(free, { type: "cursor", hex: { q: 0, r: 0 } }))).toBeNull();
	});

	test("is of the opponent's move that arrives, and not of one's own that was seen there already", () => {
		const watching = stateOf(OPEN, { mine: false });
		expect(glideOf(watching, steps(watching, news(`${OPEN};wB1 wQ`)))).toMatchObject({ piece: "wB1" });
		const chosen = steps(beetle, { type: "hex", hex: { q: -1, r: 0 } });
		expect(glideOf(chosen, steps(chosen, news(`${OPEN};wB1 wQ`)))).toBeNull();
	});
});
