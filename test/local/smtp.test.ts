/** Mail through SMTP as it is deployed, from the Workers runtime to real mail servers: what arrives, and what refusals come to. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleWorker, root } from "../../scripts/build.ts";
import type { Mail } from "../../src/post/mail/transport.ts";
import {
	AUTHORITY,
	type BareServer,
	type MailServer,
	PASSWORD,
	type Refusals,
	SELF_SIGNED,
	startBareServer,
	startMailServer,
} from "./mail-server.ts";

// Read when the runtime is loaded: the one way to have it trust a certificate that no public authority has signed.
process.env.NODE_EXTRA_CA_CERTS = AUTHORITY;
const { startWorker } = await import("./bare-worker.ts");

const LOGIN = `ada:${encodeURIComponent(PASSWORD)}`;
const AT = Date.UTC(2026, 10, 30, 9, 30);
const MAIL: Mail = {
	id: "game.7.player.email",
	at: AT,
	to: "ada@example.org",
	from: "Hivepost <play@hive.test>",
	subject: "Hive with Bob",
	text: "Your move.\n",
	html: "<p>Your <b>move</b>.</p>\n",
	headers: { "List-Id": "Hivepost games <games.hive.test>", "X-Hivepost-Kind": "your-turn" },
};
/** The smallest PNG. */
const PIXEL = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
	"base64",
);

type Outcome =
	| { readonly ok: true; readonly value: { readonly messageId: string } }
	| { readonly ok: false; readonly error: { readonly kind: string; readonly code: string } };

let worker: Miniflare;
/** Offers no encryption. */
let open: MailServer;
/** Demands STARTTLS and a login. */
let upgraded: MailServer;
/** Encrypted from the first byte, and takes AUTH LOGIN alone. */
let encrypted: MailServer;
const bare: BareServer[] = [];

beforeAll(async () => {
	[worker, open, upgraded, encrypted] = await Promise.all([
		startWorker(await bundleWorker("test/post/mail/smtp-worker.ts")),
		startMailServer({ disabledCommands: ["STARTTLS"], authOptional: true, allowInsecureAuth: true }),
		startMailServer({ authMethods: ["PLAIN", "LOGIN"] }),
		startMailServer({ secure: true, authMethods: ["LOGIN"] }),
	]);
});

afterAll(async () => {
	await worker.dispose();
	await Promise.all([open, upgraded, encrypted, ...bare].map((server) => server.close()));
});

async function send(url: string, mail: Partial<Mail> = {}, wait = 4000): Promise<Outcome> {
	const limits = { connect: wait, whole: wait * 2, quit: wait * 2.5 };
	const plain = { ...MAIL, ...mail };
	const attachments = plain.attachments?.map((one) => ({ ...one, content: [...one.content] }));
	const body = JSON.stringify({ url, domain: "hive.test", limits, mail: { ...plain, attachments } });
	const answer = await worker.dispatchFetch("http://localhost/", { method: "POST", body });
	return (await answer.json()) as Outcome;
}

const plainUrl = ({ port }: { readonly port: number }) => `smtp://127.0.0.1:${port}?starttls=never`;

async function sendPlain(mail: Partial<Mail> = {}) {
	const outcome = await send(plainUrl(open), mail);
	const last = open.received.findLast(({ mail }) => outcome.ok && mail.messageId === outcome.value.messageId);
	if (!last) throw new Error(`${mail.id ?? MAIL.id} has not arrived: ${JSON.stringify(outcome)}`);
	return last;
}

