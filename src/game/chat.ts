/**
 * Chat beside a game's log: who may read and write in which room, and the mail that tells of a message. Nothing of it
 * shows in `seq`: messages have numbers of their own.
 */
import { isBlocked } from "../db/blocks.ts";
import type { NewDelivery } from "../db/deliveries.ts";
import { insertTold } from "../db/targets.ts";
import { otherSide } from "../engine/piece.ts";
import {
	CHAT_WAIT,
	type ChatNotice,
	FIRST_PUBLIC,
	type Message,
	type Reading,
	type Room,
	untold,
} from "../match/chat.ts";
import { type MatchState, mayView, seatOf } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import { inTime, logProblem } from "./facts.ts";
import type { Inside } from "./inside.ts";
import type { Idempotency, KeyReused, Missing, Names } from "./request.ts";
import * as store from "./store.ts";

export type ChatRequest = {
	/** Null: a spectator. */
	readonly viewer: PlayerId | null;
	readonly room: Room;
	/** The last message the asker has; 0 for all. */
	readonly after: number;
	readonly limit: number;
	/** Asked for while nobody looks: what comes of it counts as unread. */
	readonly unseen?: boolean;
};

export type NotAPlayer = { readonly kind: "not-a-player" };

export type ChatPage = {
	readonly kind: "chat";
	readonly messages: readonly Message[];
	/** The room's last message; 0 when it has none. */
	readonly last: number;
	readonly names: Names;
};

export type ChatAnswer = ChatPage | Missing | NotAPlayer;

/** How many messages of one person in how many seconds. */
export type Pace = { readonly count: number; readonly seconds: number };

/** How much of a pace is left: messages, and seconds until there is more. */
export type Left = { readonly allowed: boolean; readonly remaining: number; readonly reset: number };

export type SayRequest = {
	readonly player: PlayerId;
	readonly room: Room;
	/** Checked: as `checkMessage` gives it. */
	readonly text: string;
	readonly paces: readonly Pace[];
	/** When the request entered the service, ms. */
	readonly receivedAt: number;
	readonly idempotency?: Idempotency;
};

/** It stands in the room. */
export type Said = {
	readonly kind: "said";
	readonly message: Message;
	readonly room: Room;
	readonly names: Names;
	/** What is left of each pace; empty in a replay. */
	readonly left: readonly Left[];
	readonly replayed: boolean;
};

/** The public room opens when the game is over. */
export type Closed = { readonly kind: "closed"; readonly replayed: boolean };

/** What an idempotency key brings back. */
export type RecalledSaid = Said | Closed | KeyReused;

export type SayAnswer =
	| RecalledSaid
	| Missing
	| NotAPlayer
	/** Somebody who plays this game wants to hear nothing from the writer. */
	| { readonly kind: "blocked" }
	/** Too often. */
	| { readonly kind: "limited"; readonly left: readonly Left[] }
	/** Whether the writer is blocked cannot be known now. */
	| { readonly kind: "unavailable" };

export type MessageRequest = { readonly viewer: PlayerId | null; readonly id: number };

export type MessageAnswer = { readonly kind: "message"; readonly message: Message } | Missing | NotAPlayer;

/** How long to wait for D1, ms: to know of blocks, and to tell of a message. */
const PATIENCE = 3_000;
const BATCH_PATIENCE = 10_000;

/** Messages of a room in order. A player who asks for the players' own has looked: the next message is worth a mail again. */
export function readChat(inside: Inside, request: ChatRequest): ChatAnswer {
	const { viewer, room, after, limit, unseen = false } = request;
	const state = inside.state();
	const refused = refuse(state, viewer, room);
	if (refused) return refused;
	const { sql } = inside;
	const names = store.readNames(sql);
	const { id: last } = lastIn(sql, room);
	if (room === "players" && viewer !== null && !unseen && last > readingOf(sql, viewer).looked) {
		inside.write(() => noteLooked(sql, viewer, last));
	}
	return { kind: "chat", messages: messagesOf(sql, room, after, limit), last, names };
}

/** One message by its number, for who may read its room. */
export function readMessage(inside: Inside, { viewer, id }: MessageRequest): MessageAnswer {
	const room = id < FIRST_PUBLIC ? "players" : "public";
	const refused = refuse(inside.state(), viewer, room);
	if (refused) return refused;
	const [message] = messagesOf(inside.sql, room, id - 1, 1);
	return message?.id === id ? { kind: "message", message } : { kind: "missing" };
}

