/** The analysis board and the practice page without a script: games from addresses, forms and the service, step by step. */
import { describe, expect, test } from "vitest";
import { parseGameString } from "../../src/engine/gamestring.ts";
import { makePgn } from "../../src/engine/notation/pgn.ts";
import { makeSgf } from "../../src/engine/notation/sgf-file.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { ask, newGame, playAll, type Table } from "../http/client.ts";
import { browser, formOf, linksOf, linkTo, open, type Page, post, submit, tableOf } from "./browser.ts";

const TEXT = "Base+MLP;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wM -wQ";
const OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"];

function record() {
	const game = parseGameString(TEXT, RULE_SETS.tournament);
	if (!game.ok) throw new Error(game.error.message);
	const rest = { white: "Anna", black: "Bruno", date: null, event: null, site: null, round: null, result: null };
	return { game: game.value, ...rest };
}

const addressOf = (query: Readonly<Record<string, string>>) => `/analysis?${new URLSearchParams(query)}`;

describe("the analysis board", () => {
	test("is empty at first, with all expansions, and bears whatever rules and expansions are asked for", async () => {
		const empty = await open(browser(), "/analysis");
		expect(empty.status).toBe(200);
		expect(tableOf(empty)).toMatchObject({ kind: "analysis", expansions: ["M", "L", "P"], moves: [], seat: null });
		const murcia = await open(browser(), addressOf({ rules: "real-murcia", begin: "1", expansion: "L" }));
		expect(tableOf(murcia)).toMatchObject({ expansions: ["L"], colours: { white: "red", black: "white" } });
		const seats = [
			...murcia.html.matchAll(/<div class="seat"[^>]*>.*?<span class="who">([^<]*)<\/span>(.*?)<\/div>/gs),
		];
		expect(seats.map(([, name, beside]) => [name, beside])).toEqual([
			["White", ""],
			["Red", ""],
		]);
		expect(tableOf(await open(browser(), addressOf({ rules: "colmeia" })))).toMatchObject({ expansions: [] });
		expect(tableOf(await open(browser(), addressOf({ rules: "none", begin: "1" })))).toMatchObject({ expansions: [] });
	});

	test("shows a game of an address at the half-move it names, with a way through it", async () => {
		const page = await open(browser(), addressOf({ game: TEXT, ply: "2" }));
		expect(page.text).toContain("Move 2 of 5: Black spider 1 placed to the right of white spider 1.");
		expect(tableOf(page)).toMatchObject({ shown: 2, rules: { id: "tournament" } });
		const steps = (shown: Page, ply: string) => {
			expect(shown.html).toMatch(new RegExp(`<button type="submit" form="steps" name="ply" value="${ply}"`));
			const { fields } = formOf(shown, "/analysis#board");
			return open(browser(), `/analysis?${new URLSearchParams({ game: fields.game?.[0] ?? "", ply })}`);
		};
		const back = await steps(page, "1");
		expect(back.text).toContain("Move 1 of 5: White spider 1 as the first piece.");
		expect((await steps(back, "0")).text).toContain("The position before the first move.");
		expect((await open(browser(), addressOf({ game: TEXT, ply: "99" }))).text).toContain("Move 5 of 5");
		expect(page.html).toContain('content="noindex"');
	});

	test("says in words which move of an address cannot be, and under which rules it can", async () => {
		const first = "Base;wQ;bS1 wQ-";
		const strict = await open(browser(), addressOf({ game: first, rules: "tournament" }));
		expect(strict.status).toBe(422);
		expect(strict.text).toContain("Move 1 cannot be played: wQ.");
		expect(strict.html).toContain(`>${first}</textarea>`);
		expect((await open(browser(), addressOf({ game: first }))).text).toContain("Move 2 of 2");
		expect((await open(browser(), addressOf({ game: first, rules: "official" }))).text).toContain("Move 2 of 2");
		expect((await open(browser(), addressOf({ game: first, rules: "their own" }))).text).toContain("Move 2 of 2");
	});

	test.each([
		["a GameString", TEXT],
		["an SGF file", makeSgf(record())],
		["a file of headers and moves", makePgn(record())],
		["a record of ours", JSON.stringify({ gameString: TEXT, rules: RULE_SETS.tournament })],
	])("takes %s by a form, and leads to its address", async (_, text) => {
		const visitor = browser();
		const shown = await submit(visitor, await open(visitor, "/analysis"), "/analysis", { text });
		expect([shown.status, shown.path]).toEqual([200, expect.stringContaining("/analysis?game=Base%2BMLP")]);
		expect(shown.text).toContain("Move 5 of 5: White mosquito placed to the left of white queen.");
	});

	test("shows a game that is too long for an address at once, and says of what is none that it is none", async () => {
		const steps = ["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"];
		const moves = Array.from({ length: 400 }, (_, index) => steps[index % 4]);
		const long = ["Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-", ...moves].join(";");
		const shown = await post(browser(), "/analysis", { text: long, rules: "official" });
		expect([shown.status, shown.path]).toEqual([200, "/analysis"]);
		expect(shown.text).toContain("Move 404 of 404");
		expect(shown.html).not.toContain('form="steps"');
		const none = await post(browser(), "/analysis", { text: "<b>hello</b>", rules: "" });
		expect([none.status, none.text]).toEqual([422, expect.stringContaining("not a game in a notation that is read")]);
		expect(none.html).toContain("&lt;b&gt;hello&lt;/b&gt;");
	});
});

