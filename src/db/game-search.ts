/** Looking games up in the `games` table: those that anybody may see, and the asker's own, by who played and how it ended. */
import type { Side } from "../engine/piece.ts";
import type { Status } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import { GAME_COLUMNS, type GameRow, gameRow, NEVER, type StoredGame } from "./games.ts";

/** How a game ended: for `won` and `lost` as the player of the search sees it. */
export const RESULTS = ["won", "lost", "drawn", "white", "black"] as const;
export type SearchResult = (typeof RESULTS)[number];

/** What is absent does not matter. Instants in ms. */
export type GameSearch = {
	readonly player?: PlayerId | undefined;
	/** Only beside `player`: whom they played against. */
	readonly opponent?: PlayerId | undefined;
	/** Id of the rule set. */
	readonly rules?: string | undefined;
	/** Letters in the order of the game type; none at all: the base game alone. */
	readonly expansions?: string | undefined;
	readonly status?: Status | undefined;
	readonly result?: SearchResult | undefined;
	/** Begun then or later. */
	readonly from?: number | undefined;
	/** Begun then or earlier. */
	readonly to?: number | undefined;
};

/** Where a search goes on: after the game with this beginning and id. */
export type SearchPlace = { readonly at: number; readonly id: string };

export function searchPlace({ createdAt, id }: GameRow): SearchPlace {
	return { at: createdAt, id };
}

/**
 * The games that fit, the latest begun first.
 * @param viewer sees their own private games too; null: a stranger
 */
export async function searchGames(
	db: D1Database,
	search: GameSearch,
	viewer: PlayerId | null,
	after: SearchPlace | null,
	limit: number,
): Promise<readonly GameRow[]> {
	const { expansions = null, from = 0, opponent = null, player = null, result, rules = null, status = null } = search;
	const place = after ?? { at: (search.to ?? NEVER - 1) + 1, id: "" };
	const { results } = await db
		.prepare(searchSql(search, viewer !== null))
		.bind(
			player,
			viewer,
			opponent,
			rules,
			expansions,
			status,
			result === undefined ? 0 : 1,
			winnerFor("white", result),
			winnerFor("black", result),
			from,
			place.at,
			place.id,
			limit,
		)
		.all<StoredGame>();
	return results.map(gameRow);
}

/** The question as SQL: a part for each index that it is answered from, and the parts put in order. */
export function searchSql({ player }: GameSearch, signedIn: boolean): string {
	const part = (whose: string, seat: Side, index: string) =>
		`SELECT * FROM (
			SELECT ${GAME_COLUMNS} FROM games INDEXED BY ${index}
			WHERE ${whose} AND created_at >= ?10 AND (created_at, id) < (?11, ?12)
			AND (?3 IS NULL OR white = ?3 OR black = ?3) AND (?4 IS NULL OR rules = ?4) AND (?5 IS NULL OR expansions = ?5)
			AND (?6 IS NULL OR status = ?6)
			AND (?7 = 0 OR (status = 'finished' AND winner IS ${seat === "white" ? "?8" : "?9"}))
			ORDER BY created_at DESC, id DESC LIMIT ?13
		 )`;
	const visible = "(visibility = 'public' OR white = ?2 OR black = ?2)";
	const parts =
		player !== undefined
			? [
					part(`white = ?1 AND ${visible}`, "white", "games_white_by_age"),
					part(`black = ?1 AND ${visible}`, "black", "games_black_by_age"),
				]
			: [
					part("visibility = 'public' AND ?1 IS NULL", "white", "games_public"),
					...(signedIn
						? [
								part("white = ?2 AND visibility = 'private'", "white", "games_white_by_age"),
								part("black = ?2 AND visibility = 'private'", "white", "games_black_by_age"),
							]
						: []),
				];
	return `${parts.join(" UNION ALL ")} ORDER BY createdAt DESC, id DESC LIMIT ?13`;
}

/** The winner that a result names, seen from a seat; null: nobody. */
function winnerFor(seat: Side, result: SearchResult | undefined): Side | null {
	switch (result) {
		case "white":
		case "black":
			return result;
		case "won":
			return seat;
		case "lost":
			return seat === "white" ? "black" : "white";
		default:
			return null;
	}
}
