/** How near one looks: within its bounds, over its point, and never away from the hive. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, WIDTH } from "../../src/board/geometry.ts";
import { boxOf, including, panned, settle, type View, wholeOf, zoomed } from "../../src/client/zoom.ts";

const frame: Box = { x: -100, y: -50, width: 400, height: 300 };
const size = { width: 800, height: 300 };

test("the whole is in the middle, as large as there is room", () => {
	expect(wholeOf(frame, size)).toEqual({ x: 100, y: 100, scale: 1 });
	expect(boxOf(wholeOf(frame, size), size)).toEqual({ x: -300, y: -50, width: 800, height: 300 });
});

test("a small hive is not blown up: a hexagon is 64 pixels wide at most", () => {
	const { scale } = wholeOf({ x: 0, y: 0, width: 60, height: 60 }, { width: 2000, height: 2000 });
	expect(scale * WIDTH).toBeCloseTo(64);
});

test("nearer keeps the point under the fingers where it is", () => {
	const at = { x: 130, y: 80 };
	const from: View = { x: 100, y: 100, scale: 2 };
	const to = zoomed(from, 1.25, at, frame, size);
	if (!to) throw new Error("it is nearer than the whole");
	expect(to.scale).toBe(2.5);
	expect((at.x - to.x) * to.scale).toBeCloseTo((at.x - from.x) * from.scale);
	expect((at.y - to.y) * to.scale).toBeCloseTo((at.y - from.y) * from.scale);
});

test("farther than the whole, or hardly nearer, is the whole", () => {
	const near: View = { x: 100, y: 100, scale: 1.5 };
	expect(zoomed(near, 0.5, near, frame, size)).toBeNull();
	expect(settle({ ...near, scale: 1.01 }, frame, size)).toBeNull();
});

test("never nearer than three times, however often it is asked for", () => {
	let view: View | null = wholeOf(frame, size);
	for (let index = 0; index < 9; index++) view = zoomed(view ?? wholeOf(frame, size), 1.4, { x: 0, y: 0 }, frame, size);
	expect(view?.scale).toBe(3);
});

test("pushed about, the board follows the finger and stops at its edge", () => {
	const view: View = { x: 100, y: 100, scale: 3 };
	expect(panned(view, 30, -30, frame, size)).toEqual({ x: 90, y: 110, scale: 3 });
	// 800 × 300 pixels are 266⅔ × 100 units then.
	expect(panned(view, 1e6, 1e6, frame, size)).toEqual({ x: -100 + 400 / 3, y: 0, scale: 3 });
	expect(panned(view, -1e6, -1e6, frame, size)).toEqual({ x: 300 - 400 / 3, y: 200, scale: 3 });
});

test("the keyboard's hexagon is brought into sight, and nothing moves while it is there", () => {
	const view: View = { x: 100, y: 100, scale: 3 };
	expect(including(view, { x: 110, y: 100 }, frame, size)).toEqual(view);
	expect(including(view, { x: 110, y: 160 }, frame, size)).toEqual({ x: 100, y: 160, scale: 3 });
});

test("whatever is asked for: between whole and thrice, and nothing but the frame to be seen where it is larger", () => {
	const some = fc.integer({ min: -2000, max: 2000 });
	const more = fc.integer({ min: 60, max: 2000 });
	const boxes = fc.record({ x: some, y: some, width: more, height: more });
	fc.assert(
		fc.property(
			boxes,
			fc.record({ width: more, height: more }),
			some,
			some,
			fc.integer({ min: 1, max: 80 }),
			(around, room, x, y, tenths) => {
				const whole = wholeOf(around, room);
				const view = settle({ x, y, scale: (whole.scale * tenths) / 10 }, around, room);
				expect(view === null).toBe(tenths <= 10);
				if (!view) return;
				expect(view.scale).toBeGreaterThan(whole.scale);
				expect(view.scale).toBeLessThanOrEqual(whole.scale * 3);
				const seen = boxOf(view, room);
				for (const [at, length, from, all] of [
					[seen.x, seen.width, around.x, around.width],
					[seen.y, seen.height, around.y, around.height],
				] as const) {
					const inner = length < all ? [at - from, from + all - at - length] : [from - at, at + length - from - all];
					for (const room of inner) expect(room).toBeGreaterThanOrEqual(-1e-6);
				}
				expect(settle(view, around, room)).toEqual(view);
			},
		),
	);
});
