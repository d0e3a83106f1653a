/**
 * Sending what is due: claim, compose, send, record. At least once, never two at once while a claim's lease holds, the
 * same bytes on every attempt; what is no longer so is not sent; what cannot be sent waits longer each time and ends in a
 * state that can be seen.
 */
import { addressState, clearSoftMark, markAddress } from "../db/bounces.ts";
import {
	claimDelivery,
	type Delivery,
	dueDeliveries,
	freezeDelivery,
	putOff,
	recordSent,
	recordUnsent,
} from "../db/deliveries.ts";
import { circumstancesOf, type ReaderSettings } from "../db/notifications.ts";
import { inLanes } from "../lanes.ts";
import type { Notice } from "../match/notices.ts";
import { canPicture, composeMail, lookUpReader, usefulUntil } from "./compose.ts";
import type { Attempted, Reach } from "./elsewhere/outside.ts";
import { deliverPush } from "./elsewhere/push.ts";
import { deliverHook } from "./elsewhere/webhook.ts";
import type { Frozen, PostEnv } from "./frozen.ts";
import { rememberKey } from "./inbound/reply-address.ts";
import type { MailFailure, MailTransport } from "./mail/transport.ts";
import { BEFORE_TOO_LATE, decideFate, nextDigest, PERSONAL_CHANNELS, settingOf } from "./settings.ts";
import { checkTruth, type Standing } from "./truth.ts";
import { isToldOtherwise, unreadMessage } from "./unread.ts";

export type DeliveryPorts = {
	readonly mail: MailTransport;
	/** The way to webhooks and devices; absent: they wait. */
	readonly reach?: Reach;
	/** ms */
	readonly now: () => number;
	/** From 0 up to, not including, 1: spreads what failed together. */
	readonly random: () => number;
	/** Whether this run may begin another delivery; absent: always. What it leaves stays due. */
	readonly goesOn?: () => boolean;
};

/** How many deliveries came to what. `passed`: not due, or somebody else's. */
export type Tally = {
	readonly sent: number;
	readonly postponed: number;
	readonly dropped: number;
	readonly failed: number;
	readonly passed: number;
};

type Outcome = keyof Tally | "stopped";

/** How long a claim holds, ms: longer than any sending takes, so that only a dead holder loses it, and a notice waits no longer. */
export const LEASE = 30_000;
/** After so many attempts a delivery has failed for good: with the waits between them, a day and a half. */
export const MOST_ATTEMPTS = 14;
/** How many of what is due one run takes. */
const A_RUN = 100;
/** How many are sent at once: a Worker has six connections, and D1 needs some of them. */
const ABREAST = 3;

/**
 * Sends what is due, or of these ids what is due. One that cannot be sent keeps no other from being sent.
 * @throws only when D1 cannot be asked what is due
 */
export async function deliverDue(env: PostEnv, ports: DeliveryPorts, ids?: readonly string[]): Promise<Tally> {
	const due = ids ?? (await dueDeliveries(env.DB, ports.now(), A_RUN));
	const tally = { sent: 0, postponed: 0, dropped: 0, failed: 0, passed: 0 };
	let stopped = false;
	const send = async (id: string) => {
		const outcome = await deliverOne(env, ports, id);
		if (outcome === "stopped") stopped = true;
		tally[outcome === "stopped" ? "postponed" : outcome] += 1;
	};
	await inLanes(due, ABREAST, send, () => !stopped && mayGoOn(ports));
	return tally;
}

export const mayGoOn = ({ goesOn }: Pick<DeliveryPorts, "goesOn">): boolean => goesOn?.() ?? true;

/** The wait before the next attempt, ms: half a minute, doubling up to six hours, give or take a quarter. */
export function backOff(attempts: number, random: number): number {
	const wait = Math.min(30_000 * 2 ** Math.min(Math.max(0, attempts - 1), 20), 6 * 3_600_000);
	return Math.round(wait * (0.75 + random / 2));
}

async function deliverOne(env: PostEnv, ports: DeliveryPorts, id: string): Promise<Outcome> {
	try {
		const now = ports.now();
		const delivery = await claimDelivery(env.DB, id, now, now + LEASE);
		if (!delivery) return "passed";
		try {
			return await attempt(env, ports, delivery);
		} catch (error) {
			// A letter that cannot be written today may be by a mended release: it waits like one that cannot be sent.
			return await unsent(env, ports, delivery, { kind: "retry", code: `E_EXCEPTION ${nameOf(error)}` });
		}
	} catch (error) {
		// D1 went away in between. The lease will end, and then anybody sends it, with the same bytes.
		console.error(JSON.stringify({ event: "delivery", id, outcome: "unrecorded", error: nameOf(error) }));
		return "postponed";
	}
}

