/** Where a file of browser tests plays: a server of its own, and a browser from the first test on that asks for it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, type TestContext } from "vitest";
import type { Table } from "../../scripts/playing.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import type { Side } from "../../src/engine/piece.ts";
import { launchBrowser } from "./browser.ts";
import { meet, newTable, type Pair, playTo } from "./recorded.ts";
import { type Sitting, seat } from "./sitting.ts";

export type Hall = { readonly chromium: Browser; readonly server: Server };
export type Club = Hall & { readonly people: Pair };

/** How a test gets in: it is skipped where there is no browser. */
type Door<Place> = (context: Pick<TestContext, "skip">) => Promise<Place>;

/** Opens before the tests of the file that asks, and shuts after them. */
export function openHall(): Door<Hall> {
	let folder: string;
	let server: Server;
	let chromium: Browser | null = null;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "hivepost-hall-"));
		server = await startServer({ data: join(folder, "data") });
	});
	afterAll(async () => {
		await chromium?.close();
		await server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});
	return async (context) => {
		chromium ??= await launchBrowser(context);
		return { chromium, server };
	};
}

/** A hall with two people in it who play. */
export function openClub(): Door<Club> {
	const enter = openHall();
	let people: Pair | null = null;
	return async (context) => {
		const hall = await enter(context);
		people ??= await meet(hall.server);
		return { ...hall, people };
	};
}

/** A new game in which so many half-moves of the recorded one are played, and one of its players at a browser of their own. */
export async function seatAt(
	{ chromium, people, server }: Club,
	played: number,
	side: Side,
	options: BrowserContextOptions,
): Promise<Sitting & { readonly table: Table }> {
	const table = await newTable(server, people);
	await playTo(table, played);
	return { table, ...(await seat(chromium, server, table[side], options)) };
}
