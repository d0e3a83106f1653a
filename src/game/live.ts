/**
 * The open sockets of a game. The object may sleep while they are open: who watches is written on the socket itself, and
 * nothing is kept in memory. A socket is looked after when there is something to say, never by a timer of its own.
 */
import type { LiveMessage, News, Presence } from "../match/live.ts";
import { messagesOf } from "../match/live.ts";
import { type MatchState, mayView, mayViewByKey, seatOf } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import { lastMessages } from "./chat.ts";
import { logProblem } from "./facts.ts";
import type { Inside } from "./inside.ts";
import * as store from "./store.ts";
import type { WatchRequest } from "./watch.ts";

/** What a client may send, and the answer that the runtime gives without waking the object. */
const PING = "ping";
const PONG = "pong";
/** How long a socket may stay open, ms. Whoever has no right any more to what it shows keeps it no longer than this. */
export const LONGEST_OPEN = 24 * 3_600_000;
/** A client that pings is gone when it has not for so long, ms: a phone in a tunnel closes nothing. */
const LONGEST_SILENCE = 150_000;
/** More than this of anything else is called too large rather than unasked for, characters or bytes. */
const LONGEST_HEARD = 1_024;

/** RFC 6455, 7.4.1, and `TRY_AGAIN` from its registry. */
const CLOSE = { GONE: 1001, POLICY: 1008, TOO_LARGE: 1009, TRY_AGAIN: 1013 } as const;

/** What the platform does for sockets that outlive the object in memory. */
export type Sockets = Pick<
	DurableObjectState,
	"acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp" | "setWebSocketAutoResponse"
>;

export type Live = {
	/** Answers a request for a socket: 101 with it, or 404. */
	readonly open: (request: WatchRequest) => Promise<Response>;
	/** Tells whom it concerns. Never fails and never waits. */
	readonly tell: (news: News) => void;
	readonly hear: (socket: WebSocket, message: string | ArrayBuffer) => void;
	/** The other end has gone. */
	readonly leave: (socket: WebSocket) => void;
	/** A player has left the service: what they have open here is nobody's. */
	readonly shutOut: (player: PlayerId) => void;
};

/** What is written on a socket. */
type Watcher = Pick<WatchRequest, "viewer" | "feed"> & {
	/** The ply that a turn key is for; null without one. */
	readonly ply: number | null;
	/** When it was opened, ms. */
	readonly since: number;
	/** Whether it has been closed from here, and is nobody's any more. */
	readonly gone: boolean;
};

const NOBODY: Presence = { white: false, black: false };

