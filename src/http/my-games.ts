/** `/v1/me/games`: the caller's games, least time left first. */
import { z } from "@hono/zod-openapi";
import { type GameRow, type GamesCursor, gamesOf, gamesPlace } from "../db/games.ts";
import { instant } from "../match/view.ts";
import { takePage } from "./cursor.ts";
import { playerOf } from "./env.ts";
import { findNames } from "./names.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Expansion, Instant, LimitQuery, listOf, Outcome, PlayerRef, Side, Status, Visibility } from "./schema.ts";

/** A game as lists show it. */
export const Summary = z
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
		you: z.object({ seat: Side }).nullable().openapi({ description: "Null for who does not play it" }),
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
			const { status, turn } = query;
			const filter = { player, ...(turn ? { turn } : {}), ...(status ? { status } : {}) };
			const page = await takePage(
				c,
				list,
				query,
				(after: GamesCursor | null, limit) => gamesOf(c.env.DB, { ...filter, limit, ...(after ? { after } : {}) }),
				gamesPlace,
			);
			if (!page) return problem(c, "ERR_BAD_CURSOR");
			const names = await findNames(c, [...new Set(page.rows.flatMap(({ black, white }) => [white, black]))]);
			return c.json({ items: page.rows.map((row) => summary(row, player, names)), next: page.next });
		},
	);
}

/** @param viewer who looks; null: a stranger */
export function summary(row: GameRow, viewer: string | null, names: Readonly<Record<string, string>>) {
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
		you: seatOf(row, viewer),
	};
}

function seatOf({ black, white }: GameRow, viewer: string | null) {
	if (viewer === white) return { seat: "white" } as const;
	return viewer === black ? ({ seat: "black" } as const) : null;
}
