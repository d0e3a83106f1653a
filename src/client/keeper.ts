/**
 * What stays when the pages are closed (a service worker): the last pages without a connection, and notices on the
 * device. It answers for the pages and what they are made of alone; moves, and all of the API, go straight to the server.
 */
import {
	forgetOthers,
	importsOf,
	isKept,
	langOf,
	MOST_PAGES,
	markKept,
	OFFLINE_PATH,
	PAGES,
	readerOf,
	SHELL,
	stemOf,
} from "./kept-pages.ts";
import type { FetchEvent, ServiceScope } from "./service-scope.ts";

declare const self: ServiceScope;

const { shell, version } = self.HIVEPOST;
const SHELL_NOW = SHELL + version;
/** How long a page may take before the kept one is shown in its place, ms. */
const PATIENCE = 6_000;
/** When a kept page was fetched, ms. */
const KEPT_AT = "X-Kept-At";

self.addEventListener("install", (event) => {
	event.waitUntil(
		(async () => {
			const cache = await caches.open(SHELL_NOW);
			await cache.addAll(shell);
			await keepOfflinePage();
			await self.skipWaiting();
		})(),
	);
});

self.addEventListener("activate", (event) => {
	event.waitUntil(
		(async () => {
			// Pages that lie open, and those that are kept, ask for programs of the version before this one.
			const old = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== SHELL_NOW);
			for (const name of old.slice(0, -1)) await caches.delete(name);
			await self.clients.claim();
		})(),
	);
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || url.origin !== self.location.origin) return;
	if (request.mode === "navigate") event.respondWith(answerPage(event, url));
	// Named by what is in it: what was once fetched is right for ever.
	else if (url.pathname.startsWith("/assets/")) event.respondWith(answerAsset(event, url));
});

/** What a page had fetched before we were there, and the page itself: the first one is looked at again as well. */
self.addEventListener("message", (event) => {
	const { data } = event;
	if (!Array.isArray(data)) return;
	const paths = data.filter((one): one is string => typeof one === "string" && /^\/(?!\/)/.test(one));
	event.waitUntil(
		(async () => {
			await keepAssets(paths.filter((path) => /^\/assets\/[\w.-]+$/.test(path)));
			for (const path of paths) await keepFirst(new URL(path, self.location.origin));
		})(),
	);
});

async function keepFirst(url: URL): Promise<void> {
	if (!isKept(url) || (await keptPage(url))) return;
	const answer = await fetch(url, { credentials: "same-origin", headers: { Accept: "text/html" } }).catch(() => null);
	if (answer && isPage(answer)) await keepPage(url, answer);
}

async function answerAsset(event: FetchEvent, { pathname }: URL): Promise<Response> {
	const kept = await caches.match(pathname);
	if (kept) return kept;
	try {
		const answer = await fetch(event.request);
		if (answer.ok) event.waitUntil(keepAsset(pathname, answer.clone()));
		return answer;
	} catch {
		// A page of long ago: what has taken the place of its style is better than none.
		const kin = shell.find((path) => stemOf(path) === stemOf(pathname));
		return (kin === undefined ? undefined : await caches.match(kin)) ?? Response.error();
	}
}

async function keepAssets(paths: readonly string[]): Promise<void> {
	for (const path of paths) {
		if (await caches.match(path)) continue;
		const answer = await fetch(path).catch(() => null);
		if (answer?.ok) await keepAsset(path, answer);
	}
}

/** And with a program all that it may yet ask for. */
async function keepAsset(path: string, answer: Response): Promise<void> {
	const text = await answer.text();
	await (await caches.open(SHELL_NOW)).put(path, new Response(text, { headers: answer.headers }));
	if (path.endsWith(".js")) await keepAssets(importsOf(text));
}

/** The server first; what is kept when it cannot be reached, and says so of itself. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
	const asked = fetch(event.request);
	try {
		const kept = await keptPage(url);
		const answer = await (kept ? Promise.race([asked, failAfter(PATIENCE)]) : asked);
		if (isPage(answer)) event.waitUntil(keepPage(url, answer.clone()));
		return answer;
	} catch {
		// Late or lost: nobody waits for it any more, but for the next time it is good.
		event.waitUntil(
			asked.then((late) => (isPage(late) ? keepPage(url, late, "late") : undefined)).catch(() => undefined),
		);
		return (await keptPage(url)) ?? (await offlinePage()) ?? Response.error();
	}
}

const isPage = (answer: Response): boolean =>
	answer.ok && answer.type === "basic" && (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

/**
 * Keeps a page where that may be, and minds who reads and in which language from what the page says itself.
 * @param late it was shown to nobody: whoever it is for may have signed out since
 */
