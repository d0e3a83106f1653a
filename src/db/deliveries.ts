/** The `deliveries` table: everything that must be told to a person, from its insertion to what became of it. */

export type Channel = "email" | "webhook" | "push";

/** What a delivery is about; the kinds of the contract's notifications, and the account mails by their name. */
export type DeliveryKind =
	| "game-started"
	| "your-turn"
	| "reminder"
	| "game-over"
	| "offer"
	| "vacation"
	| "challenge"
	| "chat"
	| "reply"
	/** About the account itself; `about` in its payload says what. */
	| "account"
	/** What was held back, in one mail; its payload names the rows. */
	| "digest"
	| "sign-in";

export type NewDelivery = {
	/** Stable for ever: a repeat of the same notice has the same id and is not inserted again. */
	readonly id: string;
	readonly game: string | null;
	readonly seq: number | null;
	/** The reader's player id; null for somebody without an account, then `address` says who. */
	readonly player: string | null;
	readonly address: string | null;
	readonly channel: Channel;
	/** The webhook or device it goes to; absent for mail. */
	readonly target?: string | null;
	readonly kind: DeliveryKind;
	/** All the content needs, never a secret. */
	readonly payload: unknown;
	/** When it may be sent first, ms. */
	readonly dueAt: number;
	readonly createdAt: number;
};

/** The id of a game's notice: its natural key. */
export function noticeId(game: string, seq: number, player: string, channel: Channel): string {
	return `${game}.${seq}.${player}.${channel}`;
}

/** The id of a reminder: its turn, how much was left, and the deadline it names. */
export function reminderId(
	game: string,
	turn: number,
	player: string,
	channel: Channel,
	lead: number,
	deadline: number,
): string {
	return `${game}.${turn}.${player}.${channel}.reminder.${lead}.${deadline}`;
}

/** Of how much time left a reminder tells, ms, by its id; null for the id of anything else. */
export function leadOf(id: string): number | null {
	const lead = /\.reminder\.(\d+)\.\d+$/.exec(id)?.[1];
	return lead === undefined ? null : Number(lead);
}

/**
 * Inserts a delivery once; a repeat does nothing, and nothing is told to who has left. A statement, so that it can travel
 * in somebody's batch.
 */
export function insertDelivery(db: D1Database, row: NewDelivery): D1PreparedStatement {
	return db
		.prepare(
			`INSERT INTO deliveries (id, game, seq, player, address, channel, kind, payload, due_at, created_at, target)
			 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
			 WHERE NOT EXISTS (SELECT 1 FROM departures WHERE departures.player = ?4 AND erased_at IS NOT NULL)
			 ON CONFLICT DO NOTHING`,
		)
		.bind(
			row.id,
			row.game,
			row.seq,
			row.player,
			row.address,
			row.channel,
			row.kind,
			JSON.stringify(row.payload),
			row.dueAt,
			row.createdAt,
			row.target ?? null,
		);
}

/** A delivery as whoever sends it needs it. */
export type Delivery = {
	readonly id: string;
	readonly game: string | null;
	readonly seq: number | null;
	readonly player: string | null;
	readonly address: string | null;
	readonly channel: Channel;
	/** The webhook or device it goes to; null or absent for mail. */
	readonly target?: string | null;
	readonly kind: DeliveryKind;
	readonly payload: unknown;
	/** What the first attempt looked up, as it was written down; null before. */
	readonly frozen: unknown;
	/** How often it has been claimed, this time included: also the number of the claim. */
	readonly attempts: number;
	readonly createdAt: number;
};

type Row = Omit<Delivery, "payload" | "frozen"> & { readonly payload: string; readonly frozen: string | null };

const COLUMNS =
	"id, game, seq, player, address, channel, target, kind, payload, frozen, attempts, created_at AS createdAt";

/**
 * From when on anybody may claim a row that waits: it is due, and no claim of it lives. What nobody could even note the
 * outcome of is behind what has become due since.
 */
export const FREE_AT = "MAX(due_at, COALESCE(lease_until, 0))";

/** Ids of mails that are due and not being sent, those that could be claimed the longest first. */
export async function dueDeliveries(db: D1Database, now: number, limit: number): Promise<readonly string[]> {
	const { results } = await db
		.prepare(
			`SELECT id FROM deliveries WHERE state IN ('due', 'claimed') AND ${FREE_AT} <= ?1 AND channel = 'email'
			 ORDER BY ${FREE_AT} LIMIT ?2`,
		)
		.bind(now, limit)
		.all<{ readonly id: string }>();
	return results.map(({ id }) => id);
}

/**
 * Claims a delivery for whoever asks first, until the lease ends; null when it is not due, is somebody else's, or is
 * done with. A claim whose holder died is anybody's after that.
 */
