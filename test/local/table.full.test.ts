/** What the table can do besides: the whole recorded game by links and forms where no script runs, moves that are typed, and notes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAt } from "../../scripts/playing.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { launchBrowser } from "./browser.ts";
import { awaitMode, DESKTOP, openTable, PHONE, playByLinks } from "./hands.ts";
import { meet, newTable, type Pair, playNext, playTo, plyAfter, whole } from "./recorded.ts";
import { seat } from "./sitting.ts";

let folder: string;
let server: Server;
let chromium: Browser | null = null;
let people: Pair;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "hivepost-table-"));
	server = await startServer({ data: join(folder, "data") });
	people = await meet(server);
});

afterAll(async () => {
	await chromium?.close();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

test("without a script two play the whole game by links and forms, to the surrounded queen", async (context) => {
	chromium ??= await launchBrowser(context);
	const table = await newTable(server, people);
	const path = `/games/${table.id}`;
	const plain = { ...PHONE, javaScriptEnabled: false };
	const white = await seat(chromium, server, table.white, plain);
	const black = await seat(chromium, server, table.black, plain);
	for (const ply of whole.plies) {
		if (ply.move === "pass") continue;
		await playByLinks((ply.side === "white" ? white : black).page, path, ply);
	}
	await black.page.goto(path);
	await black.page.getByText("You have lost", { exact: true }).waitFor();
	await white.page.getByText("You have won", { exact: true }).waitFor();
	expect((await lookAt(table)).ply).toBe(whole.plies.length);
	for (const one of [white, black]) await one.context.close();
});

test.for([
	["in the notation", plyAfter(9).text],
	["in words", "white ant 1 thrown to the left of black pillbug"],
] as const)(
	"a move that is typed %s is chosen and not sent, and what is none is told of at the field",
	async ([, text], context) => {
		chromium ??= await launchBrowser(context);
		const table = await newTable(server, people);
		await playTo(table, 9);
		const { context: desk, page } = await seat(chromium, server, table.black, DESKTOP);
		await openTable(page, `/games/${table.id}`);
		await page.getByText("Type a move", { exact: true }).click();
		const field = page.getByRole("textbox", { name: "The move, in notation or in words" });
		await field.fill("nonsense");
		await field.press("Enter");
		await page.getByRole("textbox", { description: "“nonsense” is not a move." }).waitFor();
		await field.fill(text);
		await field.press("Enter");
		await awaitMode(page, "chosen");
		await page.locator("[data-bar]").getByText("White ant 1 thrown to the left of black pillbug").waitFor();
		await expect.poll(() => field.inputValue()).toBe("");
		expect((await lookAt(table)).ply).toBe(9);
		await desk.close();
	},
);

test("a note stays with the half-move that a link led to, whatever is played meanwhile", async (context) => {
	chromium ??= await launchBrowser(context);
	const table = await newTable(server, people);
	await playTo(table, 4);
	const { context: desk, page } = await seat(chromium, server, table.white, DESKTOP);
	await openTable(page, `/games/${table.id}?ply=2`);
	await playNext(table, 4);
	await page.locator('[data-live=moves] [data-ply="5"]').waitFor();
	await page.getByText("Your notes", { exact: true }).click();
	await page.getByRole("textbox", { name: "Note after 2 half-moves" }).fill("why the pillbug?");
	await page.getByRole("button", { name: "Keep the note" }).click();
	// What is kept is shown where it was written; only from there on may the page be left.
	await page.waitForURL(/#notes$/);
	await openTable(page, `/games/${table.id}?ply=2`);
	expect(await page.getByRole("textbox", { name: "Note after 2 half-moves" }).inputValue()).toBe("why the pillbug?");
	await desk.close();
});
