/** `/v1/games/{id}`: a game as its readers see it, and what its players may do in it. */
import { z } from "@hono/zod-openapi";
import type { By, GameAnswer, GameRequest, TryAnswer } from "../game/request.ts";
import type { PlayerCommand } from "../match/command.ts";
import { type Call, playerOf } from "./env.ts";
import { answerCommand, answerGame } from "./game-answer.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import type { Idempotency } from "./idempotency.ts";
import { addressOf, limitHere } from "./limit.ts";
import { readIfMatch, wantsNothingNew } from "./precondition.ts";
import { type ProblemCode, problem } from "./problem.ts";
import { type Api, noteAsked, serve } from "./route.ts";
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

const NOT_YET = "is not possible in this version";

const MoveBody = z
	.strictObject({
		move: z.string().max(64).openapi({ description: "UHP, in any spelling", example: "bA1 -bG1" }),
		ply: z.int().min(0).optional().openapi({ description: "The game's `ply` that the sender saw" }),
		dryRun: z.boolean().default(false).openapi({ description: "Only say what it would do" }),
		key: z.string().max(64).optional().openapi({ description: "A turn key from a mail, instead of a session" }),
		offerDraw: z.literal(false, { error: NOT_YET }).optional(),
		// biome-ignore lint/suspicious/noThenProperty: the contract calls the lines that come with a move `then`.
		then: z.array(z.unknown()).max(0, { error: NOT_YET }).optional(),
	})
	.openapi("Move");

const EmptyBody = z.strictObject({});

const ON_A_GAME = [
	"ERR_NOT_FOUND",
	"ERR_NOT_A_PLAYER",
	"ERR_GAME_OVER",
	"ERR_STALE",
] as const satisfies readonly ProblemCode[];

const play = { who: "player", scope: "games:play" } as const;

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
			recall,
			ifMatch: true,
			body: MoveBody,
			example: { move: "bA1 -bG1", ply: 9 },
			answers: {
				201: { description: "The game after the move", schema: GameSchema, headers: { Location: "The game" } },
				200: { description: "With `dryRun`: what it would do; nothing has changed", schema: Preview },
			},
			refusals: [...ON_A_GAME, "ERR_TURN_KEY", "ERR_NOT_YOUR_TURN", "ERR_ILLEGAL_MOVE", "ERR_LIMIT"],
		},
		async (c, { body, idempotency }) => {
			const { dryRun, key, move, ply } = body;
			const player = playerOf(c);
			const by: By | null = key !== undefined ? { turnKey: key } : player === null ? null : { player };
			if (!by) return problem(c, "ERR_UNAUTHENTICATED");
			const full = limitHere(c, "play-caller", player ?? addressOf(c));
			if (full) return full;
			const command = { type: "move", move, ...(ply === undefined ? {} : { ply }) } as const;
			return ask(c, command, by, idempotency, 201, dryRun);
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
				recall,
				ifMatch: true,
				body: EmptyBody,
				answers: { 200: { description: "The game, over", schema: GameSchema } },
				refusals: [...ON_A_GAME, ...own],
			},
			async (c, { idempotency }) => ask(c, { type }, { player: playerOf(c) ?? "" }, idempotency, 200, false),
		);
	}
}

/** Asks the game object. What can be refused without waking it has been refused before. */
async function ask(
	c: Call,
	command: PlayerCommand,
	by: By,
	idempotency: Idempotency | null,
	done: 200 | 201,
	dryRun: boolean,
): Promise<Response> {
	const ifMatch = readIfMatch(c);
	if (!ifMatch.ok) return problem(c, ifMatch.error, { detail: 'If-Match is `*` or one strong tag such as `"12"`.' });
	const game = await knownGame(c);
	if (!game) return problem(c, "ERR_NOT_FOUND");
	const request: GameRequest = {
		command: ifMatch.value === null ? command : { ...command, ifMatch: ifMatch.value },
		by,
		receivedAt: c.var.now,
		...(idempotency === null ? {} : { idempotency }),
	};
	noteAsked(c);
	const { command: asked } = request;
	const answer =
		dryRun && asked.type === "move" ? await game().tryMove({ ...request, command: asked }) : await game().ask(request);
	return answerCommand(c, answer, viewerOf(by, answer), done);
}

/** The game's kept answer for a key: it comes before whatever else may be wrong with the request now. */
async function recall(c: Call, idempotency: Idempotency): Promise<Response | null> {
	const game = await knownGame(c);
	const player = playerOf(c);
	if (!game) return null;
	const by: By = player === null ? { turnKey: "" } : { player };
	const answer = await readSafely(game, (stub) => stub.recall({ by, idempotency }));
	if (!answer) return null;
	return answerCommand(c, answer, player, c.req.path.endsWith("/moves") ? 201 : 200);
}

/** Whose names to ask the game for: the player's, also where a turn key speaks for them. */
function viewerOf(by: By, answer: GameAnswer | TryAnswer): string | null {
	if ("player" in by) return by.player;
	if (!("view" in answer) || !answer.view.you) return null;
	return answer.view[answer.view.you.seat].player.id;
}

function unchanged(answer: Response): Response {
	const headers = new Headers(answer.headers);
	headers.delete("Content-Type");
	headers.delete("Content-Length");
	return new Response(null, { status: 304, headers });
}
