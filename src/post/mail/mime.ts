/**
 * A mail as a message of the internet (RFC 5322, MIME): ASCII, lines of at most 998 characters that end in CRLF, and the
 * same to the byte whenever it is made of the same mail.
 */
import { err, ok, type Result } from "../../engine/result.ts";
import { type Attachment, type Mail, splitAddress } from "./transport.ts";

/** `from` and `to`: the addresses of the envelope. */
export type Message = {
	readonly from: string;
	readonly to: string;
	readonly messageId: string;
	readonly text: string;
};

const encoder = new TextEncoder();

/** Longest line of a header or a body where it can be broken (RFC 5322, 2.1.1), and where it cannot. */
const LINE = 76;
const LONGEST_LINE = 998;

/** `=_` never occurs in quoted-printable text, nor in base64: no part can hold its own boundary. */
const ALTERNATIVE = "=_hivepost.alternative";
const RELATED = "=_hivepost.related";

/**
 * @param domain what the Message-ID ends in. It begins with the delivery's id, so that a mail sent twice is one mail to
 * mail programs
 * @returns an error as a code, when the mail cannot be a message; nothing in a mail can add a header, a recipient or a line
 * to it
 */
export function makeMessage(mail: Mail, domain: string): Result<Message, string> {
	const from = splitAddress(mail.from);
	const replyTo = mail.replyTo === undefined ? null : splitAddress(mail.replyTo);
	for (const address of [from.address, mail.to, ...(replyTo === null ? [] : [replyTo.address])]) {
		if (!isAddress(address)) return err("E_ADDRESS");
	}
	const messageId = `<${idText(mail.id)}@${domain}>`;
	const body = makeBody(mail);
	const fields: readonly (readonly [string, string])[] = [
		["Date", dateText(mail.at)],
		["Message-ID", messageId],
		["From", mailboxText(from)],
		...(replyTo === null ? [] : [["Reply-To", mailboxText(replyTo)] as const]),
		["To", mail.to],
		["Subject", encodeWords(mail.subject, "Subject: ".length)],
		...Object.entries(mail.headers),
		["MIME-Version", "1.0"],
	];
	const lines = fields.map(([name, value]) => fold(`${name}: ${value}`));
	if (lines.some((line) => !isHeader(line))) return err("E_HEADER_VALUE_INVALID");
	return ok({ from: from.address, to: mail.to, messageId, text: `${lines.join("\r\n")}\r\n${body}\r\n` });
}

/** One address of ASCII without blanks, brackets or quotes: nothing that could end it, in the envelope or in a header. */
function isAddress(text: string): boolean {
	return text.length <= 254 && /^[\w!#$%&'*+/=?^`{|}~.-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);
}

/** A header field on one or more lines: printable, not too long, each further one beginning with a blank and not empty. */
function isHeader(text: string): boolean {
	const lines = text.split("\r\n");
	return lines.every(
		(line, i) => /^[\t -~]*[!-~]$/.test(line) && line.length <= LONGEST_LINE && (i === 0 || /^[ \t]/.test(line)),
	);
}

/** A delivery's id as the left half of a Message-ID; two different ids never give the same. */
function idText(id: string): string {
	return [...encoder.encode(id)]
		.map((byte, i, bytes) => {
			const letter = String.fromCharCode(byte);
			const stray = letter === "." && (i === 0 || i === bytes.length - 1 || bytes[i - 1] === 0x2e);
			return /[A-Za-z0-9_.-]/.test(letter) && !stray ? letter : `%${hex(byte)}`;
		})
		.join("");
}

/** RFC 5322, 3.3. */
function dateText(at: number): string {
	return new Date(at).toUTCString().replace("GMT", "+0000");
}

function mailboxText({ name, address }: { readonly name: string; readonly address: string }): string {
	if (name === "") return address;
	if (!/^[ -~]*$/.test(name)) return `${encodeWords(name, "Reply-To: ".length)} <${address}>`;
	const plain = /^[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]+$/.test(name) && !name.includes("=?");
	return `${plain ? name : `"${name.replace(/["\\]/g, "\\$&")}"`} <${address}>`;
}

