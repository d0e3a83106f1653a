/** `/v1/games/{id}/rematch`: from a game that is over to a challenge between the same two. */
import { z } from "@hono/zod-openapi";
import { findRematch, makeRematch } from "../challenge/rematch.ts";
import type { Challenge } from "../db/challenges.ts";
import type { Player } from "../db/players.ts";
import { makeGameId } from "../game/id.ts";
import { randomText } from "../keys.ts";
import { accountOf } from "./caller.ts";
import { ChallengeSchema, challengeView } from "./challenge-view.ts";
import type { Call } from "./env.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import { limit } from "./limit.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { wake } from "./wake.ts";

export function serveRematch(api: Api): void {
	serve(
		api,
		{
			method: "post",
			path: "/v1/games/{id}/rematch",
			id: "askRematch",
			tag: "games",
			summary: "Challenge the opponent of a game that is over once more",
			description:
				"The terms are the same and the seats exchanged; where the rule set draws the starter, they are drawn anew. When the opponent has asked first, the answer is that challenge, to be accepted.",
			access: { who: "player", scope: "challenges:write", sure: true },
			key: "kept",
			body: z.strictObject({}),
			answers: {
				201: {
					description: "The challenge, made now",
					schema: ChallengeSchema,
					headers: { Location: "The challenge's own address" },
				},
				200: { description: "The challenge that either of the two made before", schema: ChallengeSchema },
			},
			refusals: ["ERR_NOT_FOUND", "ERR_NOT_A_PLAYER", "ERR_GAME_ACTIVE", "ERR_BLOCKED", "ERR_LEAVING", "ERR_LIMIT"],
		},
		async (c) => {
			const game = await knownGame(c);
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const viewer = player.id;
			const seen = game && (await readSafely(game, (stub) => stub.look({ viewer, receivedAt: c.var.now })));
			if (!game || !seen) return problem(c, "ERR_NOT_FOUND");
			if (!seen.view.you) return problem(c, "ERR_NOT_A_PLAYER");
			if (seen.view.status === "active") return problem(c, "ERR_GAME_ACTIVE");
			const { id } = seen.view;
			const before = await findRematch(c.env.DB, id, player.id, c.var.now);
			if (before) return answerChallenge(c, before, player, 200);
			const log = await readSafely(game, (stub) => stub.events({ viewer, after: 0, limit: 1 }));
			const created = log?.events[0];
			if (created?.type !== "created") throw new Error(`the log of ${id} does not begin with its creation`);
			const full = await limit(c, { "challenge-player": player.id });
			if (full) return full;
			const ids = { challenge: randomText(20), game: await makeGameId(c.env.SECRET) };
			const made = await makeRematch(c.env.DB, player, id, created, ids, c.var.now);
			if (!made.ok) {
				return made.error === "ERR_NO_CHALLENGE"
					? problem(c, "ERR_NOT_FOUND", { detail: "The opponent has no account any more." })
					: problem(c, made.error);
			}
			const { challenge, delivery } = made.value;
			if (delivery !== null) wake(c, [delivery]);
			return answerChallenge(c, challenge, player, challenge.id === ids.challenge ? 201 : 200);
		},
	);
}

async function answerChallenge(c: Call, challenge: Challenge, player: Player, status: 200 | 201): Promise<Response> {
	c.header("Location", `/v1/challenges/${challenge.id}`);
	return c.json(await challengeView(c, challenge, { player }), status);
}
