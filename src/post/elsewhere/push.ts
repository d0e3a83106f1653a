/**
 * Telling a device by web push (RFC 8030, 8291, 8292): a few words in its owner's language that no push service can read.
 * A newer one about a game takes the place of an older one that still waits there, and a device that is gone is forgotten.
 */
import { encryptNotification } from "@block65/webcrypto-web-push";
import { importJWK, SignJWT } from "jose";
import { type Delivery, freezeDelivery } from "../../db/deliveries.ts";
import { namesOf, playerById } from "../../db/players.ts";
import { type Device, deviceById, forgetDevice } from "../../db/push.ts";
import { localeOf } from "../../i18n/negotiation.ts";
import { macText } from "../../keys.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../match/duration.ts";
import type { Notice } from "../../match/notices.ts";
import type { PostEnv } from "../frozen.ts";
import type { InvitationPayload } from "../letters/account-letters.ts";
import { splitAddress } from "../mail/transport.ts";
import type { Standing } from "../truth.ts";
import { noticeWords, peopleIn } from "./notice-words.ts";
import { type Attempted, askOutside, type Reach } from "./outside.ts";
import { type PushKeys, readPushKeys } from "./push-keys.ts";

export type PushPorts = { readonly reach: Reach; readonly now: () => number };

/** What a device is shown. */
export type PushMessage = {
	readonly title: string;
	readonly body: string;
	/** Where it leads: the page of the game, or of the challenge. */
	readonly url: string;
	readonly game: string | null;
	readonly ply: number | null;
	/** On the device a newer one with the same tag takes the place of the older. */
	readonly tag: string;
};

/** How long a push service keeps what a device does not fetch, ms: until it is no use any more, and no longer than `most`. */
const KEPT = { least: MINUTE, most: DAY } as const;
/** How long a push service may believe one proof of ours, ms. */
const PROOF_LASTS = 12 * HOUR;
/** Characters of a body: with all the rest it stays within what every push service takes. */
const LONGEST_BODY = 600;

type FrozenPush = { readonly to: string; readonly text: string; readonly standing?: Standing };

/**
 * @param standing how the game stands now, where that is known
 * @param needed when the reader must have acted, ms; null when there is no such instant
 */
export async function deliverPush(
	env: PostEnv,
	delivery: Delivery,
	{ needed, standing }: { readonly standing: Standing | null; readonly needed: number | null },
	ports: PushPorts,
): Promise<Attempted> {
	const device = await deviceById(env.DB, delivery.target ?? "");
	if (!device || device.player !== delivery.player) return { kind: "dropped", code: "E_DEVICE_GONE" };
	const keys = readPushKeys(env.PUSH_KEYS);
	if (!keys) return { kind: "failed", code: "E_NO_PUSH_KEYS" };
	const now = ports.now();
	const frozen = (delivery.frozen ?? (await freeze(env, device, delivery, standing, now))) as FrozenPush;
	const { auth, endpoint, p256dh } = device;
	const subscription = { endpoint, expirationTime: null, keys: { auth, p256dh } };
	const result = await askOutside(ports.reach, {
		url: endpoint,
		headers: {
			Authorization: await proof(env, keys, endpoint, now),
			"Content-Encoding": "aes128gcm",
			"Content-Type": "application/octet-stream",
			TTL: String(Math.floor(keptFor(needed, now) / SECOND)),
			Urgency: urgencyOf(delivery),
			...(await topicOf(env.SECRET, delivery)),
		},
		body: await encryptNotification(subscription, new TextEncoder().encode(frozen.text)),
	});
	if (!result.ok) {
		return result.error === "E_TARGET"
			? { kind: "failed", code: result.error }
			: { kind: "backs-off", code: result.error, least: 0 };
	}
	return outcomeOf(env, device, result.value);
}

