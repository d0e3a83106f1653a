/** `/v1/games/{id}/lines`: what a player has the service answer, should the opponent play this or that. */
import { z } from "@hono/zod-openapi";
import type { LinesAnswer, SetLinesAnswer } from "../game/lines.ts";
import { type LinesPointer, MOST_DEPTH, MOST_LINES, readLines } from "../match/lines.ts";
import { instant } from "../match/view.ts";
import { type Call, playerOf } from "./env.ts";
import { guardGame } from "./game-answer.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import { limitHere } from "./limit.ts";
import { readIfMatch, wantsNothingNew } from "./precondition.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant } from "./schema.ts";

const LINE = "#/components/schemas/Line";

const move = (description: string, example: string) => ({
	type: "string" as const,
	maxLength: 64,
	description,
	example,
});

/** Written by hand: it contains itself. */
const LINE_SCHEMA = {
	type: "object" as const,
	additionalProperties: false,
	description:
		"One answer prepared. A forced pass is never written down: where you must pass, `then` is left out; where the opponent must, `if` is.",
	properties: {
		if: move("A move of the opponent, in any spelling; `*`: any that no other line of the level names", "bA1 bQ-"),
		// biome-ignore lint/suspicious/noThenProperty: the contract's name for the answer.
		then: move("The answer. Under `*` it is only checked when it comes to be played", "wG1 -wQ"),
		next: { type: "array" as const, items: { $ref: LINE }, description: "What to answer after that" },
	},
};

/** A tree of lines in a body. Its shape is read here; whether its moves can be played, the game says. */
export function lineTree(pointer: LinesPointer) {
	return z
		.unknown()
		.transform((input, context) => {
			const read = readLines(input, pointer);
			if (read.ok) return read.value;
			for (const { message, pointer: at } of read.error) {
				const path = at.slice(pointer.length + 1).split("/");
				context.addIssue({ code: "custom", message, path: at === pointer ? [] : path.map(readPart) });
			}
			return z.NEVER;
		})
		.openapi({
			type: "array",
			items: { $ref: LINE },
			description: `At most ${MOST_LINES} lines, ${MOST_DEPTH} answers deep`,
		});
}

const LinesBody = z.strictObject({ lines: lineTree("/lines") }).openapi("LinesBody");

const LinesSchema = z
	.object({
		lines: z.array(z.unknown()).openapi({ type: "array", items: { $ref: LINE } }),
		ply: z.int().nullable().openapi({
			description: "After how many half-moves they wait for the opponent's move; null: there are none",
		}),
		log: z
			.array(
				z.object({
					at: Instant,
					ply: z.int(),
					kind: z.enum(["played", "deviated", "illegal", "offer", "own-move", "taken-back", "ended"]),
					if: z.string().optional().openapi({ description: "With `played`: what was answered" }),
					move: z.string().nullable().optional().openapi({ description: "Played, or not: then why, says `kind`" }),
					expected: z.array(z.string()).optional().openapi({ description: "With `deviated`" }),
					reason: z.string().optional().openapi({ description: "With `illegal`", example: "ONE_HIVE" }),
					offer: z
						.enum(["draw", "takeback", "time"])
						.optional()
						.openapi({ description: "With `offer`: you are asked" }),
				}),
			)
			.openapi({ description: "What became of lines, oldest first: the last hundred" }),
	})
	.openapi("Lines", { description: "In canonical spelling, as far as the position is known" });

const PRIVATE = "Nobody but the caller sees them, and nothing of the game shows that there are any.";
const TAG = { ETag: "The version, as in `lines-3`, quoted" };
const REFUSALS = ["ERR_NOT_FOUND", "ERR_NOT_A_PLAYER"] as const;

