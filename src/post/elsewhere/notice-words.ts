/** A notice in two lines, for where there is no room for a letter: on a device, in a channel of somebody else's. */
import { moveWords, PLAIN_LOOK, resultWords } from "../../board/words.ts";
import type { Delivery } from "../../db/deliveries.ts";
import { otherSide, type Side } from "../../engine/piece.ts";
import { type Locale, type Say, speaker } from "../../i18n/catalogue.ts";
import { formatInstant, formatSpan } from "../../i18n/formats.ts";
import type { ChatNotice } from "../../match/chat.ts";
import type { Notice } from "../../match/notices.ts";
import type { PlayerId } from "../../match/terms.ts";
import type { InvitationPayload } from "../letters/account-letters.ts";
import { glimpseOf } from "../letters/chat-letter.ts";
import { plainWords } from "../letters/letter.ts";
import { replayRecord } from "../letters/story.ts";
import { ruleSetTheme, ruleSetWords, timeWords } from "../letters/terms.ts";
import type { Standing } from "../truth.ts";

export type Words = { readonly title: string; readonly body: string };

/** Who reads it, and when it was written. */
export type Reading = {
	readonly locale: Locale;
	/** IANA name. */
	readonly timeZone: string;
	/** ms */
	readonly at: number;
	/** Names by player id; somebody whose account is gone has none. */
	readonly names: Readonly<Record<string, string>>;
	/** How the game stood then, where that is known. */
	readonly standing: Standing | null;
};

export function noticeWords(delivery: Pick<Delivery, "kind" | "payload">, reading: Reading): Words {
	const say = speaker(reading.locale);
	const nameOf = (player: PlayerId): string => reading.names[player] ?? say("mail.somebody");
	switch (delivery.kind) {
		case "game-started":
		case "your-turn":
		case "reminder":
		case "game-over":
		case "offer":
		case "vacation": {
			const notice = { ...(delivery.payload as Notice), ...reading.standing };
			const themed = speaker(reading.locale, ruleSetTheme(notice.rules.id));
			return gameWords(themed, reading, notice, nameOf(notice.opponent));
		}
		case "chat": {
			const { from, more, text } = delivery.payload as ChatNotice;
			const words = glimpseOf(plainWords(text, say("mail.linkRemoved")));
			return {
				title: say("notice.chat", { opponent: nameOf(from) }),
				body: sentences(words, more > 0 && say("mail.chat.more", { more })),
			};
		}
		case "challenge": {
			const { expiresAt, from, terms } = delivery.payload as InvitationPayload;
			const about = [ruleSetWords(terms.rules.id, reading.locale), timeWords(terms.timeControl, reading.locale)];
			const until = formatInstant(reading.locale, expiresAt, reading.timeZone);
			return {
				title: say("mail.invitation.subject", { from: nameOf(from) }),
				body: sentences(`${about.join(", ")}.`, say("mail.invitation.expires", { until })),
			};
		}
		default:
			return { title: say("notice.test"), body: say("notice.testBody") };
	}
}

/** Everybody whom a notice names, the reader too. */
export function peopleIn({ kind, payload }: Pick<Delivery, "kind" | "payload">): readonly string[] {
	switch (kind) {
		case "challenge":
			return [(payload as InvitationPayload).from];
		case "chat":
			return [(payload as ChatNotice).from];
		case "account":
			return [];
		default: {
			const { opponent, player } = payload as Notice;
			return [player, opponent];
		}
	}
}

function gameWords(say: Say, reading: Reading, notice: Notice, opponent: string): Words {
	const yours = notice.yourTurn && say("mail.digest.yourTurn", { opponent });
	const left = notice.yourTurn && timeLeft(say, reading, notice);
	switch (notice.kind) {
		case "game-started":
			return { title: say("mail.started.lead", { opponent }), body: sentences(yours, left) };
		case "your-turn":
			return {
				title: say("mail.digest.yourTurn", { opponent }),
				body: sentences(lastMove(say, notice, opponent), left),
			};
		case "reminder": {
			if (notice.deadline === null) return { title: say("mail.digest.yourTurn", { opponent }), body: "" };
			const deadline = formatInstant(reading.locale, notice.deadline, reading.timeZone);
			return { title: say("mail.reminder.lead", { deadline }), body: sentences(yours) };
		}
		case "game-over": {
			const names = { [notice.seat]: say("mail.turn.you"), [otherSide(notice.seat)]: opponent } as Record<Side, string>;
			return {
				title: say("mail.digest.over", { opponent }),
				body: resultWords(say, notice.result, names, notice.seat),
			};
		}
		case "offer": {
			if (!notice.news) return { title: say("mail.started.lead", { opponent }), body: sentences(yours) };
			const { action, offer } = notice.news;
			const title =
				action === "offered"
					? say("mail.digest.offer", { offer, opponent })
					: say(`mail.offer.${action}`, { offer, opponent });
			return { title, body: sentences(yours, left) };
		}
		case "vacation": {
			const to = formatInstant(reading.locale, notice.vacation?.to ?? notice.at, reading.timeZone);
			return { title: say("mail.vacation.lead", { opponent, to }), body: sentences(yours, left) };
		}
	}
}

function timeLeft(say: Say, { at, locale, timeZone }: Reading, { deadline }: Notice): string | false {
	if (deadline === null) return false;
	const span = formatSpan(locale, deadline - at);
	return say("mail.digest.left", { span, deadline: formatInstant(locale, deadline, timeZone) });
}

/** What the opponent played; nothing where a take-back or the beginning made it the reader's move. */
function lastMove(say: Say, notice: Notice, opponent: string): string | false {
	if (notice.news?.action === "accepted") return say("mail.turn.takenBack");
	const { plies } = replayRecord(notice.gameString);
	const newest = plies.findLast((ply) => ply.side !== notice.seat && ply.move !== "pass");
	const look = { ...PLAIN_LOOK, colours: notice.colours };
	return newest ? `${opponent}: ${moveWords(say, newest, look)}.` : false;
}

function sentences(...parts: readonly (string | false)[]): string {
	return parts.filter((part) => part !== false && part !== "").join(" ");
}
