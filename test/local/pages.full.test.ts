/** The long browser tests: a game on the board with scripts running, and axe over every page in every look. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, startServer } from "../../scripts/server.ts";
import { launchBrowser } from "./browser.ts";
import { type Furnished, findFaults, furnish, inviteAndAccept, move, signIn, sit } from "./sitting.ts";

let folder: string;
let server: Server;
let chromium: Browser | null = null;
let furnished: Furnished | null = null;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "hivepost-pages-"));
	server = await startServer({ data: join(folder, "data") });
});

afterAll(async () => {
	await chromium?.close();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

test("with scripts two people play on the board, piece by piece", async (context) => {
	chromium ??= await launchBrowser(context);
	const options = { viewport: { width: 1280, height: 900 } };
	const [host, guest] = [await sit(chromium, options), await sit(chromium, options)];
	await signIn(server, host, "host@example.com", "host-1");
	await inviteAndAccept(server, host, guest, "guest@example.com", "guest-1");
	const game = guest.page.url();
	const moves = [
		["white spider 1", "White spider 1 as the first piece"],
		["black ant 1", "Black ant 1 placed to the right of white spider 1"],
		["white queen", "White queen placed to the left of white spider 1"],
		["black queen", "Black queen placed to the right of black ant 1"],
		["white queen", "White queen to the upper left of white spider 1"],
	] as const;
	for (const [index, [piece, place]] of moves.entries()) {
		const { page } = index % 2 === 0 ? guest : host;
		await page.goto(game);
		await move(page, piece, place, "board");
	}
	await host.page.goto(game);
	await host.page.getByText("Your move", { exact: true }).waitFor();
	await host.context.close();
	await guest.context.close();
});

for (const [name, look] of [
	["light, on a phone", { colorScheme: "light", viewport: { width: 360, height: 740 } }],
	["light, on a desktop", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
	["dark, on a desktop", { colorScheme: "dark", viewport: { width: 1280, height: 900 } }],
	["in forced colours", { forcedColors: "active", viewport: { width: 1280, height: 900 } }],
] as const) {
	test(`axe finds nothing on any page, ${name}`, async (context) => {
		chromium ??= await launchBrowser(context);
		furnished ??= await furnish(server, chromium);
		expect(await findFaults(server, chromium, furnished, look)).toEqual([]);
	});
}
