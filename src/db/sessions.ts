/** The `sign_ins` and `sessions` tables: requests to sign in, and the browsers that are signed in. */
import { emailKey } from "./players.ts";

export type SignIn = {
	readonly id: string;
	readonly email: string;
	readonly expiresAt: number;
	readonly usedAt: number | null;
};

export type Session = {
	readonly id: string;
	readonly player: string;
	readonly expiresAt: number;
};

const SIGN_IN = "id, email, expires_at AS expiresAt, used_at AS usedAt";

export function insertSignIn(
	db: D1Database,
	row: { readonly id: string; readonly email: string; readonly createdAt: number; readonly expiresAt: number },
): D1PreparedStatement {
	return db
		.prepare(`INSERT INTO sign_ins (id, email, email_key, created_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)`)
		.bind(row.id, row.email, emailKey(row.email), row.createdAt, row.expiresAt);
}

export function signInById(db: D1Database, id: string): Promise<SignIn | null> {
	return db.prepare(`SELECT ${SIGN_IN} FROM sign_ins WHERE id = ?1`).bind(id).first<SignIn>();
}

/**
 * Counts one guess of a code against every request of the address that can still take one, and gives those back. The
 * guess is counted before it is looked at, so that guesses sent at once cannot slip past the limit.
 */
export async function takeGuess(db: D1Database, email: string, now: number, most: number): Promise<readonly SignIn[]> {
	const { results } = await db
		.prepare(
			`UPDATE sign_ins SET tries = tries + 1
			 WHERE email_key = ?1 AND used_at IS NULL AND expires_at > ?2 AND tries < ?3
			 RETURNING ${SIGN_IN}`,
		)
		.bind(emailKey(email), now, most)
		.all<SignIn>();
	return results;
}

/** A right code was no guess: it is not counted. */
export async function giveBackGuess(db: D1Database, ids: readonly string[]): Promise<void> {
	await db
		.prepare(`UPDATE sign_ins SET tries = tries - 1 WHERE tries > 0 AND id IN (SELECT value FROM json_each(?1))`)
		.bind(JSON.stringify(ids))
		.run();
}

export function useSignIn(db: D1Database, id: string, now: number): D1PreparedStatement {
	return db.prepare(`UPDATE sign_ins SET used_at = ?2 WHERE id = ?1 AND used_at IS NULL`).bind(id, now);
}

/**
 * Opens a session for whoever owns the address. The id is fixed by what is used up for it, so that of two who use the
 * same thing at once the later one breaks on `sessions.id`, and its whole batch with it.
 */
export function insertSession(
	db: D1Database,
	row: {
		readonly id: string;
		readonly email: string;
		readonly createdAt: number;
		readonly expiresAt: number;
		/** When given, nothing is opened unless this challenge can still be accepted. */
		readonly challenge: string | null;
	},
): D1PreparedStatement {
	return db
		.prepare(
			`INSERT INTO sessions (id, player, created_at, expires_at)
			 SELECT ?1, id, ?3, ?4 FROM players
			 WHERE email_key = ?2 AND (?5 IS NULL OR EXISTS (
				SELECT 1 FROM challenges
				WHERE challenges.id = ?5 AND state = 'open' AND challenges.expires_at > ?3 AND challenger <> players.id
			 ))`,
		)
		.bind(row.id, emailKey(row.email), row.createdAt, row.expiresAt, row.challenge);
}

/** Whether a failed batch failed because its session had been opened already. */
export function isSessionTaken(error: unknown): boolean {
	return error instanceof Error && error.message.includes("sessions.id");
}

/** The session, when it may still be used. */
export function liveSession(db: D1Database, id: string, now: number): Promise<Session | null> {
	return db
		.prepare(
			`SELECT sessions.id, sessions.player, sessions.expires_at AS expiresAt
			 FROM sessions JOIN players ON players.id = sessions.player
			 WHERE sessions.id = ?1 AND sessions.revoked_at IS NULL AND sessions.expires_at > ?2`,
		)
		.bind(id, now)
		.first<Session>();
}

/** A browser that is or was signed in, as its owner may know it. */
export type SessionRow = {
	readonly id: string;
	readonly createdAt: number;
	readonly expiresAt: number;
	readonly revokedAt: number | null;
};

/** A player's sessions, the newest first; those that ran out long ago are forgotten. */
export async function sessionsOf(db: D1Database, player: string): Promise<readonly SessionRow[]> {
	const { results } = await db
		.prepare(
			`SELECT id, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt FROM sessions
			 WHERE player = ?1 ORDER BY created_at DESC, id`,
		)
		.bind(player)
		.all<SessionRow>();
	return results;
}

/** When somebody asked to sign in by an address, the newest first; used ones too. */
export async function signInsOf(
	db: D1Database,
	email: string,
): Promise<readonly { readonly createdAt: number; readonly usedAt: number | null }[]> {
	const { results } = await db
		.prepare(
			`SELECT created_at AS createdAt, used_at AS usedAt FROM sign_ins WHERE email_key = ?1 ORDER BY created_at DESC`,
		)
		.bind(emailKey(email))
		.all<{ readonly createdAt: number; readonly usedAt: number | null }>();
	return results;
}

export async function prolongSession(db: D1Database, id: string, expiresAt: number): Promise<void> {
	await db.prepare(`UPDATE sessions SET expires_at = MAX(expires_at, ?2) WHERE id = ?1`).bind(id, expiresAt).run();
}

export async function revokeSession(db: D1Database, id: string, now: number): Promise<void> {
	await db.prepare(`UPDATE sessions SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL`).bind(id, now).run();
}

/** Forgets what nobody can use any more. */
export function purgeSessions(db: D1Database, before: number): readonly D1PreparedStatement[] {
	return [
		db.prepare(`DELETE FROM sign_ins WHERE expires_at < ?1`).bind(before),
		db.prepare(`DELETE FROM sessions WHERE expires_at < ?1`).bind(before),
	];
}
