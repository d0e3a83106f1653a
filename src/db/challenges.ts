/** The `challenges` table: invitations from their making to the game that came of them, and addresses that want no mail. */
import type { PlayerId, Terms } from "../match/terms.ts";
import { emailKey } from "./players.ts";
import type { Place } from "./rounds.ts";

export type ChallengeState = "open" | "accepted" | "rejected" | "withdrawn" | "expired";

export type Challenge = {
	readonly id: string;
	/** The id of the game to come, fixed when the challenge is made. */
	readonly game: string;
	readonly challenger: PlayerId;
	readonly toPlayer: PlayerId | null;
	readonly toEmail: string | null;
	readonly terms: Terms;
	readonly message: string | null;
	/** As stored; an open challenge past `expiresAt` is expired whether or not the sweep has said so. */
	readonly state: ChallengeState;
	readonly acceptedBy: PlayerId | null;
	/** Who got White at acceptance. */
	readonly white: PlayerId | null;
	/** Whether the game object has confirmed the game. */
	readonly created: boolean;
	readonly reason: string | null;
	readonly madeAt: number;
	readonly expiresAt: number;
	readonly decidedAt: number | null;
	/** The game that it wants to be played once more. */
	readonly rematchOf: string | null;
};

type Row = Omit<Challenge, "terms" | "created"> & { readonly terms: string; readonly created: number };

const COLUMNS = `id, game, challenger, to_player AS toPlayer, to_email AS toEmail, terms, message, state,
	accepted_by AS acceptedBy, white, created, reason, made_at AS madeAt, expires_at AS expiresAt,
	decided_at AS decidedAt, rematch_of AS rematchOf`;

/**
 * @throws when run: one that is there already breaks a UNIQUE constraint, see `isChallengeTaken`; so does one to a rematch
 * where another stands in its way, see `isRematchTaken`
 */
