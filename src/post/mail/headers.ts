/** Which headers a mail may set: the platform's own whitelist, held here too, because local mail takes anything. */

/** All that may be set besides `X-…`; From, To, Subject, Reply-To are fields, and the rest is the platform's. */
const ALLOWED: ReadonlySet<string> = new Set([
	"in-reply-to",
	"references",
	"list-unsubscribe",
	"list-unsubscribe-post",
	"list-id",
	"list-archive",
	"list-help",
	"list-owner",
	"list-post",
	"list-subscribe",
	"precedence",
	"auto-submitted",
	"content-language",
	"keywords",
	"comments",
	"importance",
	"sensitivity",
	"organization",
	"require-recipient-valid-since",
	"archived-at",
]);
const FIELDS: ReadonlySet<string> = new Set(["from", "to", "cc", "bcc", "subject", "reply-to"]);

const MOST = 20;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 2048;
const LARGEST = 16 * 1024;
/** A reply to a mail with more references than this is refused on its way in. */
const MOST_REFERENCES = 100;

/** What is wrong with a mail's headers, as the platform's own codes; empty when nothing is. */
export function checkHeaders(headers: Readonly<Record<string, string>>): string[] {
	const faults: string[] = [];
	const entries = Object.entries(headers);
	const own = entries.filter(([name]) => !/^x-/i.test(name));
	if (own.length > MOST) faults.push("E_HEADERS_TOO_MANY");
	const size = entries.reduce((sum, [name, value]) => sum + bytes(name) + bytes(value) + 4, 0);
	if (size > LARGEST) faults.push("E_HEADERS_TOO_LARGE");
	const seen = new Set<string>();
	for (const [name, value] of entries) {
		const key = name.toLowerCase();
		if (!/^[!-9;-~]+$/.test(name) || name.length > LONGEST_NAME) faults.push("E_HEADER_NAME_INVALID");
		else if (FIELDS.has(key)) faults.push("E_HEADER_USE_API_FIELD");
		else if (!ALLOWED.has(key) && !key.startsWith("x-")) faults.push("E_HEADER_NOT_ALLOWED");
		// Two spellings of one name would be two headers where there may be one.
		if (seen.has(key)) faults.push("E_HEADER_NOT_ALLOWED");
		seen.add(key);
		if (bytes(value) > LONGEST_VALUE) faults.push("E_HEADER_VALUE_TOO_LONG");
		if (!isValue(key, value)) faults.push("E_HEADER_VALUE_INVALID");
	}
	return faults;
}

/** One machine has no certificate: there mail programs are led to it by plain HTTP. */
const UNSUBSCRIBE = /^<(?:https:\/\/|mailto:|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/)[^<>\s]+>$/;

function isValue(key: string, value: string): boolean {
	// Printable ASCII on one line: a line end would begin a header of somebody else's.
	if (!/^[ -~]+$/.test(value) || value.trim() !== value) return false;
	switch (key) {
		case "list-unsubscribe":
			return value.split(",").every((part) => UNSUBSCRIBE.test(part.trim()));
		case "list-unsubscribe-post":
			return value === "List-Unsubscribe=One-Click";
		case "in-reply-to":
			return /^<[^<>\s]+>$/.test(value);
		case "references":
			return /^<[^<>\s]+>(?: <[^<>\s]+>)*$/.test(value) && value.split(" ").length <= MOST_REFERENCES;
		case "list-id":
			return /^(?:[^<>]* )?<[A-Za-z0-9.-]+>$/.test(value);
		default:
			return true;
	}
}

function bytes(text: string): number {
	return new TextEncoder().encode(text).length;
}
