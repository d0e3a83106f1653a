/** What is read out of a reply, part by part: its first own line, its words, its move, its sender. */
import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { parsePiece } from "../../../src/engine/piece.ts";
import { LOCALES, message } from "../../../src/i18n/catalogue.ts";
import { ownLine } from "../../../src/post/inbound/inbound.ts";
import {
	failedAuthentication,
	type Headers,
	receiversOf,
	senderOf,
	writtenByProgram,
} from "../../../src/post/inbound/origin.ts";
import { keyOfAddress } from "../../../src/post/inbound/reply-address.ts";
import { htmlText } from "../../../src/post/inbound/reply-html.ts";
import { firstOwnLine } from "../../../src/post/inbound/reply-text.ts";
import { findWord, moveText, tidyNotation } from "../../../src/post/inbound/reply-words.ts";
import { PROGRAMS } from "./programs.ts";

const MOVE = "bA1 -wS1";

describe("the first own line of a text", () => {
	test.each([
		["alone", MOVE],
		["after blank lines", `\r\n \t\r\n  ${MOVE}  \r\n`],
		["above a quote", `${MOVE}\n\nOn Monday, Hivepost <p@x.org> wrote:\n> It is your move.\n`],
		["right above the line that introduces a quote", `${MOVE}\nOn 30 Nov 2026 Hivepost wrote:\n> x`],
		["below a quote", `On Monday, Hivepost <p@x.org> wrote:\n> wS1\n>\n> resign\n\n${MOVE}\n`],
		[
			"below a broken line of introduction",
			`On Mon, Nov 30, 2026 at 10:00 AM\nHivepost <p@x.org>\nwrote:\n> x\n${MOVE}`,
		],
		["in German", `Am 30.11.2026 um 10:00 schrieb Hivepost:\n> x\n\n${MOVE}`],
		["in German, the name first", `Hivepost <p@x.org> schrieb am Mo., 30. Nov. 2026, 10:00:\n\n> x\n\n${MOVE}`],
		["in Portuguese", `Em seg., 30 de nov. de 2026 às 10:00, Hivepost <p@x.org> escreveu:\n\n> x\n\n${MOVE}`],
		["in Spanish", `El lun, 30 nov 2026 a las 10:00, Hivepost (<p@x.org>) escribió:\n\n> x\n\n${MOVE}`],
		["in Italian", `Il giorno lun 30 nov 2026 alle ore 10:00 Hivepost <p@x.org> ha scritto:\n\n> x\n\n${MOVE}`],
		["in Indonesian", `Pada tanggal Sen, 30 Nov 2026 pukul 10.00 Hivepost <p@x.org> menulis:\n\n> x\n\n${MOVE}`],
		["in a language we do not know", `2026年11月30日 10:00、Hivepost <p@x.org>のメール:\n\n> x\n\n${MOVE}`],
		["with bars", `| wS1\n| resign\n${MOVE}`],
		["with colons", `: wS1\n: resign\n${MOVE}`],
		["with braces", `} wS1\n}\n${MOVE}`],
		["with guillemets", `» wS1\n» resign\n${MOVE}`],
		["with initials", `Hive> wS1\nHive> resign\n${MOVE}`],
		["quoted many times over", `>>> wS1\n> > > resign\n>>\n${MOVE}`],
		["between two quotes", `> first\n\n${MOVE}\n\n> second`],
		["under a line drawn by a signature", `-- \nBob\nresign\n\nOn Monday, Hivepost wrote:\n> x\n\n${MOVE}`],
		["under what a telephone adds", `Sent from my iPhone\n\n> x\n\n${MOVE}`],
		["with what does not show in it", `\u200b\ufeffbA1\u200b -wS1\u2060`],
	])("%s", (_, text) => {
		expect(firstOwnLine(text)).toBe(MOVE);
	});

	test.each([
		["nothing", ""],
		["a quote", "> wS1\n> resign\n"],
		["a signature", "-- \nresign"],
		["what a telephone adds", "Von meinem iPhone gesendet\n\n> resign"],
		["an original message", "\n-----Original Message-----\nresign\n"],
		["a message passed on", "---------- Forwarded message ---------\nFrom: x\nresign"],
		["a block of headers", "Von: Hivepost\nGesendet: Montag\nAn: Bob\nBetreff: Hive\n\nresign"],
		["a block of headers in bold", "*From:* Hivepost\n*Sent:* Monday\n*To:* Bob\n*Subject:* Hive\n\nresign"],
	])("there is none in %s", (_, text) => {
		expect(firstOwnLine(text)).toBeNull();
	});

	test("a greeting is one: nothing is searched for further down", () => {
		expect(firstOwnLine("Hello,\nwS1\n")).toBe("Hello,");
	});

	test("is looked for in vain, and not for long, in what is made of marks alone", () => {
		for (const mark of [
			">",
			"- ",
			"--",
			"On x\n",
			"a@b ",
			"From: x\n",
			"<a ",
			'<div class="',
			"<!--",
			"&#",
			"<blockquote>",
			"<",
		]) {
			const text = mark.repeat(Math.floor(300_000 / mark.length));
			expect(firstOwnLine(text)?.length ?? 0).toBeLessThanOrEqual(text.length);
			expect(firstOwnLine(htmlText(text))?.length ?? 0).toBeLessThanOrEqual(text.length);
		}
	});
});

