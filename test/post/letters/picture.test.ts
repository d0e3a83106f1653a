/** The board as a PNG: the right pixels in the right places, the same bytes each time, and one hash for one picture. */
import { expect, test } from "vitest";
import { MARKERS } from "../../../src/board/paint.ts";
import { drawPng, PICTURE_WIDTH } from "../../../src/board/png.ts";
import type { Drawing } from "../../../src/board/svg.ts";
import { THEME_NAMES, THEMES } from "../../../src/board/themes.ts";
import { PLAIN_LOOK } from "../../../src/board/words.ts";
import { drawPicture, planPicture, sizeOf } from "../../../src/post/letters/picture.ts";
import { readPng } from "./pixels.ts";

const OPENING: Drawing = {
	board: [{ piece: "wS1", q: 0, r: 0, z: 0 }],
	look: PLAIN_LOOK,
	last: { from: null, to: { q: 0, r: 0, z: 0 } },
};

/** Pixels a unit of the drawing, when the picture is five hexagons wide. */
const SCALE = PICTURE_WIDTH / (5 * Math.sqrt(3) * 30);

test.each(["light", "dark"] as const)(
	"shows tile, bug, number and last move in the colours of the theme %s",
	async (name) => {
		const theme = THEMES[name];
		const { at, height, width } = await readPng(await drawPicture(await planPicture(OPENING, name)));
		expect([width, height]).toEqual([640, 216]);
		const spot = (x: number, y: number) => at(Math.round(width / 2 + x * SCALE), Math.round(height / 2 + y * SCALE));
		expect(at(0, 0)).toBe("none");
		expect(spot(60, 0)).toBe(theme.board);
		expect(spot(19, 0)).toBe(theme.white.tile);
		// The body of the spider, and the one dot of the first of its kind.
		expect(spot(0, 1)).toBe(theme.white.ink);
		expect(spot(0, 20)).toBe(theme.white.ink);
		expect(spot(27.5 * Math.cos(Math.PI / 6), 0)).toBe(MARKERS.last.light);
	},
);

test("drawn twice it is the same to the byte, and as wide as it is asked for", async () => {
	const { svg, width } = await planPicture(OPENING, "light");
	const [first, second, small] = [await drawPng(svg, width), await drawPng(svg, width), await drawPng(svg, 160)];
	expect(first).toEqual(second);
	expect(sizeOf(first)).toEqual({ width: 640, height: 216 });
	expect(sizeOf(small)).toEqual({ width: 160, height: 54 });
});

test("two who want the first picture at once both get it", async () => {
	const plan = await planPicture({ ...OPENING, last: null }, "safe-dark");
	const [first, second] = await Promise.all([drawPicture(plan), drawPicture(plan)]);
	expect(first).toEqual(second);
});

test("the hash is of what is drawn: another theme, place, mark or width is another picture", async () => {
	const plans = await Promise.all([
		...THEME_NAMES.map((theme) => planPicture(OPENING, theme)),
		planPicture({ ...OPENING, last: null }, "light"),
		planPicture({ ...OPENING, look: { colours: { white: "red", black: "white" } } }, "light"),
		planPicture({ ...OPENING, board: [{ piece: "wS2", q: 0, r: 0, z: 0 }] }, "light"),
		planPicture(OPENING, "light", 320),
	]);
	expect(new Set(plans.map(({ hash }) => hash)).size).toBe(plans.length);
	for (const { hash } of plans) expect(hash).toMatch(/^[0-9a-f]{32}$/);
	expect(await planPicture(structuredClone(OPENING), "light")).toEqual(plans[0]);
});

test("what has been drawn is kept under its hash, also beyond this isolate's memory", async () => {
	const plan = await planPicture(OPENING, "contrast-dark");
	const png = await drawPicture(plan);
	expect(await drawPicture(plan)).toBe(png);
	const kept = await (await caches.open("board-pictures")).match(`https://board-pictures.invalid/${plan.hash}`);
	expect(new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(png);
	expect(await caches.default.match(`https://board-pictures.invalid/${plan.hash}`)).toBeUndefined();
});

test("an isolate holds the pictures it used last, and does not grow with every position", async () => {
	const plan = await planPicture(OPENING, "contrast-light", 16);
	const png = await drawPicture(plan);
	for (let width = 17; width <= 80; width += 1) await drawPicture(await planPicture(OPENING, "light", width));
	const again = await drawPicture(plan);
	expect(again).not.toBe(png);
	expect(again).toEqual(png);
});
