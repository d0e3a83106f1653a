/**
 * An HTML reply as lines of text in which quotes are marked as in a text mail, for `firstOwnLine`. It reads what mail
 * programs write and shows nothing to anybody, so it is no HTML parser: one pass, in time with the length.
 */

const LONGEST_HTML = 500_000;

/** Elements that begin a line. */
const BLOCKS: ReadonlySet<string> = new Set(
	"address article aside blockquote br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tr ul".split(
		" ",
	),
);
/** Elements whose content is not text. */
const RAW: ReadonlySet<string> = new Set(["style", "script", "title", "xml", "textarea", "template"]);

/** Everything from here on is what is answered, though no element holds it: Outlook's ways. */
const REST_IS_QUOTED =
	/^(?:x_)*(?:divrplyfwdmsg|appendonsend|mail-editor-reference-message-container|olk_src_body_section|isreplycontent|isforwardcontent|origbody|orimsghtmlseperator|stopspelling)$/;
const REST_IS_QUOTED_CLASS = /(?:^|\s)(?:x_)*(?:ms-outlook-mobile-reference-message|outlookmessageheader)(?:\s|$)/;
/** The line that Outlook draws above what it quotes. */
const OUTLOOK_LINE = /border-top:\s*solid\s+#(?:e1e1e1|b5c4df)/;

/** Elements that hold a quote, or the line that introduces one. */
const QUOTE_CLASS =
	/(?:^|\s)(?:x_)*(?:gmail_attr|moz-cite-prefix|(?:ydp[0-9a-f]+)?yahoo_quoted|zmail_extra|tutanota_quote|skiff_quote|iosymail|quoted-text|history_container)(?:\s|$)/;
const QUOTE_ID = /^(?:x_)*(?:ydp[0-9a-f]+)?yahoo_quoted/;
const QUOTE_NAME = /^(?:quote|quoted-content|messagereplysection)$/;
/** Elements round a quote and, with some programs, round what is written below it too. */
const AROUND_QUOTE = /(?:^|\s)(?:gmail_quote|gmail_extra|protonmail_quote)(?:\s|$)/;

const SIGNATURE_CLASS = /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block)(?:\s|$)/;
const SIGNATURE_ID =
	/^(?:x_)*(?:signature|applemailsignature|ms-outlook-mobile-signature|composer_signature|ymail_(?:android|ios)_signature)$/;

/** What a mail program does not show, its writer has not seen. */
const HIDDEN = /(?:^|[;\s])display\s*:\s*none/;

type Kind = "quote" | "hidden" | "rest" | "signature" | null;

/** Text with `> ` where quotes stand, `-- ` where a signature begins, and a divider where only quotes follow. */
export function htmlText(source: string): string {
	const html = source.slice(0, LONGEST_HTML);
	// Letter by letter: some capitals are two characters in lower case, and places in the two texts must agree.
	const lower = html.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
	const lastBlockquote = lower.lastIndexOf("<blockquote");
	const out: string[] = [];
	/** The element that holds the quote, or what is hidden, that we are in, and how many of its kind are open. */
	let quote: { readonly name: string; depth: number } | null = null;
	let preformatted = 0;
	let at = 0;
	while (at < html.length) {
		const open = html.indexOf("<", at);
		const until = open < 0 ? html.length : open;
		if (!quote && until > at) out.push(words(html.slice(at, until), preformatted > 0));
		if (open < 0) break;
		if (lower.startsWith("<!--", open)) {
			const end = lower.indexOf("-->", open + 4);
			if (end < 0) break;
			at = end + 3;
			continue;
		}
		const name = /^<\/?([a-z][a-z0-9:_-]{0,30})/.exec(lower.slice(open, open + 40))?.[1];
		if (name === undefined) {
			// `<3` is text, `<!doctype` and `<?xml` are not.
			if (!/^<[!?/]/.test(lower.slice(open, open + 2))) {
				if (!quote) out.push("<");
				at = open + 1;
				continue;
			}
		}
		const end = endOfTag(html, open);
		if (end < 0) break;
		at = end + 1;
		if (name === undefined) continue;
		const closing = html[open + 1] === "/";
		if (!closing && RAW.has(name)) {
			const close = lower.indexOf(`</${name}`, at);
			if (close < 0) break;
			at = close;
			continue;
		}
		if (quote) {
			if (name === quote.name) quote.depth += closing ? -1 : 1;
			if (quote.depth <= 0) {
				quote = null;
				if (BLOCKS.has(name)) out.push("\n");
			}
			continue;
		}
		if (name === "pre") preformatted = Math.max(0, preformatted + (closing ? -1 : 1));
		if (name === "td" || name === "th") out.push(" ");
		if (BLOCKS.has(name)) out.push("\n");
		if (closing) continue;
		switch (kindOf(name, html.slice(open, at), open < lastBlockquote)) {
			case "rest":
				out.push("\n----- Original message -----\n");
				return out.join("");
			case "quote":
				out.push("\n> \n");
				quote = { name, depth: 1 };
				break;
			case "hidden":
				quote = { name, depth: 1 };
				break;
			case "signature":
				out.push("\n-- \n");
				break;
		}
	}
	return out.join("");
}