describe.each(PROGRAMS)("$name ($style)", ({ write }) => {
	/** A letter whose every line would do something, were it somebody's own. */
	const text = `${Array.from({ length: 8 }, () => "resign\n\nwA1 -wS1\n\nyes\n\n").join("")}-- \nHivepost\n`;
	const html = `<html><body><p>resign</p><p>wA1 -wS1</p><table><tr><td>yes</td></tr></table></body></html>`;
	const reply = async (line: string) => {
		const original = { subject: "Hive", text, html, messageId: "<1@localhost>" };
		const raw = write({
			name: "Ada",
			from: "ada@example.org",
			to: "play+x@localhost",
			line,
			messageId: "<2@x>",
			original,
		});
		return ownLine(await PostalMime.parse(raw));
	};

	test.each(["wA1 bG1-", "wB2 \\wQ", "Schwarze Königin auf weißer Käfer 1", "resign", '<b> & "c"'])(
		"says %s",
		async (line) => {
			expect(await reply(line)).toBe(line);
		},
	);

	test("says nothing that is quoted, where nothing was written", async () => {
		expect(await reply("")).toBeNull();
	});
});

test("below an introduction whose quote was taken out, a line or two are one's own", () => {
	const lead = "On Mon, 30 Nov 2026 at 10:00, Hivepost <p@x.org> wrote:";
	expect(firstOwnLine(`${lead}\n\n${MOVE}\n\n-- \nBob\n1\n2\n3\n4\n5\n`)).toBe(MOVE);
	expect(firstOwnLine(`${lead}\n${"resign\n".repeat(6)}`)).toBeNull();
});

describe("HTML", () => {
	const line = (html: string) => firstOwnLine(htmlText(html));

	test.each([
		["blocks are lines", "<div>bA1 -wS1</div><div>more</div>"],
		["breaks are lines", "bA1&nbsp;-wS1<br>more"],
		["inline elements are not", "<p><b>bA1</b> <span>-</span>wS1</p>"],
		[
			"what is no text is passed over",
			"<head><style>p{}</style><title>x</title></head><!-- y --><script>z</script>bA1 -wS1",
		],
		["conditional comments too", "<!--[if mso]><p>resign</p><![endif]-->bA1 -wS1"],
		["entities are read", "&#98;A1 &#x2d;wS1"],
		["a quote in a quote", "<blockquote>a<blockquote>b</blockquote>c</blockquote>bA1 -wS1"],
		["a quote that is not closed is all the rest", "bA1 -wS1<blockquote><div>resign</div>"],
		[
			"an own line inside Gmail's outer element",
			'<div class="gmail_quote"><div class="gmail_attr">On Monday, x wrote:</div><blockquote class="gmail_quote">resign</blockquote><div>bA1 -wS1</div></div>',
		],
		["Gmail's element without a quote in it", '<div>bA1 -wS1</div><div class="gmail_quote">resign</div>'],
		[
			"Thunderbird's introduction",
			'<div class="moz-cite-prefix">x wrote<br></div><blockquote type="cite">y</blockquote><p>bA1 -wS1</p>',
		],
		["Yahoo's element", '<div id="ydp1yahoo_quoted_2" class="yahoo_quoted"><div>resign</div></div><div>bA1 -wS1</div>'],
		["Outlook's marks", '<p>bA1 -wS1</p><div id="x_divRplyFwdMsg">From: x</div><p>resign</p>'],
		["attributes with angles", '<p title="a > b">bA1 -wS1</p>'],
		["what is hidden was not written", '<div style="DISPLAY: none"><div>resign</div>yes</div>bA1 -wS1'],
		["nor inside a line", 'bA1 <span style="color:red;display:none">x</span>-wS1'],
	])("%s", (_, html) => {
		expect(line(html)).toBe(MOVE);
	});

	test.each([
		["after Outlook's mark", '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: x</div>resign'],
		["in GMX's element", '<div name="quote">resign</div>'],
		["in an open comment", "<!-- resign"],
		["in an open tag", "<div resign"],
		["in a signature", '<div class="gmail_signature">resign</div>'],
	])("nothing is own %s", (_, html) => {
		expect(line(html)).toBeNull();
	});
});

