/** How every page is answered: who reads it, the headers it carries, forms from our own pages only, errors as pages. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Player, playerById } from "../db/players.ts";
import { readBytes } from "../http/body.ts";
import { recognize } from "../http/caller.ts";
import type { ListPage } from "../http/cursor.ts";
import type { Call, HttpEnv } from "../http/env.ts";
import { askedLocale } from "../http/language.ts";
import { isForeign } from "../http/origin.ts";
import { isOutage } from "../http/problem.ts";
import { isTimeZone } from "../i18n/formats.ts";
import { localeOf } from "../i18n/negotiation.ts";
import { LOOK_COOKIE, parseLook } from "./look.ts";
import { type ErrorKind, ErrorPage, FramedErrorPage } from "./papers.tsx";
import { makeReader, type Reader } from "./reader.ts";

export type PageApp = OpenAPIHono<HttpEnv>;

/** One request for a page. */
export type Visit = {
	readonly c: Call;
	readonly reader: Reader;
	/** The reader's account; null for a spectator, and while D1 cannot be asked. */
	readonly account: Player | null;
	/** Path of the mailbox on this machine, where there is one to look into. */
	readonly mailbox: string | null;
	/** Whether it is for a frame in somebody else's page. */
	readonly framed: boolean;
};

/** One request by somebody who is signed in. */
export type OwnVisit = Visit & { readonly account: Player };

export type Form = { readonly text: (name: string) => string; readonly all: (name: string) => readonly string[] };

const RETRY_SECONDS = "60";

const POLICY = {
	defaultSrc: ["'none'"],
	baseUri: ["'none'"],
	formAction: ["'self'"],
	frameAncestors: ["'none'"],
	imgSrc: ["'self'"],
	connectSrc: ["'self'"],
	manifestSrc: ["'self'"],
	scriptSrc: [NONCE],
	styleSrc: ["'self'"],
	workerSrc: ["'self'"],
};

/** The headers of every page. What makes them is typed for any environment but ours. */
function guardBy(rules: NonNullable<Parameters<typeof secureHeaders>[0]>): MiddlewareHandler<HttpEnv> {
	return secureHeaders({
		// A page that sends no referrer at all sends no Origin with its forms either.
		referrerPolicy: "same-origin",
		// The door sends it where there is https.
		strictTransportSecurity: false,
		// What a page has set itself stands.
		overwrite: false,
		...rules,
	}) as unknown as MiddlewareHandler<HttpEnv>;
}

const guard = guardBy({ contentSecurityPolicy: POLICY, xFrameOptions: "DENY" });

/** For what stands in a frame of anybody's page: there is nothing to press in it and no script to be tricked. */
const frameGuard = guardBy({
	contentSecurityPolicy: {
		defaultSrc: ["'none'"],
		baseUri: ["'none'"],
		formAction: ["'none'"],
		frameAncestors: ["*"],
		imgSrc: ["'self'"],
		styleSrc: ["'self'"],
	},
	xFrameOptions: false,
	crossOriginResourcePolicy: "cross-origin",
});

/** What the pages are told of where they run. */
export type Place = { readonly mailbox: string | null };

export type Care = {
	/**
	 * Ask D1 about the session each time: for what only its owner may see or do. Games go on without. Browsers keep nothing
	 * of it either: whoever comes after them finds no way back.
	 */
	readonly sure?: true;
	/** It is for a frame in somebody else's page. */
	readonly framed?: true;
};

export const SURE = { sure: true } as const satisfies Care;

/** Serves a page. It changes nothing, whoever asks for it and however often. */
export function showPage(
	app: PageApp,
	place: Place,
	path: string,
	show: (visit: Visit) => Promise<Response> | Response,
	care: Care = {},
): void {
	app.get(path, guard, (c) => answered(c, place, care, show));
}

/** Serves a page to frames in other sites' pages: whoever looks, it is a stranger to us. */
export function showElsewhere(
	app: PageApp,
	place: Place,
	path: string,
	show: (visit: Visit) => Promise<Response> | Response,
): void {
	app.get(path, frameGuard, (c) => {
		const bare = new Request(c.req.raw);
		for (const name of ["Cookie", "Authorization"]) bare.headers.delete(name);
		c.req.raw = bare;
		return answered(c, place, { framed: true }, show);
	});
}

