/** The letter of a digest: what waits for a move first, with the time left and the way there; then what else is new. */
import { resultWords } from "../../board/words.ts";
import { otherSide, type Side } from "../../engine/piece.ts";
import { type Say, speaker } from "../../i18n/catalogue.ts";
import { formatInstant, formatSpan } from "../../i18n/formats.ts";
import type { OfferNews } from "../../match/notices.ts";
import type { PlayerId } from "../../match/terms.ts";
import type { Digest, DigestGame } from "../digest.ts";
import { type Addressed, greeting } from "./account-letters.ts";
import { glimpseOf } from "./chat-letter.ts";
import { type Block, type Letter, plainWords } from "./letter.ts";
import { ruleSetTheme } from "./terms.ts";

/** What the letter needs beside the digest itself. */
type About = {
	readonly nameOf: (player: PlayerId) => string;
	/** Turn keys by game, for those in which the reader is to move. */
	readonly keys: ReadonlyMap<string, string>;
};

export function digestLetter(reader: Addressed, digest: Digest, { keys, nameOf }: About): Letter {
	const { locale, origin, timeZone } = reader;
	const say = speaker(locale);
	const waiting = digest.games.filter(({ yourTurn }) => yourTurn);
	const others = digest.games.filter(({ yourTurn }) => !yourTurn);
	const subject = say("mail.digest.subject", { waiting: waiting.length });
	const first = digest.games[0];
	const blocksOf = (game: DigestGame): readonly Block[] => {
		const opponent = nameOf(game.opponent);
		const key = keys.get(game.game);
		const page = `${origin}/games/${game.game}`;
		return [
			{ kind: "text", text: gameWords(say, reader, game, opponent) },
			key === undefined
				? { kind: "link", label: say("mail.digest.open", { opponent }), href: page }
				: {
						kind: "link",
						label: say("mail.digest.move", { opponent }),
						href: `${page}?key=${encodeURIComponent(key)}`,
					},
		];
	};
	return {
		locale,
		subject,
		preview: first ? gameWords(say, reader, first, nameOf(first.opponent)) : subject,
		blocks: [
			{ kind: "text", text: greeting(reader) },
			...waiting.flatMap(blocksOf),
			...(keys.size > 0 ? [{ kind: "small", text: say("mail.digest.keys") } as const] : []),
			...others.flatMap(blocksOf),
			...digest.invitations.flatMap(({ challenge, expiresAt, from }): readonly Block[] => [
				{
					kind: "text",
					text: [
						say("mail.invitation.subject", { from: nameOf(from) }),
						say("mail.invitation.expires", { until: formatInstant(locale, expiresAt, timeZone) }),
					].join(". "),
				},
				{ kind: "link", label: say("mail.invitation.button"), href: `${origin}/challenges/${challenge}` },
			]),
		],
		footer: [say("mail.digest.footer"), say("mail.footerService")],
	};
}

/** A game in a few sentences. */
function gameWords(say: Say, reader: Addressed, game: DigestGame, opponent: string): string {
	const { locale, at, timeZone } = reader;
	const { chat, deadline, offers, over, seat, started, vacation, yourTurn } = game;
	const names = { [seat]: say("mail.turn.you"), [otherSide(seat)]: opponent } as Record<Side, string>;
	const sentences = [
		...(started ? [say("mail.started.lead", { opponent })] : []),
		...(over
			? [
					say("mail.digest.over", { opponent }),
					resultWords(speaker(locale, ruleSetTheme(over.rules.id)), over.result, names, seat),
				]
			: []),
		...(yourTurn ? [say("mail.digest.yourTurn", { opponent })] : []),
		...(yourTurn && deadline !== null
			? [
					say("mail.digest.left", {
						span: formatSpan(locale, deadline - at),
						deadline: formatInstant(locale, deadline, timeZone),
					}),
				]
			: []),
		...offers.map((news) => offerWords(say, news, opponent)),
		...(vacation ? [say("mail.vacation.lead", { opponent, to: formatInstant(locale, vacation.to, timeZone) })] : []),
		...(chat ? [chatWords(say, chat, opponent)] : []),
	];
	return sentences.join(" ");
}

function offerWords(say: Say, { action, offer }: OfferNews, opponent: string): string {
	switch (action) {
		case "offered":
			return say("mail.digest.offer", { offer, opponent });
		case "accepted":
			return say("mail.offer.accepted", { offer, opponent });
		case "declined":
			return say("mail.offer.declined", { offer, opponent });
	}
}

function chatWords(say: Say, { more, text }: { readonly text: string; readonly more: number }, opponent: string) {
	const words = glimpseOf(plainWords(text, say("mail.linkRemoved")));
	const first = say("mail.digest.chat", { opponent, words });
	return more > 0 ? `${first} ${say("mail.chat.more", { more })}` : first;
}
