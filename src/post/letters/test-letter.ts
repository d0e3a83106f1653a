/** The letter that somebody sends to themselves, to see that mail comes through. */
import type { NewDelivery } from "../../db/deliveries.ts";
import { speaker } from "../../i18n/catalogue.ts";
import { formatInstant } from "../../i18n/formats.ts";
import { type Addressed, greeting } from "./account-letters.ts";
import type { Letter } from "./letter.ts";
import type { MoveLinkPayload } from "./move-link-letter.ts";
import { type HookOffPayload, hookOffLetter } from "./webhook-letter.ts";

/** The payload of an `account` delivery: which of the letters about an account it is. */
export type AccountPayload = { readonly about: "test" } | HookOffPayload | MoveLinkPayload;

/** The row of such a letter. */
export function testDelivery(player: string, id: string, now: number): NewDelivery {
	return {
		id: `test.${id}`,
		game: null,
		seq: null,
		player,
		address: null,
		channel: "email",
		kind: "account",
		payload: { about: "test" } satisfies AccountPayload,
		dueAt: now,
		createdAt: now,
	};
}

/** The same to a webhook or a device. */
export function testElsewhere(
	player: string,
	id: string,
	channel: "webhook" | "push",
	target: string,
	now: number,
): NewDelivery {
	const row = testDelivery(player, id, now);
	return { ...row, id: `${row.id}.${channel}.${target}`, channel, target };
}

/** @throws when it is none of them */
export function accountLetter(reader: Addressed, payload: Exclude<AccountPayload, MoveLinkPayload>): Letter {
	switch (payload.about) {
		case "test":
			return testLetter(reader);
		case "webhook-disabled":
			return hookOffLetter(reader, payload);
	}
	throw new Error("an account letter about nothing known");
}

function testLetter(reader: Addressed): Letter {
	const { at, locale, origin, timeZone, to } = reader;
	const say = speaker(locale);
	const lead = say("mail.test.lead", { address: to, at: formatInstant(locale, at, timeZone) });
	return {
		locale,
		subject: say("mail.test.subject"),
		preview: lead,
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: lead },
			{ kind: "link", label: say("mail.test.settings"), href: `${origin}/settings` },
		],
		footer: [say("mail.footerService")],
	};
}
