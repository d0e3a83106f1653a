/** `DELETE /v1/me`: leaving the service. The page that leads to it does the same. */
import { z } from "@hono/zod-openapi";
import { endHere } from "../account/session.ts";
import { DEPARTURE_GAMES, type Departure, type DepartureGames, departureOf, endDeparture } from "../db/departures.ts";
import { runningGames } from "../db/games.ts";
import { sessionsOf } from "../db/sessions.ts";
import { type Left, leave, tellOfDeparture } from "../game/departure.ts";
import { inTime } from "../game/facts.ts";
import { instant } from "../match/view.ts";
import { clearCookie } from "./cookie.ts";
import { type Call, playerOf } from "./env.ts";
import { forgetName } from "./names.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant } from "./schema.ts";
import { background } from "./wake.ts";

/** How long the answer waits for the games to hear of it, ms. */
const ANSWER_WAITS = 300;

export const Leaving = z
	.object({ games: z.enum(DEPARTURE_GAMES), since: Instant })
	.openapi("Leaving", { description: "The account ends with the last of the running games; no more begin" });

const Games = z
	.enum(DEPARTURE_GAMES, { error: `must be one of ${DEPARTURE_GAMES.join(", ")}` })
	.optional()
	.openapi({
		description:
			"`resign`: the running games are resigned, and the account ends at once. `finish`: they are played to their end first. Needed where any run",
	});

export function serveLeaving(api: Api): void {
	serve(
		api,
		{
			method: "delete",
			path: "/v1/me",
			id: "deleteMe",
			tag: "accounts",
			summary: "Leave the service: the account ends, and what is personal is erased",
			description:
				"Address, name, settings, sessions, tokens, webhooks, devices, feeds, blocks, vacations, private notes, prepared lines, and all mail that waits: erased. Open challenges are withdrawn and declined. Finished games and chat messages stay, without a name (`name` is null). With `finish` all that happens once the last running game has ended, until then `leaving` of the account says so, no game begins, and `PATCH` with `leaving: null` takes it back. It may be asked again at any time. The address may sign up again, as somebody new.",
			access: { who: "player", cookieOnly: true, sure: true },
			query: z.object({ games: Games }),
			answers: {
				204: { description: "The account has ended" },
				202: {
					description: "It ends with the last running game",
					schema: z.object({ leaving: Leaving.extend({ running: z.int().min(1) }) }),
				},
			},
			refusals: [],
		},
		async (c, { query }) => {
			const player = playerOf(c) ?? "";
			const running = query.games ? [] : await runningGames(c.env.DB, player, c.var.now);
			if (running.length > 0) {
				const message = `says what becomes of ${running.length} running games: resign or finish`;
				return problem(c, "ERR_INVALID", { errors: [{ pointer: "/games", message }] });
			}
			const left = await leaveService(c, player, query.games ?? "resign");
			if (!left || left.running === 0) return c.body(null, 204);
			return c.json({ leaving: { ...leavingView(left.departure), running: left.running } }, 202);
		},
	);
}

/** Begins a departure or changes it; where the account goes at once, this browser is signed out. */
export async function leaveService(c: Call, player: string, games: DepartureGames): Promise<Left | null> {
	const { DB } = c.env;
	const { now } = c.var;
	const sessions = await sessionsOf(DB, player);
	const left = await leave(c.env, player, games, now);
	if (left && left.running > 0) return left;
	for (const { id } of sessions) endHere(id);
	forgetName(player);
	clearCookie(c);
	const told = tellOfDeparture(c.env, player, now);
	background(c, told);
	await inTime(ANSWER_WAITS, told).catch(() => {});
	return left;
}

/** Stays after all. Again is the same. */
export async function stayAfterAll(c: Call, player: string): Promise<void> {
	await endDeparture(c.env.DB, player);
}

export async function leavingOf(db: D1Database, player: string) {
	const departure = await departureOf(db, player);
	return departure && leavingView(departure);
}

function leavingView({ askedAt, games }: Departure) {
	return { games, since: instant(askedAt) };
}
