/** The first page: what waits for a player and in which order, what is new while it lies open, and what comes next. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { type GameRow, snapshotGame } from "../../src/db/games.ts";
import { chooseNext, skipHref } from "../../src/pages/next-game.ts";
import { ask, newGame, type Person, playAll, signUp, TERMS } from "../http/client.ts";
import { browser, linksOf, linkTo, open, type Page, send } from "./browser.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let made = 0;

/** Games as D1 has them, without the games: a list asks for nothing else. */
async function rows(player: Person, opponent: Person, list: readonly Partial<GameRow>[]): Promise<readonly string[]> {
	const now = Date.now();
	const ids: string[] = [];
	const statements = list.map((row) => {
		made += 1;
		ids.push(`listed${String(made).padStart(4, "0")}`);
		return snapshotGame(env.DB, {
			id: ids.at(-1) ?? "",
			seq: 3,
			ply: 2,
			status: "active",
			winner: null,
			reason: null,
			white: player.id,
			black: opponent.id,
			toMove: "white",
			deadline: now + 2 * DAY,
			rules: "tournament",
			expansions: "MLP",
			visibility: "public",
			rated: false,
			gameString: "Base+MLP;InProgress;White[2];wS1;bG1 wS1-",
			createdAt: now - 5 * DAY,
			updatedAt: now - DAY,
			endedAt: null,
			...row,
		});
	});
	await env.DB.batch(statements);
	return ids;
}

/** Ids of the games of a section, in order. */
function section(page: Page, heading: string): readonly string[] {
	const part = page.html.split("<section").find((one) => new RegExp(`<h[12]>${heading}`).test(one)) ?? "";
	return [...part.matchAll(/href="\/games\/(\w+)"/g)].map(([, id]) => id ?? "");
}

describe("the inbox", () => {
	test("with nothing in it offers three things to do", async () => {
		const page = await open(browser((await signUp()).cookie), "/");
		expect(page.text).toContain("No game waits for you");
		expect(linksOf(page)).toEqual(expect.arrayContaining(["/challenges/new", "/challenges/new?to=open", "/practice"]));
		expect(page.html).toContain("<title>My games</title>");
	});

	test("puts the nearest flag first, those without a clock in a list of their own, and others' turns by age", async () => {
		const [player, opponent] = [await signUp(), await signUp()];
		const now = Date.now();
		const ids = await rows(player, opponent, [
			{ deadline: now + 2 * DAY },
			{ deadline: now + 2 * HOUR, updatedAt: now - 3 * DAY },
			{ deadline: null, updatedAt: now - 2 * DAY },
			{ deadline: null, updatedAt: now - 9 * DAY },
			{ toMove: "black", deadline: now + HOUR, updatedAt: now - HOUR },
			{ toMove: "black", deadline: now + 9 * DAY, updatedAt: now - 8 * DAY },
			{ status: "finished", winner: "white", reason: "surround", toMove: null, deadline: null, endedAt: now - 2 * DAY },
			{ status: "finished", winner: null, reason: "agreement", toMove: null, deadline: null, endedAt: now - DAY },
			{ status: "finished", winner: null, reason: "agreement", toMove: null, deadline: null, endedAt: now - 15 * DAY },
		]);
		const page = await open(browser(player.cookie), "/");
		expect(page.text).toContain("4 games wait for you");
		expect(page.html).toContain("<title>(4) My games</title>");
		const order = (heading: string) => section(page, heading).map((id) => ids.indexOf(id));
		expect(order("Your turn<")).toEqual([1, 0]);
		expect(order("Your turn, without")).toEqual([3, 2]);
		expect(order("Waiting")).toEqual([5, 4]);
		expect(order("Recently")).toEqual([7, 6]);
		expect(page.text).toContain("Urgent: 2 hours left");
		expect(page.text).toContain("Tournament · mosquito, ladybug and pillbug");
	});

	test("in which only others are to move says whose flag is next", async () => {
		const [player, opponent] = [await signUp(), await signUp()];
		await rows(player, opponent, [{ toMove: "black" }]);
		const page = await open(browser(player.cookie), "/");
		expect(page.text).toContain("No game waits for you");
		expect(page.text).toContain(`The next deadline is ${opponent.name}’s`);
	});

	test("counts all there are, and the rest is on pages of their own, each game once", async () => {
		const [player, opponent] = [await signUp(), await signUp()];
		const now = Date.now();
		const ids = await rows(
			player,
			opponent,
			// Two and two at the same instant: what parts them is the id.
			Array.from({ length: 120 }, (_, index) => ({ deadline: now + Math.floor(index / 2) * HOUR + DAY })),
		);
		const visitor = browser(player.cookie);
		const first = await open(visitor, "/");
		expect(first.text).toContain("120 games wait for you");
		expect(section(first, "Your turn")).toEqual(ids.slice(0, 25));
		const seen: string[] = [];
		let next: string | undefined = linkTo(first, /^\/lists\/turn$/);
		for (let pages = 0; next !== undefined && pages < 5; pages += 1) {
			const page: Page = await open(visitor, next);
			seen.push(...linksOf(page).flatMap((href) => /^\/games\/(\w+)$/.exec(href)?.[1] ?? []));
			next = linksOf(page).find((href) => href.includes("cursor="));
		}
		expect(seen).toEqual(ids);
	});

	test.each(["waiting", "finished", "untimed", "incoming", "outgoing", "open"])(
		"the list %s has a page, and nonsense in its address does no harm",
		async (name) => {
			const visitor = browser((await signUp()).cookie);
			for (const query of ["", "?cursor=x", "?cursor=5.", "?cursor=9999999999999.a"]) {
				expect((await open(visitor, `/lists/${name}${query}`)).status).toBe(200);
			}
		},
	);

	test("a cursor of another list, or of somebody else's, begins at the beginning", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const list = Array.from({ length: 60 }, () => ({ deadline: Date.now() + DAY }));
		const ids = await rows(one, other, list);
		await rows(other, one, list);
		const last = linksOf(await open(browser(one.cookie), "/lists/turn")).find((href) => href.includes("cursor="));
		const shown = async ({ cookie }: Person, path: string) =>
			linksOf(await open(browser(cookie), path)).flatMap((href) => /^\/games\/(\w+)$/.exec(href)?.[1] ?? []);
		const theirs = await shown(other, "/lists/turn");
		expect(await shown(one, last ?? "")).toEqual(ids.slice(50));
		expect(await shown(other, last ?? "")).toEqual(theirs);
		const waiting = await shown(one, "/lists/waiting");
		expect(waiting).toHaveLength(50);
		expect(await shown(one, (last ?? "").replace("turn", "waiting"))).toEqual(waiting);
	});

	test("lists of one's own need an account; there are no others", async () => {
		expect((await send(browser(), "GET", "/lists/turn")).headers.get("Location")).toContain("/sign-in");
		expect((await open(browser((await signUp()).cookie), "/lists/all")).status).toBe(404);
	});
});

