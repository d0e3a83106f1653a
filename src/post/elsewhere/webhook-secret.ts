/** The secrets of webhooks, derived and never stored, and the headers that prove where a message comes from (Standard Webhooks). */
import { Webhook as Signer } from "standardwebhooks";
import type { Webhook } from "../../db/webhooks.ts";
import { macText } from "../../keys.ts";
import { DAY } from "../../match/duration.ts";

/** How long the secret before still signs after a new one was asked for, ms. */
export const OVERLAP = DAY;

/** `whsec_…`, as the receiver's library takes it: 51 letters and digits of 5 bits each, as bytes in base64. */
export async function hookSecret(secret: string, hook: string, generation: number): Promise<string> {
	return `whsec_${btoa(await macText(secret, "webhook", [hook, generation], 51))}`;
}

/** @param now ms; each attempt says when it was made, so that an old one cannot be played to the receiver again */
export async function signHook(
	secret: string,
	hook: Pick<Webhook, "id" | "generation" | "rotatedAt">,
	message: string,
	body: string,
	now: number,
): Promise<Readonly<Record<string, string>>> {
	const at = new Date(now);
	const overlaps = hook.rotatedAt !== null && now < hook.rotatedAt + OVERLAP;
	const generations = [hook.generation, ...(overlaps ? [hook.generation - 1] : [])];
	const signatures = await Promise.all(
		generations.map(async (one) => new Signer(await hookSecret(secret, hook.id, one)).sign(message, at, body)),
	);
	return {
		"webhook-id": message,
		"webhook-timestamp": String(Math.floor(now / 1_000)),
		"webhook-signature": signatures.join(" "),
	};
}
