/**
 * What the platform tells of mail it has taken: delivered, deferred, bounced, failed, rejected, complained. An event
 * subscription of the sending domain puts these on a queue; they are taken wherever they arrive.
 */
import { clearSoftMark, type MarkKind, markAddress } from "../../db/bounces.ts";
import { recordLost } from "../../db/deliveries.ts";

const PREFIX = "cf.email.sending.message.";

/** An event as far as it concerns us. */
export type MailEvent = {
	readonly what: "delivered" | "deferred" | "bounced" | "failed" | "rejected" | "complained";
	/** The address it went to. */
	readonly recipient: string;
	/** As the transport told it, in angle brackets; null where the event does not say. */
	readonly messageId: string | null;
	/** When it happened, ms. */
	readonly at: number;
	/** What the address is marked as; null: not at all, it is not the address's fault or not for good. */
	readonly mark: MarkKind | null;
	/** A code or status, never a text of somebody else's; null where there is none. */
	readonly detail: string | null;
};

/** Whether a queue message is one of these, whatever else is wrong with it. */
export function isMailEvent(body: unknown): boolean {
	const type = (body as { readonly type?: unknown } | null)?.type;
	return typeof type === "string" && type.startsWith(PREFIX);
}

/**
 * Reads an event of the shape the platform documents:
 * `{type, source, payload: {eventId, messageId, sender, recipient, terminal, delivery?: {smtpStatusCode,
 * smtpEnhancedStatusCode}, bounce?: {type: "hard" | "soft"}, rejection?: {reason}, complaint?: {type}}, metadata:
 * {eventTimestamp}}`. Null for one that names nobody or nothing we know.
 * @param now stands in for an instant that is missing, ms
 */
export function readMailEvent(body: unknown, now: number): MailEvent | null {
	if (!isMailEvent(body)) return null;
	const { metadata, payload, type } = body as { type: string; payload?: unknown; metadata?: unknown };
	const what = type.slice(PREFIX.length);
	const recipient = text(payload, "recipient");
	if (!isKnown(what) || recipient === null || !/^[^\s@<>]+@[^\s@<>]+$/.test(recipient)) return null;
	const messageId = text(payload, "messageId")?.replace(/^<|>$/g, "");
	const at = Date.parse(text(metadata, "eventTimestamp") ?? "");
	return {
		what,
		recipient,
		messageId: messageId ? `<${messageId}>` : null,
		// An event from the future would outlast every later one.
		at: Number.isNaN(at) ? now : Math.min(at, now),
		mark: markIn(what, payload),
		detail: detailIn(payload),
	};
}

/** Draws the conclusions. Taken twice, an event changes nothing the second time. */
export async function takeMailEvent(db: D1Database, event: MailEvent): Promise<void> {
	const { at, detail, mark, messageId, recipient, what } = event;
	if (what === "delivered") return clearSoftMark(db, recipient);
	if (what === "deferred") return;
	if (mark) await markAddress(db, recipient, { kind: mark, at, detail });
	// Somebody who complains has got it.
	if (messageId !== null && what !== "complained") {
		await recordLost(db, messageId, ["E_MAIL", what.toUpperCase()].join("_") + (detail === null ? "" : ` ${detail}`));
	}
}

function markIn(what: MailEvent["what"], payload: unknown): MarkKind | null {
	switch (what) {
		case "bounced":
			return text(member(payload, "bounce"), "type") === "hard" ? "hard" : "soft";
		case "complained":
			return "complaint";
		case "rejected":
			// The platform itself has had enough of the address; any other rejection is about the mail.
			return text(member(payload, "rejection"), "reason")?.startsWith("suppress") ? "hard" : null;
		default:
			return null;
	}
}

function detailIn(payload: unknown): string | null {
	const delivery = member(payload, "delivery");
	const found =
		text(delivery, "smtpEnhancedStatusCode") ??
		text(delivery, "smtpStatusCode") ??
		text(member(payload, "rejection"), "reason") ??
		text(member(payload, "complaint"), "type");
	return found === null
		? null
		: found
				.replace(/[^\w.-]+/g, " ")
				.trim()
				.slice(0, 60) || null;
}

function isKnown(what: string): what is MailEvent["what"] {
	return ["delivered", "deferred", "bounced", "failed", "rejected", "complained"].includes(what);
}

function member(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function text(value: unknown, name: string): string | null {
	const found = member(value, name);
	return typeof found === "string" && found !== "" ? found : typeof found === "number" ? String(found) : null;
}
