/** `/v1/me`: the caller's own account, and `/v1/players/{name}`: what everybody may know of somebody. */
import { z } from "@hono/zod-openapi";
import { LOCALES, parseTimeZone } from "../account/settings.ts";
import { recordOf } from "../db/games.ts";
import { isNameTaken, type Player, playerByName, updatePlayer } from "../db/players.ts";
import { instant } from "../match/view.ts";
import { accountOf } from "./caller.ts";
import type { Call } from "./env.ts";
import { forgetName } from "./names.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant } from "./schema.ts";
import { Name } from "./session.ts";

const Me = z
	.object({
		id: z.string(),
		name: z.string(),
		email: z.string(),
		locale: z.string().openapi({ example: "en" }),
		timeZone: z.string().openapi({ example: "Europe/Berlin" }),
		createdAt: Instant,
	})
	.openapi("Me");

const Profile = z
	.object({
		id: z.string(),
		name: z.string(),
		since: Instant,
		record: z.object({ won: z.int(), lost: z.int(), drawn: z.int(), active: z.int() }),
	})
	.openapi("Profile");

const TimeZone = z
	.string()
	.max(64)
	.transform((text, context) => {
		const zone = parseTimeZone(text);
		if (zone !== null) return zone;
		context.addIssue({ code: "custom", message: "must be the name of a time zone, such as Europe/Berlin" });
		return z.NEVER;
	})
	.openapi({ type: "string", example: "Europe/Berlin" });

export function serveMe(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me",
			id: "getMe",
			tag: "accounts",
			summary: "The account of who asks",
			access: { who: "player", scope: "account:read", sure: true },
			answers: { 200: { description: "The account", schema: Me } },
			refusals: [],
		},
		async (c) => answerMe(c, await accountOf(c)),
	);

	serve(
		api,
		{
			method: "patch",
			path: "/v1/me",
			id: "changeMe",
			tag: "accounts",
			summary: "Change the settings that are given",
			access: { who: "player", scope: "account:write", sure: true },
			body: z.strictObject({
				name: Name.optional(),
				locale: z.enum(LOCALES, { error: `must be one of ${LOCALES.join(", ")}` }).optional(),
				timeZone: TimeZone.optional(),
			}),
			example: { timeZone: "Europe/Berlin" },
			answers: { 200: { description: "The account as it is now", schema: Me } },
			refusals: ["ERR_NAME_TAKEN"],
		},
		async (c, { body }) => {
			const account = await accountOf(c);
			if (!account) return problem(c, "ERR_UNAUTHENTICATED");
			const { locale, name, timeZone } = body;
			try {
				const changed = await updatePlayer(c.env.DB, account.id, {
					...(name === undefined ? {} : { name }),
					...(locale === undefined ? {} : { locale }),
					...(timeZone === undefined ? {} : { timeZone }),
				});
				forgetName(account.id);
				return answerMe(c, changed);
			} catch (error) {
				if (isNameTaken(error)) return problem(c, "ERR_NAME_TAKEN");
				throw error;
			}
		},
	);

	serve(
		api,
		{
			method: "get",
			path: "/v1/players/{name}",
			id: "getPlayer",
			tag: "players",
			summary: "The public profile of a player",
			access: { who: "anyone", sure: true },
			answers: { 200: { description: "The profile", schema: Profile } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c) => {
			const player = await playerByName(c.env.DB, c.req.param("name") ?? "");
			if (!player) return problem(c, "ERR_NOT_FOUND");
			const record = await recordOf(c.env.DB, player.id);
			return c.json({ id: player.id, name: player.name, since: instant(player.createdAt), record });
		},
	);
}

function answerMe(c: Call, account: Player | null): Response {
	if (!account) return problem(c, "ERR_UNAUTHENTICATED");
	const { createdAt, email, id, locale, name, timeZone } = account;
	return c.json({ id, name, email, locale, timeZone, createdAt: instant(createdAt) });
}