/** Serves what a form of ours sends. Who asks for its address as for a page gets the page it belongs to. */
export function takeForm(
	app: PageApp,
	place: Place,
	path: string,
	act: (visit: Visit, form: Form) => Promise<Response> | Response,
	care: Care = {},
): void {
	app.get(path, (c) => c.redirect(c.req.path.replace(/\/[^/]*$/, "") || "/", 303));
	app.post(path, guard, (c) =>
		answered(c, place, care, async (visit) => {
			if (isElsewhere(c)) return fail(visit, 403, "origin");
			const form = await readForm(c);
			return form ? act(visit, form) : fail(visit, 400, "broken-form");
		}),
	);
}

/** Serves a page that is somebody's own (`SURE`): whoever is not signed in does that first, and comes back. */
export function showOwnPage(
	app: PageApp,
	place: Place,
	path: string,
	show: (visit: OwnVisit) => Promise<Response> | Response,
): void {
	showPage(app, place, path, (visit) => asOwner(visit, show), SURE);
}

/** Serves a form of such a page. */
export function takeOwnForm(
	app: PageApp,
	place: Place,
	path: string,
	act: (visit: OwnVisit, form: Form) => Promise<Response> | Response,
): void {
	takeForm(app, place, path, (visit, form) => asOwner(visit, (own) => act(own, form)), SURE);
}

function asOwner(visit: Visit, go: (visit: OwnVisit) => Promise<Response> | Response): Promise<Response> | Response {
	const { account } = visit;
	return account ? go({ ...visit, account }) : needAccount(visit);
}

/** The last resort of browsers: a page for what is not there. Programs go on and get their problem document. */
export function showMissing(app: PageApp, place: Place): void {
	app.get("*", async (c, next) => {
		if (!wantsHtml(c) || /^\/(?:v1|dev)(?:\/|$)/.test(c.req.path)) return next();
		return (
			(await guard(c, async () => {
				c.res = await answered(c, place, {}, (visit) => fail(visit, 404, "missing"));
			})) ?? c.res
		);
	});
}

async function answered(
	c: Call,
	place: Place,
	care: Care,
	show: (visit: Visit) => Promise<Response> | Response,
): Promise<Response> {
	let visit = await visitOf(c, place, care, null, null);
	if (care.sure) c.header("Cache-Control", "no-store");
	try {
		const { id, account } = await recognized(c, care);
		visit = await visitOf(c, place, care, id, account);
		return await show(visit);
	} catch (error) {
		const outage = isOutage(error);
		console.error(
			JSON.stringify({
				level: outage ? "warning" : "error",
				event: outage ? "unavailable" : "exception",
				method: c.req.method,
				path: c.req.path,
				message: error instanceof Error ? error.message : String(error),
				...(outage || !(error instanceof Error) ? {} : { stack: error.stack }),
			}),
		);
		if (!outage) return fail(visit, 500, "broken");
		c.header("Retry-After", RETRY_SECONDS);
		return fail(visit, 503, "later");
	}
}

type Known = { readonly id: string | null; readonly account: Player | null };

/** Who reads; without an account while D1 cannot be asked: then a player is known by id alone. */
async function recognized(c: Call, care: Care): Promise<Known> {
	const caller = await recognize(c, false);
	const id = caller.kind === "spectator" ? null : caller.player;
	const account = id === null ? null : await accountOf(c, id);
	// The cookie outlives an account that has ended: whoever shows it is a stranger.
	if (account === "gone") return { id: null, account: null };
	if (!care.sure || !account) return { id, account };
	return (await recognize(c, true)).kind === "spectator" ? { id: null, account: null } : { id, account };
}

async function accountOf(c: Call, id: string): Promise<Player | "gone" | null> {
	try {
		return (await playerById(c.env.DB, id)) ?? "gone";
	} catch (error) {
		if (isOutage(error)) return null;
		throw error;
	}
}

async function visitOf(c: Call, place: Place, care: Care, id: string | null, account: Player | null): Promise<Visit> {
	const { pathname, search } = new URL(c.req.url);
	const nonce = (c.get("secureHeadersNonce" as never) as string | undefined) ?? "";
	const reader = makeReader({
		player: id === null ? null : { id, name: account?.name ?? null },
		locale: account ? localeOf(account.locale) : askedLocale(c),
		timeZone: zoneOf(c, place, account),
		now: c.var.now,
		look: parseLook(getCookie(c, LOOK_COOKIE)),
		nonce,
		origin: c.env.ORIGIN,
		here: pathname + search,
	});
	return { c, reader, account, mailbox: place.mailbox, framed: care.framed === true };
}

