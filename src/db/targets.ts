/**
 * Deliveries to webhooks and devices: one row each beside the mail that says the same, in the batch that inserts the mail.
 * Who has which of them, only D1 knows, so a statement finds them while it inserts.
 */
import { FREE_AT, insertDelivery, type NewDelivery } from "./deliveries.ts";
import { emailKey } from "./players.ts";

/** The two parts of an id between which the channel and its target stand. */
function splitId(id: string): { readonly head: string; readonly tail: string } {
	const at = id.indexOf(".email");
	return at < 0 ? { head: id, tail: "" } : { head: id.slice(0, at), tail: id.slice(at + ".email".length) };
}

/**
 * The statements that tell every webhook and device of the readers what the mails tell, each once however often they are
 * run. A webhook hears of the kinds it names; neither hears of what was before it. Whoever is written to at an address and
 * has an account by now is a reader, too.
 */
export function insertElsewhere(db: D1Database, mails: readonly NewDelivery[]): readonly D1PreparedStatement[] {
	if (mails.length === 0) return [];
	const rows = JSON.stringify(
		mails.map(({ address, payload, ...mail }) => ({
			...mail,
			...splitId(mail.id),
			address: address === null ? null : emailKey(address),
			text: JSON.stringify(payload),
		})),
	);
	const insert = (channel: "webhook" | "push", table: string, wanted: string) =>
		db
			.prepare(
				`INSERT INTO deliveries (id, game, seq, player, channel, kind, payload, due_at, created_at, target)
				 SELECT mail.value ->> 'head' || '.${channel}.' || t.id || (mail.value ->> 'tail'), mail.value ->> 'game',
					mail.value ->> 'seq', t.player, '${channel}', mail.value ->> 'kind', mail.value ->> 'text',
					mail.value ->> 'dueAt', mail.value ->> 'createdAt', t.id
				 FROM json_each(?1) AS mail JOIN ${table} AS t ON t.player = COALESCE(
					mail.value ->> 'player', (SELECT id FROM players WHERE email_key = mail.value ->> 'address')
				 )
				 WHERE t.created_at <= mail.value ->> 'createdAt' AND ${wanted}
				 ON CONFLICT DO NOTHING`,
			)
			.bind(rows);
	return [
		insert(
			"webhook",
			"webhooks",
			"t.enabled = 1 AND EXISTS (SELECT 1 FROM json_each(t.events) AS one WHERE one.value = mail.value ->> 'kind')",
		),
		insert("push", "push_subscriptions", "1"),
	];
}

/** Ids of what goes to webhooks and devices beside these mails and has not been tried yet. */
export async function besides(db: D1Database, mails: readonly string[]): Promise<readonly string[]> {
	const heads = JSON.stringify(mails.map((id) => splitId(id).head));
	const { results } = await db
		.prepare(
			`SELECT d.id FROM json_each(?1) AS mail JOIN deliveries AS d
			 ON d.id > mail.value || '.webhook.' AND d.id < mail.value || '.webhook/'
			 WHERE d.state = 'due' AND d.attempts = 0
			 UNION ALL
			 SELECT d.id FROM json_each(?1) AS mail JOIN deliveries AS d
			 ON d.id > mail.value || '.push.' AND d.id < mail.value || '.push/'
			 WHERE d.state = 'due' AND d.attempts = 0`,
		)
		.bind(heads)
		.all<{ readonly id: string }>();
	return results.map(({ id }) => id);
}

/** Ids of what is due for webhooks and devices and is not being sent, what could be claimed the longest first. */
export async function dueElsewhere(db: D1Database, now: number, limit: number): Promise<readonly string[]> {
	const { results } = await db
		.prepare(
			`SELECT id FROM deliveries WHERE state IN ('due', 'claimed') AND ${FREE_AT} <= ?1 AND channel <> 'email'
			 ORDER BY ${FREE_AT} LIMIT ?2`,
		)
		.bind(now, limit)
		.all<{ readonly id: string }>();
	return results.map(({ id }) => id);
}

/** For a batch: mails, and what goes to webhooks and devices beside them. */
export function insertTold(db: D1Database, mails: readonly NewDelivery[]): readonly D1PreparedStatement[] {
	return [...mails.map((one) => insertDelivery(db, one)), ...insertElsewhere(db, mails)];
}
