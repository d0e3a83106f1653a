/**
 * Hears of news of a game while its page lies open: by a socket, and while there is none by asking. It says that there is
 * something new and never what: the page fetches itself anew. Pauses when nobody looks.
 */
import type { Room } from "../match/chat.ts";
import type { Beside, LiveMessage, Presence } from "../match/live.ts";
import type { TableData } from "./data.ts";

export type LiveNews =
	| { readonly type: "event"; readonly seq: number }
	| { readonly type: "chat" }
	/** The reader's own lines or notes were changed elsewhere. */
	| { readonly type: "beside"; readonly what: Beside }
	/** The connection was gone for a while, or is for good: whatever it is, it is to be fetched. */
	| { readonly type: "gap" };

export type LiveOptions = {
	readonly game: string;
	/** A turn key, where the reader watches by it alone; null without. */
	readonly key: string | null;
	/** The `seq` that the page shows. */
	readonly after: number;
	/** The last message of each room that the page shows at the moment: whatever came after it is news. */
	readonly chat: () => NonNullable<TableData["chat"]>;
	readonly onNews: (news: LiveNews) => void;
	/** Who has the game open; null: it is not known, or not for this reader. */
	readonly onPresence: (presence: Presence | null) => void;
};

export type Live = { readonly close: () => void };

/** As much of a WebSocket as is needed. */
export type LiveSocket = { readonly send: (text: string) => void; readonly close: () => void };
export type LiveEars = { readonly heard: (text: string) => void; readonly lost: (code: number) => void };

/** What happens to a page. `away`: it is left, and perhaps kept for the way back. */
export type PageEvent = "visible" | "hidden" | "online" | "offline" | "away" | "back";

/** Everything outside; tests have their own. */
export type LivePorts = {
	readonly open: (path: string, ears: LiveEars) => LiveSocket;
	/** How something is by now (`ETag`), asked with what is known of it; `gone`: it is not for this reader any more. */
	readonly poll: (path: string, tag: string) => Promise<string>;
	/** Does something later; what it gives back prevents it. */
	readonly wait: (ms: number, work: () => void) => () => void;
	readonly now: () => number;
	/** 0 to 1. */
	readonly random: () => number;
	readonly isVisible: () => boolean;
	readonly isOnline: () => boolean;
	readonly watchPage: (hear: (event: PageEvent) => void) => () => void;
};

const SECOND = 1_000;
/** Waiting before another attempt doubles from the first to the second. */
const SHORTEST_WAIT = SECOND;
const LONGEST_WAIT = 60 * SECOND;
/** A socket that has lived as long as this was a good one: the next attempt is a first one. */
const STEADY = 30 * SECOND;
const PING_EVERY = 30 * SECOND;
/** How long a greeting or a pong is waited for. */
const PATIENCE = 10 * SECOND;
const POLL_EVERY = 20 * SECOND;
/** How long a page may be hidden before it lets go. */
const REST_AFTER = 600 * SECOND;
/** Closed for good reasons, which are still there in a second: no right any more, or too many windows. */
const PATIENTLY: ReadonlySet<number> = new Set([1008, 1013]);

type Timer = "retry" | "poll" | "ping" | "pong" | "rest";
type Rest = "hidden" | "offline" | "away";

