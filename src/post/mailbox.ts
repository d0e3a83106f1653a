/** The local mailbox: every mail this machine would have sent, kept in a D1 of its own, where it outlives restarts. */
import { keepMail, keptMails } from "../db/mailbox.ts";
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

/**
 * Keeps a mail as it would have arrived, also when it is sent twice.
 * @param domain what the Message-IDs end in
 */
export function mailboxTransport(db: D1Database, domain: string, now: () => number): MailTransport {
	return guarded(async (mail) => {
		const at = now();
		const messageId = `<${at}.${encodeURIComponent(mail.id)}@${domain}>`;
		await keepMail(db, mail.to, JSON.stringify(arrived(mail, messageId, at)), at);
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
	const mails = await keptMails(db, to, limit, offset);
	return mails.map((mail) => JSON.parse(mail) as KeptMail);
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
