/** The `deliveries` table: everything that must be told to a person, from its insertion to what became of it. */

export type Channel = "email";

/** What a delivery is about; the kinds of the contract's notifications, and the account mails by their name. */
export type DeliveryKind = "game-started" | "your-turn" | "game-over" | "challenge" | "sign-in";

export type NewDelivery = {
	/** Stable for ever: a repeat of the same notice has the same id and is not inserted again. */
	readonly id: string;
	readonly game: string | null;
	readonly seq: number | null;
	/** The reader's player id; null for somebody without an account, then `address` says who. */
	readonly player: string | null;
	readonly address: string | null;
	readonly channel: Channel;
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

/** Inserts a delivery once; a repeat does nothing. A statement, so that it can travel in somebody's batch. */
export function insertDelivery(db: D1Database, row: NewDelivery): D1PreparedStatement {
	return db
		.prepare(
			`INSERT INTO deliveries (id, game, seq, player, address, channel, kind, payload, due_at, created_at)
			 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
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
		);
}
