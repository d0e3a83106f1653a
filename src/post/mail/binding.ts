/** Mail through the platform: the `send_email` binding, and what its errors mean for another attempt. */
import { err, type Result } from "../../engine/result.ts";
import {
	type Attachment,
	guarded,
	type MailFailure,
	type MailTransport,
	type Sent,
	sent,
	splitAddress,
} from "./transport.ts";

const HOUR = 3_600_000;

/** The codes of the binding's errors. One that is not here may pass: it is tried again. */
const FAILURES: Readonly<Record<string, Omit<MailFailure, "code">>> = {
	E_RECIPIENT_SUPPRESSED: { kind: "suppress" },
	E_RATE_LIMIT_EXCEEDED: { kind: "retry", stop: true },
	// The allowance of the day: no use trying every minute, and whatever else is due waits with it.
	E_DAILY_LIMIT_EXCEEDED: { kind: "limited", wait: HOUR, stop: true },
	E_DELIVERY_FAILED: { kind: "retry" },
	E_INTERNAL_SERVER_ERROR: { kind: "retry" },
	// A deployment that is not set up right yet can be put right while mail waits.
	E_SENDER_NOT_VERIFIED: { kind: "retry", wait: HOUR, stop: true },
	E_SENDER_DOMAIN_NOT_AVAILABLE: { kind: "retry", wait: HOUR, stop: true },
	E_VALIDATION_ERROR: { kind: "give-up" },
	E_FIELD_MISSING: { kind: "give-up" },
	E_TOO_MANY_RECIPIENTS: { kind: "give-up" },
	E_RECIPIENT_NOT_ALLOWED: { kind: "give-up" },
	E_CONTENT_TOO_LARGE: { kind: "give-up" },
	E_HEADER_NOT_ALLOWED: { kind: "give-up" },
	E_HEADER_USE_API_FIELD: { kind: "give-up" },
	E_HEADER_VALUE_INVALID: { kind: "give-up" },
	E_HEADER_VALUE_TOO_LONG: { kind: "give-up" },
	E_HEADER_NAME_INVALID: { kind: "give-up" },
	E_HEADERS_TOO_LARGE: { kind: "give-up" },
	E_HEADERS_TOO_MANY: { kind: "give-up" },
};

export function bindingTransport(binding: SendEmail): MailTransport {
	return guarded(async (mail): Promise<Result<Sent, MailFailure>> => {
		const from = splitAddress(mail.from);
		try {
			const result = await binding.send({
				to: mail.to,
				from: from.name === "" ? from.address : { email: from.address, name: from.name },
				subject: mail.subject,
				text: mail.text,
				html: mail.html,
				headers: { ...mail.headers },
				...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
				...(mail.attachments ? { attachments: mail.attachments.map(enclosed) } : {}),
			});
			return sent(result.messageId ? `<${result.messageId.replace(/^<|>$/g, "")}>` : null);
		} catch (error) {
			return err(classify(error));
		}
	});
}

function enclosed({ content, contentId, filename, type }: Attachment): EmailAttachment {
	return { disposition: "inline", contentId, filename, type, content };
}

/** Only the code is kept: the platform's message may name the address. */
export function classify(error: unknown): MailFailure {
	const code = (error as { readonly code?: unknown } | null)?.code;
	if (typeof code !== "string") return { kind: "retry", code: "E_UNKNOWN" };
	return { ...(FAILURES[code] ?? { kind: "retry" }), code };
}
