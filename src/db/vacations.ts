/** The `vacations` table: every vacation there was, since a player's balance is worked out from all of them. */
import type { Vacation } from "../match/vacation.ts";
import type { Place } from "./rounds.ts";

/** `to`: the planned end, or the real one where the vacation was ended early. */
const COLUMNS = `id, from_at AS "from", COALESCE(ended_at, to_at) AS "to"`;

/** All vacations of a player, the oldest first. */
export async function vacationsOf(db: D1Database, player: string): Promise<readonly Vacation[]> {
	const { results } = await db
		.prepare(`SELECT ${COLUMNS} FROM vacations WHERE player = ?1 ORDER BY from_at, id`)
		.bind(player)
		.all<Vacation>();
	return results;
}

/** All vacations of these players, by player. Who had none is left out. */
export function vacationsByPlayer(
	db: D1Database,
	players: readonly string[],
): Promise<ReadonlyMap<string, readonly Vacation[]>> {
	return vacationsSince(db, players, 0);
}

/** Every vacation of these players that reaches into the time after `from`, by player. Who had none is left out. */
export async function vacationsSince(
	db: D1Database,
	players: readonly string[],
	from: number,
): Promise<ReadonlyMap<string, readonly Vacation[]>> {
	const { results } = await db
		.prepare(
			`SELECT player, ${COLUMNS} FROM vacations
			 WHERE player IN (SELECT value FROM json_each(?1)) AND COALESCE(ended_at, to_at) > ?2
			 ORDER BY from_at, id`,
		)
		.bind(JSON.stringify(players), from)
		.all<Vacation & { readonly player: string }>();
	const byPlayer = Map.groupBy(results, ({ player }) => player);
	return new Map([...byPlayer].map(([player, rows]) => [player, rows.map(({ player: _, ...vacation }) => vacation)]));
}

/**
 * Starts a vacation, unless the player's vacations are no longer the `known` ones that it was allowed on, or one is
 * running: of two who start at once, one does.
 * @returns whether it was started
 */
export async function insertVacation(
	db: D1Database,
	player: string,
	vacation: Vacation,
	known: number,
	now: number,
): Promise<boolean> {
	const row = await db
		.prepare(
			`INSERT INTO vacations (id, player, from_at, to_at, made_at)
			 SELECT ?1, ?2, ?3, ?4, ?5
			 WHERE NOT EXISTS (SELECT 1 FROM vacations WHERE player = ?2 AND COALESCE(ended_at, to_at) > ?3)
				AND (SELECT COUNT(*) FROM vacations WHERE player = ?2) = ?6
			 RETURNING id`,
		)
		.bind(vacation.id, player, vacation.from, vacation.to, now, known)
		.first();
	return row !== null;
}

/** Ends the vacation that runs at `now`, and says which; null when none does. */
export async function endVacation(db: D1Database, player: string, now: number): Promise<string | null> {
	const row = await db
		.prepare(
			`UPDATE vacations SET ended_at = MAX(?2, from_at), fanned = 0
			 WHERE player = ?1 AND ended_at IS NULL AND to_at > ?2
			 RETURNING id`,
		)
		.bind(player, now)
		.first<{ readonly id: string }>();
	return row?.id ?? null;
}

export async function vacationById(
	db: D1Database,
	id: string,
): Promise<{ readonly player: string; readonly vacation: Vacation } | null> {
	const row = await db
		.prepare(`SELECT player, ${COLUMNS} FROM vacations WHERE id = ?1`)
		.bind(id)
		.first<Vacation & { readonly player: string }>();
	if (!row) return null;
	const { player, ...vacation } = row;
	return { player, vacation };
}

/** Notes that the player's running games know the vacation as it was told to them, unless its end has moved since. */
export async function noteFanned(db: D1Database, { id, to }: Vacation): Promise<void> {
	await db
		.prepare(`UPDATE vacations SET fanned = 1 WHERE id = ?1 AND COALESCE(ended_at, to_at) = ?2`)
		.bind(id, to)
		.run();
}

/** Vacations that not all running games of their player know, the latest first, those after one of them. */
export async function vacationsToFan(db: D1Database, after: Place | null, limit: number): Promise<readonly Place[]> {
	const { results } = await db
		.prepare(
			`SELECT made_at AS key, id FROM vacations WHERE fanned = 0 AND (?1 IS NULL OR (made_at, id) < (?1, ?2))
			 ORDER BY made_at DESC, id DESC LIMIT ?3`,
		)
		.bind(after?.key ?? null, after?.id ?? null, limit)
		.all<Place>();
	return results;
}
