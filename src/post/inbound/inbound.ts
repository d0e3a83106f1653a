/**
 * The way of a mail that answers one of ours: whose it is, what it asks, what the game says to that, and the answer. The
 * right to play is the key in the address it came to, together with the sender's address; who it claims to be from
 * otherwise, envelope included, decides nothing. Strangers get no answer at all. Everything may happen twice.
 */
import PostalMime, { type Email } from "postal-mime";
import { countAgainst } from "../../account/limits.ts";
import { countUp } from "../../db/counters.ts";
import { insertDelivery } from "../../db/deliveries.ts";
import { inboundOutcome, noteInbound, type ReplyKey, replyKeyByHash } from "../../db/inbound.ts";
import { emailKey, type Player, playerById } from "../../db/players.ts";
import type { Env } from "../../env.ts";
import type { GameAnswer, GameRequest, LookRequest, Seen } from "../../game/request.ts";
import { sha256 } from "../../keys.ts";
import { answerReply } from "./answer.ts";
import type { ReplyPayload } from "./answer-letters.ts";
import { failedAuthentication, receiversOf, senderOf, writtenByProgram } from "./origin.ts";
import { hashOfKey, keyOfAddress } from "./reply-address.ts";
import { htmlText } from "./reply-html.ts";
import { firstOwnLine } from "./reply-text.ts";

export type InboundEnv = Pick<Env, "DB" | "GAME" | "WAKE" | "MAIL_DOMAIN" | "AUTHSERV" | "RATE_LIMITS">;

/** What a reply may ask of a game object. */
export type GameDesk = {
	ask(request: GameRequest): Promise<GameAnswer>;
	look(request: LookRequest): Promise<Seen | null>;
};

/** A mail as it came: the envelope, and the message. */
export type InboundMail = {
	readonly to: string;
	readonly from: string;
	readonly size: number;
	readonly raw: ReadableStream<Uint8Array> | Uint8Array;
};

/**
 * What became of it. `rejected`: nobody here takes it, and the sending server is told no more than that. `ignored`: a
 * program wrote it. `repeated`: it has been dealt with before. `answered`: an answer is under way, unless too many are.
 */
export type Became =
	| { readonly kind: "rejected"; readonly reason: RejectReason }
	| { readonly kind: "ignored"; readonly reason: string }
	| { readonly kind: "repeated"; readonly outcome: string }
	| { readonly kind: "answered"; readonly outcome: string; readonly delivery: string | null };

export type RejectReason =
	| "too-large"
	| "unreadable"
	| "unknown-address"
	| "unknown-key"
	| "wrong-sender"
	| "failed-authentication";

/** The largest message that is read, bytes. */
export const LARGEST_MAIL = 1024 * 1024;
const DAY = 86_400_000;
const TRIES = 3;

/**
 * Takes a mail. The instant at which it entered decides whether a move was in time.
 * @param now ms
 * @throws when D1 or the game is not to be had: the sending server then tries again, and nothing is done twice
 */
export async function takeMail(env: InboundEnv, mail: InboundMail, now: () => number): Promise<Became> {
	const receivedAt = now();
	const became = await sort(env, mail, receivedAt);
	if (became.kind === "rejected" || became.kind === "ignored") await count(env, became.reason, receivedAt);
	return became;
}

async function sort(env: InboundEnv, mail: InboundMail, receivedAt: number): Promise<Became> {
	const key = keyOfAddress(mail.to, env.MAIL_DOMAIN);
	if (key === null) return { kind: "rejected", reason: "unknown-address" };
	if (mail.size > LARGEST_MAIL) return { kind: "rejected", reason: "too-large" };
	const bytes = await readAll(mail.raw);
	if (!bytes) return { kind: "rejected", reason: "too-large" };
	const message = await parse(bytes);
	if (!message) return { kind: "rejected", reason: "unreadable" };
	const program = writtenByProgram(message.headers, mail.from);
	if (program !== null) return { kind: "ignored", reason: program };
	const keyHash = await hashOfKey(key);
	const replyKey = await replyKeyByHash(env.DB, keyHash);
	if (!replyKey) return { kind: "rejected", reason: "unknown-key" };
	const player = await playerById(env.DB, replyKey.player);
	const sender = senderOf(message.headers);
	if (!player || sender === null || emailKey(sender) !== emailKey(player.email)) {
		return { kind: "rejected", reason: "wrong-sender" };
	}
	if (failedAuthentication(message.headers, receiversOf(env.AUTHSERV, env.MAIL_DOMAIN))) {
		return { kind: "rejected", reason: "failed-authentication" };
	}
	return answer(env, { key, keyHash, replyKey, player, message, bytes, receivedAt });
}

type Reply = {
	readonly key: string;
	readonly keyHash: string;
	readonly replyKey: ReplyKey;
	readonly player: Player;
	readonly message: Email;
	readonly bytes: Uint8Array;
	readonly receivedAt: number;
};

