/** The letter with a move that its reader has prepared and wants to confirm later. */
import { speaker } from "../../i18n/catalogue.ts";
import type { PlayerId } from "../../match/terms.ts";
import { type Addressed, greeting } from "./account-letters.ts";
import { gameSubject } from "./game-letters.ts";
import type { Letter } from "./letter.ts";

/** Of an `account` delivery: the link's token is made of it anew when the mail is composed. */
export type MoveLinkPayload = {
	readonly about: "move-link";
	readonly game: string;
	readonly ply: number;
	readonly move: string;
	readonly after: string;
	/** The move in words, as its player saw it. */
	readonly words: string;
	readonly opponent: PlayerId;
};

/**
 * @param opponent the opponent's name
 * @param token the last part of the link's address
 */
export function moveLinkLetter(reader: Addressed, payload: MoveLinkPayload, opponent: string, token: string): Letter {
	const say = speaker(reader.locale);
	const { game, move, words } = payload;
	return {
		locale: reader.locale,
		subject: gameSubject(say, opponent, game),
		preview: say("mail.moveLink.preview", { words }),
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: say("mail.moveLink.lead", { opponent, words, move }) },
			{ kind: "button", label: say("mail.moveLink.button"), href: `${reader.origin}/m/${token}` },
			{ kind: "small", text: say("mail.moveLink.once") },
		],
		footer: [say("mail.footerGame"), say("mail.footerService")],
	};
}
