/** `/v1/positions`: what a GameString or a game file says, without any game of this service. */
import { z } from "@hono/zod-openapi";
import { findRules } from "../challenge/terms.ts";
import { boardOf, type Game, legalMoves, makeMove, reserveOf } from "../engine/game.ts";
import { type GameStringFault, makeGameString, parseGameString } from "../engine/gamestring.ts";
import { parsePgn } from "../engine/notation/pgn.ts";
import type { RecordFault } from "../engine/notation/record.ts";
import { parseSgf } from "../engine/notation/sgf.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { RULE_SETS, type RuleSet } from "../engine/ruleset.ts";
import { addressOf, limitHere } from "./limit.ts";
import { type Occurrence, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { LastMove, LegalMove, Outcome, Placed, Reserve, Rules, RulesRef, Side } from "./schema.ts";

const MOST_PLIES = 1_000;
/** Characters of a file: a game of 1,000 plies needs no more, in any notation. */
const LONGEST = 60_000;

const Asked = z
	.strictObject({
		game: z.string().max(LONGEST).optional().openapi({ description: "A UHP GameString" }),
		sgf: z.string().max(LONGEST).optional().openapi({ description: "A file of BoardSpace" }),
		pgn: z.string().max(LONGEST).optional().openapi({ description: "A PGN-like file of headers and UHP moves" }),
		rules: Rules.optional(),
	})
	.refine(({ game, sgf, pgn }) => [game, sgf, pgn].filter((text) => text !== undefined).length === 1, {
		error: "exactly one of game, sgf and pgn must be there",
	});

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
			description: `One game of at most ${MOST_PLIES} plies: a UHP GameString (under \`tournament\` unless \`rules\` says otherwise), or a file (then repetition is off and the queen may be first, unless \`rules\` or the file itself say otherwise).`,
			access: { who: "nobody" },
			body: Asked,
			example: { game: "Base;InProgress;White[2];wS1;bS1 wS1-" },
			answers: { 200: { description: "The position after the last move", schema: Position } },
			refusals: ["ERR_BAD_GAME", "ERR_LIMIT"],
		},
		(c, { body }) => {
			const full = limitHere(c, "position-ip", addressOf(c));
			if (full) return full;
			const rules = body.rules === undefined ? null : findRules(body.rules as Parameters<typeof findRules>[0]);
			if (rules && !rules.ok) return problem(c, "ERR_INVALID", { errors: rules.error });
			const game = readGame(body, rules?.value ?? null);
			return game.ok ? c.json(positionView(game.value)) : problem(c, "ERR_BAD_GAME", occurrenceOf(game.error));
		},
	);
}

function readGame(
	{ game, sgf, pgn }: z.infer<typeof Asked>,
	rules: RuleSet | null,
): Result<Game, GameStringFault | RecordFault> {
	if (game !== undefined) return parseGameString(game, rules ?? RULE_SETS.tournament, { maxPlies: MOST_PLIES });
	const options = { maxPlies: MOST_PLIES, ...(rules ? { rules } : {}) };
	const record = sgf === undefined ? parsePgn(pgn ?? "", options) : parseSgf(sgf, options);
	return record.ok ? ok(record.value.game) : err(record.error);
}

/** Where it is wrong: the ply, the line of a file, the part, and the rule that refuses it. */
function occurrenceOf(fault: GameStringFault | RecordFault): Occurrence {
	const { code, message, part, ply, refusal } = fault;
	return {
		detail: "line" in fault ? `Line ${fault.line}: ${message}` : message,
		members: {
			fault: code,
			part,
			...(ply === undefined ? {} : { ply }),
			...("line" in fault ? { line: fault.line } : {}),
			...(refusal ? withoutText(refusal) : { reason: code }),
		},
	};
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
