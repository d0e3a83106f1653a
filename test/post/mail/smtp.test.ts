/** What a mail server is told and what its answers mean, without one: the URL, the message, the replies. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { LEASE } from "../../../src/post/deliver.ts";
import { makeMessage, quotePrintable } from "../../../src/post/mail/mime.ts";
import { LIMITS } from "../../../src/post/mail/smtp.ts";
import { classifyReply, makeReply, type Stage } from "../../../src/post/mail/smtp-talk.ts";
import type { Mail } from "../../../src/post/mail/transport.ts";
import { findMissing } from "../../../src/setup.ts";
import { parseSmtpUrl } from "../../../src/smtp-url.ts";
import { NOW } from "../samples.ts";

test("a sending that takes as long as it may is over before its lease is", () => {
	expect(LIMITS.connect).toBeLessThan(LIMITS.whole);
	expect(LIMITS.whole + LIMITS.quit).toBeLessThan(LEASE - 5_000);
});

describe("SMTP_URL", () => {
	const ada = { user: "ada", password: "p" };
	test.each<[string, Record<string, unknown>]>([
		["smtp://ada:p@mail.hive.test", { port: 587, security: "starttls", login: ada }],
		["smtp://ada:p@mail.hive.test:2525/?starttls=required", { port: 2525, security: "starttls", login: ada }],
		["SMTPS://ada:p@mail.hive.test", { port: 465, security: "tls", login: ada }],
		["smtps://mail.hive.test:4650", { port: 4650, security: "tls", login: null }],
		["smtp://mail.hive.test?starttls=never", { port: 587, security: "none", login: null }],
		["smtp://ada%40hive.test:%3A%2F%25%C3%A4@mail.hive.test", { login: { user: "ada@hive.test", password: ":/%ä" } }],
		["smtp://ada:p@[::1]:25?starttls=never", { host: "[::1]", port: 25, security: "none", login: ada }],
		["smtp://ada:p@127.0.0.1?starttls=never", { host: "127.0.0.1", login: ada }],
	])("%s is taken", (url, server) => {
		expect(parseSmtpUrl(url)).toMatchObject({ ok: true, value: server });
	});

	test.each([
		["", /no smtp/],
		["mail.hive.test:587", /no smtp/],
		["https://mail.hive.test", /no smtp/],
		["smtp:mail.hive.test", /no smtp/],
		["smtp://", /no host|no smtp/],
		["smtp://ada:geheim@ma%0Ail.hive.test", /no host/],
		["smtp://mail.hive.test:0", /no port/],
		["smtp://ada:geheim@mail.hive.test/inbox", /more behind/],
		["smtp://ada:geheim@mail.hive.test#x", /more behind/],
		["smtp://ada:geheim@mail.hive.test?starttls=maybe", /neither/],
		["smtp://ada:geheim@mail.hive.test?starttls=required&starttls=never", /once/],
		["smtp://ada:geheim@mail.hive.test?insecure=1", /no other/],
		["smtps://ada:geheim@mail.hive.test?starttls=never", /no use/],
		["smtp://ada@mail.hive.test", /without a password/],
		["smtp://:geheim@mail.hive.test", /without a user/],
		["smtp://ada:100%geheim@mail.hive.test", /stray %/],
		["smtp://ada:geheim%00@mail.hive.test", /cannot be sent/],
		["smtp://ada:geheim@mail.hive.test?starttls=never", /unencrypted/],
		["smtp://ada:geheim@localhost.evil.test?starttls=never", /unencrypted/],
	])("%j is not, and why is said without the password", (url, why) => {
		const parsed = parseSmtpUrl(url);
		expect(parsed).toEqual({ ok: false, error: expect.stringMatching(why) });
		expect(JSON.stringify(parsed)).not.toContain("geheim");
	});
});

test.each(["", "mail.hive.test", "smtp://ada:p@mail.hive.test?starttls=never"])(
	"a deployment whose SMTP_URL is %j is not set up",
	(url) => {
		expect(findMissing({ ...env, SMTP_URL: url })).toEqual(["SMTP_URL"]);
		expect(findMissing({ ...env, SMTP_URL: "smtps://mail.hive.test" })).toEqual([]);
	},
);

describe("a refusal", () => {
	const hour = { wait: 3_600_000, stop: true };
	test.each<[Stage, string, Record<string, unknown>]>([
		// About us: all mail waits.
		["GREETING", "554 No SMTP service here", { kind: "retry", ...hour }],
		["EHLO", "421 4.3.2 Shutting down", { kind: "retry", stop: true }],
		["STARTTLS", "454 TLS not available", { kind: "retry", stop: true }],
		["AUTH", "535 5.7.8 Authentication credentials invalid", { kind: "retry", ...hour }],
		["AUTH", "454 4.7.0 Temporary authentication failure", { kind: "retry", stop: true }],
		["MAIL", "550 5.7.1 Sender not allowed", { kind: "retry", ...hour }],
		["MAIL", "552 5.3.4 Message size exceeds fixed limit", { kind: "give-up" }],
		// About the mailbox.
		["RCPT", "550 5.1.1 The email account that you tried to reach does not exist", { kind: "suppress" }],
		["RCPT", "550 5.2.1 The email account that you tried to reach is disabled", { kind: "suppress" }],
		["RCPT", "550 No such user here", { kind: "suppress" }],
		["RCPT", "551 User not local", { kind: "suppress" }],
		["RCPT", "553 Mailbox name not allowed", { kind: "suppress" }],
		[
			"RCPT",
			"452 4.2.2 The email account that you tried to reach is over quota, sending limit or not",
			{ kind: "retry" },
		],
		["RCPT", "452 Mailbox full, email quota exceeded", { kind: "retry" }],
		["RCPT", "450 4.2.0 Greylisted, come back later", { kind: "retry" }],
		["RCPT", "421 4.7.0 Too many connections", { kind: "retry", stop: true }],
		// About us, though it is said of the mailbox: nobody's address is marked for it.
		["RCPT", "550 5.7.1 Service unavailable, client host blocked", { kind: "give-up" }],
		["RCPT", "553 5.7.1 Sender address rejected: not owned by user", { kind: "give-up" }],
		["RCPT", "550 relay not permitted", { kind: "give-up" }],
		["RCPT", "550 Your host is listed at a blocking list", { kind: "give-up" }],
		["RCPT", "554 5.7.1 Relay access denied", { kind: "give-up" }],
		["RCPT", "501 5.1.3 Bad recipient address syntax", { kind: "suppress" }],
		["RCPT", "550 5.1.8 Bad sender's system address", { kind: "give-up" }],
		// About this letter.
		["DATA", "503 5.5.1 No valid recipients", { kind: "give-up" }],
		["END", "550 5.1.1 No such user", { kind: "give-up" }],
		["END", "554 5.7.1 Message looks like spam", { kind: "give-up" }],
		["END", "451 4.3.0 Try again", { kind: "retry" }],
		// So much has been sent that no more is taken.
		["RCPT", "450 4.7.1 Mail send limit exceeded", { kind: "limited", ...hour }],
		["END", "454 Throttling failure: Daily message quota exceeded", { kind: "limited", ...hour }],
		["END", "550 5.4.5 Daily user sending limit exceeded", { kind: "limited", ...hour }],
		["END", "554 5.2.0 SubmissionQuotaExceededException", { kind: "limited", ...hour }],
		["RCPT", "550 5.1.90 You have reached your limit for message recipients", { kind: "limited", ...hour }],
		["MAIL", "421 You have sent 300 messages in 24 hours, which is the limit", { kind: "limited", ...hour }],
		["MAIL", "452 4.5.3 limit of 500 emails per day", { kind: "limited", ...hour }],
	])("%s %s", (stage, reply, failure) => {
		const [, code = "", status] = /^(\d{3}) (?:(\d\.\d+\.\d+) )?/.exec(reply) ?? [];
		const reason = `E_SMTP_${stage} ${code}${status === undefined ? "" : ` ${status}`}`;
		expect(classifyReply(stage, makeReply(Number(code), [reply.slice(4)]))).toEqual({ ...failure, code: reason });
	});
});

const MAIL: Mail = {
	id: "x",
	at: NOW,
	to: "ada@example.org",
	from: "Hivepost <play@hive.test>",
	replyTo: "play+key@hive.test",
	subject: "s",
	text: "t",
	html: "h",
	headers: {},
};

function message(change: Partial<Mail>): string {
	const made = makeMessage({ ...MAIL, ...change }, "hive.test");
	if (!made.ok) throw new Error(made.error);
	return made.value.text;
}

describe("a message", () => {
	const pieces = fc.oneof(
		fc.constantFrom(" ", ".", "=", "?", "\t", "\n", "\r\n", "=?", "--=_hivepost.related", "ß", "蜂", "🐝"),
		fc.string({ unit: "grapheme", maxLength: 40 }),
	);
	const words = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(""));
	const line = fc
		.string({ unit: "grapheme", minLength: 1, maxLength: 120 })
		.filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));

	test("says what the mail says, in lines of ASCII that are not too long, whatever the mail says", async () => {
		await fc.assert(
			fc.asyncProperty(line, words, words, async (subject, text, html) => {
				const made = message({ subject, text, html });
				expect(made).toMatch(/^(?:[\t -~]{0,76}\r\n)+$/);
				const parsed = await PostalMime.parse(made);
				expect(parsed).toMatchObject({ subject, replyTo: [{ address: "play+key@hive.test" }] });
				// That parser has its own way with the line ends that a part ends in.
				expect([parsed.text, parsed.html].map((part) => part?.replace(/\n*$/, ""))).toEqual(
					[text, html].map((part) => part.replace(/\r\n|\r/g, "\n").replace(/\n*$/, "")),
				);
			}),
			{ numRuns: 60 },
		);
	});

	test.each([
		["a=b", "a=3Db"],
		["end \nnext\t", "end=20\nnext=09"],
		["x".repeat(76), "x".repeat(76)],
		["x".repeat(77), `${"x".repeat(75)}=\nxx`],
		[`${"x".repeat(73)}ß`, `${"x".repeat(73)}=\n=C3=9F`],
		["", ""],
		["\r\n\r\n\n", "\n\n\n"],
	])("%j is %j in quoted-printable", (text, quoted) => {
		expect(quotePrintable(text)).toBe(quoted.replaceAll("\n", "\r\n"));
	});

	test.each([
		["game.1.player.email", "<game.1.player.email@hive.test>"],
		["a..b.", "<a.%2Eb%2E@hive.test>"],
		["x> <y@z", "<x%3E%20%3Cy%40z@hive.test>"],
		["ä%", "<%C3%A4%25@hive.test>"],
	])("of the delivery %j has the id %s", (id, messageId) => {
		expect(makeMessage({ ...MAIL, id }, "hive.test")).toMatchObject({ ok: true, value: { messageId } });
	});

	test.each<[string, Partial<Mail>]>([
		["two recipients", { to: "a@b.test,c@d.test" }],
		["a recipient on two lines", { to: "a@b.test\r\nRCPT TO:<c@d.test>" }],
		["a recipient in other letters", { to: "bienenkönigin@hive.test" }],
		["a sender without an address", { from: "Hivepost" }],
		["a name on two lines", { from: "Hive\r\nBcc: c@d.test <a@b.test>" }],
		["a header on two lines", { headers: { "X-A": "b\r\nBcc: c@d.test" } }],
		["a word too long for any line", { headers: { "X-A": "b".repeat(1000) } }],
	])("is never made of a mail with %s", (_, change) => {
		expect(makeMessage({ ...MAIL, ...change }, "hive.test")).toMatchObject({ ok: false });
	});
});
