/** The board for other sites' pages: in anybody's frame, of public games alone, the same for everybody. */
import { describe, expect, test } from "vitest";
import { newGame, playAll } from "../http/client.ts";
import { browser, open } from "./browser.ts";

describe("an embedded board", () => {
	test("shows the position, the last move and whose turn it is, and leads to the game", async () => {
		const table = await newGame();
		await playAll(table, ["wS1", "bG1 wS1-"]);
		const page = await open(browser(), `/embed/games/${table.id}`);
		expect(page.status).toBe(200);
		expect(page.text).toContain(`${table.white.name} against ${table.black.name}`);
		expect(page.text).toContain(`${table.white.name} is to move`);
		expect(page.text).toContain("Black grasshopper 1 placed to the right of white spider 1");
		expect(page.html).toMatch(new RegExp(`<a href="/games/${table.id}" target="_blank" rel="noopener">`));
		expect(page.html).toContain("<svg");
		expect((await open(browser(), `/embed/games/${table.id}?ply=1`)).text).toContain("Move 1 of 2");
	});

	test("may stand in any frame, and can neither run a script nor send a form there", async () => {
		const table = await newGame();
		const { headers, html } = await open(browser(), `/embed/games/${table.id}`);
		const policy = headers.get("Content-Security-Policy") ?? "";
		expect(policy).toContain("frame-ancestors *");
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("form-action 'none'");
		expect(policy).not.toContain("script-src");
		expect(headers.has("X-Frame-Options")).toBe(false);
		expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
		expect(html).not.toMatch(/<script|<form/);
	});

	test("knows nobody, not even its own players", async () => {
		const table = await newGame();
		await playAll(table, ["wS1"]);
		const [own, strange] = [browser(table.black.cookie), browser()];
		const path = `/embed/games/${table.id}`;
		expect((await open(own, path)).html).toBe((await open(strange, path)).html);
		expect((await open(own, path)).headers.get("Cache-Control")).toBe("public, max-age=60");
		const other = await newGame({ visibility: "private" });
		const hidden = await open(browser(other.white.cookie), `/embed/games/${other.id}`);
		expect([hidden.status, hidden.text]).toEqual([404, expect.stringContaining("There is nothing here")]);
		// There is nothing to press in somebody else's page there, either.
		expect(hidden.html).not.toMatch(/<script|<form|<a |manifest/);
	});

	test("no other page may stand in a frame", async () => {
		const table = await newGame();
		for (const path of ["/", "/rules", `/games/${table.id}`, "/card.png/none"]) {
			const { headers } = await open(browser(), path);
			expect(headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
			expect(headers.get("X-Frame-Options"), path).toBe("DENY");
		}
	});
});
