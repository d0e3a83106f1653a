/** Replies as the usual mail programs make them: whole raw messages, with the headers, parts, encodings and quotes of each. */

/** The mail that is answered. */
export type Original = {
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	readonly messageId: string;
};

export type Answered = {
	/** The writer's name and address. */
	readonly name: string;
	readonly from: string;
	readonly to: string;
	/** What the writer typed. */
	readonly line: string;
	readonly messageId: string;
	readonly original: Original;
};

export type Program = {
	readonly name: string;
	/** How what is answered is quoted. */
	readonly style: string;
	readonly write: (reply: Answered) => string;
};

const CRLF = "\r\n";
const POST = "Hivepost <play@localhost>";

function bytesOf(text: string): readonly number[] {
	return [...new TextEncoder().encode(text)];
}

export function base64(text: string): string {
	const encoded = btoa(String.fromCharCode(...bytesOf(text)));
	return (encoded.match(/.{1,76}/g) ?? []).join(CRLF);
}

/** Quoted-printable with soft line breaks; UTF-8 unless the bytes are given. */
export function quotedPrintable(text: string, bytes = bytesOf): string {
	const lines = text
		.replace(/\r\n/g, "\n")
		.split("\n")
		.map((line) => {
			const codes = bytes(line);
			let out = "";
			let width = 0;
			codes.forEach((code, index) => {
				const last = index === codes.length - 1;
				const plain = code >= 33 && code <= 126 && code !== 61;
				const piece =
					plain || (code === 32 && !last)
						? String.fromCharCode(code)
						: `=${code.toString(16).toUpperCase().padStart(2, "0")}`;
				if (width + piece.length > 75) {
					out += `=${CRLF}`;
					width = 0;
				}
				out += piece;
				width += piece.length;
			});
			return out;
		});
	return lines.join(CRLF);
}

const latin1 = (text: string) => [...text].map((one) => (one.charCodeAt(0) < 256 ? one.charCodeAt(0) : 63));

/** `mark` before each line. */
function quote(text: string, mark = "> "): string {
	return text
		.trimEnd()
		.split("\n")
		.map((line) => `${mark}${line}`.trimEnd())
		.join("\n");
}

