/** Nothing untrue is sent: what has changed since a notice, by D1's word, drops the letter or is what the letter says. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { insertChallenge } from "../../src/db/challenges.ts";
import { insertDelivery, noticeId } from "../../src/db/deliveries.ts";
import { type GameSince, gamesSince, type LaterEvent } from "../../src/db/games.ts";
import { insertPlayer } from "../../src/db/players.ts";
import { err } from "../../src/engine/result.ts";
import { relayBatch } from "../../src/game/relay.ts";
import type { ChatNotice } from "../../src/match/chat.ts";
import type { Command } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import { type Notice, type OfferNews, reminderOf } from "../../src/match/notices.ts";
import { planReminders } from "../../src/match/reminders.ts";
import type { MatchState } from "../../src/match/state.ts";
import { deliverDue } from "../../src/post/deliver.ts";
import type { InvitationPayload } from "../../src/post/letters/account-letters.ts";
import { type Mail, type MailFailure, sent } from "../../src/post/mail/transport.ts";
import { judge } from "../../src/post/truth.ts";
import { creation } from "../match/games.ts";
import {
	chatDelivery,
	GAME,
	gameDelivery,
	INVITATION,
	MIDDLE,
	NOW,
	notice,
	offerDelivery,
	postEnv,
	reminderDelivery,
} from "./samples.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const later = (type: LaterEvent["type"], side: LaterEvent["side"] = null, offer: LaterEvent["offer"] = null) => ({
	type,
	side,
	offer,
});
/** Nothing has changed since the notice of these tests. */
const SAME: GameSince = {
	seq: 36,
	ply: 34,
	status: "active",
	toMove: "white",
	deadline: NOW + 6 * HOUR,
	updatedAt: NOW,
	later: [],
};

type Case = readonly [what: string, since: Partial<GameSince> | null, verdict: string];

/** What is said of a notice: the code that drops it, `sent`, or `unknown` where D1 says nothing. */
function verdictOn(one: Notice, since: Partial<GameSince> | null, written: number | null = null): string {
	const verdict = judge(one, since && { ...SAME, ...since }, { lead: 6 * HOUR, written });
	if ("past" in verdict) return verdict.past;
	if (!verdict.standing) return "unknown";
	const { yourTurn, deadline, drawOffered } = verdict.standing;
	const left = deadline === null ? "" : ` ${(deadline - NOW) / MINUTE}`;
	return `sent${yourTurn ? " turn" : ""}${left}${drawOffered ? " draw" : ""}`;
}

const TURN = notice({ seq: 35, ply: 34, deadline: NOW + 6 * HOUR, drawOffered: true });
const REMINDER = reminderDelivery(6 * HOUR, { at: NOW + MINUTE }).payload as Notice;
const offered = (news: Partial<OfferNews>, change: Partial<Notice> = {}) =>
	offerDelivery({ action: "offered", offer: "draw", ...news }, { seq: 35, deadline: NOW + 6 * HOUR, ...change })
		.payload as Notice;
const VACATION = notice({
	kind: "vacation",
	seq: 35,
	ply: 34,
	deadline: NOW + 6 * HOUR,
	vacation: { from: NOW, to: NOW + 99 * HOUR },
});

/** What ends a turn, whoever is told of it. */
const TURN_OVER: readonly Case[] = [
	["D1 does not know the game", null, "unknown"],
	["D1 is behind, whatever it says", { seq: 34, ply: 20, status: "finished", toMove: null, deadline: null }, "unknown"],
	["the reader has moved", { ply: 35, toMove: "black" }, "E_TURN_OVER"],
	["both have moved", { ply: 36, seq: 38 }, "E_TURN_OVER"],
	["the move was taken back", { ply: 33, toMove: "black" }, "E_TURN_OVER"],
	[
		"the move was taken back and played again",
		{ seq: 38, later: [later("accepted", "white", "takeback"), later("moved", "black")] },
		"E_TURN_OVER",
	],
	["the game is over", { seq: 37, status: "finished", toMove: null, deadline: null }, "E_GAME_OVER"],
	["the game was called off", { seq: 37, status: "cancelled", toMove: null, deadline: null }, "E_GAME_OVER"],
];