export function serveLines(api: Api): void {
	api.openAPIRegistry.registerComponent("schemas", "Line", LINE_SCHEMA);

	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}/lines",
			id: "getLines",
			tag: "games",
			summary: "The caller's conditional moves",
			description: PRIVATE,
			access: { who: "player", scope: "games:read" },
			ifNoneMatch: true,
			etag: '"lines-3"',
			answers: {
				200: { description: "The lines that wait, and what became of earlier ones", schema: LinesSchema, headers: TAG },
				304: { description: "They are as they were" },
			},
			refusals: REFUSALS,
		},
		async (c) => {
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const answer = await readSafely(game, (stub) => stub.lines({ player: playerOf(c) ?? "" }));
			if (answer.kind === "lines" && wantsNothingNew(c, tagOf(answer.version))) {
				guardGame(c, tagOf(answer.version));
				return c.body(null, 304);
			}
			return answerLines(c, answer);
		},
	);

	serve(
		api,
		{
			method: "put",
			path: "/v1/games/{id}/lines",
			id: "setLines",
			tag: "games",
			summary: "Replace the caller's conditional moves",
			description: `${PRIVATE} On one's own turn they come with the move, as its \`then\`. A move that comes with an offer of the opponent plays none; one that no line names ends them.`,
			access: { who: "player", scope: "games:play" },
			ifMatch: true,
			etag: '"lines-3"',
			body: LinesBody,
			example: JSON.parse(
				'{"lines": [{"if": "bA1 bQ-", "then": "wG1 -wQ", "next": [{"if": "*", "then": "wA1 bQ-"}]}]}',
			),
			answers: { 200: { description: "The lines as they are kept", schema: LinesSchema, headers: TAG } },
			refusals: [...REFUSALS, "ERR_GAME_OVER", "ERR_STALE_LINES", "ERR_YOUR_TURN", "ERR_BAD_HEADER", "ERR_LIMIT"],
		},
		(c, { body }) => set(c, body.lines),
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/games/{id}/lines",
			id: "clearLines",
			tag: "games",
			summary: "Give up the caller's conditional moves",
			access: { who: "player", scope: "games:play" },
			ifMatch: true,
			etag: '"lines-3"',
			answers: { 204: { description: "There are none now" } },
			refusals: [...REFUSALS, "ERR_STALE_LINES", "ERR_BAD_HEADER", "ERR_LIMIT"],
		},
		(c) => set(c, null),
	);
}

async function set(c: Call, lines: z.output<typeof LinesBody>["lines"] | null): Promise<Response> {
	const ifMatch = readIfMatch(c, "lines-");
	if (!ifMatch.ok) {
		return problem(c, ifMatch.error, { detail: 'If-Match is `*` or one tag such as `"lines-3"`.' });
	}
	const game = await knownGame(c);
	if (!game) return problem(c, "ERR_NOT_FOUND");
	const player = playerOf(c) ?? "";
	const full = limitHere(c, "play-caller", player);
	if (full) return full;
	const answer = await game().setLines({ player, lines, ifMatch: ifMatch.value });
	return lines === null && answer.kind === "lines" ? c.body(null, 204) : answerLines(c, answer);
}

function answerLines(c: Call, answer: LinesAnswer | SetLinesAnswer): Response {
	switch (answer.kind) {
		case "missing":
			return problem(c, "ERR_NOT_FOUND");
		case "not-a-player":
			return problem(c, "ERR_NOT_A_PLAYER");
		case "over":
			return problem(c, "ERR_GAME_OVER");
		case "your-turn":
			return problem(c, "ERR_YOUR_TURN");
		case "bad-lines":
			return problem(c, "ERR_INVALID", { errors: answer.problems });
	}
	guardGame(c, tagOf(answer.version));
	if (answer.kind === "stale") return problem(c, "ERR_STALE_LINES", { members: { lines: answer.lines } });
	const { lines, log, ply } = answer;
	return c.json({ lines, ply, log: log.map(({ side, at, ...entry }) => ({ at: instant(at), ...entry })) }, 200);
}

function tagOf(version: number): string {
	return `lines-${version}`;
}

function readPart(part: string): string {
	return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
