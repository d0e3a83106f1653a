/** The local mailbox's own database and its one table, which the service's schema knows nothing of. */

const TABLE = `CREATE TABLE IF NOT EXISTS mails (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	recipient TEXT NOT NULL,
	mail TEXT NOT NULL,
	sent_at INTEGER NOT NULL
) STRICT`;
const INDEX = "CREATE INDEX IF NOT EXISTS mails_by_recipient ON mails (recipient, number)";

/** Keeps one mail (JSON), also one that was kept before: a mail that is sent twice arrives twice. */
export async function keepMail(db: D1Database, recipient: string, mail: string, at: number): Promise<void> {
	await db.batch([
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
