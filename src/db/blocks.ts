/** The `blocks` table: whom a player wants to hear nothing from. */

export type Block = {
	/** Who is blocked. */
	readonly player: string;
	readonly name: string;
	readonly at: number;
};

/** Whether `by` has blocked `whom`. */
export async function isBlocked(db: D1Database, by: string, whom: string): Promise<boolean> {
	const row = await db.prepare(`SELECT 1 AS yes FROM blocks WHERE player = ?1 AND blocked = ?2`).bind(by, whom).first();
	return row !== null;
}

/** Blocks somebody; again is the same. */
export async function insertBlock(db: D1Database, by: string, whom: string, now: number): Promise<void> {
	await db
		.prepare(`INSERT INTO blocks (player, blocked, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING`)
		.bind(by, whom, now)
		.run();
}

/** Blocks somebody no longer; again is the same. */
export async function deleteBlock(db: D1Database, by: string, whom: string): Promise<void> {
	await db.prepare(`DELETE FROM blocks WHERE player = ?1 AND blocked = ?2`).bind(by, whom).run();
}

/** Whom a player has blocked, the latest first; one more than `limit` tells that there are more. */
export async function blocksOf(
	db: D1Database,
	by: string,
	after: { readonly at: number; readonly id: string } | null,
	limit: number,
): Promise<readonly Block[]> {
	const { results } = await db
		.prepare(
			`SELECT blocks.blocked AS player, players.name, blocks.at
			 FROM blocks JOIN players ON players.id = blocks.blocked
			 WHERE blocks.player = ?1 AND (?2 IS NULL OR (blocks.at, blocks.blocked) < (?2, ?3))
			 ORDER BY blocks.at DESC, blocks.blocked DESC LIMIT ?4`,
		)
		.bind(by, after?.at ?? null, after?.id ?? null, limit)
		.all<Block>();
	return results;
}
