/** The four doors of the Worker: a request, a queue batch, a mail, the clock. Wiring only; what differs between machines is handed in. */
import { purge } from "./account/purge.ts";
import { sweepChallenges } from "./challenge/sweep.ts";
import { countQueries, ENOUGH } from "./db/allowance.ts";
import { beat } from "./db/heartbeat.ts";
import { dueElsewhere } from "./db/targets.ts";
import type { Env } from "./env.ts";
import { sweepDepartures } from "./game/departure.ts";
import { beatInterval } from "./game/facts.ts";
import { sweepFanOut } from "./game/fan-out.ts";
import { sweepGames } from "./game/sweep.ts";
import { type DeliveryPorts, deliverDue, mayGoOn } from "./post/deliver.ts";
import { gatherDigests } from "./post/digest.ts";
import type { Reach } from "./post/elsewhere/outside.ts";
import { takeMail } from "./post/inbound/inbound.ts";
import type { MailTransport } from "./post/mail/transport.ts";
import { handOn, takeDeadLetters, takeWakes } from "./post/queue.ts";
import { findMissing, sayMissing } from "./setup.ts";

export type Outside<E extends Env> = {
	readonly answer: (request: Request, env: E, context: ExecutionContext) => Response | Promise<Response>;
	/** The way by which mail leaves; null where none has been set up. */
	readonly mail: (env: E) => MailTransport | null;
	/** The way to addresses that somebody else chose: webhooks and devices. */
	readonly reach: (env: E) => Reach;
};

export type Entrances<E extends Env> = {
	fetch(request: Request, env: E, context: ExecutionContext): Promise<Response>;
	queue(batch: MessageBatch<unknown>, env: E): Promise<void>;
	email(message: ForwardableEmailMessage, env: E): Promise<void>;
	scheduled(controller: ScheduledController, env: E): Promise<void>;
};

/** How many deliveries to webhooks and devices one run takes; what is left is taken by the next. */
const A_RUN = 50;

/** Messages in this queue have failed in the other one as often as they may. */
const DEAD_LETTERS = /-dead$/;

export function makeEntrances<E extends Env>({ answer, mail, reach }: Outside<E>): Entrances<E> {
	const missingIn = (env: E) => [...findMissing(env), ...(mail(env) ? [] : ["EMAIL or SMTP_URL"])];
	/** @throws in queue and cron when anything is missing; their caller then tries again later */
	const deliveryPorts = (env: E): DeliveryPorts => {
		const transport = mail(env);
		const missing = missingIn(env);
		if (transport === null || missing.length > 0) throw new Error(notSetUp(missing));
		return { mail: transport, reach: reach(env), now: Date.now, random: Math.random };
	};
	/** What a run without a reader has in hand: it counts what it asks of D1. */
	const openRun = (env: E): { readonly env: E; readonly ports: DeliveryPorts } => {
		const { asked, db } = countQueries(env.DB);
		return { env: { ...env, DB: db }, ports: { ...deliveryPorts(env), goesOn: () => asked() < ENOUGH } };
	};
	return {
		async fetch(request, env, context) {
			const missing = missingIn(env);
			if (missing.length === 0) return answer(request, env, context);
			console.error(notSetUp(missing));
			return Response.json(
				{ type: "about:blank", title: "This service is not set up yet.", status: 503, code: "ERR_NOT_SET_UP" },
				{ status: 503, headers: { "Content-Type": "application/problem+json", "Retry-After": "3600" } },
			);
		},
		async queue(batch, bindings) {
			const { env, ports } = openRun(bindings);
			if (DEAD_LETTERS.test(batch.queue)) await takeDeadLetters(batch, env, Date.now);
			else await takeWakes(batch, env, ports);
		},
		async email(message, env) {
			const missing = findMissing(env);
			if (missing.length > 0) throw new Error(notSetUp(missing));
			const { from, raw, rawSize: size, to } = message;
			const became = await takeMail(env, { to, from, raw, size }, Date.now);
			// Whatever the reason: a stranger hears the same, and learns nothing of keys and addresses.
			if (became.kind === "rejected") message.setReject("This address does not take mail.");
		},
		async scheduled(_controller, bindings) {
			const { env, ports } = openRun(bindings);
			const now = Date.now();
			// The beat comes first: what is swept then sees the gap that it closes.
			await beat(env.DB, now, beatInterval(env));
			const swept = await Promise.allSettled([
				sweepGames(env, now),
				sweepChallenges(env, now),
				sweepFanOut(env, now),
				sweepDepartures(env, now),
				purge(env.DB, now),
				gatherDigests(env.DB, now),
				deliverDue(env, ports),
				deliverElsewhere(env, ports),
			]);
			const rest = mayGoOn(ports) ? [] : await Promise.allSettled([handOn(env, now)]);
			const failed = [...swept, ...rest].flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
			for (const reason of failed) console.error(reason);
			if (failed.length > 0) throw new Error("Some of what cron does went wrong.");
		},
	};
}

/** Apart from mail: a webhook may take as long as it is given, and mail does not wait for it. */
async function deliverElsewhere(env: Env, ports: DeliveryPorts): Promise<void> {
	const due = await dueElsewhere(env.DB, ports.now(), A_RUN);
	if (due.length > 0) await deliverDue(env, ports, due);
}

function notSetUp(missing: readonly string[]): string {
	return `Not set up: ${sayMissing(missing)}. See the README on deploying.`;
}
