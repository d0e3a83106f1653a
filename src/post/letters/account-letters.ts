/** The letters to people rather than to players: the link and code to sign in, and the invitation to a game. */

import { type Locale, speaker } from "../../i18n/catalogue.ts";
import { formatInstant } from "../../i18n/formats.ts";
import type { PlayerId, Terms } from "../../match/terms.ts";
import { type Block, type Letter, plainWords } from "./letter.ts";
import { ruleSetWords, termsWords, timeWords } from "./terms.ts";

/** What every letter is written with: the reader as the first attempt found them. */
export type Addressed = {
	readonly locale: Locale;
	/** IANA name. */
	readonly timeZone: string;
	/** The reader's address. */
	readonly to: string;
	/** The reader's player name; null without an account. */
	readonly name: string | null;
	/** When the letter was written first, ms: what spans are counted from. */
	readonly at: number;
	readonly origin: string;
};

/** The payload of a `sign-in` delivery. */
export type SignInPayload = {
	readonly signIn: string;
	readonly locale: string;
	readonly timeZone?: string;
	readonly newcomer: boolean;
};

/** The payload of a `challenge` delivery. */
export type InvitationPayload = {
	readonly challenge: string;
	readonly from: PlayerId;
	readonly terms: Terms;
	readonly message: string | null;
	readonly expiresAt: number;
};

export function signInLetter(
	reader: Addressed,
	payload: SignInPayload,
	secrets: { readonly token: string; readonly code: string; readonly expiresAt: number },
): Letter {
	const { locale } = reader;
	const say = speaker(locale);
	const lead = say(payload.newcomer ? "mail.signIn.leadNew" : "mail.signIn.lead", { address: reader.to });
	return {
		locale,
		subject: say("mail.signIn.subject", { code: secrets.code }),
		preview: lead,
		blocks: [
			{ kind: "text", text: lead },
			{
				kind: "button",
				label: say("mail.signIn.button"),
				href: `${reader.origin}/sign-in?token=${encodeURIComponent(secrets.token)}`,
			},
			{ kind: "code", label: say("mail.signIn.code"), code: secrets.code },
			{
				kind: "small",
				text: say("mail.signIn.valid", { until: formatInstant(locale, secrets.expiresAt, reader.timeZone) }),
			},
		],
		footer: [say("mail.footerSignIn", { origin: reader.origin }), say("mail.footerService")],
	};
}

/**
 * @param from the challenger's name
 * @param token the invitation's token; null for a reader who has an account and signs in as ever
 * @param firstMove least time for a first move, ms
 */
export function invitationLetter(
	reader: Addressed,
	payload: InvitationPayload,
	from: string,
	token: string | null,
	firstMove: number,
): Letter {
	const { locale, timeZone } = reader;
	const say = speaker(locale);
	const { terms, challenge } = payload;
	const page = `${reader.origin}/challenges/${challenge}`;
	const words = plainWords(payload.message ?? "", say("mail.linkRemoved"));
	const message: readonly Block[] =
		words === ""
			? []
			: [
					{ kind: "text", text: say("mail.invitation.message", { from }) },
					{ kind: "quote", text: words },
				];
	return {
		locale,
		subject: say("mail.invitation.subject", { from }),
		preview: say("mail.invitation.preview", {
			rules: ruleSetWords(terms.rules.id, locale),
			time: timeWords(terms.timeControl, locale),
		}),
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: say("mail.invitation.lead", { from }) },
			...message,
			{
				kind: "facts",
				rows: termsWords(terms, { locale, timeZone, challenger: from, invited: true, now: reader.at, firstMove }),
			},
			{
				kind: "button",
				label: say("mail.invitation.button"),
				href: token === null ? page : `${page}?token=${encodeURIComponent(token)}`,
			},
			{ kind: "text", text: say(token === null ? "mail.invitation.choicePlayer" : "mail.invitation.choice") },
			{
				kind: "small",
				text: say("mail.invitation.expires", { until: formatInstant(locale, payload.expiresAt, timeZone) }),
			},
		],
		footer: [...(token === null ? [] : [say("mail.invitation.footer", { from })]), say("mail.footerService")],
	};
}

export function greeting({ locale, name }: Addressed): string {
	const say = speaker(locale);
	return name === null ? say("mail.greetingNobody") : say("mail.greeting", { name });
}
