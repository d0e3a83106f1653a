/** What is shown of a page where its link is passed on: words and a picture of the board, and nothing of what is private. */
import { describe, expect, test } from "vitest";
import { ask, newGame, playAll, TERMS } from "../http/client.ts";
import { browser, ORIGIN, open, type Page, send } from "./browser.ts";

const OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"];

function metaOf({ html }: Page): Readonly<Record<string, string>> {
	const found = html.matchAll(/<meta (?:property|name)="([\w:]+)" content="([^"]*)"/g);
	return Object.fromEntries([...found].map(([, name, content]) => [name ?? "", content ?? ""]));
}

const sizeOf = (png: ArrayBuffer): string => {
	const header = new DataView(png);
	return `${header.getUint32(16)} x ${header.getUint32(20)}`;
};

describe("a public game", () => {
	test("is passed on with its players, how it stands, and its board", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const page = await open(browser(), `/games/${table.id}`);
		const meta = metaOf(page);
		expect(meta).toMatchObject({
			"og:title": `${table.white.name} against ${table.black.name}`,
			"og:url": `${ORIGIN}/games/${table.id}`,
			"og:image": `${ORIGIN}/games/${table.id}/card.png`,
			"og:site_name": "Hivepost",
			"twitter:card": "summary_large_image",
		});
		expect(meta["og:description"]).toBe(
			`Hive by correspondence, Tournament. ${table.white.name} is to move; 4 moves have been made.`,
		);
		expect(page.html).toContain(`<link rel="canonical" href="${ORIGIN}/games/${table.id}"/>`);
		const card = await send(browser(), "GET", `/games/${table.id}/card.png`);
		expect(card.headers.get("Content-Type")).toBe("image/png");
		const tag = card.headers.get("ETag") ?? "";
		expect(sizeOf(await card.arrayBuffer())).toBe("1200 x 630");
		const again = browser(null, { headers: { "If-None-Match": tag } });
		expect((await send(again, "GET", `/games/${table.id}/card.png`)).status).toBe(304);
	});

	test("at a past position is passed on as that position", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const meta = metaOf(await open(browser(), `/games/${table.id}?ply=2`));
		expect(meta["og:image"]).toBe(`${ORIGIN}/games/${table.id}/card.png?ply=2`);
		expect(meta["og:description"]).toContain("Move 2 of 4");
		const tags = await Promise.all(
			["", "?ply=2", "?ply=4"].map(async (query) =>
				(await send(browser(), "GET", `/games/${table.id}/card.png${query}`)).headers.get("ETag"),
			),
		);
		expect(tags[0]).toBe(tags[2]);
		expect(tags[0]).not.toBe(tags[1]);
		expect((await send(browser(), "GET", `/games/${table.id}/card.png?ply=5`)).status).toBe(404);
	});
});

test("a private game has no card, says nothing of itself, and search engines leave it alone", async () => {
	const table = await newGame({ visibility: "private" });
	expect((await send(browser(table.white.cookie), "GET", `/games/${table.id}/card.png`)).status).toBe(404);
	const page = await open(browser(table.white.cookie), `/games/${table.id}`);
	expect(page.html).not.toContain("og:");
	expect(metaOf(page).robots).toBe("noindex");
	expect((await send(browser(), "GET", `/embed/games/${table.id}`)).status).toBe(404);
});

test("an open challenge is passed on as an invitation; one to somebody is not", async () => {
	const { white, black } = await newGame();
	const open_ = await ask("POST", "/v1/challenges", { as: white, body: { ...TERMS, to: null } });
	const meta = metaOf(await open(browser(), `/challenges/${open_.body.id}`));
	expect(meta["og:title"]).toBe(`${white.name} invites you to a game of Hive`);
	expect(meta["og:description"]).toContain("3 days for each move");
	const directed = await ask("POST", "/v1/challenges", { as: white, body: { ...TERMS, to: { player: black.name } } });
	expect((await open(browser(black.cookie), `/challenges/${directed.body.id}`)).html).not.toContain("og:");
});

test.each(["/", "/rules"])("%s is passed on with the picture of the service", async (path) => {
	const meta = metaOf(await open(browser(), path));
	expect(meta["og:image"]).toBe(`${ORIGIN}/card.png`);
	expect(meta["og:description"]?.length).toBeGreaterThan(40);
});

test("the picture of the service is there in the size that it says", async () => {
	const card = await send(browser(), "GET", "/card.png");
	expect(sizeOf(await card.arrayBuffer())).toBe("1200 x 630");
});
