/** The letter about a message in a game's chat: what the opponent wrote, and the way to answer. In the game's own thread. */
import { speaker } from "../../i18n/catalogue.ts";
import type { ChatNotice } from "../../match/chat.ts";
import { type Addressed, greeting } from "./account-letters.ts";
import { gameSubject } from "./game-letters.ts";
import { type Letter, plainWords } from "./letter.ts";

/** As much of a message as a list of mails shows beside the subject. */
const GLIMPSE = 90;

/** @param opponent the writer's name */
export function chatLetter(reader: Addressed, notice: ChatNotice, opponent: string): Letter {
	const say = speaker(reader.locale);
	const words = plainWords(notice.text, say("mail.linkRemoved"));
	return {
		locale: reader.locale,
		subject: gameSubject(say, opponent, notice.game),
		preview: say("mail.chat.preview", { opponent, words: glimpseOf(words) }),
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: say("mail.chat.lead", { opponent }) },
			{ kind: "quote", text: words },
			...(notice.more > 0 ? [{ kind: "text", text: say("mail.chat.more", { more: notice.more }) } as const] : []),
			{ kind: "button", label: say("mail.chat.button"), href: `${reader.origin}/games/${notice.game}` },
			{ kind: "small", text: say("mail.chat.once") },
		],
		footer: [say("mail.footerGame"), say("mail.footerService")],
	};
}

/** The beginning of a message on one line, cut between characters. */
export function glimpseOf(words: string): string {
	const line = [...words.replace(/\s+/g, " ")];
	return line.length > GLIMPSE ? `${line.slice(0, GLIMPSE).join("").trimEnd()}…` : line.join("");
}
