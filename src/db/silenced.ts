/** The `silenced` table: addresses whose owner asked us to stop writing. */
import { emailKey } from "./players.ts";

/** The owner of the address wants no mail from this service any more. */
export async function silence(db: D1Database, email: string, now: number): Promise<void> {
	await db
		.prepare(`INSERT INTO silenced (email_key, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING`)
		.bind(emailKey(email), now)
		.run();
}

/** Whoever signs in with an address wants its mail again: takes the wish back once the session is there. */
export function liftSilence(db: D1Database, email: string, session: string): D1PreparedStatement {
	return db
		.prepare(`DELETE FROM silenced WHERE email_key = ?1 AND EXISTS (SELECT 1 FROM sessions WHERE id = ?2)`)
		.bind(emailKey(email), session);
}
