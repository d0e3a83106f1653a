/** Thinking ahead in a real browser: lines made by playing them out, armed, fired and let go; the house; a tree that is kept. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ask } from "../../scripts/client.ts";
import type { PieceMove } from "../../src/engine/move.ts";
import { makeLine } from "../../src/match/lines.ts";
import { openClub } from "./hall.ts";
import { awaitMode, DESKTOP, openTable, pointAt } from "./hands.ts";
import { newTable, playNext, playTo, plyAfter } from "./recorded.ts";
import { seat, sit } from "./sitting.ts";

const enter = openClub();

/** Half-moves of the recorded game that are played before somebody thinks ahead: White is to move. */
const SO_FAR = 8;

/** Tries a move of either side where one is thinking ahead. */
async function tryOut(page: Page, { from, piece, to }: PieceMove): Promise<void> {
	if (from === null) await page.locator(`[data-hand] button[data-piece="${piece}"]`).click();
	else await pointAt(page, from, "mouse");
	await page.locator("[data-board-place] .hive-target").first().waitFor({ state: "attached" });
	await pointAt(page, to, "mouse");
	await page.locator("[data-board-place] .hive-target").first().waitFor({ state: "detached" });
}

async function typeMove(page: Page, move: string): Promise<void> {
	await page.getByLabel("The move, in notation or in words").fill(move);
	await page.keyboard.press("Enter");
	await page.locator("[data-game-string]", { hasText: `;${move}` }).waitFor();
}

test("an answer is tried, armed and seen again, is played by itself without a reload, and goes along with a move", async (context) => {
	const { chromium, people, server } = await enter(context);
	const table = await newTable(server, people);
	await playTo(table, SO_FAR);
	const path = `/games/${table.id}`;
	const linesOf = async () => (await ask(table.origin, "GET", `/v1${path}/lines`, { as: table.black.session })).body;
	const { page } = await seat(chromium, server, table.black, DESKTOP);
	// As behind a server that compresses.
	await page.route(/\/lines$/, async (route) => {
		const response = await route.fetch();
		const headers = response.headers();
		await route.fulfill({ response, headers: { ...headers, etag: `W/${headers.etag}` } });
	});
	await openTable(page, path);
	await page.getByRole("button", { name: "Think ahead" }).click();
	await tryOut(page, plyAfter(SO_FAR).move);
	await tryOut(page, plyAfter(SO_FAR + 1).move);
	const refused = { status: 409, body: JSON.stringify({ code: "ERR_YOUR_TURN", detail: "Lines answer a move." }) };
	await page.route("**/lines", (route) =>
		route.request().method() === "PUT" ? route.fulfill(refused) : route.fallback(),
	);
	await page.getByRole("button", { name: "Arm this line" }).click();
	await page.getByText("Not armed: It is your move now.", { exact: true }).first().waitFor();
	await page.unroute("**/lines");
	await page.getByRole("button", { name: "Arm this line" }).click();
	await page.locator("[data-lines]", { hasText: "1 answer prepared" }).waitFor();
	const armed = makeLine(plyAfter(SO_FAR).text, plyAfter(SO_FAR + 1).text);
	expect(await linesOf()).toMatchObject({ lines: [armed], ply: SO_FAR });

	await openTable(page, path);
	const place = page.locator(".tried-lines");
	await place.waitFor({ state: "attached" });
	await page.route("**/lines", (route) => (route.request().method() === "DELETE" ? route.abort() : route.fallback()));
	await page.locator("[data-lines]").getByRole("button").click();
	await place.getByText("Not disarmed: there is no connection.").waitFor();
	await page.unroute("**/lines");
	await page.getByRole("button", { name: "Think ahead" }).click();
	await page.getByText("This line is armed.").waitFor();
	await page.locator("[data-lines]").getByRole("button").press("Enter");
	await page.locator("[data-lines]").waitFor({ state: "detached" });
	expect(await linesOf()).toMatchObject({ lines: [] });
	// Who did it by keyboard stays near to where the button was.
	expect(await page.locator("[data-bar]").evaluate((bar) => bar === document.activeElement)).toBe(true);
	await page.getByRole("button", { name: "Arm this line" }).click();
	await page.locator("[data-lines]").waitFor();
	await page.getByRole("button", { name: "Back to the game" }).click();

	const opened = await page.evaluate(() => performance.timeOrigin);
	await playNext(table, SO_FAR);
	await page.locator(`[data-live=moves] [data-ply="${SO_FAR + 2}"]`).waitFor();
	await page.locator("[data-lines]").waitFor({ state: "detached" });
	expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);

	const { page: white } = await seat(chromium, server, table.white, DESKTOP);
	await openTable(white, path);
	await white.getByRole("button", { name: "Think ahead" }).click();
	// White's next move shuts Black out: the pass is played by itself, here as in the game.
	for (const ply of [2, 4]) await tryOut(white, plyAfter(SO_FAR + ply).move);
	await white.getByRole("button", { name: /, with one line$/ }).click();
	await white.getByText("One line goes along with this move.").waitFor();
	await awaitMode(white, "chosen");
	await white.getByRole("button", { name: "Send this move" }).click();
	await white.locator(`[data-live=moves] [data-ply="${SO_FAR + 5}"]`).waitFor();
});

