/** `/v1/me/push-subscriptions`: devices on which the caller is told, and `/v1/push-key`, which a browser needs to become one. */
import { z } from "@hono/zod-openapi";
import { type Device, deleteDevice, devicesOf, keepDevice } from "../db/push.ts";
import { randomText } from "../keys.ts";
import { instant } from "../match/view.ts";
import { areDeviceKeys, readPushKeys } from "../post/elsewhere/push-keys.ts";
import { checkTarget } from "../post/elsewhere/webhook-target.ts";
import { type Ports, playerOf } from "./env.ts";
import { limit } from "./limit.ts";
import { type FieldError, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant, listOf } from "./schema.ts";

const read = { who: "player", scope: "account:read", sure: true } as const;
const write = { who: "player", scope: "account:write", sure: true } as const;

const Endpoint = z.string().max(2_000).openapi({ format: "uri", example: "https://push.example.com/send/abc" });
const Key = z.string().max(200);

const Subscription = z
	.object({
		id: z.string(),
		service: z.string().openapi({ description: "The push service's origin", example: "https://push.example.com" }),
		createdAt: Instant,
	})
	.openapi("PushSubscription");

export function servePushSubscriptions(api: Api, { local }: Ports): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/push-key",
			id: "getPushKey",
			tag: "notifications",
			summary: "The key by which push services know this service",
			access: { who: "nobody" },
			answers: {
				200: {
					description: "`applicationServerKey` of a browser's `pushManager.subscribe`, base64url",
					schema: z.object({ key: z.string() }),
				},
			},
			refusals: ["ERR_NO_PUSH"],
		},
		(c) => {
			const keys = readPushKeys(c.env.PUSH_KEYS);
			if (!keys) return problem(c, "ERR_NO_PUSH");
			c.header("Cache-Control", "public, max-age=3600");
			return c.json({ key: keys.publicKey });
		},
	);

	serve(
		api,
		{
			method: "get",
			path: "/v1/me/push-subscriptions",
			id: "listPushSubscriptions",
			tag: "notifications",
			summary: "The caller's devices, newest first",
			access: read,
			answers: { 200: { description: "The devices", schema: listOf(Subscription) } },
			refusals: [],
		},
		async (c) => c.json({ items: (await devicesOf(c.env.DB, playerOf(c) ?? "")).map(view), next: null }),
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/me/push-subscriptions",
			id: "addPushSubscription",
			tag: "notifications",
			summary: "Have a device told; the body is a browser's `PushSubscription` as JSON",
			description:
				"The same endpoint again is the same device. At most 20 are kept, the newest. A device that its push service does not know any more is forgotten.",
			access: write,
			body: z.strictObject({
				endpoint: Endpoint,
				expirationTime: z.number().nullable().optional(),
				keys: z.strictObject({ p256dh: Key, auth: Key }),
			}),
			example: {
				endpoint: "https://push.example.com/send/abc",
				expirationTime: null,
				keys: {
					p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
					auth: "BTBZMqHH6r4Tts7J_aSIgg",
				},
			},
			key: "kept",
			answers: {
				201: { description: "The device", schema: Subscription, headers: { Location: "The device's own address" } },
			},
			refusals: ["ERR_NO_PUSH", "ERR_LIMIT"],
		},
		async (c, { body }) => {
			if (!readPushKeys(c.env.PUSH_KEYS)) return problem(c, "ERR_NO_PUSH");
			const target = checkTarget(body.endpoint, local === true);
			const errors: FieldError[] = target.ok ? [] : [{ pointer: "/endpoint", message: target.error }];
			if (!(await areDeviceKeys(body.keys.p256dh, body.keys.auth))) {
				errors.push({ pointer: "/keys", message: "must be a point of P-256 and sixteen bytes, base64url" });
			}
			if (errors.length > 0) return problem(c, "ERR_INVALID", { errors });
			const player = playerOf(c) ?? "";
			const full = await limit(c, { "push-player": player });
			if (full) return full;
			const device = await keepDevice(c.env.DB, {
				id: randomText(20),
				player,
				endpoint: body.endpoint,
				...body.keys,
				createdAt: c.var.now,
			});
			c.header("Location", `/v1/me/push-subscriptions/${device.id}`);
			return c.json(view(device), 201);
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/me/push-subscriptions",
			id: "removePushSubscriptionByEndpoint",
			tag: "notifications",
			summary: "Have a device told no longer, by its endpoint",
			access: write,
			query: z.object({
				endpoint: Endpoint.optional().openapi({ description: "Here, or in the body as a browser's JSON has it" }),
			}),
			body: z.looseObject({ endpoint: Endpoint.optional() }),
			answers: { 204: { description: "It is forgotten" } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c, { body, query }) => {
			const endpoint = body.endpoint ?? query.endpoint ?? "";
			const gone = await deleteDevice(c.env.DB, playerOf(c) ?? "", endpoint);
			return gone ? c.body(null, 204) : problem(c, "ERR_NOT_FOUND");
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/me/push-subscriptions/{id}",
			id: "removePushSubscription",
			tag: "notifications",
			summary: "Have a device told no longer",
			access: write,
			answers: { 204: { description: "It is forgotten" } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c) => {
			const gone = await deleteDevice(c.env.DB, playerOf(c) ?? "", c.req.param("id") ?? "");
			return gone ? c.body(null, 204) : problem(c, "ERR_NOT_FOUND");
		},
	);
}

/** The endpoint is a secret between the device and us: only where it leads is shown. */
function view({ createdAt, endpoint, id }: Device) {
	return { id, service: new URL(endpoint).origin, createdAt: instant(createdAt) };
}
