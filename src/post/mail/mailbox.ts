/** The local mailbox: every mail this machine would have sent, kept in a D1 of its own, where it outlives restarts. */
import { keepMail, keptMails, keptPart, type Part } from "../../db/mailbox.ts";
import { makeText } from "../../keys.ts";
import { type Attachment, guarded, type Mail, type MailTransport, sent, splitAddress } from "./transport.ts";

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
	readonly attachments: readonly KeptAttachment[];
	/** RFC 3339. */
	readonly sentAt: string;
};

export type KeptAttachment = {
	readonly id: string;
	readonly filename: string;
	readonly type: string;
	/** Bytes. */
	readonly size: number;
	readonly contentId: string;
	/** Where its bytes are, from the root of the site. */
	readonly url: string;
};

/** Where the bytes of an attachment are, as src/http/dev.ts serves them. */
const ATTACHMENTS = "/dev/mailbox/attachments";

/**
 * Keeps a mail as it would have arrived, also when it is sent twice.
 * @param domain what the Message-IDs end in
 */
export function mailboxTransport(db: D1Database, domain: string, now: () => number): MailTransport {
	return guarded(async (mail) => {
		const at = now();
		const messageId = `<${at}.${encodeURIComponent(mail.id)}@${domain}>`;
		const parts = await Promise.all((mail.attachments ?? []).map(partOf));
		await keepMail(db, mail.to, JSON.stringify(arrived(mail, parts, messageId, at)), parts, at);
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

/** The bytes of an attachment of a kept mail, with their type; null for an id that none has. */
export function readAttachment(db: D1Database, id: string): Promise<Part | null> {
	return keptPart(db, id);
}

async function partOf({ content, type }: Attachment): Promise<Part> {
	return { id: makeText(new Uint8Array(await crypto.subtle.digest("SHA-256", content)), 26), type, content };
}

function arrived(mail: Mail, parts: readonly Part[], messageId: string, at: number): KeptMail {
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
		attachments: (mail.attachments ?? []).map(({ content, contentId, filename, type }, index) => {
			const id = parts[index]?.id ?? "";
			return { id, filename, type, size: content.byteLength, contentId, url: `${ATTACHMENTS}/${id}` };
		}),
		sentAt: new Date(at).toISOString(),
	};
}
