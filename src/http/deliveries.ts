/** `/v1/me/deliveries`: what was sent to the caller where, when, and with what outcome; and a mail to try it out. */
import { z } from "@hono/zod-openapi";
import { deliveriesOf, insertDelivery, type NewDelivery, type Told } from "../db/deliveries.ts";
import { devicesOf } from "../db/push.ts";
import { randomText } from "../keys.ts";
import { instant } from "../match/view.ts";
import { testDelivery, testElsewhere } from "../post/letters/test-letter.ts";
import { PERSONAL_CHANNELS } from "../post/settings.ts";
import { accountOf } from "./caller.ts";
import { linkNext, makeCursor, readCursor } from "./cursor.ts";
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
			const list = `deliveries ${player.id}`;
			const after =
				query.cursor === undefined
					? null
					: await readCursor<{ at: number; id: string }>(c.env.SECRET, list, query.cursor);
			if (query.cursor !== undefined && after === null) return problem(c, "ERR_BAD_CURSOR");
			const rows = await deliveriesOf(c.env.DB, player, after, query.limit + 1);
			const page = rows.slice(0, query.limit);
			const last = page.at(-1);
			const next =
				last && rows.length > page.length
					? await makeCursor(c.env.SECRET, list, { at: last.createdAt, id: last.id })
					: null;
			linkNext(c, "cursor", next);
			return c.json({ items: page.map(view), next });
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
			const devices = body.channel === "push" ? await devicesOf(c.env.DB, player.id) : [];
			if (body.channel === "push" && devices.length === 0) {
				return problem(c, "ERR_INVALID", { errors: [{ pointer: "/channel", message: "no device is told anything" }] });
			}
			const refused = await limit(c, { "test-player": player.id });
			if (refused) return refused;
			const text = randomText(20);
			const mail = testDelivery(player.id, text, c.var.now);
			const rows: readonly NewDelivery[] =
				body.channel === "email"
					? [mail]
					: devices.map(({ id }) => testElsewhere(player.id, text, "push", id, c.var.now));
			await c.env.DB.batch(rows.map((row) => insertDelivery(c.env.DB, row)));
			wake(
				c,
				rows.map(({ id }) => id),
			);
			return c.json({ id: mail.id }, 202);
		},
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