describe("words", () => {
	test.each([
		["resign", "en", "Resign."],
		["resign", "de", " AUFGEBEN "],
		["resign", "pt", "desisto"],
		["draw", "es", "Tablas"],
		["draw", "it", "*patta*"],
		["accept", "id", "“terima”"],
		["decline", "de", "ablehnen!"],
		["takeback", "de", "Zurücknehmen"],
		["takeback", "en", "take\u00a0back"],
		["help", "it", "aiuto"],
		["help", "en", "?"],
		["confirm", "es", "¡Sí!"],
		["confirm", "id", "ya"],
		["resign", "id", "resign"],
	] as const)("%s is said in %s: %s", (word, language, line) => {
		expect(findWord(line, language)).toBe(word);
	});

	test.each(LOCALES)("that our letters name are understood: %s", (locale) => {
		const named = (key: "mail.reply.words" | "mail.reply.confirmHow") =>
			message(locale, key)
				.split(/[^\p{L}]+/u)
				.map((one) => findWord(one, locale));
		for (const word of ["resign", "draw", "accept", "decline", "takeback", "help"] as const) {
			expect(named("mail.reply.words")).toContain(word);
		}
		expect(named("mail.reply.confirmHow")).toContain("confirm");
		expect(
			message(locale, "mail.turn.answer")
				.split(/[^\p{L}]+/u)
				.map((one) => findWord(one, locale)),
		).toContain("help");
	});

	test("count only as the whole line, and only in the reader's language or English", () => {
		for (const line of ["I will not resign", "resign?", "wS1 draw", "resign wS1", "draw.resign", "", "aufgeben"]) {
			expect(findWord(line, "en")).toBeNull();
		}
	});

	test("mean one thing in every language, and are no move in any", () => {
		for (const language of LOCALES) {
			for (const other of LOCALES) {
				// A word that two languages share must not resign in one and accept in the other.
				for (const word of [
					"si",
					"ja",
					"ya",
					"sim",
					"yes",
					"abandono",
					"empate",
					"remis",
					"patta",
					"tolak",
					"terima",
				]) {
					const meanings = new Set([findWord(word, language), findWord(word, other)].filter((one) => one !== null));
					expect(meanings.size, word).toBeLessThanOrEqual(1);
				}
			}
		}
	});
});