describe("what arrives", () => {
	const folder = join(root, "test", "post", "golden");
	const names = readdirSync(folder).flatMap((name) => {
		// One without headers is a text, and no whole letter.
		const whole = name.endsWith(".txt") && readFileSync(join(folder, name), "utf8").startsWith("To: ");
		return whole ? [name.slice(0, -4)] : [];
	});

	/** A golden letter as the mail it was made from. */
	function goldenMail(name: string): Partial<Mail> {
		const [head = "", ...rest] = readFileSync(join(folder, `${name}.txt`), "utf8").split("\n\n");
		const fields = new Map(
			head.split("\n").map((line) => [line.split(": ")[0], line.replace(/^[^:]*: /, "")] as const),
		);
		const take = (field: string) => {
			const value = fields.get(field);
			fields.delete(field);
			return value;
		};
		const [to = "", from = "", subject = "", replyTo] = ["To", "From", "Subject", "Reply-To"].map(take);
		return {
			id: name,
			to,
			from,
			subject,
			...(replyTo === undefined || replyTo === "-" ? {} : { replyTo }),
			headers: Object.fromEntries(fields) as Record<string, string>,
			text: rest.join("\n\n"),
			html: readFileSync(join(folder, `${name}.html`), "utf8"),
		};
	}

	test("is the letter, every one of the golden ones: subject, sender, headers, text and HTML", async () => {
		expect(names.length).toBeGreaterThan(20);
		const goldens = names.map((name) => ({ name, golden: goldenMail(name) }));
		const arrived = await Promise.all(goldens.map(async (one) => ({ ...one, ...(await sendPlain(one.golden)) })));
		for (const { name, golden, mail, from, to, raw } of arrived) {
			const { headers: _, ...parsed } = {
				...mail,
				from: mail.from?.text.replaceAll('"', ""),
				date: mail.date?.getTime(),
			};
			expect(parsed, name).toMatchObject({
				from: golden.from,
				subject: golden.subject,
				text: golden.text,
				html: golden.html,
				date: AT,
				attachments: [],
			});
			expect({ from, to }, name).toEqual({ from: "play@hive.test", to: [golden.to] });
			expect(mail.replyTo?.text, name).toBe(golden.replyTo);
			const lines = new Map(mail.headerLines.map(({ key, line }) => [key, line.replace(/^[^:]*: /, "")]));
			for (const [field, value] of Object.entries(golden.headers ?? {})) {
				expect(lines.get(field.toLowerCase())?.replaceAll("\r\n", ""), `${name} ${field}`).toBe(value);
			}
			// A word in a header that is longer than a line cannot be broken, and may be so long.
			const broken = raw.split("\r\n").filter((line) => !/^(?:[ -~]{0,76}|(?:[\w-]+:)? \S{60,900})$/.test(line));
			expect(broken, name).toEqual([]);
		}
	});

	test("is the same to the byte on every attempt, under one Message-ID, which the transport gives back", async () => {
		const first = await sendPlain();
		const second = await sendPlain();
		expect(second.raw).toBe(first.raw);
		expect(first.mail.messageId).toBe("<game.7.player.email@hive.test>");
		expect(await send(plainUrl(open))).toEqual({ ok: true, value: { messageId: first.mail.messageId } });
		expect((await sendPlain({ id: "game.8.player.email" })).mail.messageId).not.toBe(first.mail.messageId);
	});

	test("shows its picture in its place", async () => {
		const picture = { filename: "board.png", type: "image/png", contentId: "board-1@hive.test", inline: true } as const;
		const html = '<p><img src="cid:board-1@hive.test" alt="the board"></p>\n';
		const bytes = Buffer.concat([PIXEL, Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7) % 256))]);
		const { mail } = await sendPlain({ html, attachments: [{ ...picture, content: Uint8Array.from(bytes) }] });
		expect(mail.html).toBe(html);
		expect(mail.text).toBe(MAIL.text);
		expect(mail.attachments).toMatchObject([
			{
				filename: "board.png",
				contentType: "image/png",
				cid: "board-1@hive.test",
				related: true,
				contentDisposition: "inline",
			},
		]);
		expect(mail.attachments[0]?.content.equals(bytes)).toBe(true);
	});

	test.concurrent.each<[string, Partial<Mail>]>([
		["lines that begin with a dot, and are one", { text: ".\n..\n.dot\nend.\n.", html: ".<p>x</p>\n.\n" }],
		["lines of ten thousand characters", { text: `${"word ".repeat(2000)}\n${"x".repeat(10_000)}\n` }],
		["letters of every script, and blanks at the ends of lines", { text: "Bienenkönigin 蜂の女王 🐝 = x  \n\t\nß " }],
		[
			"a subject in other letters",
			{ subject: "Zug 蜂 – Bienenkönigin gegen Ñandú, die Fünfte: 🐝🐝🐝 und noch viel mehr davon, ganz ohne Ende" },
		],
		["a subject that looks encoded", { subject: "=?UTF-8?Q?not_me?= and  two blanks" }],
		["a sender in other letters", { from: "Bienenpost – Übersee <play@hive.test>" }],
		["a sender with a comma and quotes", { from: 'Hive, "post" <play@hive.test>' }],
	])("keeps %s", async (id, change) => {
		const { mail } = await sendPlain({ ...change, id });
		const wanted = { ...MAIL, ...change };
		expect({ text: mail.text, html: mail.html, subject: mail.subject }).toEqual({
			text: wanted.text,
			html: wanted.html,
			subject: wanted.subject,
		});
		expect(mail.from?.value).toEqual([{ address: "play@hive.test", name: wanted.from.replace(/ <.*/, "") }]);
	});

	test("has a long chain of references on lines that are not too long", async () => {
		const references = Array.from({ length: 30 }, (_, i) => `<${i}.${"x".repeat(40)}@hive.test>`);
		const { mail, raw } = await sendPlain({ headers: { References: references.join(" ") } });
		expect(mail.references).toEqual(references);
		expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(76);
	});
});