export function insertChallenge(db: D1Database, one: Challenge): D1PreparedStatement {
	return db
		.prepare(
			`INSERT INTO challenges (id, game, challenger, to_player, to_email, to_email_key, terms, message, made_at,
				expires_at, rematch_of)
			 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
		)
		.bind(
			one.id,
			one.game,
			one.challenger,
			one.toPlayer,
			one.toEmail,
			one.toEmail === null ? null : emailKey(one.toEmail),
			JSON.stringify(one.terms),
			one.message,
			one.madeAt,
			one.expiresAt,
			one.rematchOf,
		);
}

/** Whether a failed batch failed because the challenge had been made already. */
export function isChallengeTaken(error: unknown): boolean {
	return error instanceof Error && error.message.includes("challenges.id");
}

/** Whether a failed batch failed because a rematch of the game had been asked for already. */
export function isRematchTaken(error: unknown): boolean {
	return error instanceof Error && error.message.includes("challenges.rematch_of");
}

/** The challenges to a rematch of a game, the latest first. */
export async function rematchesOf(db: D1Database, game: string): Promise<readonly Challenge[]> {
	const { results } = await db
		.prepare(`SELECT ${COLUMNS} FROM challenges WHERE rematch_of = ?1 ORDER BY made_at DESC`)
		.bind(game)
		.all<Row>();
	return results.map(read);
}

export async function challengeById(db: D1Database, id: string): Promise<Challenge | null> {
	const row = await db.prepare(`SELECT ${COLUMNS} FROM challenges WHERE id = ?1`).bind(id).first<Row>();
	return row && read(row);
}

/** The states of challenges as stored, by id; of one that is not there, nothing. */
export async function challengeStates(
	db: D1Database,
	ids: readonly string[],
): Promise<ReadonlyMap<string, ChallengeState>> {
	if (ids.length === 0) return new Map();
	const { results } = await db
		.prepare(`SELECT id, state FROM challenges WHERE id IN (SELECT value FROM json_each(?1))`)
		.bind(JSON.stringify(ids))
		.all<Pick<Challenge, "id" | "state">>();
	return new Map(results.map(({ id, state }) => [id, state]));
}

/**
 * The acceptance itself: of all who try, exactly one changes the row. A statement, so that it can travel in the batch
 * that opens the acceptor's session.
 * @param by a player id, or the address of an account that the same batch may be making
 */
export function claimChallenge(
	db: D1Database,
	id: string,
	by: { readonly player: PlayerId } | { readonly email: string },
	challengerIsWhite: boolean,
	now: number,
): D1PreparedStatement {
	return db
		.prepare(
			`UPDATE challenges SET state = 'accepted', accepted_by = acceptor.id, decided_at = ?4,
				white = CASE WHEN ?3 = 1 THEN challenger ELSE acceptor.id END
			 FROM (SELECT id FROM players WHERE id = ?2 OR email_key = ?5) AS acceptor
			 WHERE challenges.id = ?1 AND state = 'open' AND expires_at > ?4 AND challenger <> acceptor.id`,
		)
		.bind(
			id,
			"player" in by ? by.player : null,
			challengerIsWhite ? 1 : 0,
			now,
			"email" in by ? emailKey(by.email) : null,
		);
}

/** Closes an open challenge without a game; false when somebody was quicker. */
export async function closeChallenge(
	db: D1Database,
	id: string,
	state: "rejected" | "withdrawn",
	reason: string | null,
	now: number,
): Promise<boolean> {
	const { meta } = await db
		.prepare(
			`UPDATE challenges SET state = ?2, reason = ?3, decided_at = ?4
			 WHERE id = ?1 AND state = 'open' AND expires_at > ?4`,
		)
		.bind(id, state, reason, now)
		.run();
	return meta.changes > 0;
}

export async function markCreated(db: D1Database, id: string): Promise<void> {
	await db.prepare(`UPDATE challenges SET created = 1 WHERE id = ?1`).bind(id).run();
}

/** Accepted and never confirmed: what a crash in between has left behind. The oldest first, those after one of them. */
export async function challengesToCreate(
	db: D1Database,
	decidedBefore: number,
	after: Place | null,
	limit: number,
): Promise<readonly (Place & Pick<Challenge, "game">)[]> {
	const { results } = await db
		.prepare(
			`SELECT decided_at AS key, id, game FROM challenges WHERE state = 'accepted' AND created = 0
			 AND decided_at <= ?1 AND (?2 IS NULL OR (decided_at, id) > (?2, ?3))
			 ORDER BY decided_at, id LIMIT ?4`,
		)
		.bind(decidedBefore, after?.key ?? null, after?.id ?? null, limit)
		.all<Place & Pick<Challenge, "game">>();
	return results;
}

export async function expireChallenges(db: D1Database, now: number): Promise<void> {
	await db
		.prepare(`UPDATE challenges SET state = 'expired', decided_at = ?1 WHERE state = 'open' AND expires_at <= ?1`)
		.bind(now)
		.run();
}

export type ChallengeFilter =
	| { readonly kind: "open" }
	| { readonly kind: "incoming"; readonly player: PlayerId; readonly email: string }
	| { readonly kind: "outgoing"; readonly player: PlayerId };

/** Challenges that wait for an answer, newest first, those after a row of the list when one is given. */
export async function listChallenges(
	db: D1Database,
	filter: ChallengeFilter,
	after: { readonly at: number; readonly id: string } | null,
	limit: number,
	now: number,
): Promise<readonly Challenge[]> {
	const [condition, values] = conditionOf(filter);
	const { results } = await db
		.prepare(
			`SELECT ${COLUMNS} FROM challenges
			 WHERE state = 'open' AND expires_at > ?1 AND (?2 IS NULL OR (made_at, id) < (?2, ?3)) AND ${condition}
			 ORDER BY made_at DESC, id DESC LIMIT ?4`,
		)
		.bind(now, after?.at ?? null, after?.id ?? null, limit, ...values)
		.all<Row>();
	return results.map(read);
}

/** All challenges a player has made or answered or that are to them, whatever became of them, the newest first. */
export async function challengesOf(
	db: D1Database,
	player: { readonly id: PlayerId; readonly email: string },
	limit: number,
): Promise<readonly Challenge[]> {
	const { results } = await db
		.prepare(
			`SELECT ${COLUMNS} FROM challenges
			 WHERE challenger = ?1 OR (to_player IS NOT NULL AND to_player = ?1)
			 OR (to_email_key IS NOT NULL AND to_email_key = ?2) OR (accepted_by IS NOT NULL AND accepted_by = ?1)
			 ORDER BY made_at DESC, id DESC LIMIT ?3`,
		)
		.bind(player.id, emailKey(player.email), limit)
		.all<Row>();
	return results.map(read);
}

function conditionOf(filter: ChallengeFilter): readonly [string, readonly string[]] {
	switch (filter.kind) {
		case "open":
			return ["to_player IS NULL AND to_email_key IS NULL", []];
		case "incoming":
			return [
				`((to_player IS NOT NULL AND to_player = ?5) OR (to_email_key IS NOT NULL AND to_email_key = ?6))
				 AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.player = ?5 AND blocks.blocked = challenger)`,
				[filter.player, emailKey(filter.email)],
			];
		case "outgoing":
			return ["challenger = ?5", [filter.player]];
	}
}

function read(row: Row): Challenge {
	return { ...row, terms: JSON.parse(row.terms) as Terms, created: row.created === 1 };
}
