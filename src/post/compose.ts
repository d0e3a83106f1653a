/**
 * From a delivery to the mail itself. Everything in it comes from the row (payload, and what the first attempt wrote
 * down), from the configuration and from the secret: composed again it is the same to the byte.
 */
import { SIGN_IN_LIFE, signInCode, signInToken } from "../account/sign-in.ts";
import { invitationToken } from "../challenge/invitation.ts";
import { type Delivery, threadOf } from "../db/deliveries.ts";
import { namesOf, type Player, playerByEmail, playerById } from "../db/players.ts";
import { firstMoveTime } from "../env.ts";
import { speaker } from "../i18n/catalogue.ts";
import { localeOf } from "../i18n/negotiation.ts";
import { moveLinkToken, turnKey } from "../keys.ts";
import type { ChatNotice } from "../match/chat.ts";
import type { Notice } from "../match/notices.ts";
import { lookUpDigest, othersInDigest } from "./digest.ts";
import type { Frozen, PostEnv } from "./frozen.ts";
import { type ReplyPayload, replyLetter } from "./inbound/answer-letters.ts";
import { replyFields, threadHeaders } from "./inbound/reply-address.ts";
import {
	type Addressed,
	type InvitationPayload,
	invitationLetter,
	type SignInPayload,
	signInLetter,
} from "./letters/account-letters.ts";
import { chatLetter } from "./letters/chat-letter.ts";
import { digestLetter } from "./letters/digest-letter.ts";
import { canEnclose, encloseBoard } from "./letters/enclosed-board.ts";
import { gameLetter } from "./letters/game-letters.ts";
import { letterHtml } from "./letters/html.ts";
import type { Letter } from "./letters/letter.ts";
import { moveLinkLetter } from "./letters/move-link-letter.ts";
import { letterText } from "./letters/plain.ts";
import { type AccountPayload, accountLetter } from "./letters/test-letter.ts";
import type { Mail } from "./mail/transport.ts";
import { type Standing, workingLeft } from "./truth.ts";
import { unsubscribeHeaders } from "./unsubscribe.ts";

/**
 * Looks up what the letter of a delivery needs; null when there is nobody (any more) to send it to.
 * @param standing how the game stands now, where that is known
 */
export async function lookUpReader(
	db: D1Database,
	delivery: Delivery,
	now: number,
	standing: Standing | null,
): Promise<Frozen | null> {
	const reader = await findReader(db, delivery);
	if (!reader) return null;
	const digest = delivery.kind === "digest" ? await lookUpDigest(db, delivery, now) : null;
	if (delivery.kind === "digest" && !digest) return null;
	const others = digest ? othersInDigest(digest) : othersIn(delivery);
	return {
		...reader,
		names: others.length === 0 ? {} : await namesOf(db, others),
		thread: await threadOf(db, delivery),
		at: now,
		...(standing ? { standing } : {}),
		...(digest ? { digest } : {}),
		...(delivery.kind === "reminder" ? { left: await workingLeft(db, delivery, standing, now) } : {}),
	};
}

/** Whether the letter, as it would be written with what was found, can show its board as a picture. */
export async function canPicture(env: PostEnv, delivery: Delivery, found: Frozen): Promise<boolean> {
	return canEnclose(await writeLetter(env, delivery, found), delivery.attempts);
}

/** An instant after which the letter would be no use, ms; null when it always is. */
export function usefulUntil(delivery: Delivery, standing: Standing | null): number | null {
	switch (delivery.kind) {
		case "sign-in":
			return delivery.createdAt + SIGN_IN_LIFE;
		case "challenge":
			return (delivery.payload as InvitationPayload).expiresAt;
		case "reminder":
			return (standing ?? (delivery.payload as Notice)).deadline;
		case "vacation":
			return (delivery.payload as Notice).vacation?.to ?? null;
		default:
			return null;
	}
}

export async function composeMail(env: PostEnv, delivery: Delivery, frozen: Frozen): Promise<Mail> {
	const letter = await writeLetter(env, delivery, frozen);
	const say = speaker(letter.locale, letter.theme);
	const picture = frozen.pictured ? await encloseBoard(letter, env.MAIL_DOMAIN) : null;
	return {
		id: delivery.id,
		at: frozen.at,
		to: frozen.to,
		from: env.MAIL_FROM,
		...(await replyFields(env, delivery, frozen)),
		subject: letter.subject,
		text: letterText(letter, say),
		html: letterHtml(letter, say, picture?.shown ?? null),
		...(picture ? { attachments: [picture.attachment] } : {}),
		headers: {
			"Auto-Submitted": delivery.kind === "reply" ? "auto-replied" : "auto-generated",
			"Content-Language": letter.locale,
			"X-Hivepost-Delivery": delivery.id,
			"X-Hivepost-Kind": delivery.kind,
			...(delivery.game === null
				? {}
				: { "X-Hivepost-Game": delivery.game, "List-Id": `Hivepost games <games.${env.MAIL_DOMAIN}>` }),
			...threadHeaders(delivery, frozen.thread),
			...(await unsubscribeHeaders(env, delivery, frozen)),
		},
	};
}

