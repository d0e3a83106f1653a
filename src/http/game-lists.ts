/** `/v1/games` and `/v1/players/{name}/games`: games looked up, the latest begun first; private ones by their players alone. */
import { z } from "@hono/zod-openapi";
import { type GameSearch, RESULTS, type SearchPlace, searchGames, searchPlace } from "../db/game-search.ts";
import type { GameRow } from "../db/games.ts";
import { playerByName } from "../db/players.ts";
import { parseGameType } from "../engine/expansions.ts";
import { type ListPage, takePage } from "./cursor.ts";
import { type Call, playerOf } from "./env.ts";
import { addressOf, limitHere } from "./limit.ts";
import { Summary, summary } from "./my-games.ts";
import { findNames } from "./names.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { LimitQuery, listOf, Status } from "./schema.ts";

const RELATIVE = ["won", "lost"] as const;

const Person = z.string().min(1).max(40);

const Expansions = z
	.string()
	.max(3)
	.transform((text, context) => {
		const expansions = parseGameType(`Base+${text}`);
		if (expansions !== null) return expansions.join("");
		context.addIssue({ code: "custom", message: "must be some of the letters M, L and P" });
		return z.NEVER;
	})
	.optional()
	.openapi({ type: "string", description: "Exactly these; empty: the base game alone", example: "MLP" });

const Instant = z.iso
	.datetime({ offset: true, error: "must be an instant as RFC 3339 writes it" })
	.transform((text) => Date.parse(text))
	.optional();

const begun = (when: string) =>
	Instant.openapi({ type: "string", format: "date-time", description: `Begun then or ${when}` });

const FILTERS = {
	rules: z.string().max(40).optional().openapi({ description: "The id of a rule set", example: "tournament" }),
	expansions: Expansions,
	status: Status.optional(),
	result: z
		.enum(RESULTS, { error: `must be one of ${RESULTS.join(", ")}` })
		.optional()
		.openapi({ description: "`white` and `black`: who won. `won` and `lost`: as the player of the search sees it" }),
	from: begun("later"),
	to: begun("earlier"),
	limit: LimitQuery,
	cursor: z.string().optional(),
};

const opponent = Person.optional().openapi({ description: "Whom the player played against, by name or id" });

const DESCRIPTION =
	"Public games, and private ones for who played them. A player who has left is found by id. May lag behind a game by a moment.";

export function serveGameLists(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/games",
			id: "searchGames",
			tag: "games",
			summary: "Games by what they were, the latest begun first",
			description: DESCRIPTION,
			access: { who: "anyone", scope: "games:read", sure: true },
			query: z
				.object({ player: Person.optional().openapi({ description: "By name or id" }), opponent, ...FILTERS })
				.refine(({ opponent, player }) => opponent === undefined || player !== undefined, {
					path: ["opponent"],
					error: "is of a player: name the `player` too",
				})
				.refine(({ player, result }) => player !== undefined || !(RELATIVE as readonly unknown[]).includes(result), {
					path: ["result"],
					error: "is as a player sees it: name the `player` too",
				}),
			answers: { 200: { description: "The games", schema: listOf(Summary) } },
			refusals: ["ERR_BAD_CURSOR", "ERR_LIMIT"],
		},
		async (c, { query }) => {
			const { cursor, limit, ...search } = query;
			return answerList(c, await identify(c, search), { cursor, limit });
		},
	);

	serve(
		api,
		{
			method: "get",
			path: "/v1/players/{name}/games",
			id: "listGamesOfPlayer",
			tag: "players",
			summary: "The games of a player, the latest begun first",
			description: DESCRIPTION,
			access: { who: "anyone", scope: "games:read", sure: true },
			query: z.object({ opponent, ...FILTERS }),
			answers: { 200: { description: "The games", schema: listOf(Summary) } },
			refusals: ["ERR_BAD_CURSOR", "ERR_LIMIT"],
		},
		async (c, { query }) => {
			const { cursor, limit, ...search } = query;
			return answerList(c, await identify(c, { ...search, player: c.req.param("name") ?? "" }), { cursor, limit });
		},
	);
}

/** Ids in the place of names. What is no name may be the id of somebody who has left. */
export async function identify(c: Call, search: GameSearch): Promise<GameSearch> {
	const idOf = async (text: string | undefined) =>
		text === undefined ? undefined : ((await playerByName(c.env.DB, text))?.id ?? text);
	return { ...search, player: await idOf(search.player), opponent: await idOf(search.opponent) };
}

/** One page of a search; null when the cursor is none of it. */
export function takeGames(
	c: Call,
	search: GameSearch,
	page: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<ListPage<GameRow> | null> {
	const viewer = playerOf(c);
	const { expansions, from, opponent, player, result, rules, status, to } = search;
	const list = `search ${JSON.stringify([viewer, player, opponent, rules, expansions, status, result, from, to])}`;
	return takePage(
		c,
		list,
		page,
		(after: SearchPlace | null, limit) => searchGames(c.env.DB, search, viewer, after, limit),
		searchPlace,
	);
}

async function answerList(
	c: Call,
	search: GameSearch,
	asked: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Response> {
	const viewer = playerOf(c);
	const full = limitHere(c, "search-caller", viewer ?? addressOf(c));
	if (full) return full;
	const page = await takeGames(c, search, asked);
	if (!page) return problem(c, "ERR_BAD_CURSOR");
	const names = await findNames(c, [...new Set(page.rows.flatMap(({ black, white }) => [white, black]))]);
	return c.json({ items: page.rows.map((row) => summary(row, viewer, names)), next: page.next });
}
