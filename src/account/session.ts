/**
 * Signed-in browsers. The cookie is a signed token that names a row of `sessions`; it is checked against D1 once an hour,
 * so that a game goes on while D1 is down, and one up to a day old still plays then.
 */
import { jwtVerify, SignJWT } from "jose";
import { liveSession, prolongSession, revokeSession } from "../db/sessions.ts";
import { macText } from "../keys.ts";

export type Session = {
	readonly id: string;
	readonly player: string;
	/** When D1 was last asked, ms. */
	readonly checkedAt: number;
	/** When the browser is signed out by itself, ms. */
	readonly expiresAt: number;
};

export type SessionFault = "bad" | "unavailable";

/** How long a browser stays signed in without being used, ms. */
export const SESSION_LIFE = 90 * 86_400_000;
/** For how long a cookie is trusted without asking D1, ms. */
const FRESH = 3_600_000;
/** For how long while D1 cannot be asked, ms. */
const TRUSTED = 24 * 3_600_000;
const ISSUER = "hivepost";

/**
 * Sessions ended through this isolate: they are over at once here, not only when their hour is. Elsewhere the hour
 * stands. Nothing depends on it being complete, so it may be lost and is kept small.
 */
const ended = new Set<string>();
const MOST_ENDED = 10_000;

/** The cookie's text. */
export async function makeSessionToken(secret: string, session: Session): Promise<string> {
	return new SignJWT({ sid: session.id, chk: session.checkedAt })
		.setProtectedHeader({ alg: "HS256", typ: "JWT" })
		.setIssuer(ISSUER)
		.setAudience("session")
		.setSubject(session.player)
		.setExpirationTime(Math.floor(session.expiresAt / 1000))
		.sign(await signingKey(secret));
}

/** Whose cookie this is by its signature alone; null when it is not ours or has run out. */
export async function readSessionToken(secret: string, token: string, now: number): Promise<Session | null> {
	try {
		const { payload } = await jwtVerify(token, await signingKey(secret), {
			issuer: ISSUER,
			audience: "session",
			algorithms: ["HS256"],
			currentDate: new Date(now),
		});
		const { sid, chk, sub, exp } = payload;
		if (typeof sid !== "string" || typeof chk !== "number" || sub === undefined || exp === undefined) return null;
		return { id: sid, player: sub, checkedAt: chk, expiresAt: exp * 1000 };
	} catch {
		return null;
	}
}

/**
 * Whether a session still holds, asking D1 when its hour is over or when the caller wants to be sure.
 * @returns the session, and `renewed` when the browser shall get a new cookie for it
 */
export async function checkSession(
	db: D1Database,
	session: Session,
	now: number,
	sure: boolean,
): Promise<{ readonly session: Session; readonly renewed: boolean } | SessionFault> {
	if (ended.has(session.id)) return "bad";
	const age = now - session.checkedAt;
	if (age < FRESH && !sure) return { session, renewed: false };
	try {
		const row = await liveSession(db, session.id, now);
		if (!row || row.player !== session.player) return "bad";
		if (age < FRESH) return { session, renewed: false };
		const expiresAt = now + SESSION_LIFE;
		await prolongSession(db, session.id, expiresAt);
		return { session: { ...session, checkedAt: now, expiresAt }, renewed: true };
	} catch {
		return age < TRUSTED && !sure ? { session, renewed: false } : "unavailable";
	}
}

export async function endSession(db: D1Database, session: Session, now: number): Promise<void> {
	endHere(session.id);
	await revokeSession(db, session.id, now);
}

/** A session is over, and its row says so or is gone: this isolate knows it at once. */
export function endHere(id: string): void {
	if (ended.size >= MOST_ENDED) ended.clear();
	ended.add(id);
}

/** The key of the one secret there is: worked out once, since every request asks for it. */
let known: { readonly secret: string; readonly key: Uint8Array } | null = null;

async function signingKey(secret: string): Promise<Uint8Array> {
	if (known?.secret !== secret) {
		known = { secret, key: new TextEncoder().encode(await macText(secret, "session", [], 51)) };
	}
	return known.key;
}
