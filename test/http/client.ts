/** How the HTTP tests ask: through the application with real bindings, as a browser, a program or a stranger. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { makeSessionToken } from "../../src/account/session.ts";
import { openSession, signInCode } from "../../src/account/sign-in.ts";
import type { Env } from "../../src/env.ts";
import { makeApp } from "../../src/http/app.ts";
import { randomText } from "../../src/keys.ts";
import { checkAnswer } from "./conformance.ts";

export const ORIGIN = "http://localhost:8787";

export type Person = { readonly id: string; readonly name: string; readonly email: string; readonly cookie: string };

export type Asking = {
	/** Who asks: a person by cookie, a token, or nobody. */
	readonly as?: Person | string | null;
	/** Sent as JSON. */
	readonly body?: unknown;
	/** Sent as it is, with `Content-Type` from `headers`. */
	readonly raw?: BodyInit;
	readonly headers?: Readonly<Record<string, string>>;
	/** The clock of the application, ms; absent: the real one. */
	readonly now?: number;
	/** Bindings that differ. */
	readonly env?: Partial<Env>;
};

export type Answer = {
	readonly status: number;
	readonly headers: Headers;
	/** The parsed JSON, or the text of anything else. */
	// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is judged by the tests and by the document.
	readonly body: any;
	readonly text: string;
	readonly bytes: Uint8Array;
};

let clock: number | null = null;
const app = makeApp({ now: () => clock ?? Date.now() });

/** Asks once, and holds the answer against the OpenAPI document. */
export async function ask(method: string, path: string, asking: Asking = {}): Promise<Answer> {
	const headers = new Headers(asking.headers);
	if (typeof asking.as === "string") headers.set("Authorization", `Bearer ${asking.as}`);
	else if (asking.as) headers.set("Cookie", `session=${asking.as.cookie}`);
	const init: RequestInit = { method, headers };
	if (asking.body !== undefined) {
		headers.set("Content-Type", "application/json");
		init.body = JSON.stringify(asking.body);
	} else if (asking.raw !== undefined) {
		init.body = asking.raw;
	}
	const context = createExecutionContext();
	// The application looks at the clock first of all, before anybody else can come between.
	clock = asking.now ?? null;
	const response = await app.fetch(new Request(new URL(path, ORIGIN), init), { ...env, ...asking.env }, context);
	const bytes = new Uint8Array(await response.arrayBuffer());
	const text = new TextDecoder().decode(bytes);
	await waitOnExecutionContext(context);
	const type = response.headers.get("Content-Type") ?? "";
	const body = /\bjson\b/.test(type) && text !== "" ? JSON.parse(text) : text;
	const answer = { status: response.status, headers: response.headers, body, text, bytes };
	checkAnswer(method, new URL(path, ORIGIN).pathname, answer);
	return answer;
}

let people = 0;

/** Somebody new, signed in: as after a confirmation, without the mail. */
export async function signUp(): Promise<Person> {
	people += 1;
	const now = Date.now();
	const email = `person${people}.${randomText(6)}@example.com`;
	const newcomer = { name: null, locale: "en", timeZone: "UTC" };
	const signedIn = await openSession(env.DB, { email, id: `test-${randomText(12)}`, newcomer, now, also: [] });
	if (!signedIn.ok) throw new Error(signedIn.error);
	const { player, session } = signedIn.value;
	return { id: player.id, name: player.name, email, cookie: await makeSessionToken(env.SECRET, session) };
}

/** Signs in by code; makes the account on first use. */
export async function signIn(email: string, name?: string, now?: number): Promise<Person> {
	const time = now === undefined ? {} : { now };
	expect((await ask("POST", "/v1/session", { body: { email }, ...time })).status).toBe(202);
	const body = { email, code: await codeFor(email), ...(name === undefined ? {} : { name }) };
	const confirmed = await ask("POST", "/v1/session/confirm", { body, ...time });
	expect(confirmed.body).toMatchObject({ player: { name: expect.any(String) } });
	return { ...confirmed.body.player, email, cookie: cookieOf(confirmed) };
}

/** The id of the newest request to sign in of an address. */
export async function signInIdFor(email: string): Promise<string> {
	const found = await env.DB.prepare("SELECT id FROM sign_ins WHERE email = ? ORDER BY created_at DESC LIMIT 1")
		.bind(email)
		.first<{ id: string }>();
	if (!found) throw new Error(`nobody asked to sign ${email} in`);
	return found.id;
}

export async function codeFor(email: string): Promise<string> {
	return signInCode(env.SECRET, await signInIdFor(email));
}

/** The session cookie that an answer sets. */
export function cookieOf(answer: Pick<Answer, "headers">): string {
	const text = /(?:^|, )session=([^;]*)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1];
	if (text === undefined) throw new Error("the answer sets no session cookie");
	return text;
}

export const TERMS = { rules: "tournament", timeControl: { perMove: "P3D" } };

export type Table = { readonly id: string; readonly white: Person; readonly black: Person };

/** A game between two new people, the first one White. */
export async function newGame(terms: Readonly<Record<string, unknown>> = {}): Promise<Table> {
	const [white, black] = [await signUp(), await signUp()];
	const body = { ...TERMS, to: { player: black.name }, seat: "white", ...terms };
	const challenge = await ask("POST", "/v1/challenges", { as: white, body });
	expect(challenge.status).toBe(201);
	const game = await ask("POST", `/v1/challenges/${challenge.body.id}/acceptance`, { as: black });
	expect(game.status).toBe(201);
	// Where the seats are drawn, the coin decides.
	return game.body.white.player.id === white.id
		? { id: game.body.id, white, black }
		: { id: game.body.id, white: black, black: white };
}

/** Plays moves in turn, White first. */
export async function playAll(table: Table, moves: readonly string[]): Promise<Answer> {
	let last: Answer | null = null;
	for (const move of moves) {
		const game = await ask("GET", `/v1/games/${table.id}`);
		const as = game.body.toMove === "white" ? table.white : table.black;
		last = await ask("POST", `/v1/games/${table.id}/moves`, { as, body: { move, ply: game.body.ply } });
		expect(last.status).toBe(201);
	}
	if (!last) throw new Error("no move was played");
	return last;
}

/** A token with these scopes. */
export async function tokenOf(person: Person, ...scopes: readonly string[]): Promise<string> {
	const made = await ask("POST", "/v1/me/tokens", { as: person, body: { name: "test", scopes } });
	expect(made.status).toBe(201);
	return made.body.token as string;
}