/** Writes a message, once for an idempotency key. */
export async function say(inside: Inside, request: SayRequest): Promise<SayAnswer> {
	const early = answered(inside, request.idempotency) ?? refuseToWrite(inside, request);
	if (early) return early;
	const blocked = await isShutOut(inside, request.player);
	if (blocked === null) return { kind: "unavailable" };
	// Nothing awaits from here until it is stored.
	const late = answered(inside, request.idempotency) ?? refuseToWrite(inside, request);
	if (late) return late;
	if (blocked) return { kind: "blocked" };
	const { sql } = inside;
	const { player, room, text } = request;
	const { id, at: newest } = lastIn(sql, room);
	const at = Math.max(Math.min(request.receivedAt, Date.now()), newest);
	const left = request.paces.map((pace) => leftOf(sql, player, pace, at));
	if (left.some(({ allowed }) => !allowed)) return { kind: "limited", left };
	const message = { id: Math.max(id + 1, room === "public" ? FIRST_PUBLIC : 1), at, player, text };
	const said: Said = { kind: "said", message, room, names: store.readNames(sql), left: [], replayed: false };
	inside.write(() => {
		sql.exec(
			"INSERT INTO chat (id, room, player, at, text) VALUES (?, ?, ?, ?, ?)",
			message.id,
			room,
			player,
			at,
			text,
		);
		keep(sql, request.idempotency, said, at);
		armTelling(inside);
	});
	inside.tell({ type: "chat", id: message.id });
	return { ...said, left: left.map((one) => ({ ...one, remaining: one.remaining - 1 })) };
}

/** The first answer to an idempotency key; http asks before any check of its own may fail. */
export function recallSaid(inside: Inside, idempotency: Idempotency): RecalledSaid | null {
	return answered(inside, idempotency);
}

/**
 * Tells of the messages that have waited long enough: one mail to a reader who has looked since the last one. The row
 * is the same whenever it is made and made once, so that after a failure all of it can be done again.
 * @throws when D1 does not take it: the alarm comes again
 */
export async function tellOfChat(inside: Inside, now: number): Promise<void> {
	const state = inside.state();
	if (!state) return;
	const { sql } = inside;
	const { id: last } = lastIn(sql, "players");
	const notices = pendingNotices(inside, state).filter(({ at }) => at + CHAT_WAIT <= now);
	if (notices.length > 0) {
		const { DB } = inside.env();
		await inTime(BATCH_PATIENCE, DB.batch([...insertTold(DB, notices.map(deliveryOf))]));
	}
	inside.write(() => {
		for (const { player } of notices) {
			sql.exec(
				`INSERT INTO chat_cursor (player, told) VALUES (?, ?)
				 ON CONFLICT (player) DO UPDATE SET told = MAX(told, excluded.told)`,
				player,
				last,
			);
		}
		store.clearTimer(sql, "chat");
		armTelling(inside);
	});
	if (notices.length > 0) inside.later(wake(inside, notices.map(deliveryOf)));
}

/** What a player has not seen and no mail has told of: the first message, and how many followed it. */
export type Unread = Pick<ChatNotice, "id" | "text" | "more">;

/** For a letter that goes out anyway. Null: nothing. Changes nothing. */
export function unreadBy(inside: Inside, player: PlayerId): Unread | null {
	const state = inside.state();
	const news = state && pendingNotices(inside, state).find((one) => one.player === player);
	return news ? { id: news.id, text: news.text, more: news.more } : null;
}

/** Tells the post that there is something to deliver. A lost wake-up delays a notice: the cron sweep finds it. */
async function wake(inside: Inside, deliveries: readonly { readonly id: string }[]): Promise<void> {
	try {
		await inside.env().WAKE.send({ deliveries: deliveries.map(({ id }) => id) });
	} catch (problem) {
		logProblem("wake", inside.id, problem);
		inside.write(() => store.countLostWake(inside.sql));
	}
}

/** Sets the timer for the next message that is to be told, where none stands: one that was put off keeps its count. */
function armTelling(inside: Inside): void {
	const state = inside.state();
	const due = state ? pendingNotices(inside, state).map(({ at }) => at + CHAT_WAIT) : [];
	if (due.length > 0) store.ensureTimer(inside.sql, "chat", Math.min(...due));
}

function pendingNotices({ id: game, sql }: Inside, state: MatchState): readonly ChatNotice[] {
	return (["white", "black"] as const).flatMap((seat): readonly ChatNotice[] => {
		const player = state.players[seat];
		const reading = readingOf(sql, player);
		const since = Math.max(reading.looked, reading.told);
		const news = untold(messagesOf(sql, "players", since, -1), player, reading);
		if (!news) return [];
		const { at, id, text } = news.first;
		const opponent = state.players[otherSide(seat)];
		return [{ kind: "chat", game, player, seat, from: opponent, opponent, id, at, text, more: news.more }];
	});
}

function deliveryOf(notice: ChatNotice): NewDelivery {
	const dueAt = notice.at + CHAT_WAIT;
	return {
		id: `${notice.game}.chat.${notice.id}.${notice.player}.email`,
		game: notice.game,
		// Beside the log: a message has no event.
		seq: null,
		player: notice.player,
		address: null,
		channel: "email",
		kind: "chat",
		payload: notice,
		dueAt,
		createdAt: dueAt,
	};
}

