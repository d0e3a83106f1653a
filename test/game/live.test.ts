/** Open sockets of a game object: who hears what, who counts as present, and which of them have to go. */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { LONGEST_OPEN } from "../../src/game/live.ts";
import { makeWatch, type WatchRequest } from "../../src/game/watch.ts";
import { turnKey } from "../../src/keys.ts";
import { FIRST_PUBLIC } from "../../src/match/chat.ts";
import { type Line, makeLine } from "../../src/match/lines.ts";
import type { LiveMessage } from "../../src/match/live.ts";
import {
	ask,
	BLACK,
	hush,
	logOf,
	MINUTE,
	move,
	openTable,
	playOn,
	START,
	type Stub,
	setClock,
	until,
	WHITE,
} from "./fixtures.ts";

const GUEST = "player-guest";
const ROOMY = { caller: 100, game: 100 };

type Watching = {
	readonly socket: WebSocket;
	readonly heard: readonly LiveMessage[];
	/** With which code it was closed; null while it is open. */
	readonly closed: () => number | null;
};

function ask101(stub: Stub, viewer: string | null, more: Partial<WatchRequest> = {}): Promise<Response> {
	const caller = viewer ?? "at-home";
	const request = { viewer, turnKey: null, after: null, feed: "all", caller, most: ROOMY, ...more } as const;
	return stub.fetch(makeWatch(request));
}

async function watch(stub: Stub, viewer: string | null, more: Partial<WatchRequest> = {}): Promise<Watching> {
	const { webSocket: socket, status } = await ask101(stub, viewer, more);
	if (!socket) throw new Error(`no socket but ${status}`);
	const heard: LiveMessage[] = [];
	let code: number | null = null;
	socket.addEventListener("message", ({ data }) => void heard.push(JSON.parse(String(data)) as LiveMessage));
	socket.addEventListener("close", (event) => {
		code = event.code;
	});
	socket.accept();
	return { socket, heard, closed: () => code };
}

/** What a socket has heard, in short, once it has heard the end of it. */
async function toldTo(watching: Watching, last: string): Promise<readonly string[]> {
	const told = () => watching.heard.map(inShort);
	await until(async () => told().at(-1) === last);
	return told();
}

function inShort(message: LiveMessage): string {
	switch (message.type) {
		case "hello":
			return "hello";
		case "event":
			return String(message.event.type);
		case "chat":
			return `chat ${message.room} ${message.id}`;
		case "presence":
			return `present: ${["white", "black"].filter((side) => message[side as "white" | "black"]).join(" ")}`;
		case "beside":
			return message.what;
	}
}

const say = (stub: Stub, player: string, room: "players" | "public") =>
	stub.say({ player, room, text: "hello", paces: [], receivedAt: Date.now() });
const note = (stub: Stub, player: string, text: string) =>
	stub.setNotes({ player, notes: [{ ply: 0, text }], ifMatch: null });

beforeAll(() => hush(/planned/));

