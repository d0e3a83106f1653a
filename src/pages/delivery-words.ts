/** What a delivery was about and what became of it, in words. */
import type { MessageKey } from "../i18n/catalogue.ts";
import { KINDS } from "../post/settings.ts";
import type { Reader } from "./reader.ts";

/** Kinds that have words; another is called by its name. */
const NAMED_KINDS: readonly string[] = [...KINDS, "digest", "reply", "sign-in"];

export function kindWords({ say }: Reader, kind: string): string {
	return NAMED_KINDS.includes(kind) ? say(`page.deliveries.kind.${kind}` as MessageKey) : kind;
}

/** Reasons that everybody may meet, in words; of the others the code itself is shown. */
const NAMED_REASONS: readonly string[] = [
	...[
		"E_TURN_OVER",
		"E_GAME_OVER",
		"E_OFFER_GONE",
		"E_CHALLENGE_CLOSED",
		"E_DEADLINE_MOVED",
		"E_VACATION_OVER",
		"E_TOO_LATE",
	],
	...["E_REPLACED", "E_SWITCHED_OFF", "E_QUIET_HOURS", "E_FOR_DIGEST", "E_BOUNCED", "E_BOUNCED_LATELY", "E_COMPLAINED"],
];

export function whyWords({ say }: Reader, error: string): string {
	const code = error.split(" ")[0] ?? "";
	return NAMED_REASONS.includes(code) ? say(`page.deliveries.why.${code}` as MessageKey) : error;
}
