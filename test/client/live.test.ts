/** How a page hears of news: by a socket, by asking while there is none, and not at all while nobody looks. */
import { describe, expect, test } from "vitest";
import { connectLive, type LiveEars, type LiveOptions, type PageEvent, readTag } from "../../src/client/live.ts";

type Opened = LiveEars & { readonly path: string; readonly sent: string[]; open: boolean };

/** A page in a world that stands still until it is told to go on. */
function visit(options: Partial<LiveOptions> = {}, start: { visible?: boolean; online?: boolean } = {}) {
	const sockets: Opened[] = [];
	const polls: string[] = [];
	const told: string[] = [];
	let now = 0;
	let timers: { at: number; work: () => void }[] = [];
	let hear: ((event: PageEvent) => void) | null = null;
	const page = { visible: start.visible ?? true, answer: (_tag: string): string => "failed" };

	const live = connectLive(
		{
			game: "g",
			key: null,
			after: 5,
			chat: () => ({}),
			onNews: (news) => void told.push("seq" in news ? `event ${news.seq}` : "what" in news ? news.what : news.type),
			onPresence: (who) => void told.push(who ? `present ${who.white} ${who.black}` : "nobody known"),
			...options,
		},
		{
			open: (path, ears) => {
				const one: Opened = { ...ears, path, sent: [], open: true };
				sockets.push(one);
				const close = () => {
					one.open = false;
				};
				return { send: (text) => void one.sent.push(text), close };
			},
			poll: async (path, tag) => {
				polls.push(`${path} ${tag}`);
				const found = page.answer(tag);
				if (found === "failed") throw new Error("no connection");
				return found;
			},
			wait: (ms, work) => {
				const timer = { at: now + ms, work };
				timers.push(timer);
				return () => {
					timers = timers.filter((one) => one !== timer);
				};
			},
			now: () => now,
			random: () => 1,
			isVisible: () => page.visible,
			isOnline: () => start.online ?? true,
			watchPage: (ears) => {
				hear = ears;
				return () => {
					hear = null;
				};
			},
		},
	);

	return {
		live,
		page,
		sockets,
		polls,
		/** What the page was told since this was asked last. */
		told: () => told.splice(0),
		/** How many sockets are open. */
		open: () => sockets.filter((one) => one.open).length,
		last: (): Opened => {
			const one = sockets.at(-1);
			if (!one) throw new Error("there is no socket");
			return one;
		},
		greet(more: object = {}) {
			const hello = { type: "hello", seq: 5, presence: null, chat: { players: null, public: 0 }, ...more };
			this.last().heard(JSON.stringify(hello));
		},
		say(message: object) {
			this.last().heard(JSON.stringify(message));
		},
		event(name: PageEvent) {
			if (name === "visible" || name === "hidden") page.visible = name === "visible";
			hear?.(name);
		},
		async pass(seconds: number) {
			const end = now + seconds * 1_000;
			for (;;) {
				const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
				if (!next) break;
				now = next.at;
				timers = timers.filter((one) => one !== next);
				next.work();
				// What was asked is answered before the clock goes on.
				for (let turn = 0; turn < 5; turn += 1) await null;
			}
			now = end;
		},
		timers: () => timers.length,
	};
}

