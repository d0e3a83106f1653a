/** `/v1/me/notifications`: what a player is told how, how long before a deadline they are reminded, and the hours of peace. */
import { z } from "@hono/zod-openapi";
import { clearComplaint } from "../db/bounces.ts";
import { type StoredPaces, settingsOf, updateNotifications } from "../db/notifications.ts";
import { type Player, playerById } from "../db/players.ts";
import { shortestTime } from "../env.ts";
import { fanOutReminders } from "../game/fan-out.ts";
import { DAY, MINUTE, makeDuration, parseDuration } from "../match/duration.ts";
import { DEFAULT_LEADS } from "../match/reminders.ts";
import { KINDS, PACES, PERSONAL_CHANNELS, pacesOf } from "../post/settings.ts";
import { accountOf } from "./caller.ts";
import type { Call } from "./env.ts";
import { type FieldError, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Duration } from "./schema.ts";
import { background } from "./wake.ts";

export const MOST_REMINDERS = 6;
const LONGEST_LEAD = 14 * DAY;

export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const TimeOfDay = z
	.string()
	.regex(TIME_OF_DAY, { error: "must be a time of day, 00:00 to 23:59" })
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
		description:
			"Local to the account's zone; `to` may be of the day after. A reminder that would come in them comes before, all else after, but at once what could then be too late",
	});

const Pace = z.enum(PACES, { error: `must be one of ${PACES.join(", ")}` });

const byKind = <Channels extends z.ZodType>(channels: Channels) =>
	z.strictObject(Object.fromEntries(KINDS.map((kind) => [kind, channels])) as Record<(typeof KINDS)[number], Channels>);

const Kinds = byKind(z.strictObject({ email: Pace, push: Pace })).openapi("NotificationKinds", {
	description:
		"By kind and channel: at once, gathered (by mail once a day, on a device at the same hour), or not at all. Webhooks name the kinds they want themselves",
});

const KindChanges = byKind(z.strictObject({ email: Pace.optional(), push: Pace.optional() }).optional()).openapi({
	description: "What is not named stays as it is. Mail about the account itself cannot be switched off or gathered",
	example: { "game-over": { email: "digest" } },
});

const DigestHour = z
	.int({ error: "must be a whole hour, 0 to 23" })
	.min(0, { error: "must be a whole hour, 0 to 23" })
	.max(23, { error: "must be a whole hour, 0 to 23" })
	.openapi({ description: "Of the day, in the account's zone", example: 8 });

const Settings = z
	.object({ kinds: Kinds, digestHour: DigestHour, reminders: Reminders, quietHours: QuietHours })
	.openapi("Notifications");

const Changes = z.strictObject({
	kinds: KindChanges.optional(),
	digestHour: DigestHour.optional(),
	reminders: Reminders.optional(),
	quietHours: QuietHours.optional(),
});

export function serveNotifications(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me/notifications",
			id: "getNotifications",
			tag: "notifications",
			summary: "What the caller is told how, and when not",
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
			description: "It counts for everything that has not been sent yet.",
			body: Changes,
			example: {
				kinds: { "game-over": { email: "digest" } },
				digestHour: 8,
				reminders: ["P1D", "PT6H"],
				quietHours: { from: "22:00", to: "07:00" },
			},
			answers: { 200: { description: "The settings as they are now", schema: Settings } },
			refusals: [],
		},
		async (c, { body }) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const errors = await changeNotifications(c, player, body);
			if (errors.length > 0) return problem(c, "ERR_INVALID", { errors });
			return answerSettings(c, await playerById(c.env.DB, player.id));
		},
	);
}

type Changes = z.output<typeof Changes>;
type KindChanges = z.output<typeof KindChanges>;

/** Replaces the settings that are given, or none of them: then says what is wrong with them. */
export async function changeNotifications(c: Call, player: Player, changes: Changes): Promise<readonly FieldError[]> {
	const { digestHour, kinds, quietHours, reminders } = changes;
	const errors = [
		...checkKinds(kinds ?? {}),
		// Where games may be shorter than minutes, so may the time that is left.
		...checkReminders(reminders ?? [], Math.min(MINUTE, shortestTime(c.env) || MINUTE)),
	];
	if (errors.length > 0) return errors;
	await updateNotifications(c.env.DB, player.id, c.var.now, {
		...(kinds === undefined ? {} : { paces: asStored(kinds) }),
		...(digestHour === undefined ? {} : { digestHour }),
		...(reminders === undefined ? {} : { reminders }),
		...(quietHours === undefined ? {} : { quietHours }),
	});
	// Who switches mail on wants it, whatever was said of it before.
	if (Object.values(kinds ?? {}).some((one) => one?.email && one.email !== "off")) {
		await clearComplaint(c.env.DB, player.email);
	}
	if (reminders !== undefined || quietHours !== undefined) {
		background(c, fanOutReminders(c.env, player.id, c.var.now));
	}
	return [];
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

/** What is about the account itself waits for nothing, and goes to its address whatever else is wanted there. */
function checkKinds({ account }: KindChanges): readonly FieldError[] {
	return PERSONAL_CHANNELS.flatMap((channel): readonly FieldError[] => {
		const pace = account?.[channel];
		const refused = pace === "digest" || (pace === "off" && channel === "email");
		const message = pace === "off" ? "cannot be switched off" : "cannot wait for a digest";
		return refused ? [{ pointer: `/kinds/account/${channel}`, message }] : [];
	});
}

/** Without what was left out. */
function asStored(kinds: KindChanges): StoredPaces {
	return JSON.parse(JSON.stringify(kinds)) as StoredPaces;
}

async function answerSettings(c: Call, player: Player | null): Promise<Response> {
	const settings = player && (await settingsOf(c.env.DB, player.id));
	if (!player || !settings) return problem(c, "ERR_UNAUTHENTICATED");
	return c.json({
		kinds: pacesOf(settings.paces),
		digestHour: settings.digestHour,
		reminders: player.reminders ?? DEFAULT_LEADS.map(makeDuration),
		quietHours: player.quietHours,
	});
}
