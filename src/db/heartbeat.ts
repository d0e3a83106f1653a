/** The service's own pulse, and the gaps in it: time in which no player's clock may run. All instants in ms. */
import type { Interval } from "../match/intervals.ts";

/** So many intervals without a beat are an outage; fewer are a late cron. */
const MISSED_BEATS = 3;

/**
 * One beat, and in the same batch the gap it reveals. Beats may come twice, late or out of order.
 * @param interval how often a beat is due, ms
 */
export async function beat(db: D1Database, now: number, interval: number): Promise<void> {
	await db.batch([
		db
			.prepare(
				`INSERT INTO outages (from_at, to_at)
				 SELECT at, ?1 FROM heartbeat WHERE id = 1 AND ?1 - at > ?2
				 ON CONFLICT (from_at) DO UPDATE SET to_at = MAX(to_at, excluded.to_at)`,
			)
			.bind(now, MISSED_BEATS * interval),
		db
			.prepare("INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = MAX(at, excluded.at)")
			.bind(now),
	]);
}

/**
 * The outages that reach into the time after `from`, the gap that is open at `now` included. Read in one batch, so that
 * no gap can close unseen between the two questions.
 * @returns null when the heart has never beaten: then nobody knows whether the service could be reached
 */
export async function outagesSince(
	db: D1Database,
	from: number,
	now: number,
	interval: number,
): Promise<readonly Interval[] | null> {
	const [closed, last] = (await db.batch([
		db
			.prepare(
				`SELECT from_at AS "from", to_at AS "to" FROM outages WHERE to_at > ?1 AND from_at < ?2 ORDER BY from_at`,
			)
			.bind(from, now),
		db.prepare("SELECT at FROM heartbeat WHERE id = 1"),
	])) as [D1Result<Interval>, D1Result<{ at: number }>];
	const at = last.results[0]?.at;
	if (at === undefined) return null;
	return now - at > MISSED_BEATS * interval ? [...closed.results, { from: at, to: now }] : closed.results;
}