describe("a move", () => {
	const look = { colours: { white: "white", black: "black" } };

	test.each([
		["bA1 -wS1", MOVE],
		["BA1  -WS1", "BA1 -WS1"],
		["ba1 \u2013ws1", "ba1 -ws1"],
		["bA1 \u2014wS1", MOVE],
		["bA1 \u2212wS1", MOVE],
		["bA1 \u2011wS1", MOVE],
		["bA1\u00a0- wS1", MOVE],
		["bA1-wS1", MOVE],
		["“bA1 -wS1”", MOVE],
		["*bA1 -wS1*.", MOVE],
		["bA1 wS1 \\", "bA1 wS1\\"],
		["bA1 wS1\u00a5", "bA1 wS1\\"],
		["bA1 \\\\wS1", "bA1 \\wS1"],
		["ｂＡ１　／ｗＳ１", "bA1 /wS1"],
		["bA1 \u2215wS1", "bA1 /wS1"],
		["pass", "pass"],
	])("%s", (line, text) => {
		expect(tidyNotation(line)).toBe(text);
		expect(moveText(line, "en", "classic", look)).toBe(text);
	});

	test.each([
		["de", "classic", "Schwarze Ameise 1 links von weißer Spinne 1", MOVE],
		["de", "classic", "schwarze ameise 1 links von weisser spinne 1", MOVE],
		["de", "classic", "black ant 1 to the left of white spider 1", MOVE],
		["es", "real-murcia", "Bota negra 1 a la izquierda de Balón blanco 1", MOVE],
		["es", "real-murcia", "hormiga negra 1 a la izquierda de araña blanca 1", MOVE],
		["pt", "classic", "aranha branca 1", "wS1"],
		["en", "classic", "White spider 1", "wS1"],
	] as const)("in words, %s, %s: %s", (language, theme, line, text) => {
		expect(moveText(line, language, theme, look)).toBe(text);
	});

	test("any other line stays what it is, near enough to be told it is none", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom(...LOCALES), (line, language) => {
				const text = moveText(line, language, "classic", look);
				expect(text.length).toBeLessThanOrEqual(4_000);
				if (!/\d|queen|mosquito/i.test(line)) expect(parsePiece(text.split(" ")[0] ?? "")?.length ?? 2).toBe(2);
			}),
			{ numRuns: 40 },
		);
	});
});

const key = "0123456789abcdefghjkmnpqrs";

test("an address of ours has a key, in any case, and no other address has", () => {
	for (const address of [`play+${key}@hive.test`, `PLAY+${key.toUpperCase()}@Hive.Test`, `<play+${key}@hive.test>`]) {
		expect(keyOfAddress(address, "hive.test")).toBe(key);
	}
	for (const address of [
		"play@hive.test",
		`play+${key}@other.test`,
		`play+${key}x@hive.test`,
		`play+${key.slice(1)}@hive.test`,
		`pay+${key}@hive.test`,
		`play+${key}@hive.test@hive.test`,
		"",
	]) {
		expect(keyOfAddress(address, "hive.test")).toBeNull();
	}
});

const headers = (...lines: readonly (readonly [string, string])[]): Headers =>
	lines.map(([name, value]) => ({ key: name, value }));

describe("the sender", () => {
	test.each([
		["ada@example.org", "ada@example.org"],
		["Ada <Ada@Example.org>", "Ada@Example.org"],
		['"Lovelace, Ada" <ada@example.org>', "ada@example.org"],
		['"evil@example.com" <ada@example.org>', "ada@example.org"],
		["ada@example.org <ada@example.org>", "ada@example.org"],
		["=?UTF-8?Q?=C3=84da?= <ada@example.org>", "ada@example.org"],
		["ada@example.org (Ada)", "ada@example.org"],
		["J. R. Ada <ada@example.org> ", "ada@example.org"],
	])("%s", (from, address) => {
		expect(senderOf(headers(["from", from]))).toBe(address);
	});

	test.each([
		["two addresses", "ada@example.org, eve@example.org"],
		["two in angles", "<ada@example.org> <eve@example.org>"],
		["a name before a second", "Eve <eve@example.org>, Ada <ada@example.org>"],
		["a group", "Us: ada@example.org;"],
		["an address for a name", "ada@example.org <eve@example.org>"],
		["a quote that does not end", '"Ada <ada@example.org>'],
		["a comment that does not end", "ada@example.org (Ada"],
		["a quoted local part", '"ada"@example.org'],
		["no address", "Ada"],
		["nothing", ""],
		["a route", "<@eve.org:ada@example.org>"],
		["a line end", "ada@example.org\u000deve@example.org"],
		["a NUL", "ada@example.org\u0000"],
	])("is not to be told from %s", (_, from) => {
		expect(senderOf(headers(["from", from]))).toBeNull();
	});

	test("is not to be told from two headers, or none", () => {
		expect(senderOf(headers(["from", "ada@example.org"], ["from", "ada@example.org"]))).toBeNull();
		expect(senderOf(headers(["sender", "ada@example.org"]))).toBeNull();
	});
});