describe("what is told", () => {
	test("first where the game stands; presence and the players' room to the two alone", async () => {
		const { stub } = await openTable();
		await say(stub, WHITE, "players");
		const [white, guest, nobody] = [await watch(stub, WHITE), await watch(stub, GUEST), await watch(stub, null)];
		await until(async () => [white, guest, nobody].every(({ heard }) => heard.length > 0));
		expect(white.heard).toEqual([
			{ type: "hello", seq: 1, presence: { white: true, black: false }, chat: { players: 1, public: 0 } },
		]);
		const toOthers = { type: "hello", seq: 1, presence: null, chat: { players: null, public: 0 } };
		expect([guest.heard, nobody.heard]).toEqual([[toOthers], [toOthers]]);
	});

	test("to each of a whole game: the same events to all, the rest to whom it concerns", async () => {
		const { stub } = await openTable();
		const [white, black, guest] = [await watch(stub, WHITE), await watch(stub, BLACK), await watch(stub, GUEST)];
		const log = await watch(stub, WHITE, { feed: "log" });
		await note(stub, WHITE, "a secret");
		await note(stub, WHITE, "a secret");
		await stub.setLines({ player: BLACK, lines: [makeLine("*", "bS1 -wS1", [])], ifMatch: null });
		await say(stub, BLACK, "players");
		await ask(stub, WHITE, move("wS1"));
		await ask(stub, WHITE, { type: "resign" });
		await say(stub, GUEST, "public");
		const end = `chat public ${FIRST_PUBLIC}`;
		const hint = "chat players 1";
		const events = ["moved", "moved"];
		expect(await toldTo(guest, end)).toEqual(["hello", ...events, "ended", end]);
		expect(await toldTo(white, end)).toEqual(["hello", "present: white black", "notes", hint, ...events, "ended", end]);
		expect(await toldTo(black, end)).toEqual(["hello", "lines", hint, ...events, "lines", "ended", end]);
		expect(await toldTo(log, "ended")).toEqual([...events, "ended"]);
		expect(JSON.stringify([white, black, guest, log].map(({ heard }) => heard))).not.toContain("secret");
	});

	test("of lines that are armed, changed and played nothing to opponent or guest: they hear what moves by hand would tell", async () => {
		const heard = await Promise.all(
			[true, false].map(async (armed) => {
				const { stub } = await openTable();
				for (const text of ["wS1", "bG1 wS1-"]) await ask(stub, text.startsWith("w") ? WHITE : BLACK, move(text));
				const others = [await watch(stub, BLACK, { after: 0 }), await watch(stub, GUEST, { after: 0 })];
				await ask(stub, WHITE, move("wQ -wS1"));
				const put = (lines: readonly Line[] | null) => stub.setLines({ player: WHITE, lines, ifMatch: null });
				for (const answer of ["wS2 -wQ", "wA1 -wQ"]) if (armed) await put([makeLine("*", answer)]);
				await ask(stub, BLACK, move("bQ bG1-"));
				if (!armed) await ask(stub, WHITE, move("wA1 -wQ"));
				await ask(stub, BLACK, { type: "resign" });
				for (const other of others) await toldTo(other, "ended");
				return others.map((other) => other.heard);
			}),
		);
		expect(heard[0]).toEqual(heard[1]);
		expect(heard[0]?.[0]?.map(inShort)).toEqual(["hello", "created", ...Array(5).fill("moved"), "ended"]);
	});

	test("rest hours only to the players, as in the log", async () => {
		const { stub } = await openTable({ pauses: { vacation: false, rest: true } });
		const [white, guest] = [await watch(stub, WHITE), await watch(stub, GUEST)];
		const windows = [{ days: ["mon"], from: "22:00", to: "06:00" }] as const;
		await stub.setRest({ player: BLACK, schedule: { timeZone: "Europe/Madrid", windows } });
		await toldTo(guest, "rest");
		await toldTo(white, "rest");
		const zone = "Europe/Madrid";
		expect([JSON.stringify(white.heard).includes(zone), JSON.stringify(guest.heard).includes(zone)]).toEqual([
			true,
			false,
		]);
	});

	test("what came since is told first, then what comes", async () => {
		const { stub } = await openTable();
		await playOn(stub, 3);
		const events = await logOf(stub);
		const rows = [
			[0, events.length],
			[2, events.length - 2],
			[events.length, 0],
			[999, 0],
			[null, 0],
		] as const;
		const all = await Promise.all(rows.map(([after]) => watch(stub, GUEST, { after })));
		await playOn(stub, 1);
		for (const [index, [after, missed]] of rows.entries()) {
			const seen = all[index];
			if (!seen) throw new Error("nobody watches");
			await until(async () => seen.heard.length === 2 + missed);
			const seqs = seen.heard.slice(1).map((message) => (message.type === "event" ? message.event.seq : message.type));
			const from = events.length - missed + 1;
			expect(seqs, String(after)).toEqual(Array.from({ length: missed + 1 }, (_, nth) => from + nth));
		}
	});

	test("also after the object was thrown out of memory", async () => {
		const { stub } = await openTable();
		const [white, black] = [await watch(stub, WHITE), await watch(stub, BLACK)];
		await toldTo(white, "present: white black");
		await evictDurableObject(stub);
		await note(stub, BLACK, "still here");
		await toldTo(black, "notes");
		black.socket.close(1000);
		expect(await toldTo(white, "present: white")).toEqual(["hello", "present: white black", "present: white"]);
	});
});

describe("a private game", () => {
	test("shows no socket to strangers, and its holder of a key no more than the page does", async () => {
		const { id, stub } = await openTable({ visibility: "private" });
		for (const viewer of [GUEST, null]) expect((await ask101(stub, viewer)).status).toBe(404);
		expect((await ask101(stub, null, { turnKey: "0".repeat(26) })).status).toBe(404);
		const key = await turnKey(env.SECRET, id, "white", 0);
		const holder = await watch(stub, null, { turnKey: key });
		const black = await watch(stub, BLACK);
		await note(stub, WHITE, "mine");
		await say(stub, WHITE, "players");
		await ask(stub, WHITE, move("wS1"));
		expect(await toldTo(holder, "moved")).toEqual(["hello", "moved"]);
		expect(holder.heard[0]).toMatchObject({ presence: null, chat: { players: null } });
		expect(black.heard[0]).toMatchObject({ presence: { white: false, black: true } });
		await ask(stub, BLACK, move("bS1 -wS1"));
		await until(async () => holder.closed() === 1008);
		expect(holder.heard).toHaveLength(2);
		expect((await ask101(stub, null, { turnKey: key })).status).toBe(404);
	});

	test("nor is there one to a game that there is not", async () => {
		expect((await ask101(env.GAME.getByName("nothing-here") as Stub, WHITE)).status).toBe(404);
	});
});

