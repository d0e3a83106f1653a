/** Chat inside the game object: rooms and their doors, pace, repetition, and the one mail that is never lost. */
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { insertBlock } from "../../src/db/blocks.ts";
import type { ChatAnswer, ChatPage, SayAnswer, SayRequest } from "../../src/game/chat.ts";
import { CHAT_WAIT, FIRST_PUBLIC, type Room } from "../../src/match/chat.ts";
import type { Terms } from "../../src/match/terms.ts";
import {
	ask,
	BLACK,
	DAY,
	DEAD_D1,
	HOUR,
	hush,
	knownOf,
	logOf,
	look,
	MINUTE,
	openTable,
	plug,
	rowsOf,
	SECOND,
	START,
	type Stub,
	setClock,
	WHITE,
	wakes,
} from "./fixtures.ts";

const GUEST = "player-guest";
const FREE = [{ count: 1_000, seconds: 60 }];

async function say(stub: Stub, player: string, text: string, more: Partial<SayRequest> = {}): Promise<SayAnswer> {
	const request = { player, room: "players", text, paces: FREE, receivedAt: Date.now(), ...more } as const;
	return (await stub.say(request)) as SayAnswer;
}

async function read(stub: Stub, viewer: string | null, room: Room = "players", after = 0): Promise<ChatAnswer> {
	return (await stub.chat({ viewer, room, after, limit: 50 })) as ChatAnswer;
}

const textsOf = (answer: ChatAnswer) => (answer as ChatPage).messages.map(({ text }) => text);
const chatTimer = async (stub: Stub) =>
	(await rowsOf<{ due: number; tries: number }>(stub, "SELECT due, tries FROM timers WHERE kind = 'chat'"))[0];
const chatMails = async (id: string) => {
	const { deliveries } = await knownOf(id);
	return deliveries.filter(({ kind }) => kind === "chat");
};

/** Lets the alarm ring when the next message is to be told. */
async function ring(stub: Stub): Promise<void> {
	setClock((await chatTimer(stub))?.due ?? Date.now());
	await runDurableObjectAlarm(stub);
}

/** A finished game. */
async function over(terms: Partial<Terms> = {}) {
	const table = await openTable(terms);
	await ask(table.stub, WHITE, { type: "resign" });
	return table;
}

beforeAll(() => hush(/planned/));

describe("the rooms", () => {
	test("the players' own is theirs alone, before and after the end", async () => {
		const { stub } = await openTable();
		expect(await say(stub, WHITE, "hello")).toMatchObject({
			kind: "said",
			message: { id: 1, player: WHITE, at: START },
		});
		expect(await say(stub, GUEST, "hello")).toEqual({ kind: "not-a-player" });
		await ask(stub, WHITE, { type: "resign" });
		expect(await say(stub, BLACK, "bye")).toMatchObject({ kind: "said", message: { id: 2 } });
		expect(textsOf(await read(stub, WHITE))).toEqual(["hello", "bye"]);
		expect(textsOf(await read(stub, BLACK, "players", 1))).toEqual(["bye"]);
		for (const viewer of [GUEST, null]) expect(await read(stub, viewer)).toEqual({ kind: "not-a-player" });
	});

	test("the public one opens at the end, to everybody, and its numbers tell nothing of the players' talk", async () => {
		const { stub } = await openTable();
		for (const player of [WHITE, GUEST]) {
			expect(await say(stub, player, "hello", { room: "public" })).toMatchObject({ kind: "closed" });
		}
		expect(await read(stub, null, "public")).toMatchObject({ kind: "chat", messages: [], last: 0 });
		for (const text of ["a", "b", "c"]) await say(stub, WHITE, text);
		await ask(stub, WHITE, { type: "resign" });
		expect(await say(stub, GUEST, "well played", { room: "public" })).toMatchObject({ message: { id: FIRST_PUBLIC } });
		expect(await say(stub, BLACK, "thanks", { room: "public" })).toMatchObject({ message: { id: FIRST_PUBLIC + 1 } });
		expect(textsOf(await read(stub, null, "public"))).toEqual(["well played", "thanks"]);
		expect(textsOf(await read(stub, WHITE))).toEqual(["a", "b", "c"]);
	});

	test("of a private game, and of none, there is nothing to be known", async () => {
		const { stub } = await over({ visibility: "private" });
		await say(stub, WHITE, "here", { room: "public" });
		for (const room of ["players", "public"] as const) {
			for (const viewer of [GUEST, null]) expect(await read(stub, viewer, room)).toEqual({ kind: "missing" });
			expect(await say(stub, GUEST, "hello", { room })).toEqual({ kind: "missing" });
		}
		expect(await stub.message({ viewer: GUEST, id: FIRST_PUBLIC })).toEqual({ kind: "missing" });
		expect(textsOf(await read(stub, BLACK, "public"))).toEqual(["here"]);
		const none = env.GAME.getByName("nothing-here") as Stub;
		expect(await read(none, WHITE)).toEqual({ kind: "missing" });
		expect(await say(none, WHITE, "hello")).toEqual({ kind: "missing" });
		expect(await rowsOf(none, "SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")).toEqual([]);
	});

	test("one message is found by its number, by who may read its room", async () => {
		const { stub } = await over();
		await say(stub, WHITE, "between us");
		await say(stub, GUEST, "for all", { room: "public" });
		const rows = [
			[BLACK, 1, { kind: "message", message: { text: "between us" } }],
			[GUEST, 1, { kind: "not-a-player" }],
			[GUEST, 7, { kind: "not-a-player" }],
			[BLACK, 7, { kind: "missing" }],
			[null, FIRST_PUBLIC, { kind: "message", message: { text: "for all" } }],
			[null, FIRST_PUBLIC + 1, { kind: "missing" }],
		] as const;
		for (const [viewer, id, answer] of rows) expect(await stub.message({ viewer, id })).toMatchObject(answer);
	});

	test("nothing of it shows in the game", async () => {
		const { stub } = await openTable();
		const [view, log] = [await look(stub), await logOf(stub)];
		await say(stub, WHITE, "hello");
		await read(stub, BLACK);
		expect(await look(stub)).toEqual(view);
		expect(await logOf(stub)).toEqual(log);
	});
});

