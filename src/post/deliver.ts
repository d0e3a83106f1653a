/**
 * Sending what is due: claim, compose, send, record. At least once, never two at once while a claim's lease holds, the
 * same bytes on every attempt; what is no longer so is not sent; what cannot be sent waits longer each time and ends in a
 * state that can be seen.
 */
import {
	claimDelivery,
	type Delivery,
	dueDeliveries,
	freezeDelivery,
	recordSent,
	recordUnsent,
} from "../db/deliveries.ts";
import { isSilenced } from "../db/silenced.ts";
import { canPicture, composeMail, type Frozen, lookUpReader, type PostEnv, usefulUntil } from "./compose.ts";
import { rememberKey } from "./reply-address.ts";
import type { MailFailure, MailTransport } from "./transport.ts";
import { checkTruth, type Standing } from "./truth.ts";

export type DeliveryPorts = {
	readonly mail: MailTransport;
	/** ms */
	readonly now: () => number;
	/** From 0 up to, not including, 1: spreads what failed together. */
	readonly random: () => number;
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
	const waiting = [...(ids ?? (await dueDeliveries(env.DB, ports.now(), A_RUN)))].reverse();
	const tally = { sent: 0, postponed: 0, dropped: 0, failed: 0, passed: 0 };
	let stopped = false;
	const lane = async () => {
		for (let id = waiting.pop(); id !== undefined && !stopped; id = waiting.pop()) {
			const outcome = await deliverOne(env, ports, id);
			if (outcome === "stopped") stopped = true;
			tally[outcome === "stopped" ? "postponed" : outcome] += 1;
		}
	};
	await Promise.all(Array.from({ length: ABREAST }, lane));
	return tally;
}

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
	if (delivery.attempts > MOST_ATTEMPTS) return unsent(env, ports, delivery, { kind: "give-up", code: "E_TOO_OFTEN" });
	const verdict = await checkTruth(env.DB, delivery);
	if ("past" in verdict) return drop(env, delivery, verdict.past);
	const until = usefulUntil(delivery, verdict.standing);
	if (until !== null && until <= ports.now()) return drop(env, delivery, "E_TOO_LATE");
	const frozen = await freeze(env, ports, delivery, verdict.standing);
	if (!frozen) return drop(env, delivery, "E_NOBODY");
	// A sign-in mail was asked for at the address, is limited there, and is the way back.
	if (delivery.kind !== "sign-in" && (await isSilenced(env.DB, frozen.to))) return drop(env, delivery, "E_SILENCED");
	const mail = await composeMail(env, delivery, frozen);
	await rememberKey(env, delivery, frozen, ports.now());
	const result = await ports.mail(mail);
	if (!result.ok) return unsent(env, ports, delivery, result.error);
	await recordSent(env.DB, delivery.id, result.value.messageId, ports.now());
	return "sent";
}

/** What the first attempt looked up: looked up now if this is the first, and whoever writes first decides. */
async function freeze(
	env: PostEnv,
	ports: DeliveryPorts,
	delivery: Delivery,
	standing: Standing | null,
): Promise<Frozen | null> {
	if (delivery.frozen) return delivery.frozen as Frozen;
	const found = await lookUpReader(env.DB, delivery, ports.now(), standing);
	if (!found) return null;
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
