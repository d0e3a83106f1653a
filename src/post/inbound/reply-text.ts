/**
 * The first line of a reply that its writer wrote: what is quoted, who is said to have written it, and signatures are
 * passed over, however the mail program marks them. Pure; every loop is bounded by the length of the text.
 */

/** As many characters of a text are looked at: a move stands near one of its ends, and quotes of ours are short. */
const LONGEST_TEXT = 200_000;
/** A line that introduces a quote may be broken into so many. */
const ATTRIBUTION_LINES = 4;
const LONGEST_ATTRIBUTION = 500;
/** As many lines as somebody writes below an introduction whose quote they took out. */
const FEW_LINES = 4;
/** Lines among which a block of mail headers is looked for, and how many of them must be headers. */
const HEADER_LINES = 6;
const HEADERS_NEEDED = 3;

/** Characters that do not show and get into mails all the same: joiners, direction marks, the soft hyphen, the BOM. */
const UNSEEN = /\p{Cf}|\u115F|\uFE0E|\uFE0F/gu;

/** `> `, `>> `, `| `, `: `, `} `, `] `, `# `, `» `, `JD> `: no move and no word begins like that. */
const QUOTED = /^\s*(?:[>|:}\]#»›¦│┃]|&gt;|[\p{L}]{1,6}>)/u;

/** "wrote" as mail programs say it in a line above a quote. */
const WROTE =
	/(?:^|[\s>)])(?:wrote|writes|schrieb|schreibt|escreveu|escribi[óo]|ha scritto|scrive|menulis|a [ée]crit|schreef|napisa[łl]\S*|skrev)(?=[\s:]|$)/iu;
/** How such a line begins, where it does not name an address or a time. */
const ATTRIBUTION_BEGINS = /^(?:on|am|em|el|il|in data|pada|le|op|den|w dniu|dnia)\s/iu;
const ADDRESS_OR_TIME = /[@<]|\b\d{4}\b|\b\d{1,2}[:.h]\d{2}\b/;

/** `----- Original Message -----` and the like in any language: below it nothing is the writer's. */
const DIVIDER = /^[-–—]{2,}\s*\p{L}.{2,200}?\s*[-–—]{2,}$/u;

/** `From:`, `Sent:`, `To:` in our languages, as Outlook and its like put them above what they quote. */
const HEADER =
	/^[*_\s]*(?:from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|enviad[oa](?: em| el)?|data|fecha|para|assunto|asunto|da|inviato|oggetto|a|dari|dikirim|terkirim|tanggal|kepada|ke|subjek|perihal)[*_\s]*:/iu;

const SIGNATURE = /^\s*(?:--|—|–)\s*$/;
const LINE_ACROSS = /^\s*[_=*~-]{5,}\s*$/;

/** What telephones and mail programs put under a mail by themselves. */
const SENT_FROM =
	/^\s*(?:sent (?:from|with|via|using)\b|get outlook for|von (?:meinem|meiner) .*gesendet|gesendet (?:von|mit|aus|über)\b|diese (?:nachricht|e-?mail) wurde von|enviad[oa] (?:do|da|de|desde|a partir|pelo|pela|con|com|mediante)\b|obt(?:er|enga|én|ener) (?:o )?outlook|obtenir outlook|inviato (?:da|dal|dalla|con|tramite)\b|scarica outlook|ottieni outlook|dikirim (?:dari|dengan|melalui)\b|dapatkan outlook|envoyé de(?:puis)?\b|verzonden (?:vanaf|met)\b)/iu;

/** The first own line, without blanks at its ends; null where everything is quoted or nothing is there. */
export function firstOwnLine(text: string): string | null {
	const lines = text
		.slice(0, LONGEST_TEXT)
		.replace(UNSEEN, "")
		.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
	let inSignature = false;
	for (let i = 0; i < lines.length; i += 1) {
		const line = lines[i] ?? "";
		if (line.trim() === "") continue;
		if (QUOTED.test(line)) {
			inSignature = false;
			continue;
		}
		if (DIVIDER.test(line.trim()) || isHeaderBlock(lines, i)) return null;
		const introduced = attributionAt(lines, i);
		if (introduced > 0) {
			if (isLongUnmarked(lines, i + introduced)) return null;
			inSignature = false;
			i += introduced - 1;
			continue;
		}
		if (SIGNATURE.test(line)) inSignature = true;
		if (inSignature || LINE_ACROSS.test(line) || SENT_FROM.test(line)) continue;
		return line.trim();
	}
	return null;
}

/** How many lines from here on introduce a quote ("On … wrote:"); 0 where they do not. */
function attributionAt(lines: readonly string[], start: number): number {
	const first = (lines[start] ?? "").trim();
	if (!ATTRIBUTION_BEGINS.test(first) && !ADDRESS_OR_TIME.test(first)) return 0;
	let joined = "";
	for (let count = 1; count <= ATTRIBUTION_LINES; count += 1) {
		const line = lines[start + count - 1];
		if (line === undefined || line.trim() === "" || QUOTED.test(line)) return 0;
		joined = `${joined} ${line.trim()}`.trim();
		if (joined.length > LONGEST_ATTRIBUTION) return 0;
		if (!/[:：]$/.test(joined)) continue;
		if (WROTE.test(joined)) return count;
		// In whatever language: it names somebody or a time, ends in a colon, and a quote follows.
		if (ADDRESS_OR_TIME.test(joined) && isQuoteNext(lines, start + count)) return count;
	}
	return 0;
}

function isQuoteNext(lines: readonly string[], start: number): boolean {
	for (let i = start; i < Math.min(lines.length, start + 4); i += 1) {
		const line = lines[i] ?? "";
		if (line.trim() !== "") return QUOTED.test(line);
	}
	return false;
}

/** What some programs quote without a mark below such a line; a few lines there are somebody's own, who took the quote out. */
function isLongUnmarked(lines: readonly string[], start: number): boolean {
	let written = 0;
	for (let i = start; i < lines.length; i += 1) {
		const line = lines[i] ?? "";
		if (QUOTED.test(line)) return false;
		if (SIGNATURE.test(line)) break;
		if (line.trim() !== "") written += 1;
	}
	return written > FEW_LINES;
}

function isHeaderBlock(lines: readonly string[], start: number): boolean {
	if (!HEADER.test(lines[start] ?? "")) return false;
	let headers = 0;
	for (let i = start, seen = 0; i < lines.length && seen < HEADER_LINES; i += 1) {
		const line = lines[i] ?? "";
		if (line.trim() === "") continue;
		seen += 1;
		if (HEADER.test(line)) headers += 1;
	}
	return headers >= HEADERS_NEEDED;
}
