/** Sending: at least once, the same bytes each time, never two at once, and nobody's fault keeps another's mail. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { markAddress, markOf } from "../../src/db/bounces.ts";
import { claimDelivery, dueDeliveries, insertDelivery, type NewDelivery } from "../../src/db/deliveries.ts";
import { insertPlayer } from "../../src/db/players.ts";
import { silence } from "../../src/db/silenced.ts";
import { dueElsewhere } from "../../src/db/targets.ts";
import { err } from "../../src/engine/result.ts";
import { backOff, type DeliveryPorts, deliverDue, LEASE, MOST_ATTEMPTS } from "../../src/post/deliver.ts";
import { type Mail, type MailFailure, type MailTransport, sent } from "../../src/post/mail/transport.ts";
import { chatDelivery, gameDelivery, INVITATION, MIDDLE, NOW, notice, postEnv, SIGN_IN } from "./samples.ts";

const service = postEnv(env.DB);
const NOTHING = { sent: 0, postponed: 0, dropped: 0, failed: 0, passed: 0 };

/** A clock that is turned by hand. */
let now = NOW;
const ports = (mail: MailTransport): DeliveryPorts => ({ mail, now: () => now, random: () => 0.5 });

/** A letterbox that can be told to fail: what went out, in order. */
function letterbox(fail: (mail: Mail, number: number) => MailFailure | "throw" | null = () => null) {
	const mails: Mail[] = [];
	let number = 0;
	const mail: MailTransport = async (one) => {
		mails.push(one);
		number += 1;
		const failure = fail(one, number);
		if (failure === "throw") throw new Error("connection lost");
		return failure ? err(failure) : sent(`<${number}@mail.hive.test>`);
	};
	return { mails, mail };
}

const newDelivery = (change: Partial<NewDelivery>): NewDelivery => ({
	id: "one",
	game: null,
	seq: null,
	player: null,
	address: "ada@example.org",
	channel: "email",
	kind: "sign-in",
	payload: { ...(SIGN_IN.payload as object), signIn: "0123456789abcdefghjk" },
	dueAt: NOW,
	createdAt: NOW,
	...change,
});
const turn = (seq: number, player = "player-ada"): NewDelivery => {
	const { id, game, kind, payload } = gameDelivery(notice({ seq, player }));
	return newDelivery({ id, game, seq, player, address: null, kind, payload });
};
const put = (...rows: readonly NewDelivery[]) => env.DB.batch(rows.map((row) => insertDelivery(env.DB, row)));

type Row = {
	state: string;
	attempts: number;
	due_at: number;
	lease_until: number | null;
	error: string | null;
	message_id: string | null;
	sent_at: number | null;
	frozen: string | null;
};
async function rowOf(id: string): Promise<Row> {
	const row = await env.DB.prepare("SELECT * FROM deliveries WHERE id = ?1").bind(id).first<Row>();
	if (!row) throw new Error(`no delivery ${id}`);
	return row;
}

beforeEach(async () => {
	now = NOW;
	await env.DB.batch(
		["deliveries", "players", "silenced", "bounces"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
	);
	for (const [id, name] of [
		["player-ada", "Ada"],
		["player-bob", "Bob"],
	] as const) {
		const email = `${name.toLowerCase()}@example.org`;
		await insertPlayer(env.DB, { id, email, name, locale: "en", timeZone: "Europe/Berlin", createdAt: NOW }).run();
	}
});

describe("what is due", () => {
	test("is sent once and recorded with its Message-ID; a second run finds nothing", async () => {
		const box = letterbox();
		await put(turn(2), newDelivery({ id: "two" }));
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, sent: 2 });
		expect(await deliverDue(service, ports(box.mail))).toEqual(NOTHING);
		expect(box.mails.map(({ id }) => id).toSorted()).toEqual(["two", turn(2).id].toSorted());
		expect(await rowOf("two")).toMatchObject({
			state: "sent",
			attempts: 1,
			sent_at: NOW,
			lease_until: null,
			error: null,
		});
		expect((await rowOf("two")).message_id).toMatch(/^<\d@mail\.hive\.test>$/);
	});

	test("is taken by id from a wake-up, again and again without harm (B66); unknown ids are passed over", async () => {
		const box = letterbox();
		await put(newDelivery({ id: "one" }), newDelivery({ id: "two" }));
		expect(await deliverDue(service, ports(box.mail), ["one", "no-such"])).toEqual({ ...NOTHING, sent: 1, passed: 1 });
		expect(await deliverDue(service, ports(box.mail), ["one", "one"])).toEqual({ ...NOTHING, passed: 2 });
		expect(box.mails.map(({ id }) => id)).toEqual(["one"]);
	});

	test("is not what lies in the future, also when a wake-up names it", async () => {
		const box = letterbox();
		await put(newDelivery({ dueAt: NOW + 1 }));
		expect(await deliverDue(service, ports(box.mail), ["one"])).toEqual({ ...NOTHING, passed: 1 });
		expect(await deliverDue(service, ports(box.mail))).toEqual(NOTHING);
		now = NOW + 1;
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, sent: 1 });
	});

	test("comes longest due first, a bounded number a run", async () => {
		await put(...Array.from({ length: 130 }, (_, index) => newDelivery({ id: `d${index}`, dueAt: NOW - index })));
		expect((await dueDeliveries(env.DB, NOW, 2)).toSorted()).toEqual(["d128", "d129"]);
		const box = letterbox();
		expect((await deliverDue(service, ports(box.mail))).sent).toBe(100);
		expect((await deliverDue(service, ports(box.mail))).sent).toBe(30);
		expect(new Set(box.mails.map(({ id }) => id)).size).toBe(130);
	});
});

