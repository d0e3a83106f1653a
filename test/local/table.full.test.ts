/** The table where no script runs: the whole recorded game by links and forms. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAt } from "../../scripts/playing.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { launchBrowser } from "./browser.ts";
import { PHONE, playByLinks } from "./hands.ts";
import { meet, newTable, whole } from "./recorded.ts";
import { seat } from "./sitting.ts";

let folder: string;
let server: Server;
let chromium: Browser | null = null;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "hivepost-table-"));
	server = await startServer({ data: join(folder, "data") });
});

afterAll(async () => {
	await chromium?.close();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

test("without a script two play the whole game by links and forms, to the surrounded queen", async (context) => {
	chromium ??= await launchBrowser(context);
	const table = await newTable(server, await meet(server));
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
