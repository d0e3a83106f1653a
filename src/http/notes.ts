/** `/v1/games/{id}/notes`: what a player writes down for themselves about a game, ply by ply. */
import { z } from "@hono/zod-openapi";
import type { NotesAnswer, SetNotesAnswer } from "../game/notes.ts";
import { LONGEST_NOTE, MOST_NOTES, type NoteFault } from "../match/chat.ts";
import { textFault } from "./chat.ts";
import { type Call, playerOf } from "./env.ts";
import { guardGame } from "./game-answer.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import { limitHere } from "./limit.ts";
import { readIfMatch, wantsNothingNew } from "./precondition.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";

const NotesSchema = z
	.strictObject({
		notes: z
			.array(
				z.strictObject({
					ply: z.int().min(0).openapi({ description: "After how many half-moves" }),
					text: z.string().openapi({ description: `At most ${LONGEST_NOTE} characters`, example: "Pin the ant." }),
				}),
			)
			.max(MOST_NOTES, { error: `there can be at most ${MOST_NOTES}` }),
	})
	.openapi("Notes", { description: "At most one for each ply, by ply" });

const PRIVATE = "Nobody but the caller sees them, and nothing of the game shows that there are any.";
const TAG = { ETag: "The version, as in `notes-3`, quoted" };

export function serveNotes(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}/notes",
			id: "getNotes",
			tag: "games",
			summary: "The caller's own notes on a game",
			description: PRIVATE,
			access: { who: "player", scope: "games:read" },
			ifNoneMatch: true,
			etag: '"notes-3"',
			answers: {
				200: { description: "The notes", schema: NotesSchema, headers: TAG },
				304: { description: "They are as they were" },
			},
			refusals: ["ERR_NOT_FOUND", "ERR_NOT_A_PLAYER"],
		},
		async (c) => {
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const answer = await readSafely(game, (stub) => stub.notes({ player: playerOf(c) ?? "" }));
			if (answer.kind === "notes" && wantsNothingNew(c, tagOf(answer.version))) {
				guardGame(c, tagOf(answer.version));
				return c.body(null, 304);
			}
			return answerNotes(c, answer);
		},
	);

	serve(
		api,
		{
			method: "put",
			path: "/v1/games/{id}/notes",
			id: "setNotes",
			tag: "games",
			summary: "Replace the caller's notes on a game",
			description: `${PRIVATE} Also when the game is over. A note may stand at any ply that has been reached.`,
			access: { who: "player", scope: "games:play" },
			ifMatch: true,
			etag: '"notes-3"',
			body: NotesSchema,
			example: { notes: [{ ply: 4, text: "Pin the ant." }] },
			answers: { 200: { description: "The notes as they are kept", schema: NotesSchema, headers: TAG } },
			refusals: ["ERR_NOT_FOUND", "ERR_NOT_A_PLAYER", "ERR_STALE_NOTES", "ERR_BAD_HEADER", "ERR_LIMIT"],
		},
		async (c, { body }) => {
			const ifMatch = readIfMatch(c, "notes-");
			if (!ifMatch.ok) {
				return problem(c, ifMatch.error, { detail: 'If-Match is `*` or one tag such as `"notes-3"`.' });
			}
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const player = playerOf(c) ?? "";
			const full = limitHere(c, "play-caller", player);
			if (full) return full;
			return answerNotes(c, await game().setNotes({ player, notes: body.notes, ifMatch: ifMatch.value }));
		},
	);
}

function answerNotes(c: Call, answer: NotesAnswer | SetNotesAnswer): Response {
	switch (answer.kind) {
		case "missing":
			return problem(c, "ERR_NOT_FOUND");
		case "not-a-player":
			return problem(c, "ERR_NOT_A_PLAYER");
		case "bad-notes":
			return problem(c, "ERR_INVALID", { errors: answer.faults.map(fieldError) });
	}
	guardGame(c, tagOf(answer.version));
	if (answer.kind === "stale") return problem(c, "ERR_STALE_NOTES", { members: { notes: answer.notes } });
	return c.json({ notes: answer.notes }, 200);
}

function tagOf(version: number): string {
	return `notes-${version}`;
}

function fieldError({ index, fault }: NoteFault) {
	const note = `/notes/${index}`;
	switch (fault) {
		case "AHEAD":
			return { pointer: `${note}/ply`, message: "the game has not come so far" };
		case "TWICE":
			return { pointer: `${note}/ply`, message: "has a note already" };
		default:
			return { pointer: `${note}/text`, message: textFault(fault, LONGEST_NOTE) };
	}
}