describe("while the socket is open", () => {
	test("the page hears that there is news, once, and who is there", () => {
		const one = visit();
		expect(one.last().path).toBe("/v1/games/g/live");
		one.greet({ presence: { white: true, black: false } });
		expect(one.told()).toEqual(["present true false"]);
		one.say({ type: "event", event: { seq: 6, type: "moved" } });
		one.say({ type: "event", event: { seq: 6, type: "moved" } });
		one.say({ type: "chat", room: "players", id: 1 });
		one.say({ type: "beside", what: "lines" });
		one.say({ type: "presence", white: true, black: true });
		expect(one.told()).toEqual(["event 6", "chat", "lines", "present true true"]);
	});

	test.each([
		[{ seq: 5 }, {}, []],
		[{ seq: 8 }, {}, ["event 8"]],
		[{ chat: { players: 3, public: 0 } }, {}, []],
		[{ chat: { players: 3, public: 0 } }, { players: 2 }, ["chat"]],
		[{ chat: { players: 3, public: 0 } }, { players: 3 }, []],
		[{ chat: { players: null, public: 9 } }, { public: 8 }, ["chat"]],
		[{ chat: { players: 3, public: 9 } }, { players: 3, public: 8 }, ["chat"]],
		[{ chat: { players: 3, public: 9 } }, { players: 3, public: 9 }, []],
	])("a first greeting %j to a page with the messages %j tells what it has missed", (hello, chat, news) => {
		const one = visit({ chat: () => chat });
		one.greet(hello);
		expect(one.told().slice(1)).toEqual(news);
	});

	test("it is tried by pings, and left when none is answered", async () => {
		const one = visit();
		one.greet();
		await one.pass(30);
		expect(one.last().sent).toEqual(["ping"]);
		one.last().heard("pong");
		await one.pass(29);
		expect(one.open()).toBe(1);
		await one.pass(11);
		expect([one.last().sent, one.open()]).toEqual([["ping", "ping"], 0]);
		await one.pass(1);
		expect([one.sockets.length, one.open()]).toEqual([2, 1]);
	});

	test("what an earlier one still says is nothing", async () => {
		const one = visit();
		one.greet();
		const first = one.last();
		first.lost(1006);
		await one.pass(2);
		one.greet();
		one.told();
		first.heard(JSON.stringify({ type: "event", event: { seq: 9 } }));
		first.lost(1006);
		expect([one.told(), one.open()]).toEqual([[], 1]);
	});
});

describe("when it is lost", () => {
	test("it is tried again, later each time, a minute at most", async () => {
		const one = visit();
		const waits: number[] = [];
		for (let tries = 0; tries < 8; tries += 1) {
			const before = one.sockets.length;
			one.last().lost(1006);
			let waited = 0;
			for (; one.sockets.length === before; waited += 1) await one.pass(1);
			waits.push(waited);
		}
		expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
	});

	test.each([1008, 1013])("for the reason %i, not before a minute", async (code) => {
		const one = visit();
		one.greet();
		one.last().lost(code);
		await one.pass(59);
		expect(one.sockets).toHaveLength(1);
		await one.pass(2);
		expect(one.sockets).toHaveLength(2);
	});

	test("after it was a good one, the next attempt is a first one; after a short life it is not", async () => {
		const one = visit();
		for (const [life, wait] of [
			[1, 1],
			[1, 2],
			[1, 4],
			[40, 1],
		] as const) {
			one.greet();
			for (let second = 0; second < life; second += 1) {
				await one.pass(1);
				one.last().heard("pong");
			}
			const before = one.sockets.length;
			one.last().lost(1001);
			await one.pass(wait - 0.5);
			expect(one.sockets).toHaveLength(before);
			await one.pass(0.5);
			expect(one.sockets).toHaveLength(before + 1);
		}
	});

	test("a socket that never greets counts as lost", async () => {
		const one = visit();
		await one.pass(10);
		expect(one.open()).toBe(0);
		await one.pass(1);
		expect(one.open()).toBe(1);
	});

	test("once it is back, the page looks for whatever it has missed", async () => {
		const one = visit();
		one.greet();
		one.told();
		one.last().lost(1006);
		expect(one.told()).toEqual(["nobody known"]);
		await one.pass(1);
		one.greet({ seq: 7 });
		one.say({ type: "event", event: { seq: 7 } });
		expect(one.told()).toEqual(["nobody known", "gap"]);
	});

	test("the game is asked every 20 seconds meanwhile, while somebody looks, and no more once it is back", async () => {
		const one = visit();
		one.page.answer = (tag) => tag;
		one.last().lost(1006);
		await one.pass(19);
		expect(one.polls).toEqual([]);
		await one.pass(1);
		one.page.answer = () => "6";
		await one.pass(20);
		one.page.answer = () => "failed";
		await one.pass(20);
		expect([one.polls, one.told()]).toEqual([["/v1/games/g 5", "/v1/games/g 5", "/v1/games/g 6"], ["event 6"]]);
		one.page.answer = () => "not-of-a-game";
		one.event("hidden");
		await one.pass(60);
		expect(one.polls).toHaveLength(3);
		one.event("visible");
		await one.pass(2);
		expect(one.polls).toHaveLength(4);
		expect(one.told()).toEqual([]);
		one.greet({ seq: 6 });
		await one.pass(25);
		expect(one.polls).toHaveLength(4);
	});

	test("its chat is asked with it, as far as the page shows it, and told of until the page has caught up", async () => {
		let shown: Readonly<Record<string, number>> = { players: 2, public: 0 };
		const one = visit({ chat: () => shown });
		one.last().lost(1006);
		one.page.answer = (tag) => (tag.startsWith("chat-players") ? "chat-players-3" : tag);
		await one.pass(20);
		const rooms = ["players&after=2 chat-players-2", "public&after=0 chat-public-0"];
		expect(one.polls).toEqual(["/v1/games/g 5", ...rooms.map((room) => `/v1/games/g/chat?limit=1&room=${room}`)]);
		await one.pass(20);
		shown = { players: 3, public: 0 };
		await one.pass(20);
		one.page.answer = (tag) => tag.replace("chat-public-0", "gone");
		await one.pass(20);
		shown = {};
		await one.pass(20);
		expect([one.polls.length, one.told()]).toEqual([13, ["chat", "chat", "chat"]]);
	});

	test("a game that is not for the reader any more is not asked again, and the page finds out", async () => {
		const one = visit();
		one.page.answer = () => "gone";
		one.last().lost(1006);
		await one.pass(20);
		expect(one.told()).toEqual(["gap"]);
		expect([one.timers(), one.open()]).toEqual([0, 0]);
	});

	test("who watches by a key asks by it, and has the socket alone", async () => {
		const one = visit({ key: "k" });
		expect(one.last().path).toBe("/v1/games/g/live?key=k");
		one.last().lost(1006);
		await one.pass(100);
		expect(one.polls).toEqual([]);
	});
});