describe("presence", () => {
	test("is told on change alone: a second window is none, nor is a stream or a spectator", async () => {
		const { stub } = await openTable();
		const white = await watch(stub, WHITE);
		const first = await watch(stub, BLACK);
		const second = await watch(stub, BLACK);
		await watch(stub, GUEST);
		const stream = await watch(stub, BLACK, { feed: "log" });
		first.socket.close(1000);
		await until(async () => first.closed() !== null);
		stream.socket.close(1000);
		second.socket.close(1000);
		const told = ["hello", "present: white black", "present: white"];
		expect(await toldTo(white, "present: white")).toEqual(told);
		await say(stub, WHITE, "players");
		expect(await toldTo(white, "chat players 1")).toEqual([...told, "chat players 1"]);
	});
});

describe("who has to go", () => {
	test.each([
		["hello?", 1008],
		["pong", 1008],
		["x".repeat(2_000), 1009],
		[new Uint8Array(4), 1008],
		[new Uint8Array(2_000), 1009],
	])("who sends something (%#)", async (message, code) => {
		const { stub } = await openTable();
		const [white, guest] = [await watch(stub, WHITE), await watch(stub, BLACK)];
		guest.socket.send(message);
		await until(async () => guest.closed() === code);
		expect(await toldTo(white, "present: white")).toEqual(["hello", "present: white black", "present: white"]);
	});

	test("a ping is answered and nothing comes of it", async () => {
		const { stub } = await openTable();
		const { webSocket: socket } = await ask101(stub, null);
		if (!socket) throw new Error("there is no socket");
		const heard: string[] = [];
		socket.addEventListener("message", ({ data }) => void heard.push(String(data)));
		socket.accept();
		socket.send("ping");
		await until(async () => heard.at(-1) === "pong");
	});

	test("who has pinged once and then fallen silent, when there is something to say", async () => {
		const { stub } = await openTable();
		const black = await watch(stub, BLACK);
		const { webSocket: socket } = await ask101(stub, WHITE);
		if (!socket) throw new Error("there is no socket");
		const heard: string[] = [];
		let code = 0;
		socket.addEventListener("message", ({ data }) => void heard.push(String(data)));
		socket.addEventListener("close", (event) => {
			code = event.code;
		});
		socket.accept();
		socket.send("ping");
		await until(async () => heard.at(-1) === "pong");
		// The runtime notes a ping by the real clock, which is years behind the object's.
		await note(stub, BLACK, "still here");
		await until(async () => code === 1001);
		expect(await toldTo(black, "present: black")).toEqual(["hello", "present: white black", "notes", "present: black"]);
	});

	test("the oldest of too many of one caller, and of too many who only watch; never a player for a spectator", async () => {
		const { stub } = await openTable();
		const most = { caller: 2, game: 3 };
		const black = await watch(stub, BLACK, { most });
		const white: Watching[] = [];
		const guests: Watching[] = [];
		for (let at = 1; at <= 3; at += 1) {
			setClock(START + at);
			white.push(await watch(stub, WHITE, { most }));
		}
		for (let at = 4; at <= 8; at += 1) {
			setClock(START + at);
			guests.push(await watch(stub, null, { most, caller: `at-${at % 3}` }));
		}
		await until(async () => [...white, ...guests].filter(({ closed }) => closed() === 1013).length === 3);
		expect(white.map(({ closed }) => closed())).toEqual([1013, null, null]);
		expect(guests.map(({ closed }) => closed())).toEqual([1013, 1013, null, null, null]);
		expect(black.heard.map(inShort)).toEqual(["hello", "present: white black"]);
	});

	test("whoever has been there for a day, when there is something to say", async () => {
		const { stub } = await openTable();
		const white = await watch(stub, WHITE);
		setClock(START + MINUTE);
		const black = await watch(stub, BLACK);
		setClock(START + LONGEST_OPEN);
		await note(stub, BLACK, "late");
		await until(async () => white.closed() === 1001);
		expect(await toldTo(black, "present: black")).toEqual(["hello", "notes", "present: black"]);
	});
});
