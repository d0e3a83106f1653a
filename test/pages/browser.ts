/** A browser without scripts, as far as these tests need one: it keeps a cookie, follows links, and sends the forms it is shown. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { makeApp } from "../../src/http/app.ts";
import { mountPages } from "../../src/pages/routes.tsx";

export const ORIGIN = "http://localhost:8787";

export type Page = {
	readonly status: number;
	readonly headers: Headers;
	/** The HTML as it came. */
	readonly html: string;
	/** What is read, blanks run together. */
	readonly text: string;
	/** Path and query it came from, redirects followed. */
	readonly path: string;
};

export type Browsing = {
	/** The session cookie; changes when an answer sets another. */
	cookie: string | null;
	readonly headers: Readonly<Record<string, string>>;
	/** Bindings that differ. */
	readonly env: Partial<Env>;
};

let clock: number | null = null;
const app = makeApp({ now: () => clock ?? Date.now() });
mountPages(app, { mailbox: "/dev/mailbox" });

/** Everything asked from now on is asked at this instant (ms); null: at the real one. */
export function setClock(now: number | null): void {
	clock = now;
}

export function browser(cookie: string | null = null, differently: Partial<Omit<Browsing, "cookie">> = {}): Browsing {
	return { cookie, headers: {}, env: {}, ...differently };
}

/** Asks for a page and follows where it leads. */
export async function open(browsing: Browsing, path: string): Promise<Page> {
	return follow(browsing, await send(browsing, "GET", path), path);
}

/** Sends fields as a form of ours does. */
export async function post(
	browsing: Browsing,
	path: string,
	fields: Readonly<Record<string, string | readonly string[]>>,
): Promise<Page> {
	const body = new URLSearchParams();
	for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
	return follow(browsing, await send(browsing, "POST", path, body), path);
}

/** The same, without following anything. */
export function send(browsing: Browsing, method: string, path: string, body?: BodyInit): Promise<Response> {
	return ask(browsing, method, path, body);
}

/**
 * Fills in and sends a form of a page, with all its hidden fields and what is chosen in it already.
 * @param action how the form's action ends
 */
export async function submit(
	browsing: Browsing,
	page: Page,
	action: string,
	fields: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Page> {
	const form = formOf(page, action);
	return post(browsing, form.action, { ...form.fields, ...fields });
}

export function formOf(page: Page, action: string): { action: string; fields: Record<string, readonly string[]> } {
	for (const [, attributes = "", inside = ""] of page.html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
		const target = decode(/action="([^"]*)"/.exec(attributes)?.[1] ?? "");
		if (!target.endsWith(action)) continue;
		const fields: Record<string, string[]> = {};
		for (const [input] of inside.matchAll(/<input[^>]*>/g)) {
			const name = attribute(input, "name");
			const chosen = !/type="(?:radio|checkbox)"/.test(input) || /\schecked\b/.test(input);
			if (name && chosen) fields[name] = [...(fields[name] ?? []), attribute(input, "value") ?? "on"];
		}
		for (const [, select = "", options = ""] of inside.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
			const name = attribute(select, "name");
			const chosen = /<option[^>]*\sselected[^>]*>/.exec(options)?.[0] ?? /<option[^>]*>/.exec(options)?.[0] ?? "";
			if (name) fields[name] = [attribute(chosen, "value") ?? ""];
		}
		for (const [, area = "", value = ""] of inside.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs)) {
			const name = attribute(area, "name");
			if (name) fields[name] = [decode(value)];
		}
		return { action: target, fields };
	}
	throw new Error(`there is no form for ${action} on ${page.path}: ${page.text.slice(0, 400)}`);
}

/** The data that the table of a page is given. */
export function tableOf(page: Page) {
	return JSON.parse(/data-table-data="">(.*?)<\/script>/s.exec(page.html)?.[1] ?? "null");
}

/** Where the links of a page lead, those in the board included. */
export function linksOf(page: Page): readonly string[] {
	return [...page.html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, href]) => decode(href ?? ""));
}

/** The first link that leads to something like this. */
export function linkTo(page: Page, pattern: RegExp): string {
	const found = linksOf(page).find((href) => pattern.test(href));
	if (found === undefined) throw new Error(`no link like ${pattern} on ${page.path}`);
	return found;
}

async function follow(browsing: Browsing, response: Response, path: string): Promise<Page> {
	let [answer, at] = [response, path];
	for (let hops = 0; answer.status === 303 && hops < 5; hops += 1) {
		at = answer.headers.get("Location") ?? "/";
		answer = await ask(browsing, "GET", at);
	}
	const html = await answer.text();
	const read = html
		.replace(/<(script|style|desc|title)\b.*?<\/\1>/gs, " ")
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
	return { status: answer.status, headers: answer.headers, html, text: decode(read), path: at };
}

async function ask(browsing: Browsing, method: string, path: string, body?: BodyInit): Promise<Response> {
	const url = new URL(path, ORIGIN);
	url.hash = "";
	const headers = new Headers({ Accept: "text/html", ...(method === "GET" ? {} : { Origin: ORIGIN }) });
	for (const [name, value] of Object.entries(browsing.headers)) headers.set(name, value);
	if (browsing.cookie) headers.set("Cookie", `session=${browsing.cookie}`);
	const context = createExecutionContext();
	const request = new Request(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
	const response = await app.fetch(request, { ...env, ...browsing.env }, context);
	const copy = new Response(await response.arrayBuffer(), response);
	await waitOnExecutionContext(context);
	const set = /(?:^|, )session=([^;]*)/.exec(copy.headers.get("Set-Cookie") ?? "")?.[1];
	if (set !== undefined) browsing.cookie = set === "" ? null : set;
	return copy;
}

function attribute(tag: string, name: string): string | null {
	const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
	return value === undefined ? null : decode(value);
}

function decode(text: string): string {
	return text
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&");
}
