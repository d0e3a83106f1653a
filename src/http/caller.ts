/** Who asks: a signed-in browser, a program with a token, or anybody. */
import { checkSession, readSessionToken, type Session } from "../account/session.ts";
import { findToken, noteUse, type Scope } from "../account/token.ts";
import { type Player, playerById } from "../db/players.ts";
import { giveCookie, readCookie } from "./cookie.ts";
import type { Call, Caller } from "./env.ts";
import { isForeign } from "./origin.ts";
import { type Occurrence, type ProblemCode, problem } from "./problem.ts";

/** What a call asks of its caller. */
export type Access = {
	/**
	 * `nobody`: credentials are not looked at. `anyone`: who has credentials is known by them. `player`: they are needed.
	 * `player-or-key`: they, or a turn key in the body.
	 */
	readonly who: "nobody" | "anyone" | "player" | "player-or-key";
	/** What a token must be allowed to. */
	readonly scope?: Scope;
	/** No token at all. */
	readonly cookieOnly?: true;
	/** Ask D1 about the session each time: where D1 is needed anyway. Games go on without. */
	readonly sure?: true;
};

const SPECTATOR: Caller = { kind: "spectator" };

/** Finds out who asks and whether they may; the answer when they may not. */
export async function authenticate(c: Call, access: Access): Promise<Response | null> {
	c.set("caller", SPECTATOR);
	const found = await findCaller(c, access);
	if ("code" in found) return problem(c, found.code, found.occurrence);
	c.set("caller", found);
	return null;
}

/** For pages: whoever it is; a cookie that is no good counts as none, and nothing is refused. */
export async function recognize(c: Call, sure: boolean): Promise<Caller> {
	const cookie = readCookie(c);
	const caller = cookie === undefined ? SPECTATOR : await callerOfCookie(c, cookie, sure);
	c.set("caller", "code" in caller ? SPECTATOR : caller);
	return c.var.caller;
}

/** The caller's account. Null when it is gone, or for a spectator. */
export async function accountOf(c: Call): Promise<Player | null> {
	const { caller } = c.var;
	return caller.kind === "spectator" ? null : playerById(c.env.DB, caller.player);
}

type Refusal = { readonly code: ProblemCode; readonly occurrence?: Occurrence };

async function findCaller(c: Call, access: Access): Promise<Caller | Refusal> {
	const cookie = readCookie(c);
	const writes = c.req.method !== "GET" && c.req.method !== "HEAD";
	if (writes && (cookie !== undefined || access.who === "nobody") && isForeign(c))
		return { code: "ERR_FOREIGN_ORIGIN" };
	const authorization = c.req.header("Authorization");
	if (access.who === "nobody") {
		return access.cookieOnly && authorization !== undefined ? { code: "ERR_COOKIE_ONLY" } : SPECTATOR;
	}
	if (authorization !== undefined) return callerOfHeader(c, authorization, access);
	if (cookie !== undefined) return callerOfCookie(c, cookie, access.sure === true);
	return access.who === "player" ? { code: "ERR_UNAUTHENTICATED" } : SPECTATOR;
}

async function callerOfHeader(c: Call, authorization: string, access: Access): Promise<Caller | Refusal> {
	const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
	const token = text === undefined ? null : await findToken(c.env.DB, text, c.var.now);
	if (!token) return refused("ERR_UNAUTHENTICATED", "The token is wrong, revoked, or has expired.", "invalid_token");
	if (access.cookieOnly) return { code: "ERR_COOKIE_ONLY" };
	if (access.scope && !token.scopes.includes(access.scope)) {
		return refused(
			"ERR_SCOPE",
			`The token lacks the scope ${access.scope}.`,
			`insufficient_scope", scope="${access.scope}`,
		);
	}
	c.executionCtx.waitUntil(noteUse(c.env.DB, token, c.var.now).catch(() => {}));
	return { kind: "token", player: token.player, token };
}

async function callerOfCookie(c: Call, cookie: string, sure: boolean): Promise<Caller | Refusal> {
	const claimed = await readSessionToken(c.env.SECRET, cookie, c.var.now);
	if (!claimed) return endedSession();
	const checked = await checkSession(c.env.DB, claimed, c.var.now, sure);
	if (checked === "bad") return endedSession();
	if (checked === "unavailable") return { code: "ERR_UNAVAILABLE" };
	if (checked.renewed) await giveCookie(c, checked.session);
	return asCaller(checked.session);
}

function asCaller(session: Session): Caller {
	return { kind: "session", player: session.player, session };
}

function endedSession(): Refusal {
	return { code: "ERR_UNAUTHENTICATED", occurrence: { detail: "The session has ended: sign in again." } };
}

function refused(code: ProblemCode, detail: string, error: string): Refusal {
	return {
		code,
		occurrence: { detail, headers: { "WWW-Authenticate": `Bearer realm="hivepost", error="${error}"` } },
	};
}