test.each<Case>([
	...TURN_OVER,
	["nothing has changed", {}, "sent turn 360 draw"],
	["time was credited", { deadline: NOW + 7 * HOUR, later: [later("credited", "white")] }, "sent turn 420 draw"],
	["the draw was declined", { later: [later("declined", "white", "draw")] }, "sent turn 360"],
	["the draw was withdrawn", { later: [later("withdrawn", "black", "draw")] }, "sent turn 360"],
	["another clock was agreed", { deadline: null, later: [later("accepted", "white", "time")] }, "sent turn draw"],
])("a letter that it is one's move, when %s: %j, %s", (_, since, verdict) => {
	expect(verdictOn(TURN, since)).toBe(verdict);
});

const STARTED = notice({ kind: "game-started", seq: 1, ply: 0, deadline: NOW + 6 * HOUR });
const BEGUN: Partial<GameSince> = { seq: 1, ply: 0 };
test.each<readonly [...Case, number | null]>([
	["nothing has changed", BEGUN, "sent turn 360", null],
	["the reader has moved", { seq: 2, ply: 1, toMove: "black", later: [later("moved", "white")] }, "sent", null],
	["the reader has moved after a first attempt", { seq: 2, ply: 1, toMove: "black" }, "E_TURN_OVER", 6],
	["the game is over", { ...BEGUN, seq: 2, status: "finished", toMove: null }, "E_GAME_OVER", null],
	["the game was called off", { ...BEGUN, seq: 2, status: "cancelled", toMove: null }, "E_GAME_OVER", null],
	["D1 does not know the game", null, "unknown", null],
])("a letter that a game has begun, when %s: %j, %s", (_, since, verdict, written) => {
	expect(verdictOn(STARTED, since, written === null ? null : NOW + written * HOUR)).toBe(verdict);
});

const HEARD = NOW + 2 * MINUTE;
/** As above, with the deadline that an earlier attempt has written down, hours from now. */
test.each<readonly [...Case, number | null]>([
	...TURN_OVER.map((one) => [...one, null] as const),
	["nothing has changed", {}, "sent turn 360", null],
	["the deadline is an hour later", { deadline: NOW + 7 * HOUR, updatedAt: HEARD }, "sent turn 420", null],
	[
		"it is later by a little less than the lead",
		{ deadline: NOW + 12 * HOUR - MINUTE, updatedAt: HEARD },
		"sent turn 719",
		null,
	],
	["it is later by the lead", { deadline: NOW + 12 * HOUR, updatedAt: HEARD }, "E_DEADLINE_MOVED", null],
	["it is earlier: a vacation was ended", { deadline: NOW + HOUR, updatedAt: HEARD }, "sent turn 60", null],
	["the snapshot is older than the reminder", { deadline: NOW + HOUR, updatedAt: NOW }, "sent turn 360", null],
	["it is earlier than was written down", { deadline: NOW + 5 * HOUR, updatedAt: HEARD }, "E_DEADLINE_MOVED", 6],
	["it is later than was written down", { deadline: NOW + 7 * HOUR, updatedAt: HEARD }, "sent turn 420", 6],
	["another clock was agreed", { later: [later("accepted", "black", "time")] }, "E_NEW_CLOCK", null],
	["there is no clock any more", { deadline: null, updatedAt: HEARD }, "E_NEW_CLOCK", null],
])("a reminder, when %s: %j, %s", (_, since, verdict, written) => {
	expect(verdictOn(REMINDER, since, written === null ? null : NOW + written * HOUR)).toBe(verdict);
});

test("a deadline that moves by less than the lead plans no other reminder, one that moves by the lead does", () => {
	const lead = 6 * HOUR;
	const settings = { leads: [lead], quiet: null, timeZone: "UTC" };
	const plan = (more: number) => {
		const turn = { began: NOW, allowance: 24 * HOUR, deadline: NOW + 24 * HOUR + more, stops: [] };
		const outage = [{ from: NOW + 18 * HOUR, to: NOW + 18 * HOUR + more }];
		return planReminders({ ...turn, stops: outage }, settings, [{ lead, deadline: NOW + 24 * HOUR }], NOW + 18 * HOUR);
	};
	expect(plan(lead - 1)).toEqual({ due: [], next: null });
	expect(plan(lead)).not.toEqual({ due: [], next: null });
});

