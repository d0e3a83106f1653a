/** The `reports` table: chat messages that somebody reported, kept for people to look at. */

export type Report = {
	readonly id: string;
	readonly game: string;
	/** Id of the message within the game's chat. */
	readonly message: string;
	readonly reporter: string;
	/** Who wrote it. */
	readonly about: string;
	/** As it stood when it was reported. */
	readonly text: string;
	readonly reason: string | null;
	readonly at: number;
};

/** Keeps a report, once for each message and reporter; a second one changes nothing. Gives back which one stands. */
export async function insertReport(
	db: D1Database,
	report: Report,
): Promise<{ readonly id: string; readonly at: number }> {
	const { about, at, game, id, message, reason, reporter, text } = report;
	const row = await db
		.prepare(
			`INSERT INTO reports (id, game, message, reporter, about, text, reason, at)
			 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
			 ON CONFLICT (game, message, reporter) DO UPDATE SET at = reports.at
			 RETURNING id, at`,
		)
		.bind(id, game, message, reporter, about, text, reason, at)
		.first<{ readonly id: string; readonly at: number }>();
	return row ?? { id, at };
}

/** The reports a player has made, the newest first. */
export async function reportsBy(
	db: D1Database,
	reporter: string,
	limit: number,
): Promise<readonly Omit<Report, "reporter" | "about">[]> {
	const { results } = await db
		.prepare(
			`SELECT id, game, message, text, reason, at FROM reports
			 WHERE reporter = ?1 ORDER BY at DESC LIMIT ?2`,
		)
		.bind(reporter, limit)
		.all<Omit<Report, "reporter" | "about">>();
	return results;
}
