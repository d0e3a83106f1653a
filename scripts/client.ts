/** A small client of the HTTP contract, as a bot would write one: a session cookie, an API token, or nothing. */
import type { GameView } from "../src/match/view.ts";

/** Who asks: a signed-in browser, a program with a token, or a stranger. */
export type Credentials = { readonly cookie: string } | { readonly token: string } | null;

export type Answer<T = unknown> = {
	/** What was asked, for messages. */
	readonly asked: string;
	readonly status: number;
	readonly headers: Headers;
	/** The parsed JSON, or the text of anything else; null where there was no body. */
	readonly body: T;
};

export type Asking = {
	readonly as?: Credentials;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** Longest wait for the answer, ms. */
	readonly patience?: number;
};

/** A player as others see one. */
export type PlayerJson = { readonly id: string; readonly name: string };

/** `GET /v1/games/{id}`: the view with the players' names and the service's clock. */
export type GameJson = Omit<GameView, "white" | "black"> & {
	readonly white: GameView["white"] & { readonly player: PlayerJson };
	readonly black: GameView["black"] & { readonly player: PlayerJson };
	readonly serverNow: string;
};

/** An event of a game as the API tells it; the fields depend on the type. */
export type EventJson = {
	readonly seq: number;
	readonly at: string;
	readonly type: "created" | "moved" | "passed" | "credited" | "cancelled" | "ended";
	readonly side?: "white" | "black";
	readonly ply?: number;
	readonly move?: string;
	readonly result?: GameView["result"];
};

export type List<T> = { readonly items: readonly T[]; readonly next: string | null };

/** Asks once. A refusal is an answer; only a connection that fails throws. */
export async function ask<T = unknown>(
	origin: string,
	method: string,
	path: string,
	asking: Asking = {},
): Promise<Answer<T>> {
	const headers = new Headers({ accept: "application/json", ...asking.headers });
	if (asking.as && "cookie" in asking.as) headers.set("cookie", asking.as.cookie);
	if (asking.as && "token" in asking.as) headers.set("authorization", `Bearer ${asking.as.token}`);
	const init: RequestInit = {
		method,
		headers,
		redirect: "manual",
		signal: AbortSignal.timeout(asking.patience ?? 30_000),
	};
	if (asking.body !== undefined) {
		headers.set("content-type", "application/json");
		init.body = JSON.stringify(asking.body);
	}
	const response = await fetch(new URL(path, origin), init);
	const text = await response.text();
	const json = /\bjson\b/.test(response.headers.get("content-type") ?? "");
	const body = text === "" ? null : json ? JSON.parse(text) : text;
	return { asked: `${method} ${path}`, status: response.status, headers: response.headers, body: body as T };
}

/**
 * Asks for something that must be there.
 * @throws for any status but 200
 */
export async function get<T = unknown>(origin: string, path: string, asking: Asking = {}): Promise<T> {
	return demand(await ask<T>(origin, "GET", path, asking), 200).body;
}

/**
 * The answer, when its status is one of those wanted.
 * @throws for any other, saying what was asked and what came
 */
export function demand<T>(answer: Answer<T>, ...wanted: readonly number[]): Answer<T> {
	if (wanted.includes(answer.status)) return answer;
	const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
	throw new Error(`${answer.asked} answered ${answer.status}, not ${wanted.join(" or ")}: ${body.slice(0, 400)}`);
}

/** Every item of a list, page by page. */
export async function getAll<T>(origin: string, path: string, asking: Asking = {}): Promise<readonly T[]> {
	const items: T[] = [];
	const page = new URL(path, origin);
	for (;;) {
		const list = await get<List<T>>(origin, page.pathname + page.search, asking);
		items.push(...list.items);
		if (list.next === null) return items;
		page.searchParams.set("cursor", list.next);
	}
}

/** All events of a game, whatever the size of a page: asked for by `after`, as a client that resumes would. */
export async function getEvents(origin: string, game: string, asking: Asking = {}): Promise<readonly EventJson[]> {
	const events: EventJson[] = [];
	for (;;) {
		const after = events.at(-1)?.seq ?? 0;
		const { items } = await get<List<EventJson>>(origin, `/v1/games/${game}/events?after=${after}`, asking);
		if (items.length === 0) return events;
		events.push(...items);
	}
}