describe("the way there", () => {
	test("is encrypted by STARTTLS and logged in to", async () => {
		const url = `smtp://${LOGIN}@localhost:${upgraded.port}?starttls=required`;
		expect(await send(url)).toMatchObject({ ok: true });
		expect(upgraded.received.at(-1)).toMatchObject({ secure: true, user: "ada" });
	});

	test("is encrypted from the first byte, and logged in to by LOGIN where there is no PLAIN", async () => {
		expect(await send(`smtps://${LOGIN}@localhost:${encrypted.port}`)).toMatchObject({ ok: true });
		expect(encrypted.received.at(-1)).toMatchObject({ secure: true, user: "ada" });
	});

	test("ends where the password is wrong, or none is given where one is wanted", async () => {
		const waits = { kind: "retry", wait: 3_600_000, stop: true };
		const { port } = upgraded;
		const wrong = await send(`smtp://ada:wrong@localhost:${port}`);
		expect(wrong).toEqual({ ok: false, error: { ...waits, code: expect.stringMatching(/^E_SMTP_AUTH 535/) } });
		const login = await send(`smtps://ada:wrong@localhost:${encrypted.port}`);
		expect(login).toEqual({ ok: false, error: { ...waits, code: expect.stringMatching(/^E_SMTP_AUTH 535/) } });
		const none = await send(`smtp://localhost:${port}`);
		expect(none).toEqual({ ok: false, error: { ...waits, code: expect.stringMatching(/^E_SMTP_MAIL 530/) } });
	});

	test("is not gone without encryption, nor is a password said, where the server does not offer what is needed", async () => {
		const said = ["220 hi\r\n", "250-hi\r\n250 AUTH PLAIN\r\n", "250 never\r\n"];
		const server = await bareServer(said);
		const outcome = await send(`smtp://${LOGIN}@localhost:${server.port}`);
		expect(outcome).toMatchObject({ ok: false, error: { kind: "retry", code: "E_SMTP_NO_STARTTLS", stop: true } });
		expect(server.heard).toEqual(["EHLO hive.test"]);
		const dumb = await bareServer(["220 hi\r\n", "250 hi\r\n"]);
		const silent = await send(`smtp://${LOGIN}@127.0.0.1:${dumb.port}?starttls=never`);
		expect(silent).toMatchObject({ ok: false, error: { code: "E_SMTP_NO_AUTH", stop: true } });
	});

	test("ends where somebody speaks into the encryption before it begins", async () => {
		const server = await bareServer(["220 hi\r\n", "250-hi\r\n250 STARTTLS\r\n", "220 go\r\n250 forged\r\n"]);
		const outcome = await send(`smtp://localhost:${server.port}`);
		expect(outcome).toMatchObject({ ok: false, error: { kind: "retry", code: "E_SMTP_PROTOCOL" } });
	});

	test("ends where the certificate is for another name, or signed by nobody that is known", async () => {
		const taken = encrypted.received.length + upgraded.received.length;
		const stranger = await startMailServer({ ...SELF_SIGNED, authOptional: true });
		try {
			const upgrade = await send(`smtp://localhost:${stranger.port}`);
			expect(upgrade).toEqual({ ok: false, error: { kind: "retry", code: "E_SMTP_TLS", stop: true } });
			const stranded = await send(`smtp://${LOGIN}@127.0.0.1:${upgraded.port}`);
			expect(stranded).toEqual(upgrade);
			const other = await send(`smtps://${LOGIN}@127.0.0.1:${encrypted.port}`);
			expect(other).toEqual({ ok: false, error: { kind: "retry", code: "E_SMTP_CONNECT", stop: true } });
			expect(stranger.received).toEqual([]);
			expect(encrypted.received.length + upgraded.received.length).toBe(taken);
		} finally {
			await stranger.close();
		}
	});
});

async function bareServer(replies: readonly (string | null)[]): Promise<BareServer> {
	const server = await startBareServer(replies);
	bare.push(server);
	return server;
}

