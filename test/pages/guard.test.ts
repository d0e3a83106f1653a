/** What protects every page, asked of every route there is: none can be added that goes without. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { makeApp } from "../../src/http/app.ts";
import { mountPages } from "../../src/pages/routes.tsx";
import { newGame, playAll, type Table } from "../http/client.ts";
import { ORIGIN } from "./browser.ts";

const app = makeApp({ now: Date.now });
const api = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
mountPages(app);

/** The routes that the pages have added, pictures aside: they are dear to draw, and nothing runs in them. */
const pages = app.routes.filter(({ method, path }) => !api.has(`${method} ${path}`) && !/\*|\.(?:png|ico)$/.test(path));
const paths = (method: string) =>
	[...new Set(pages.filter((one) => one.method === method).map(({ path }) => path))].sort();

let table: Table | null = null;

async function someTable(): Promise<Table> {
	if (!table) {
		table = await newGame();
		await playAll(table, ["wS1", "bG1 wS1-"]);
	}
	return table;
}

/** An address of the route: of a game where it is about one. */
const addressOf = (path: string, { id, white }: Table): string =>
	path
		.replace(":name", path.startsWith("/lists") ? "turn" : white.name)
		.replace(":id", path.startsWith("/rules") ? "colmeia" : id)
		.replaceAll(/:\w+/g, "1");

async function ask(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
	const context = createExecutionContext();
	const form = { "Content-Type": "application/x-www-form-urlencoded" };
	const body = method === "POST" ? { body: "a=1", headers: { ...form, ...headers } } : { headers };
	const response = await app.fetch(
		new Request(new URL(path, ORIGIN), { method, ...body, redirect: "manual" }),
		env,
		context,
	);
	const copy = new Response(await response.arrayBuffer(), response);
	await waitOnExecutionContext(context);
	return copy;
}

describe("every page", () => {
	test("there are some", () => {
		expect(paths("GET").length).toBeGreaterThan(30);
		expect(paths("POST").length).toBeGreaterThan(20);
	});

	test.each(paths("GET"))("%s lets nothing in from elsewhere, nor itself into a frame of others", async (path) => {
		const table = await someTable();
		const cookie = `session=${table.white.cookie}`;
		for (const headers of [{ Accept: "text/html" }, { Accept: "text/html", Cookie: cookie }]) {
			const answer = await ask("GET", addressOf(path, table), headers);
			expect(answer.status).toBeLessThan(500);
			expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
			if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
			const policy = answer.headers.get("Content-Security-Policy") ?? "";
			expect(policy).toMatch(/default-src 'none'/);
			expect(policy).toMatch(/base-uri 'none'/);
			expect(policy).not.toMatch(/unsafe-|https?:|data:/);
			const embedded = path.startsWith("/embed/");
			expect(policy).toContain(embedded ? "frame-ancestors *" : "frame-ancestors 'none'");
			expect(policy.includes("*")).toBe(embedded);
			const html = await answer.text();
			const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
			for (const [, attributes = ""] of html.matchAll(/<script([^>]*)>/g)) {
				expect(attributes).toMatch(
					new RegExp(`nonce="${nonce?.replaceAll(/[+/=]/g, "\\$&")}"|type="application/json"`),
				);
			}
			expect(html).not.toMatch(/\sstyle="|<style|\son[a-z]+="|javascript:/);
			expect(html).not.toMatch(/<(?:script|link(?! rel="canonical")|img|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//);
		}
	});
});

describe("every form", () => {
	const FOREIGN = [
		{ Origin: "https://evil.example" },
		{ "Sec-Fetch-Site": "cross-site" },
		{ Origin: "null", "Sec-Fetch-Site": "same-site" },
	];

	test.each(paths("POST").filter((path) => !path.includes(":")))(
		"%s, asked for as a page after signing in, leads to a page that is there",
		async (path) => {
			const table = await someTable();
			const headers = { Accept: "text/html", Cookie: `session=${table.white.cookie}` };
			let answer = await ask("GET", path, headers);
			for (let hops = 0; hops < 3 && answer.status === 303; hops += 1) {
				answer = await ask("GET", answer.headers.get("Location") ?? "", headers);
			}
			expect(answer.status).toBe(200);
		},
	);

	test.each(paths("POST"))("%s is refused when it comes from elsewhere", async (path) => {
		const table = await someTable();
		for (const foreign of FOREIGN) {
			const headers = { Accept: "text/html", Cookie: `session=${table.white.cookie}`, ...foreign };
			const answer = await ask("POST", addressOf(path, table), headers);
			expect(answer.status).toBe(403);
			expect(await answer.text()).toContain("did not come from a page of this service");
		}
	});
});