export function connectLive(options: LiveOptions, ports: LivePorts = BROWSER): Live {
	const { chat, game, key, onNews, onPresence } = options;
	const path = `/v1/games/${game}`;
	let seq = options.after;
	let socket: LiveSocket | null = null;
	/** Whether the socket has greeted, and whether any ever has. */
	let live = false;
	let known = false;
	let opened = 0;
	let tries = 0;
	let closed = false;
	const resting = new Set<Rest>();
	const timers = new Map<Timer, () => void>();

	const stop = (...names: readonly Timer[]): void => {
		for (const name of names) {
			timers.get(name)?.();
			timers.delete(name);
		}
	};
	const start = (name: Timer, ms: number, work: () => void): void => {
		stop(name);
		timers.set(
			name,
			ports.wait(ms, () => {
				timers.delete(name);
				work();
			}),
		);
	};

	const become = (now: boolean): void => {
		if (live === now) return;
		live = now;
		if (!now) onPresence(null);
	};

	/** Lets go of the socket, if there is one. */
	const drop = (): void => {
		stop("ping", "pong", "retry");
		const old = socket;
		socket = null;
		old?.close();
		become(false);
	};

	const lose = (code: number): void => {
		if (live && ports.now() - opened >= STEADY) tries = 0;
		drop();
		const wait = PATIENTLY.has(code) ? LONGEST_WAIT : Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** tries);
		tries += 1;
		// All who lose the same server do not come back at the same moment.
		start("retry", wait * (0.5 + ports.random() / 2), connect);
		if (!timers.has("poll")) pollLater();
	};

	const connect = (): void => {
		if (closed || socket || resting.size > 0) return;
		stop("retry");
		opened = ports.now();
		try {
			// What an earlier socket still says is nothing to us.
			const ours: LiveSocket = ports.open(key === null ? `${path}/live` : `${path}/live?key=${key}`, {
				heard: (text) => socket === ours && hear(text),
				lost: (code) => socket === ours && lose(code),
			});
			socket = ours;
			start("pong", PATIENCE, () => lose(0));
		} catch {
			lose(0);
		}
	};

	const ping = (): void => {
		socket?.send("ping");
		start("pong", PATIENCE, () => lose(0));
		start("ping", PING_EVERY, ping);
	};

	const advance = (to: number): void => {
		// What is no number was another's answer: a page to sign in to somebody's network, say.
		if (!(to > seq)) return;
		seq = to;
		onNews({ type: "event", seq });
	};

	const greet = (hello: LiveMessage & { readonly type: "hello" }): void => {
		stop("pong", "poll");
		start("ping", PING_EVERY, ping);
		become(true);
		onPresence(hello.presence);
		// A first greeting finds the page as it was just fetched; a later one does not know what it has missed.
		if (known) {
			seq = Math.max(seq, hello.seq);
			onNews({ type: "gap" });
			return;
		}
		known = true;
		advance(hello.seq);
		if (roomsOf(chat()).some(([room, last]) => (hello.chat[room] ?? 0) > last)) onNews({ type: "chat" });
	};

	const hear = (text: string): void => {
		if (text === "pong") {
			stop("pong");
			return;
		}
		const message = JSON.parse(text) as LiveMessage;
		switch (message.type) {
			case "hello":
				greet(message);
				break;
			case "event":
				advance(Number(message.event.seq));
				break;
			case "chat":
				onNews({ type: "chat" });
				break;
			case "beside":
				onNews({ type: "beside", what: message.what });
				break;
			case "presence":
				onPresence({ white: message.white, black: message.black });
		}
	};

	/** Whoever watches by a key alone is known by the socket only. */
	const pollLater = (ms = POLL_EVERY): void => {
		if (key === null && resting.size === 0) start("poll", ms, () => void poll());
	};

	const poll = async (): Promise<void> => {
		if (ports.isVisible()) {
			const ask = (where: string, tag: string) => ports.poll(where, tag).catch(() => tag);
			const found = await ask(path, `${seq}`);
			if (closed) return;
			if (found === "gone") {
				close();
				onNews({ type: "gap" });
				return;
			}
			advance(Number(found));
			for (const [room, last] of roomsOf(chat())) {
				const tag = `chat-${room}-${last}`;
				const written = await ask(`${path}/chat?limit=1&room=${room}&after=${last}`, tag);
				if (!closed && written !== tag) onNews({ type: "chat" });
			}
		}
		if (!live) pollLater();
	};

	const rest = (why: Rest): void => {
		resting.add(why);
		stop("poll");
		drop();
	};

	const wake = (why: Rest): void => {
		resting.delete(why);
		tries = 0;
		// A connection that slept may be dead without knowing.
		if (live) ping();
		else {
			connect();
			pollLater(2 * SECOND);
		}
	};

	const unwatch = ports.watchPage((event) => {
		switch (event) {
			case "hidden":
				start("rest", REST_AFTER, () => rest("hidden"));
				break;
			case "visible":
				stop("rest");
				wake("hidden");
				break;
			case "offline":
			case "away":
				rest(event);
				break;
			case "online":
				wake("offline");
				break;
			case "back":
				wake("away");
		}
	});

	const close = (): void => {
		closed = true;
		unwatch();
		stop("poll", "rest");
		drop();
	};

	if (!ports.isVisible()) start("rest", REST_AFTER, () => rest("hidden"));
	if (ports.isOnline()) connect();
	else rest("offline");
	return { close };
}

/** None where nobody may write or read. */
const roomsOf = (chat: NonNullable<TableData["chat"]>) => Object.entries(chat) as readonly (readonly [Room, number])[];

/** What an `ETag` says, also one that a server in between made a weak one by compressing the answer. */
export const readTag = (header: string | null): string | null => /^(?:W\/)?"([^"]+)"$/.exec(header ?? "")?.[1] ?? null;

const BROWSER: LivePorts = {
	open: (path, { heard, lost }) => {
		const socket = new WebSocket(new URL(path, location.href).href.replace(/^http/, "ws"));
		socket.onmessage = ({ data }) => heard(String(data));
		socket.onclose = ({ code }) => lost(code);
		return { send: (text) => socket.send(text), close: () => socket.close() };
	},
	poll: async (path, tag) => {
		const answer = await fetch(path, { headers: { "If-None-Match": `"${tag}"` }, cache: "no-store" });
		if (answer.ok) return readTag(answer.headers.get("ETag")) ?? tag;
		return [401, 403, 404].includes(answer.status) ? "gone" : tag;
	},
	wait: (ms, work) => {
		const timer = setTimeout(work, ms);
		return () => clearTimeout(timer);
	},
	now: Date.now,
	random: Math.random,
	isVisible: () => document.visibilityState === "visible",
	isOnline: () => navigator.onLine,
	watchPage: (hear) => {
		const until = new AbortController();
		const { signal } = until;
		document.addEventListener(
			"visibilitychange",
			() => hear(document.visibilityState === "visible" ? "visible" : "hidden"),
			{ signal },
		);
		for (const event of ["online", "offline"] as const) addEventListener(event, () => hear(event), { signal });
		// A page with an open socket is not kept for the way back.
		addEventListener("pagehide", () => hear("away"), { signal });
		addEventListener("pageshow", ({ persisted }) => persisted && hear("back"), { signal });
		return () => until.abort();
	},
};
