/**
 * Who a mail is from, as far as it may be believed: its one From header, what our own receiving server says of it, and
 * whether a person wrote it at all.
 */

/** Headers in the order of the message, the newest on top: names in lower case, values unfolded. */
export type Headers = readonly { readonly key: string; readonly value: string }[];

const LONGEST_FROM = 1_000;

/**
 * The plain address of the one From header; null where there is not exactly one header with exactly one address, plainly
 * written: what two programs could read as two different senders is none.
 */
export function senderOf(headers: Headers): string | null {
	const from = headers.filter(({ key }) => key === "from");
	const value = from[0]?.value;
	if (value === undefined || from.length !== 1 || value.length > LONGEST_FROM) return null;
	if (/[^\P{Cc}\t]/u.test(value)) return null;
	const bare = outsideQuotes(value);
	if (bare === null) return null;
	const angled = /^([^<>]*)<\s*([^<>\s]+)\s*>\s*$/.exec(bare);
	const name = angled ? (angled[1] ?? "") : "";
	const address = (angled ? (angled[2] ?? "") : bare).trim();
	if (!/^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/.test(address)) return null;
	// A second address, a list or a group would stand before the one we read.
	if (/[,;:]/.test(name)) return null;
	const named = name.match(/[^\s]+@[^\s]+/g) ?? [];
	return named.every((one) => one.toLowerCase() === address.toLowerCase()) ? address : null;
}

/** A header without its quoted strings and comments; null where one does not end, or a quoted local part would be lost. */
function outsideQuotes(value: string): string | null {
	let out = "";
	let comments = 0;
	let quoted = false;
	for (let i = 0; i < value.length; i += 1) {
		const one = value[i] as string;
		if (one === "\\" && (quoted || comments > 0)) {
			i += 1;
		} else if (quoted) {
			if (one !== '"') continue;
			quoted = false;
			if (value[i + 1] === "@") return null;
			out += " ";
		} else if (one === '"' && comments === 0) {
			quoted = true;
		} else if (one === "(") {
			comments += 1;
		} else if (one === ")" && comments > 0) {
			comments -= 1;
			if (comments === 0) out += " ";
		} else if (comments === 0) {
			out += one;
		}
	}
	return quoted || comments > 0 ? null : out;
}

/** Under which names our receiving server signs, beside our own domain, where nothing else is configured: the platform's. */
const PLATFORM = ["mx.cloudflare.net", "cloudflare-email.net"] as const;

/** The names by which our receiving server is known: configured, blank- or comma-separated; else domain and platform. */
export function receiversOf(configured: string | undefined, domain: string): readonly string[] {
	const names = (configured ?? "").toLowerCase().split(/[\s,]+/);
	const given = names.filter((name) => name !== "");
	return given.length > 0 ? given : [domain.toLowerCase(), ...PLATFORM];
}

/**
 * Whether our own receiving server says that the mail is not from whom it says. Only what it wrote itself counts: the
 * results under its name, above the first Received of anybody else. The uppermost Received is its own, whatever it calls
 * itself there, unless its results stand above that already. No result at all says nothing: some servers refuse by
 * themselves what fails, and write nothing down.
 */
export function failedAuthentication(headers: Headers, receivers: readonly string[]): boolean {
	const results = new Map<string, Set<string>>();
	let received = 0;
	let heard = false;
	for (const { key, value } of headers) {
		if (key === "received") {
			const own = isOurs(receivedBy(value), receivers) || (received === 0 && !heard);
			if (!own) break;
			received += 1;
		}
		if (key !== "authentication-results") continue;
		const [id = "", ...parts] = withoutComments(value).split(";");
		if (!isOurs(id.trim().split(/\s/)[0] ?? "", receivers)) continue;
		heard = true;
		for (const part of parts) {
			const match = /^\s*(dmarc|spf|dkim)\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)/i.exec(part);
			if (!match) continue;
			const method = String(match[1]).toLowerCase();
			results.set(method, (results.get(method) ?? new Set()).add(String(match[2]).toLowerCase()));
		}
	}
	const has = (method: string, ...said: readonly string[]) => said.some((one) => results.get(method)?.has(one));
	if (has("dmarc", "fail")) return true;
	if (has("dmarc", "pass") || has("spf", "pass") || has("dkim", "pass")) return false;
	// Nothing vouches for it, and something speaks against it.
	return has("spf", "fail", "hardfail") || has("dkim", "fail");
}

function receivedBy(value: string): string {
	return /(?:^|\s)by\s+([^\s;()]+)/i.exec(withoutComments(value))?.[1] ?? "";
}

/** A server's name is ours when it is one of ours or below one. */
function isOurs(name: string, receivers: readonly string[]): boolean {
	const lower = name.toLowerCase().replace(/^"|"$/g, "").replace(/\.$/, "");
	return receivers.some((receiver) => lower === receiver || lower.endsWith(`.${receiver}`));
}

function withoutComments(value: string): string {
	let out = "";
	let depth = 0;
	for (const one of value) {
		if (one === "(") depth += 1;
		else if (one === ")" && depth > 0) depth -= 1;
		else if (depth === 0) out += one;
	}
	return out;
}

/** Header values that only programs set. */
const BY_PROGRAMS: Readonly<Record<string, RegExp>> = {
	// RFC 3834: anything but `no`.
	"auto-submitted": /^(?!\s*no\s*(?:[;(]|$))/i,
	precedence: /^\s*(?:bulk|junk|list|auto[-_]reply)\b/i,
	"x-autoreply": /^(?!\s*no\s*$)/i,
	"x-autorespond": /^/,
	"x-auto-response-suppress": /^(?!\s*none\s*$)/i,
	"x-autogenerated": /^/,
	"x-failed-recipients": /^/,
	"list-id": /^/,
	// Our own: whatever sends them back to us must not be answered.
	"x-hivepost-delivery": /^/,
	"content-type": /^\s*(?:multipart\/report|message\/(?:delivery-status|disposition-notification|feedback-report))\b/i,
	"return-path": /^\s*<\s*>/,
	from: /(?:mailer-daemon|postmaster)@|^\s*"?(?:mailer-daemon|mail delivery (?:sub)?system)\b/i,
};

/** Why nobody wrote this mail: a bounce, an automatic answer, a list; null where a person may have. */
export function writtenByProgram(headers: Headers, envelopeFrom: string): string | null {
	const sender = envelopeFrom.trim().replace(/^<(.*)>$/, "$1");
	if (sender === "") return "empty-sender";
	if (/^(?:mailer-daemon|postmaster)@/i.test(sender)) return "bounce";
	for (const { key, value } of headers) {
		if (Object.hasOwn(BY_PROGRAMS, key) && BY_PROGRAMS[key]?.test(value)) return key;
	}
	return null;
}
