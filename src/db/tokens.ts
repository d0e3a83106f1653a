/** The `api_tokens` table: programs that act for a player. Only a hash of each token is kept. */

export type ApiToken = {
	readonly id: string;
	readonly player: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly createdAt: number;
	readonly expiresAt: number | null;
	readonly lastUsedAt: number | null;
};

type Row = Omit<ApiToken, "scopes"> & { readonly scopes: string };

const COLUMNS = `api_tokens.id, api_tokens.player, api_tokens.name, api_tokens.scopes, api_tokens.created_at AS createdAt,
	api_tokens.expires_at AS expiresAt, api_tokens.last_used_at AS lastUsedAt`;

export async function insertToken(db: D1Database, token: ApiToken, hash: string): Promise<void> {
	await db
		.prepare(
			`INSERT INTO api_tokens (id, player, name, scopes, hash, created_at, expires_at)
			 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
		)
		.bind(token.id, token.player, token.name, JSON.stringify(token.scopes), hash, token.createdAt, token.expiresAt)
		.run();
}

/** The token with this hash, when it may still be used and its player still exists. */
export async function liveToken(db: D1Database, hash: string, now: number): Promise<ApiToken | null> {
	const row = await db
		.prepare(
			`SELECT ${COLUMNS} FROM api_tokens JOIN players ON players.id = api_tokens.player
			 WHERE api_tokens.hash = ?1 AND (api_tokens.expires_at IS NULL OR api_tokens.expires_at > ?2)`,
		)
		.bind(hash, now)
		.first<Row>();
	return row && read(row);
}

/** A player's tokens, newest first; one more than `limit` tells that there are more. */
export async function tokensOf(
	db: D1Database,
	player: string,
	after: { readonly at: number; readonly id: string } | null,
	limit: number,
): Promise<readonly ApiToken[]> {
	const { results } = await db
		.prepare(
			`SELECT ${COLUMNS} FROM api_tokens
			 WHERE player = ?1 AND (?2 IS NULL OR (created_at, id) < (?2, ?3))
			 ORDER BY created_at DESC, id DESC LIMIT ?4`,
		)
		.bind(player, after?.at ?? null, after?.id ?? null, limit)
		.all<Row>();
	return results.map(read);
}

export async function countTokens(db: D1Database, player: string): Promise<number> {
	const row = await db
		.prepare(`SELECT COUNT(*) AS count FROM api_tokens WHERE player = ?1`)
		.bind(player)
		.first<{ count: number }>();
	return row?.count ?? 0;
}

/** Revokes a token of this player; false when there is none. */
export async function deleteToken(db: D1Database, player: string, id: string): Promise<boolean> {
	const { meta } = await db.prepare(`DELETE FROM api_tokens WHERE id = ?1 AND player = ?2`).bind(id, player).run();
	return meta.changes > 0;
}

/** Notes that a token is in use, at most once in `every` milliseconds; touches nothing else. */
export async function touchToken(db: D1Database, id: string, now: number, every: number): Promise<void> {
	await db
		.prepare(
			`UPDATE api_tokens SET last_used_at = ?2 WHERE id = ?1 AND (last_used_at IS NULL OR last_used_at <= ?2 - ?3)`,
		)
		.bind(id, now, every)
		.run();
}

function read(row: Row): ApiToken {
	return { ...row, scopes: JSON.parse(row.scopes) as readonly string[] };
}
