/** `/v1/me/webhooks`: programs that are told of what concerns the caller, how that went, and once more what they missed. */
import { z } from "@hono/zod-openapi";
import {
	ATTEMPTS_KEPT,
	attemptsOf,
	deleteWebhook,
	insertWebhook,
	MOST_REPLAYED,
	placeOf,
	replayDeliveries,
	rotateSecret,
	updateWebhook,
	type Webhook,
	webhookById,
	webhooksOf,
} from "../db/webhooks.ts";
import { randomText } from "../keys.ts";
import { instant } from "../match/view.ts";
import { EVENT_TYPES } from "../post/elsewhere/webhook-body.ts";
import { hookSecret } from "../post/elsewhere/webhook-secret.ts";
import { checkTarget } from "../post/elsewhere/webhook-target.ts";
import { KINDS } from "../post/settings.ts";
import { sendTests, testsOf } from "./deliveries.ts";
import { type Call, type Ports, playerOf } from "./env.ts";
import { limit } from "./limit.ts";
import { type FieldError, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant, LimitQuery, listOf, Side } from "./schema.ts";
import { wake } from "./wake.ts";

/** How many webhooks a player may have. */
export const MOST_WEBHOOKS = 10;

/** How many deliveries a replay wakes at once. */
const A_WAKE = 50;
/** The place before every event. */
const BEGINNING = { at: 0, id: "" };

const access = { who: "player", scope: "webhooks:write", sure: true } as const;

const Url = z.string().max(2_000).openapi({
	format: "uri",
	description: "https, a host of the public internet, no user, no fragment; redirects are not followed",
	example: "https://example.com/hive",
});
export const FORMATS = ["standard", "discord"] as const;
const Format = z.enum(FORMATS, { error: `must be one of ${FORMATS.join(", ")}` }).openapi({
	description:
		"`standard`: an event signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`). `discord`: a message with the picture of the board",
});
const Events = z
	.array(z.enum(KINDS, { error: `must be one of ${KINDS.join(", ")}` }))
	.min(1, { error: "must name at least one kind" })
	.max(KINDS.length, { error: "names a kind twice" })
	.openapi({ description: "The kinds it is told of", example: ["your-turn", "game-over"] });

const SeatRef = z.object({
	player: z.object({ id: z.string(), name: z.string().nullable() }),
	colour: z.string(),
});

const Hook = z
	.object({
		id: z.string(),
		url: Url,
		format: z.enum(FORMATS),
		events: z.array(z.enum(KINDS)),
		enabled: z.boolean(),
		disabledWhy: z.string().nullable().openapi({
			description: "Why the service itself switched it off: `E_GONE`, or the code of the last failure",
			example: null,
		}),
		createdAt: Instant,
	})
	.openapi("Webhook");

const WithSecret = Hook.extend({
	secret: z.string().optional().openapi({
		description: "Shown now and never again; a replay leaves it out",
		example: "whsec_…",
	}),
});

/** What arrives at a webhook of the format `standard`: documented here, made in post/elsewhere/webhook-body.ts. */
const Event = z
	.object({
		type: z.enum(EVENT_TYPES),
		timestamp: Instant.openapi({ description: "When it happened, not when it was sent" }),
		data: z
			.looseObject({
				kind: z.enum(KINDS),
				id: z.string().optional().openapi({ description: "Of the game, or of the challenge" }),
				url: z.string().optional().openapi({ format: "uri", description: "Its page" }),
				seq: z.int().optional().openapi({ description: "Events of one game may arrive in any order: this is theirs" }),
				ply: z.int().optional(),
				gameString: z.string().optional(),
				white: SeatRef.optional(),
				black: SeatRef.optional(),
				toMove: Side.nullable().optional(),
				deadline: Instant.nullable().optional().openapi({ description: "When the receiver's own time runs out" }),
				you: z.object({ seat: Side }).optional(),
				picture: z.string().nullable().optional().openapi({
					format: "uri",
					description: "The board as a PNG; null where not everybody may see the game",
				}),
			})
			.openapi({ description: "In the words of the API; what else there is depends on the kind" }),
	})
	.openapi("WebhookEvent");

const Attempt = z
	.object({
		at: Instant,
		delivery: z.string().openapi({ description: "The `webhook-id`" }),
		attempt: z.int().openapi({ description: "Of this delivery, from 1" }),
		status: z.int().nullable().openapi({ description: "Of the answer; null without one" }),
		error: z.string().nullable().openapi({ description: "A code; null where it was taken", example: "E_TIMEOUT" }),
		milliseconds: z.int(),
	})
	.openapi("WebhookAttempt");