describe("a claim", () => {
	test("is one deliverer's: of many at once, each delivery is sent by one", async () => {
		const box = letterbox();
		await put(...Array.from({ length: 12 }, (_, index) => newDelivery({ id: `d${index}` })));
		const runs = await Promise.all(Array.from({ length: 6 }, () => deliverDue(service, ports(box.mail))));
		expect(runs.reduce((sum, run) => sum + run.sent, 0)).toBe(12);
		expect(box.mails.map(({ id }) => id).toSorted()).toEqual(Array.from({ length: 12 }, (_, i) => `d${i}`).toSorted());
	});

	test("holds while its holder sends, and is anybody's when the holder is dead", async () => {
		const box = letterbox();
		await put(newDelivery({}));
		expect(await claimDelivery(env.DB, "one", now, now + LEASE)).not.toBeNull();
		now += LEASE - 1;
		expect(await deliverDue(service, ports(box.mail), ["one"])).toEqual({ ...NOTHING, passed: 1 });
		expect(await deliverDue(service, ports(box.mail))).toEqual(NOTHING);
		now += 1;
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, sent: 1 });
		expect(await rowOf("one")).toMatchObject({ state: "sent", attempts: 2 });
	});

	test.each(["email", "webhook"] as const)(
		"that nobody lives to record leaves %s that is due since its turn",
		async (channel) => {
			const waiting = channel === "email" ? dueDeliveries : dueElsewhere;
			const one = (id: string, dueAt: number) =>
				newDelivery({ id, dueAt, channel, ...(channel === "email" ? {} : { target: "hook" }) });
			await put(one("stuck-1", NOW - 2), one("stuck-2", NOW - 1), one("next", NOW));
			for (const id of ["stuck-1", "stuck-2"]) await claimDelivery(env.DB, id, NOW, NOW + LEASE);
			expect(await waiting(env.DB, NOW, 2)).toEqual(["next"]);
			expect(await waiting(env.DB, NOW + LEASE, 2)).toEqual(["next", "stuck-1"]);
		},
	);

	test("lost while its holder was still sending: what was sent counts as sent, and no failure undoes it", async () => {
		await put(newDelivery({}));
		const slow = letterbox(() => {
			now += LEASE;
			return null;
		});
		const second = letterbox((_, number) => (number === 1 ? { kind: "retry", code: "E_LATE" } : null));
		const late = deliverDue(service, {
			...ports(async (mail) => {
				const result = await slow.mail(mail);
				// While the slow one waits, its lease ends and another tries and fails.
				await deliverDue(service, ports(second.mail), ["one"]);
				return result;
			}),
		});
		expect(await late).toEqual({ ...NOTHING, sent: 1 });
		expect(await rowOf("one")).toMatchObject({ state: "sent", attempts: 2 });
		expect(second.mails).toHaveLength(1);
		expect(second.mails[0]).toEqual(slow.mails[0]);
	});
});

