/** `/v1/me/vacation`: the clock stops for days, by the player's word alone and in the games that agreed to it. */
import { z } from "@hono/zod-openapi";
import type { Player } from "../db/players.ts";
import { startVacation, stopVacation, vacationState } from "../game/vacation.ts";
import { randomText } from "../keys.ts";
import { DAY, HOUR, makeDuration } from "../match/duration.ts";
import type { Vacation } from "../match/vacation.ts";
import { instant } from "../match/view.ts";
import { accountOf } from "./caller.ts";
import type { Call } from "./env.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Duration, Instant } from "./schema.ts";

const VacationSchema = z.object({ id: z.string(), from: Instant, to: Instant });

export const VacationState = z.object({
	balance: Duration.openapi({
		description: "What may still be taken, in whole hours; a day is earned in twelve, up to 30",
		example: "P7D",
	}),
	current: VacationSchema.nullable(),
});

const Days = z
	.number()
	.min(1, { error: "must be at least 1" })
	.refine((days) => Number.isInteger(days * 4), { error: "must be whole days or quarters of them" })
	.openapi({ type: "number", minimum: 1, multipleOf: 0.25, example: 3 });

const write = { who: "player", scope: "account:write", sure: true } as const;

export function serveVacation(api: Api): void {
	serve(
		api,
		{
			method: "post",
			path: "/v1/me/vacation",
			id: "startVacation",
			tag: "accounts",
			summary: "Go on vacation, from now on and for so many days",
			description:
				"The clock stops in games whose terms agree to vacations; those that go on are named. Ended early, it gives back what is left of it, but a day is always charged.",
			access: write,
			key: "kept",
			body: z.strictObject({ days: Days }),
			example: { days: 3 },
			answers: {
				201: {
					description: "The vacation, and what is left of the balance",
					schema: VacationSchema.extend({
						balance: Duration,
						games: z.object({ paused: z.array(z.string()), unaffected: z.array(z.string()) }),
					}),
					headers: { Location: "The account, which shows it" },
				},
			},
			refusals: ["ERR_ON_VACATION", "ERR_NO_VACATION"],
		},
		async (c, { body }) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const started = await startVacation(c.env, player, body.days * DAY, randomText(20), c.var.now);
			if (!started.ok) {
				return started.error.code === "ERR_ON_VACATION"
					? problem(c, "ERR_ON_VACATION", { detail: `The one that runs ends at ${instant(started.error.until)}.` })
					: refuseForBalance(c, started.error.balance);
			}
			const { balance, games, vacation } = started.value;
			c.header("Location", "/v1/me");
			return c.json({ ...vacationView(vacation), balance: balanceText(balance), games }, 201);
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/me/vacation",
			id: "endVacation",
			tag: "accounts",
			summary: "End the vacation now",
			access: write,
			answers: { 204: { description: "The clocks run again" } },
			refusals: ["ERR_NOT_ON_VACATION"],
		},
		async (c) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const ended = await stopVacation(c.env, player, c.var.now);
			return ended ? c.body(null, 204) : problem(c, "ERR_NOT_ON_VACATION");
		},
	);
}

/** The balance and the vacation that runs, as an account shows them. */
export async function vacationStateView(c: Call, player: Player): Promise<z.input<typeof VacationState>> {
	const { balance, current } = await vacationState(c.env.DB, player, c.var.now);
	return { balance: balanceText(balance), current: current && vacationView(current) };
}

/** In whole hours: nobody cares for the seconds that have been earned since the last look. */
export function balanceText(ms: number): string {
	return makeDuration(Math.floor(ms / HOUR) * HOUR);
}

function vacationView({ from, id, to }: Vacation) {
	return { id, from: instant(from), to: instant(to) };
}

function refuseForBalance(c: Call, ms: number): Response {
	const balance = balanceText(ms);
	return problem(c, "ERR_NO_VACATION", { detail: `The balance is ${balance}.`, members: { balance } });
}
