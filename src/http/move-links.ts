/** `/v1/games/{id}/move-links`: a link that shows the position after one move, and plays it when its bearer confirms. */
import { z } from "@hono/zod-openapi";
import type { Refused } from "../game/request.ts";
import { type MoveLink, moveLinkToken, positionMark } from "../keys.ts";
import { playerOf } from "./env.ts";
import { answerCommand } from "./game-answer.ts";
import { ON_A_GAME, play } from "./game-command.ts";
import { type GameStub, knownGame } from "./game-stub.ts";
import { limitHere } from "./limit.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";

const Body = z
	.strictObject({
		move: z.string().max(64).openapi({ description: "UHP, in any spelling", example: "bA1 -bG1" }),
		ply: z.int().min(0).optional().openapi({ description: "The game's `ply` that the sender saw" }),
	})
	.openapi("MoveLinkBody");

const Link = z
	.object({
		url: z.string().openapi({ description: "GET shows the position after the move, POST plays it" }),
		move: z.string().openapi({ description: "In the one canonical spelling" }),
		ply: z.int().openapi({ description: "The game's `ply` that it is good for" }),
	})
	.openapi("MoveLink");

export function serveMoveLinks(api: Api): void {
	serve(
		api,
		{
			method: "post",
			path: "/v1/games/{id}/move-links",
			id: "makeMoveLink",
			tag: "games",
			summary: "A signed link for one move",
			description:
				"Good for that move in that position and for nothing else, without a session; dead when the ply has passed. Whoever has it can make the move.",
			access: play,
			body: Body,
			example: { move: "bA1 -bG1", ply: 9 },
			answers: { 201: { description: "The link", schema: Link, headers: { Location: "The link" } } },
			refusals: [...ON_A_GAME, "ERR_NOT_YOUR_TURN", "ERR_ILLEGAL_MOVE"],
		},
		async (c, { body: { move, ply } }) => {
			const game = await knownGame(c);
			const player = playerOf(c) ?? "";
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const full = limitHere(c, "play-caller", player);
			if (full) return full;
			const made = await prepareMove(game(), c.req.param("id") ?? "", player, move, ply, c.var.now);
			if (made === null) return problem(c, "ERR_NOT_FOUND");
			if ("refusal" in made) return answerCommand(c, made, player, 201);
			const url = `${c.env.ORIGIN}/m/${await moveLinkToken(c.env.SECRET, made)}`;
			c.header("Location", url);
			c.header("Cache-Control", "no-store");
			return c.json({ url, move: made.move, ply: made.ply }, 201);
		},
	);
}

/** What a link for a move of this player would say, or why the move cannot be made; null where there is no game. */
export async function prepareMove(
	game: GameStub,
	id: string,
	player: string,
	move: string,
	ply: number | undefined,
	receivedAt: number,
): Promise<MoveLink | Refused | null> {
	const command = { type: "move", move, ...(ply === undefined ? {} : { ply }) } as const;
	const tried = await game.tryMove({ command, by: { player }, receivedAt });
	if (tried.kind === "refused") return tried;
	if (tried.kind !== "preview") return null;
	const { preview } = tried;
	const after = await positionMark(preview.gameString);
	return { game: id, ply: preview.ply - 1, move: preview.move, after };
}
