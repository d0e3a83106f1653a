/** `/v1/games/{id}/chat`: what the players say to each other, and what everybody may say when the game is over. */
import { z } from "@hono/zod-openapi";
import { limitOf } from "../account/limits.ts";
import { insertReport } from "../db/reports.ts";
import type { ChatAnswer, SayAnswer } from "../game/chat.ts";
import type { Names } from "../game/request.ts";
import { randomText } from "../keys.ts";
import {
	checkMessage,
	checkReason,
	FIRST_PUBLIC,
	LONGEST_MESSAGE,
	LONGEST_REASON,
	type Message,
	ROOMS,
	type Room,
	type TextFault,
} from "../match/chat.ts";
import { instant } from "../match/view.ts";
import { linkNext } from "./cursor.ts";
import { type Call, playerOf } from "./env.ts";
import { guardGame } from "./game-answer.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import type { Idempotency } from "./idempotency.ts";
import { answerCounts, limitHere } from "./limit.ts";
import { findNames } from "./names.ts";
import { wantsNothingNew } from "./precondition.ts";
import { problem } from "./problem.ts";
import { type Api, noteAsked, serve } from "./route.ts";
import { Digits, Instant, LimitQuery, listOf, PlayerRef } from "./schema.ts";

const MessageId = z.int().openapi({ description: "Grows in each room; gaps mean nothing", example: 7 });

const MessageSchema = z
	.object({
		id: MessageId,
		at: Instant,
		player: PlayerRef,
		text: z.string().openapi({ description: "Plain text, never markup", example: "Good luck!" }),
	})
	.openapi("Message");

const RoomName = z.enum(ROOMS, { error: `must be one of ${ROOMS.join(", ")}` }).openapi({
	description: "`players`: the two alone, for ever. `public`: everybody who sees the game, from its end on",
});

const AFTER_ERROR = `must be a whole number from 0 to ${2 * FIRST_PUBLIC}`;
const After = Digits(AFTER_ERROR).pipe(
	z
		.number()
		.min(0, { error: AFTER_ERROR })
		.max(2 * FIRST_PUBLIC, { error: AFTER_ERROR }),
);

const SayBody = z
	.strictObject({
		text: z.string().openapi({
			description: `1 to ${LONGEST_MESSAGE} characters after trimming; of control characters only line breaks`,
			example: "Good luck!",
		}),
		room: RoomName.default("players"),
	})
	.openapi("Say");

const ReportBody = z
	.strictObject({
		reason: z
			.string()
			.optional()
			.openapi({ description: `At most ${LONGEST_REASON} characters` }),
	})
	.openapi("Report");

const Reported = z.object({ id: z.string(), message: MessageId, at: Instant });

/** What each person's messages in one game are counted against. */
const PACES = ["chat-minute", "chat-day"] as const;

/** What is wrong with a text that somebody sent. */
export function textFault(fault: TextFault, longest: number): string {
	switch (fault) {
		case "EMPTY":
			return "must say something";
		case "TOO_LONG":
			return `must have at most ${longest} characters`;
		case "BAD_CHARACTER":
			return "may have no control characters but line breaks";
	}
}

