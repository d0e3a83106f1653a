/** API tokens: what they look like, what they may do, whom they act for. */
import { type ApiToken, countTokens, insertToken, liveToken, touchToken } from "../db/tokens.ts";
import { randomText, sha256 } from "../keys.ts";

export const SCOPES = [
	"games:read",
	"games:play",
	"challenges:write",
	"account:read",
	"account:write",
	"webhooks:write",
] as const;

export type Scope = (typeof SCOPES)[number];

export const TOKEN_PATTERN = /^hp_[0-9a-z]{40}$/;

/** How many tokens one player may have. */
export const MOST_TOKENS = 50;
/** How often it is noted that a token is in use, ms. */
const TOUCHED_EVERY = 3_600_000;

/** Makes a token; null when the player has as many as may be. The text is shown now and never again. */
export async function makeToken(
	db: D1Database,
	player: string,
	wish: { readonly name: string; readonly scopes: readonly Scope[]; readonly expiresAt: number | null },
	now: number,
): Promise<{ readonly token: ApiToken; readonly text: string } | null> {
	if ((await countTokens(db, player)) >= MOST_TOKENS) return null;
	const text = `hp_${randomText(40)}`;
	const token = { id: randomText(16), player, ...wish, createdAt: now, lastUsedAt: null };
	await insertToken(db, token, await sha256(text));
	return { token, text };
}

/** The token of this text, when it may still be used. */
export async function findToken(db: D1Database, text: string, now: number): Promise<ApiToken | null> {
	return TOKEN_PATTERN.test(text) ? liveToken(db, await sha256(text), now) : null;
}

/** Notes that it was used; a write of its own that touches nothing else. */
export async function noteUse(db: D1Database, token: ApiToken, now: number): Promise<void> {
	if (token.lastUsedAt !== null && token.lastUsedAt > now - TOUCHED_EVERY) return;
	await touchToken(db, token.id, now, TOUCHED_EVERY);
}