/** @param blockquoteFollows whether there is a `<blockquote>` further on */
function kindOf(name: string, tag: string, blockquoteFollows: boolean): Kind {
	if (name === "blockquote") return "quote";
	if (tag.length > 4_000) return null;
	const id = attribute(tag, "id");
	const classes = attribute(tag, "class");
	if (REST_IS_QUOTED.test(id) || REST_IS_QUOTED_CLASS.test(classes)) return "rest";
	if (name === "div" && OUTLOOK_LINE.test(attribute(tag, "style"))) return "rest";
	if (QUOTE_CLASS.test(classes) || QUOTE_ID.test(id) || QUOTE_NAME.test(attribute(tag, "name"))) return "quote";
	if ((name === "div" || name === "span") && HIDDEN.test(attribute(tag, "style"))) return "hidden";
	if (AROUND_QUOTE.test(classes)) return blockquoteFollows ? null : "quote";
	return SIGNATURE_CLASS.test(classes) || SIGNATURE_ID.test(id) ? "signature" : null;
}

/** Where a tag ends, quoted attribute values passed over; -1 where it does not. */
function endOfTag(html: string, open: number): number {
	let quoted = "";
	for (let i = open + 1; i < html.length; i += 1) {
		const one = html[i] as string;
		if (quoted !== "") {
			if (one === quoted) quoted = "";
		} else if (one === ">") {
			return i;
		} else if ((one === '"' || one === "'") && html[i - 1] === "=") {
			quoted = one;
		}
	}
	return -1;
}

/** The value of an attribute in lower case; empty where there is none. */
function attribute(tag: string, name: string): string {
	const match = new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag);
	return (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").toLowerCase();
}

function words(text: string, preformatted: boolean): string {
	const collapsed = preformatted ? text : text.replace(/\s+/g, " ");
	return decodeEntities(collapsed).replace(/\u00a0/g, " ");
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: "\u00a0",
	ensp: " ",
	emsp: " ",
	thinsp: " ",
	ndash: "–",
	mdash: "—",
	minus: "−",
	hyphen: "‐",
	dash: "‐",
	bsol: "\\",
	sol: "/",
	frasl: "⁄",
	shy: "",
	zwnj: "",
	zwj: "",
	szlig: "ß",
	lsquo: "‘",
	rsquo: "’",
	ldquo: "“",
	rdquo: "”",
	laquo: "«",
	raquo: "»",
	iquest: "¿",
	iexcl: "¡",
};
/** `&eacute;` is an e and a mark. */
const MARKS: Readonly<Record<string, string>> = {
	acute: "\u0301",
	grave: "\u0300",
	circ: "\u0302",
	tilde: "\u0303",
	uml: "\u0308",
	cedil: "\u0327",
	ring: "\u030a",
};

function decodeEntities(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g, (whole, decimal, hex, name) => {
		if (name !== undefined) {
			const known = ENTITIES[String(name)];
			if (known !== undefined) return known;
			const mark = MARKS[String(name).slice(1)];
			return mark === undefined ? whole : `${String(name)[0]}${mark}`.normalize("NFC");
		}
		const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
		const isCharacter = code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
		return isCharacter ? String.fromCodePoint(code) : " ";
	});
}