/** Whoever does not see the game hears that there is none; the players' room is theirs. */
function refuse(state: MatchState | null, viewer: PlayerId | null, room: Room): Missing | NotAPlayer | null {
	if (!state || !mayView(state, viewer)) return { kind: "missing" };
	return room === "players" && seatOf(state, viewer) === null ? { kind: "not-a-player" } : null;
}

function refuseToWrite(
	inside: Inside,
	{ idempotency, player, room }: SayRequest,
): Missing | NotAPlayer | Closed | null {
	const state = inside.state();
	const refused = refuse(state, player, room);
	if (refused || room === "players" || state?.status !== "active") return refused;
	const closed = { kind: "closed", replayed: false } as const;
	if (idempotency) inside.write(() => keep(inside.sql, idempotency, closed, Date.now()));
	return closed;
}

/** Whether somebody who plays here has blocked the writer; null when that cannot be known. */
async function isShutOut(inside: Inside, writer: PlayerId): Promise<boolean | null> {
	const state = inside.state();
	const others = state ? [state.players.white, state.players.black].filter((player) => player !== writer) : [];
	try {
		const found = await inTime(PATIENCE, Promise.all(others.map((other) => isBlocked(inside.env().DB, other, writer))));
		return found.includes(true);
	} catch (problem) {
		logProblem("blocks", inside.id, problem);
		return null;
	}
}

function answered(inside: Inside, idempotency: Idempotency | undefined): RecalledSaid | null {
	if (!idempotency || !inside.state()) return null;
	const kept = store.readAnswer<Said | Closed>(inside.sql, idempotency);
	if (kept === "reused") return { kind: "key-reused" };
	return kept && { ...kept, replayed: true };
}

function keep(sql: SqlStorage, idempotency: Idempotency | undefined, answer: Said | Closed, at: number): void {
	if (!idempotency) return;
	store.keepAnswer(sql, idempotency, answer, at);
	store.ensureTimer(sql, "purge", at + store.ANSWERS_KEPT);
}

/** What a person may still write, counted over both rooms: a message counts for as long as the pace says. */
function leftOf(sql: SqlStorage, player: PlayerId, { count, seconds }: Pace, now: number): Left {
	const counted = sql
		.exec<{ at: number }>(
			"SELECT at FROM chat WHERE player = ? AND at > ? ORDER BY at DESC LIMIT ?",
			player,
			now - seconds * 1000,
			count,
		)
		.toArray();
	const oldest = counted.at(-1)?.at ?? now;
	const remaining = count - counted.length;
	return { allowed: remaining > 0, remaining, reset: Math.max(1, Math.ceil((oldest - now) / 1000 + seconds)) };
}

function messagesOf(sql: SqlStorage, room: Room, after: number, limit: number): readonly Message[] {
	return sql
		.exec<Message>(
			"SELECT id, at, player, text FROM chat WHERE room = ? AND id > ? ORDER BY id LIMIT ?",
			room,
			after,
			limit,
		)
		.toArray();
}

/** The number of each room's last message; 0 when it has none. */
export function lastMessages(sql: SqlStorage): Readonly<Record<Room, number>> {
	return { players: lastIn(sql, "players").id, public: lastIn(sql, "public").id };
}

/** What somebody wrote, and where. */
export type Written = Pick<Message, "at" | "text"> & { readonly room: Room };

/** All that a person has written in this game, oldest first. */
export function writtenBy(sql: SqlStorage, player: PlayerId): readonly Written[] {
	return sql.exec<Written>("SELECT room, at, text FROM chat WHERE player = ? ORDER BY at, id", player).toArray();
}

/** A room's last message; number and instant are 0 when it has none. */
function lastIn(sql: SqlStorage, room: Room): Pick<Message, "id" | "at"> {
	const [row] = sql
		.exec<Pick<Message, "id" | "at">>("SELECT id, at FROM chat WHERE room = ? ORDER BY id DESC LIMIT 1", room)
		.toArray();
	return row ?? { id: 0, at: 0 };
}

function readingOf(sql: SqlStorage, player: PlayerId): Reading {
	const [row] = sql.exec<Reading>("SELECT looked, told FROM chat_cursor WHERE player = ?", player).toArray();
	return row ?? { looked: 0, told: 0 };
}

function noteLooked(sql: SqlStorage, player: PlayerId, last: number): void {
	sql.exec(
		`INSERT INTO chat_cursor (player, looked) VALUES (?, ?)
		 ON CONFLICT (player) DO UPDATE SET looked = MAX(looked, excluded.looked)`,
		player,
		last,
	);
}
