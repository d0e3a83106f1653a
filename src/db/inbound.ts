/** The `reply_keys` and `inbound` tables: what a reply address stands for, and which replies have been dealt with. */

/** What a mail to a reply address may do: make a move (and all that goes with a turn), or confirm the one thing. */
export type ReplyPurpose = "move" | "resign" | "draw";

export type ReplyKey = {
	readonly purpose: ReplyPurpose;
	readonly game: string;
	readonly player: string;
	/** Half-moves played when it was made: it is about that position. */
	readonly ply: number;
};

/** Writes down what a key is good for, by its hash; offered again it lives longer. */
export async function rememberReplyKey(db: D1Database, hash: string, key: ReplyKey, now: number): Promise<void> {
	await db
		.prepare(
			`INSERT INTO reply_keys (hash, purpose, game, player, ply, offered_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
			 ON CONFLICT (hash) DO UPDATE SET offered_at = MAX(offered_at, excluded.offered_at)`,
		)
		.bind(hash, key.purpose, key.game, key.player, key.ply, now)
		.run();
}

/** What a key is good for; null for one that no mail of ours has borne. */
export async function replyKeyByHash(db: D1Database, hash: string): Promise<ReplyKey | null> {
	return db.prepare(`SELECT purpose, game, player, ply FROM reply_keys WHERE hash = ?1`).bind(hash).first<ReplyKey>();
}

/** What came of a message to this key; null where it has not been dealt with. */
export async function inboundOutcome(db: D1Database, keyHash: string, messageHash: string): Promise<string | null> {
	return db
		.prepare(`SELECT outcome FROM inbound WHERE key_hash = ?1 AND message_hash = ?2`)
		.bind(keyHash, messageHash)
		.first<string>("outcome");
}

/** Notes that a message has been dealt with. A statement, so that it travels with the answer. */
export function noteInbound(
	db: D1Database,
	keyHash: string,
	messageHash: string,
	outcome: string,
	now: number,
): D1PreparedStatement {
	return db
		.prepare(`INSERT INTO inbound (key_hash, message_hash, outcome, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING`)
		.bind(keyHash, messageHash, outcome, now);
}

/** A reply by mail that was dealt with: to which game, and what came of it. */
export type Reply = { readonly game: string; readonly outcome: string; readonly at: number };

/** A player's replies by mail, the newest first. */
export async function repliesOf(db: D1Database, player: string, limit: number): Promise<readonly Reply[]> {
	const { results } = await db
		.prepare(
			`SELECT reply_keys.game, inbound.outcome, inbound.at
			 FROM reply_keys JOIN inbound ON inbound.key_hash = reply_keys.hash
			 WHERE reply_keys.player = ?1 ORDER BY inbound.at DESC LIMIT ?2`,
		)
		.bind(player, limit)
		.all<Reply>();
	return results;
}

/** Forgets keys that were last offered before `keys`, and messages dealt with before `messages`. */
export function purgeInbound(db: D1Database, keys: number, messages: number): readonly D1PreparedStatement[] {
	return [
		db.prepare(`DELETE FROM reply_keys WHERE offered_at < ?1`).bind(keys),
		db.prepare(`DELETE FROM inbound WHERE at < ?1`).bind(messages),
	];
}