describe("writing", () => {
	test("nobody writes to a player who has blocked them, in neither room; when that is not known, it is not done", async () => {
		const { stub } = await over();
		await insertBlock(env.DB, WHITE, BLACK, START);
		await insertBlock(env.DB, WHITE, GUEST, START);
		try {
			for (const room of ["players", "public"] as const) {
				expect(await say(stub, BLACK, "hello", { room })).toEqual({ kind: "blocked" });
			}
			expect(await say(stub, GUEST, "hello", { room: "public" })).toEqual({ kind: "blocked" });
			expect(await say(stub, WHITE, "hello")).toMatchObject({ kind: "said" });
		} finally {
			await env.DB.prepare("DELETE FROM blocks").run();
		}
		const fail = () => {
			throw new Error("planned");
		};
		await plug(stub, { DB: { prepare: fail } as unknown as D1Database });
		expect(await say(stub, BLACK, "hello")).toEqual({ kind: "unavailable" });
		expect(textsOf(await read(stub, BLACK))).toEqual(["hello"]);
	});

	test("each person's pace counts over both rooms, to the second", async () => {
		const { stub } = await over();
		const paces = [
			{ count: 2, seconds: 60 },
			{ count: 3, seconds: 3_600 },
		];
		const told = async (room: Room = "players") => {
			const answer = await say(stub, WHITE, "x", { room, paces });
			return [
				answer.kind,
				...("left" in answer ? answer.left.map(({ remaining, reset }) => `${remaining}/${reset}`) : []),
			];
		};
		expect(await told()).toEqual(["said", "1/60", "2/3600"]);
		setClock(START + 20 * SECOND);
		expect(await told("public")).toEqual(["said", "0/40", "1/3580"]);
		expect(await told()).toEqual(["limited", "0/40", "1/3580"]);
		expect(await say(stub, BLACK, "x", { paces })).toMatchObject({ kind: "said" });
		setClock(START + 59_999);
		expect(await told()).toEqual(["limited", "0/1", "1/3541"]);
		setClock(START + MINUTE);
		expect(await told()).toEqual(["said", "0/20", "0/3540"]);
		setClock(START + 30 * MINUTE);
		expect(await told()).toEqual(["limited", "2/60", "0/1800"]);
	});

	test("a message sent twenty times under one key is written once, and a key belongs to one body", async () => {
		const { stub } = await openTable();
		const idempotency = { scope: `${WHITE} POST /chat`, key: "k", bodyHash: "h" };
		const answers = await Promise.all(Array.from({ length: 20 }, () => say(stub, WHITE, "once", { idempotency })));
		expect(answers.filter((one) => one.kind === "said" && !one.replayed)).toHaveLength(1);
		expect(answers.filter((one) => one.kind === "said" && one.replayed)).toHaveLength(19);
		expect(textsOf(await read(stub, WHITE))).toEqual(["once"]);
		await evictDurableObject(stub);
		await plug(stub);
		expect(await stub.recallSaid(idempotency)).toMatchObject({
			kind: "said",
			replayed: true,
			message: { text: "once" },
		});
		const other = { ...idempotency, bodyHash: "other" };
		expect(await say(stub, WHITE, "other", { idempotency: other })).toEqual({ kind: "key-reused" });
	});

	test("messages keep their order whatever the clocks of those who sent them on say", async () => {
		const { stub } = await openTable();
		await say(stub, WHITE, "a");
		await say(stub, BLACK, "b", { receivedAt: START - HOUR });
		await say(stub, WHITE, "c", { receivedAt: START + DAY });
		expect(((await read(stub, WHITE)) as ChatPage).messages.map(({ at }) => at)).toEqual([START, START, START]);
	});
});

