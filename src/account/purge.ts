/**
 * What cron forgets, and when: sign-ins and sessions that have run out, old answers and counters, what was said in old
 * mail and in the end that there was any, replies to it, marks on addresses.
 */
import { purgeMarks } from "../db/bounces.ts";
import { purgeCounters } from "../db/counters.ts";
import { purgeDeadLetters, purgeDeliveries } from "../db/deliveries.ts";
import { purgeKeys } from "../db/idempotency.ts";
import { purgeInbound } from "../db/inbound.ts";
import { purgeSessions } from "../db/sessions.ts";

const HOUR = 3_600_000;
/** How long an answer is kept for its `Idempotency-Key`, ms. */
export const KEYS_KEPT = 48 * HOUR;
/** No window of a counter is longer than a day. */
export const COUNTERS_KEPT = 48 * HOUR;
/** How long a mail can be answered after it was sent, and how long a reply is known again, ms. */
export const REPLY_KEYS_KEPT = 400 * 24 * HOUR;
export const REPLIES_KEPT = 60 * 24 * HOUR;
/** How long what a delivery said is kept (`content`), and how long that there was one (`rows`), ms. */
export const DELIVERIES_KEPT = { content: 30 * 24 * HOUR, rows: 180 * 24 * HOUR } as const;
/** How long a queue message that nobody could deal with is kept, ms. */
export const DEAD_LETTERS_KEPT = 90 * 24 * HOUR;
/** The minute of the hour in which it is done: often enough, and not in every run. */
const MINUTE = 7;

export async function purge(db: D1Database, now: number): Promise<void> {
	if (new Date(now).getUTCMinutes() !== MINUTE) return;
	await db.batch([
		...purgeSessions(db, now),
		purgeKeys(db, now - KEYS_KEPT),
		purgeCounters(db, now - COUNTERS_KEPT),
		...purgeInbound(db, now - REPLY_KEYS_KEPT, now - REPLIES_KEPT),
		...purgeDeliveries(db, { content: now - DELIVERIES_KEPT.content, rows: now - DELIVERIES_KEPT.rows }),
		purgeDeadLetters(db, now - DEAD_LETTERS_KEPT),
		purgeMarks(db, now),
	]);
}
