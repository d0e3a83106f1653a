/** What every page has in common: headers, who may send its forms, what happens to hostile text and to what is not there. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { PROBLEMS } from "../../src/http/problem.ts";
import { STYLE, STYLE_PATH } from "../../src/pages/style.ts";
import { MORE_STYLE, MORE_STYLE_PATH } from "../../src/pages/style-more.ts";
import { ask, newGame, signUp } from "../http/client.ts";
import { browser, linksOf, ORIGIN, open, post, send } from "./browser.ts";

const OPEN_PAGES = [
	["/", /one letter at a time/],
	["/sign-in", /E-mail address/],
	["/rules", /The game in a minute/],
	["/rules/real-murcia", /Real Murcia rules .*Mosquito and ladybug.*Red and White/],
	["/docs", /OpenAPI document/],
	["/privacy", /What is kept/],
] as const;

describe("pages", () => {
	test.each(OPEN_PAGES)("%s is there for everybody, with the headers that protect", async (path, words) => {
		const page = await open(browser(), path);
		expect(page.status).toBe(200);
		expect(page.text).toMatch(words);
		const policy = page.headers.get("Content-Security-Policy") ?? "";
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain("unsafe-inline");
		expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
		expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
		expect(page.headers.get("Vary")).toContain("Cookie");
		expect(page.html).toMatch(/^<!doctype html><html lang="en"[ >]/);
		expect(page.html.match(/<h1/g)).toHaveLength(1);
	});

	test("no page fetches anything from anywhere else or has a style or script of its own", async () => {
		for (const [path] of OPEN_PAGES) {
			const { html } = await open(browser(), path);
			expect(html).not.toMatch(/<(?:script|link(?! rel="canonical")|img|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//);
			expect(html).not.toMatch(/\sstyle="|<style|\son[a-z]+="/);
		}
	});

	test("every script carries the nonce of its own answer", async () => {
		const path = "/sign-in/code?email=a%40example.com";
		const [one, two] = [await open(browser(), path), await open(browser(), path)];
		const nonces = [one, two].map(({ headers, html }) => {
			const nonce = /script-src 'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
			const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
			expect(scripts.length).toBe(2);
			for (const attributes of scripts) expect(attributes).toContain(` nonce="${nonce}"`);
			return nonce;
		});
		expect(nonces[0]).not.toBe(nonces[1]);
	});

	test.each([
		[STYLE_PATH, STYLE],
		[MORE_STYLE_PATH, MORE_STYLE],
	])("the stylesheet %s is small, and kept for a year under a name of its own", async (path, text) => {
		const answer = await send(browser(), "GET", path);
		expect(answer.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
		expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
		expect(await answer.text()).toBe(text);
		const packed = new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")));
		expect((await packed.arrayBuffer()).byteLength).toBeLessThan(6_144);
		expect((await open(browser(), "/")).html).toContain(`href="${path}"`);
	});

	test("the page of a game comes without the second stylesheet, and has nothing that it speaks of", async () => {
		const classes = (style: string) => new Set([...style.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
		const apart = classes(MORE_STYLE).difference(classes(STYLE));
		expect(apart).toContain("entry");
		const table = await newGame();
		const white = browser(table.white.cookie);
		const path = `/games/${table.id}`;
		const shown = [await open(white, path), await open(browser(), path), await open(white, `${path}?piece=wS1`)];
		await ask("POST", `/v1${path}/moves`, { as: table.white, body: { move: "wS1" } });
		await ask("POST", `/v1${path}/draw`, { as: table.white });
		for (const address of [path, `${path}?ply=0`]) shown.push(await open(white, address));
		shown.push(await open(browser(table.black.cookie), path));
		await ask("POST", `/v1${path}/resignation`, { as: table.white });
		shown.push(await open(white, path), await open(browser(), path));
		for (const { html, status } of shown) {
			expect(status).toBe(200);
			expect(html).toContain(`href="${STYLE_PATH}"`);
			expect(html).not.toContain(MORE_STYLE_PATH);
			const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
			expect(used.filter((name) => apart.has(name))).toEqual([]);
		}
	});

	test("the page on the API has an anchor for every problem code", async () => {
		const { html } = await open(browser(), "/docs");
		for (const code of Object.keys(PROBLEMS)) expect(html).toContain(`id="${code}"`);
	});

	test("every link of the open pages leads somewhere", async () => {
		const seen = new Set<string>();
		for (const [path] of OPEN_PAGES) for (const href of linksOf(await open(browser(), path))) seen.add(href);
		for (const href of [...seen].filter((one) => one.startsWith("/"))) {
			const { headers, status } = await send(browser(), "GET", href);
			// What is one's own asks who one is first.
			if (status === 303) expect(headers.get("Location"), href).toBe(`/sign-in?next=${encodeURIComponent(href)}`);
			else expect(status, href).toBe(200);
		}
	});
});

describe("what is not there", () => {
	const MISSING = [
		"/nothing",
		"/games/nothing",
		"/games/00000000000000000000",
		"/challenges/nothing",
		"/players/nobody",
		"/rules/none",
		"/sign-in/nothing",
	];

	test.each(MISSING)("%s is a page for browsers and a problem document for programs", async (path) => {
		const page = await open(browser(), path);
		expect(page.status).toBe(404);
		expect(page.text).toContain("There is nothing here");
		expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
	});

	test.each(["/nothing", "/sign-in/nothing"])("%s answers programs with a problem document", async (path) => {
		const answer = await send(browser(null, { headers: { Accept: "application/json" } }), "GET", path);
		expect(answer.status).toBe(404);
		expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
	});

	test("the API's own unknown paths stay problem documents, for browsers too", async () => {
		const answer = await send(browser(), "GET", "/v1/nothing");
		expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
	});
});

describe("forms", () => {
	const FOREIGN = [
		["another origin", { Origin: "https://evil.example" }],
		["another site by the browser's word", { "Sec-Fetch-Site": "cross-site" }],
		["a sister site", { "Sec-Fetch-Site": "same-site" }],
		["no origin and another site", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
		["no origin and no word", { Origin: "null" }],
	] as const;

	test.each(FOREIGN)("from %s are not carried out", async (_name, headers) => {
		const person = await signUp();
		const { cookie } = person;
		for (const path of ["/settings", "/sign-out", "/challenges/new", "/sign-in", "/sign-in/confirm"]) {
			const page = await post(browser(cookie, { headers }), path, { name: "Changed", timeZone: "UTC" });
			expect(page.status, path).toBe(403);
			expect(page.text).toContain("did not come from a page of this service");
		}
		expect((await open(browser(cookie), "/settings")).html).toContain(`value="${person.name}"`);
	});

	test("from a page that sends no referrer are ours when the browser says so", async () => {
		const headers = { Origin: "null", "Sec-Fetch-Site": "same-origin" };
		const page = await post(browser(null, { headers }), "/sign-in", { email: "null@example.com" });
		expect(page.text).toContain("Look into your mail");
	});

	test("of another kind or without end are refused, and never break anything", async () => {
		const json = browser(null, { headers: { "Content-Type": "application/json" } });
		expect((await send(json, "POST", "/sign-in", "{}")).status).toBe(400);
		const large = new URLSearchParams({ email: "a".repeat(1_000_000) });
		expect((await send(browser(), "POST", "/sign-in", large)).status).toBe(400);
		const nothing = await send(browser(), "POST", "/sign-in");
		expect(nothing.status).toBe(422);
	});

	test.each([
		["/games/00000000000000000000/moves", "/games/00000000000000000000"],
		["/challenges/0/acceptance", "/challenges/0"],
		["/sign-in/confirm", "/sign-in"],
		["/settings/tokens/revocation", "/settings/tokens"],
		["/sign-out", "/"],
	])("asked for as a page, %s leads to the page it belongs to and does nothing", async (path, target) => {
		const { cookie } = await signUp();
		const answer = await send(browser(cookie), "GET", path);
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, target]);
		expect(answer.headers.get("Set-Cookie")).toBeNull();
	});

	test("that need somebody send a stranger to the sign-in page", async () => {
		for (const path of ["/settings", "/challenges/new"]) {
			const page = await open(browser(), path);
			expect(page.path).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
		}
		const sent = await send(
			browser(),
			"POST",
			"/games/00000000000000000000/moves",
			new URLSearchParams({ move: "wS1" }),
		);
		expect(sent.headers.get("Location")).toBe("/sign-in?next=%2Fgames%2F00000000000000000000%2Fmoves");
	});
});

describe("hostile text", () => {
	const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`;

	test("comes back as text wherever it was typed", async () => {
		const { cookie } = await signUp();
		const pages = [
			await post(browser(), "/sign-in", { email: HOSTILE }),
			await post(browser(cookie), "/challenges/new", { to: "email", email: HOSTILE, message: HOSTILE, rules: HOSTILE }),
			await post(browser(cookie), "/challenges/new", {
				to: "player",
				player: HOSTILE,
				rules: "official",
				time: HOSTILE,
			}),
			await post(browser(cookie), "/settings", { name: HOSTILE, timeZone: HOSTILE }),
			await post(browser(cookie), "/settings/tokens", { token: HOSTILE }),
			await post(browser(cookie), "/settings/tokens", { token: HOSTILE, scopes: "games:read" }),
			await open(browser(), `/sign-in?next=${encodeURIComponent(HOSTILE)}`),
			await open(browser(), `/sign-in?token=${encodeURIComponent(HOSTILE)}`),
			await open(browser(cookie), `/challenges/new?to=player&player=${encodeURIComponent(HOSTILE)}`),
		];
		for (const { html, path, status } of pages) {
			expect(status, path).toBeLessThan(500);
			expect(html, path).not.toContain("<script>alert");
			expect(html, path).not.toContain("<img");
		}
	});

	test("in a message is shown to the other side as it was written, and does nothing", async () => {
		const [ada, bob] = [await signUp(), await signUp()];
		const message = "Shall we <b>play</b> & 'win' \"big\"?";
		const page = await post(browser(ada.cookie), "/challenges/new", {
			to: "player",
			player: bob.name,
			rules: "tournament",
			time: "P3D",
			message,
		});
		const seen = await open(browser(bob.cookie), page.path);
		expect(seen.text).toContain(message);
		expect(seen.html).not.toContain("<b>");
	});

	test("as the place to go on to leads nowhere else", async () => {
		for (const next of [
			"//evil.example",
			"/\\evil.example",
			"https://evil.example",
			"javascript:alert(1)",
			"\t//evil",
		]) {
			const page = await open(browser(), `/sign-in?next=${encodeURIComponent(next)}`);
			expect(page.html).not.toContain('name="next"');
		}
		expect((await open(browser(), "/sign-in?next=/challenges/new")).html).toContain(
			'name="next" value="/challenges/new"',
		);
	});
});

describe("while D1 is away", () => {
	const broken = { prepare: fail, batch: fail } as unknown as D1Database;
	function fail(): never {
		throw new Error("D1_ERROR: Network connection lost.");
	}

	test("the welcome is there, lists say so, and a game can be seen and played by who is signed in", async () => {
		const table = await newGame();
		const without = (cookie: string | null) => browser(cookie, { env: { DB: broken } });
		expect((await open(without(null), "/")).status).toBe(200);
		const home = await open(without(table.white.cookie), "/");
		expect(home.status).toBe(503);
		expect(home.text).toContain("still takes moves");
		const game = await open(without(table.white.cookie), `/games/${table.id}`);
		expect(game.status).toBe(200);
		expect(game.text).toContain("Your move");
		expect(game.text).toContain(table.black.name);
		const sent = await post(without(table.white.cookie), `/games/${table.id}/moves`, { move: "wS1", ply: "0" });
		expect(sent.text).toContain("Move sent: White spider 1 as the first piece.");
		const settings = await open(without(table.white.cookie), "/settings");
		expect(settings.status).toBe(503);
		expect(settings.headers.get("Retry-After")).toBe("60");
		expect((await open(without(table.white.cookie), "/updates?since=0")).status).toBe(503);
	});

	test("who signs out is signed out in this browser, whatever D1 will hear of it", async () => {
		const { cookie } = await signUp();
		const out = await send(browser(cookie, { env: { DB: broken } }), "POST", "/sign-out", new URLSearchParams());
		expect(out.status).toBe(503);
		expect(out.headers.get("Set-Cookie")).toMatch(/^session=; Max-Age=0/);
		expect((await open(browser(cookie), "/settings")).path).toMatch(/^\/sign-in/);
		const another = await signUp();
		const answer = await ask("DELETE", "/v1/session", { as: another, env: { DB: broken } });
		expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([503, expect.stringMatching(/^session=; /)]);
	});
});

test("the origin of the tests is the one they are configured for", () => {
	expect(env.ORIGIN).toBe(ORIGIN);
});
