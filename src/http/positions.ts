/** `/v1/positions`: what a GameString says, without any game of this service. */
import { z } from "@hono/zod-openapi";
import { findRules } from "../challenge/terms.ts";
import { boardOf, type Game, legalMoves, makeMove, reserveOf } from "../engine/game.ts";
import { makeGameString, parseGameString } from "../engine/gamestring.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { addressOf, limitHere } from "./limit.ts";
import { type Occurrence, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { LastMove, LegalMove, Outcome, Placed, Reserve, Rules, RulesRef, Side } from "./schema.ts";

const MOST_PLIES = 1_000;

const Position = z
	.object({
		rules: RulesRef,
		gameString: z.string(),
		ply: z.int(),
		toMove: Side.nullable().openapi({ description: "Null when the game is over" }),
		result: Outcome.nullable(),
		lastMove: LastMove.omit({ at: true }).nullable(),
		board: z.array(Placed),
		reserve: Reserve,
		legalMoves: z.array(LegalMove),
	})
	.openapi("Position");

export function servePositions(api: Api): void {
	serve(
		api,
		{
			method: "post",
			path: "/v1/positions",
			id: "readPosition",
			tag: "positions",
			summary: "Read a game, or say which move is wrong and why",
			description: `A UHP GameString of at most ${MOST_PLIES} plies, under \`tournament\` unless \`rules\` says otherwise.`,
			access: { who: "nobody" },
			body: z.strictObject({ game: z.string().max(60_000), rules: Rules.optional() }),
			example: { game: "Base;InProgress;White[2];wS1;bS1 wS1-" },
			answers: { 200: { description: "The position after the last move", schema: Position } },
			refusals: ["ERR_BAD_GAME", "ERR_LIMIT"],
		},
		(c, { body }) => {
			const full = limitHere(c, "position-ip", addressOf(c));
			if (full) return full;
			const rules = findRules((body.rules ?? RULE_SETS.tournament) as Parameters<typeof findRules>[0]);
			if (!rules.ok) return problem(c, "ERR_INVALID", { errors: rules.error });
			const game = parseGameString(body.game, rules.value, { maxPlies: MOST_PLIES });
			if (!game.ok) {
				const { code, message, part, ply, refusal } = game.error;
				const fault: Occurrence = {
					detail: message,
					members: {
						fault: code,
						part,
						...(ply === undefined ? {} : { ply }),
						...(refusal ? withoutText(refusal) : { reason: code }),
					},
				};
				return problem(c, "ERR_BAD_GAME", fault);
			}
			return c.json(positionView(game.value));
		},
	);
}

function positionView(game: Game) {
	const last = game.plies.at(-1);
	return {
		rules: { id: game.rules.id, version: game.rules.version, expansions: game.expansions },
		gameString: makeGameString(game),
		ply: game.plies.length,
		toMove: game.result ? null : game.toMove,
		result: game.result,
		lastMove: last
			? {
					move: last.text,
					piece: last.move === "pass" ? null : last.move.piece,
					from: last.move === "pass" ? null : last.move.from,
					to: last.move === "pass" ? null : last.move.to,
				}
			: null,
		board: boardOf(game),
		reserve: reserveOf(game),
		legalMoves: legalMoves(game).map((move) =>
			move === "pass"
				? { move, piece: null, to: null }
				: { move: makeMove(game, move), piece: move.piece, to: move.to },
		),
	};
}

function withoutText<T extends { readonly text: string }>({ text: _, ...rest }: T): Omit<T, "text"> {
	return rest;
}
