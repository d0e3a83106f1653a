/** `/v1/me/blocks`: players whose challenges and messages the caller does not want. They are not told. */
import { z } from "@hono/zod-openapi";
import { blocksOf, deleteBlock, insertBlock } from "../db/blocks.ts";
import { type Player, playerById, playerByName } from "../db/players.ts";
import { instant } from "../match/view.ts";
import { takePage } from "./cursor.ts";
import { type Call, playerOf } from "./env.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant, LimitQuery, listOf, PlayerRef } from "./schema.ts";

const Block = z.object({ player: PlayerRef, at: Instant }).openapi("Block");

const write = { who: "player", scope: "account:write", sure: true } as const;

export function serveBlocks(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me/blocks",
			id: "listBlocks",
			tag: "accounts",
			summary: "Whom the caller has blocked, the latest first",
			access: { who: "player", scope: "account:read", sure: true },
			query: z.object({ limit: LimitQuery, cursor: z.string().optional() }),
			answers: { 200: { description: "The players", schema: listOf(Block) } },
			refusals: ["ERR_BAD_CURSOR"],
		},
		async (c, { query }) => {
			const player = playerOf(c) ?? "";
			const page = await takePage(
				c,
				`blocks ${player}`,
				query,
				(after: { at: number; id: string } | null, limit) => blocksOf(c.env.DB, player, after, limit),
				(block) => ({ at: block.at, id: block.player }),
			);
			if (!page) return problem(c, "ERR_BAD_CURSOR");
			const items = page.rows.map(({ at, name, player: id }) => ({ player: { id, name }, at: instant(at) }));
			return c.json({ items, next: page.next });
		},
	);

	serve(
		api,
		{
			method: "put",
			path: "/v1/me/blocks/{name}",
			id: "block",
			tag: "accounts",
			summary: "Block a player, by name or id",
			description:
				"They can neither challenge the caller nor accept the caller's challenges, and write nothing to the caller in a chat. Games that have begun go on.",
			access: write,
			answers: { 204: { description: "Blocked, now or before" } },
			refusals: ["ERR_NOT_FOUND", "ERR_INVALID"],
		},
		async (c) => {
			const [by, whom] = [playerOf(c) ?? "", await namedPlayer(c)];
			if (!whom) return problem(c, "ERR_NOT_FOUND");
			if (whom.id === by) {
				return problem(c, "ERR_INVALID", { errors: [{ pointer: "/name", message: "is yourself" }] });
			}
			await insertBlock(c.env.DB, by, whom.id, c.var.now);
			return c.body(null, 204);
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/me/blocks/{name}",
			id: "unblock",
			tag: "accounts",
			summary: "Block a player no longer",
			access: write,
			answers: { 204: { description: "Not blocked, whether or not it was so before" } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c) => {
			const whom = await namedPlayer(c);
			if (!whom) return problem(c, "ERR_NOT_FOUND");
			await deleteBlock(c.env.DB, playerOf(c) ?? "", whom.id);
			return c.body(null, 204);
		},
	);
}

/** No id is a possible name, so one never stands for the other. */
async function namedPlayer(c: Call): Promise<Player | null> {
	const text = c.req.param("name") ?? "";
	return (await playerByName(c.env.DB, text)) ?? (await playerById(c.env.DB, text));
}