describe("a refusal", () => {
	test.each<[Refusals, Record<string, unknown>]>([
		[{ mail: "451 not now" }, { kind: "retry", stop: true }],
		[{ mail: "550 who are you" }, { kind: "retry", stop: true, wait: 3_600_000 }],
		[{ mail: "552 too large" }, { kind: "give-up" }],
		[{ rcpt: "450 greylisted" }, { kind: "retry" }],
		[{ rcpt: "452 daily message quota exceeded" }, { kind: "limited", stop: true, wait: 3_600_000 }],
		[{ rcpt: "550 no such user here" }, { kind: "suppress" }],
		[{ rcpt: "554 no" }, { kind: "give-up" }],
		[{ end: "451 try again" }, { kind: "retry" }],
		[{ end: "554 looks like spam" }, { kind: "give-up" }],
	])("%j comes to %j", async (refusals, failure) => {
		open.refuse(refusals);
		const [stage = "", reply = ""] = Object.entries(refusals)[0] ?? [];
		const outcome = await send(plainUrl(open));
		open.refuse({});
		const code = expect.stringMatching(new RegExp(`^E_SMTP_${stage.toUpperCase()} ${reply.slice(0, 3)}`));
		expect(outcome).toEqual({ ok: false, error: { ...failure, code } });
	});

	test.concurrent.each<[string, readonly (string | null)[], string]>([
		["at the door", ["554 not you\r\n"], "E_SMTP_GREETING 554"],
		["of the greeting", ["220 hi\r\n", "421 closing\r\n"], "E_SMTP_EHLO 421"],
		[
			"to take the letter after all",
			["220-hi\r\n220 hi\r\n", "250 hi\r\n", "250 k\r\n", "250 k\r\n", "503 no\r\n"],
			"E_SMTP_DATA 503",
		],
		["to say anything sensible", ["HTTP/1.1 400 Bad Request\r\n"], "E_SMTP_PROTOCOL"],
		["to stop talking", [`220-${"x".repeat(70_000)}\r\n`], "E_SMTP_PROTOCOL"],
		["to stay, in silence", ["220 hi\r\n", null], "E_SMTP_CLOSED"],
		["to stay after half a word", ["220 hi\r\n", "250-hi\r\n", null], "E_SMTP_TIMEOUT SEND"],
	])("%s is one", async (_, replies, code) => {
		const server = await bareServer(replies);
		expect(await send(plainUrl(server), {}, 300)).toMatchObject({ ok: false, error: { code } });
	});
});

describe.concurrent("a server that is not there, or not awake", () => {
	test("is tried again later", async () => {
		const server = await bareServer([]);
		const { port } = server;
		const started = Date.now();
		expect(await send(plainUrl({ port }), {}, 300)).toEqual({
			ok: false,
			error: { kind: "retry", code: "E_SMTP_TIMEOUT GREETING", stop: true },
		});
		await server.close();
		expect(await send(plainUrl({ port }), {}, 2000)).toEqual({
			ok: false,
			error: { kind: "retry", code: "E_SMTP_CONNECT", stop: true },
		});
		expect(Date.now() - started).toBeLessThan(8000);
	});

	test("falls asleep over the letter, and is tried again later", async () => {
		const yes = "250 k\r\n";
		const server = await bareServer(["220 hi\r\n", yes, yes, yes, "354 go\r\n"]);
		expect(await send(plainUrl(server), {}, 300)).toEqual({
			ok: false,
			error: { kind: "retry", code: "E_SMTP_TIMEOUT SEND", stop: true },
		});
		expect(server.heard.at(-1)).toBe(".");
	});

	test("has taken the letter when it has said so, even if it never says goodbye", async () => {
		const yes = "250 k\r\n";
		const replies = ["220 hi\r\n", yes, yes, yes, "354 go\r\n"];
		const server = await bareServer([...replies, yes]);
		expect(await send(plainUrl(server), {}, 400)).toMatchObject({ ok: true });
		expect(server.heard.at(-1)).toBe("QUIT");
	});
});

test("nothing in a mail adds a recipient, a header or a command", async () => {
	const before = open.received.length;
	const line = "\r\nBcc: eve@evil.test";
	const evil: readonly Partial<Mail>[] = [
		{ to: "ada@example.org>\r\nRCPT TO:<eve@evil.test" },
		{ to: "ada@example.org, eve@evil.test" },
		{ to: "ada@example.org\n" },
		{ from: `Hive <play@hive.test${line}>` },
		{ from: `Hive${line} <play@hive.test>` },
		{ replyTo: `play@hive.test${line}` },
		{ replyTo: `Eve${line} <play@hive.test>` },
		{ subject: `Hive${line}` },
		{ headers: { "X-A": `b${line}` } },
		{ headers: { "X-A\r\nBcc": "eve@evil.test" } },
	];
	for (const mail of evil) {
		expect(await send(plainUrl(open), mail), JSON.stringify(mail)).toMatchObject({
			ok: false,
			error: { kind: "give-up" },
		});
	}
	expect(open.received.length).toBe(before);
	const { mail, to } = await sendPlain({ id: `game${line}`, text: "x\r\n.\r\nMAIL FROM:<eve@evil.test>\r\n" });
	expect(to).toEqual(["ada@example.org"]);
	expect(mail.headers.has("bcc")).toBe(false);
	expect(mail.text).toContain("\n.\nMAIL FROM:");
});