describe("a game of the service on the analysis board", () => {
	const pathOf = (table: Table) => `/games/${table.id}`;

	test("is there for whoever may see it; its players are not helped by the engine while it runs", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const path = linkTo(await open(browser(), pathOf(table)), /\/analysis$/);
		const watched = await open(browser(), path);
		expect(watched.text).toContain(`From the game ${table.white.name} against ${table.black.name}`);
		expect(watched.html).toContain("data-judge");
		const own = await open(browser(table.white.cookie), `${path}?ply=1`);
		expect(own.html).not.toContain("data-judge");
		expect(own.text).toMatch(/Move 1 of 4.*This game of yours is still running/);
		expect(linksOf(own)).toContain(`${path}?ply=2#board`);
		const asked = await open(browser(), `/analysis?id=${table.id}&ply=3`);
		expect([asked.path, asked.status]).toEqual([`${path}?ply=3`, 200]);

		await ask("POST", `${pathOf(table).replace("/games", "/v1/games")}/resignation`, { as: table.white });
		expect((await open(browser(table.white.cookie), path)).html).toContain("data-judge");
	});

	test("is not there where there is none, or a private one of others", async () => {
		expect((await open(browser(), "/games/nothing/analysis")).status).toBe(404);
		expect((await open(browser(), "/analysis?id=..%2F..%2Fsettings")).status).toBe(404);
	});
});

test("lines that are armed are told of at the board, with the way to be rid of them there", async () => {
	const table = await newGame();
	await playAll(table, [...OPENING, "wA1 -wQ"]);
	const white = browser(table.white.cookie);
	expect((await open(white, `/games/${table.id}`)).html).not.toContain("data-lines");
	await post(white, `/games/${table.id}/lines`, { m: ["bA1 bQ-", "wG1 -wA1"], ply: "5" });
	const armed = await open(white, `/games/${table.id}`);
	expect(armed.text.match(/1 answer prepared/g)).toHaveLength(1);
	expect(armed.text).toContain("1 answer prepared Disarm");
	for (const other of [browser(table.black.cookie), browser()])
		expect((await open(other, `/games/${table.id}`)).html).not.toContain("data-lines");
	await submit(white, armed, "/lines/removal");
	expect((await open(white, `/games/${table.id}`)).html).not.toContain("data-lines");
});

test("notes come along with the page for the script that follows the half-move looked at", async () => {
	const table = await newGame();
	await playAll(table, OPENING);
	const white = browser(table.white.cookie);
	const page = await open(white, `/games/${table.id}`);
	await submit(white, page, "/notes", { note: 'so "far"' });
	const noted = await open(white, `/games/${table.id}?ply=1`);
	expect(noted.html).toContain('data-notes="{&quot;4&quot;:&quot;so \\&quot;far\\&quot;&quot;}"');
	expect((await open(browser(table.black.cookie), `/games/${table.id}`)).html).toContain('data-notes="{}"');
	expect((await open(browser(), `/games/${table.id}`)).html).not.toContain("data-notes");
});

test("the practice page stands at the beginning, and says without a script where else to go", async () => {
	const page = await open(browser(), "/practice");
	expect(tableOf(page)).toMatchObject({ kind: "practice", seat: "white", mine: true, moves: [] });
	expect(page.html).toMatch(/data-searcher="\/assets\/searcher-\w+\.js"/);
	expect(page.text).toContain("The opponent lives in a script");
	expect(linksOf(page)).toEqual(expect.arrayContaining(["/rules", "/analysis", "/sign-in?next=%2Fchallenges%2Fnew"]));
	const { white } = await newGame();
	expect(linksOf(await open(browser(white.cookie), "/practice"))).toContain("/challenges/new");
});