export function serveChat(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}/chat",
			id: "listMessages",
			tag: "games",
			summary: "The messages of a room, oldest first",
			description:
				"The players' room is theirs alone. The public one is empty until the game is over, and everybody's who sees the game. To ask for the players' room as one of them counts as having read it.",
			access: { who: "anyone", scope: "games:read" },
			ifNoneMatch: true,
			etag: '"chat-players-7"',
			query: z.object({
				room: RoomName.default("players"),
				after: After.prefault("0").openapi({ type: "integer", description: "The last `id` the caller has" }),
				cursor: z.string().max(500).optional().openapi({ description: "The same, as `next` gives it" }),
				limit: LimitQuery,
			}),
			answers: {
				200: {
					description: "The messages after it, in order",
					schema: listOf(MessageSchema),
					headers: { ETag: "Room and last message, as in `chat-players-7`, quoted" },
				},
				304: { description: "Nobody has written since" },
			},
			refusals: ["ERR_NOT_FOUND", "ERR_NOT_A_PLAYER", "ERR_BAD_CURSOR"],
		},
		async (c, { query }) => {
			const { cursor, limit, room } = query;
			if (cursor !== undefined && !/^\d{1,10}$/.test(cursor)) return problem(c, "ERR_BAD_CURSOR");
			const after = cursor === undefined ? query.after : Number(cursor);
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const viewer = playerOf(c);
			return answerPage(c, room, await readSafely(game, (stub) => stub.chat({ viewer, room, after, limit })));
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/games/{id}/chat",
			id: "say",
			tag: "games",
			summary: "Write a message",
			access: { who: "player", scope: "games:play", sure: true },
			key: "game",
			recall,
			body: SayBody,
			example: { text: "Good luck!" },
			answers: {
				201: { description: "The message", schema: MessageSchema, headers: { Location: "Where it can be read" } },
			},
			refusals: ["ERR_NOT_FOUND", "ERR_NOT_A_PLAYER", "ERR_CHAT_CLOSED", "ERR_BLOCKED", "ERR_LIMIT"],
		},
		async (c, { body, idempotency }) => {
			const text = checkMessage(body.text);
			if (!text.ok) return badText(c, "/text", text.error, LONGEST_MESSAGE);
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			noteAsked(c);
			const answer = await game().say({
				player: playerOf(c) ?? "",
				room: body.room,
				text: text.value,
				paces: PACES.map((name) => limitOf(name, c.env.RATE_LIMITS)),
				receivedAt: c.var.now,
				...(idempotency === null ? {} : { idempotency }),
			});
			return answerSaid(c, answer);
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/games/{id}/chat/{message}/report",
			id: "reportMessage",
			tag: "games",
			summary: "Report a message to the people who run the service",
			description: "Kept with the text as it stands now, once for each message and reporter.",
			access: { who: "player", scope: "games:play", sure: true },
			key: "kept",
			body: ReportBody,
			example: { reason: "Insults" },
			answers: {
				201: { description: "The report", schema: Reported, headers: { Location: "The message" } },
				200: { description: "The caller has reported it before: that report", schema: Reported },
			},
			refusals: ["ERR_NOT_FOUND", "ERR_NOT_A_PLAYER", "ERR_LIMIT"],
		},
		async (c, { body }) => {
			const reason = checkReason(body.reason ?? "");
			if (!reason.ok) return badText(c, "/reason", reason.error, LONGEST_REASON);
			const number = c.req.param("message") ?? "";
			const game = /^[1-9]\d{0,9}$/.test(number) ? await knownGame(c) : null;
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const reporter = playerOf(c) ?? "";
			const full = limitHere(c, "play-caller", reporter);
			if (full) return full;
			const found = await readSafely(game, (stub) => stub.message({ viewer: reporter, id: Number(number) }));
			if (found.kind !== "message") return problem(c, found.kind === "missing" ? "ERR_NOT_FOUND" : "ERR_NOT_A_PLAYER");
			const { message } = found;
			const id = randomText(20);
			const report = await insertReport(c.env.DB, {
				id,
				game: c.req.param("id") ?? "",
				message: number,
				reporter,
				about: message.player,
				text: message.text,
				reason: reason.value,
				at: c.var.now,
			});
			c.header("Location", addressOfMessage(c, message.id));
			const answer = { id: report.id, message: message.id, at: instant(report.at) };
			return c.json(answer, report.id === id ? 201 : 200);
		},
	);
}

async function recall(c: Call, idempotency: Idempotency): Promise<Response | null> {
	const game = await knownGame(c);
	const answer = game && (await readSafely(game, (stub) => stub.recallSaid(idempotency)));
	return answer && answerSaid(c, answer);
}

async function answerPage(c: Call, room: Room, answer: ChatAnswer): Promise<Response> {
	if (answer.kind !== "chat") return problem(c, answer.kind === "missing" ? "ERR_NOT_FOUND" : "ERR_NOT_A_PLAYER");
	const { last, messages, names } = answer;
	const tag = `chat-${room}-${last}`;
	guardGame(c, tag);
	if (wantsNothingNew(c, tag)) return c.body(null, 304);
	const end = messages.at(-1)?.id ?? last;
	const next = end < last ? String(end) : null;
	linkNext(c, "cursor", next);
	return c.json({ items: await views(c, messages, names), next });
}

async function answerSaid(c: Call, answer: SayAnswer): Promise<Response> {
	switch (answer.kind) {
		case "missing":
			return problem(c, "ERR_NOT_FOUND");
		case "not-a-player":
			return problem(c, "ERR_NOT_A_PLAYER");
		case "key-reused":
			return problem(c, "ERR_KEY_REUSED");
		case "blocked":
			return problem(c, "ERR_BLOCKED");
		case "unavailable":
			return problem(c, "ERR_UNAVAILABLE");
	}
	if ("left" in answer) {
		const counts = answer.left.map((left, index) => {
			const name = PACES[index] ?? PACES[0];
			return { name, limit: limitOf(name, c.env.RATE_LIMITS), ...left };
		});
		const full = counts.length > 0 ? answerCounts(c, counts) : null;
		if (full) return full;
	}
	if (answer.kind === "limited") return problem(c, "ERR_LIMIT");
	if (answer.replayed) c.header("Idempotency-Replayed", "true");
	if (answer.kind === "closed") return problem(c, "ERR_CHAT_CLOSED");
	c.header("Location", addressOfMessage(c, answer.message.id));
	return c.json((await views(c, [answer.message], answer.names))[0], 201);
}

async function views(c: Call, messages: readonly Message[], known: Names) {
	const names = await findNames(c, [...new Set(messages.map(({ player }) => player))], async () => known);
	return messages.map(({ at, id, player, text }) => ({
		id,
		at: instant(at),
		player: { id: player, name: names[player] ?? null },
		text,
	}));
}

/** A message is the first one after the number before its own. */
function addressOfMessage(c: Call, id: number): string {
	const room: Room = id < FIRST_PUBLIC ? "players" : "public";
	return `/v1/games/${c.req.param("id")}/chat?room=${room}&after=${id - 1}&limit=1`;
}

function badText(c: Call, pointer: string, fault: TextFault, longest: number): Response {
	return problem(c, "ERR_INVALID", { errors: [{ pointer, message: textFault(fault, longest) }] });
}
