/** `/v1/games/{id}`: a game as its readers see it, and what its players may do in it. */
import { z } from "@hono/zod-openapi";
import type { By } from "../game/request.ts";
import { playerOf } from "./env.ts";
import { answerGame } from "./game-answer.ts";
import { askGame, ON_A_GAME, play, recallFromGame } from "./game-command.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import { lineTree } from "./lines.ts";
import { wantsNothingNew } from "./precondition.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { GameSchema, Outcome, Placed } from "./schema.ts";

const Preview = z
	.object({
		move: z.string().openapi({ description: "In the one canonical spelling" }),
		ply: z.int(),
		gameString: z.string(),
		board: z.array(Placed),
		result: Outcome.nullable(),
		warnings: z.array(
			z.object({
				code: z.enum(["SURROUNDS_OWN_QUEEN", "REPEATS_POSITION", "FORCES_PASS"]),
				times: z.int().optional().openapi({ description: "How often the position would have stood then" }),
			}),
		),
	})
	.openapi("Preview");

const NOT_BY_KEY = "is not for a turn key, which makes one move and nothing else";

const MoveBody = z
	.strictObject({
		move: z.string().max(64).openapi({ description: "UHP, in any spelling", example: "bA1 -bG1" }),
		ply: z.int().min(0).optional().openapi({ description: "The game's `ply` that the sender saw" }),
		dryRun: z.boolean().default(false).openapi({ description: "Only say what it would do" }),
		key: z.string().max(64).optional().openapi({ description: "A turn key from a mail, instead of a session" }),
		offerDraw: z.boolean().default(false).openapi({ description: "Offer a draw with it" }),
		// biome-ignore lint/suspicious/noThenProperty: the contract calls the lines that come with a move `then`.
		then: lineTree("/then").optional(),
	})
	.refine(({ key, then: lines }) => key === undefined || !lines?.length, {
		path: ["then"],
		error: NOT_BY_KEY,
	})
	.refine(({ key, offerDraw }) => key === undefined || !offerDraw, { path: ["offerDraw"], error: NOT_BY_KEY })
	.openapi("Move");

const EmptyBody = z.strictObject({});

export function serveGames(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}",
			id: "getGame",
			tag: "games",
			summary: "A game as the caller sees it",
			access: { who: "anyone", scope: "games:read" },
			ifNoneMatch: true,
			answers: {
				200: { description: "The game", schema: GameSchema, headers: { ETag: "`seq`, quoted" } },
				304: { description: "Nothing has happened since" },
			},
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c) => {
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const viewer = playerOf(c);
			const seen = await readSafely(game, (stub) => stub.look({ viewer, receivedAt: c.var.now }));
			if (!seen) return problem(c, "ERR_NOT_FOUND");
			const answer = await answerGame(c, seen.view, seen.now, viewer, 200, seen.names);
			return wantsNothingNew(c, seen.view.seq) ? unchanged(answer) : answer;
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/games/{id}/moves",
			id: "makeMove",
			tag: "games",
			summary: "Play a move, or try one",
			description: "The key from a turn mail makes that one move and nothing else. A forced pass is the service's.",
			access: { who: "player-or-key", scope: "games:play" },
			key: "game",
			recall: recallFromGame,
			ifMatch: true,
			body: MoveBody,
			example: { move: "bA1 -bG1", ply: 9 },
			answers: {
				201: { description: "The game after the move", schema: GameSchema, headers: { Location: "The game" } },
				200: { description: "With `dryRun`: what it would do; nothing has changed", schema: Preview },
			},
			refusals: [...ON_A_GAME, "ERR_TURN_KEY", "ERR_NOT_YOUR_TURN", "ERR_ILLEGAL_MOVE", "ERR_OFFER_AGAIN"],
		},
		async (c, { body, idempotency }) => {
			const { dryRun, key, move, offerDraw, ply, then: lines = [] } = body;
			const player = playerOf(c);
			const by: By | null = key !== undefined ? { turnKey: key } : player === null ? null : { player };
			if (!by) return problem(c, "ERR_UNAUTHENTICATED");
			const command = { type: "move", move, offersDraw: offerDraw, ...(ply === undefined ? {} : { ply }) } as const;
			return askGame(c, command, by, idempotency, 201, { dryRun, lines });
		},
	);

	for (const [name, type, summary, own] of [
		["resignation", "resign", "Resign", []],
		["cancellation", "cancel", "Call a game off before each side has moved", ["ERR_TOO_LATE_TO_CANCEL"]],
	] as const) {
		serve(
			api,
			{
				method: "post",
				path: `/v1/games/{id}/${name}`,
				id: type,
				tag: "games",
				summary,
				access: play,
				key: "game",
				recall: recallFromGame,
				ifMatch: true,
				body: EmptyBody,
				answers: { 200: { description: "The game, over", schema: GameSchema } },
				refusals: [...ON_A_GAME, ...own],
			},
			async (c, { idempotency }) => askGame(c, { type }, { player: playerOf(c) ?? "" }, idempotency, 200),
		);
	}
}

function unchanged(answer: Response): Response {
	const headers = new Headers(answer.headers);
	headers.delete("Content-Type");
	headers.delete("Content-Length");
	return new Response(null, { status: 304, headers });
}