describe("the mail about a message", () => {
	test("goes to the other player a minute later, once, until they have looked", async () => {
		const { id, stub } = await openTable();
		await say(stub, WHITE, "hello");
		setClock(START + 10 * SECOND);
		await say(stub, WHITE, "are you there?");
		expect(await chatTimer(stub)).toMatchObject({ due: START + CHAT_WAIT });
		// A letter that goes out meanwhile can take it along.
		expect(await stub.unread({ player: BLACK })).toEqual({ id: 1, text: "hello", more: 1 });
		expect(await stub.unread({ player: WHITE })).toBeNull();
		wakes.length = 0;
		await ring(stub);
		expect(await stub.unread({ player: BLACK })).toBeNull();
		const mails = await chatMails(id);
		expect(mails).toMatchObject([
			{ id: `${id}.chat.1.${BLACK}.email`, seq: null, player: BLACK, due_at: START + CHAT_WAIT },
		]);
		expect(JSON.parse(String(mails[0]?.payload))).toEqual({
			kind: "chat",
			game: id,
			player: BLACK,
			seat: "black",
			from: WHITE,
			opponent: WHITE,
			id: 1,
			at: START,
			text: "hello",
			more: 1,
		});
		expect(wakes).toEqual([{ deliveries: [`${id}.chat.1.${BLACK}.email`] }]);
		// Unread, nothing more is told.
		setClock(START + HOUR);
		await say(stub, WHITE, "hm");
		expect(await chatTimer(stub)).toBeUndefined();
		// Who has looked is told of the next one.
		await read(stub, BLACK);
		await say(stub, WHITE, "again");
		await ring(stub);
		expect((await chatMails(id)).map((row) => row.id)).toContain(`${id}.chat.4.${BLACK}.email`);
		expect(await chatMails(id)).toHaveLength(2);
	});

	test("is not written at all when the reader has looked in time, or the room is the public one", async () => {
		const { id, stub } = await over();
		await say(stub, WHITE, "hello");
		await read(stub, BLACK);
		await say(stub, GUEST, "hello all", { room: "public" });
		await ring(stub);
		expect(await chatMails(id)).toEqual([]);
		expect(await chatTimer(stub)).toBeUndefined();
		// What others read is not read by the one it is for.
		await say(stub, WHITE, "hello?");
		await read(stub, WHITE);
		await read(stub, BLACK, "public");
		// And what was fetched while nobody looked is read by nobody.
		const unseen = await stub.chat({ viewer: BLACK, room: "players", after: 0, limit: 50, unseen: true });
		expect(textsOf(unseen as ChatAnswer)).toEqual(["hello", "hello?"]);
		await ring(stub);
		expect(await chatMails(id)).toMatchObject([{ player: BLACK }]);
	});

	test("both may be told, each of the other's", async () => {
		const { id, stub } = await openTable();
		await say(stub, WHITE, "hello");
		setClock(START + 30 * SECOND);
		await say(stub, BLACK, "hello yourself");
		await ring(stub);
		expect(await chatTimer(stub)).toMatchObject({ due: START + 30 * SECOND + CHAT_WAIT });
		await ring(stub);
		expect((await chatMails(id)).map(({ player }) => player)).toEqual([BLACK, WHITE]);
	});

	test("is late when D1 is down, never lost and never written twice", async () => {
		const { id, stub } = await openTable();
		await plug(stub, { DB: DEAD_D1 });
		await say(stub, WHITE, "hello");
		await ring(stub);
		expect(await chatTimer(stub)).toMatchObject({ tries: 1 });
		await evictDurableObject(stub);
		// D1 takes it and the answer is lost; a message comes in between.
		const deaf = {
			prepare: (sql: string) => env.DB.prepare(sql),
			batch: (all: D1PreparedStatement[]) => env.DB.batch(all).then(() => Promise.reject(new Error("planned"))),
		} as unknown as D1Database;
		await plug(stub, { DB: deaf });
		await ring(stub);
		expect(await chatTimer(stub)).toMatchObject({ tries: 2 });
		await say(stub, WHITE, "are you there?");
		await plug(stub);
		await ring(stub);
		expect(await chatMails(id)).toMatchObject([{ id: `${id}.chat.1.${BLACK}.email` }]);
		expect(await chatTimer(stub)).toBeUndefined();
	});
});
