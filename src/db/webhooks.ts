/** The `webhooks` table and the log of attempts: programs that players want to be told, and how that went. */
import type { NewDelivery } from "./deliveries.ts";

export type HookFormat = "standard" | "discord";

export type Webhook = {
	readonly id: string;
	readonly player: string;
	readonly url: string;
	readonly format: HookFormat;
	/** The kinds it is told of. */
	readonly events: readonly string[];
	readonly enabled: boolean;
	/** Why the service itself switched it off, a code; null where it did not. */
	readonly disabledWhy: string | null;
	/** Deliveries given up in a row. */
	readonly failures: number;
	/** Which of its secrets signs, from 1. */
	readonly generation: number;
	/** Since when, ms; null for the first one. */
	readonly rotatedAt: number | null;
	readonly createdAt: number;
};

type Row = Omit<Webhook, "events" | "enabled"> & { readonly events: string; readonly enabled: number };

const COLUMNS = `id, player, url, format, events, enabled, disabled_why AS disabledWhy, failures, generation,
	rotated_at AS rotatedAt, created_at AS createdAt`;

/** Keeps a new one, unless its player has as many as there may be: then false. */
export async function insertWebhook(db: D1Database, hook: Webhook, most: number): Promise<boolean> {
	const { meta } = await db
		.prepare(
			`INSERT INTO webhooks (id, player, url, format, events, created_at)
			 SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE (SELECT COUNT(*) FROM webhooks WHERE player = ?2) < ?7`,
		)
		.bind(hook.id, hook.player, hook.url, hook.format, JSON.stringify(hook.events), hook.createdAt, most)
		.run();
	return meta.changes > 0;
}

export async function webhookById(db: D1Database, id: string): Promise<Webhook | null> {
	const row = await db.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE id = ?1`).bind(id).first<Row>();
	return row && read(row);
}

/** A player's webhooks, the newest first. */
export async function webhooksOf(db: D1Database, player: string): Promise<readonly Webhook[]> {
	const { results } = await db
		.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE player = ?1 ORDER BY created_at DESC, id DESC`)
		.bind(player)
		.all<Row>();
	return results.map(read);
}

/** Changes what is given. Switched on, it begins anew: earlier failures are forgotten. Null when there is none. */
export async function updateWebhook(
	db: D1Database,
	player: string,
	id: string,
	changes: Partial<Pick<Webhook, "url" | "format" | "events" | "enabled">>,
): Promise<Webhook | null> {
	const { enabled, events, format, url } = changes;
	const row = await db
		.prepare(
			`UPDATE webhooks SET url = COALESCE(?3, url), format = COALESCE(?4, format), events = COALESCE(?5, events),
				enabled = COALESCE(?6, enabled),
				failures = CASE WHEN ?6 = 1 THEN 0 ELSE failures END,
				disabled_why = CASE WHEN ?6 IS NULL THEN disabled_why ELSE NULL END
			 WHERE id = ?1 AND player = ?2 RETURNING ${COLUMNS}`,
		)
		.bind(
			id,
			player,
			url ?? null,
			format ?? null,
			events === undefined ? null : JSON.stringify(events),
			enabled === undefined ? null : enabled ? 1 : 0,
		)
		.first<Row>();
	return row && read(row);
}

/** From now on the next secret signs; the one before for a while, too. Null when there is none. */
export async function rotateSecret(db: D1Database, player: string, id: string, now: number): Promise<Webhook | null> {
	const row = await db
		.prepare(
			`UPDATE webhooks SET generation = generation + 1, rotated_at = ?3 WHERE id = ?1 AND player = ?2
			 RETURNING ${COLUMNS}`,
		)
		.bind(id, player, now)
		.first<Row>();
	return row && read(row);
}

/** Deletes one with its log; what was on its way to it does not go out any more. False when there is none. */
export async function deleteWebhook(db: D1Database, player: string, id: string): Promise<boolean> {
	const [gone] = await db.batch([
		db.prepare(`DELETE FROM webhooks WHERE id = ?1 AND player = ?2`).bind(id, player),
		db
			.prepare(`DELETE FROM hook_attempts WHERE hook = ?1 AND NOT EXISTS (SELECT 1 FROM webhooks WHERE id = ?1)`)
			.bind(id),
	]);
	return (gone?.meta.changes ?? 0) > 0;
}

/**
 * Switches one off for the service's own reasons and writes the letter that says so, in one batch; nothing when it is
 * off already, or has another address by now: what the old one answered says nothing of the new one.
 */
