/** The local mailbox: every mail this machine would have sent, kept in a D1 of its own, where it outlives restarts. */
import { guarded, type Mail, type MailTransport, sent, splitAddress } from "./transport.ts";

/** A mail as the contract shows it. */
export type KeptMail = {
	readonly id: string;
	readonly to: string;
	readonly from: string;
	readonly replyTo: string | null;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>;
	readonly attachments: readonly never[];
	/** RFC 3339. */
	readonly sentAt: string;
};

/** The mailbox's own table: the service's schema knows nothing of it. */
const TABLE = `CREATE TABLE IF NOT EXISTS mails (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	recipient TEXT NOT NULL,
	mail TEXT NOT NULL,
	sent_at INTEGER NOT NULL
) STRICT`;
const INDEX = "CREATE INDEX IF NOT EXISTS mails_by_recipient ON mails (recipient, number)";

/**
 * Keeps a mail as it would have arrived, also when it is sent twice.
 * @param domain what the Message-IDs end in
 */
export function mailboxTransport(db: D1Database, domain: string, now: () => number): MailTransport {
	return guarded(async (mail) => {
		const at = now();
		const messageId = `<${at}.${encodeURIComponent(mail.id)}@${domain}>`;
		await db.batch([
			db.prepare(TABLE),
			db.prepare(INDEX),
			db
				.prepare("INSERT INTO mails (recipient, mail, sent_at) VALUES (?1, ?2, ?3)")
				.bind(mail.to, JSON.stringify(arrived(mail, messageId, at)), at),
		]);
		return sent(messageId);
	});
}

/**
 * The mails, newest first.
 * @param to only those to exactly this address
 * @param limit at most so many; null: all
 */
export async function readMailbox(
	db: D1Database,
	to: string | null,
	limit: number | null,
	offset = 0,
): Promise<readonly KeptMail[]> {
	const [, , rows] = await db.batch<{ mail: string }>([
		db.prepare(TABLE),
		db.prepare(INDEX),
		db
			.prepare(
				"SELECT mail FROM mails WHERE (?1 IS NULL OR recipient = ?1) ORDER BY number DESC LIMIT COALESCE(?2, -1) OFFSET ?3",
			)
			.bind(to, limit, offset),
	]);
	return (rows?.results ?? []).map(({ mail }) => JSON.parse(mail) as KeptMail);
}

function arrived(mail: Mail, messageId: string, at: number): KeptMail {
	const own = Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), value]);
	return {
		id: mail.id,
		to: mail.to,
		from: splitAddress(mail.from).address,
		replyTo: mail.replyTo === undefined ? null : splitAddress(mail.replyTo).address,
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		headers: {
			from: mail.from,
			to: mail.to,
			...(mail.replyTo === undefined ? {} : { "reply-to": mail.replyTo }),
			subject: mail.subject,
			date: new Date(at).toUTCString(),
			"message-id": messageId,
			...Object.fromEntries(own),
		},
		attachments: [],
		sentAt: new Date(at).toISOString(),
	};
}
