/** `/v1/me/deliveries`: what was sent to the caller where, when, and with what outcome; and a mail to try it out. */
import { z } from "@hono/zod-openapi";
import { deliveriesOf, insertDelivery, type NewDelivery, type Told } from "../db/deliveries.ts";
import { devicesOf } from "../db/push.ts";
import { webhookById } from "../db/webhooks.ts";
import { randomText } from "../keys.ts";
import { instant } from "../match/view.ts";
import { testDelivery, testElsewhere } from "../post/letters/test-letter.ts";
import { PERSONAL_CHANNELS, type PersonalChannel } from "../post/settings.ts";
import { accountOf } from "./caller.ts";
import { takePage } from "./cursor.ts";
import type { Call } from "./env.ts";
import { limit } from "./limit.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant, LimitQuery, listOf } from "./schema.ts";
import { wake } from "./wake.ts";

const Delivery = z
	.object({
		id: z.string().openapi({ description: "The same on every attempt, and in the mail as `X-Hivepost-Delivery`" }),
		kind: z.string().openapi({ example: "your-turn" }),
		channel: z.string().openapi({ example: "email" }),
		target: z.string().nullable().openapi({ description: "The address, hook or device; null before it is looked up" }),
		game: z.string().nullable(),
		state: z.enum(["due", "claimed", "held", "sent", "digested", "dropped", "failed"]).openapi({
			description:
				"`held` waits for a digest and `digested` has come in one; `dropped` was not to be sent, `failed` has been given up: `error` says why",
		}),
		attempts: z.int(),
		error: z.string().nullable().openapi({ description: "A code, with what the last attempt came to", example: null }),
		dueAt: Instant,
		sentAt: Instant.nullable(),
		messageId: z.string().nullable(),
		createdAt: Instant,
	})
	.openapi("Delivery");

export function serveDeliveries(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me/deliveries",
			id: "listDeliveries",
			tag: "notifications",
			summary: "What the caller was told, and what has become of it, newest first",
			description: "What was said is kept for 30 days, that it was for 180.",
			access: { who: "player", scope: "account:read", sure: true },
			query: z.object({ limit: LimitQuery, cursor: z.string().optional() }),
			answers: { 200: { description: "The deliveries", schema: listOf(Delivery) } },
			refusals: ["ERR_BAD_CURSOR"],
		},
		async (c, { query }) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const page = await takePage(
				c,
				`deliveries ${player.id}`,
				query,
				(after: { at: number; id: string } | null, limit) => deliveriesOf(c.env.DB, player, after, limit),
				({ createdAt, id }) => ({ at: createdAt, id }),
			);
			if (!page) return problem(c, "ERR_BAD_CURSOR");
			return c.json({ items: page.rows.map(view), next: page.next });
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/me/deliveries/test",
			id: "testDelivery",
			tag: "notifications",
			summary: "Send the caller a mail, or something to each of their devices, to see whether it arrives",
			description:
				"It goes the way of all others; the list of deliveries shows what has become of it. Webhooks have a test of their own.",
			access: { who: "player", scope: "account:write", sure: true },
			key: "kept",
			body: z.strictObject({
				channel: z.enum(PERSONAL_CHANNELS, { error: `must be one of ${PERSONAL_CHANNELS.join(", ")}` }),
			}),
			example: { channel: "email" },
			answers: {
				202: {
					description: "It is on its way; the deliveries to devices have ids that begin with this one",
					schema: z.object({ id: z.string() }),
				},
			},
			refusals: ["ERR_LIMIT"],
		},
		async (c, { body }) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const text = randomText(20);
			const rows = await testsOf(c, player.id, { channel: body.channel }, text);
			if (rows.length === 0) {
				return problem(c, "ERR_INVALID", { errors: [{ pointer: "/channel", message: "no device is told anything" }] });
			}
			const refused = await limit(c, { "test-player": player.id });
			if (refused) return refused;
			await sendTests(c, rows);
			return c.json({ id: testDelivery(player.id, text, c.var.now).id }, 202);
		},
	);
}

/** What is tried out: mail, all devices, or one webhook. */
export type Tried = { readonly channel: PersonalChannel } | { readonly channel: "webhook"; readonly hook: string };

/**
 * What tries a channel of the player's out; nothing where they have none such.
 * @param id the same again is the same test
 */
export async function testsOf(c: Call, player: string, tried: Tried, id: string): Promise<readonly NewDelivery[]> {
	const { DB } = c.env;
	const { now } = c.var;
	switch (tried.channel) {
		case "email":
			return [testDelivery(player, id, now)];
		case "push":
			return (await devicesOf(DB, player)).map((device) => testElsewhere(player, id, "push", device.id, now));
		case "webhook": {
			const hook = await webhookById(DB, tried.hook);
			return hook?.player === player ? [testElsewhere(player, id, "webhook", hook.id, now)] : [];
		}
	}
}

export async function sendTests(c: Call, rows: readonly NewDelivery[]): Promise<void> {
	await c.env.DB.batch(rows.map((row) => insertDelivery(c.env.DB, row)));
	wake(
		c,
		rows.map(({ id }) => id),
	);
}

function view({ createdAt, dueAt, sentAt, ...told }: Told) {
	return {
		...told,
		dueAt: instant(dueAt),
		sentAt: sentAt === null ? null : instant(sentAt),
		createdAt: instant(createdAt),
	};
}
