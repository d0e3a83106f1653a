/** The ways out: what the platform's binding is given and what its errors mean, the header guard, the mailbox, the queue. */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { insertDelivery } from "../../../src/db/deliveries.ts";
import { devRoutes } from "../../../src/http/dev.ts";
import type { DeliveryPorts } from "../../../src/post/deliver.ts";
import { bindingTransport, classify } from "../../../src/post/mail/binding.ts";
import { checkHeaders } from "../../../src/post/mail/headers.ts";
import { type KeptMail, mailboxTransport, readMailbox } from "../../../src/post/mail/mailbox.ts";
import { type Attachment, type Mail, sent, splitAddress } from "../../../src/post/mail/transport.ts";
import { takeDeadLetters, takeWakes } from "../../../src/post/queue.ts";
import { NOW, postEnv, SIGN_IN } from "../samples.ts";

const MAIL: Mail = {
	id: "game.7.player.email",
	at: NOW,
	to: "ada@example.org",
	from: "Hivepost <play@hive.test>",
	subject: "Hive with Bob",
	text: "Your move: https://hive.test/games/x?key=1&a=2\n",
	html: '<!DOCTYPE html><html><head><title>x</title></head><body><p>Your <b>move</b></p><a href="https://hive.test/">x</a></body></html>',
	headers: { "List-Id": "Hivepost games <games.hive.test>", "X-Hivepost-Kind": "your-turn" },
};

const BOARD: Attachment = {
	filename: "board.png",
	type: "image/png",
	contentId: "board-1@hive.test",
	content: new Uint8Array([0x89, 0x50, 0, 255]),
	inline: true,
};

describe("headers", () => {
	test.each<[string, Record<string, string>, readonly string[]]>([
		["none at all", {}, []],
		["what may be set", { "In-Reply-To": "<a@b>", References: "<a@b> <c@d>", "Auto-Submitted": "auto-generated" }, []],
		["any X header", { "X-Anything": "at all" }, []],
		[
			"unsubscribing",
			{
				"List-Unsubscribe": "<https://a.test/u>, <mailto:u@a.test>",
				"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
			},
			[],
		],
		["a Message-ID", { "Message-ID": "<a@b>" }, ["E_HEADER_NOT_ALLOWED"]],
		["a Date", { Date: "today" }, ["E_HEADER_NOT_ALLOWED"]],
		["Reply-To, which is a field", { "reply-to": "a@b.test" }, ["E_HEADER_USE_API_FIELD"]],
		["From, which is a field", { From: "a@b.test" }, ["E_HEADER_USE_API_FIELD"]],
		["a name with a blank", { "X Y": "z" }, ["E_HEADER_NAME_INVALID"]],
		["a name with a colon", { "X-Y:": "z" }, ["E_HEADER_NAME_INVALID"]],
		["an endless name", { [`X-${"y".repeat(99)}`]: "z" }, ["E_HEADER_NAME_INVALID"]],
		["a line end that would begin another header", { "X-Y": "z\r\nBcc: all@evil.test" }, ["E_HEADER_VALUE_INVALID"]],
		["an empty value", { "X-Y": "" }, ["E_HEADER_VALUE_INVALID"]],
		["letters beyond ASCII", { "X-Y": "Bienenkönigin" }, ["E_HEADER_VALUE_INVALID"]],
		["a value that is too long", { "X-Y": "z".repeat(2049) }, ["E_HEADER_VALUE_TOO_LONG"]],
		["one name in two spellings", { "X-Y": "1", "x-y": "2" }, ["E_HEADER_NOT_ALLOWED"]],
		["unsubscribing over plain http", { "List-Unsubscribe": "<http://a.test/u>" }, ["E_HEADER_VALUE_INVALID"]],
		["one-click spelled otherwise", { "List-Unsubscribe-Post": "one-click" }, ["E_HEADER_VALUE_INVALID"]],
		["a reference without brackets", { "In-Reply-To": "a@b" }, ["E_HEADER_VALUE_INVALID"]],
		["a hundred and one references", { References: Array(101).fill("<a@b>").join(" ") }, ["E_HEADER_VALUE_INVALID"]],
		[
			"more than 16 KB together",
			Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`X-${i}`, "z".repeat(2000)])),
			["E_HEADERS_TOO_LARGE"],
		],
	])("%s: %j comes to %j", (_, headers, faults) => {
		expect(checkHeaders(headers)).toEqual(faults);
	});
});

