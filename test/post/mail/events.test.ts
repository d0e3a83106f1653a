/** What the platform tells of mail: events as it documents them, what they come to, and addresses that take no mail. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { addressState, clearComplaint, markAddress, markOf, purgeMarks, SOFT_LASTS } from "../../../src/db/bounces.ts";
import { insertDelivery } from "../../../src/db/deliveries.ts";
import { readMailEvent, takeMailEvent } from "../../../src/post/mail/events.ts";
import { takeWakes } from "../../../src/post/queue.ts";
import { NOW, postEnv } from "../samples.ts";

const EVENT = {
	type: "cf.email.sending.message.bounced",
	source: { type: "email.sending", domain: "hive.test" },
	payload: {
		eventId: "0190d0c4-7ea1",
		messageId: "0101018f7d0c4d9a@hive.test",
		sender: "play@hive.test",
		recipient: "Ada@example.org",
		subject: "Hive with Bob",
		terminal: true,
		delivery: { status: "bounced", smtpStatusCode: "550", smtpEnhancedStatusCode: "5.1.1", smtpResponse: "550 no Ada" },
		bounce: { type: "hard", classification: "permanent_failure", reason: "550 5.1.1 no Ada here" },
	},
	metadata: { eventSchemaVersion: 1, eventTimestamp: "2026-11-30T08:59:00.000Z" },
};
const event = (what: string, payload: Readonly<Record<string, unknown>> = {}) => ({
	...EVENT,
	type: `cf.email.sending.message.${what}`,
	payload: { messageId: "m@hive.test", recipient: "ada@example.org", ...payload },
});

beforeEach(async () => {
	await env.DB.batch(["deliveries", "bounces"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

describe("an event", () => {
	test("is read as the platform documents it, and nobody's own words are kept", () => {
		expect(readMailEvent(EVENT, NOW)).toEqual({
			what: "bounced",
			recipient: "Ada@example.org",
			messageId: "<0101018f7d0c4d9a@hive.test>",
			at: NOW - 60_000,
			mark: "hard",
			detail: "5.1.1",
		});
	});

	test.each([
		["delivered", {}, null, null],
		["deferred", { delivery: { smtpStatusCode: 421 } }, null, "421"],
		["bounced", { bounce: { type: "soft" }, delivery: { smtpEnhancedStatusCode: "4.2.2" } }, "soft", "4.2.2"],
		["bounced", {}, "soft", null],
		["failed", { failure: { reason: "internal" } }, null, null],
		["rejected", { rejection: { reason: "suppressed" } }, "hard", "suppressed"],
		["rejected", { rejection: { reason: "spam <b>" } }, null, "spam b"],
		["complained", { complaint: { type: "abuse" } }, "complaint", "abuse"],
	] as const)("%s %j marks the address as %s", (what, payload, mark, detail) => {
		expect(readMailEvent(event(what, payload), NOW)).toMatchObject({ what, mark, detail });
	});

	test.each([
		["nothing", null],
		["a text", "cf.email.sending.message.bounced"],
		["somebody else's", { type: "cf.kv.namespace.created", payload: EVENT.payload }],
		["a kind nobody knows", event("opened")],
		["nobody's", event("bounced", { recipient: undefined })],
		["to what is no address", event("bounced", { recipient: "ada" })],
		["without a payload", { type: EVENT.type }],
		["with a payload of another shape", { type: EVENT.type, payload: [1] }],
	])("that is %s is none", (_, body) => {
		expect(readMailEvent(body, NOW)).toBeNull();
	});

	test("from the future or without an instant happened now", () => {
		for (const eventTimestamp of ["2999-01-01T00:00:00Z", "yesterday", undefined]) {
			expect(readMailEvent({ ...EVENT, metadata: { eventTimestamp } }, NOW)?.at).toBe(NOW);
		}
	});
});

describe("of an address", () => {
	const take = async (what: string, payload: Readonly<Record<string, unknown>> = {}) => {
		const read = readMailEvent(event(what, payload), NOW);
		if (!read) throw new Error("not an event");
		await takeMailEvent(env.DB, read);
	};
	const mark = async () => (await markOf(env.DB, "ADA@example.org", NOW))?.kind ?? null;

	test("a graver mark stays, a delivery clears a soft one only", async () => {
		await take("bounced", { bounce: { type: "soft" } });
		expect(await mark()).toBe("soft");
		await take("delivered");
		expect(await mark()).toBeNull();
		await take("bounced", { bounce: { type: "hard" } });
		await take("bounced", { bounce: { type: "soft" } });
		await take("delivered");
		expect(await mark()).toBe("hard");
		await take("complained");
		expect(await mark()).toBe("complaint");
		await clearComplaint(env.DB, "ada@example.org");
		expect(await mark()).toBeNull();
	});

	test("a graver mark counts though word of it comes late, a lighter or older one does not", async () => {
		const put = (kind: "soft" | "hard" | "complaint", at: number) =>
			markAddress(env.DB, "ada@example.org", { kind, at, detail: null });
		await put("soft", NOW);
		await put("complaint", NOW - 1);
		expect(await mark()).toBe("complaint");
		await put("hard", NOW + 1);
		await put("complaint", NOW - 2);
		expect((await markOf(env.DB, "ada@example.org", NOW))?.at).toBe(NOW - 1);
	});

	test("a soft mark counts for some days, and the purge forgets it then", async () => {
		await markAddress(env.DB, "ada@example.org", { kind: "soft", at: NOW, detail: null });
		const later = NOW + SOFT_LASTS;
		expect((await addressState(env.DB, "ada@example.org", later - 1)).mark?.kind).toBe("soft");
		expect((await addressState(env.DB, "ada@example.org", later)).mark).toBeNull();
		await purgeMarks(env.DB, later + 1).run();
		expect(await env.DB.prepare("SELECT COUNT(*) AS count FROM bounces").first("count")).toBe(0);
	});

	test("the mail that bounced is seen to have been lost, by its Message-ID, and no other", async () => {
		const row = { game: null, seq: null, player: null, address: "ada@example.org", channel: "email" as const };
		const rest = { kind: "sign-in" as const, payload: {}, dueAt: NOW, createdAt: NOW };
		await env.DB.batch(["one", "two"].map((id) => insertDelivery(env.DB, { id, ...row, ...rest })));
		await env.DB.prepare("UPDATE deliveries SET state = 'sent', message_id = '<' || id || '@hive.test>'").run();
		await take("bounced", { messageId: "one@hive.test", delivery: { smtpEnhancedStatusCode: "5.1.1" } });
		await take("complained", { messageId: "two@hive.test" });
		const { results } = await env.DB.prepare("SELECT id, state, error FROM deliveries ORDER BY id").all();
		expect(results).toEqual([
			{ id: "one", state: "failed", error: "E_MAIL_BOUNCED 5.1.1" },
			{ id: "two", state: "sent", error: null },
		]);
	});
});

test("events are taken from the queue of the wake-ups; one that cannot be read does not come again", async () => {
	const acked: string[] = [];
	const message = (id: string, body: unknown) => ({
		id,
		body,
		attempts: 1,
		timestamp: new Date(NOW),
		ack: () => void acked.push(id),
		retry: () => void acked.push(`again ${id}`),
	});
	const messages = [message("event", EVENT), message("odd", { type: EVENT.type }), message("stranger", { a: 1 })];
	const batch = { queue: "hivepost-wake", messages, ackAll: () => {}, retryAll: () => {} };
	const ports = { mail: async () => Promise.reject(new Error("no mail")), now: () => NOW, random: () => 0 };
	await takeWakes(batch as unknown as MessageBatch<unknown>, postEnv(env.DB), ports);
	expect(acked).toEqual(["event", "odd", "again stranger"]);
	expect((await markOf(env.DB, "ada@example.org", NOW))?.kind).toBe("hard");
});
