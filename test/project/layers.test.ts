/** The layers of src/: the rule itself against small wrong files, and its table against circles. */
import { expect, test } from "vitest";
import { findCircle, findFaults, findImports, LAYERS } from "../../scripts/layers.ts";

const faulty: readonly (readonly [name: string, path: string, text: string, reason: string])[] = [
	[
		"engine imports match",
		"src/engine/hex.ts",
		'import { x } from "../match/clock.ts";',
		"engine may not import match",
	],
	["engine takes a package", "src/engine/hex.ts", 'import { z } from "zod";', "does without"],
	["engine takes node", "src/engine/hex.ts", 'import fs from "node:fs";', "not Node"],
	["match takes the platform", "src/match/a.ts", 'import { env } from "cloudflare:workers";', "platform module"],
	["match reads the clock", "src/match/a.ts", "const now = Date.now();", "as arguments"],
	["match asks the calendar for now", "src/match/a.ts", "const now = Temporal.Now.instant();", "as arguments"],
	["match takes another package", "src/match/a.ts", 'import { z } from "zod";', "does without"],
	["match makes a date of now", "src/match/a.ts", "const now = new Date();", "as arguments"],
	["board draws lots", "src/board/svg.ts", "const id = Math.random();", "as arguments"],
	["db takes more than types", "src/db/games.ts", 'import { decide } from "../match/decide.ts";', "only types"],
	["game reaches down to http", "src/game/game.ts", 'export * from "../http/app.ts";', "may not import http"],
	[
		"account reaches down to post",
		"src/account/a.ts",
		'const p = await import("../post/a.ts");',
		"may not import post",
	],
	["challenge runs the object", "src/challenge/a.ts", 'import { Game } from "../game/game.ts";', "only types"],
	["an import of several lines", "src/engine/a.ts", 'import {\n\ta,\n\tb,\n} from "../db/a.ts";', "may not import db"],
	["a bare import", "src/engine/a.ts", 'import "../db/a.ts";', "may not import db"],
	["an import without extension", "src/http/a.ts", 'import { a } from "./b";', "extension"],
	["an import from outside", "src/http/a.ts", 'import { a } from "../../scripts/b.ts";', "outside src/"],
	["node in a page", "src/pages/a.tsx", 'import { readFileSync } from "node:fs";', "not Node"],
	["a folder nobody placed", "src/util/a.ts", "", "no place"],
	["a file nobody placed", "src/helpers.ts", "", "no place"],
];

test.each(faulty)("is a fault: %s", (_, path, text, reason) => {
	const faults = findFaults({ path, text });
	expect(faults).toHaveLength(1);
	expect(faults[0]).toContain(reason);
});

const right: readonly (readonly [name: string, path: string, text: string])[] = [
	["match imports engine", "src/match/a.ts", 'import { parse } from "../engine/move.ts";'],
	["match takes the calendar", "src/match/a.ts", 'import { Temporal } from "temporal-polyfill";'],
	["neighbours in one folder", "src/match/a.ts", 'import { b } from "./b.ts";'],
	["a folder below", "src/http/schemas/a.ts", 'import { b } from "../../match/b.ts";'],
	["types for db", "src/db/a.ts", 'import type { GameEvent } from "../match/events.ts";'],
	["types of the object", "src/challenge/a.ts", 'import type { Game } from "../game/game.ts";'],
	["Result everywhere", "src/db/a.ts", 'import { ok } from "../engine/result.ts";'],
	["words of the clock in comments", "src/match/a.ts", "/** Never Date.now(). */\n// nor Math.random()\nconst a = 1;"],
	["a date of an instant", "src/match/a.ts", "const iso = new Date(at).toISOString();"],
	["words that look like imports", "src/engine/a.ts", "/**\n * import from zod\n */\nexport const from = 1;"],
	["the impure leaf", "src/board/png.ts", 'import { Resvg } from "@resvg/resvg-wasm";\nconst t = Date.now();'],
	["node in the command line", "src/cli/perft.ts", 'import { argv } from "node:process";'],
];

test.each(right)("is no fault: %s", (_, path, text) => {
	expect(findFaults({ path, text })).toEqual([]);
});

test("imports are found with their kind", () => {
	const text = [
		'import type { A } from "./a.ts";',
		'import { type B, c } from "./b.ts";',
		'export type { D } from "./d.ts";',
		'export const e = "not from here";',
		'type F = typeof import("./f.ts");',
	].join("\n");
	expect(findImports(text)).toEqual([
		{ target: "./a.ts", typeOnly: true },
		{ target: "./b.ts", typeOnly: false },
		{ target: "./d.ts", typeOnly: true },
		{ target: "./f.ts", typeOnly: true },
	]);
});

test("no circle among the layers", () => {
	expect(findCircle(LAYERS)).toBeUndefined();
	expect(findCircle({ a: { from: ["b"] }, b: { from: ["c"] }, c: { from: ["b"] } })).toEqual(["b", "c", "b"]);
});