export function makeLive(inside: Inside, sockets: Sockets): Live {
	const openOnes = (tag?: string): readonly WebSocket[] =>
		sockets.getWebSockets(tag).filter((socket) => socket.readyState === WebSocket.OPEN && !watcherOf(socket)?.gone);

	/** The one place where it is decided who is shown as present. */
	const presence = (): Presence => {
		const state = inside.state();
		if (!state) return NOBODY;
		const { black, white } = state.players;
		return { white: openOnes(seatTag(white)).length > 0, black: openOnes(seatTag(black)).length > 0 };
	};

	/** Does what may change who is present, and tells the two players, and nobody else, when it has. */
	const watchingPresence = (before: Presence, work: () => void, except?: WebSocket): void => {
		work();
		const state = inside.state();
		const after = presence();
		if (!state || (before.white === after.white && before.black === after.black)) return;
		for (const player of [state.players.white, state.players.black]) {
			for (const socket of openOnes(seatTag(player))) {
				if (socket !== except) send(socket, [{ type: "presence", ...after }]);
			}
		}
	};

	/** Whether a socket may stay: too old, silent for too long, or without a right to the game any more, it has to go. */
	const stays = (state: MatchState, socket: WebSocket, watcher: Watcher | null, now: number): watcher is Watcher => {
		if (!watcher || !mayWatch(state, watcher)) {
			drop(socket, CLOSE.POLICY);
			return false;
		}
		const heard = sockets.getWebSocketAutoResponseTimestamp(socket);
		const silent = heard !== null && now - heard.getTime() > LONGEST_SILENCE;
		if (silent || now - watcher.since >= LONGEST_OPEN) drop(socket, CLOSE.GONE);
		return !watcherOf(socket)?.gone;
	};

	const makeRoom = (tag: string, most: number): void => {
		const oldest = openOnes(tag).toSorted((a, b) => (watcherOf(a)?.since ?? 0) - (watcherOf(b)?.since ?? 0));
		for (const socket of oldest.slice(0, Math.max(0, oldest.length - most + 1))) drop(socket, CLOSE.TRY_AGAIN);
	};

	const hello = (state: MatchState, player: PlayerId | null): LiveMessage => {
		const chat = lastMessages(inside.sql);
		const plays = seatOf(state, player) !== null;
		return {
			type: "hello",
			seq: state.seq,
			presence: plays ? presence() : null,
			chat: { players: plays ? chat.players : null, public: chat.public },
		};
	};

	const missed = (state: MatchState, { after, viewer }: WatchRequest): readonly LiveMessage[] =>
		after === null || after >= state.seq
			? []
			: messagesOf({ type: "events", events: store.readEvents(inside.sql, after, -1) }, state, viewer);

	const open = async (request: WatchRequest): Promise<Response> => {
		const { feed, most, turnKey, viewer } = request;
		const plies = inside.state()?.game.plies.length ?? 0;
		const ply = turnKey === null ? null : await inside.keyring(turnKey, plies);
		const state = inside.state();
		const watcher: Watcher = { viewer, feed, ply, since: Date.now(), gone: false };
		if (!state || !mayWatch(state, watcher)) return new Response(null, { status: 404 });
		const { 0: theirs, 1: ours } = new WebSocketPair();
		const seat = seatOf(state, viewer);
		watchingPresence(
			presence(),
			() => {
				for (const socket of openOnes()) stays(state, socket, watcherOf(socket), watcher.since);
				makeRoom(callerTag(request.caller), most.caller);
				if (seat === null) makeRoom(SPECTATORS, most.game);
				sockets.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
				const tags = [callerTag(request.caller), seat === null ? SPECTATORS : PLAYERS];
				sockets.acceptWebSocket(ours, feed === "all" && viewer !== null ? [...tags, seatTag(viewer)] : tags);
				ours.serializeAttachment(watcher);
				send(ours, [...(feed === "all" ? [hello(state, viewer)] : []), ...missed(state, request)]);
			},
			ours,
		);
		return new Response(null, { status: 101, webSocket: theirs });
	};

	const tellAll = (news: News): void => {
		const state = inside.state();
		const all = openOnes();
		if (!state || all.length === 0) return;
		const now = Date.now();
		watchingPresence(presence(), () => {
			for (const socket of all) {
				const watcher = watcherOf(socket);
				if (!stays(state, socket, watcher, now)) continue;
				if (news.type === "events" || watcher.feed === "all") send(socket, messagesOf(news, state, watcher.viewer));
			}
		});
	};

	/** What becomes of the sockets is never the business of who plays. */
	const safely = (work: () => void): void => {
		try {
			work();
		} catch (problem) {
			logProblem("live", inside.id, problem);
		}
	};

	const shutOut = (player: PlayerId): void =>
		watchingPresence(presence(), () => {
			for (const socket of openOnes()) if (watcherOf(socket)?.viewer === player) drop(socket, CLOSE.POLICY);
		});

	return {
		open,
		tell: (news) => safely(() => tellAll(news)),
		shutOut: (player) => safely(() => shutOut(player)),
		hear: (socket, message) =>
			safely(() => {
				// The runtime has answered pings already; one that came while it did not know how is answered here.
				if (message === PING) return void socket.send(PONG);
				const size = typeof message === "string" ? message.length : message.byteLength;
				const code = size > LONGEST_HEARD ? CLOSE.TOO_LARGE : CLOSE.POLICY;
				watchingPresence(presence(), () => drop(socket, code));
			}),
		leave: (socket) =>
			safely(() => {
				const watcher = watcherOf(socket);
				if (!watcher || watcher.gone) return;
				const state = inside.state();
				const side = state && watcher.feed === "all" ? seatOf(state, watcher.viewer) : null;
				drop(socket, CLOSE.GONE);
				// It was there until now, whatever the platform counts at this moment.
				watchingPresence(side ? { ...presence(), [side]: true } : presence(), () => {});
			}),
	};
}

const PLAYERS = "players";
const SPECTATORS = "spectators";
const callerTag = (caller: string): string => `caller ${caller}`;
const seatTag = (player: PlayerId): string => `seat ${player}`;

function watcherOf(socket: WebSocket): Watcher | null {
	return socket.deserializeAttachment() as Watcher | null;
}

/** A player by the seat, anybody in a public game, and whoever holds a key for as long as it shows the game. */
function mayWatch(state: MatchState, { ply, viewer }: Watcher): boolean {
	return mayView(state, viewer) || (ply !== null && mayViewByKey(state, ply));
}

/** A socket that takes nothing any more is dropped without a word. */
function send(socket: WebSocket, messages: readonly LiveMessage[]): void {
	try {
		for (const message of messages) socket.send(JSON.stringify(message));
	} catch {
		drop(socket, CLOSE.GONE);
	}
}

function drop(socket: WebSocket, code: number): void {
	const watcher = watcherOf(socket);
	if (watcher) socket.serializeAttachment({ ...watcher, gone: true });
	try {
		socket.close(code);
	} catch {
		// It is closed already.
	}
}
