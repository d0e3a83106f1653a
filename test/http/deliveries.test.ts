/** Over HTTP: what is told how, what was told and what became of it, and stopping mail without signing in. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { addressState, markAddress } from "../../src/db/bounces.ts";
import { insertDelivery, type NewDelivery } from "../../src/db/deliveries.ts";
import type { Env } from "../../src/env.ts";
import { randomText } from "../../src/keys.ts";
import { deliverDue } from "../../src/post/deliver.ts";
import { type Mail, sent } from "../../src/post/mail/transport.ts";
import { unsubscribeToken } from "../../src/post/unsubscribe.ts";
import { ask, ORIGIN, type Person, signIn, signUp, TERMS, tokenOf } from "./client.ts";

/** Bindings whose wake-ups wake nobody: here the test delivers. */
const ASLEEP = { env: { WAKE: { send: async () => {} } as unknown as Env["WAKE"] } };

const change = (as: Person | string, body: unknown) => ask("PUT", "/v1/me/notifications", { as, body });

const rowFor = ({ id: player }: Person, more: Partial<NewDelivery> = {}): NewDelivery => ({
	id: `d.${randomText(12)}`,
	game: null,
	seq: null,
	player,
	address: null,
	channel: "email",
	kind: "account",
	payload: { about: "test" },
	dueAt: Date.now(),
	createdAt: Date.now(),
	...more,
});

/** Sends what is due among these. */
async function deliver(ids: readonly string[]): Promise<readonly Mail[]> {
	const mails: Mail[] = [];
	const mail = async (one: Mail) => {
		mails.push(one);
		return sent(`<${one.id}@localhost>`);
	};
	await deliverDue(env, { mail, now: Date.now, random: () => 0.5 }, ids);
	return mails;
}

describe("the settings", () => {
	test("begin with everything at once and the digest at eight, and keep what is not named", async () => {
		const one = await signUp();
		const first = await ask("GET", "/v1/me/notifications", { as: one });
		expect(first.body).toMatchObject({ digestHour: 8, quietHours: null, reminders: ["P1D", "PT6H"] });
		expect(first.body.kinds["your-turn"]).toEqual({ email: "instant", push: "instant" });
		expect(Object.keys(first.body.kinds)).toHaveLength(9);
		const body = { kinds: { chat: { email: "off" }, "game-over": { push: "digest" } }, digestHour: 23 };
		expect((await change(one, body)).body.kinds.chat).toEqual({ email: "off", push: "instant" });
		const second = await change(one, { kinds: { chat: { push: "off" } }, reminders: ["PT1H"] });
		expect(second.body).toMatchObject({ digestHour: 23, reminders: ["PT1H"] });
		expect(second.body.kinds).toMatchObject({
			chat: { email: "off", push: "off" },
			"game-over": { email: "instant", push: "digest" },
		});
		expect((await ask("GET", "/v1/me/notifications", { as: one })).body).toEqual(second.body);
	});

	test("refuse what they do not know, and to keep back what is about the account", async () => {
		const one = await signUp();
		for (const [body, pointer] of [
			[{ kinds: { account: { email: "off" } } }, "/kinds/account/email"],
			[{ kinds: { account: { email: "digest" } } }, "/kinds/account/email"],
			[{ kinds: { account: { push: "digest" } } }, "/kinds/account/push"],
			[{ kinds: { chat: { email: "weekly" } } }, "/kinds/chat/email"],
			[{ kinds: { chat: { webhook: "off" } } }, "/kinds/chat/webhook"],
			[{ kinds: { gossip: { email: "off" } } }, "/kinds/gossip"],
			[{ digestHour: 24 }, "/digestHour"],
			[{ digestHour: 7.5 }, "/digestHour"],
		] as const) {
			const refused = await change(one, body);
			expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
		}
		expect((await change(one, { kinds: { account: { push: "off", email: "instant" } } })).status).toBe(200);
		expect((await change(await tokenOf(one, "account:read"), {})).status).toBe(403);
	});
});

