/** The conversation with a mail server over a socket (RFC 5321): lines out, replies in, and what a refusal means for us. */
import { err, ok, type Result } from "../../engine/result.ts";
import type { MailFailure } from "./transport.ts";

/** `code`: three digits. `status`: the enhanced status code (RFC 3463) that begins its text, null without one. */
export type Reply = { readonly code: number; readonly status: string | null; readonly lines: readonly string[] };

/** Where in the conversation a reply came. */
export type Stage = "GREETING" | "EHLO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "END";

export type Talk = {
	/** Sends a line, or many, and gives the reply; the failure it means when its first digit is not `kind`. */
	readonly ask: (text: string, stage: Stage, kind: 2 | 3) => Promise<Result<Reply, MailFailure>>;
	/** The reply to nothing: the server speaks first. */
	readonly hear: (stage: Stage, kind: 2 | 3) => Promise<Result<Reply, MailFailure>>;
	/** Lets go of the streams; false when something has been heard that nobody has asked for. */
	readonly release: () => boolean;
};

const HOUR = 3_600_000;
/** Longest reply that is listened to, characters; a server has no reason for more than a few hundred. */
const LONGEST_REPLY = 65_536;

const CLOSED: MailFailure = { kind: "retry", code: "E_SMTP_CLOSED" };
export const NONSENSE: MailFailure = { kind: "retry", code: "E_SMTP_PROTOCOL", stop: true };

/** Reading and writing reject when the connection breaks. */
export function openTalk(streams: Pick<Socket, "readable" | "writable">): Talk {
	const reader = streams.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
	const writer = streams.writable.getWriter() as WritableStreamDefaultWriter<Uint8Array>;
	const encoder = new TextEncoder();
	const decoder = new TextDecoder();
	let heard = "";
	const readLine = async (): Promise<Result<string, MailFailure>> => {
		for (;;) {
			const end = heard.indexOf("\n");
			if (end >= 0) {
				const line = heard.slice(0, end).replace(/\r$/, "");
				heard = heard.slice(end + 1);
				return ok(line);
			}
			if (heard.length > LONGEST_REPLY) return err(NONSENSE);
			const { value, done } = await reader.read();
			if (done) return err(CLOSED);
			heard += decoder.decode(value, { stream: true });
		}
	};
	const readReply = async (): Promise<Result<Reply, MailFailure>> => {
		const lines: string[] = [];
		for (let length = 0; length <= LONGEST_REPLY; ) {
			const line = await readLine();
			if (!line.ok) return line;
			const [, code, sign, text = ""] = /^([2-5]\d\d)(?:([ -])(.*))?$/.exec(line.value) ?? [];
			if (code === undefined) break;
			lines.push(text);
			if (sign !== "-") return ok(makeReply(Number(code), lines));
			length += line.value.length + 1;
		}
		return err(NONSENSE);
	};
	const hear: Talk["hear"] = async (stage, kind) => {
		const reply = await readReply();
		if (!reply.ok || Math.floor(reply.value.code / 100) === kind) return reply;
		return err(classifyReply(stage, reply.value));
	};
	return {
		hear,
		ask: async (text, stage, kind) => {
			await writer.write(encoder.encode(`${text}\r\n`));
			return hear(stage, kind);
		},
		release: () => {
			reader.releaseLock();
			writer.releaseLock();
			return heard === "";
		},
	};
}

export function makeReply(code: number, lines: readonly string[]): Reply {
	const status = /^[245]\.\d{1,3}\.\d{1,3}(?!\S)/.exec(lines.at(-1) ?? "")?.[0] ?? null;
	return { code, status, lines };
}

/** How servers say that an account has sent all it may for a while. A mailbox that is full (4.2.2) is another matter. */
const LIMIT =
	/\b(?:daily|per day|24[ -]?h(?:ours?)?)\b.*\b(?:limit|quota|exceeded)|\b(?:limit|quota)\b.*\b(?:daily|per day|24[ -]?h(?:ours?)?)\b|\b(?:send(?:ing)?|messag(?:e|es|ing)|e?-?mails?|submission|recipients?) (?:rate )?(?:limits?|quota)\b|quotaexceeded/i;
/** Gmail and Microsoft have codes of their own for it. */
const LIMIT_STATUS = /^[45]\.(?:4\.5|1\.90)$/;

/** The statuses that say that there is no such mailbox: nobody, moved, or shut down. The other 5.1.x are about the sender. */
const NOBODY = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/**
 * What a refusal means. The reason is stage, code and status: the server's text may name the address, and is not kept.
 *
 * Before the first recipient is named everything is about us and not about the mail: what is set up wrongly can be put
 * right while mail waits.
 */
export function classifyReply(stage: Stage, reply: Reply): MailFailure {
	const code = `E_SMTP_${stage} ${reply.code}${reply.status === null ? "" : ` ${reply.status}`}`;
	const ours = stage !== "RCPT" && stage !== "DATA" && stage !== "END";
	if (isLimit(reply)) return { kind: "limited", code, wait: HOUR, stop: true };
	// With 421 the server hangs up; and before the first recipient the next mail would fare no better.
	if (reply.code < 500) return { kind: "retry", code, ...(ours || reply.code === 421 ? { stop: true } : {}) };
	if (stage === "MAIL" && reply.code === 552) return { kind: "give-up", code };
	if (ours) return { kind: "retry", code, wait: HOUR, stop: true };
	return { kind: stage === "RCPT" && isNobody(reply) ? "suppress" : "give-up", code };
}

function isLimit({ status, lines }: Reply): boolean {
	const text = lines.join(" ");
	if (status !== null && LIMIT_STATUS.test(status)) return true;
	const full = status !== null ? /^[45]\.2\.2$/.test(status) : /\b(?:mailbox|inbox|storage|full)\b/i.test(text);
	return !full && LIMIT.test(text);
}

/** A server that gives statuses is taken at its word; of the others, 550 may also be its way to refuse us (RFC 5321, 4.2.3). */
function isNobody({ code, status, lines }: Reply): boolean {
	if (status !== null) return NOBODY.test(status);
	const aboutUs = /relay|spam|block|policy|denied|authenti|reputation|sender|\bSPF\b|\bDKIM\b|\bDMARC\b|listed/i;
	return (code === 550 || code === 551 || code === 553) && !aboutUs.test(lines.join(" "));
}