export async function claimDelivery(
	db: D1Database,
	id: string,
	now: number,
	leaseUntil: number,
): Promise<Delivery | null> {
	const row = await db
		.prepare(
			`UPDATE deliveries SET state = 'claimed', lease_until = ?3, attempts = attempts + 1
			 WHERE id = ?1 AND state IN ('due', 'claimed') AND due_at <= ?2 AND (lease_until IS NULL OR lease_until <= ?2)
			 RETURNING ${COLUMNS}`,
		)
		.bind(id, now, leaseUntil)
		.first<Row>();
	return row && readRow(row);
}

function readRow(row: Row): Delivery {
	return { ...row, payload: parse(row.payload), frozen: row.frozen === null ? null : parse(row.frozen) };
}

/** A row that was spoilt must not keep anybody from finding out: what cannot be read is undefined. */
function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Writes down what the first attempt looked up, once and for all; gives back what stands there. */
export async function freezeDelivery(db: D1Database, id: string, frozen: unknown): Promise<unknown> {
	const row = await db
		.prepare(`UPDATE deliveries SET frozen = COALESCE(frozen, ?2) WHERE id = ?1 RETURNING frozen`)
		.bind(id, JSON.stringify(frozen))
		.first<{ readonly frozen: string }>();
	if (!row) throw new Error(`the delivery ${id} is gone`);
	return JSON.parse(row.frozen);
}

/** Which message of a chat a letter takes along; the index knows it by these very words. */
const MESSAGE_TOLD = "CASE WHEN json_valid(frozen) THEN frozen ->> '$.message.id' END";

/** Whether a letter about a turn takes a message of the game's chat along, as it was written down. */
export async function isToldInLetter(db: D1Database, game: string, player: string, message: number): Promise<boolean> {
	const row = await db
		.prepare(
			`SELECT 1 AS yes FROM deliveries
			 WHERE game = ?1 AND player = ?2 AND channel = 'email' AND kind IN ('your-turn', 'reminder')
			 AND state IN ('due', 'claimed', 'sent') AND ${MESSAGE_TOLD} = ?3`,
		)
		.bind(game, player, message)
		.first();
	return row !== null;
}

/** It was sent. True whoever holds the claim by now: somebody who was slow has sent it all the same. */
export async function recordSent(db: D1Database, id: string, messageId: string | null, now: number): Promise<void> {
	await db
		.prepare(
			`UPDATE deliveries SET state = 'sent', lease_until = NULL, error = NULL, message_id = ?2, sent_at = ?3
			 WHERE id = ?1 AND state <> 'sent'`,
		)
		.bind(id, messageId, now)
		.run();
}

/** It was not sent: due again at `dueAt`, or at an end. Counts only from whoever holds this claim. */
export async function recordUnsent(
	db: D1Database,
	claim: Pick<Delivery, "id" | "attempts">,
	outcome: { readonly state: "due"; readonly dueAt: number } | { readonly state: "dropped" | "failed" },
	error: string,
): Promise<void> {
	await db
		.prepare(
			`UPDATE deliveries SET state = ?3, lease_until = NULL, error = ?4, due_at = COALESCE(?5, due_at)
			 WHERE id = ?1 AND state = 'claimed' AND attempts = ?2`,
		)
		.bind(claim.id, claim.attempts, outcome.state, error.slice(0, 300), outcome.state === "due" ? outcome.dueAt : null)
		.run();
}

/**
 * It was not tried at all: it waits until it is looked at again (`due`), or for a digest (`held`). The claim does not
 * count as an attempt. Counts only from whoever holds this claim.
 */
export async function putOff(
	db: D1Database,
	claim: Pick<Delivery, "id" | "attempts">,
	state: "due" | "held",
	dueAt: number,
	why: string,
): Promise<void> {
	await db
		.prepare(
			`UPDATE deliveries SET state = ?3, lease_until = NULL, error = ?4, due_at = ?5, attempts = attempts - 1
			 WHERE id = ?1 AND state = 'claimed' AND attempts = ?2`,
		)
		.bind(claim.id, claim.attempts, state, why.slice(0, 300), dueAt)
		.run();
}

/**
 * The Message-ID of the first mail a player got about a game, for the later ones to refer to; null before that. A mail
 * about something beside the log has no `seq`: it refers to the first one, and none refers to it.
 */