describe("an inbox that lies open", () => {
	const updatesOf = (page: Page) => /data-updates="([^"]*)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";

	test("hears how many of its games have gone on, and how many wait now", async () => {
		const table = await newGame();
		const black = browser(table.black.cookie);
		const address = updatesOf(await open(black, "/"));
		expect(await (await send(black, "GET", address)).json()).toMatchObject({ count: 0, title: "My games" });
		await playAll(table, ["wS1"]);
		const news = await (await send(black, "GET", address)).json();
		expect(news).toEqual({ count: 1, title: "(1) My games", words: "1 update" });
		const again = updatesOf(await open(black, "/"));
		expect(await (await send(black, "GET", again)).json()).toMatchObject({ count: 0 });
	});

	test("hears of a challenge", async () => {
		const [player, other] = [await signUp(), await signUp()];
		const visitor = browser(player.cookie);
		const address = updatesOf(await open(visitor, "/"));
		await ask("POST", "/v1/challenges", { as: other, body: { ...TERMS, to: { player: player.name } } });
		expect(await (await send(visitor, "GET", address)).json()).toMatchObject({ count: 1 });
	});

	test("says nothing to a stranger", async () => {
		expect((await send(browser(), "GET", "/updates?since=0&mark=")).status).toBe(401);
	});
});

describe("the next game", () => {
	const CASES = [
		["the most urgent", ["a", "b", "c"], null, [], "a"],
		["not the one that is looked at", ["a", "b", "c"], "a", [], "b"],
		["not one that was skipped", ["a", "b", "c"], "b", ["a"], "c"],
		["the first that was skipped when all others were", ["a", "b", "c"], "c", ["b", "a"], "b"],
		["nothing where nothing else waits", ["a"], "a", [], null],
		["nothing that has been moved in meanwhile", ["a"], "a", ["b"], null],
	] as const;

	test.each(CASES)("is %s", (_name, waiting, here, skipped, next) => {
		expect(chooseNext(waiting, here, skipped)).toBe(next);
	});

	test("is gone to by a link that carries what was skipped, round and round", async () => {
		const [player, opponent] = [await signUp(), await signUp()];
		const now = Date.now();
		const [a, b, c] = await rows(player, opponent, [
			{ deadline: now + DAY },
			{ deadline: now + 2 * DAY },
			{ deadline: null },
		]);
		const visitor = browser(player.cookie);
		const next = async (query: string) => (await send(visitor, "GET", `/next${query}`)).headers.get("Location");
		expect(await next("")).toBe(`/games/${a}`);
		expect(await next(`?skip=${a}`)).toBe(`/games/${b}?skip=${a}`);
		expect(await next(`?skip=${a}.${b}`)).toBe(`/games/${c}?skip=${a}.${b}`);
		expect(await next(`?skip=${a}.${b}.${c}`)).toBe(`/games/${a}?skip=${b}.${c}`);
		expect([skipHref(`/games/${b}?skip=${a}&sent=4`, `${b}`), skipHref(`/games/${a}`, `${a}`)]).toEqual([
			`/next?skip=${a}.${b}`,
			`/next?skip=${a}`,
		]);
		expect(await next("?skip=../../evil")).toBe(`/games/${a}`);
		expect((await send(browser((await signUp()).cookie), "GET", "/next")).headers.get("Location")).toBe("/");
	});
});

test("a stranger is told in three sentences what this is, and can try it without an account", async () => {
	const page = await open(browser(), "/");
	const lead = /<div class="stack lead">(.*?)<\/div>/.exec(page.html)?.[1] ?? "";
	expect(lead.match(/[.!?]<\/p>/g)).toHaveLength(3);
	expect(lead.match(/[.!?]\s/g)).toBeNull();
	expect(linksOf(page)).toContain("/practice");
	expect(page.html.match(/<form/g)).toHaveLength(1);
});
