/** The `push_subscriptions` table: devices that take web push, as their browsers describe them. */

export type Device = {
	readonly id: string;
	readonly player: string;
	/** Where its push service takes messages for it. */
	readonly endpoint: string;
	/** Its public key and shared secret, base64url. */
	readonly p256dh: string;
	readonly auth: string;
	readonly createdAt: number;
};

const COLUMNS = "id, player, endpoint, p256dh, auth, created_at AS createdAt";

/** How many devices a player has at most; one more takes the place of the oldest. */
const MOST_DEVICES = 20;

/**
 * Keeps a device; the same endpoint again is the same device, with what is known of it now. Where somebody else is signed
 * in by now it is another one: what was on its way to the one before does not come to them. Its row as it stands then.
 */
export async function keepDevice(db: D1Database, device: Device): Promise<Device> {
	const [kept] = await db.batch<Device>([
		db
			.prepare(
				`INSERT INTO push_subscriptions (id, player, endpoint, p256dh, auth, created_at)
				 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
				 ON CONFLICT (endpoint) DO UPDATE SET
					id = CASE WHEN player = excluded.player THEN id ELSE excluded.id END,
					created_at = CASE WHEN player = excluded.player THEN created_at ELSE excluded.created_at END,
					player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth
				 RETURNING ${COLUMNS}`,
			)
			.bind(device.id, device.player, device.endpoint, device.p256dh, device.auth, device.createdAt),
		db
			.prepare(
				`DELETE FROM push_subscriptions WHERE player = ?1 AND id NOT IN (
					SELECT id FROM push_subscriptions WHERE player = ?1 ORDER BY created_at DESC, id DESC LIMIT ${MOST_DEVICES}
				 )`,
			)
			.bind(device.player),
	]);
	return kept?.results[0] ?? device;
}

export async function deviceById(db: D1Database, id: string): Promise<Device | null> {
	return db.prepare(`SELECT ${COLUMNS} FROM push_subscriptions WHERE id = ?1`).bind(id).first<Device>();
}

/** A player's devices, the newest first. */
export async function devicesOf(db: D1Database, player: string): Promise<readonly Device[]> {
	const { results } = await db
		.prepare(`SELECT ${COLUMNS} FROM push_subscriptions WHERE player = ?1 ORDER BY created_at DESC, id DESC`)
		.bind(player)
		.all<Device>();
	return results;
}

/** Forgets a device of this player, by id or endpoint; false when there is none. */
export async function deleteDevice(db: D1Database, player: string, which: string): Promise<boolean> {
	const { meta } = await db
		.prepare(`DELETE FROM push_subscriptions WHERE player = ?1 AND (id = ?2 OR endpoint = ?2)`)
		.bind(player, which)
		.run();
	return meta.changes > 0;
}

/** Its push service does not know the device any more, as it was described to us: nobody does. */
export async function forgetDevice(db: D1Database, { endpoint, id, p256dh }: Device): Promise<void> {
	await db
		.prepare(`DELETE FROM push_subscriptions WHERE id = ?1 AND endpoint = ?2 AND p256dh = ?3`)
		.bind(id, endpoint, p256dh)
		.run();
}