async function outcomeOf(
	env: PostEnv,
	device: Device,
	{ retryAfter, status }: { readonly status: number; readonly retryAfter: number | null },
): Promise<Attempted> {
	if (status >= 200 && status < 300) return { kind: "sent" };
	if (status === 404 || status === 410) {
		await forgetDevice(env.DB, device);
		return { kind: "dropped", code: "E_DEVICE_GONE" };
	}
	const code = `E_STATUS ${status}`;
	// What is wrong with a request stays wrong; it is busy, or has trouble of its own, for a while.
	const passes = status === 408 || status === 429 || status >= 500;
	return passes ? { kind: "backs-off", code, least: retryAfter ?? 0 } : { kind: "failed", code };
}

async function freeze(
	env: PostEnv,
	device: Device,
	delivery: Delivery,
	standing: Standing | null,
	now: number,
): Promise<unknown> {
	const text = JSON.stringify(await writePush(env, delivery, standing, now));
	const frozen: FrozenPush = { to: new URL(device.endpoint).origin, text, ...(standing ? { standing } : {}) };
	return freezeDelivery(env.DB, delivery.id, frozen);
}

async function writePush(
	env: Pick<PostEnv, "DB" | "ORIGIN">,
	delivery: Delivery,
	standing: Standing | null,
	now: number,
): Promise<PushMessage> {
	const reader = delivery.player === null ? null : await playerById(env.DB, delivery.player);
	const { body, title } = noticeWords(delivery, {
		locale: localeOf(reader?.locale),
		timeZone: reader?.timeZone ?? "UTC",
		at: now,
		names: await namesOf(env.DB, peopleIn(delivery)),
		standing,
	});
	const { game, kind, payload } = delivery;
	const challenge = kind === "challenge" ? (payload as InvitationPayload).challenge : null;
	const path = game !== null ? `/games/${game}` : challenge !== null ? `/challenges/${challenge}` : "/settings";
	return {
		title,
		body: body.slice(0, LONGEST_BODY),
		url: `${env.ORIGIN}${path}`,
		game,
		ply: game === null || kind === "chat" ? null : (payload as Notice).ply,
		tag: game === null ? (challenge ?? "test") : `${game} ${familyOf(delivery)}`,
	};
}

/** What is said to a player of a game, and how the game goes: the one does not take the place of the other. */
function familyOf({ kind }: Delivery): "chat" | "game" {
	return kind === "chat" ? "chat" : "game";
}

/** A push service learns which messages belong together, and not which game they are about. */
async function topicOf(secret: string, delivery: Delivery): Promise<{ readonly Topic?: string }> {
	if (delivery.game === null) return {};
	const parts = [delivery.game, delivery.player ?? "", familyOf(delivery)];
	return { Topic: await macText(secret, "push-topic", parts, 26) };
}

function urgencyOf({ kind, payload }: Delivery): "high" | "normal" | "low" {
	if (kind === "reminder") return "high";
	if (kind === "chat" || kind === "challenge" || kind === "account") return "normal";
	return (payload as Notice).yourTurn || kind === "offer" ? "normal" : "low";
}

function keptFor(needed: number | null, now: number): number {
	return Math.max(KEPT.least, Math.min(KEPT.most, needed === null ? KEPT.most : needed - now));
}

/** Who we are, to one push service (VAPID, RFC 8292). */
async function proof(
	{ MAIL_FROM, ORIGIN }: PostEnv,
	{ jwk, publicKey }: PushKeys,
	endpoint: string,
	now: number,
): Promise<string> {
	const subject = ORIGIN.startsWith("https:") ? ORIGIN : `mailto:${splitAddress(MAIL_FROM).address}`;
	const token = await new SignJWT()
		.setProtectedHeader({ typ: "JWT", alg: "ES256" })
		.setAudience(new URL(endpoint).origin)
		.setExpirationTime(Math.floor((now + PROOF_LASTS) / SECOND))
		.setSubject(subject)
		.sign(await importJWK(jwk, "ES256"));
	return `vapid t=${token}, k=${publicKey}`;
}