function escapeText(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What stands between the body tags, as programs take it over. */
function bodyOf(html: string): string {
	return /<body[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html;
}

function headers(reply: Answered, own: Readonly<Record<string, string>>): string {
	const all = {
		"Return-Path": `<${reply.from}>`,
		Received: `from mail.sender.example (mail.sender.example [192.0.2.7])${CRLF}\tby mx.localhost with ESMTPS id 4d2; Mon, 30 Nov 2026 10:12:01 +0000`,
		"Message-ID": reply.messageId,
		Date: "Mon, 30 Nov 2026 11:11:59 +0100",
		From: `${reply.name} <${reply.from}>`,
		To: `Hivepost <${reply.to}>`,
		Subject: `Re: ${reply.original.subject}`,
		"In-Reply-To": reply.original.messageId,
		References: reply.original.messageId,
		"MIME-Version": "1.0",
		...own,
	};
	return Object.entries(all)
		.map(([name, value]) => `${name}: ${value}`)
		.join(CRLF);
}

const message = (head: string, body: string) => `${head}${CRLF}${CRLF}${body.replace(/\r?\n/g, CRLF)}${CRLF}`;

type Part = { readonly type: string; readonly encoding: string; readonly body: string };

function parts(boundary: string, ...all: readonly Part[]): string {
	const each = all.map(({ body, encoding, type }) =>
		[`--${boundary}`, `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, "", body, ""].join(CRLF),
	);
	return `${each.join(CRLF)}--${boundary}--`;
}

const plain = (reply: Answered, own: Readonly<Record<string, string>>, text: string) =>
	message(
		headers(reply, {
			"Content-Type": "text/plain; charset=utf-8",
			"Content-Transfer-Encoding": "quoted-printable",
			...own,
		}),
		quotedPrintable(text),
	);

function gmailHtml(line: string, attribution: string, html: string): string {
	return `<div dir="ltr">${escapeText(line)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${attribution}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${bodyOf(html)}</blockquote></div>`;
}

export const PROGRAMS: readonly Program[] = [
	{
		name: "Gmail in a browser",
		style: "above, two parts, the line that introduces the quote broken",
		write: (reply) => {
			const boundary = "000000000000a1b2c3064f0e1a2b";
			const text = `${reply.line}\n\nOn Mon, Nov 30, 2026 at 10:00 AM Hivepost <play@localhost>\nwrote:\n\n${quote(reply.original.text)}\n`;
			const html = gmailHtml(
				reply.line,
				'On Mon, Nov 30, 2026 at 10:00 AM Hivepost &lt;<a href="mailto:play@localhost">play@localhost</a>&gt; wrote:',
				reply.original.html,
			);
			return message(
				headers(reply, { "Content-Type": `multipart/alternative; boundary="${boundary}"` }),
				parts(
					boundary,
					{ type: 'text/plain; charset="UTF-8"', encoding: "quoted-printable", body: quotedPrintable(text) },
					{ type: 'text/html; charset="UTF-8"', encoding: "quoted-printable", body: quotedPrintable(html) },
				),
			);
		},
	},
	{
		name: "Gmail on Android, in Portuguese",
		style: "above, two parts, base64",
		write: (reply) => {
			const boundary = "0000000000005d6e7f0650c1d2e3";
			const text = `${reply.line}\n\nEm seg., 30 de nov. de 2026, 10:00, Hivepost <play@localhost> escreveu:\n\n${quote(reply.original.text)}\n`;
			const html = `<div dir="auto">${escapeText(reply.line)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Em seg., 30 de nov. de 2026, 10:00, Hivepost &lt;play@localhost&gt; escreveu:<br></div><blockquote class="gmail_quote">${bodyOf(reply.original.html)}</blockquote></div>`;
			return message(
				headers(reply, { "Content-Type": `multipart/alternative; boundary="${boundary}"` }),
				parts(
					boundary,
					{ type: 'text/plain; charset="UTF-8"', encoding: "base64", body: base64(text) },
					{ type: 'text/html; charset="UTF-8"', encoding: "base64", body: base64(html) },
				),
			);
		},
	},
	{
		name: "Apple Mail",
		style: "above, blockquote and `> `",
		write: (reply) => {
			const boundary = "Apple-Mail=_5F0B1C2D-3E4F-4A5B-8C6D-7E8F9A0B1C2D";
			const text = `${reply.line}\n\n> On 30. Nov 2026, at 10:00, Hivepost <play@localhost> wrote:\n> \n${quote(reply.original.text)}\n`;
			const html = `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${escapeText(reply.line)}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 30. Nov 2026, at 10:00, Hivepost &lt;play@localhost&gt; wrote:</div><br class="Apple-interchange-newline"><div>${bodyOf(reply.original.html)}</div></blockquote></div><br></body></html>`;
			return message(
				headers(reply, {
					"Content-Type": `multipart/alternative;${CRLF}\tboundary="${boundary}"`,
					"Mime-Version": "1.0 (Mac OS X Mail 16.0 \\(3826.200.121\\))",
					"X-Mailer": "Apple Mail (2.3826.200.121)",
				}),
				parts(
					boundary,
					{ type: `text/plain;${CRLF}\tcharset=utf-8`, encoding: "quoted-printable", body: quotedPrintable(text) },
					{ type: `text/html;${CRLF}\tcharset=utf-8`, encoding: "quoted-printable", body: quotedPrintable(html) },
				),
			);
		},
	},
	{
		name: "Mail on an iPhone",
		style: "above, the signature between, blockquote",
		write: (reply) => {
			const boundary = "Apple-Mail-0A1B2C3D-4E5F-4061-8273-8495A6B7C8D9";
			const text = `${reply.line}\n\nSent from my iPhone\n\n> On 30 Nov 2026, at 10:00, Hivepost <play@localhost> wrote:\n> \n> \uFEFF\n${quote(reply.original.text)}\n`;
			const html = `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">${escapeText(reply.line)}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 30 Nov 2026, at 10:00, Hivepost &lt;play@localhost&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\uFEFF${bodyOf(reply.original.html)}</div></blockquote></body></html>`;
			return message(
				headers(reply, {
					"Content-Type": `multipart/alternative; boundary=${boundary}`,
					"Content-Transfer-Encoding": "7bit",
					"X-Mailer": "iPhone Mail (22G86)",
				}),
				parts(
					boundary,
					{ type: "text/plain; charset=utf-8", encoding: "quoted-printable", body: quotedPrintable(text) },
					{ type: "text/html; charset=utf-8", encoding: "quoted-printable", body: quotedPrintable(html) },
				),
			);
		},
	},
	{
		name: "Outlook on a desk, in German",
		style: "above, a block of headers, nothing marked; windows-1252",
		write: (reply) => {
			const boundary = "----=_NextPart_000_0012_01DD6210.3A5B7C90";
			const text = `${reply.line}\n\n \n\nVon: Hivepost <play@localhost> \nGesendet: Montag, 30. November 2026 10:00\nAn: ${reply.from}\nBetreff: ${reply.original.subject}\n\n \n\n${reply.original.text}\n`;
			const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv=Content-Type content="text/html; charset=windows-1252"><!--[if gte mso 9]><xml><o:shapedefaults/></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=DE link="#0563C1"><div class=WordSection1><p class=MsoNormal>${escapeText(reply.line)}<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>Von:</b> Hivepost &lt;play@localhost&gt; <br><b>Gesendet:</b> Montag, 30. November 2026 10:00<br><b>An:</b> ${reply.from}<br><b>Betreff:</b> ${escapeText(reply.original.subject)}<o:p></o:p></p></div>${bodyOf(reply.original.html)}</div></body></html>`;
			return message(
				headers(reply, {
					Subject: `AW: ${reply.original.subject}`,
					"Content-Type": `multipart/alternative;${CRLF}\tboundary="${boundary}"`,
					"X-Mailer": "Microsoft Outlook 16.0",
					"Thread-Index": "AQHcYhDqWzX1s9Qf1UWJrKc2b3dY5A==",
					"Content-Language": "de",
				}),
				`This is a multipart message in MIME format.${CRLF}${CRLF}${parts(
					boundary,
					{
						type: 'text/plain; charset="windows-1252"',
						encoding: "quoted-printable",
						body: quotedPrintable(text, latin1),
					},
					{
						type: 'text/html; charset="windows-1252"',
						encoding: "quoted-printable",
						body: quotedPrintable(html, latin1),
					},
				)}`,
			);
		},
	},
	{
		name: "Outlook in a browser",
		style: "above, a line across and a block of headers; base64",
		write: (reply) => {
			const boundary = "_000_AM0PR01MB5432E6F7A8B9C0D1E2F3A4B5C6D7E8AM0PR01MB5432eurp_";
			const text = `${reply.line}\r\n\r\n________________________________\r\nFrom: Hivepost <play@localhost>\r\nSent: Monday, November 30, 2026 10:00 AM\r\nTo: ${reply.from} <${reply.from}>\r\nSubject: ${reply.original.subject}\r\n\r\n${reply.original.text}`;
			const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt;">${escapeText(reply.line)}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>From:</b> Hivepost &lt;play@localhost&gt;<br><b>Sent:</b> Monday, November 30, 2026 10:00 AM<br><b>To:</b> ${reply.from}<br><b>Subject:</b> ${escapeText(reply.original.subject)}</font><div>&nbsp;</div></div><div>${bodyOf(reply.original.html)}</div></body></html>`;
			return message(
				headers(reply, {
					"Content-Type": `multipart/alternative;${CRLF}\tboundary="${boundary}"`,
					"Thread-Topic": reply.original.subject,
					"x-ms-exchange-messagesentrepresentingtype": "1",
					"X-MS-Has-Attach": "",
					"x-ms-exchange-antispam-relay": "0",
				}),
				parts(
					boundary,
					{ type: 'text/plain; charset="utf-8"', encoding: "base64", body: base64(text) },
					{ type: 'text/html; charset="utf-8"', encoding: "base64", body: base64(html) },
				),
			);
		},
	},
	{
		name: "Outlook on a telephone",
		style: "above, HTML only, the quote in a container of its own",
		write: (reply) =>
			message(
				headers(reply, {
					"Content-Type": 'text/html; charset="utf-8"',
					"Content-Transfer-Encoding": "base64",
				}),
				base64(
					`<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><div dir="auto" style="font-family: Aptos; font-size: 12pt;">${escapeText(reply.line)}</div><div id="ms-outlook-mobile-signature"><div><br></div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><div class="ms-outlook-mobile-reference-message skipProofing"><hr style="display:inline-block; width:98%"><b>From: </b>Hivepost &lt;play@localhost&gt;<br><b>Date: </b>Monday, 30. November 2026 at 10:00<br><b>To: </b>${reply.from}<br><b>Subject: </b>${escapeText(reply.original.subject)}<br><br></div><div class="ms-outlook-mobile-reference-message skipProofing">${bodyOf(reply.original.html)}</div></div></body></html>`,
				),
			),
	},
	{
		name: "Thunderbird, in German",
		style: "below, format=flowed",
		write: (reply) =>
			message(
				headers(reply, {
					"User-Agent": "Mozilla Thunderbird",
					"Content-Language": "de-DE",
					"Content-Type": "text/plain; charset=UTF-8; format=flowed",
					"Content-Transfer-Encoding": "8bit",
				}),
				`Am 30.11.26 um 10:00 schrieb Hivepost:\n${quote(reply.original.text)}\n\n${reply.line}\n`,
			),
	},
	{
		name: "Thunderbird in HTML",
		style: "below, HTML only",
		write: (reply) =>
			message(
				headers(reply, {
					"User-Agent": "Mozilla Thunderbird",
					"Content-Type": "text/html; charset=UTF-8",
					"Content-Transfer-Encoding": "8bit",
				}),
				`<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n  </head>\n  <body>\n    <div class="moz-cite-prefix">On 30/11/2026 10:00, Hivepost wrote:<br>\n    </div>\n    <blockquote type="cite" cite="mid:${reply.original.messageId.slice(1, -1)}">\n${bodyOf(reply.original.html)}\n    </blockquote>\n    <p>${escapeText(reply.line)}</p>\n    <div class="moz-signature">-- <br>\n      Sent with care</div>\n  </body>\n</html>`,
			),
	},
	{
		name: "K-9 Mail, in Italian",
		style: "above, format=flowed, signature before the quote",
		write: (reply) =>
			message(
				headers(reply, {
					"User-Agent": "K-9 Mail for Android",
					"Content-Type": "text/plain;\r\n charset=utf-8; format=flowed",
					"Content-Transfer-Encoding": "quoted-printable",
				}),
				quotedPrintable(
					`${reply.line}\n-- \nInviato dal mio dispositivo Android con K-9 Mail. Perdonate la brevità.\n\nIl 30 novembre 2026 10:00:00 CET, Hivepost <play@localhost> ha scritto:\n${quote(reply.original.text, ">")}\n`,
				),
			),
	},
	{
		name: "FairEmail, in Indonesian",
		style: "above, HTML only, the quote in a bordered block",
		write: (reply) =>
			message(
				headers(reply, {
					"X-Correlation-ID": "<5d3c2b1a@localhost>",
					"Content-Type": "text/html; charset=utf-8",
					"Content-Transfer-Encoding": "quoted-printable",
				}),
				quotedPrintable(
					`<html><head></head><body><div class="fairemail_quote_body"><p>${escapeText(reply.line)}</p></div><p>Pada 30 November 2026 10.00.00, Hivepost &lt;play@localhost&gt; menulis:</p><blockquote style="border-left:3px solid #ccc; padding-left: 3px;">${bodyOf(reply.original.html)}</blockquote></body></html>`,
				),
			),
	},
	{
		name: "Yahoo Mail",
		style: "above, indented and unmarked in the text",
		write: (reply) => {
			const boundary = "----=_Part_1234567_890123456.1795999999999";
			const text = ` ${reply.line}\n    On Monday, November 30, 2026 at 10:00:00 AM GMT+1, Hivepost <play@localhost> wrote:  \n \n ${reply.original.text.replaceAll("\n", "\n ")}  `;
			const html = `<html><head></head><body><div class="ydp1a2b3c4dyahoo-style-wrap" style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:13px;"><div dir="ltr" data-setdir="false">${escapeText(reply.line)}</div><div><br></div></div><div id="ydp5e6f7a8byahoo_quoted_1234567890" class="ydp5e6f7a8byahoo_quoted"><div style="font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;"><div>On Monday, November 30, 2026 at 10:00:00 AM GMT+1, Hivepost &lt;play@localhost&gt; wrote:</div><div><br></div><div>${bodyOf(reply.original.html)}</div></div></div></body></html>`;
			return message(
				headers(reply, {
					"Content-Type": `multipart/alternative;${CRLF}\tboundary="${boundary}"`,
					"X-Mailer": "WebService/1.1.24866 YMailNovation",
				}),
				parts(
					boundary,
					{ type: "text/plain; charset=UTF-8", encoding: "quoted-printable", body: quotedPrintable(text) },
					{ type: "text/html; charset=UTF-8", encoding: "quoted-printable", body: quotedPrintable(html) },
				),
			);
		},
	},
	{
		name: "Proton Mail",
		style: "above, signature before the quote; base64",
		write: (reply) => {
			const boundary = "b1=_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8";
			const text = `${reply.line}\n\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Monday, November 30th, 2026 at 10:00 AM, Hivepost <play@localhost> wrote:\n\n${quote(reply.original.text)}\n`;
			const html = `<div style="font-family: Arial, sans-serif; font-size: 14px;">${escapeText(reply.line)}</div><div style="font-family: Arial, sans-serif; font-size: 14px;"><br></div><div class="protonmail_signature_block" style="font-family: Arial, sans-serif; font-size: 14px;"><div class="protonmail_signature_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Monday, November 30th, 2026 at 10:00 AM, Hivepost &lt;play@localhost&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${bodyOf(reply.original.html)}</blockquote><br></div>`;
			return message(
				headers(reply, {
					"Content-Type": `multipart/alternative;${CRLF} boundary="${boundary}"`,
					"Feedback-ID": "12345678:user:proton",
					"X-Pm-Message-ID": "0f1e2d3c4b5a69788796a5b4c3d2e1f000112233",
				}),
				`This is a multi-part message in MIME format.${CRLF}${CRLF}${parts(
					boundary,
					{ type: "text/plain; charset=utf-8", encoding: "base64", body: base64(text) },
					{ type: "text/html; charset=utf-8", encoding: "base64", body: base64(html) },
				)}`,
			);
		},
	},
	{
		name: "GMX",
		style: "above, HTML only, the quote in a named block",
		write: (reply) =>
			message(
				headers(reply, {
					Subject: `Aw: ${reply.original.subject}`,
					"Content-Type": "text/html; charset=UTF-8",
					"Content-Transfer-Encoding": "quoted-printable",
					"X-UI-Message-Type": "mail",
					Importance: "normal",
				}),
				quotedPrintable(
					`<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>${escapeText(reply.line)}</div>\n<div>&nbsp;\n<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;">\n<div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Montag, 30. November 2026 um 10:00 Uhr<br/><b>Von:</b>&nbsp;&quot;Hivepost&quot; &lt;play@localhost&gt;<br/><b>An:</b>&nbsp;${reply.from}<br/><b>Betreff:</b>&nbsp;${escapeText(reply.original.subject)}</div>\n<div name="quoted-content">${bodyOf(reply.original.html)}</div>\n</div>\n</div></div></body></html>`,
				),
			),
	},
	{
		name: "mutt",
		style: "below, a part of the quote only, signature at the end",
		write: (reply) => {
			const lines = reply.original.text.trimEnd().split("\n");
			return message(
				headers(reply, {
					"Content-Type": "text/plain; charset=utf-8",
					"Content-Transfer-Encoding": "8bit",
					"Content-Disposition": "inline",
					"User-Agent": "Mutt/2.2.13 (2024-03-09)",
				}),
				`On Mon, Nov 30, 2026 at 09:00:00AM +0000, Hivepost wrote:\n${quote(
					lines.slice(0, 4).join("\n"),
				)}\n\n${reply.line}\n\n-- \n${reply.name}\n`,
			);
		},
	},
	{
		name: "Gnus",
		style: "below, initials before each line",
		write: (reply) =>
			plain(
				reply,
				{ "User-Agent": "Gnus/5.13 (Gnus v5.13)" },
				`Hivepost <play@localhost> writes:\n\n${quote(reply.original.text, "H> ")}\n\n${reply.line}\n`,
			),
	},
	{
		name: "an old Outlook Express",
		style: "above, -----Original Message-----, nothing marked",
		write: (reply) =>
			plain(
				reply,
				{ "X-Mailer": "Microsoft Outlook Express 6.00.2900.5931" },
				`${reply.line}\n\n-----Original Message-----\nFrom: "Hivepost" <play@localhost>\nTo: <${reply.from}>\nSent: Monday, November 30, 2026 10:00 AM\nSubject: ${reply.original.subject}\n\n${reply.original.text}`,
			),
	},
	{
		name: "Samsung Mail, in Spanish",
		style: "above, a divider of dashes, HTML only",
		write: (reply) =>
			message(
				headers(reply, { "Content-Type": "text/html; charset=utf-8", "Content-Transfer-Encoding": "base64" }),
				base64(
					`<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body dir="auto"><div dir="auto">${escapeText(reply.line)}</div><div dir="auto"><br></div><div id="composer_signature" dir="auto"><div style="font-size:85%;color:#575757">Enviado desde mi Galaxy</div></div><div dir="auto"><br></div><div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Mensaje original --------</div><div>De: Hivepost &lt;play@localhost&gt; </div><div>Fecha: 30/11/26 10:00 (GMT+01:00) </div><div>A: ${reply.from} </div><div>Asunto: ${escapeText(reply.original.subject)} </div><div><br></div></div>${bodyOf(reply.original.html)}</body></html>`,
				),
			),
	},
	{
		name: "a terminal, with bars",
		style: "below, `| ` before each line",
		write: (reply) =>
			plain(
				reply,
				{},
				`On 30 Nov 2026 at 10:00, Hivepost wrote:\n\n${quote(reply.original.text, "| ")}\n\n${reply.line}\n`,
			),
	},
	{
		name: "nmh",
		style: "in between, after a few quoted lines and before others",
		write: (reply) => {
			const [first = "", ...rest] = reply.original.text.split("\n\n");
			return plain(
				reply,
				{},
				`${POST} wrote on Mon, 30 Nov 2026 10:00:00 +0000:\n${quote(first, ">> ")}\n\n${reply.line}\n\n${quote(rest.join("\n\n"), ">> ")}\n`,
			);
		},
	},
	{
		name: "webmail without quotes",
		style: "nothing quoted at all",
		write: (reply) => plain(reply, {}, `\n\n${reply.line}\n`),
	},
];
