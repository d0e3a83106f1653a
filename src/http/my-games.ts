/** `/v1/me/games`: the caller's games, least time left first. */
import { z } from "@hono/zod-openapi";
import { type GameRow, type GamesCursor, gamesOf } from "../db/games.ts";
import { instant } from "../match/view.ts";
import { linkNext, makeCursor, readCursor } from "./cursor.ts";
import { playerOf } from "./env.ts";
import { findNames } from "./names.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Expansion, Instant, LimitQuery, listOf, Outcome, PlayerRef, Side, Status, Visibility } from "./schema.ts";

const Summary = z
	.object({
		id: z.string(),
		seq: z.int(),
		ply: z.int(),
		status: Status,
		result: Outcome.nullable(),
		rules: z.object({ id: z.string(), expansions: z.array(Expansion) }),
		rated: z.boolean(),
		visibility: Visibility,
		gameString: z.string(),
		white: z.object({ player: PlayerRef }),
		black: z.object({ player: PlayerRef }),
		toMove: Side.nullable(),
		deadline: Instant.nullable(),
		createdAt: Instant,
		updatedAt: Instant,
		endedAt: Instant.nullable(),
		you: z.object({ seat: Side }),
	})
	.openapi("GameSummary");

export function serveMyGames(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me/games",
			id: "listMyGames",
			tag: "games",
			summary: "The caller's games, least time left first",
			description: "Then those without a time limit, then the latest ended. May lag behind a game by a moment.",
			access: { who: "player", scope: "games:read", sure: true },
			query: z.object({
				turn: z.enum(["mine"], { error: "must be mine" }).optional().openapi({
					description: "Only those in which it is the caller's turn",
				}),
				status: Status.optional(),
				limit: LimitQuery,
				cursor: z.string().optional(),
			}),
			answers: { 200: { description: "The games", schema: listOf(Summary) } },
			refusals: ["ERR_BAD_CURSOR"],
		},
		async (c, { query }) => {
			const player = playerOf(c) ?? "";
			const list = `games ${player} ${query.turn ?? ""} ${query.status ?? ""}`;
			const after = query.cursor === undefined ? null : await readCursor<GamesCursor>(c.env.SECRET, list, query.cursor);
			if (query.cursor !== undefined && after === null) return problem(c, "ERR_BAD_CURSOR");
			const page = await gamesOf(c.env.DB, {
				player,
				limit: query.limit,
				...(query.turn ? { turn: query.turn } : {}),
				...(query.status ? { status: query.status } : {}),
				...(after ? { after } : {}),
			});
			const names = await findNames(c, [...new Set(page.rows.flatMap(({ black, white }) => [white, black]))]);
			const next = page.next && (await makeCursor(c.env.SECRET, list, page.next));
			linkNext(c, "cursor", next);
			return c.json({ items: page.rows.map((row) => summary(row, player, names)), next });
		},
	);
}

function summary(row: GameRow, player: string, names: Readonly<Record<string, string>>) {
	const ref = (id: string) => ({ player: { id, name: names[id] ?? null } });
	return {
		id: row.id,
		seq: row.seq,
		ply: row.ply,
		status: row.status,
		result: row.reason === null ? null : { winner: row.winner, reason: row.reason },
		rules: { id: row.rules, expansions: [...row.expansions] },
		rated: row.rated,
		visibility: row.visibility,
		gameString: row.gameString,
		white: ref(row.white),
		black: ref(row.black),
		toMove: row.toMove,
		deadline: row.deadline === null ? null : instant(row.deadline),
		createdAt: instant(row.createdAt),
		updatedAt: instant(row.updatedAt),
		endedAt: row.endedAt === null ? null : instant(row.endedAt),
		you: { seat: row.white === player ? "white" : "black" },
	};
}