test("the house answers at once and without an account; a game is taken back and outlives a reload", async (context) => {
	const { chromium, server } = await enter(context);
	const { page } = await sit(chromium, { baseURL: server.origin, ...DESKTOP });
	await openTable(page, "/practice");
	await page.locator('[data-hand="white"] button[data-piece="wS1"]').click();
	await page.locator(".hive-piece").nth(1).waitFor();
	await awaitMode(page, "idle");
	await openTable(page, "/practice");
	expect(await page.locator("[data-board-place] .hive-piece").count()).toBe(2);
	await page.getByRole("button", { name: "Take back" }).click();
	await page.locator(".hive-piece").first().waitFor({ state: "detached" });
	await page.getByLabel("Black", { exact: true }).check();
	await page.getByRole("button", { name: "Begin a new game" }).click();
	await page.locator(".hive-piece").first().waitFor();
	await awaitMode(page, "idle");
	await page.getByRole("button", { name: "Give up" }).click();
	await page.locator("[data-bar]", { hasText: "the house has won" }).waitFor();
});

/** What befalls what searches, as a script that the page begins with. */
const LOST: Readonly<Record<string, string>> = {
	"is not there": "delete globalThis.Worker",
	"cannot be fetched": "{ const W = Worker; globalThis.Worker = function () { return new W('/assets/none.js'); } }",
};

test.for(Object.keys(LOST))(
	"where what searches %s the bar says so, until a move is taken back",
	async (how, context) => {
		const { chromium, server } = await enter(context);
		const { page } = await sit(chromium, { baseURL: server.origin, ...DESKTOP });
		await page.addInitScript(LOST[how] ?? "");
		await openTable(page, "/practice");
		await page.locator('[data-hand="white"] button[data-piece="wS1"]').click();
		const bar = page.locator("[data-bar]");
		await bar.getByText("The opponent could not be started in this browser.").waitFor();
		expect(await bar.textContent()).not.toContain("thinking");
		await page.getByRole("button", { name: "Take back" }).click();
		await awaitMode(page, "idle");
		expect(await bar.textContent()).not.toContain("could not be started");
	},
);

test("a variation is tried, put first, kept over a reload, and deleted", async (context) => {
	const { chromium, server } = await enter(context);
	const { page } = await sit(chromium, { baseURL: server.origin, ...DESKTOP });
	const game = new URLSearchParams({ game: "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ" });
	await openTable(page, `/analysis?${game}`);
	const moves = page.locator("[data-variations] button");
	await page.getByText("Type a move").click();
	await page.getByRole("button", { name: "Back", exact: true }).click();
	await typeMove(page, "wG1 -wQ");
	await expect.poll(() => moves.count()).toBe(6);
	await page.getByRole("button", { name: "Make this the first choice" }).click();
	await openTable(page, `/analysis?${game}`);
	await expect.poll(() => moves.nth(4).textContent()).toContain("White grasshopper 1");
	await expect.poll(() => moves.nth(4).getAttribute("aria-current")).toBe("true");
	await page.getByRole("button", { name: "Delete from here on" }).click();
	await expect.poll(() => moves.count()).toBe(5);
});
