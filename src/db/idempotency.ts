/** The `idempotency` table: the first answers to requests that carried a key and were not to a game. */

export type KeptAnswer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** The body as text; null where there was none. */
	readonly body: string | null;
};

export type Claim =
	| { readonly kind: "claimed" }
	| { readonly kind: "running"; readonly bodyHash: string }
	| { readonly kind: "done"; readonly bodyHash: string; readonly answer: KeptAnswer };

/**
 * Claims a key for the request that asks first; everybody else hears what became of it. A claim is a lease: when its
 * holder died, the next one takes it over.
 */
export async function claimKey(
	db: D1Database,
	scope: string,
	key: string,
	bodyHash: string,
	now: number,
	leaseUntil: number,
): Promise<Claim> {
	const claimed = await db
		.prepare(
			`INSERT INTO idempotency (scope, key, body_hash, state, lease_until, created_at)
			 VALUES (?1, ?2, ?3, 'running', ?5, ?4)
			 ON CONFLICT (scope, key) DO UPDATE SET lease_until = excluded.lease_until
				WHERE idempotency.state = 'running' AND idempotency.lease_until < ?4
					AND idempotency.body_hash = excluded.body_hash
			 RETURNING key`,
		)
		.bind(scope, key, bodyHash, now, leaseUntil)
		.first();
	if (claimed) return { kind: "claimed" };
	const row = await db
		.prepare(`SELECT body_hash AS bodyHash, state, answer FROM idempotency WHERE scope = ?1 AND key = ?2`)
		.bind(scope, key)
		.first<{ bodyHash: string; state: string; answer: string | null }>();
	// Let go between the two statements: whoever asks again may claim it.
	if (!row) return { kind: "running", bodyHash };
	if (row.state === "done" && row.answer !== null) {
		return { kind: "done", bodyHash: row.bodyHash, answer: JSON.parse(row.answer) as KeptAnswer };
	}
	return { kind: "running", bodyHash: row.bodyHash };
}

export async function keepAnswer(db: D1Database, scope: string, key: string, answer: KeptAnswer): Promise<void> {
	await db
		.prepare(`UPDATE idempotency SET state = 'done', answer = ?3 WHERE scope = ?1 AND key = ?2`)
		.bind(scope, key, JSON.stringify(answer))
		.run();
}

/** Lets a key go whose request reached no decision. */
export async function releaseKey(db: D1Database, scope: string, key: string): Promise<void> {
	await db
		.prepare(`DELETE FROM idempotency WHERE scope = ?1 AND key = ?2 AND state = 'running'`)
		.bind(scope, key)
		.run();
}

export function purgeKeys(db: D1Database, before: number): D1PreparedStatement {
	return db.prepare(`DELETE FROM idempotency WHERE created_at < ?1`).bind(before);
}
