/** Calendars and feeds: which of a player's secret addresses count, and what has happened lately in their games. */
import type { GameEvent } from "../match/event.ts";

/** The addresses there were are dead from now on: which generation counts. */
export async function renewFeeds(db: D1Database, player: string): Promise<number> {
	const row = await db
		.prepare(
			`INSERT INTO feeds (player, generation) VALUES (?1, 1)
			 ON CONFLICT (player) DO UPDATE SET generation = generation + 1 RETURNING generation`,
		)
		.bind(player)
		.first<{ readonly generation: number }>();
	if (!row) throw new Error("the addresses were not kept");
	return row.generation;
}

/** The generation that counts; null for somebody who has never asked for the addresses, or is gone. */
export async function feedGeneration(db: D1Database, player: string): Promise<number | null> {
	const row = await db
		.prepare(`SELECT generation FROM feeds WHERE player = ?1 AND EXISTS (SELECT 1 FROM players WHERE id = ?1)`)
		.bind(player)
		.first<{ readonly generation: number }>();
	return row?.generation ?? null;
}

/** An event and the game that it happened in. */
export type Happened = {
	readonly game: string;
	readonly white: string;
	readonly black: string;
	/** Id of the rule set. */
	readonly rules: string;
	readonly event: GameEvent;
};

/** How many of a player's games are looked into for what has happened lately. */
const MOST_GAMES = 50;

/**
 * What has happened in a player's games since an instant, the newest first. What only the clocks are concerned with is
 * left out.
 */
export async function recentEvents(
	db: D1Database,
	player: string,
	since: number,
	limit: number,
): Promise<readonly Happened[]> {
	// The last that happened in a game that is over is its end.
	const ended = (seat: "white" | "black") =>
		`SELECT * FROM (
			SELECT id, white, black, rules, ended_at AS last FROM games INDEXED BY games_${seat}_by_end
			WHERE ${seat} = ?1 AND ended_at > ?2 AND status <> 'active' ORDER BY ended_at DESC LIMIT ${MOST_GAMES}
		 )`;
	const { results } = await db
		.prepare(
			`WITH mine AS (
				SELECT id, white, black, rules, updated_at AS last FROM games
				WHERE (white = ?1 OR black = ?1) AND status = 'active' AND updated_at > ?2
				UNION ALL ${ended("white")} UNION ALL ${ended("black")} ORDER BY last DESC LIMIT ${MOST_GAMES}
			 )
			 SELECT game, white, black, rules, seq, at, type, body FROM mine JOIN history ON history.game = mine.id
			 WHERE at > ?2 AND type NOT IN ('credited', 'rest')
			 ORDER BY at DESC, game, seq DESC LIMIT ?3`,
		)
		.bind(player, since, limit)
		.all<Omit<Happened, "event"> & { seq: number; at: number; type: string; body: string }>();
	return results.map(({ at, body, seq, type, ...game }) => ({
		...game,
		event: { seq, at, type, ...JSON.parse(body) } as GameEvent,
	}));
}
