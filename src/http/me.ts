/** `/v1/me`: the caller's own account, and `/v1/players/{name}`: what everybody may know of somebody. */
import { z } from "@hono/zod-openapi";
import { LOCALES, parseTimeZone } from "../account/settings.ts";
import { markOf } from "../db/bounces.ts";
import { recordOf } from "../db/games.ts";
import { isNameTaken, type Player, playerByName, updatePlayer } from "../db/players.ts";
import { vacationsSince } from "../db/vacations.ts";
import { inTime } from "../game/facts.ts";
import { fanOutReminders, fanOutRest } from "../game/fan-out.ts";
import { checkRestWindows, MOST_WINDOWS, WEEKDAYS } from "../match/rest.ts";
import { instant } from "../match/view.ts";
import { accountOf } from "./caller.ts";
import type { Call } from "./env.ts";
import { Leaving, leavingOf, stayAfterAll } from "./leaving.ts";
import { forgetName } from "./names.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant } from "./schema.ts";
import { Name } from "./session.ts";
import { VacationState, vacationStateView } from "./vacation.ts";
import { background } from "./wake.ts";

/** How long the answer to a change waits for the running games to hear of it, ms. */
const ANSWER_WAITS = 300;

const TimeOfDay = z.string().max(5).openapi({ example: "22:00" });

const RestWindows = z
	.array(
		z.strictObject({
			days: z.array(z.enum(WEEKDAYS, { error: `must be one of ${WEEKDAYS.join(", ")}` })).max(7),
			from: TimeOfDay,
			to: TimeOfDay.openapi({ description: "Not later than `from`: of the day after; 24:00 ends a day" }),
		}),
	)
	.openapi({
		description: `At most ${MOST_WINDOWS}, in the account's zone; they leave at least 42 hours of each week open`,
		maxItems: MOST_WINDOWS,
		example: [{ days: ["mon", "tue", "wed", "thu", "sun"], from: "22:00", to: "07:00" }],
	});

const EmailProblem = z
	.object({ kind: z.enum(["soft", "hard", "complaint"]), at: Instant, detail: z.string().nullable() })
	.openapi("EmailProblem", {
		description:
			"Why no mail goes to the address but the one to sign in by: it did not arrive for the time being (`soft`) or at all (`hard`), which signing in anew by mail clears, or was reported as spam (`complaint`), which switching mail on clears",
	});

const Me = z
	.object({
		id: z.string(),
		name: z.string(),
		email: z.string(),
		locale: z.string().openapi({ example: "en" }),
		timeZone: z.string().openapi({ example: "Europe/Berlin" }),
		restWindows: RestWindows,
		vacation: VacationState,
		emailProblem: EmailProblem.nullable(),
		leaving: Leaving.nullable(),
		createdAt: Instant,
	})
	.openapi("Me");

const Profile = z
	.object({
		id: z.string(),
		name: z.string(),
		since: Instant,
		record: z.object({ won: z.int(), lost: z.int(), drawn: z.int(), active: z.int() }),
		timeouts: z
			.object({ games: z.int(), rate: z.number().min(0).max(1).nullable() })
			.openapi({ description: "Games lost on time, and their part of all finished ones; null before there are any" }),
		onVacationUntil: Instant.nullable(),
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
			description: "When the clock rests counts in running games from the next turn on, where their terms agree to it.",
			access: { who: "player", scope: "account:write", sure: true },
			body: z.strictObject({
				name: Name.optional(),
				locale: z.enum(LOCALES, { error: `must be one of ${LOCALES.join(", ")}` }).optional(),
				timeZone: TimeZone.optional(),
				restWindows: RestWindows.optional(),
				leaving: z
					.null({ error: "can be null alone: stay after all" })
					.optional()
					.openapi({ description: "`null`: stay after all. No token may do that" }),
			}),
			example: { timeZone: "Europe/Berlin" },
			answers: { 200: { description: "The account as it is now", schema: Me } },
			refusals: ["ERR_NAME_TAKEN", "ERR_COOKIE_ONLY"],
		},
		async (c, { body }) => {
			const account = await accountOf(c);
			if (!account) return problem(c, "ERR_UNAUTHENTICATED");
			const { leaving, locale, name, restWindows, timeZone } = body;
			if (leaving === null && c.var.caller.kind === "token") return problem(c, "ERR_COOKIE_ONLY");
			const errors = checkRestWindows(restWindows ?? []);
			if (errors.length > 0) return problem(c, "ERR_INVALID", { errors });
			try {
				const changed = await updatePlayer(c.env.DB, account.id, {
					...(name === undefined ? {} : { name }),
					...(locale === undefined ? {} : { locale }),
					...(timeZone === undefined ? {} : { timeZone }),
					...(restWindows === undefined ? {} : { restWindows }),
				});
				if (leaving === null) await stayAfterAll(c, account.id);
				forgetName(account.id);
				if (restWindows !== undefined || timeZone !== undefined) await tellGames(c, account.id);
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
			const { now } = c.var;
			const { timeouts, ...record } = await recordOf(c.env.DB, player.id);
			const finished = record.won + record.lost + record.drawn;
			const vacations = (await vacationsSince(c.env.DB, [player.id], now)).get(player.id);
			const vacation = vacations?.find(({ from }) => from <= now);
			return c.json({
				id: player.id,
				name: player.name,
				since: instant(player.createdAt),
				record,
				timeouts: { games: timeouts, rate: finished === 0 ? null : timeouts / finished },
				onVacationUntil: vacation ? instant(vacation.to) : null,
			});
		},
	);
}

async function answerMe(c: Call, account: Player | null): Promise<Response> {
	if (!account) return problem(c, "ERR_UNAUTHENTICATED");
	const { createdAt, email, id, locale, name, restWindows, timeZone } = account;
	const vacation = await vacationStateView(c, account);
	const mark = await markOf(c.env.DB, email, c.var.now);
	const leaving = await leavingOf(c.env.DB, id);
	const emailProblem = mark && { ...mark, at: instant(mark.at) };
	return c.json({
		id,
		name,
		email,
		locale,
		timeZone,
		restWindows,
		vacation,
		emailProblem,
		leaving,
		createdAt: instant(createdAt),
	});
}

/** Mostly they have heard when the answer arrives; whoever has not is told by the sweep. */
export async function tellGames(c: Call, player: string): Promise<void> {
	// Quiet hours are hours of the player's zone.
	background(c, fanOutReminders(c.env, player, c.var.now));
	const told = fanOutRest(c.env, player, c.var.now);
	background(c, told);
	await inTime(ANSWER_WAITS, told).catch(() => {});
}
