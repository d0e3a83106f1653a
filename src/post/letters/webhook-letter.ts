/** The letter that tells somebody that a webhook of theirs was switched off, and why. */
import { speaker } from "../../i18n/catalogue.ts";
import { type Addressed, greeting } from "./account-letters.ts";
import type { Letter } from "./letter.ts";

/** The payload of such an `account` delivery. `at`: the webhook's host; `why`: a code. */
export type HookOffPayload = { readonly about: "webhook-disabled"; readonly at: string; readonly why: string };

export function hookOffLetter(reader: Addressed, { at, why }: HookOffPayload): Letter {
	const { locale, origin } = reader;
	const say = speaker(locale);
	const lead = say("mail.webhook.lead", { host: at, gone: why === "E_GONE" ? "yes" : "no", code: why });
	return {
		locale,
		subject: say("mail.webhook.subject", { host: at }),
		preview: lead,
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: lead },
			{ kind: "text", text: say("mail.webhook.again") },
			{ kind: "link", label: say("mail.test.settings"), href: `${origin}/settings` },
		],
		footer: [say("mail.footerService")],
	};
}