describe("content", () => {
	test.each([1, 3, MOST_ATTEMPTS - 1])(
		"is the same to the byte on every one of %d failed attempts and the last",
		async (fails) => {
			const kinds: MailFailure[] = [
				{ kind: "retry", code: "E_RATE_LIMIT_EXCEEDED" },
				{ kind: "retry", code: "E_DAILY_LIMIT_EXCEEDED", wait: 3_600_000 },
			];
			const box = letterbox((_, number) =>
				number > fails ? null : number % 3 === 0 ? "throw" : (kinds[number % 2] ?? null),
			);
			await put({ ...turn(4), createdAt: NOW });
			for (let attempt = 0; attempt <= fails; attempt += 1) {
				await deliverDue(service, ports(box.mail));
				// Everything about the reader changes in between, and so does what the letter would be counted from.
				await env.DB.prepare(
					"UPDATE players SET name = name || 'x', name_key = name_key || 'x', email = 'new@example.org', locale = 'de', time_zone = 'Asia/Tokyo'",
				).run();
				now += 7 * 3_600_000;
			}
			expect(box.mails).toHaveLength(fails + 1);
			expect(new Set(box.mails.map((mail) => JSON.stringify(mail))).size).toBe(1);
			expect(box.mails[0]).toMatchObject({ id: turn(4).id, to: "ada@example.org" });
			expect(await rowOf(turn(4).id)).toMatchObject({ state: "sent", attempts: fails + 1 });
		},
	);

	test("the picture of the board comes with every attempt or with none, as the first one could draw it", async () => {
		const { payload } = gameDelivery(notice({ seq: 35, ply: 34, gameString: MIDDLE }));
		const other = turn(36, "player-bob");
		await put({ ...turn(35), payload }, { ...other, payload });
		const box = letterbox((_, number) => (number <= 2 ? "throw" : null));
		// The second one has been broken off twice before anything was written down.
		await env.DB.prepare("UPDATE deliveries SET attempts = 2 WHERE id = ?1").bind(other.id).run();
		await deliverDue(service, ports(box.mail));
		now += 6 * 3_600_000;
		await deliverDue(service, ports(box.mail));
		const of = (seq: number) => box.mails.filter(({ id }) => id === (seq === 36 ? other : turn(seq)).id);
		expect(of(35).map(({ attachments }) => attachments?.length)).toEqual([1, 1]);
		expect(of(35)[1]).toEqual(of(35)[0]);
		expect(of(36).map(({ attachments }) => attachments)).toEqual([undefined, undefined]);
		expect(of(36)[1]).toEqual(of(36)[0]);
	});

	test("sent but not recorded, as after a crash, is sent again: same id, same bytes", async () => {
		await put(turn(2));
		const box = letterbox();
		const broken: DeliveryPorts = ports(async (mail) => {
			const result = await box.mail(mail);
			// D1 is gone at the moment of recording.
			failing = true;
			return result;
		});
		let failing = false;
		const db = new Proxy(env.DB, {
			get: (target, name) => {
				if (name === "prepare" && failing) throw new Error("D1 is away");
				const value = Reflect.get(target, name) as unknown;
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
		expect(await deliverDue({ ...service, DB: db }, broken, [turn(2).id])).toEqual({ ...NOTHING, postponed: 1 });
		expect(await rowOf(turn(2).id)).toMatchObject({ state: "claimed", attempts: 1, sent_at: null });
		now += LEASE;
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, sent: 1 });
		expect(box.mails).toHaveLength(2);
		expect(box.mails[1]).toEqual(box.mails[0]);
	});

	test("refers to the first mail of the game that this player got, and to nobody else's", async () => {
		const box = letterbox();
		for (const row of [turn(2), turn(3, "player-bob"), turn(4), turn(6)]) {
			await put(row);
			await deliverDue(service, ports(box.mail));
		}
		expect(box.mails.map(({ headers }) => headers.References)).toEqual([
			undefined,
			undefined,
			"<1@mail.hive.test>",
			"<1@mail.hive.test>",
		]);
	});

	test("beside the log refers to the first mail of the game, too, and none refers to it", async () => {
		const box = letterbox();
		const { id, game, kind, payload, player } = chatDelivery();
		await put({ ...newDelivery({ id, game, kind, payload, player, address: null }), dueAt: NOW - 2 });
		await deliverDue(service, ports(box.mail));
		await put({ ...turn(5), dueAt: NOW - 1 });
		await deliverDue(service, ports(box.mail));
		await put({ ...newDelivery({ id: "later", game, kind, payload, player, address: null }) });
		await deliverDue(service, ports(box.mail));
		expect(box.mails.map((mail) => mail.headers["In-Reply-To"])).toEqual([undefined, undefined, "<2@mail.hive.test>"]);
	});

	test("stores no secret: neither the row nor what is frozen holds a key, a token or a code", async () => {
		const box = letterbox();
		await put(
			turn(2),
			newDelivery({ id: "in" }),
			newDelivery({ id: "c", kind: "challenge", payload: INVITATION.payload }),
		);
		await deliverDue(service, ports(box.mail));
		const { results } = await env.DB.prepare("SELECT * FROM deliveries").all();
		const stored = JSON.stringify(results);
		const secrets = box.mails.flatMap(({ text }) => [...text.matchAll(/(?:key|token)=([0-9a-z]+)|^ {4}(\d{6})$/gm)]);
		expect(secrets).toHaveLength(4);
		for (const [, key, code] of secrets) expect(stored).not.toContain(key ?? code);
	});
});

describe("what cannot be sent", () => {
	test("waits longer each time and fails for good in the end, seen in its row", async () => {
		const box = letterbox(() => ({ kind: "retry", code: "E_DELIVERY_FAILED" }));
		await put(turn(2));
		const waits: number[] = [];
		for (let attempt = 1; attempt < MOST_ATTEMPTS; attempt += 1) {
			expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, postponed: 1 });
			const row = await rowOf(turn(2).id);
			expect(row).toMatchObject({ state: "due", error: "E_DELIVERY_FAILED", attempts: attempt, lease_until: null });
			waits.push(row.due_at - now);
			now = row.due_at - 1;
			expect(await deliverDue(service, ports(box.mail))).toEqual(NOTHING);
			now = row.due_at;
		}
		expect(waits.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
		expect(Math.max(...waits)).toBe(6 * 3_600_000);
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, failed: 1 });
		expect(await rowOf(turn(2).id)).toMatchObject({ state: "failed", error: "E_DELIVERY_FAILED" });
		now += 30 * 86_400_000;
		expect(await deliverDue(service, ports(box.mail))).toEqual(NOTHING);
	});

	test("is spread by chance, never to nothing", () => {
		for (const attempts of [1, 5, 40]) {
			expect(backOff(attempts, 0)).toBeGreaterThanOrEqual(22_500);
			expect(backOff(attempts, 0.999)).toBeLessThanOrEqual(7.5 * 3_600_000);
			expect(backOff(attempts, 0)).toBeLessThan(backOff(attempts, 0.999));
		}
	});

	test.each([
		["an error for good", { kind: "give-up", code: "E_RECIPIENT_NOT_ALLOWED" }, "failed"],
		["an address that takes no mail", { kind: "suppress", code: "E_RECIPIENT_SUPPRESSED" }, "dropped"],
	] as const)("by %s ends at once", async (_, failure, state) => {
		await put(turn(2));
		expect((await deliverDue(service, ports(letterbox(() => failure).mail)))[state]).toBe(1);
		expect(await rowOf(turn(2).id)).toMatchObject({ state, error: failure.code, attempts: 1 });
	});

	test("because the allowance of the day is used up lets all the rest wait untouched", async () => {
		const full = letterbox(() => ({ kind: "retry", code: "E_DAILY_LIMIT_EXCEEDED", wait: 3_600_000, stop: true }));
		await put(...Array.from({ length: 20 }, (_, index) => newDelivery({ id: `d${index}`, dueAt: NOW - index })));
		const tally = await deliverDue(service, ports(full.mail));
		expect(tally.postponed).toBeLessThanOrEqual(3);
		const { results } = await env.DB.prepare("SELECT attempts FROM deliveries").all<{ attempts: number }>();
		expect(results.filter(({ attempts }) => attempts === 0).length).toBeGreaterThanOrEqual(17);
	});

	test.each([
		["a payload that is no JSON", "UPDATE deliveries SET payload = '{' WHERE id = 'bad'"],
		["a payload of another shape", "UPDATE deliveries SET payload = '{}' WHERE id = 'bad'"],
		[
			"a game that does not replay",
			`UPDATE deliveries SET payload = replace(payload, 'wS1;', 'wS1;bQ bQ;') WHERE id = 'bad'`,
		],
	])("for %s keeps nobody else's mail, and fails in the end", async (_, spoil) => {
		const box = letterbox();
		const bad = { ...turn(8), id: "bad" };
		const payload = { ...(bad.payload as object), gameString: "Base;InProgress;White[2];wS1;bS1 wS1-" };
		await put({ ...bad, payload, dueAt: NOW - 5 }, newDelivery({ id: "good" }));
		await env.DB.prepare(spoil).run();
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, sent: 1, postponed: 1 });
		expect(box.mails.map(({ id }) => id)).toEqual(["good"]);
		expect((await rowOf("bad")).error).toContain("E_EXCEPTION");
		for (let attempt = 1; attempt < MOST_ATTEMPTS; attempt += 1) {
			now += 8 * 3_600_000;
			await deliverDue(service, ports(box.mail));
		}
		expect(await rowOf("bad")).toMatchObject({ state: "failed", attempts: MOST_ATTEMPTS });
	});

	test("because its deliverers die on it again and again fails without another try", async () => {
		const box = letterbox();
		await put(turn(2));
		await env.DB.prepare("UPDATE deliveries SET attempts = ?1").bind(MOST_ATTEMPTS).run();
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, failed: 1 });
		expect(box.mails).toEqual([]);
	});
});

