/** The `counters` table: limits that must hold everywhere at once, counted in fixed windows. */

/** Counts one more in the window that `now` lies in, and says how many that makes. */
export async function countUp(db: D1Database, name: string, subject: string, windowStart: number): Promise<number> {
	const row = await db
		.prepare(
			`INSERT INTO counters (name, subject, window_start, count) VALUES (?1, ?2, ?3, 1)
			 ON CONFLICT (name, subject, window_start) DO UPDATE SET count = count + 1
			 RETURNING count`,
		)
		.bind(name, subject, windowStart)
		.first<{ count: number }>();
	return row?.count ?? 0;
}

/** Forgets windows that began before `before`; no window is longer than a day. */
export function purgeCounters(db: D1Database, before: number): D1PreparedStatement {
	return db.prepare(`DELETE FROM counters WHERE window_start < ?1`).bind(before);
}
