/** Pictures of a game over HTTP: what they are, their tags, who may see them and who may keep them. */
import { beforeAll, describe, expect, test } from "vitest";
import { BUG_DRAWINGS } from "../../src/board/bugs.ts";
import { REAL_MURCIA } from "../../src/board/real-murcia.ts";
import { THEMES } from "../../src/board/themes.ts";
import { browser, open } from "../pages/browser.ts";
import { readPng } from "../post/letters/pixels.ts";
import { ask, newGame, playAll, signUp, type Table } from "./client.ts";

const OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
const TYPES = { svg: "image/svg+xml; charset=utf-8", png: "image/png", txt: "text/plain; charset=utf-8" } as const;
const KINDS = Object.keys(TYPES) as readonly (keyof typeof TYPES)[];

const pathOf = (table: Table, rest: string) => `/v1/games/${table.id}/board.${rest}`;
const tagOf = async (table: Table, rest: string) => (await ask("GET", pathOf(table, rest))).headers.get("ETag");

describe("a public game", () => {
	let table: Table;
	let twin: Table;
	beforeAll(async () => {
		[table, twin] = [await newGame(), await newGame()];
		await playAll(table, OPENING);
		await playAll(twin, OPENING);
	});

	test("is drawn as a PNG, 640 pixels wide", async () => {
		const { bytes, headers, status } = await ask("GET", pathOf(table, "png"));
		expect([status, headers.get("Content-Type")]).toEqual([200, "image/png"]);
		const { at, width } = await readPng(bytes);
		expect([width, at(0, 0)]).toEqual([640, "none"]);
		expect(at(320, 2)).toBe(THEMES.light.board);
		expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
	});

	test.each(KINDS)("its %s has a strong tag of its own, and is not sent again to who has it", async (kind) => {
		const first = await ask("GET", pathOf(table, kind));
		const tag = first.headers.get("ETag") ?? "";
		expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
		expect(first.headers.get("Content-Type")).toBe(TYPES[kind]);
		expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
		expect(first.headers.get("Vary")).toContain("Cookie");
		const again = await ask("GET", pathOf(table, kind), { headers: { "If-None-Match": `"other", ${tag}` } });
		expect([again.status, again.text, again.headers.get("ETag")]).toEqual([304, "", tag]);
		const stale = await ask("GET", pathOf(table, kind), { headers: { "If-None-Match": '"4"' } });
		expect([stale.status, stale.bytes]).toEqual([200, first.bytes]);
		expect(await tagOf(table, `${kind}?ply=4`)).toBe(tag);
		expect(await tagOf(table, `${kind}?ply=3`)).not.toBe(tag);
		expect((await ask("GET", pathOf(table, `${kind}?ply=5`))).status).toBe(422);
		expect((await ask("GET", pathOf(table, `${kind}?theme=neon`))).status).toBe(422);
	});

	test("the tag of the PNG is of what is drawn: the same in another game, another in another theme", async () => {
		const tag = await tagOf(table, "png");
		expect(await tagOf(twin, "png?theme=light&locale=de")).toBe(tag);
		expect(await tagOf(table, "png?theme=dark")).not.toBe(tag);
	});

	test("its words are in the language that is asked for, English where we do not speak it", async () => {
		for (const [locale, title] of [
			["", `Hive, game ${table.id} after 4 half-moves`],
			["?locale=de-AT", `Hive, Partie ${table.id} nach 4 Halbzügen`],
			["?locale=tlh", `Hive, game ${table.id} after 4 half-moves`],
		] as const) {
			expect((await ask("GET", pathOf(table, `svg${locale}`))).text).toContain(title);
		}
	});

	test("who asks for very many is told to wait, yet not to look whether anything is new", async () => {
		const asking = { as: table.white, env: { RATE_LIMITS: "picture-caller=1/60" } };
		const first = await ask("GET", pathOf(table, "png?theme=dark"), asking);
		const second = await ask("GET", pathOf(table, "png?theme=dark"), asking);
		expect([first.status, second.status, second.body.code]).toEqual([200, 429, "ERR_LIMIT"]);
		const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
		expect((await ask("GET", pathOf(table, "png?theme=dark"), { ...asking, headers })).status).toBe(304);
		expect((await ask("GET", pathOf(table, "svg"), asking)).status).toBe(200);
	});

	test("its pictures may be kept by anybody once it is over", async () => {
		await ask("POST", `/v1/games/${twin.id}/resignation`, { as: twin.white });
		for (const kind of KINDS) {
			const { headers } = await ask("GET", pathOf(twin, kind));
			expect(headers.get("Cache-Control")).toBe("public, max-age=86400");
		}
	});
});

test("the pictures of a private game are its players' alone, and nobody's to keep, also when it is over", async () => {
	const table = await newGame({ visibility: "private" });
	const stranger = await signUp();
	await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });
	for (const kind of KINDS) {
		const seen = await ask("GET", pathOf(table, kind), { as: table.black });
		expect([seen.status, seen.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
		// Knowing the tag is no way in.
		const headers = { "If-None-Match": seen.headers.get("ETag") ?? "" };
		expect((await ask("GET", pathOf(table, kind), { as: stranger, headers })).status).toBe(404);
		expect((await ask("GET", pathOf(table, kind), { headers })).status).toBe(404);
	}
});

test("a rule set's theme is drawn in its pictures, on its page and in hand", async () => {
	const table = await newGame({ rules: "real-murcia", expansions: [], colour: "red", seat: "random" });
	await playAll(table, ["wG1"]);
	const svg = await ask("GET", pathOf(table, "svg"));
	expect(svg.text).toContain(REAL_MURCIA.G?.fill);
	expect(svg.text).not.toContain(BUG_DRAWINGS.G.fill);
	const { html } = await open(browser(), `/games/${table.id}`);
	for (const bug of ["G", "Q"] as const) {
		expect(html).toContain(REAL_MURCIA[bug]?.fill);
		expect(html).not.toContain(BUG_DRAWINGS[bug].fill);
	}
});