async function attempt(env: PostEnv, ports: DeliveryPorts, delivery: Delivery): Promise<Outcome> {
	if (delivery.channel === "webhook") return attemptHook(env, ports, delivery);
	if (delivery.attempts > MOST_ATTEMPTS) return unsent(env, ports, delivery, { kind: "give-up", code: "E_TOO_OFTEN" });
	const verdict = await checkTruth(env.DB, delivery);
	if ("past" in verdict) return drop(env, delivery, verdict.past);
	const now = ports.now();
	const until = usefulUntil(delivery, verdict.standing);
	if (until !== null && until <= now) return drop(env, delivery, "E_TOO_LATE");
	const { reader, replaced } = await circumstancesOf(env.DB, delivery, collapses(delivery), offerIn(delivery));
	if (replaced || (await isToldOtherwise(env.DB, delivery))) return drop(env, delivery, "E_REPLACED");
	const needed = neededBy(delivery, verdict.standing);
	const fate = decideFate({ ...delivery, until: needed }, gatherable(delivery, reader), now);
	if (fate.what === "drop") return drop(env, delivery, fate.why);
	if (fate.what !== "send") {
		await putOff(env.DB, delivery, fate.what === "hold" ? "held" : "due", fate.until, fate.why);
		return "postponed";
	}
	if (delivery.channel === "push") return attemptPush(env, ports, delivery, { standing: verdict.standing, needed });
	const frozen = await freeze(env, ports, delivery, verdict.standing);
	if (!frozen) return drop(env, delivery, delivery.kind === "digest" ? "E_NOTHING_LEFT" : "E_NOBODY");
	// A sign-in mail was asked for at the address, is limited there, and is the way back.
	if (delivery.kind !== "sign-in") {
		const { mark, silenced } = await addressState(env.DB, frozen.to, now);
		if (silenced) return drop(env, delivery, "E_SILENCED");
		if (mark) return drop(env, delivery, MARKED[mark.kind]);
	}
	const mail = await composeMail(env, delivery, frozen);
	await rememberKey(env, delivery, frozen, now);
	const result = await ports.mail(mail);
	if (!result.ok) return refused(env, ports, delivery, result.error, { to: frozen.to, reader, needed });
	await recordSent(env.DB, delivery.id, result.value.messageId, ports.now());
	if (delivery.kind === "sign-in") await clearSoftMark(env.DB, frozen.to);
	return "sent";
}

/** A webhook has chosen itself what it is told, waits for no digest, and has its own patience. */
async function attemptHook(env: PostEnv, ports: DeliveryPorts, delivery: Delivery): Promise<Outcome> {
	const { reach } = ports;
	if (!reach) return unsent(env, ports, delivery, { kind: "retry", code: "E_NO_WAY_OUT" });
	return settle(env, ports, delivery, await deliverHook(env, delivery, { ...ports, reach }));
}

async function attemptPush(
	env: PostEnv,
	ports: DeliveryPorts,
	delivery: Delivery,
	about: { readonly standing: Standing | null; readonly needed: number | null },
): Promise<Outcome> {
	const { reach } = ports;
	if (!reach) return unsent(env, ports, delivery, { kind: "retry", code: "E_NO_WAY_OUT" });
	return settle(env, ports, delivery, await deliverPush(env, delivery, about, { ...ports, reach }));
}

/** Records what an attempt to tell somebody elsewhere than by mail came to. */
async function settle(env: PostEnv, ports: DeliveryPorts, delivery: Delivery, came: Attempted): Promise<Outcome> {
	switch (came.kind) {
		case "sent":
			await recordSent(env.DB, delivery.id, null, ports.now());
			return "sent";
		case "dropped":
			return drop(env, delivery, came.code);
		case "failed":
			return unsent(env, ports, delivery, { kind: "give-up", code: came.code });
		case "backs-off":
			return unsent(env, ports, delivery, { kind: "retry", code: came.code, wait: came.least });
		case "retry":
			await recordUnsent(env.DB, delivery, { state: "due", dueAt: ports.now() + came.wait }, came.code);
			return "postponed";
	}
}

/** Why an address that is marked gets nothing. */
const MARKED = { soft: "E_BOUNCED_LATELY", hard: "E_BOUNCED", complaint: "E_COMPLAINED" } as const;