/** The reader's own zone, else where the network says they are; one machine has no network to say so. */
function zoneOf(c: Call, place: Place, account: Player | null): string {
	if (account) return isTimeZone(account.timeZone) ? account.timeZone : "UTC";
	const guess = place.mailbox ? null : (c.req.raw as { readonly cf?: { readonly timezone?: unknown } }).cf?.timezone;
	return typeof guess === "string" && isTimeZone(guess) ? guess : "UTC";
}

/** A page as an answer. */
export function page(
	{ c }: Visit,
	content: JSX.Element,
	status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
	if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "private, no-cache");
	c.header("Vary", "Cookie, Accept-Language", { append: true });
	return c.html(html`<!doctype html>${content}`, status);
}

/** For pages that bear a token: they are kept nowhere, and where they lead learns nothing of it. */
export function keepSecret({ c }: Visit): void {
	c.header("Referrer-Policy", "no-referrer");
	c.header("Cache-Control", "no-store");
}

/** After something was done: look at what has become of it. */
export function goTo({ c }: Visit, path: string): Response {
	c.header("Cache-Control", "no-store");
	return c.redirect(path, 303);
}

/** A page that says what went wrong. */
export function fail(
	visit: Visit,
	status: ContentfulStatusCode,
	kind: ErrorKind,
	detail?: string,
): Response | Promise<Response> {
	visit.c.header("Cache-Control", "no-store");
	if (visit.framed) return page(visit, <FramedErrorPage reader={visit.reader} kind={kind} />, status);
	return page(
		visit,
		<ErrorPage reader={visit.reader} kind={kind} {...(detail === undefined ? {} : { detail })} />,
		status,
	);
}

/** The longest address of ours: that of a whole game on the analysis board, with something to spare. */
const LONGEST_PATH = 5_000;

/** A path of ours to go on to, whatever was asked for: never another site. No address has a backslash or a space. */
export function ownPath(text: string): string | null {
	return /^\/(?![/\\])[!-[\]-~]*$/.test(text) && text.length <= LONGEST_PATH ? text : null;
}

/** The part of a list that the address asks for; a cursor that is none of it begins again. */
export async function askedPart<Row>(
	{ c }: Visit,
	take: (cursor?: string) => Promise<ListPage<Row> | null>,
): Promise<ListPage<Row>> {
	const found = (await take(c.req.query("cursor"))) ?? (await take());
	if (!found) throw new Error("the first page needs no cursor");
	return found;
}

/** For what needs an account: sign in first; and when that has been done, D1 is away. */
export function needAccount(visit: Visit): Response | Promise<Response> {
	if (!visit.reader.player) return signInFirst(visit);
	visit.c.header("Retry-After", RETRY_SECONDS);
	return fail(visit, 503, "later");
}

/** To the sign-in page and back here afterwards; who sent a form comes back to the page it belongs to. */
export function signInFirst(visit: Visit): Response {
	const { pathname, search } = new URL(visit.c.req.url);
	const next = visit.c.req.method === "GET" ? pathname + search : pathname;
	return goTo(visit, `/sign-in?next=${encodeURIComponent(next)}`);
}

/**
 * Whether a form comes from a page that is not ours. Pages that bear a token send no referrer, and then browsers send
 * `Origin: null`: there the browser's own word on the site decides.
 */
function isElsewhere(c: Call): boolean {
	if (c.req.header("Origin") === "null") return c.req.header("Sec-Fetch-Site") !== "same-origin";
	return isForeign(c);
}

function wantsHtml(c: Call): boolean {
	return /\btext\/html\b/i.test(c.req.header("Accept") ?? "");
}

async function readForm(c: Call): Promise<Form | null> {
	const type = c.req.header("Content-Type") ?? "";
	if (type !== "" && !/^application\/x-www-form-urlencoded\b/i.test(type)) return null;
	const bytes = await readBytes(c);
	if (!bytes.ok) return null;
	const fields = new URLSearchParams(new TextDecoder().decode(bytes.value));
	return { text: (name) => fields.get(name)?.trim() ?? "", all: (name) => fields.getAll(name) };
}
