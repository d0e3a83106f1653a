/** The long browser test of the pages: axe over every page in every look. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, startServer } from "../../scripts/server.ts";
import { LOCALES, type Locale } from "../../src/i18n/catalogue.ts";
import { launchBrowser } from "./browser.ts";
import {
	DESKTOP_DARK,
	DESKTOP_LIGHT,
	furnish,
	type House,
	inspect,
	type Look,
	PHONE_DARK,
	PHONE_LIGHT,
} from "./inspection.ts";

let folder: string;
let server: Server;
let chromium: Browser | null = null;
let house: House | null = null;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "hivepost-pages-"));
	server = await startServer({ data: join(folder, "data") });
});

afterAll(async () => {
	await chromium?.close();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** What is seen of a page depends on the look, what is said on it on the language: English in all looks, the others in one. */
const LOOKS: Readonly<Record<Locale, readonly Look[]>> = {
	en: [PHONE_LIGHT, PHONE_DARK, DESKTOP_LIGHT, DESKTOP_DARK],
	de: [PHONE_DARK],
	es: [DESKTOP_LIGHT],
	id: [PHONE_LIGHT],
	it: [DESKTOP_DARK],
	pt: [PHONE_LIGHT],
};

test.for(LOCALES)(
	"every page in the language %s fits a narrow screen, and axe finds nothing on it",
	async (locale, context) => {
		chromium ??= await launchBrowser(context);
		house ??= await furnish(server);
		expect(await inspect(chromium, house, house.all, locale, LOOKS[locale])).toEqual([]);
	},
);

test.for([
	["in forced colours", [DESKTOP_LIGHT], { forcedColors: "active" }],
	["where more contrast is asked for", [DESKTOP_LIGHT], { contrast: "more" }],
	["without a script", [], { javaScriptEnabled: false }],
] as const)("every page is as good %s", async ([, looks, options], context) => {
	chromium ??= await launchBrowser(context);
	house ??= await furnish(server);
	expect(await inspect(chromium, house, house.all, "en", looks, options)).toEqual([]);
});