export function serveWebhooks(api: Api, { local }: Ports): void {
	api.openAPIRegistry.registerWebhook({
		method: "post",
		path: "event",
		operationId: "receiveEvent",
		tags: ["notifications"],
		summary: "What a webhook of the format `standard` is sent",
		description:
			"Signed as Standard Webhooks says. The same event may come more than once, always with the same `webhook-id` and the same body.",
		security: [],
		request: {
			headers: z.object({
				"webhook-id": z.string(),
				"webhook-timestamp": z.string().openapi({ description: "Of this attempt, seconds since 1970" }),
				"webhook-signature": z.string().openapi({ description: "One or two, `v1,…`, separated by a blank" }),
			}),
			body: { content: { "application/json": { schema: Event } } },
		},
		responses: {
			"2XX": { description: "Taken: it does not come again" },
			410: { description: "Gone for good: the webhook is switched off" },
			default: { description: "Not taken: it comes again" },
		},
	});

	const checkUrl = (url: string): readonly FieldError[] => {
		const target = checkTarget(url, local === true);
		return target.ok ? [] : [{ pointer: "/url", message: target.error }];
	};

	serve(
		api,
		{
			method: "get",
			path: "/v1/me/webhooks",
			id: "listWebhooks",
			tag: "notifications",
			summary: "The caller's webhooks, newest first",
			access,
			answers: { 200: { description: "The webhooks, without their secrets", schema: listOf(Hook) } },
			refusals: [],
		},
		async (c) => c.json({ items: (await webhooksOf(c.env.DB, playerOf(c) ?? "")).map(view), next: null }),
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/me/webhooks",
			id: "makeWebhook",
			tag: "notifications",
			summary: "Have a program told; the secret that signs is shown once",
			description:
				"It is told of what happens from now on. Any answer but 2xx within ten seconds is a failure; the same event then comes again, with the same `webhook-id` and the same body, at doubling intervals over two days. 410 switches it off at once, deliveries given up in a row do too.",
			access,
			body: z.strictObject({ url: Url, format: Format.default("standard"), events: Events }),
			example: { url: "https://example.com/hive", format: "standard", events: ["your-turn", "game-over"] },
			key: "kept",
			redact: withoutSecret,
			answers: {
				201: { description: "The webhook", schema: WithSecret, headers: { Location: "The webhook's own address" } },
			},
			refusals: ["ERR_TOO_MANY_WEBHOOKS", "ERR_LIMIT"],
		},
		async (c, { body }) => {
			const errors = checkUrl(body.url);
			if (errors.length > 0) return problem(c, "ERR_INVALID", { errors });
			const player = playerOf(c) ?? "";
			const full = await limit(c, { "webhook-player": player });
			if (full) return full;
			const hook = await addHook(c, player, body);
			if (!hook) return problem(c, "ERR_TOO_MANY_WEBHOOKS");
			c.header("Location", `/v1/me/webhooks/${hook.id}`);
			return c.json(await withSecret(c, hook), 201);
		},
	);

	serve(
		api,
		{
			method: "patch",
			path: "/v1/me/webhooks/{id}",
			id: "changeWebhook",
			tag: "notifications",
			summary: "Change what is given; switched on again, its failures are forgotten",
			access,
			body: z.strictObject({
				url: Url.optional(),
				format: Format.optional(),
				events: Events.optional(),
				enabled: z.boolean().optional(),
			}),
			example: { enabled: true },
			answers: { 200: { description: "The webhook as it is now", schema: Hook } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c, { body }) => {
			const errors = body.url === undefined ? [] : checkUrl(body.url);
			if (errors.length > 0) return problem(c, "ERR_INVALID", { errors });
			const { enabled, events, format, url } = body;
			const changed = await updateWebhook(c.env.DB, playerOf(c) ?? "", c.req.param("id") ?? "", {
				...(url === undefined ? {} : { url }),
				...(format === undefined ? {} : { format }),
				...(events === undefined ? {} : { events: [...new Set(events)] }),
				...(enabled === undefined ? {} : { enabled }),
			});
			return changed ? c.json(view(changed)) : problem(c, "ERR_NOT_FOUND");
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/me/webhooks/{id}",
			id: "deleteWebhook",
			tag: "notifications",
			summary: "Delete a webhook; what is on its way to it does not go out any more",
			access,
			answers: { 204: { description: "It is gone" } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c) => {
			const gone = await deleteWebhook(c.env.DB, playerOf(c) ?? "", c.req.param("id") ?? "");
			return gone ? c.body(null, 204) : problem(c, "ERR_NOT_FOUND");
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/me/webhooks/{id}/secret",
			id: "renewWebhookSecret",
			tag: "notifications",
			summary: "Make a new secret, shown once; for a day the one before signs beside it",
			access,
			key: "kept",
			redact: withoutSecret,
			answers: { 200: { description: "The webhook with its new secret", schema: WithSecret } },
			refusals: ["ERR_NOT_FOUND", "ERR_LIMIT"],
		},
		async (c) => {
			const hook = await ownHook(c);
			if (!hook) return problem(c, "ERR_NOT_FOUND");
			const full = await limit(c, { "webhook-player": hook.player });
			if (full) return full;
			const changed = await rotateSecret(c.env.DB, hook.player, hook.id, c.var.now);
			return changed ? c.json(await withSecret(c, changed)) : problem(c, "ERR_NOT_FOUND");
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/me/webhooks/{id}/test",
			id: "testWebhook",
			tag: "notifications",
			summary: "Send a test event, whatever the webhook is told of otherwise",
			description: "It is tried once; the attempts show what became of it.",
			access,
			key: "kept",
			answers: {
				202: { description: "It is on its way: the `webhook-id`", schema: z.object({ id: z.string() }) },
			},
			refusals: ["ERR_NOT_FOUND", "ERR_LIMIT"],
		},
		async (c) => {
			const hook = await ownHook(c);
			if (!hook) return problem(c, "ERR_NOT_FOUND");
			const full = await limit(c, { "test-player": hook.player });
			if (full) return full;
			const rows = await testsOf(c, hook.player, { channel: "webhook", hook: hook.id }, randomText(20));
			await sendTests(c, rows);
			return c.json({ id: rows[0]?.id }, 202);
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/me/webhooks/{id}/replay",
			id: "replayWebhook",
			tag: "notifications",
			summary: "Send again what came after an event",
			description: `With the same \`webhook-id\`s and the same bodies, whatever had become of them; at most ${MOST_REPLAYED} at a time. What was said is kept for 30 days.`,
			access,
			body: z.strictObject({
				after: z.string().min(1).max(300).optional().openapi({
					description: "The `webhook-id` of the last event that is not wanted again, or an instant; absent: everything",
				}),
			}),
			example: { after: "2026-12-03T10:00:00.000Z" },
			key: "kept",
			answers: {
				202: { description: "They are on their way", schema: z.object({ deliveries: z.int() }) },
			},
			refusals: ["ERR_NOT_FOUND", "ERR_LIMIT"],
		},
		async (c, { body }) => {
			const hook = await ownHook(c);
			if (!hook) return problem(c, "ERR_NOT_FOUND");
			const after = await findPlace(c, hook, body.after);
			if (!after) {
				const message = "must be an instant, or the webhook-id of an event of this webhook";
				return problem(c, "ERR_INVALID", { errors: [{ pointer: "/after", message }] });
			}
			const full = await limit(c, { "replay-player": hook.player });
			if (full) return full;
			return c.json({ deliveries: await replayFrom(c, hook, after) }, 202);
		},
	);

	serve(
		api,
		{
			method: "get",
			path: "/v1/me/webhooks/{id}/attempts",
			id: "listWebhookAttempts",
			tag: "notifications",
			summary: `The last ${ATTEMPTS_KEPT} attempts to tell a webhook, newest first`,
			access,
			query: z.object({ limit: LimitQuery }),
			answers: { 200: { description: "The attempts", schema: listOf(Attempt) } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c, { query }) => {
			const hook = await ownHook(c);
			if (!hook) return problem(c, "ERR_NOT_FOUND");
			const attempts = await attemptsOf(c.env.DB, hook.id, query.limit);
			const items = attempts.map(({ at, took, ...rest }) => ({ ...rest, at: instant(at), milliseconds: took }));
			return c.json({ items, next: null });
		},
	);
}

/** The webhook of the path, where it is the caller's. */
export async function ownHook(c: Call): Promise<Webhook | null> {
	const hook = await webhookById(c.env.DB, c.req.param("id") ?? "");
	return hook && hook.player === playerOf(c) ? hook : null;
}

/** A new webhook of the player's, its address looked at before; null when they have as many as there may be. */
export async function addHook(
	c: Call,
	player: string,
	{ events, format, url }: Pick<Webhook, "events" | "format" | "url">,
): Promise<Webhook | null> {
	const hook: Webhook = {
		id: randomText(20),
		player,
		url,
		format,
		events: [...new Set(events)],
		enabled: true,
		disabledWhy: null,
		failures: 0,
		generation: 1,
		rotatedAt: null,
		createdAt: c.var.now,
	};
	return (await insertWebhook(c.env.DB, hook, MOST_WEBHOOKS)) ? hook : null;
}

type HookPlace = { readonly at: number; readonly id: string };

/** Where a replay begins: after an instant or the event of an id, or at the beginning; null for what is none of these. */
export async function findPlace(c: Call, hook: Webhook, after: string | undefined): Promise<HookPlace | null> {
	if (after === undefined) return BEGINNING;
	return readInstant(after) ?? (await placeOf(c.env.DB, hook.id, after));
}

/** Sends again what came after a place; how many that are. */
export async function replayFrom(c: Call, hook: Webhook, after: HookPlace): Promise<number> {
	const ids = await replayDeliveries(c.env.DB, hook.id, after, c.var.now);
	// One wake-up is done with in minutes, whatever the webhook makes of it; cron takes what is left.
	wake(c, ids.slice(0, A_WAKE));
	return ids.length;
}

function view({ createdAt, disabledWhy, enabled, events, format, id, url }: Webhook) {
	return { id, url, format, events, enabled, disabledWhy, createdAt: instant(createdAt) };
}

async function withSecret(c: Call, hook: Webhook) {
	return { ...view(hook), secret: await hookSecret(c.env.SECRET, hook.id, hook.generation) };
}

function withoutSecret(body: string): string {
	const { secret: _, ...rest } = JSON.parse(body) as Record<string, unknown>;
	return JSON.stringify(rest);
}

/** The place behind everything of that instant; null for what is none. */
function readInstant(text: string): HookPlace | null {
	const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? null : { at, id: "\uffff" };
}