/**
 * A header's text in encoded words (RFC 2047) of whole characters where it needs them, else as it is.
 * @param before how much stands on its line already
 */
function encodeWords(text: string, before: number): string {
	// Blanks at the ends or in a row would be lost, and what looks like an encoded word would be read as one.
	if (/^[ -~]*$/.test(text) && !/^ | $| {2}|=\?/.test(text)) return text;
	const words: string[] = [];
	let bytes: number[] = [];
	let room = LINE - before;
	const close = () => {
		words.push(`=?UTF-8?B?${toBase64(Uint8Array.from(bytes))}?=`);
		bytes = [];
		room = LINE - 1;
	};
	for (const character of text) {
		const more = encoder.encode(character);
		// An encoded word has at most 75 characters, 12 of them around the text, which takes 4 for every 3 bytes.
		const size = 12 + 4 * Math.ceil((bytes.length + more.length) / 3);
		if (bytes.length > 0 && size > Math.min(75, room)) close();
		bytes.push(...more);
	}
	close();
	return words.join(" ");
}

/** Breaks a header at its blanks. Unfolded again it is the same: the blank begins the next line. */
function fold(header: string): string {
	const lines: string[] = [];
	let line = "";
	for (const word of header.split(/(?<=[^ ])(?= )/)) {
		// The name of a field keeps its value's first word beside it, or there would be a line with a name and nothing else.
		if (line.length + word.length > LINE && line !== "" && !/^[!-9;-~]+:$/.test(line) && word.trim() !== "") {
			lines.push(line);
			line = "";
		}
		line += word;
	}
	return [...lines, line].join("\r\n");
}

/** The body with the headers that describe it, after those of the message. */
function makeBody(mail: Mail): string {
	const pictures = mail.attachments ?? [];
	const html = textPart("html", mail.html);
	const shown = pictures.length === 0 ? html : multipart("related", RELATED, [html, ...pictures.map(picturePart)]);
	return multipart("alternative", ALTERNATIVE, [textPart("plain", mail.text), shown]);
}

function multipart(kind: string, boundary: string, parts: readonly string[]): string {
	// RFC 2387: what the related parts belong to is told, or some programs show them beside it.
	const type = kind === "related" ? '; type="text/html"' : "";
	const head = `Content-Type: multipart/${kind}${type};\r\n boundary="${boundary}"\r\n\r\n`;
	return `${head}${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`;
}

function textPart(kind: "plain" | "html", text: string): string {
	const head = `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
	return head + quotePrintable(text);
}

/** What stands in its headers has been looked at before it came here (`guarded`). */
function picturePart({ filename, type, contentId, content }: Attachment): string {
	const data = toBase64(content).replace(/.{1,76}(?=.)/g, "$&\r\n");
	return [
		`Content-Type: ${type}; name="${filename}"`,
		"Content-Transfer-Encoding: base64",
		`Content-ID: <${contentId}>`,
		`Content-Disposition: inline; filename="${filename}"`,
		"",
		data,
	].join("\r\n");
}

/** Quoted-printable (RFC 2045, 6.7). Line ends of any kind become CRLF. */
export function quotePrintable(text: string): string {
	return text
		.split(/\r\n|\r|\n/)
		.map(quoteLine)
		.join("\r\n");
}

function quoteLine(text: string): string {
	const bytes = encoder.encode(text);
	const lines: string[] = [];
	let line = "";
	bytes.forEach((byte, i) => {
		const last = i === bytes.length - 1;
		const blank = byte === 0x20 || byte === 0x09;
		const plain = (byte > 0x20 && byte < 0x7f && byte !== 0x3d) || (blank && !last);
		const sign = plain ? String.fromCharCode(byte) : `=${hex(byte)}`;
		// One column is kept for the sign that says the line goes on.
		if (line.length + sign.length > LINE - (last ? 0 : 1)) {
			lines.push(`${line}=`);
			line = "";
		}
		line += sign;
	});
	return [...lines, line].join("\r\n");
}

function hex(byte: number): string {
	return byte.toString(16).toUpperCase().padStart(2, "0");
}

/** Base64 on one line. */
export function toBase64(bytes: Uint8Array): string {
	let text = "";
	// As many arguments as any call takes.
	for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
	return btoa(text);
}