const DRAW = offered({});
const TAKEBACK = offered({ offer: "takeback", ply: 33 });
const TIME = offered({ offer: "time", timeControl: { total: "P9D" } });
const DECLINED = offered({ action: "declined" });
const ACCEPTED = offered({ action: "accepted", offer: "time", timeControl: { total: "P9D" } });
const GONE = "E_OFFER_GONE";

describe.each([
	["draw", DRAW, "sent turn 360 draw"],
	["takeback", TAKEBACK, "sent turn 360"],
	["time", TIME, "sent turn 360"],
] as const)("the offer of a %s", (offer, one, stands) => {
	test.each<Case>([
		["D1 does not know the game", null, "unknown"],
		["D1 is behind", { seq: 34, status: "finished", later: [] }, "unknown"],
		["it stands", {}, stands],
		["it was accepted", { later: [later("accepted", "white", offer)] }, GONE],
		["it was declined", { later: [later("declined", "white", offer)] }, GONE],
		["it was withdrawn", { later: [later("withdrawn", "black", offer)] }, GONE],
		["the game is over", { status: "finished", toMove: null }, "E_GAME_OVER"],
		[
			"other offers were answered",
			{
				later: (["draw", "takeback", "time"] as const)
					.filter((other) => other !== offer)
					.map((other) => later("declined", "white", other)),
			},
			stands,
		],
	])("when %s: %j, %s", (_, since, verdict) => {
		expect(verdictOn(one, since)).toBe(verdict);
	});
});

const REPLIED = { ply: 35, toMove: "black", later: [later("moved", "white")] } as const;
test.each<readonly [string, Notice, Partial<GameSince>, string]>([
	["a draw is declined by the reader's move", DRAW, REPLIED, GONE],
	[
		"a draw outlives the move of who offers it",
		{ ...DRAW, yourTurn: false, ply: 33 },
		{ later: [later("moved", "black")] },
		"sent draw",
	],
	["a draw is forgotten when moves are taken back", DRAW, { later: [later("accepted", "white", "takeback")] }, GONE],
	["a take-back is over with anybody's move", TAKEBACK, { ply: 35, later: [later("moved", "black")] }, GONE],
	["a take-back is replaced by another", TAKEBACK, { later: [later("offered", "black", "takeback")] }, GONE],
	["a time control is replaced by another", TIME, { later: [later("offered", "white", "time")] }, GONE],
	["a time control is still proposed after a move, and it is no longer the reader's turn", TIME, REPLIED, "sent"],
	["an answer stays given: the reader is to move", DECLINED, {}, "sent turn 360"],
	["an answer stays given: the reader has moved", DECLINED, REPLIED, "sent"],
	["an answer stays given: under the new clock since", ACCEPTED, { deadline: NOW + 8 * HOUR }, "sent turn 480"],
	["an answer stays given: the game is over", ACCEPTED, { status: "finished", toMove: null, deadline: null }, "sent"],
	["a vacation that runs", VACATION, {}, "sent turn 360"],
	["a vacation that was ended", VACATION, { later: [later("resumed", "black")] }, "E_VACATION_OVER"],
	["a vacation, when the reader's own was ended", VACATION, { later: [later("resumed", "white")] }, "sent turn 360"],
	["a vacation in a game that is over", VACATION, { status: "finished", toMove: null }, "E_GAME_OVER"],
])("%s", (_, one, since, verdict) => {
	expect(verdictOn(one, since)).toBe(verdict);
});