export async function disableWebhook(
	db: D1Database,
	{ id, url }: Webhook,
	why: string,
	letter: NewDelivery,
): Promise<void> {
	await db.batch([
		db
			.prepare(
				`INSERT INTO deliveries (id, player, channel, kind, payload, due_at, created_at)
				 SELECT ?2, player, ?3, ?4, ?5, ?6, ?7 FROM webhooks WHERE id = ?1 AND enabled = 1 AND url = ?8
				 ON CONFLICT DO NOTHING`,
			)
			.bind(
				id,
				letter.id,
				letter.channel,
				letter.kind,
				JSON.stringify(letter.payload),
				letter.dueAt,
				letter.createdAt,
				url,
			),
		db
			.prepare(`UPDATE webhooks SET enabled = 0, disabled_why = ?2 WHERE id = ?1 AND enabled = 1 AND url = ?3`)
			.bind(id, why, url),
	]);
}

/** One delivery more was given up: how many there are in a row now. */
export async function countFailure(db: D1Database, id: string): Promise<number> {
	const row = await db
		.prepare(`UPDATE webhooks SET failures = failures + 1 WHERE id = ?1 RETURNING failures`)
		.bind(id)
		.first<{ readonly failures: number }>();
	return row?.failures ?? 0;
}

export type Attempt = {
	/** When it began, ms. */
	readonly at: number;
	readonly delivery: string;
	/** Which attempt of that delivery it was, from 1. */
	readonly attempt: number;
	/** Of the answer; null without one. */
	readonly status: number | null;
	/** Why it failed, a code; null for one that did not. */
	readonly error: string | null;
	/** ms */
	readonly took: number;
};

/** How many attempts of a webhook are kept. */
export const ATTEMPTS_KEPT = 100;

/** Writes an attempt down, and that the webhook is well if it was answered; the oldest are forgotten. */
export async function recordAttempt(db: D1Database, hook: string, one: Attempt): Promise<void> {
	const { at, attempt, delivery, error, status, took } = one;
	await db.batch([
		db
			.prepare(
				`INSERT INTO hook_attempts (hook, at, delivery, attempt, status, error, took)
				 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 FROM webhooks WHERE id = ?1 ON CONFLICT DO NOTHING`,
			)
			.bind(hook, at, delivery, attempt, status, error, took),
		db
			.prepare(
				`DELETE FROM hook_attempts WHERE hook = ?1 AND at < (
					SELECT at FROM hook_attempts WHERE hook = ?1 ORDER BY at DESC LIMIT 1 OFFSET ${ATTEMPTS_KEPT - 1}
				 )`,
			)
			.bind(hook),
		...(error === null
			? [db.prepare(`UPDATE webhooks SET failures = 0 WHERE id = ?1 AND failures > 0`).bind(hook)]
			: []),
	]);
}

/** The last attempts of a webhook, the newest first. */
export async function attemptsOf(db: D1Database, hook: string, limit: number): Promise<readonly Attempt[]> {
	const { results } = await db
		.prepare(
			`SELECT at, delivery, attempt, status, error, took FROM hook_attempts WHERE hook = ?1
			 ORDER BY at DESC, delivery DESC LIMIT ?2`,
		)
		.bind(hook, limit)
		.all<Attempt>();
	return results;
}

/** How many deliveries one replay takes at most. */
export const MOST_REPLAYED = 1_000;

/** Where a delivery to a webhook stands among the others to it; null when there is no such delivery. */
export async function placeOf(
	db: D1Database,
	hook: string,
	delivery: string,
): Promise<{ readonly at: number; readonly id: string } | null> {
	return db
		.prepare(`SELECT created_at AS at, id FROM deliveries WHERE id = ?2 AND target = ?1`)
		.bind(hook, delivery)
		.first<{ at: number; id: string }>();
}

/**
 * Sends again what came after a place, the oldest first, whatever had become of it: the same ids with the same content.
 * What is on its way is left alone, and so are tests and what has been forgotten. Ids of what is due again.
 */
export async function replayDeliveries(
	db: D1Database,
	hook: string,
	after: { readonly at: number; readonly id: string },
	now: number,
): Promise<readonly string[]> {
	const { results } = await db
		.prepare(
			`UPDATE deliveries SET state = 'due', due_at = ?4, attempts = 0, error = NULL, lease_until = NULL
			 WHERE id IN (
				SELECT id FROM deliveries WHERE target = ?1 AND channel = 'webhook' AND (created_at, id) > (?2, ?3)
				AND state IN ('sent', 'dropped', 'failed') AND payload <> 'null' AND kind <> 'account'
				ORDER BY created_at, id LIMIT ${MOST_REPLAYED}
			 ) RETURNING id`,
		)
		.bind(hook, after.at, after.id, now)
		.all<{ readonly id: string }>();
	return results.map(({ id }) => id);
}

function read(row: Row): Webhook {
	return { ...row, events: JSON.parse(row.events) as readonly string[], enabled: row.enabled === 1 };
}
