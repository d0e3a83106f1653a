/** What a webhook is sent: an event as data for programs, or a message that Discord shows. */
import type { Delivery, DeliveryKind } from "../../db/deliveries.ts";
import { otherSide, type Side } from "../../engine/piece.ts";
import type { ChatNotice } from "../../match/chat.ts";
import type { Interval } from "../../match/intervals.ts";
import type { Notice, OfferNews } from "../../match/notices.ts";
import type { PlayerId } from "../../match/terms.ts";
import { instant } from "../../match/view.ts";
import type { InvitationPayload } from "../letters/account-letters.ts";
import { noticeWords, type Reading } from "./notice-words.ts";

/** What is looked up for it. */
export type HookReading = Reading & {
	readonly origin: string;
	/** Whether everybody may see the game: then its picture can be shown. */
	readonly pictured: boolean;
};

/** The `type` of an event: a family, and what happened. */
const TYPES = {
	"game-started": "game.started",
	"your-turn": "game.your-turn",
	reminder: "game.reminder",
	"game-over": "game.over",
	offer: "game.offer",
	vacation: "game.vacation",
	chat: "game.chat",
	challenge: "challenge.received",
	account: "account.test",
} as const satisfies Partial<Record<DeliveryKind, string>>;

/** All there are. */
export const EVENT_TYPES = Object.values(TYPES);

function typeOf(kind: DeliveryKind): string {
	return (TYPES as Partial<Record<DeliveryKind, string>>)[kind] ?? kind;
}

/** The body of an event (Standard Webhooks): `type`, when it happened, and `data` in the words of the API. */
export function standardBody(delivery: Delivery, reading: HookReading): string {
	return JSON.stringify({
		type: typeOf(delivery.kind),
		timestamp: instant(happened(delivery)),
		data: { kind: delivery.kind, ...dataOf(delivery, reading) },
	});
}

function happened({ createdAt, kind, payload }: Delivery): number {
	return isAboutGame(kind) || kind === "chat" ? (payload as Pick<Notice, "at">).at : createdAt;
}

function isAboutGame(kind: DeliveryKind): boolean {
	return kind !== "chat" && typeOf(kind).startsWith("game.");
}

function dataOf(delivery: Delivery, reading: HookReading): Readonly<Record<string, unknown>> {
	const named = (id: PlayerId) => ({ id, name: reading.names[id] ?? null });
	if (isAboutGame(delivery.kind) && delivery.game !== null) {
		return gameData(delivery.game, { ...(delivery.payload as Notice), ...reading.standing }, reading, named);
	}
	if (delivery.kind === "chat") {
		const { at, from, game, id, more, seat, text } = delivery.payload as ChatNotice;
		const message = { id, from: named(from), text, at: instant(at) };
		return { id: game, url: pageOf(reading, game), you: { seat }, message, more };
	}
	if (delivery.kind === "challenge") {
		const { challenge, expiresAt, from, message, terms } = delivery.payload as InvitationPayload;
		return {
			id: challenge,
			url: `${reading.origin}/challenges/${challenge}`,
			challenger: named(from),
			terms,
			message,
			expiresAt: instant(expiresAt),
		};
	}
	return {};
}

/** As the API shows a game, and beside it what has happened. */
function gameData(game: string, notice: Notice, reading: HookReading, named: (id: PlayerId) => unknown) {
	const player = (side: Side) => (side === notice.seat ? notice.player : notice.opponent);
	const { colours, gameString, news, ply, result, rules, seat, seq, status, timeControl, vacation, yourTurn } = notice;
	const toMove = yourTurn ? seat : status === "active" ? otherSide(seat) : null;
	return {
		id: game,
		seq,
		ply,
		status,
		result,
		rules,
		timeControl,
		gameString,
		white: { player: named(player("white")), colour: colours.white },
		black: { player: named(player("black")), colour: colours.black },
		toMove,
		// Of the receiver's own clock: the other one is none of their business yet.
		deadline: notice.deadline === null ? null : instant(notice.deadline),
		you: { seat },
		drawOffered: notice.drawOffered,
		offer: news && offerData(news),
		vacation: vacation && intervalData(vacation),
		url: pageOf(reading, game),
		picture: pictureOf(reading, game, ply),
	};
}

const offerData = ({ action, offer, ply, timeControl }: OfferNews) => ({
	action,
	offer,
	...(ply === undefined ? {} : { ply }),
	...(timeControl === undefined ? {} : { timeControl }),
});

const intervalData = ({ from, to }: Interval) => ({ from: instant(from), to: instant(to) });

const pageOf = ({ origin }: HookReading, game: string): string => `${origin}/games/${game}`;

/** Null where only the players may see it. */
function pictureOf({ origin, pictured }: HookReading, game: string, ply: number): string | null {
	return pictured ? `${origin}/v1/games/${game}/board.png?ply=${ply}` : null;
}

/** A bar beside the message: whether the reader has to do something, or should know. */
const COLOURS = { act: 0xd9822b, know: 0x3b6ea5, over: 0x5c6670 } as const;

/** A message of one embed (Discord, "Execute Webhook"): it mentions nobody, whatever a name looks like. */
export function discordBody(delivery: Delivery, reading: HookReading): string {
	const words = noticeWords(delivery, reading);
	const notice = isAboutGame(delivery.kind) ? { ...(delivery.payload as Notice), ...reading.standing } : null;
	const picture = notice && delivery.game !== null ? pictureOf(reading, delivery.game, notice.ply) : null;
	const colour = notice?.yourTurn ? "act" : delivery.kind === "game-over" ? "over" : "know";
	return JSON.stringify({
		username: "Hivepost",
		allowed_mentions: { parse: [] },
		embeds: [
			{
				title: escapeMarkdown(words.title).slice(0, 250),
				description: escapeMarkdown(words.body).slice(0, 2_000),
				url: linkOf(delivery, reading),
				color: COLOURS[colour],
				timestamp: instant(happened(delivery)),
				...(picture === null ? {} : { image: { url: picture } }),
			},
		],
	});
}

function linkOf({ game, kind, payload }: Delivery, reading: HookReading): string {
	if (kind === "challenge") return `${reading.origin}/challenges/${(payload as InvitationPayload).challenge}`;
	return game === null ? reading.origin : pageOf(reading, game);
}

/** Names and messages are text there as everywhere. */
function escapeMarkdown(text: string): string {
	return text.replace(/[\\*_~`|>#[\]<@]/g, "\\$&");
}