describe("the platform's binding", () => {
	const binding = (send: (mail: unknown) => Promise<{ messageId: string }>) =>
		bindingTransport({ send } as unknown as SendEmail);

	test("gets the fields it wants and gives back the Message-ID in brackets", async () => {
		const got: unknown[] = [];
		const send = binding(async (mail) => {
			got.push(mail);
			return { messageId: "abc@mail.hive.test" };
		});
		expect(await send({ ...MAIL, replyTo: "play+x@hive.test" })).toEqual(sent("<abc@mail.hive.test>"));
		expect(got).toEqual([
			{
				to: MAIL.to,
				from: { email: "play@hive.test", name: "Hivepost" },
				replyTo: "play+x@hive.test",
				subject: MAIL.subject,
				text: MAIL.text,
				html: MAIL.html,
				headers: MAIL.headers,
			},
		]);
	});

	test("gets what the HTML shows as inline parts", async () => {
		const got: unknown[] = [];
		const send = binding(async (mail) => {
			got.push((mail as { attachments: unknown }).attachments);
			return { messageId: "x" };
		});
		await send({ ...MAIL, attachments: [BOARD] });
		const { content, contentId, filename, type } = BOARD;
		expect(got).toEqual([[{ disposition: "inline", contentId, filename, type, content }]]);
	});

	test.each([
		["contentId", "a@b>\r\nBcc: <all@evil.test"],
		["filename", 'board".png'],
		["type", "image/png; x=y"],
	])("is never given a part whose %s would be more than that: %j", async (name, value) => {
		const send = binding(async () => {
			throw new Error("must not be asked");
		});
		const result = await send({ ...MAIL, attachments: [{ ...BOARD, [name]: value }] });
		expect(result).toEqual({ ok: false, error: { kind: "give-up", code: "E_ATTACHMENT" } });
	});

	test("takes a mail in this runtime too", async () => {
		expect(env.EMAIL).toBeDefined();
		if (!env.EMAIL) return;
		const send = bindingTransport(env.EMAIL);
		expect(await send(MAIL)).toMatchObject({ ok: true });
		expect(await send({ ...MAIL, attachments: [BOARD] })).toMatchObject({ ok: true });
	});

	test.each([
		["E_RECIPIENT_SUPPRESSED", { kind: "suppress" }],
		["E_RATE_LIMIT_EXCEEDED", { kind: "retry", stop: true }],
		["E_DAILY_LIMIT_EXCEEDED", { kind: "limited", stop: true, wait: 3_600_000 }],
		["E_DELIVERY_FAILED", { kind: "retry" }],
		["E_HEADER_NOT_ALLOWED", { kind: "give-up" }],
		["E_CONTENT_TOO_LARGE", { kind: "give-up" }],
		["E_SOMETHING_NEW", { kind: "retry" }],
	])("failing with %s means %j, and its message, which may name the address, goes nowhere", async (code, failure) => {
		const send = binding(async () => {
			throw Object.assign(new Error("ada@example.org is unhappy"), { code });
		});
		const result = await send(MAIL);
		expect(result).toEqual({ ok: false, error: { ...failure, code } });
	});

	test("failing without a code may pass", () => {
		for (const error of [new Error("x"), null, undefined, "x", { code: 7 }]) {
			expect(classify(error)).toEqual({ kind: "retry", code: "E_UNKNOWN" });
		}
	});

	test("is never given a mail whose headers or subject it would refuse", async () => {
		const send = binding(async () => {
			throw new Error("must not be asked");
		});
		expect(await send({ ...MAIL, headers: { Date: "x" } })).toEqual({
			ok: false,
			error: { kind: "give-up", code: "E_HEADER_NOT_ALLOWED" },
		});
		for (const subject of ["", "a\nb", "x".repeat(999)]) {
			expect(await send({ ...MAIL, subject })).toMatchObject({ ok: false, error: { code: "E_SUBJECT" } });
		}
	});
});