export async function threadOf(
	db: D1Database,
	delivery: Pick<Delivery, "game" | "player" | "channel" | "seq">,
): Promise<string | null> {
	if (delivery.game === null) return null;
	const row = await db
		.prepare(
			`SELECT message_id AS messageId FROM deliveries
			 WHERE game = ?1 AND player = ?2 AND channel = ?3 AND seq < COALESCE(?4, 9e15) AND message_id IS NOT NULL
			 ORDER BY seq LIMIT 1`,
		)
		.bind(delivery.game, delivery.player, delivery.channel, delivery.seq)
		.first<{ readonly messageId: string }>();
	return row?.messageId ?? null;
}

/** Several deliveries as their notices were made, in order of time. */
export async function deliveriesById(db: D1Database, ids: readonly string[]): Promise<readonly Delivery[]> {
	const { results } = await db
		.prepare(
			`SELECT ${COLUMNS} FROM deliveries WHERE id IN (SELECT value FROM json_each(?1)) AND state = 'digested'
			 ORDER BY created_at, COALESCE(seq, 0), id`,
		)
		.bind(JSON.stringify(ids))
		.all<Row>();
	return results.map(readRow);
}

/** A delivery as its reader may see it. */
export type Told = Pick<Delivery, "id" | "kind" | "channel" | "game" | "attempts" | "createdAt"> & {
	readonly state: "due" | "claimed" | "held" | "sent" | "digested" | "dropped" | "failed";
	/** The address it went to, or the hook or device; null where it has not been looked up or is forgotten. */
	readonly target: string | null;
	readonly error: string | null;
	readonly dueAt: number;
	readonly sentAt: number | null;
	readonly messageId: string | null;
};

/** What was told to somebody, by their id, or by their address before they had one; newest first, one page. */
export async function deliveriesOf(
	db: D1Database,
	reader: { readonly id: string; readonly email: string },
	after: { readonly at: number; readonly id: string } | null,
	limit: number,
): Promise<readonly Told[]> {
	const page = (whose: string) =>
		`SELECT * FROM (
			SELECT id, kind, channel, game, attempts, created_at AS createdAt, state,
			COALESCE(target, frozen ->> '$.to', address) AS target, error, due_at AS dueAt, sent_at AS sentAt,
			message_id AS messageId
			FROM deliveries WHERE ${whose} AND (?3 IS NULL OR (created_at, id) < (?3, ?4))
			ORDER BY created_at DESC, id DESC LIMIT ?5
		 )`;
	const { results } = await db
		.prepare(
			`${page("player = ?1")} UNION ALL ${page("player IS NULL AND address = ?2")}
			 ORDER BY createdAt DESC, id DESC LIMIT ?5`,
		)
		.bind(reader.id, reader.email, after?.at ?? null, after?.id ?? null, limit)
		.all<Told>();
	return results;
}

/** The mail that went out with this Message-ID did not arrive: seen in its row from now on. */
export async function recordLost(db: D1Database, messageId: string, error: string): Promise<void> {
	await db
		.prepare(`UPDATE deliveries SET state = 'failed', error = ?2 WHERE message_id = ?1 AND state = 'sent'`)
		.bind(messageId, error.slice(0, 300))
		.run();
}

/** How many rows one run of the purge takes of a kind: it comes again. */
const A_PURGE = 5_000;

/**
 * Forgets what was said in deliveries made before `content`, and rows made before `rows`. What has not come to an end
 * is kept whole.
 */
export function purgeDeliveries(
	db: D1Database,
	{ content, rows }: { readonly content: number; readonly rows: number },
): readonly D1PreparedStatement[] {
	const over = "state IN ('sent', 'digested', 'dropped', 'failed')";
	return [
		db
			.prepare(
				`UPDATE deliveries SET payload = 'null', frozen = NULL WHERE id IN (
					SELECT id FROM deliveries WHERE payload <> 'null' AND created_at < ?1 AND ${over} LIMIT ${A_PURGE}
				 )`,
			)
			.bind(content),
		db
			.prepare(
				`DELETE FROM deliveries WHERE id IN (
					SELECT id FROM deliveries WHERE created_at < ?1 AND ${over} LIMIT ${A_PURGE}
				 )`,
			)
			.bind(rows),
	];
}

/** Forgets queue messages that were kept before `before`. */
export function purgeDeadLetters(db: D1Database, before: number): D1PreparedStatement {
	return db.prepare(`DELETE FROM dead_letters WHERE at < ?1`).bind(before);
}

/** A queue message that nobody could deal with, kept for people to look at. The same message is kept once. */
export async function keepDeadLetter(
	db: D1Database,
	letter: { readonly id: string; readonly queue: string; readonly body: string; readonly at: number },
): Promise<void> {
	await db
		.prepare(`INSERT INTO dead_letters (id, queue, body, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING`)
		.bind(letter.id, letter.queue, letter.body.slice(0, 2000), letter.at)
		.run();
}