async function writeLetter(env: PostEnv, delivery: Delivery, frozen: Frozen): Promise<Letter> {
	const reader: Addressed = {
		to: frozen.to,
		name: frozen.name,
		locale: localeOf(frozen.locale),
		timeZone: frozen.timeZone,
		at: frozen.at,
		origin: env.ORIGIN,
	};
	switch (delivery.kind) {
		case "sign-in": {
			const payload = delivery.payload as SignInPayload;
			return signInLetter(reader, payload, {
				token: await signInToken(env.SECRET, payload.signIn),
				code: await signInCode(env.SECRET, payload.signIn),
				expiresAt: delivery.createdAt + SIGN_IN_LIFE,
			});
		}
		case "challenge": {
			const payload = delivery.payload as InvitationPayload;
			// Who was invited by address comes in by the token; who was invited as a player signs in as ever.
			const token = delivery.player === null ? await invitationToken(env.SECRET, payload.challenge) : null;
			const firstMove = firstMoveTime(env);
			return invitationLetter(reader, payload, nameOf(frozen, payload.from), token, firstMove);
		}
		case "digest": {
			const { digest } = frozen;
			if (!digest) throw new Error(`the digest ${delivery.id} was not looked up`);
			const keys = new Map<string, string>();
			for (const { game, ply, seat, yourTurn } of digest.games) {
				if (yourTurn) keys.set(game, await turnKey(env.SECRET, game, seat, ply));
			}
			return digestLetter(reader, digest, { nameOf: (player) => nameOf(frozen, player), keys });
		}
		case "account":
			return writeAccountLetter(env, reader, delivery.payload as AccountPayload, frozen);
		case "chat": {
			const notice = delivery.payload as ChatNotice;
			return chatLetter(reader, notice, nameOf(frozen, notice.opponent));
		}
		case "game-started":
		case "your-turn":
		case "reminder":
		case "offer":
		case "vacation":
		case "game-over": {
			const notice = { ...(delivery.payload as Notice), ...frozen.standing };
			if (delivery.game === null) throw new Error(`the delivery ${delivery.id} is about no game`);
			const key = notice.yourTurn ? await turnKey(env.SECRET, delivery.game, notice.seat, notice.ply) : null;
			const opponent = nameOf(frozen, notice.opponent);
			const { left = null, message = null } = frozen;
			return gameLetter(reader, notice, { game: delivery.game, opponent, key, left, message });
		}
		case "reply": {
			const payload = delivery.payload as ReplyPayload;
			if (delivery.game === null) throw new Error(`the delivery ${delivery.id} is about no game`);
			const opponent = nameOf(frozen, payload.opponent);
			return replyLetter(reader, payload, { game: delivery.game, opponent, key: null, left: null });
		}
	}
}

async function writeAccountLetter(
	env: PostEnv,
	reader: Addressed,
	payload: AccountPayload,
	frozen: Frozen,
): Promise<Letter> {
	if (payload.about !== "move-link") return accountLetter(reader, payload);
	const token = await moveLinkToken(env.SECRET, payload);
	return moveLinkLetter(reader, payload, nameOf(frozen, payload.opponent), token);
}

async function findReader(
	db: D1Database,
	delivery: Delivery,
): Promise<Pick<Frozen, "to" | "name" | "locale" | "timeZone"> | null> {
	if (delivery.player !== null) {
		const player = await playerById(db, delivery.player);
		return player && readerOf(player);
	}
	if (delivery.address === null) return null;
	const player = await playerByEmail(db, delivery.address);
	if (player) return readerOf(player);
	const asked = delivery.kind === "sign-in" ? (delivery.payload as SignInPayload) : null;
	return {
		to: delivery.address,
		name: null,
		locale: asked?.locale ?? "en",
		timeZone: asked?.timeZone ?? "UTC",
	};
}

function readerOf({ email, name, locale, timeZone }: Player): Pick<Frozen, "to" | "name" | "locale" | "timeZone"> {
	return { to: email, name, locale, timeZone };
}

function othersIn(delivery: Delivery): readonly string[] {
	switch (delivery.kind) {
		case "sign-in":
		case "digest":
			return [];
		case "account": {
			const payload = delivery.payload as AccountPayload;
			return payload.about === "move-link" ? [payload.opponent] : [];
		}
		case "challenge":
			return [(delivery.payload as InvitationPayload).from];
		default:
			return [(delivery.payload as Notice).opponent];
	}
}

/** Somebody whose account is gone has no name, and is not called by an id. */
function nameOf(frozen: Frozen, player: string): string {
	return frozen.names[player] ?? speaker(localeOf(frozen.locale))("mail.somebody");
}