async function keepPage(url: URL, answer: Response, late?: "late"): Promise<void> {
	const html = await answer.text();
	const by = readerOf(html);
	if (!by || (late && !(await caches.has(PAGES + by.reader)))) return;
	await forgetOthers(caches, by.reader);
	const offline = await offlinePage();
	if (langOf((await offline?.text()) ?? "") !== by.lang) await keepOfflinePage().catch(() => undefined);
	if (!isKept(url) || /no-store/.test(answer.headers.get("Cache-Control") ?? "")) return;
	const cache = await caches.open(PAGES + by.reader);
	const headers = new Headers(answer.headers);
	headers.set(KEPT_AT, String(Date.now()));
	headers.delete("Content-Length");
	await cache.delete(url.pathname);
	await cache.put(url.pathname, new Response(html, { headers }));
	// In the order of keeping, the oldest first.
	const all = await cache.keys();
	for (const old of all.slice(0, Math.max(0, all.length - MOST_PAGES))) await cache.delete(old);
}

/** The page of this path as it was last seen, whatever ply or step of it was asked for. */
async function keptPage({ pathname }: URL): Promise<Response | null> {
	for (const name of await caches.keys()) {
		if (!name.startsWith(PAGES)) continue;
		const kept = await (await caches.open(name)).match(pathname);
		if (!kept) continue;
		const html = markKept(await kept.text(), Number(kept.headers.get(KEPT_AT)));
		return new Response(html, { headers: kept.headers });
	}
	return null;
}

/** That of this version: one before it may be in another language. */
async function offlinePage(): Promise<Response | undefined> {
	return (await caches.open(SHELL_NOW)).match(OFFLINE_PATH);
}

/** In the language that its reader has at the moment. */
async function keepOfflinePage(): Promise<void> {
	const answer = await fetch(OFFLINE_PATH, { credentials: "same-origin", cache: "no-store" });
	if (isPage(answer)) await (await caches.open(SHELL_NOW)).put(OFFLINE_PATH, answer);
}

function failAfter(ms: number): Promise<never> {
	return new Promise((_, fail) => setTimeout(() => fail(new Error("too late")), ms));
}

type Notice = { readonly title: string; readonly body: string; readonly url: string; readonly tag: string };

self.addEventListener("push", (event) => {
	// Encrypted for this device: nobody but the service can have written it.
	const notice = event.data?.json() as Partial<Notice> | undefined;
	if (!notice || typeof notice.title !== "string") return;
	event.waitUntil(show(notice as Partial<Notice> & { readonly title: string }));
});

async function show({
	body = "",
	tag = "",
	title,
	url = "/",
}: Partial<Notice> & { readonly title: string }): Promise<void> {
	const offline = (await (await offlinePage())?.text()) ?? "";
	const lang = langOf(offline) ?? "";
	const open = /\bdata-open="([^"<>&]*)"/.exec(offline)?.[1];
	await self.registration.showNotification(title, {
		body,
		lang,
		icon: "/icons/any-192.png",
		data: url,
		...(tag === "" ? {} : { tag }),
		...(open === undefined ? {} : { actions: [{ action: "open", title: open }] }),
	});
}

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	event.waitUntil(go(String(event.notification.data ?? "/")));
});

/** To the page where it is open already, else in a window of ours, else in a new one. */
async function go(address: string): Promise<void> {
	const target = new URL(address, self.location.origin);
	// Only ever to ourselves, under whatever name we are open here.
	const url = new URL(target.pathname + target.search + target.hash, self.location.origin).href;
	const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
	const there = windows.find((one) => new URL(one.url).pathname === target.pathname);
	if (there) {
		await there.focus();
		return;
	}
	await self.clients.openWindow(url);
}

/** A push service has changed the device's address: the old one is of no use any more. */
self.addEventListener("pushsubscriptionchange", (event) => {
	event.waitUntil(
		(async () => {
			const { newSubscription, oldSubscription } = event;
			const device = newSubscription ?? (await subscribeAgain(oldSubscription));
			if (device) await send("POST", device.toJSON());
			if (oldSubscription) await send("DELETE", { endpoint: oldSubscription.endpoint });
		})(),
	);
});

async function subscribeAgain(old: PushSubscription | null): Promise<PushSubscription | null> {
	const key = old?.options.applicationServerKey;
	if (!key) return null;
	return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function send(method: "POST" | "DELETE", body: unknown): Promise<Response> {
	return fetch("/v1/me/push-subscriptions", {
		method,
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
}
