/** The port through which mail leaves: what a mail is, and how a sending can fail. */
import { err, ok, type Result } from "../../engine/result.ts";
import { checkHeaders } from "./headers.ts";

export type Mail = {
	/** The delivery's id: the same on every attempt. */
	readonly id: string;
	/** When it was written, ms: the same on every attempt, too. */
	readonly at: number;
	/** A plain address. */
	readonly to: string;
	/** `Name <address>`, or an address. */
	readonly from: string;
	readonly replyTo?: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Headers beyond those above, spelled as they are sent. */
	readonly headers: Readonly<Record<string, string>>;
	/** What comes with the HTML; absent where nothing does. */
	readonly attachments?: readonly Attachment[];
};

/** A part that the HTML shows where it says `cid:<contentId>`. */
export type Attachment = {
	readonly filename: string;
	/** Media type. */
	readonly type: string;
	/** As in the HTML, without the angle brackets of its header. */
	readonly contentId: string;
	readonly content: Uint8Array<ArrayBuffer>;
	readonly inline: true;
};

/** `messageId`: the Message-ID it went out with, for threading; null where the transport does not tell. */
export type Sent = { readonly messageId: string | null };

/**
 * `retry`: later it may work; `wait` says when at the earliest (ms), `stop` that nothing else will go through now either.
 * `limited`: as `retry`, because so much has been sent that no more is taken for now, perhaps for the rest of the day.
 * `give-up`: it will never work. `suppress`: nor will any other mail to this address.
 */
export type MailFailure = {
	readonly kind: "retry" | "limited" | "give-up" | "suppress";
	readonly code: string;
	readonly wait?: number;
	readonly stop?: boolean;
};

/** Sends one mail. What it throws counts as `retry`. */
export type MailTransport = (mail: Mail) => Promise<Result<Sent, MailFailure>>;

/** The transport behind our own checks: a mail that the platform would refuse is refused everywhere. */
export function guarded(send: MailTransport): MailTransport {
	return async (mail) => {
		const faults = checkHeaders(mail.headers);
		if (mail.subject === "" || mail.subject.length > 998 || /[\r\n]/.test(mail.subject)) faults.push("E_SUBJECT");
		if (mail.attachments?.some((one) => !isSound(one))) faults.push("E_ATTACHMENT");
		const first = faults[0];
		return first === undefined ? send(mail) : err({ kind: "give-up", code: first });
	};
}

/** Its names become header lines of its part: nothing in them may end one, or need quoting. */
function isSound({ contentId, filename, type }: Attachment): boolean {
	return /^[\w.+-]+@[\w.-]+$/.test(contentId) && /^[\w.-]+$/.test(filename) && /^[\w.+-]+\/[\w.+-]+$/.test(type);
}

/** The two halves of `Name <address>`; the name is empty where there is none. */
export function splitAddress(text: string): { readonly name: string; readonly address: string } {
	const match = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text);
	return match
		? { name: (match[1] ?? "").replace(/^"(.*)"$/, "$1"), address: (match[2] ?? "").trim() }
		: { name: "", address: text.trim() };
}

export function sent(messageId: string | null): Result<Sent, MailFailure> {
	return ok({ messageId });
}
