/** The `players` table: accounts, found by id, address or name, and the settings that belong to them. */
import type { QuietHours } from "../match/reminders.ts";
import type { RestSchedule, RestWindow } from "../match/rest.ts";
import type { Place } from "./rounds.ts";

/** An account as it begins. */
export type NewPlayer = {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly locale: string;
	/** IANA name. */
	readonly timeZone: string;
	readonly createdAt: number;
};

export type Player = NewPlayer & {
	/** In the player's own zone. */
	readonly restWindows: readonly RestWindow[];
	/** How long before a deadline to be reminded, ISO durations; null: the service's default. */
	readonly reminders: readonly string[] | null;
	readonly quietHours: QuietHours | null;
};

type Row = NewPlayer & {
	readonly restWindows: string;
	readonly reminders: string | null;
	readonly quietHours: string | null;
};

const COLUMNS = `id, email, name, locale, time_zone AS timeZone, created_at AS createdAt, rest_windows AS restWindows,
	reminders, quiet_hours AS quietHours`;

/** What addresses are compared by: case does not matter. */
export function emailKey(email: string): string {
	return email.toLowerCase();
}

/** What names are compared by: case does not matter. */
function nameKey(name: string): string {
	return name.toLowerCase();
}

export async function playerById(db: D1Database, id: string): Promise<Player | null> {
	return read(await db.prepare(`SELECT ${COLUMNS} FROM players WHERE id = ?1`).bind(id).first<Row>());
}

export async function playerByEmail(db: D1Database, email: string): Promise<Player | null> {
	return read(
		await db.prepare(`SELECT ${COLUMNS} FROM players WHERE email_key = ?1`).bind(emailKey(email)).first<Row>(),
	);
}

export async function playerByName(db: D1Database, name: string): Promise<Player | null> {
	return read(await db.prepare(`SELECT ${COLUMNS} FROM players WHERE name_key = ?1`).bind(nameKey(name)).first<Row>());
}

/** Several players at once, however many: the ids travel as one JSON value. Unknown ids are left out. */
export async function playersById(db: D1Database, ids: readonly string[]): Promise<ReadonlyMap<string, Player>> {
	if (ids.length === 0) return new Map();
	const { results } = await db
		.prepare(`SELECT ${COLUMNS} FROM players WHERE id IN (SELECT value FROM json_each(?1))`)
		.bind(JSON.stringify([...new Set(ids)]))
		.all<Row>();
	return new Map(results.map((one) => [one.id, read(one)]));
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
export function insertPlayer(db: D1Database, player: NewPlayer): D1PreparedStatement {
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

export type Settings = {
	readonly name?: string;
	readonly locale?: string;
	readonly timeZone?: string;
	readonly restWindows?: readonly RestWindow[];
};

/**
 * Changes the settings given and no others. Where that changes when the player rests, the running games are behind.
 * @throws a name that is taken breaks the UNIQUE constraint of `players.name_key`
 */
export async function updatePlayer(db: D1Database, id: string, changes: Settings): Promise<Player | null> {
	const { locale, name, restWindows, timeZone } = changes;
	const row = await db
		.prepare(
			`UPDATE players SET
				name = COALESCE(?2, name),
				name_key = COALESCE(?3, name_key),
				locale = COALESCE(?4, locale),
				time_zone = COALESCE(?5, time_zone),
				rest_windows = COALESCE(?6, rest_windows),
				rest_version = rest_version + CASE
					WHEN COALESCE(?6, rest_windows) <> rest_windows THEN 1
					WHEN COALESCE(?5, time_zone) <> time_zone AND rest_windows <> '[]' THEN 1
					ELSE 0
				END
			 WHERE id = ?1
			 RETURNING ${COLUMNS}`,
		)
		.bind(
			id,
			name ?? null,
			name === undefined ? null : nameKey(name),
			locale ?? null,
			timeZone ?? null,
			restWindows === undefined ? null : JSON.stringify(restWindows),
		)
		.first<Row>();
	return read(row);
}

/** When a player rests, for a game to keep; null for one who never does. */
export function restOf({ restWindows, timeZone }: Player): RestSchedule | null {
	return restWindows.length === 0 ? null : { timeZone, windows: restWindows };
}

/** Which version of a player's rest it is, and what it is. */
export type Rest = { readonly schedule: RestSchedule | null; readonly version: number; readonly fanned: number };

export async function restNow(db: D1Database, id: string): Promise<Rest | null> {
	const row = await db
		.prepare(`SELECT ${COLUMNS}, rest_version AS version, rest_fanned AS fanned FROM players WHERE id = ?1`)
		.bind(id)
		.first<Row & { readonly version: number; readonly fanned: number }>();
	const player = read(row);
	return row && player && { schedule: restOf(player), version: row.version, fanned: row.fanned };
}

/** Notes that the player's running games know this version. */
export async function noteRestFanned(db: D1Database, id: string, version: number): Promise<void> {
	await db.prepare(`UPDATE players SET rest_fanned = ?2 WHERE id = ?1`).bind(id, version).run();
}

/** Players whose running games do not all know when they rest now, by id, those after one of them. */
export async function restsToFan(db: D1Database, after: Place | null, limit: number): Promise<readonly Place[]> {
	const { results } = await db
		.prepare(
			`SELECT 0 AS key, id FROM players WHERE rest_fanned <> rest_version AND (?1 IS NULL OR id > ?1)
			 ORDER BY id LIMIT ?2`,
		)
		.bind(after?.id ?? null, limit)
		.all<Place>();
	return results;
}

/** Whether a failed statement failed because the name belongs to somebody else. */
export function isNameTaken(error: unknown): boolean {
	return error instanceof Error && error.message.includes("players.name_key");
}

function read(row: Row): Player;
function read(row: Row | null): Player | null;
function read(row: Row | null): Player | null {
	return (
		row && {
			id: row.id,
			email: row.email,
			name: row.name,
			locale: row.locale,
			timeZone: row.timeZone,
			createdAt: row.createdAt,
			restWindows: JSON.parse(row.restWindows) as readonly RestWindow[],
			reminders: row.reminders === null ? null : (JSON.parse(row.reminders) as readonly string[]),
			quietHours: row.quietHours === null ? null : (JSON.parse(row.quietHours) as QuietHours),
		}
	);
}
