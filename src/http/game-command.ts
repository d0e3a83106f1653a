/** A command on its way to a game object, and the object's answer on its way back. */
import type { By, GameAnswer, GameRequest, TryAnswer } from "../game/request.ts";
import type { PlayerCommand } from "../match/command.ts";
import type { Line } from "../match/lines.ts";
import { type Call, playerOf } from "./env.ts";
import { answerCommand } from "./game-answer.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import type { Idempotency } from "./idempotency.ts";
import { addressOf, limitHere } from "./limit.ts";
import { readIfMatch } from "./precondition.ts";
import { type ProblemCode, problem } from "./problem.ts";
import { noteAsked } from "./route.ts";

/** What any command to a game may be refused for. */
export const ON_A_GAME = [
	"ERR_NOT_FOUND",
	"ERR_NOT_A_PLAYER",
	"ERR_GAME_OVER",
	"ERR_STALE",
	"ERR_LIMIT",
] as const satisfies readonly ProblemCode[];

export const play = { who: "player", scope: "games:play" } as const;

/** Asks the game object. What can be refused without waking it has been refused before. */
export async function askGame(
	c: Call,
	command: PlayerCommand,
	by: By,
	idempotency: Idempotency | null,
	done: 200 | 201,
	{ dryRun = false, lines = [] }: { readonly dryRun?: boolean; readonly lines?: readonly Line[] } = {},
): Promise<Response> {
	const ifMatch = readIfMatch(c);
	if (!ifMatch.ok) return problem(c, ifMatch.error, { detail: 'If-Match is `*` or one tag such as `"12"`.' });
	const game = await knownGame(c);
	if (!game) return problem(c, "ERR_NOT_FOUND");
	const request: GameRequest = {
		command: ifMatch.value === null ? command : { ...command, ifMatch: ifMatch.value },
		by,
		receivedAt: c.var.now,
		...(lines.length === 0 ? {} : { lines }),
		...(idempotency === null ? {} : { idempotency }),
	};
	const full = limitHere(c, "play-caller", playerOf(c) ?? addressOf(c));
	if (full) return full;
	noteAsked(c);
	const { command: asked } = request;
	const answer =
		dryRun && asked.type === "move" ? await game().tryMove({ ...request, command: asked }) : await game().ask(request);
	return answerCommand(c, answer, viewerOf(by, answer), done);
}

/** The game's kept answer for a key: it comes before whatever else may be wrong with the request now. */
export async function recallFromGame(c: Call, idempotency: Idempotency): Promise<Response | null> {
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
