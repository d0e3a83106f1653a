/** `/v1/me/notifications`: how long before a deadline a player is reminded, and the hours in which nobody is written to. */
import { z } from "@hono/zod-openapi";
import { type Player, updateReminders } from "../db/players.ts";
import { fanOutReminders } from "../game/fan-out.ts";
import { DAY, MINUTE, makeDuration, parseDuration } from "../match/duration.ts";
import { DEFAULT_LEADS } from "../match/reminders.ts";
import { accountOf } from "./caller.ts";
import type { Call } from "./env.ts";
import { type FieldError, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Duration } from "./schema.ts";

const MOST_REMINDERS = 6;
const LONGEST_LEAD = 14 * DAY;

const TimeOfDay = z
	.string()
	.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time of day, 00:00 to 23:59" })
	.openapi({ example: "22:00" });

const Reminders = z
	.array(Duration)
	.max(MOST_REMINDERS, { error: `may be at most ${MOST_REMINDERS}` })
	.openapi({ description: "How much time is left when one is sent", example: ["P1D", "PT6H"] });

const QuietHours = z
	.strictObject({ from: TimeOfDay, to: TimeOfDay })
	.refine(({ from, to }) => from !== to, { error: "must differ from the beginning", path: ["to"] })
	.nullable()
	.openapi({
		description: "Local to the account's zone; what would come in them comes before. `to` may be of the day after",
	});

const Settings = z.object({ reminders: Reminders, quietHours: QuietHours }).openapi("Notifications");

export function serveNotifications(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me/notifications",
			id: "getNotifications",
			tag: "notifications",
			summary: "When the caller is reminded, and when not",
			access: { who: "player", scope: "account:read", sure: true },
			answers: { 200: { description: "The settings", schema: Settings } },
			refusals: [],
		},
		async (c) => answerSettings(c, await accountOf(c)),
	);

	serve(
		api,
		{
			method: "put",
			path: "/v1/me/notifications",
			id: "setNotifications",
			tag: "notifications",
			summary: "Replace the settings that are given",
			access: { who: "player", scope: "account:write", sure: true },
			body: z.strictObject({ reminders: Reminders.optional(), quietHours: QuietHours.optional() }),
			example: { reminders: ["P1D", "PT6H"], quietHours: { from: "22:00", to: "07:00" } },
			answers: { 200: { description: "The settings as they are now", schema: Settings } },
			refusals: [],
		},
		async (c, { body }) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const { quietHours, reminders } = body;
			// Where games may be shorter than minutes, so may the time that is left.
			const errors = checkReminders(reminders ?? [], Math.min(MINUTE, parseDuration(c.env.MIN_TIME) ?? MINUTE));
			if (errors.length > 0) return problem(c, "ERR_INVALID", { errors });
			const changed = await updateReminders(c.env.DB, player.id, {
				...(reminders === undefined ? {} : { reminders }),
				...(quietHours === undefined ? {} : { quietHours }),
			});
			c.executionCtx.waitUntil(fanOutReminders(c.env, player.id, c.var.now).catch(() => {}));
			return answerSettings(c, changed);
		},
	);
}

function checkReminders(reminders: readonly string[], least: number): readonly FieldError[] {
	const leads = reminders.map(parseDuration);
	return leads.flatMap((lead, index): readonly FieldError[] => {
		const problem = (message: string) => [{ pointer: `/reminders/${index}`, message }];
		if (lead === null) return problem("must be an ISO 8601 duration such as PT6H");
		if (lead < least) return problem(`must be at least ${makeDuration(least)}`);
		if (lead > LONGEST_LEAD) return problem(`may be at most ${makeDuration(LONGEST_LEAD)}`);
		return leads.indexOf(lead) < index ? problem("is there already") : [];
	});
}

function answerSettings(c: Call, player: Player | null): Response {
	if (!player) return problem(c, "ERR_UNAUTHENTICATED");
	const { quietHours, reminders } = player;
	return c.json({ reminders: reminders ?? DEFAULT_LEADS.map(makeDuration), quietHours });
}