test.each([
	['"7"', "7"],
	['W/"7"', "7"],
	['W/"chat-players-3"', "chat-players-3"],
	['""', null],
	["7", null],
	[null, null],
])("of the tag %s an answer tells %s", (header, told) => {
	expect(readTag(header)).toBe(told);
});

describe("a page that nobody looks at", () => {
	test("lets go after ten minutes, and comes back at once", async () => {
		const one = visit();
		one.greet();
		one.event("hidden");
		one.last().sent.length = 0;
		for (let second = 0; second < 599; second += 1) {
			await one.pass(1);
			one.last().heard("pong");
		}
		expect(one.open()).toBe(1);
		await one.pass(1);
		expect([one.open(), one.timers()]).toEqual([0, 0]);
		await one.pass(3_600);
		one.event("visible");
		expect(one.open()).toBe(1);
		one.told();
		one.greet();
		expect(one.told()).toContain("gap");
	});

	test("looked at again before, makes sure of its socket", async () => {
		const one = visit();
		one.greet();
		one.event("hidden");
		await one.pass(20);
		one.event("visible");
		expect(one.last().sent).toEqual(["ping"]);
		await one.pass(11);
		expect(one.sockets).toHaveLength(2);
	});

	test("opened in the background, lets go as well", async () => {
		const one = visit({}, { visible: false });
		one.greet();
		for (let second = 0; second < 600; second += 1) {
			await one.pass(1);
			one.last().heard("pong");
		}
		expect(one.open()).toBe(0);
	});

	test.each([
		["offline", "online"],
		["away", "back"],
	] as const)("lets go when it is %s, until it is %s, even if it is looked at", async (out, back) => {
		const one = visit();
		one.greet();
		one.event(out);
		one.event("visible");
		await one.pass(100);
		expect([one.open(), one.polls, one.sockets.length]).toEqual([0, [], 1]);
		one.event(back);
		expect(one.open()).toBe(1);
	});

	test("that is offline when it begins waits for a connection", () => {
		const one = visit({}, { online: false });
		expect(one.sockets).toEqual([]);
		one.event("online");
		expect(one.open()).toBe(1);
	});

	test("closed, it does nothing more", async () => {
		const one = visit();
		one.greet();
		one.live.close();
		one.told();
		one.event("visible");
		one.last().heard(JSON.stringify({ type: "chat" }));
		await one.pass(1_000);
		expect([one.open(), one.timers(), one.told(), one.sockets.length]).toEqual([0, 0, [], 1]);
	});
});
