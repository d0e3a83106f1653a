/** The session cookie: `__Host-session` where there is https, `session` on plain-http localhost. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { makeSessionToken, type Session } from "../account/session.ts";
import type { Call } from "./env.ts";

export function readCookie(c: Call): string | undefined {
	return getCookie(c, cookieName(c));
}

export async function giveCookie(c: Call, session: Session): Promise<void> {
	setCookie(c, cookieName(c), await makeSessionToken(c.env.SECRET, session), {
		...attributes(c),
		maxAge: Math.max(0, Math.floor((session.expiresAt - c.var.now) / 1000)),
	});
}

/** Signs this browser out; and the way back in it leads to nothing that was theirs. */
export function clearCookie(c: Call): void {
	deleteCookie(c, cookieName(c), attributes(c));
	c.header("Clear-Site-Data", '"cache"');
}

function cookieName(c: Call): string {
	return isSecure(c) ? "__Host-session" : "session";
}

function attributes(c: Call): { path: string; httpOnly: boolean; secure: boolean; sameSite: "Lax" } {
	return { path: "/", httpOnly: true, secure: isSecure(c), sameSite: "Lax" };
}

function isSecure(c: Call): boolean {
	return c.env.ORIGIN.startsWith("https:");
}
