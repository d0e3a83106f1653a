/** The `bounces` table: addresses that mail did not reach, or whose owner complained of it to their mail program. */
import { emailKey } from "./players.ts";

/** `soft`: for the time being. `hard`: there is no such mailbox, or it takes nothing of ours. `complaint`: called spam. */
export type MarkKind = "soft" | "hard" | "complaint";

export type Mark = {
	readonly kind: MarkKind;
	/** ms */
	readonly at: number;
	/** A status or code, never a text of somebody else's; null where nothing was said. */
	readonly detail: string | null;
};

/** How long a `soft` mark counts, ms: a mailbox that was full is emptied some day. */
export const SOFT_LASTS = 7 * 86_400_000;

/** What to know of an address before a mail goes to it. */
export type AddressState = { readonly silenced: boolean; readonly mark: Mark | null };

/** From the lightest to the gravest. */
const RANK = `CASE kind WHEN 'soft' THEN 0 WHEN 'hard' THEN 1 ELSE 2 END`;

const NEW = RANK.replaceAll("kind", "excluded.kind");
const OLD = RANK.replaceAll("kind", "bounces.kind");

/** Marks an address. A graver mark that is there stays, a lighter one gives way, in whatever order word of them comes. */
export async function markAddress(db: D1Database, email: string, mark: Mark): Promise<void> {
	await db
		.prepare(
			`INSERT INTO bounces (email_key, kind, at, detail) VALUES (?1, ?2, ?3, ?4)
			 ON CONFLICT (email_key) DO UPDATE SET kind = excluded.kind, at = excluded.at, detail = excluded.detail
			 WHERE ${NEW} > ${OLD} OR (${NEW} = ${OLD} AND excluded.at >= bounces.at)`,
		)
		.bind(emailKey(email), mark.kind, mark.at, mark.detail?.slice(0, 200) ?? null)
		.run();
}

export async function markOf(db: D1Database, email: string, now: number): Promise<Mark | null> {
	return (await addressState(db, email, now)).mark;
}

/** Whether the address may be written to, asked in one go. */
export async function addressState(db: D1Database, email: string, now: number): Promise<AddressState> {
	const row = await db
		.prepare(
			`SELECT EXISTS (SELECT 1 FROM silenced WHERE silenced.email_key = ?1) AS silenced, kind, at, detail
			 FROM (SELECT 1) LEFT JOIN bounces ON bounces.email_key = ?1 AND (kind <> 'soft' OR at > ?2)`,
		)
		.bind(emailKey(email), now - SOFT_LASTS)
		.first<{ silenced: number; kind: MarkKind | null; at: number; detail: string | null }>();
	const mark = row?.kind ? { kind: row.kind, at: row.at, detail: row.detail } : null;
	return { silenced: row?.silenced === 1, mark };
}

/** A mail has arrived there: a mark for the time being is past. */
export async function clearSoftMark(db: D1Database, email: string): Promise<void> {
	await db.prepare(`DELETE FROM bounces WHERE email_key = ?1 AND kind = 'soft'`).bind(emailKey(email)).run();
}

/** The owner of the address wants mail in spite of a complaint: they have switched some of it on. */
export async function clearComplaint(db: D1Database, email: string): Promise<void> {
	await db.prepare(`DELETE FROM bounces WHERE email_key = ?1 AND kind = 'complaint'`).bind(emailKey(email)).run();
}

/** Whoever signs in with what was mailed to an address reads its mail: it can be reached, once the session is there. */
export function liftMark(db: D1Database, email: string, session: string): D1PreparedStatement {
	return db
		.prepare(
			`DELETE FROM bounces WHERE email_key = ?1 AND kind <> 'complaint'
			 AND EXISTS (SELECT 1 FROM sessions WHERE id = ?2)`,
		)
		.bind(emailKey(email), session);
}

/** How long a mark is kept, ms: an address that nothing was heard of for so long is tried anew. */
export const MARKS_KEPT = 365 * 86_400_000;

export function purgeMarks(db: D1Database, now: number): D1PreparedStatement {
	return db
		.prepare(`DELETE FROM bounces WHERE at < ?1 OR (kind = 'soft' AND at < ?2)`)
		.bind(now - MARKS_KEPT, now - SOFT_LASTS);
}
