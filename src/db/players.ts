/** The `players` table: accounts, found by id, address or name. */

export type Player = {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly locale: string;
	/** IANA name. */
	readonly timeZone: string;
	readonly createdAt: number;
};

const COLUMNS = "id, email, name, locale, time_zone AS timeZone, created_at AS createdAt";

/** What addresses are compared by: case does not matter. */
export function emailKey(email: string): string {
	return email.toLowerCase();
}

/** What names are compared by: case does not matter. */
function nameKey(name: string): string {
	return name.toLowerCase();
}

export function playerById(db: D1Database, id: string): Promise<Player | null> {
	return db.prepare(`SELECT ${COLUMNS} FROM players WHERE id = ?1`).bind(id).first<Player>();
}

export function playerByEmail(db: D1Database, email: string): Promise<Player | null> {
	return db.prepare(`SELECT ${COLUMNS} FROM players WHERE email_key = ?1`).bind(emailKey(email)).first<Player>();
}

export function playerByName(db: D1Database, name: string): Promise<Player | null> {
	return db.prepare(`SELECT ${COLUMNS} FROM players WHERE name_key = ?1`).bind(nameKey(name)).first<Player>();
}

/** Several players at once, however many: the ids travel as one JSON value. Unknown ids are left out. */
export async function playersById(db: D1Database, ids: readonly string[]): Promise<ReadonlyMap<string, Player>> {
	if (ids.length === 0) return new Map();
	const { results } = await db
		.prepare(`SELECT ${COLUMNS} FROM players WHERE id IN (SELECT value FROM json_each(?1))`)
		.bind(JSON.stringify([...new Set(ids)]))
		.all<Player>();
	return new Map(results.map((one) => [one.id, one]));
}

/** The names of several players at once; unknown ids are left out. */
export async function namesOf(db: D1Database, ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
	const players = await playersById(db, ids);
	return Object.fromEntries([...players.values()].map((one) => [one.id, one.name]));
}

/**
 * Makes an account unless the address has one already. A statement, so that it can travel in the batch of a sign-in.
 * @throws when run: a name that is taken breaks the UNIQUE constraint of `players.name_key`
 */
export function insertPlayer(db: D1Database, player: Player): D1PreparedStatement {
	return db
		.prepare(
			`INSERT INTO players (id, email, email_key, name, name_key, locale, time_zone, created_at)
			 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
			 ON CONFLICT (email_key) DO NOTHING`,
		)
		.bind(
			player.id,
			player.email,
			emailKey(player.email),
			player.name,
			nameKey(player.name),
			player.locale,
			player.timeZone,
			player.createdAt,
		);
}

/**
 * Changes the settings given and no others.
 * @throws a name that is taken breaks the UNIQUE constraint of `players.name_key`
 */
export function updatePlayer(
	db: D1Database,
	id: string,
	changes: { readonly name?: string; readonly locale?: string; readonly timeZone?: string },
): Promise<Player | null> {
	return db
		.prepare(
			`UPDATE players SET
				name = COALESCE(?2, name),
				name_key = COALESCE(?3, name_key),
				locale = COALESCE(?4, locale),
				time_zone = COALESCE(?5, time_zone)
			 WHERE id = ?1
			 RETURNING ${COLUMNS}`,
		)
		.bind(
			id,
			changes.name ?? null,
			changes.name === undefined ? null : nameKey(changes.name),
			changes.locale ?? null,
			changes.timeZone ?? null,
		)
		.first<Player>();
}

/** Whether a failed statement failed because the name belongs to somebody else. */
export function isNameTaken(error: unknown): boolean {
	return error instanceof Error && error.message.includes("players.name_key");
}