describe("at the time of sending", () => {
	const service = postEnv(env.DB);
	const players = { white: "player-ada", black: "player-bob" } as const;
	let now = NOW;
	let state: MatchState | null = null;

	/** Plays on in the game of these tests; D1 hears of it as from the game's object, or not yet. */
	async function play(command: Command, at: number, heard = true): Promise<void> {
		const events = decide(state, command, at, { outages: [], told: true });
		if (!events.ok) throw new Error(events.error.code);
		const batch = relayBatch(env.DB, GAME, state, events.value);
		if (heard) await env.DB.batch([...batch.statements]);
		state = batch.after;
	}

	const move = (by: string, text: string): Command => ({ type: "move", by, move: text });

	async function remind(lead: number, at: number): Promise<string> {
		const one = state && reminderOf(state, state.seq, at);
		if (!one) throw new Error("nobody to remind");
		const { id, game, kind, player, payload } = reminderDelivery(lead, one);
		await insertDelivery(env.DB, {
			...{ id, game, kind, player, payload, seq: null, address: null, channel: "email", dueAt: at, createdAt: at },
		}).run();
		return id;
	}

	async function send(id: string, failure: MailFailure | null = null): Promise<Mail | string> {
		const mails: Mail[] = [];
		const mail = async (one: Mail) => {
			mails.push(one);
			return failure ? err(failure) : sent("<1@mail.hive.test>");
		};
		await deliverDue(service, { mail, now: () => now, random: () => 0.5 }, [id]);
		const row = await env.DB.prepare("SELECT state, error FROM deliveries WHERE id = ?1").bind(id).first();
		return mails[0] ?? `${row?.state} ${row?.error}`;
	}

	const wordsOf = (mail: Mail | string) => (typeof mail === "string" ? mail : mail.text.replace(/\s+/g, " "));

	beforeEach(async () => {
		now = NOW;
		state = null;
		const tables = ["deliveries", "players", "games", "history", "challenges"];
		await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
		for (const [id, name] of [
			["player-ada", "Ada"],
			["player-bob", "Bob"],
		] as const) {
			const email = `${name.toLowerCase()}@example.org`;
			await insertPlayer(env.DB, { id, email, name, locale: "en", timeZone: "UTC", createdAt: NOW }).run();
		}
		const { terms, ...made } = creation({ timeControl: { perMove: "P1D" } });
		const pauses = { vacation: true, rest: true };
		const rest = { white: { timeZone: "UTC", windows: [{ days: ["tue"], from: "00:00", to: "06:00" }] }, black: null };
		await play({ ...made, ...players, terms: { ...terms, pauses }, rest } as Command, NOW);
	});

	test("one statement tells how the game stands and what has happened since", async () => {
		const since = async (game: string, seq: number) => (await gamesSince(env.DB, [{ game, seq }]))[0];
		await play(move("player-ada", "wS1"), NOW + 1);
		await play({ type: "draw", action: "offer", by: "player-ada" }, NOW + 2);
		expect(await since(GAME, 1)).toEqual({
			seq: 3,
			ply: 1,
			status: "active",
			toMove: "black",
			deadline: NOW + 1 + 24 * HOUR,
			updatedAt: NOW + 2,
			later: [later("moved", "white"), later("offered", "white", "draw")],
		});
		expect((await since(GAME, 3))?.later).toEqual([]);
		expect(await since("no-such", 1)).toBeNull();
	});

	test("a letter about a turn that is over is dropped, and one about the turn that runs is sent", async () => {
		await play(move("player-ada", "wS1"), NOW);
		await play(move("player-bob", "bS1 wS1-"), NOW);
		await play(move("player-ada", "wA1 -wS1"), NOW);
		expect(await send(noticeId(GAME, 2, "player-bob", "email"))).toBe("dropped E_TURN_OVER");
		expect(await send(noticeId(GAME, 3, "player-ada", "email"))).toBe("dropped E_TURN_OVER");
		expect(wordsOf(await send(noticeId(GAME, 4, "player-bob", "email")))).toContain("It is your move.");
	});

	test.each(["accepted", "rejected", "withdrawn"])("an invitation that was %s is dropped", async (became) => {
		const { expiresAt, message, terms } = INVITATION.payload as InvitationPayload;
		const id = "c0ffee";
		await insertChallenge(env.DB, {
			...{ id, game: GAME, challenger: "player-bob", toPlayer: null, toEmail: "ada@example.org", terms, message },
			...{ state: "open", acceptedBy: null, white: null, created: false, reason: null, rematchOf: null },
			...{ madeAt: NOW, expiresAt, decidedAt: null },
		}).run();
		const put = (delivery: string) =>
			insertDelivery(env.DB, { ...INVITATION, id: delivery, dueAt: NOW, createdAt: NOW }).run();
		await put("open");
		expect(wordsOf(await send("open"))).toContain("Bob would like to play");
		await env.DB.prepare("UPDATE challenges SET state = ?1").bind(became).run();
		await put("closed");
		expect(await send("closed")).toBe("dropped E_CHALLENGE_CLOSED");
	});

	test("what the opponent wrote comes with the letter about the turn, and then needs no mail of its own", async () => {
		const [letter, chat] = [gameDelivery(notice({ seq: 35, ply: 34, gameString: MIDDLE })), chatDelivery()];
		const { id, more, text } = chat.payload as ChatNotice;
		const mails: Mail[] = [];
		const send = async (mail: Mail) => {
			mails.push(mail);
			return sent(null);
		};
		const row = ({ attempts: _, frozen: __, ...one }: typeof letter) => ({ ...one, dueAt: NOW, createdAt: NOW });
		const post = async (unread: Parameters<typeof postEnv>[1], what: typeof letter) => {
			await insertDelivery(env.DB, row(what)).run();
			await deliverDue(postEnv(env.DB, unread), { mail: send, now: () => NOW, random: () => 0.5 }, [what.id]);
			return env.DB.prepare("SELECT state, error FROM deliveries WHERE id = ?1").bind(what.id).first();
		};
		await env.DB.prepare("DELETE FROM deliveries").run();
		expect(await post(async () => ({ id, text, more: 0 }), letter)).toMatchObject({ state: "sent" });
		expect(mails[0]?.text).toContain(text.split("\n")[0]?.slice(0, 12));
		const alone = { ...chat, payload: { ...(chat.payload as ChatNotice), more: 0 } };
		expect(await post(undefined, alone)).toEqual({ state: "dropped", error: "E_REPLACED" });
		// A game that cannot be asked keeps no letter back, and then the message has a mail of its own.
		await env.DB.prepare("DELETE FROM deliveries").run();
		expect(await post(async () => Promise.reject(new Error("away")), letter)).toMatchObject({ state: "sent" });
		expect(await post(undefined, { ...alone, payload: { ...alone.payload, more } })).toMatchObject({ state: "sent" });
		expect(mails).toHaveLength(3);
	});

	test("what D1 has not heard of keeps no letter back", async () => {
		await play(move("player-ada", "wS1"), NOW);
		await play(move("player-bob", "bS1 wS1-"), NOW, false);
		expect(wordsOf(await send(noticeId(GAME, 2, "player-bob", "email")))).toContain("It is your move.");
	});

	test("an offer that was declined is dropped, its answer is sent", async () => {
		await play({ type: "draw", action: "offer", by: "player-bob" }, NOW);
		await play({ type: "draw", action: "decline", by: "player-ada" }, NOW);
		expect(await send(noticeId(GAME, 2, "player-ada", "email"))).toBe("dropped E_OFFER_GONE");
		expect(wordsOf(await send(noticeId(GAME, 3, "player-bob", "email")))).toContain(
			"Ada declined the draw you offered.",
		);
	});

	test("a reminder tells the working time that is left when it is written, and says the same in every repeat", async () => {
		// The flag falls 24 hours of working time after Monday 09:00: on Tuesday at 15:00, six hours of rest between.
		now = NOW + 4 * HOUR;
		const id = await remind(20 * HOUR, now);
		now += 10 * MINUTE;
		const first = await send(id, { kind: "retry", code: "E_DELIVERY_FAILED" });
		expect(wordsOf(first)).toContain("Your clock runs out on Tuesday, 1 December 2026, 15:00 (UTC).");
		expect(wordsOf(first)).toContain("You had 19 hours 50 minutes left on your clock when this mail was written");
		now += 5 * HOUR;
		await env.DB.prepare("UPDATE players SET time_zone = 'Asia/Tokyo'").run();
		expect(await send(id)).toEqual(first);
	});

	test("a reminder is dropped when a vacation has moved the deadline, and when the flag has fallen", async () => {
		now = NOW + 22 * HOUR;
		const moved = await remind(6 * HOUR, now);
		const late = await remind(5 * HOUR, now);
		const from = now + MINUTE;
		const vacation = { id: "v", from, to: from + 5 * HOUR + 30 * MINUTE };
		await play({ type: "vacation", player: "player-ada", vacation }, from);
		now += 2 * MINUTE;
		expect(await send(late)).toBe("dropped E_DEADLINE_MOVED");
		now = NOW + 30 * HOUR;
		// The vacation is shorter than the lead of six hours: nobody reminds anew, and there is time yet.
		expect(wordsOf(await send(moved))).toContain("Your clock runs out on Tuesday, 1 December 2026, 20:30 (UTC).");
		const fallen = await remind(4 * HOUR, NOW + 34 * HOUR);
		now = NOW + 36 * HOUR;
		expect(await send(fallen)).toBe("dropped E_TOO_LATE");
	});
});