test.each([
	["Hivepost <play@hive.test>", { name: "Hivepost", address: "play@hive.test" }],
	['"Hive, post" <play@hive.test>', { name: "Hive, post", address: "play@hive.test" }],
	["play@hive.test", { name: "", address: "play@hive.test" }],
	["<play@hive.test>", { name: "", address: "play@hive.test" }],
])("the sender %s is %j", (text, halves) => {
	expect(splitAddress(text)).toEqual(halves);
});

describe("the mailbox", () => {
	const dev = devRoutes();
	const fetchDev = (path: string, headers: Record<string, string> = {}) =>
		dev.request(`http://localhost:8787${path.replace(/^\/dev/, "")}`, { headers }, env, createExecutionContext());
	const json = async (path: string) =>
		((await (await fetchDev(path, { accept: "application/json" })).json()) as { items: KeptMail[] }).items;
	let at = NOW;
	const send = mailboxTransport(env.MAILBOX, "hive.test", () => at);

	test("is empty before the first mail, as JSON and as a page", async () => {
		expect(await json("/mailbox")).toEqual([]);
		expect(await (await fetchDev("/mailbox")).text()).toContain("No mail yet.");
	});

	test("keeps what is sent, newest first, in the shape of the contract", async () => {
		expect(await send(MAIL)).toEqual(sent(`<${NOW}.game.7.player.email@hive.test>`));
		at = NOW + 5;
		await send({ ...MAIL, id: "second", to: "bob@example.org", replyTo: "Play <play+x@hive.test>" });
		const items = await json("/mailbox");
		expect(items.map(({ id }) => id)).toEqual(["second", MAIL.id]);
		expect(items[1]).toEqual({
			id: MAIL.id,
			to: "ada@example.org",
			from: "play@hive.test",
			replyTo: null,
			subject: MAIL.subject,
			text: MAIL.text,
			html: MAIL.html,
			headers: {
				from: MAIL.from,
				to: MAIL.to,
				subject: MAIL.subject,
				date: "Mon, 30 Nov 2026 09:00:00 GMT",
				"message-id": `<${NOW}.game.7.player.email@hive.test>`,
				"list-id": "Hivepost games <games.hive.test>",
				"x-hivepost-kind": "your-turn",
			},
			attachments: [],
			sentAt: "2026-11-30T09:00:00.000Z",
		});
		expect(items[0]?.replyTo).toBe("play+x@hive.test");
	});

	test("shows one address, exactly, and as many as are asked for", async () => {
		expect((await json("/mailbox?to=ada@example.org")).map(({ id }) => id)).toEqual([MAIL.id]);
		expect(await json("/mailbox?to=a%25@example.org")).toEqual([]);
		expect(await json("/mailbox?limit=1")).toHaveLength(1);
		expect(await readMailbox(env.MAILBOX, null, 1, 1)).toHaveLength(1);
	});

	test("keeps a mail that comes twice twice, as a letterbox would", async () => {
		await send(MAIL);
		expect((await json("/mailbox?to=ada@example.org")).map(({ id }) => id)).toEqual([MAIL.id, MAIL.id]);
	});

	test("keeps what the HTML shows, gives it out at its address, and shows it on its page", async () => {
		const html = MAIL.html.replace(
			"<p>",
			'<img src="cid:board-1@hive.test" alt=""><img src="cid:other@hive.test" alt=""><p>',
		);
		for (const id of ["pictured", "again"])
			await send({ ...MAIL, id, html, to: "eve@example.org", attachments: [BOARD] });
		const items = await json("/mailbox?to=eve@example.org");
		const [again, first] = items.map(({ attachments }) => attachments);
		expect(again).toEqual(first);
		const id = first?.[0]?.id ?? "";
		const { contentId, filename, type } = BOARD;
		expect(first).toEqual([{ id, filename, type, size: 4, contentId, url: `/dev/mailbox/attachments/${id}` }]);
		const part = await fetchDev(first?.[0]?.url ?? "");
		expect([part.status, part.headers.get("content-type")]).toEqual([200, "image/png"]);
		expect(new Uint8Array(await part.arrayBuffer())).toEqual(BOARD.content);
		expect(part.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
		expect((await fetchDev("/mailbox/attachments/none")).status).toBe(404);
		expect((await fetchDev(first?.[0]?.url ?? "", { host: "evil.test" })).status).toBe(421);
		const page = await (await fetchDev("/mailbox?to=eve@example.org")).text();
		expect(page).toContain(`&lt;img src=&quot;/dev/mailbox/attachments/${id}&quot;`);
		expect(page).toContain("cid:other@hive.test");
	});

	test("refuses what the platform would refuse", async () => {
		expect(await send({ ...MAIL, headers: { "Message-ID": "<x@y>" } })).toMatchObject({ ok: false });
	});

	test("is a page for browsers: mails in frames that run nothing, links that can be followed, markup that stays text", async () => {
		await send({
			...MAIL,
			id: "odd",
			subject: "<script>alert(1)</script>",
			html: MAIL.html.replace("<b>", "<script>x</script><b>"),
		});
		const response = await fetchDev("/mailbox", { accept: "text/html,application/xhtml+xml" });
		const page = await response.text();
		expect(response.headers.get("content-type")).toContain("text/html");
		expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
		expect(response.headers.get("cache-control")).toBe("no-store");
		expect(response.headers.get("access-control-allow-origin")).toBeNull();
		expect(page).not.toContain("<script>");
		expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
		expect(page).toContain('<a href="https://hive.test/games/x?key=1&amp;a=2">');
		expect(page).not.toContain('http-equiv="refresh"');
		expect(await (await fetchDev("/mailbox?refresh")).text()).toContain('http-equiv="refresh"');
	});

	test.each(["evil.test", "hive.test:8787", "localhost.evil.test", "127.0.0.1.evil.test", "10.0.0.1", "%"])(
		"is shut to whoever comes by the name %s",
		async (host) => {
			expect((await fetchDev("/mailbox", { host })).status).toBe(421);
		},
	);

	test.each(["localhost", "localhost:8787", "127.0.0.1:1", "[::1]:8787"])(
		"is open to this machine as %s",
		async (host) => {
			expect((await fetchDev("/mailbox", { host })).status).toBe(200);
		},
	);
});

describe("the queue", () => {
	const service = postEnv(env.DB);
	const mails: Mail[] = [];
	const ports: DeliveryPorts = {
		mail: async (mail) => {
			mails.push(mail);
			return sent(null);
		},
		now: () => NOW,
		random: () => 0,
	};
	const message = (id: string, body: unknown) => ({ id, timestamp: new Date(NOW), attempts: 1, body });
	const run = async (bodies: readonly unknown[], to = service) => {
		const batch = createMessageBatch(
			"hivepost-wake",
			bodies.map((body, index) => message(`m${index}`, body)),
		);
		const context = createExecutionContext();
		await takeWakes(batch, to, ports);
		return getQueueResult(batch, context);
	};

	test("wakes what is due and is done with it; a wake-up that comes twice sends nothing twice", async () => {
		const { id, kind, channel, payload, createdAt } = SIGN_IN;
		const row = { id, kind, channel, payload, createdAt, dueAt: NOW, game: null, seq: null, player: null };
		await insertDelivery(env.DB, { ...row, address: "ada@example.org" }).run();
		const result = await run([{ deliveries: [id] }, { deliveries: [id, "no-such"] }, { deliveries: [] }]);
		expect(result.explicitAcks).toEqual(["m0", "m1", "m2"]);
		expect(mails.map((mail) => mail.id)).toEqual([id]);
	});

	test("sends round again what is no wake-up, and what comes while D1 is away", async () => {
		const result = await run([{ deliveries: "x" }, null, "text", { deliveries: [7] }]);
		expect(result.explicitAcks).toEqual([]);
		expect(result.retryMessages.map(({ msgId }) => msgId)).toEqual(["m0", "m1", "m2", "m3"]);
	});

	test("keeps its dead letters where people can look at them, each once", async () => {
		for (let time = 0; time < 2; time += 1) {
			const batch = createMessageBatch("hivepost-dead", [message("d1", { deliveries: "x" }), message("d2", null)]);
			await takeDeadLetters(batch, service, () => NOW);
			expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(["d1", "d2"]);
		}
		const { results } = await env.DB.prepare("SELECT * FROM dead_letters ORDER BY id").all();
		expect(results).toEqual([
			{ id: "d1", queue: "hivepost-dead", body: '{"deliveries":"x"}', at: NOW },
			{ id: "d2", queue: "hivepost-dead", body: "null", at: NOW },
		]);
	});
});
