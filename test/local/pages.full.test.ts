/** The long browser test of the pages: axe over every page in every look. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, startServer } from "../../scripts/server.ts";
import { launchBrowser } from "./browser.ts";
import { type Furnished, findFaults, furnish } from "./sitting.ts";

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