/** The kinds of which a newer one says all that an older one would have said. */
const COLLAPSING: ReadonlySet<Delivery["kind"]> = new Set([
	"your-turn",
	"reminder",
	"game-started",
	"game-over",
	"offer",
	"chat",
	"vacation",
]);

function collapses({ channel, game, kind, player }: Delivery): boolean {
	const personal = (PERSONAL_CHANNELS as readonly string[]).includes(channel);
	return personal && game !== null && player !== null && COLLAPSING.has(kind);
}

/** The offer that a notice is about: a draw says nothing of a take-back. */
function offerIn(delivery: Delivery): string | null {
	return delivery.kind === "offer" ? ((delivery.payload as Notice).news?.offer ?? null) : null;
}

/** A digest is a player's: what goes to an address is not gathered, whoever may have it by now. */
function gatherable(delivery: Delivery, reader: ReaderSettings | null): ReaderSettings | null {
	if (delivery.player !== null || !reader) return reader;
	const own = reader.paces[delivery.kind]?.email;
	return own === "digest" ? { ...reader, paces: {} } : reader;
}

/** When the reader must have acted, ms; where there is nothing to do, when the letter is no use any more. */
function neededBy(delivery: Delivery, standing: Standing | null): number | null {
	switch (delivery.kind) {
		case "game-started":
		case "your-turn":
		case "reminder":
			return (standing ?? (delivery.payload as Notice)).deadline;
		default:
			return usefulUntil(delivery, standing);
	}
}

/** The transport did not take it. */
async function refused(
	env: PostEnv,
	ports: DeliveryPorts,
	delivery: Delivery,
	failure: MailFailure,
	about: { readonly to: string; readonly reader: ReaderSettings | null; readonly needed: number | null },
): Promise<Outcome> {
	const { needed, reader, to } = about;
	const now = ports.now();
	if (failure.kind === "suppress") {
		await markAddress(env.DB, to, { kind: "hard", at: now, detail: failure.code });
	}
	if (failure.kind === "limited" && reader && isGathered(delivery)) {
		const at = nextDigest(reader, now);
		// Where the digest would come too late, tomorrow's first hour may not.
		if (needed === null || at <= needed - BEFORE_TOO_LATE) {
			await putOff(env.DB, delivery, "held", at, failure.code);
			return failure.stop ? "stopped" : "postponed";
		}
	}
	return unsent(env, ports, delivery, failure);
}

/** Whether it may wait for a digest. */
function isGathered({ channel, kind, player }: Delivery): boolean {
	const setting = settingOf(kind);
	return channel === "email" && player !== null && setting !== null && setting !== "account";
}

/** What the first attempt looked up: looked up now if this is the first, and whoever writes first decides. */
async function freeze(
	env: PostEnv,
	ports: DeliveryPorts,
	delivery: Delivery,
	standing: Standing | null,
): Promise<Frozen | null> {
	if (delivery.frozen) return delivery.frozen as Frozen;
	const looked = await lookUpReader(env.DB, delivery, ports.now(), standing);
	if (!looked) return null;
	const message = await unreadMessage(env, delivery);
	const found = message ? { ...looked, message } : looked;
	const pictured = await canPicture(env, delivery, found);
	return (await freezeDelivery(env.DB, delivery.id, { ...found, ...(pictured ? { pictured } : {}) })) as Frozen;
}

async function unsent(env: PostEnv, ports: DeliveryPorts, delivery: Delivery, failure: MailFailure): Promise<Outcome> {
	const last = delivery.attempts >= MOST_ATTEMPTS;
	if ((failure.kind === "retry" || failure.kind === "limited") && !last) {
		const wait = Math.max(failure.wait ?? 0, backOff(delivery.attempts, ports.random()));
		await recordUnsent(env.DB, delivery, { state: "due", dueAt: ports.now() + wait }, failure.code);
		return failure.stop ? "stopped" : "postponed";
	}
	const state = failure.kind === "suppress" ? "dropped" : "failed";
	await recordUnsent(env.DB, delivery, { state }, failure.code);
	console.error(JSON.stringify({ event: "delivery", id: delivery.id, outcome: state, error: failure.code }));
	return state;
}

async function drop(env: PostEnv, delivery: Delivery, reason: string): Promise<Outcome> {
	await recordUnsent(env.DB, delivery, { state: "dropped" }, reason);
	return "dropped";
}

function nameOf(error: unknown): string {
	return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
