/**
 * Telling a webhook: the same id and the same bytes on every attempt, each attempt signed anew and written down. One that
 * does not answer is tried again for two days; one that never does, or says it is gone, is switched off, and its player
 * gets a letter.
 */
import { type Delivery, freezeDelivery } from "../../db/deliveries.ts";
import { gameSnapshot } from "../../db/games.ts";
import { namesOf, playerById } from "../../db/players.ts";
import { countFailure, disableWebhook, recordAttempt, type Webhook, webhookById } from "../../db/webhooks.ts";
import { localeOf } from "../../i18n/negotiation.ts";
import type { PostEnv } from "../frozen.ts";
import type { AccountPayload } from "../letters/test-letter.ts";
import { checkTruth, type Standing } from "../truth.ts";
import { peopleIn } from "./notice-words.ts";
import { type Attempted, askOutside, type Reach, type Reply } from "./outside.ts";
import { discordBody, standardBody } from "./webhook-body.ts";
import { nextWait, readRetries } from "./webhook-retries.ts";
import { signHook } from "./webhook-secret.ts";

export type HookPorts = { readonly reach: Reach; readonly now: () => number; readonly random: () => number };

/** So many deliveries given up in a row switch a webhook off. */
export const MOST_FAILURES = 5;

/** What the first attempt looked up and wrote, for all later ones. */
type FrozenHook = {
	/** What its owner is shown of where it went: an address may hold a secret of theirs. */
	readonly to: string;
	readonly body: string;
	readonly standing?: Standing;
};

export async function deliverHook(env: PostEnv, delivery: Delivery, ports: HookPorts): Promise<Attempted> {
	const hook = await webhookById(env.DB, delivery.target ?? "");
	if (!hook || hook.player !== delivery.player) return { kind: "dropped", code: "E_HOOK_GONE" };
	if (!isTest(delivery)) {
		if (!hook.enabled) return { kind: "dropped", code: "E_HOOK_DISABLED" };
		if (!hook.events.includes(delivery.kind)) return { kind: "dropped", code: "E_SWITCHED_OFF" };
	}
	const verdict = isCall(hook, delivery) ? await checkTruth(env.DB, delivery) : { standing: null };
	if ("past" in verdict) return { kind: "dropped", code: verdict.past };
	const frozen = (delivery.frozen ?? (await freeze(env, hook, delivery, verdict.standing, ports.now()))) as FrozenHook;
	const began = ports.now();
	const result = await askOutside(ports.reach, {
		url: hook.url,
		headers: {
			"Content-Type": "application/json",
			"User-Agent": `Hivepost (${env.ORIGIN})`,
			...(await signHook(env.SECRET, hook, delivery.id, frozen.body, began)),
		},
		body: frozen.body,
	});
	const error = result.ok ? errorOf(result.value.status) : result.error;
	await recordAttempt(env.DB, hook.id, {
		at: began,
		delivery: delivery.id,
		attempt: delivery.attempts,
		status: result.ok ? result.value.status : null,
		error,
		took: Math.max(0, ports.now() - began),
	});
	return error === null ? { kind: "sent" } : failed(env, hook, delivery, error, result.ok ? result.value : null, ports);
}

/** Whether it is a test, which goes out whatever the webhook is told of otherwise. */
function isTest({ kind, payload }: Delivery): boolean {
	return kind === "account" && (payload as AccountPayload | null)?.about === "test";
}

/**
 * Whether it calls somebody to act, so that it is not sent when it is no longer so. To a program an event is what has
 * happened, in its order by `seq`, and stays so; people who read a channel, and whoever is reminded, are called.
 */
function isCall(hook: Webhook, { kind }: Delivery): boolean {
	return hook.format === "discord" || kind === "reminder";
}

async function freeze(
	env: PostEnv,
	hook: Webhook,
	delivery: Delivery,
	standing: Standing | null,
	now: number,
): Promise<unknown> {
	const reader = await playerById(env.DB, hook.player);
	const snapshot = delivery.game === null ? null : await gameSnapshot(env.DB, delivery.game);
	const reading = {
		origin: env.ORIGIN,
		locale: localeOf(reader?.locale),
		timeZone: reader?.timeZone ?? "UTC",
		at: now,
		names: await namesOf(env.DB, peopleIn(delivery)),
		standing,
		pictured: snapshot?.visibility === "public",
	};
	const body = hook.format === "discord" ? discordBody(delivery, reading) : standardBody(delivery, reading);
	const frozen: FrozenHook = { to: new URL(hook.url).origin, body, ...(standing ? { standing } : {}) };
	return freezeDelivery(env.DB, delivery.id, frozen);
}

/** Anything but a success is a failure; where a redirect leads to was not checked by anybody. */
function errorOf(status: number): string | null {
	if (status >= 200 && status < 300) return null;
	return `${status >= 300 && status < 400 ? "E_REDIRECT" : "E_STATUS"} ${status}`;
}

async function failed(
	env: PostEnv,
	hook: Webhook,
	delivery: Delivery,
	code: string,
	reply: Reply | null,
	{ now, random }: HookPorts,
): Promise<Attempted> {
	if (reply?.status === 410 || (reply?.status === 404 && hook.format === "discord")) {
		if (!isTest(delivery)) await disable(env, hook, "E_GONE", now());
		return { kind: "failed", code };
	}
	// No attempt will make a better address of it.
	const wait =
		code === "E_TARGET" || isTest(delivery)
			? null
			: nextWait(readRetries(env.WEBHOOK_RETRIES), delivery.attempts, random());
	if (wait !== null) return { kind: "retry", code, wait: Math.max(wait, reply?.retryAfter ?? 0) };
	if (!isTest(delivery) && (await countFailure(env.DB, hook.id)) >= MOST_FAILURES) {
		await disable(env, hook, code, now());
	}
	return { kind: "failed", code };
}

async function disable(env: PostEnv, hook: Webhook, why: string, now: number): Promise<void> {
	await disableWebhook(env.DB, hook, why, {
		id: `webhook.${hook.id}.disabled.${now}`,
		game: null,
		seq: null,
		player: hook.player,
		address: null,
		channel: "email",
		kind: "account",
		payload: { about: "webhook-disabled", at: new URL(hook.url).host, why } satisfies AccountPayload,
		dueAt: now,
		createdAt: now,
	});
}