describe("authentication", () => {
	const OURS = receiversOf(undefined, "hive.test");
	const received = ["received", "from a.example (a.example [192.0.2.1]) by mx.hive.test with ESMTPS"] as const;
	const relayed = ["received", "from b.example by relay.example with ESMTPS"] as const;
	const said = (value: string) => ["authentication-results", value] as const;

	test.each([
		["DMARC", [said("hive.test; spf=pass; dkim=pass; dmarc=fail (p=none)")]],
		["SPF and DKIM", [said("mx.hive.test; spf=fail smtp.mailfrom=x; dkim=fail header.d=y")]],
		["SPF, and nothing vouches", [said("hive.test; spf=fail; dkim=none")]],
		["in two headers", [said("hive.test; spf=fail"), said("hive.test; dkim=fail")]],
		["below our own Received", [received, said("hive.test 1; dmarc = fail")]],
		["below the uppermost Received, whatever that says", [relayed, said("hive.test; dmarc=fail")]],
		["by the platform", [said("mx.cloudflare.net; dkim=pass header.d=x; dmarc=fail")]],
		["in capitals", [said("HIVE.TEST; DMARC=FAIL")]],
		["beside a comment", [said("hive.test (dmarc=pass); dmarc=fail")]],
		[
			"above one that somebody made up",
			[said("hive.test; dmarc=fail"), received, relayed, said("hive.test; dmarc=pass")],
		],
	] as const)("fails by %s", (_, lines) => {
		expect(failedAuthentication(headers(...lines), OURS)).toBe(true);
	});

	test.each([
		["nothing is said", [received]],
		["all is well", [said("hive.test; spf=pass; dkim=pass; dmarc=pass")]],
		["it was passed on, and DKIM holds", [said("hive.test; spf=fail; dkim=pass")]],
		["a list changed it, and SPF holds", [said("hive.test; spf=pass; dkim=fail")]],
		["one of two signatures holds", [said("hive.test; dkim=fail; dkim=pass")]],
		["DMARC passes", [said("hive.test; spf=fail; dkim=fail; dmarc=pass")]],
		["somebody else says so", [said("mx.evil.example; dmarc=fail")]],
		[
			"somebody with a name like ours says so",
			[said("nothive.test; dmarc=fail"), said("hive.test.evil.example; dmarc=fail")],
		],
		["it was written before our server had it", [received, relayed, said("hive.test; dmarc=fail")]],
		[
			"it was written before, and our server wrote above",
			[said("hive.test; dmarc=pass"), relayed, said("hive.test; dmarc=fail")],
		],
		[
			"our server found nothing, and somebody wrote below",
			[said("hive.test; dmarc=none"), relayed, said("hive.test; dmarc=fail")],
		],
		["it is another header", [["arc-authentication-results", "i=1; hive.test; dmarc=fail"] as const]],
	] as const)("does not fail where %s", (_, lines) => {
		expect(failedAuthentication(headers(...lines), OURS)).toBe(false);
	});

	test("is by the servers that are configured, where some are", () => {
		const configured = receiversOf("mail.isp.example, mx2.isp.example", "hive.test");
		expect(failedAuthentication(headers(said("mx2.isp.example; dmarc=fail")), configured)).toBe(true);
		expect(failedAuthentication(headers(said("hive.test; dmarc=fail")), configured)).toBe(false);
	});
});

describe("programs", () => {
	test.each([
		["auto-submitted", "auto-replied"],
		["auto-submitted", "auto-generated; x=y"],
		["precedence", "bulk"],
		["precedence", "auto_reply"],
		["precedence", "list"],
		["x-autoreply", "yes"],
		["x-autorespond", ""],
		["x-auto-response-suppress", "All"],
		["content-type", 'multipart/report; report-type=delivery-status; boundary="x"'],
		["content-type", "message/disposition-notification"],
		["return-path", "<>"],
		["from", "Mail Delivery Subsystem <mailer-daemon@example.org>"],
		["x-hivepost-delivery", "x"],
		["list-id", "<games.hive.test>"],
	])("write %s: %s", (name, value) => {
		expect(writtenByProgram(headers([name, value]), "a@example.org")).toBe(name);
	});

	test("write from nowhere", () => {
		for (const from of ["", "<>", " ", "MAILER-DAEMON@example.org", "<postmaster@example.org>"]) {
			expect(writtenByProgram([], from)).not.toBeNull();
		}
	});

	test("do not write what people do", () => {
		const lines = headers(
			["auto-submitted", "no"],
			["content-type", "multipart/mixed"],
			["precedence", "normal"],
			["from", "Ada <ada@example.org>"],
		);
		expect(writtenByProgram(lines, "ada@example.org")).toBeNull();
	});
});