describe("the list of deliveries", () => {
	test("shows one's own in pages, newest first, each once, with what became of it and without what it said", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const now = Date.now();
		const rows = [0, 1, 2, 3].map((at) => rowFor(one, { createdAt: now - (at % 2) }));
		const before = rowFor(one, { player: null, address: one.email, kind: "sign-in", createdAt: now - 9 });
		await env.DB.batch([...rows, before, rowFor(other)].map((row) => insertDelivery(env.DB, row)));
		await env.DB.prepare("UPDATE deliveries SET state = 'failed', error = 'E_TOO_OFTEN' WHERE id = ?1")
			.bind(before.id)
			.run();
		const seen: { id: string; createdAt: string }[] = [];
		for (let path: string | null = "/v1/me/deliveries?limit=2"; path; ) {
			const page = await ask("GET", path, { as: one });
			seen.push(...page.body.items);
			path = page.body.next && `/v1/me/deliveries?limit=2&cursor=${page.body.next}`;
		}
		expect(seen.map(({ id }) => id).toSorted()).toEqual([...rows, before].map(({ id }) => id).toSorted());
		expect(seen.map(({ createdAt }) => createdAt)).toEqual(
			seen
				.map(({ createdAt }) => createdAt)
				.toSorted()
				.toReversed(),
		);
		expect(seen.at(-1)).toMatchObject({
			...{ id: before.id, kind: "sign-in", channel: "email", target: one.email },
			...{ state: "failed", error: "E_TOO_OFTEN", attempts: 0, sentAt: null, game: null },
		});
		expect(Object.keys(seen[0] ?? {})).not.toContain("payload");
		expect((await ask("GET", "/v1/me/deliveries?cursor=x", { as: one })).body.code).toBe("ERR_BAD_CURSOR");
		expect((await ask("GET", "/v1/me/deliveries")).status).toBe(401);
	});

	test("has the mail that one sends oneself to try it out", async () => {
		const one = await signUp();
		const asked = await ask("POST", "/v1/me/deliveries/test", { as: one, body: { channel: "email" }, ...ASLEEP });
		expect(asked.status).toBe(202);
		const [mail] = await deliver([asked.body.id]);
		expect(mail).toMatchObject({ to: one.email, subject: "Mail from Hivepost reaches you" });
		expect(mail?.headers["List-Unsubscribe"]).toBeUndefined();
		const list = await ask("GET", "/v1/me/deliveries", { as: one });
		expect(list.body.items[0]).toMatchObject({ id: asked.body.id, kind: "account", state: "sent", target: one.email });
		expect((await ask("POST", "/v1/me/deliveries/test", { as: one, body: { channel: "pigeon" } })).status).toBe(422);
		const tight = { as: one, body: { channel: "email" }, env: { RATE_LIMITS: "test-player=0/3600" } };
		expect((await ask("POST", "/v1/me/deliveries/test", tight)).status).toBe(429);
	});
});

describe("an address that mail does not reach", () => {
	test("is shown to its owner, gets nothing but the mail to sign in by, and is well again after that", async () => {
		const one = await signUp();
		expect((await ask("GET", "/v1/me", { as: one })).body.emailProblem).toBeNull();
		await markAddress(env.DB, one.email, { kind: "hard", at: Date.now(), detail: "5.1.1" });
		const me = await ask("GET", "/v1/me", { as: one });
		expect(me.body.emailProblem).toMatchObject({ kind: "hard", detail: "5.1.1" });
		const row = rowFor(one);
		await insertDelivery(env.DB, row).run();
		expect(await deliver([row.id])).toEqual([]);
		const list = await ask("GET", "/v1/me/deliveries", { as: one });
		expect(list.body.items[0]).toMatchObject({ state: "dropped", error: "E_BOUNCED" });
		await signIn(one.email);
		expect((await ask("GET", "/v1/me", { as: one })).body.emailProblem).toBeNull();
	});

	test("whose owner complained is written to again when they switch mail on", async () => {
		const one = await signUp();
		await markAddress(env.DB, one.email, { kind: "complaint", at: Date.now(), detail: null });
		await signIn(one.email);
		await change(one, { kinds: { chat: { email: "off" } }, digestHour: 7 });
		expect((await ask("GET", "/v1/me", { as: one })).body.emailProblem?.kind).toBe("complaint");
		await change(one, { kinds: { "your-turn": { email: "instant" } } });
		expect((await ask("GET", "/v1/me", { as: one })).body.emailProblem).toBeNull();
	});
});

