/** What the players of a game offer each other: a draw, to take a move back, another time control. */
import { z } from "@hono/zod-openapi";
import type { PlayerCommand } from "../match/command.ts";
import type { TimeControl as AgreedControl } from "../match/terms.ts";
import { type Call, playerOf } from "./env.ts";
import { askGame, ON_A_GAME, play, recallFromGame } from "./game-command.ts";
import type { Idempotency } from "./idempotency.ts";
import { type ProblemCode, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { GameSchema, TimeControl } from "./schema.ts";

const DrawBody = z
	.strictObject({ action: z.enum(["offer", "accept", "decline", "withdraw", "claim"]) })
	.openapi("DrawAction");

const TakebackBody = z
	.strictObject({
		action: z.enum(["ask", "accept", "decline", "withdraw"]),
		ply: z.int().min(0).max(100_000).optional().openapi({
			description:
				"With `ask`: half-moves that are to stand; absent: those before the asker's last move. With `accept`: those of the wish that is meant, which is refused where another stands by then",
		}),
	})
	.openapi("TakebackAction");

const TimeBody = z
	.strictObject({
		action: z.enum(["propose", "accept", "decline", "withdraw"]),
		timeControl: TimeControl.optional().openapi({
			description:
				"With `propose`. With `accept`: the one that is meant, which is refused where another stands by then",
		}),
	})
	.openapi("TimeAction");

const ANSWERS = ["ERR_NO_OFFER", "ERR_OWN_OFFER"] as const satisfies readonly ProblemCode[];

export function serveOffers(api: Api): void {
	const common = {
		method: "post",
		tag: "games",
		access: play,
		key: "game",
		recall: recallFromGame,
		ifMatch: true,
		answers: { 200: { description: "The game as it is now", schema: GameSchema } },
	} as const;

	serve(
		api,
		{
			...common,
			path: "/v1/games/{id}/draw",
			id: "draw",
			summary: "Offer, answer or claim a draw",
			description:
				"An offer stands until the other side answers or moves; offering while theirs stands accepts it. A claim is for rule sets that let a third occurrence be claimed, and holds until the claimer's next move.",
			body: DrawBody,
			example: { action: "offer" },
			refusals: [...ON_A_GAME, ...ANSWERS, "ERR_OFFER_AGAIN", "ERR_NO_CLAIM"],
		},
		(c, { body, idempotency }) => ask(c, { type: "draw", ...body }, idempotency),
	);

	serve(
		api,
		{
			...common,
			path: "/v1/games/{id}/takeback",
			id: "takeBack",
			summary: "Ask to take a move back, or answer",
			description:
				"In casual games. The wish dies when anybody moves. Afterwards the clocks stand as they did at that ply; with time per move a whole turn begins.",
			body: TakebackBody,
			example: { action: "ask" },
			refusals: [...ON_A_GAME, ...ANSWERS, "ERR_OFFER_AGAIN", "ERR_RATED_GAME", "ERR_NOTHING_TO_TAKE_BACK"],
		},
		(c, { body: { action, ply }, idempotency }) =>
			ask(c, { type: "takeback", action, ...(ply === undefined ? {} : { ply }) }, idempotency),
	);

	serve(
		api,
		{
			...common,
			path: "/v1/games/{id}/time",
			id: "changeTime",
			summary: "Propose another time control, or answer",
			description: "Both clocks begin anew when it is accepted.",
			body: TimeBody,
			example: { action: "propose", timeControl: { perMove: "P5D" } },
			refusals: [...ON_A_GAME, ...ANSWERS],
		},
		async (c, { body: { action, timeControl }, idempotency }) => {
			if (action === "accept") {
				const meant = timeControl ? { timeControl: timeControl as AgreedControl } : {};
				return ask(c, { type: "time", action, ...meant }, idempotency);
			}
			if (action !== "propose") return ask(c, { type: "time", action }, idempotency);
			if (!timeControl) {
				return problem(c, "ERR_INVALID", { errors: [{ pointer: "/timeControl", message: "is what to propose" }] });
			}
			return ask(c, { type: "time", action, timeControl: timeControl as AgreedControl }, idempotency);
		},
	);
}

function ask(c: Call, command: PlayerCommand, idempotency: Idempotency | null): Promise<Response> {
	return askGame(c, command, { player: playerOf(c) ?? "" }, idempotency, 200);
}
