/** Digests in the `deliveries` table: whose held notices are due, and how they come into one mail, once. */
import { insertDelivery, type NewDelivery } from "./deliveries.ts";
import type { Place } from "./rounds.ts";

/** Whose held notices are due for a digest; `at` is the latest instant they were held for, `key` the earliest. */
export type DigestDue = Place & { readonly at: number };

/** By player, the longest due first, those after one of them. Of all deliveries only what is held is read. */
export async function digestsDue(
	db: D1Database,
	now: number,
	after: Place | null,
	limit: number,
): Promise<readonly DigestDue[]> {
	const { results } = await db
		.prepare(
			`SELECT * FROM (
				SELECT player AS id, MIN(due_at) AS key, MAX(due_at) AS at FROM deliveries INDEXED BY deliveries_held
				WHERE state = 'held' AND due_at <= ?1 AND player IS NOT NULL GROUP BY player
			 ) WHERE ?2 IS NULL OR (key, id) > (?2, ?3) ORDER BY key, id LIMIT ?4`,
		)
		.bind(now, after?.key ?? null, after?.id ?? null, limit)
		.all<DigestDue>();
	return results;
}

/** Ids of what is held for a player until `at`, the newest first. */
export async function heldFor(db: D1Database, player: string, at: number, limit: number): Promise<readonly string[]> {
	const { results } = await db
		.prepare(
			`SELECT id FROM deliveries WHERE state = 'held' AND due_at <= ?2 AND player = ?1
			 ORDER BY created_at DESC, id DESC LIMIT ?3`,
		)
		.bind(player, at, limit)
		.all<{ id: string }>();
	return results.map(({ id }) => id);
}

/**
 * Puts what is held into a digest: its row, once, and then those held rows that it names. Whoever does it a second time,
 * or at the same time with other rows, changes nothing; what the digest does not name waits for the next one.
 * @param next when that will be, ms
 */
export function gatherDigest(db: D1Database, digest: NewDelivery, next: number): readonly D1PreparedStatement[] {
	return [
		insertDelivery(db, digest),
		db
			.prepare(
				`UPDATE deliveries SET state = 'digested', error = NULL WHERE state = 'held' AND id IN (
					SELECT value FROM json_each((SELECT payload FROM deliveries WHERE id = ?1), '$.rows')
				 )`,
			)
			.bind(digest.id),
		db
			.prepare(`UPDATE deliveries SET due_at = ?3 WHERE state = 'held' AND player = ?1 AND due_at <= ?2`)
			.bind(digest.player, digest.dueAt, next),
	];
}
