/** The living table in a real browser: a whole game between two windows, and what a hand, a connection or a second tab may do. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, signIn as signInBy } from "../../scripts/people.ts";
import { inviteAndAccept as inviteBy, type Table } from "../../scripts/playing.ts";
import { parseRecordings } from "../../scripts/record.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { launchBrowser } from "./browser.ts";
import {
	awaitHeard,
	awaitMode,
	awaitTable,
	DESKTOP,
	heardOn,
	listen,
	openTable,
	PHONE,
	playPly,
	tabToGrid,
} from "./hands.ts";
import { inviteAndAccept, seat, signIn, sit } from "./sitting.ts";

let folder: string;
let server: Server;
let chromium: Browser | null = null;
let people: readonly [Person, Person] | null = null;

const recordings = parseRecordings(
	readFileSync(join(import.meta.dirname, "table-games.txt"), "utf8"),
	RULE_SETS.tournament,
);
const whole = recordings.ok ? recordings.value[0]?.game : undefined;
if (!whole) throw new Error("the recorded game is missing");

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "hivepost-table-"));
	server = await startServer({ data: join(folder, "data") });
});

afterAll(async () => {
	await chromium?.close();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Two who know each other, and a game that has just begun. */
async function newTable(): Promise<Table> {
	people ??= await Promise.all([
		signInBy(server.origin, "anna@example.com", "Anna", "link"),
		signInBy(server.origin, "bruno@example.com", "Bruno", "code"),
	]);
	const [anna, bruno] = people;
	return inviteBy(server.origin, anna, bruno, { rules: "tournament", expansions: ["M", "L", "P"], seat: "white" });
}

test("from a mail to a surrounded queen, two windows play a whole game by clicking, and neither is loaded anew", async (context) => {
	chromium ??= await launchBrowser(context);
	const [host, guest] = [await sit(chromium, PHONE), await sit(chromium, DESKTOP)];
	await signIn(server, host, "host@example.com", "Hanna");
	await inviteAndAccept(server, host, guest, "guest@example.com", "Gustav");
	await host.page.goto(guest.page.url());
	const opened = await Promise.all(
		[host, guest].map(async ({ page }) => {
			await awaitTable(page);
			return page.evaluate(() => performance.timeOrigin);
		}),
	);
	// The two see each other sit there.
	await host.page.locator("[data-presence=white]").waitFor();
	await guest.page.locator("[data-presence=black]").waitFor();
	for (const ply of whole.plies) {
		if (ply.move === "pass") continue;
		if (ply.side === "white") await playPly(guest.page, ply, "mouse");
		else await playPly(host.page, ply, "finger");
	}
	for (const { page } of [host, guest]) await awaitMode(page, "over");
	await host.page.getByText("You have lost", { exact: true }).waitFor();
	await guest.page.getByText("You have won", { exact: true }).waitFor();
	expect(await host.page.locator("[data-live=moves] [data-ply]").count()).toBeGreaterThanOrEqual(whole.plies.length);
	expect(await Promise.all([host, guest].map(({ page }) => page.evaluate(() => performance.timeOrigin)))).toEqual(
		opened,
	);
	// What is said comes as the moves did.
	const talk = host.page.locator("#chat-players");
	await talk.getByRole("textbox").fill("Well played!");
	await talk.getByRole("button", { name: "Send" }).click();
	await guest.page.locator("#chat-players").getByText("Well played!").waitFor();
	expect(await guest.page.evaluate(() => performance.timeOrigin)).toBe(opened[1]);
	for (const one of [host, guest]) await one.context.close();
});

test("by keys alone two play the same game, and what is read out to each of them tells all of it", async (context) => {
	chromium ??= await launchBrowser(context);
	const table = await newTable();
	const white = await seat(chromium, server, table.white, DESKTOP);
	const black = await seat(chromium, server, table.black, DESKTOP);
	for (const { page } of [white, black]) {
		await listen(page);
		await openTable(page, `/games/${table.id}`);
		await tabToGrid(page);
	}
	for (const [index, ply] of whole.plies.entries()) {
		if (ply.move === "pass") continue;
		const [mover, other] = ply.side === "white" ? [white, black] : [black, white];
		await playPly(mover.page, ply, "keys");
		const last = index === whole.plies.length - 1;
		await awaitHeard(other.page, last ? /is over/ : /It is your move|passed/);
		// A pass is news to whoever forced it, too.
		const passed = whole.plies[index + 1]?.move === "pass";
		await awaitHeard(mover.page, last ? /is over/ : passed ? /passed/ : /sent/);
	}
	const log = await Promise.all([white, black].map(async ({ page }) => (await heardOn(page)).join("\n")));
	await expect(`# White\n${log[0]}\n\n# Black\n${log[1]}\n`).toMatchFileSnapshot("golden/table-by-keys.txt");
	for (const one of [white, black]) await one.context.close();
});
