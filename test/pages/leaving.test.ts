/** Leaving by forms, without a script, and what others see then; a player's page and the games that can be looked up. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { sweepDepartures } from "../../src/game/departure.ts";
import { ask, newGame, playAll, signUp, type Table, TERMS } from "../http/client.ts";
import { browser, linksOf, linkTo, open, post, send, submit } from "./browser.ts";

const again = async ({ white, black }: Table, over: Readonly<Record<string, unknown>> = {}): Promise<string> => {
	const body = { ...TERMS, to: { player: black.name }, seat: "white", ...over };
	const made = await ask("POST", "/v1/challenges", { as: white, body });
	return (await ask("POST", `/v1/challenges/${made.body.id}/acceptance`, { as: black })).body.id;
};

describe("leaving", () => {
	test("asks what becomes of the games and for the name, and then the account is gone", async () => {
		const table = await newGame();
		const { black, white } = table;
		await playAll(table, ["wS1", "bS1 wS1-"]);
		const mine = browser(black.cookie);
		const other = browser(black.cookie);
		expect(linksOf(await open(mine, "/settings"))).toContain("/settings/leave");
		const asked = await open(mine, "/settings/leave");
		expect(asked.text).toContain("One game of yours is running.");
		expect(linksOf(asked)).toContain("/v1/me/export");
		const wrong = await submit(mine, asked, "/settings/leave", { name: "somebody" });
		expect([wrong.status, wrong.html.match(/aria-invalid|id="\w+-fault"/g)?.length]).toEqual([422, 3]);
		const halfway = await submit(mine, asked, "/settings/leave", { games: "resign", name: "" });
		expect([halfway.status, halfway.html.includes('value="resign" checked')]).toEqual([422, true]);
		expect((await ask("GET", `/v1/games/${table.id}`)).body.status).toBe("active");

		const gone = await submit(mine, asked, "/settings/leave", { games: "resign", name: black.name.toUpperCase() });
		expect([gone.path, gone.status, mine.cookie]).toEqual(["/left", 200, null]);
		// Another browser that was signed in is a stranger's now.
		expect((await open(other, "/settings")).path).toMatch(/^\/sign-in/);
		expect((await open(other, "/")).status).toBe(200);

		const board = await open(browser(white.cookie), `/games/${table.id}`);
		expect(board.text).toContain("former player");
		expect(board.text).not.toContain(black.name);
		expect(board.html).not.toMatch(/\/(?:rematch|block)"/);
		expect(linksOf(board).filter((href) => href.startsWith("/players/"))).toEqual([`/players/${white.name}`]);
		const list = await open(browser(), `/players/${white.name}`);
		expect(list.text).toContain(`${white.name} and former player`);
		expect((await open(browser(), `/players/${black.name}`)).status).toBe(404);
	});

	test("may wait for the last game to end, and be taken back until then", async () => {
		const table = await newGame();
		const mine = browser(table.black.cookie);
		const leave = async () =>
			submit(mine, await open(mine, "/settings/leave"), "/settings/leave", { games: "finish", name: table.black.name });
		const waiting = await leave();
		expect([waiting.path, waiting.text]).toEqual([
			"/settings/leave",
			expect.stringContaining("You leave when your last running game has ended."),
		]);
		const refused = await post(mine, "/challenges/new", { to: "open", rules: "official", time: "unlimited" });
		expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("no more games begin")]);
		const stays = await submit(mine, waiting, "/settings/leave/stay");
		expect(stays.text).not.toContain("You leave when");
		await leave();
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });
		await sweepDepartures(env, Date.now() + 3_600_000);
		expect((await open(mine, "/settings/leave")).path).toMatch(/^\/sign-in/);
	});

	test("is nobody else's to ask for", async () => {
		const person = await signUp();
		const foreign = browser(person.cookie, { headers: { Origin: "https://elsewhere.example" } });
		const body = new URLSearchParams({ name: person.name });
		expect((await send(foreign, "POST", "/settings/leave", body)).status).toBe(403);
		expect((await open(browser(), "/settings/leave")).path).toMatch(/^\/sign-in/);
		expect((await ask("GET", "/v1/me", { as: person })).status).toBe(200);
	});
});

describe("games looked up", () => {
	test("a player's page has their games, by state, a page at a time", async () => {
		const table = await newGame();
		const { white, black } = table;
		await ask("POST", `/v1/games/${table.id}/cancellation`, { as: white });
		const secret = await again(table, { visibility: "private" });
		for (let count = 0; count < 20; count += 1) await again(table);
		const games = (page: Awaited<ReturnType<typeof open>>) =>
			linksOf(page).filter((href) => /^\/games\/[a-z0-9]+$/.test(href));
		const first = await open(browser(), `/players/${white.name}`);
		expect(games(first)).toHaveLength(20);
		const next = await open(browser(), linkTo(first, /cursor=/));
		expect(games(next)).toEqual([`/games/${table.id}`]);
		expect(next.text).toContain("called off");
		expect(linksOf(next)).toContain(`/players/${white.name}`);
		const running = await open(browser(black.cookie), `/players/${white.name}?status=active`);
		const rest = await open(browser(black.cookie), linkTo(running, /cursor=/));
		expect(games(rest)).toEqual([`/games/${secret}`]);
		expect(rest.text).toContain("private");
		expect(games(await open(browser(), `/players/${white.name}?status=finished`))).toEqual([]);
		// A cursor of another list begins again.
		expect(games(await open(browser(), `/players/${white.name}?status=active&cursor=x`))).toHaveLength(20);
	});

	const SEARCHES: readonly (readonly [query: string, status: number, text: string])[] = [
		["", 200, "Public games"],
		["player=nobody-of-this-name", 200, "No game fits."],
		["player=&opponent=anna", 422, "Name the player, too."],
		["result=won", 422, "Name the player, too."],
		["rules=official&status=active&result=&player=", 200, "No game fits."],
		["rules=%3Cscript%3E&status=%22", 200, "No game fits."],
	];
	test.each(SEARCHES)("/games?%s", async (query, status, text) => {
		const page = await open(browser(), `/games?${query}`);
		expect([page.status, page.text]).toEqual([status, expect.stringContaining(text)]);
		expect(page.html).not.toContain("<script>&");
	});

	test("the form keeps what was asked for", async () => {
		const { white, black } = await newGame();
		const page = await open(browser(), `/games?player=${white.name}&opponent=${black.name}&status=active`);
		expect(page.text).toContain(`${white.name} and ${black.name}`);
		expect(page.html).toMatch(new RegExp(`name="player"[^>]*value="${white.name}"`));
		expect(page.html).toMatch(/value="active" selected/);
	});
});