async function answer(env: InboundEnv, reply: Reply): Promise<Became> {
	const { key, keyHash, replyKey, player, message, bytes, receivedAt } = reply;
	const messageHash = await hashOfMessage(message, bytes);
	const before = await inboundOutcome(env.DB, keyHash, messageHash);
	if (before !== null) return { kind: "repeated", outcome: before };
	const payload = await safely(() =>
		answerReply(deskOf(env, replyKey.game), {
			key,
			replyKey,
			player,
			line: ownLine(message),
			messageId: quotableId(message.messageId),
			receivedAt,
			idempotency: { scope: `mail ${keyHash}`, key: messageHash, bodyHash: messageHash },
		}),
	);
	// The player may not see the game any more, or it is gone: they are told no more than a stranger.
	if (!payload) return { kind: "rejected", reason: "unknown-key" };
	const outcome = payload.reply.kind;
	const limit = await countAgainst(env.DB, env.RATE_LIMITS, "reply-key", keyHash, receivedAt);
	const note = noteInbound(env.DB, keyHash, messageHash, outcome, receivedAt);
	if (!limit.allowed) {
		await note.run();
		return { kind: "answered", outcome, delivery: null };
	}
	const id = `${replyKey.game}.reply.${(await sha256(`${keyHash} ${messageHash}`)).slice(0, 32)}`;
	await env.DB.batch([note, deliveryOf(env, id, replyKey, payload, receivedAt)]);
	await wake(env, id);
	return { kind: "answered", outcome, delivery: id };
}

function deliveryOf(
	env: InboundEnv,
	id: string,
	{ game, player }: ReplyKey,
	payload: ReplyPayload,
	now: number,
): D1PreparedStatement {
	return insertDelivery(env.DB, {
		id,
		game,
		// Beside the log: an answer belongs to no event.
		seq: null,
		player,
		address: null,
		channel: "email",
		kind: "reply",
		payload,
		dueAt: now,
		createdAt: now,
	});
}

/** The game of an id that has come out of our own table. */
function deskOf(env: InboundEnv, id: string): GameDesk {
	return env.GAME.getByName(id);
}

/** The first line of a message's own: where a plain text has none, the HTML may. */
export function ownLine({ html, text }: Pick<Email, "html" | "text">): string | null {
	const line = text === undefined ? null : firstOwnLine(text);
	return line ?? (html === undefined ? null : firstOwnLine(htmlText(html)));
}

/** The Message-ID tells a message from another; one that has none is told by all it says. */
async function hashOfMessage(message: Email, bytes: Uint8Array): Promise<string> {
	const id = message.messageId?.trim() ?? "";
	return sha256(id === "" ? `body ${await sha256(new TextDecoder("latin1").decode(bytes))}` : `id ${id}`);
}

/** A Message-ID that our own headers can refer to; null for one that would spoil them. */
function quotableId(id: string | undefined): string | null {
	const match = /^\s*(<[!-;=?-~]{1,300}>)\s*$/.exec(id ?? "");
	return match?.[1] ?? null;
}

/** All of it; null when it is more than we read. */
async function readAll(raw: InboundMail["raw"]): Promise<Uint8Array | null> {
	if (raw instanceof Uint8Array) return raw.byteLength > LARGEST_MAIL ? null : raw;
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = raw.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.byteLength;
		if (size > LARGEST_MAIL) {
			await reader.cancel().catch(() => {});
			return null;
		}
		chunks.push(value);
	}
	const all = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		all.set(chunk, at);
		at += chunk.byteLength;
	}
	return all;
}

/** Whatever a stranger sends is no fault of ours: what cannot be read is null. */
async function parse(bytes: Uint8Array): Promise<Email | null> {
	try {
		return await PostalMime.parse(bytes, {
			maxNestingDepth: 20,
			maxHeadersSize: 256 * 1024,
			forceRfc822Attachments: true,
		});
	} catch {
		return null;
	}
}

/** Once more when the object was not to be reached: what was decided the first time is what is answered. */
async function safely<T>(ask: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await ask();
		} catch (error) {
			if (tries >= TRIES || (error as { retryable?: unknown } | null)?.retryable !== true) throw error;
		}
	}
}

/** A wake-up that is lost delays the answer until the sweep comes by. */
async function wake(env: InboundEnv, delivery: string): Promise<void> {
	try {
		await env.WAKE.send({ deliveries: [delivery] });
	} catch (error) {
		console.error(JSON.stringify({ level: "warning", event: "wake", message: String(error) }));
	}
}

/** Only how many, for people to look at: nothing is kept of what strangers write. */
async function count(env: InboundEnv, reason: string, now: number): Promise<void> {
	try {
		await countUp(env.DB, "inbound", reason, now - (now % DAY));
	} catch (error) {
		console.error(JSON.stringify({ level: "warning", event: "inbound", reason, message: String(error) }));
	}
}
