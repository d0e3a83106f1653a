/** How a player wants to be told of things, as it stands in `players`: what kind on which channel, when the digest comes. */
import type { QuietHours } from "../match/reminders.ts";
import { emailKey } from "./players.ts";

/** By kind, then channel; only what was chosen. What the words mean, the post says (post/settings.ts). */
export type StoredPaces = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a deliverer has to know of the reader, and of what else is on its way to them. */
export type Circumstances = {
	/** Null for somebody without an account: they have chosen nothing. */
	readonly reader: ReaderSettings | null;
	/** A newer notice of the same game, person, channel and kind has been made, and has gone out or will. */
	readonly replaced: boolean;
};

export type ReaderSettings = {
	readonly player: string;
	/** IANA name. */
	readonly timeZone: string;
	readonly quietHours: QuietHours | null;
	readonly paces: StoredPaces;
	/** 0 to 23, in the player's own zone. */
	readonly digestHour: number;
};

type Row = {
	readonly player: string;
	readonly timeZone: string;
	readonly quietHours: string | null;
	readonly notify: string;
	readonly digestHour: number;
};

const COLUMNS = `players.id AS player, time_zone AS timeZone, quiet_hours AS quietHours, notify, digest_hour AS digestHour`;

export async function settingsOf(db: D1Database, player: string): Promise<ReaderSettings | null> {
	const row = await db.prepare(`SELECT ${COLUMNS} FROM players WHERE id = ?1`).bind(player).first<Row>();
	return row && read(row);
}

/** Why a delivery waits that its reader wants later: the codes of post/settings.ts. */
const WANTED_LATER = "'E_FOR_DIGEST', 'E_QUIET_HOURS'";

/**
 * Changes what is given and no more, all of it at once. What waits because of how it was before is looked at anew.
 * @param changes.paces by kind and channel, added to what was chosen before
 */
export async function updateNotifications(
	db: D1Database,
	player: string,
	now: number,
	changes: {
		readonly paces?: StoredPaces;
		readonly digestHour?: number;
		readonly reminders?: readonly string[];
		readonly quietHours?: QuietHours | null;
	},
): Promise<void> {
	const { digestHour, paces, quietHours, reminders } = changes;
	const settings = db
		.prepare(
			`UPDATE players SET
				notify = json_patch(notify, ?2),
				digest_hour = COALESCE(?3, digest_hour),
				reminders = COALESCE(?4, reminders),
				quiet_hours = CASE WHEN ?5 = 1 THEN ?6 ELSE quiet_hours END
			 WHERE id = ?1`,
		)
		.bind(
			player,
			JSON.stringify(paces ?? {}),
			digestHour ?? null,
			reminders === undefined ? null : JSON.stringify(reminders),
			quietHours === undefined ? 0 : 1,
			quietHours == null ? null : JSON.stringify(quietHours),
		);
	const waiting = db
		.prepare(
			`UPDATE deliveries SET state = 'due', due_at = ?2
			 WHERE player = ?1 AND (state = 'held' OR (state = 'due' AND due_at > ?2 AND error IN (${WANTED_LATER})))`,
		)
		.bind(player, now);
	await db.batch([settings, waiting]);
}

/** A delivery as far as it says whom it is to and what else is like it. */
type Question = {
	readonly game: string | null;
	readonly seq: number | null;
	readonly player: string | null;
	readonly address: string | null;
	readonly channel: string;
	/** The device it goes to; null for mail. */
	readonly target?: string | null;
	readonly kind: string;
	readonly createdAt: number;
};

/**
 * The reader's settings and whether something newer makes the notice superfluous, in one question.
 * @param collapses whether of several such notices only the newest is sent
 * @param about what the notice is about within its kind, as its payload has it at `$.news.offer`; offers of two kinds
 * stand beside each other
 */
export async function circumstancesOf(
	db: D1Database,
	delivery: Question,
	collapses: boolean,
	about: string | null,
): Promise<Circumstances> {
	const row = await db
		.prepare(
			`SELECT ${COLUMNS},
			 ?3 = 1 AND EXISTS (
				SELECT 1 FROM deliveries AS newer
				WHERE newer.game = ?4 AND newer.player = ?1 AND newer.channel = ?5 AND newer.kind = ?6
				AND (newer.created_at, COALESCE(newer.seq, 0)) > (?7, ?8)
				AND newer.state IN ('due', 'claimed', 'held', 'sent', 'digested')
				AND (?9 IS NULL OR newer.payload ->> '$.news.offer' = ?9) AND newer.target IS ?10
			 ) AS replaced
			 FROM (SELECT 1) LEFT JOIN players
			 ON players.id = COALESCE(?1, (SELECT id FROM players WHERE email_key = ?2))`,
		)
		.bind(
			delivery.player,
			delivery.address === null ? null : emailKey(delivery.address),
			collapses ? 1 : 0,
			delivery.game,
			delivery.channel,
			delivery.kind,
			delivery.createdAt,
			delivery.seq ?? 0,
			about,
			delivery.target ?? null,
		)
		.first<{ readonly [Key in keyof Row]: Row[Key] | null } & { readonly replaced: number }>();
	return { reader: row && row.player !== null ? read(row as Row) : null, replaced: row?.replaced === 1 };
}

function read(row: Row): ReaderSettings {
	return {
		player: row.player,
		timeZone: row.timeZone,
		quietHours: row.quietHours === null ? null : (JSON.parse(row.quietHours) as QuietHours),
		paces: JSON.parse(row.notify) as StoredPaces,
		digestHour: row.digestHour,
	};
}