describe("what should not be sent", () => {
	test("to an address that wants no mail is dropped, in whatever case it is written, but for the mail that signs in", async () => {
		const box = letterbox();
		await silence(env.DB, "ADA@example.org", NOW);
		await put(turn(2), newDelivery({ id: "in" }));
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, sent: 1, dropped: 1 });
		expect(await rowOf("in")).toMatchObject({ state: "sent" });
		expect(await rowOf(turn(2).id)).toMatchObject({ state: "dropped", error: "E_SILENCED" });
	});

	test("also when the address was silenced between two attempts", async () => {
		const box = letterbox((_, number) => (number === 1 ? { kind: "retry", code: "E_DELIVERY_FAILED" } : null));
		await put(turn(2));
		await deliverDue(service, ports(box.mail));
		await silence(env.DB, "ada@example.org", NOW);
		now += 3_600_000;
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, dropped: 1 });
		expect(box.mails).toHaveLength(1);
	});

	test("to an address that was refused for good is dropped from then on, whoever it is to, but for the mail that signs in", async () => {
		const box = letterbox((_, number) => (number === 1 ? { kind: "suppress", code: "E_SMTP_RCPT 550 5.1.1" } : null));
		await put(turn(2));
		await deliverDue(service, ports(box.mail));
		await put(
			turn(4),
			newDelivery({ id: "c", kind: "challenge", payload: INVITATION.payload }),
			newDelivery({ id: "in" }),
		);
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, sent: 1, dropped: 2 });
		expect(box.mails.map(({ id }) => id)).toEqual([turn(2).id, "in"]);
		expect(await rowOf("c")).toMatchObject({ state: "dropped", error: "E_BOUNCED" });
		// That it was taken proves nothing yet: that it was read would.
		expect(await markOf(env.DB, "Ada@example.org", NOW)).toEqual({
			kind: "hard",
			at: NOW,
			detail: "E_SMTP_RCPT 550 5.1.1",
		});
	});

	test("to an address that took nothing for a while is dropped until a mail that signs in goes out there", async () => {
		const box = letterbox();
		await markAddress(env.DB, "ada@example.org", { kind: "soft", at: NOW, detail: null });
		await put(turn(2));
		await deliverDue(service, ports(box.mail));
		expect(await rowOf(turn(2).id)).toMatchObject({ state: "dropped", error: "E_BOUNCED_LATELY" });
		await put(newDelivery({ id: "in" }));
		await deliverDue(service, ports(box.mail));
		await put(turn(4));
		await deliverDue(service, ports(box.mail));
		expect(box.mails.map(({ id }) => id)).toEqual(["in", turn(4).id]);
	});

	test("to a player whose account is gone is dropped", async () => {
		await put(turn(2, "player-gone"));
		expect(await deliverDue(service, ports(letterbox().mail))).toEqual({ ...NOTHING, dropped: 1 });
		expect(await rowOf(turn(2, "player-gone").id)).toMatchObject({ state: "dropped", error: "E_NOBODY" });
	});

	test("a sign-in whose link is past its time, an invitation past its own, is dropped", async () => {
		const box = letterbox();
		await put(newDelivery({ id: "in" }), newDelivery({ id: "c", kind: "challenge", payload: INVITATION.payload }));
		now = NOW + 14 * 86_400_000;
		expect(await deliverDue(service, ports(box.mail))).toEqual({ ...NOTHING, dropped: 2 });
		expect(await rowOf("in")).toMatchObject({ state: "dropped", error: "E_TOO_LATE" });
	});

	test("an opponent whose account is gone is not called by an id", async () => {
		const box = letterbox();
		await put(turn(2));
		await env.DB.prepare("DELETE FROM players WHERE id = 'player-bob'").run();
		await deliverDue(service, ports(box.mail));
		expect(box.mails[0]?.subject).toContain("a former player");
		expect(box.mails[0]?.text).not.toContain("player-bob");
	});
});
