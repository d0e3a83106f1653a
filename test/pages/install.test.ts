/** The pages on a home screen and without a connection: what is served for it; and the language that every page is in. */
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../src/i18n/catalogue.ts";
import { PIXEL_ICONS } from "../../src/pages/icons.tsx";
import { signUp } from "../http/client.ts";
import { browser, open, send, submit } from "./browser.ts";

describe("what an installation needs", () => {
	test("the manifest names the service, where it begins, and icons that are there in the sizes it says", async () => {
		const answer = await send(browser(), "GET", "/manifest.webmanifest");
		expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
		const manifest = await answer.json<{
			start_url: string;
			display: string;
			icons: { src: string; sizes: string; type: string; purpose: string }[];
			shortcuts: { url: string }[];
		}>();
		expect(manifest).toMatchObject({ id: "/", name: "Hivepost", start_url: "/", scope: "/", display: "standalone" });
		expect(manifest.icons.filter(({ purpose }) => purpose === "maskable").map(({ sizes }) => sizes)).toEqual([
			"192x192",
			"512x512",
		]);
		for (const { sizes, src, type } of manifest.icons) {
			const icon = await send(browser(), "GET", src);
			expect([icon.status, icon.headers.get("Content-Type")], src).toEqual([200, type]);
			if (type !== "image/png") continue;
			const header = new DataView(await icon.arrayBuffer());
			expect(`${header.getUint32(16)}x${header.getUint32(20)}`).toBe(sizes);
		}
	});

	test("every page leads to the manifest and to icons, of which each is a file of ours", async () => {
		const { html } = await open(browser(), "/");
		expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"');
		expect(html).toContain(`<link rel="apple-touch-icon" href="${PIXEL_ICONS.find(({ size }) => size === 180)?.path}"`);
		expect(html).toMatch(/<link rel="icon" href="\/icons\/[\w.]+"/);
	});

	test("the service worker is asked for at each visit and begins with what all pages need", async () => {
		const answer = await send(browser(), "GET", "/service.js");
		expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
		expect(answer.headers.get("Cache-Control")).toBe("no-cache");
		// The icon of a notice is an image that the worker asks for.
		expect(answer.headers.get("Content-Security-Policy")).toBe(
			"default-src 'none'; connect-src 'self'; img-src 'self'",
		);
		const text = await answer.text();
		const { shell, version } = JSON.parse(/^self\.HIVEPOST=(\{.*\});\n/.exec(text)?.[1] ?? "{}");
		expect(version).toMatch(/^\w{8,}$/);
		for (const path of shell) expect((await send(browser(), "GET", path)).status, path).toBe(200);
		expect(text.length).toBeGreaterThan(1_000);
	});

	test("the page for no connection says what a notice's button does, and search engines leave it alone", async () => {
		const page = await open(browser(), "/offline");
		expect(page.html).toContain('data-open="Open"');
		expect(page.html).toContain('content="noindex"');
	});

	test("it is kept for whoever reads next: it names nobody, and makes nobody's pages be forgotten", async () => {
		const { cookie, name } = await signUp();
		const { html } = await open(browser(cookie), "/offline");
		expect(html).not.toContain(name);
		expect(html).not.toContain("data-reader");
		expect(html).toContain('<html lang="en"');
	});

	test("the policy lets the service worker, the manifest and our own programs in, and nothing else", async () => {
		const policy = (await open(browser(), "/")).headers.get("Content-Security-Policy") ?? "";
		for (const rule of ["worker-src 'self'", "manifest-src 'self'", "connect-src 'self'"])
			expect(policy).toContain(rule);
		expect(policy).not.toMatch(/https?:|\*|unsafe/);
	});

	test("robots are asked to leave the API and what needs an account alone", async () => {
		const text = await (await send(browser(), "GET", "/robots.txt")).text();
		expect(text).toMatch(/^User-agent: \*\n/);
		expect(text).toContain("Disallow: /v1/");
	});
});

describe("the language of a page", () => {
	test("each is offered at the foot of every page, in its own name", async () => {
		for (const path of ["/", "/rules", "/sign-in"]) {
			const { html } = await open(browser(), path);
			const offered = [...html.matchAll(/<button[^>]*name="locale" value="(\w+)" lang="(\w+)"/g)];
			expect(offered.map(([, value]) => value)).toEqual(LOCALES);
			expect(html).toContain("Bahasa Indonesia");
		}
	});

	test("a guest's choice is kept by the browser, and the page stays the same", async () => {
		const page = await open(browser(), "/sign-in?next=%2Frules");
		const guest = browser();
		const answer = await send(guest, "POST", "/language", new URLSearchParams({ locale: "es", here: page.path }));
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Location")).toBe("/sign-in?next=%2Frules");
		expect(answer.headers.get("Set-Cookie")).toMatch(/^hivepost-language=es;.*HttpOnly/);
	});

	test("a player's choice goes into the account, and letters follow", async () => {
		const { cookie } = await signUp();
		const person = browser(cookie);
		const page = await submit(person, await open(person, "/challenges/new"), "/language", { locale: "pt" });
		expect(page.path).toBe("/challenges/new");
		expect((await open(person, "/settings")).html).toMatch(/<option value="pt" selected/);
	});

	test("nor is a game that stands in the address lost", async () => {
		const game = `Base+MLP;InProgress;White[9];${Array.from({ length: 60 }, () => "wA1 -bG1").join(";")}`;
		const here = `/analysis?${new URLSearchParams({ game, rules: "official" })}&to=it's:(this)~*,@!#b`;
		const answer = await send(browser(), "POST", "/language", new URLSearchParams({ locale: "de", here }));
		expect(answer.headers.get("Location")).toBe(here);
	});

	test.each([
		["no language of ours", { locale: "xx", here: "/rules" }, "/rules", null],
		["another place", { locale: "de", here: "//evil.example" }, "/", "de"],
		["another site", { locale: "de", here: "https://evil.example/" }, "/", "de"],
		["a backslash", { locale: "de", here: "/\\evil.example" }, "/", "de"],
		["a tab that browsers leave out", { locale: "de", here: "/\t/evil.example" }, "/", "de"],
		["more than any address of ours", { locale: "de", here: `/${"x".repeat(6_000)}` }, "/", "de"],
	])("%s leads nowhere strange", async (_name, fields, to, kept) => {
		const answer = await send(browser(), "POST", "/language", new URLSearchParams(fields));
		expect(answer.headers.get("Location")).toBe(to);
		const cookie = answer.headers.get("Set-Cookie");
		if (kept === null) expect(cookie).toBeNull();
		else expect(cookie).toContain(`=${kept};`);
	});
});
