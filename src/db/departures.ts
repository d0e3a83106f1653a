/**
 * The `departures` table, and the statements by which an account goes. Each of them may be run again: whoever leaves is
 * gone over more than once, for what was on its way.
 */

/** What becomes of the games that run: resigned at once, or played to their end first. */
export const DEPARTURE_GAMES = ["resign", "finish"] as const;
export type DepartureGames = (typeof DEPARTURE_GAMES)[number];

export type Departure = {
	readonly player: string;
	readonly games: DepartureGames;
	readonly askedAt: number;
	/** When the account went; null while games are played to their end. */
	readonly erasedAt: number | null;
	/** How often it has been gone over since. */
	readonly passes: number;
	/** The last game, by id, that this pass has come to. */
	readonly told: string;
	/** How many games of this pass could not be told: it is gone over again. */
	readonly missed: number;
};

const COLUMNS = "player, games, asked_at AS askedAt, erased_at AS erasedAt, passes, told, missed";

/** Null for somebody who does not leave, or of whom nothing is left. */
export function departureOf(db: D1Database, player: string): Promise<Departure | null> {
	return db.prepare(`SELECT ${COLUMNS} FROM departures WHERE player = ?1`).bind(player).first<Departure>();
}

/** Those whose time it is to be looked at, the longest due first. */
export async function departuresDue(db: D1Database, now: number, limit: number): Promise<readonly Departure[]> {
	const { results } = await db
		.prepare(`SELECT ${COLUMNS} FROM departures WHERE next_at <= ?1 ORDER BY next_at LIMIT ?2`)
		.bind(now, limit)
		.all<Departure>();
	return results;
}

/**
 * A player leaves, or has made up their mind about the games. In the same batch their open challenges are withdrawn and
 * those to them declined: no more games begin.
 */
export function beginDeparture(
	db: D1Database,
	player: string,
	games: DepartureGames,
	now: number,
	nextAt: number,
): readonly D1PreparedStatement[] {
	return [
		db
			.prepare(
				`INSERT INTO departures (player, games, asked_at, next_at)
				 SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM players WHERE id = ?1)
				 ON CONFLICT (player) DO UPDATE SET games = excluded.games, next_at = excluded.next_at
				 WHERE erased_at IS NULL`,
			)
			.bind(player, games, now, nextAt),
		...closeChallenges(db, player, now),
	];
}

/** They stay after all; false when they were not about to leave, or have left. */
export async function endDeparture(db: D1Database, player: string): Promise<boolean> {
	const { meta } = await db
		.prepare(`DELETE FROM departures WHERE player = ?1 AND erased_at IS NULL`)
		.bind(player)
		.run();
	return meta.changes > 0;
}

/** When to look again, and how far this pass has come. */
export async function notePass(
	db: D1Database,
	player: string,
	pass: Pick<Departure, "passes" | "told" | "missed"> & { readonly nextAt: number },
): Promise<void> {
	await db
		.prepare(`UPDATE departures SET passes = ?2, told = ?3, missed = ?4, next_at = ?5 WHERE player = ?1`)
		.bind(player, pass.passes, pass.told, pass.missed, pass.nextAt)
		.run();
}

/** Goes behind all that are due: what comes of the look that begins now decides anew when the next one is. */
export async function goBehind(db: D1Database, player: string, nextAt: number): Promise<void> {
	await db.prepare(`UPDATE departures SET next_at = ?2 WHERE player = ?1`).bind(player, nextAt).run();
}

/** Nothing is left to do: that there was somebody is forgotten as well. */
export async function closeDeparture(db: D1Database, player: string): Promise<void> {
	await db.prepare(`DELETE FROM departures WHERE player = ?1 AND erased_at IS NOT NULL`).bind(player).run();
}

/** All games of a player, running or not, by id, after one of them. */
export async function gamesToForget(
	db: D1Database,
	player: string,
	after: string,
	limit: number,
): Promise<readonly string[]> {
	const { results } = await db
		.prepare(`SELECT id FROM games WHERE (white = ?1 OR black = ?1) AND id > ?2 ORDER BY id LIMIT ?3`)
		.bind(player, after, limit)
		.all<{ readonly id: string }>();
	return results.map(({ id }) => id);
}

const ADDRESS = "(SELECT email_key FROM players WHERE id = ?1)";

function closeChallenges(db: D1Database, player: string, now: number): readonly D1PreparedStatement[] {
	return [
		db
			.prepare(
				`UPDATE challenges SET state = 'withdrawn', decided_at = ?2
				 WHERE challenger = ?1 AND state = 'open' AND expires_at > ?2`,
			)
			.bind(player, now),
		db
			.prepare(
				`UPDATE challenges SET state = 'rejected', decided_at = ?2
				 WHERE (to_player = ?1 OR to_email_key = ${ADDRESS}) AND state = 'open' AND expires_at > ?2`,
			)
			.bind(player, now),
	];
}

/** Tables in which whatever is about the player goes as it is. Sessions and tokens refer to the account: before it. */
const OWNED = [
	"deliveries",
	"push_subscriptions",
	"feeds",
	"vacations",
	"blocks",
	"reply_keys",
	"webhooks",
	"sessions",
	"api_tokens",
] as const;

/**
 * One batch: the account and all that is personal, and the note that it is gone. What others see of the player from then
 * on is an opaque id. Once the account is gone, the address may be somebody new: by it nothing is found any more.
 */
export function eraseAccount(db: D1Database, player: string, now: number): readonly D1PreparedStatement[] {
	const run = (sql: string) => db.prepare(sql).bind(player);
	return [
		...closeChallenges(db, player, now),
		// Addressed to whom nobody is any more: not open to all.
		run(
			`UPDATE challenges SET to_player = ?1, to_email = NULL, to_email_key = NULL
			 WHERE to_email_key IS NOT NULL AND to_email_key = ${ADDRESS}`,
		),
		run(`UPDATE challenges SET message = NULL WHERE challenger = ?1 AND message IS NOT NULL`),
		run(`UPDATE challenges SET reason = NULL WHERE to_player = ?1 AND reason IS NOT NULL`),
		// Whom the player invited can still stop mail by the invitation, as long as it would have lived.
		db
			.prepare(
				`UPDATE challenges SET to_player = COALESCE(to_player, accepted_by, challenger), to_email = NULL,
					to_email_key = NULL
				 WHERE challenger = ?1 AND to_email_key IS NOT NULL AND (state = 'accepted' OR expires_at <= ?2)`,
			)
			.bind(player, now),
		run(
			`DELETE FROM deliveries INDEXED BY deliveries_by_address WHERE player IS NULL
			 AND address IN (${ADDRESS}, (SELECT email FROM players WHERE id = ?1))`,
		),
		run(`DELETE FROM sign_ins WHERE email_key = ${ADDRESS}`),
		run(`DELETE FROM inbound WHERE key_hash IN (SELECT hash FROM reply_keys WHERE player = ?1)`),
		run(`DELETE FROM hook_attempts WHERE hook IN (SELECT id FROM webhooks WHERE player = ?1)`),
		run(`DELETE FROM blocks WHERE blocked = ?1`),
		run(`DELETE FROM rounds WHERE name IN ('digests', 'rests') AND id = ?1`),
		run(`DELETE FROM idempotency WHERE scope > ?1 || ' ' AND scope < ?1 || '!'`),
		...OWNED.map((table) => run(`DELETE FROM ${table} WHERE player = ?1`)),
		run(`DELETE FROM players WHERE id = ?1`),
		db.prepare(`UPDATE departures SET erased_at = COALESCE(erased_at, ?2) WHERE player = ?1`).bind(player, now),
	];
}
