/** The local mailbox's own database and its two tables, which the service's schema knows nothing of. */

const TABLE = `CREATE TABLE IF NOT EXISTS mails (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	recipient TEXT NOT NULL,
	mail TEXT NOT NULL,
	sent_at INTEGER NOT NULL
) STRICT`;
const INDEX = "CREATE INDEX IF NOT EXISTS mails_by_recipient ON mails (recipient, number)";
/** What is enclosed in mails, by its own hash: the same picture in many mails is kept once. */
const PARTS = `CREATE TABLE IF NOT EXISTS parts (
	id TEXT PRIMARY KEY,
	type TEXT NOT NULL,
	content BLOB NOT NULL
) STRICT`;

export type Part = { readonly id: string; readonly type: string; readonly content: Uint8Array<ArrayBuffer> };

/** Keeps one mail (JSON) and its parts, also one that was kept before: a mail that is sent twice arrives twice. */
export async function keepMail(
	db: D1Database,
	recipient: string,
	mail: string,
	parts: readonly Part[],
	at: number,
): Promise<void> {
	await db.batch([
		...(parts.length > 0 ? [db.prepare(PARTS)] : []),
		...parts.map(({ id, type, content }) =>
			db.prepare("INSERT OR IGNORE INTO parts (id, type, content) VALUES (?1, ?2, ?3)").bind(id, type, content),
		),
		db.prepare(TABLE),
		db.prepare(INDEX),
		db.prepare("INSERT INTO mails (recipient, mail, sent_at) VALUES (?1, ?2, ?3)").bind(recipient, mail, at),
	]);
}

/** Mails as JSON, newest first; of everybody with `recipient` null, all of them with `limit` null. */
export async function keptMails(
	db: D1Database,
	recipient: string | null,
	limit: number | null,
	offset: number,
): Promise<readonly string[]> {
	const results = await db.batch<{ readonly mail: string }>([
		db.prepare(TABLE),
		db.prepare(INDEX),
		db
			.prepare(
				`SELECT mail FROM mails WHERE (?1 IS NULL OR recipient = ?1)
				 ORDER BY number DESC LIMIT COALESCE(?2, -1) OFFSET ?3`,
			)
			.bind(recipient, limit, offset),
	]);
	return (results[2]?.results ?? []).map(({ mail }) => mail);
}

export async function keptPart(db: D1Database, id: string): Promise<Part | null> {
	const results = await db.batch<{ readonly type: string; readonly content: readonly number[] }>([
		db.prepare(PARTS),
		db.prepare("SELECT type, content FROM parts WHERE id = ?1").bind(id),
	]);
	const row = results[1]?.results[0];
	return row ? { id, type: row.type, content: new Uint8Array(row.content) } : null;
}