describe("unsubscribing", () => {
	const path = async (whose: { player: string } | { address: string }, kind: "chat" | "challenge" | "digest") =>
		`/unsubscribe?token=${await unsubscribeToken(env.SECRET, { whose, kind })}`;
	const form = (text: string) => ({
		raw: text,
		headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "null" },
	});
	const ONE_CLICK = form("List-Unsubscribe=One-Click");
	const paces = async (one: Person) => {
		const { kinds } = (await ask("GET", "/v1/me/notifications", { as: one })).body;
		const off = Object.entries<{ email: string }>(kinds).filter(([, { email }]) => email === "off");
		return off.map(([kind]) => kind);
	};

	test("is offered by every mail that was not asked for, at an address that works", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const made = await ask("POST", "/v1/challenges", {
			as: one,
			body: { ...TERMS, to: { player: other.name } },
			...ASLEEP,
		});
		const row = await env.DB.prepare("SELECT id FROM deliveries WHERE payload ->> '$.challenge' = ?1")
			.bind(made.body.id)
			.first<{ id: string }>();
		const [mail] = await deliver([row?.id ?? ""]);
		expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
		const link = /^<(.*)>$/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
		expect(link.startsWith(`${ORIGIN}/unsubscribe?token=`)).toBe(true);
		expect((await ask("POST", link.slice(ORIGIN.length), ONE_CLICK)).status).toBe(200);
		expect(await paces(other)).toEqual(["challenge"]);
	});

	test("by a visit changes nothing, however often and by whatever a scanner does", async () => {
		const one = await signUp();
		const link = await path({ player: one.id }, "chat");
		for (const method of ["GET", "HEAD", "GET"]) {
			const page = await ask(method, link);
			expect(page.status).toBe(200);
			expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
			expect(page.headers.get("Cache-Control")).toBe("no-store");
			if (method === "GET") expect(page.text).toContain(one.email);
		}
		expect((await ask("PUT", link)).status).toBe(405);
		expect(await paces(one)).toEqual([]);
	});

	test.each([
		["a mail program's one click", ONE_CLICK],
		[
			"one that comes in parts",
			{
				raw: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
				headers: { "Content-Type": "multipart/form-data; boundary=x" },
			},
		],
		["a POST with nothing in it", {}],
		["the button of the page", form("what=kind")],
	])("by %s stops that kind, once or twice", async (_, request) => {
		const one = await signUp();
		const link = await path({ player: one.id }, "chat");
		for (const _ of [1, 2]) expect((await ask("POST", link, request)).status).toBe(200);
		expect(await paces(one)).toEqual(["chat"]);
	});

	test("stops all mail of a player but what is about the account; signing in does not bring it back", async () => {
		const one = await signUp();
		await ask("POST", await path({ player: one.id }, "chat"), form("what=all"));
		expect(await paces(one)).toHaveLength(8);
		expect(await paces(one)).not.toContain("account");
		await signIn(one.email);
		expect(await paces(one)).toHaveLength(8);
	});

	test("from a digest stops what comes in it", async () => {
		const one = await signUp();
		await change(one, {
			kinds: { offer: { email: "digest" }, vacation: { email: "digest" }, chat: { push: "digest" } },
		});
		await ask("POST", await path({ player: one.id }, "digest"), ONE_CLICK);
		expect(await paces(one)).toEqual(["offer", "vacation"]);
	});

	test("for an address without an account stops all mail to it; with one by now, that kind", async () => {
		const address = `Nobody.${randomText(8)}@example.com`;
		const link = await path({ address }, "challenge");
		expect((await ask("GET", link)).text).toContain(address.toLowerCase());
		expect((await addressState(env.DB, address, Date.now())).silenced).toBe(false);
		expect((await ask("POST", link, ONE_CLICK)).status).toBe(200);
		expect((await addressState(env.DB, address, Date.now())).silenced).toBe(true);
		const one = await signIn(address);
		expect((await addressState(env.DB, address, Date.now())).silenced).toBe(false);
		await ask("POST", link, ONE_CLICK);
		expect(await paces(one)).toEqual(["challenge"]);
	});

	test("by a token that is not ours is answered with a page and changes nothing", async () => {
		const one = await signUp();
		const [link, other] = [await path({ player: one.id }, "chat"), await path({ player: "nobody" }, "chat")];
		for (const bad of ["/unsubscribe", `${link}x`, link.replace(".chat.", ".offer."), `${link.slice(0, -1)}!`, other]) {
			for (const method of ["GET", "POST"]) expect((await ask(method, bad)).status).toBe(404);
		}
		expect(await paces(one)).toEqual([]);
	});
});
