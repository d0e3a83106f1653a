/** What a PNG is made from: the drawing alone, in a shape there is room for, under a name that says who draws it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pictureSvg, RENDERER } from "../../src/board/png.ts";
import { PLAIN_LOOK } from "../../src/board/words.ts";
import type { PlacedPiece } from "../../src/engine/game.ts";
import { middleBoard, ROW } from "./positions.ts";

const shapeOf = (board: readonly PlacedPiece[]) => {
	const svg = pictureSvg({ board, look: PLAIN_LOOK, last: null }, "light");
	const [x = 0, y = 0, width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
	return { x, y, width, height };
};

test("nothing in it needs a font, a file or a style sheet", () => {
	const svg = pictureSvg({ board: middleBoard(), look: PLAIN_LOOK, last: null }, "dark");
	expect(svg).not.toMatch(/<(?:text|image|style)\b|font|var\(|url\(/);
	expect(svg).toContain('<title id="hive-title"></title>');
});

test("a small hive and a tall one get ground beside them, in equal parts; a wide one is shown as it is", () => {
	const single = shapeOf([{ piece: "wS1", q: 0, r: 0, z: 0 }]);
	expect(single.width).toBeCloseTo(5 * Math.sqrt(3) * 30, 1);
	expect(single.x).toBeCloseTo(-single.width / 2, 1);
	const tall = shapeOf(ROW.map((placed, index) => ({ ...placed, q: -Math.floor(index / 2), r: index })));
	expect(tall.height / tall.width).toBeCloseTo(1.5, 2);
	const wide = shapeOf(ROW);
	expect(wide.width).toBeCloseTo(28 * Math.sqrt(3) * 30 + 28, 1);
});

test("kept pictures are named after the version that drew them", () => {
	const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
	expect(RENDERER).toBe(`resvg-wasm ${dependencies["@resvg/resvg-wasm"]}`);
});
