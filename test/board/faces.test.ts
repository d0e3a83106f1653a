/** What is on the tiles: told apart at 20 pixels without colour, inside its box, and the right one for the theme of a game. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { BUG_DRAWINGS } from "../../src/board/bugs.ts";
import { faceMarkup, faceOf } from "../../src/board/faces.ts";
import { REAL_MURCIA } from "../../src/board/real-murcia.ts";
import { tileSvg } from "../../src/board/tile.ts";
import { PLAIN_LOOK } from "../../src/board/words.ts";
import { BUGS, type Bug } from "../../src/engine/piece.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";

beforeAll(async () => {
	const module = join(import.meta.dirname, "../../node_modules/@resvg/resvg-wasm/index_bg.wasm");
	await initWasm(readFileSync(module));
});

/** How dark each pixel is, 0 to 1. */
function inkOf(bug: Bug, theme: string, size: number, box = "0 0 24 24"): readonly number[] {
	const face = faceMarkup(faceOf(bug, { theme }));
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}" color="#000">${face}</svg>`;
	const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
	return Array.from({ length: size * size }, (_, at) => (pixels[4 * at + 3] ?? 0) / 255);
}

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

const SETS: readonly (readonly [theme: string, bugs: readonly Bug[]])[] = [
	["", BUGS],
	["real-murcia", BUGS.filter((bug) => bug !== "P")],
];

describe.each(SETS)("the drawings of the theme “%s”", (theme, bugs) => {
	test.each([16, 20])("are told apart at %i pixels: a third of what either blackens is the other's white", (size) => {
		const inks = bugs.map((bug) => ({ bug, ink: inkOf(bug, theme, size) }));
		for (const one of inks) {
			for (const two of inks) {
				if (one === two) continue;
				const apart = sum(one.ink.map((ink, at) => Math.abs(ink - (two.ink[at] ?? 0))));
				const either = sum(one.ink.map((ink, at) => Math.max(ink, two.ink[at] ?? 0)));
				expect(apart / either, `${one.bug} and ${two.bug}`).toBeGreaterThan(1 / 3);
			}
		}
	});

	test("blacken a fair share of their box, and nothing outside it", () => {
		for (const bug of bugs) {
			const inside = sum(inkOf(bug, theme, 24));
			// The same with as much room again on every side.
			const all = sum(inkOf(bug, theme, 72, "-24 -24 72 72"));
			expect(all / inside, bug).toBeCloseTo(1, 1);
			expect(inside / 576, bug).toBeGreaterThan(0.2);
			expect(inside / 576, bug).toBeLessThan(0.7);
		}
	});
});

test("every theme of a rule set has a drawing for each piece it may be played with", () => {
	for (const rules of Object.values(RULE_SETS)) {
		for (const bug of BUGS) {
			const used = !("MLP".includes(bug) && !rules.expansions.some((one) => one === bug));
			const face = faceOf(bug, { theme: rules.theme });
			if (used && rules.theme === "real-murcia") expect(face).toBe(REAL_MURCIA[bug]);
			else expect(face).toBe(BUG_DRAWINGS[bug]);
		}
	}
});

test.each(["", "constructor", "__proto__", undefined])(
	"the theme %s, which has no drawings, shows the bugs",
	(theme) => {
		expect(faceOf("Q", { theme })).toBe(BUG_DRAWINGS.Q);
	},
);

test("a single tile says nothing to a screen reader and wears its side's colours", () => {
	const plain = tileSvg("Q", "black", PLAIN_LOOK);
	expect(plain).toContain('aria-hidden="true"');
	expect(plain).toContain('fill="var(--hive-black,#2A2825)"');
	expect(plain).toContain(BUG_DRAWINGS.Q.fill);
	const look = { colours: { white: "red", black: "white" }, theme: "real-murcia" };
	expect(tileSvg("Q", "white", look, "chip")).toMatch(/class="chip".*#9E1B1B/);
	expect(tileSvg(null, "white", look)).not.toContain("<g");
});
