/** The queue's two ends: wake-ups, which say that some deliveries are due, with what the platform tells of mail among them; and the letters nobody could deal with. */
import { dueDeliveries, keepDeadLetter } from "../db/deliveries.ts";
import { besides } from "../db/targets.ts";
import type { Env, Wake } from "../env.ts";
import { type DeliveryPorts, deliverDue, mayGoOn } from "./deliver.ts";
import type { PostEnv } from "./frozen.ts";
import { isMailEvent, readMailEvent, takeMailEvent } from "./mail/events.ts";

/** The platform's own limit of attempts sends a message to the dead letters after about an hour of this. */
const LONGEST_WAIT = 600;

/** What a run hands on at once: as many messages as a batch may have, each with so few letters that a batch of them ends. */
const HANDED_ON = 100;
const IN_A_WAKE = 2;

/** Wakes the queue for what is still due: by the clock alone, a backlog would wait a minute for each run's worth of it. */
export async function handOn(env: Pick<Env, "DB" | "WAKE">, now: number): Promise<void> {
	const due = await dueDeliveries(env.DB, now, HANDED_ON * IN_A_WAKE);
	const wakes: { readonly body: Wake }[] = [];
	for (let from = 0; from < due.length; from += IN_A_WAKE) {
		wakes.push({ body: { deliveries: due.slice(from, from + IN_A_WAKE) } });
	}
	if (wakes.length > 0) await env.WAKE.sendBatch(wakes);
}

/** Takes each message by itself: one that fails comes again alone. */
export async function takeWakes(batch: MessageBatch<unknown>, env: PostEnv, ports: DeliveryPorts): Promise<void> {
	for (const message of batch.messages) {
		const again = { delaySeconds: Math.min(LONGEST_WAIT, 5 * 2 ** Math.min(message.attempts, 10)) };
		if (isMailEvent(message.body)) {
			await takeEvent(message, env, ports, again);
			continue;
		}
		if (!isWake(message.body)) {
			// Nothing of ours; it goes round until the queue gives it to the dead letters, where people see it.
			message.retry(again);
			continue;
		}
		try {
			const mails = message.body.deliveries;
			// Mail first: a webhook may take its time. And by itself: a mail server that takes no more is no concern of others.
			await deliverDue(env, ports, mails);
			await deliverDue(env, ports, await besides(env.DB, mails));
			// What this run has left undone is the next one's; what was sent is passed over there.
			if (mayGoOn(ports)) message.ack();
			else message.retry(again);
		} catch (error) {
			console.error(JSON.stringify({ event: "wake", id: message.id, error: String(error) }));
			message.retry(again);
		}
	}
}

/** One that cannot be read says nothing to us and never will. */
async function takeEvent(
	message: Message<unknown>,
	env: Pick<PostEnv, "DB">,
	ports: Pick<DeliveryPorts, "now">,
	again: QueueRetryOptions,
): Promise<void> {
	try {
		const event = readMailEvent(message.body, ports.now());
		if (event) await takeMailEvent(env.DB, event);
		else console.error(JSON.stringify({ event: "mail-event", id: message.id, problem: "not readable" }));
		message.ack();
	} catch (error) {
		console.error(JSON.stringify({ event: "mail-event", id: message.id, error: String(error) }));
		message.retry(again);
	}
}

/** Keeps what nobody could deal with. The deliveries in it are not lost: the sweep finds what is due. */
export async function takeDeadLetters(
	batch: MessageBatch<unknown>,
	env: Pick<PostEnv, "DB">,
	now: () => number,
): Promise<void> {
	for (const message of batch.messages) {
		const body = JSON.stringify(message.body) ?? "";
		console.error(JSON.stringify({ event: "dead-letter", id: message.id, queue: batch.queue }));
		try {
			await keepDeadLetter(env.DB, { id: message.id, queue: batch.queue, body, at: now() });
			message.ack();
		} catch {
			message.retry({ delaySeconds: 60 });
		}
	}
}

function isWake(body: unknown): body is Wake {
	const ids = (body as Partial<Wake> | null)?.deliveries;
	return Array.isArray(ids) && ids.every((id) => typeof id === "string");
}
