/** The `games` and `history` tables: what is told of games across games. All of it comes from the games' own logs. */
import type { Created, GameEvent, OfferKind } from "../match/event.ts";
import type { Status } from "../match/state.ts";
import type { PlayerId, Visibility } from "../match/terms.ts";
import type { Place } from "./rounds.ts";

/** The newest snapshot of a game. Instants in ms. */
export type GameRow = {
	readonly id: string;
	readonly seq: number;
	readonly ply: number;
	readonly status: Status;
	/** Null for a draw and where there is no result. */
	readonly winner: "white" | "black" | null;
	readonly reason: string | null;
	readonly white: PlayerId;
	readonly black: PlayerId;
	readonly toMove: "white" | "black" | null;
	readonly deadline: number | null;
	/** Id of the rule set. */
	readonly rules: string;
	/** Letters in the order of the game type, `MLP`. */
	readonly expansions: string;
	readonly visibility: Visibility;
	readonly rated: boolean;
	readonly gameString: string;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly endedAt: number | null;
};

/**
 * Adds events of one game to the history, once each; a repeat does nothing. One statement, however many they are: the
 * number of queries a Worker may make is small on some plans.
 */
export function recordHistory(db: D1Database, game: string, events: readonly GameEvent[]): D1PreparedStatement {
	const rows = events.map(({ seq, at, type, ...body }) => ({ seq, at, type, body: JSON.stringify(body) }));
	return db
		.prepare(
			`INSERT INTO history (game, seq, at, type, body)
			 SELECT ?1, value ->> 'seq', value ->> 'at', value ->> 'type', value ->> 'body' FROM json_each(?2) WHERE true
			 ON CONFLICT (game, seq) DO NOTHING`,
		)
		.bind(game, JSON.stringify(rows));
}

/**
 * Keeps a snapshot unless a newer one is there. One of the same `seq` is written again: it is the same, unless it comes
 * from a rebuild that repairs what an older version wrote.
 */
export function snapshotGame(db: D1Database, row: GameRow): D1PreparedStatement {
	return db
		.prepare(
			`INSERT INTO games (id, seq, ply, status, winner, reason, white, black, to_move, deadline, rules, expansions,
			 visibility, rated, game_string, created_at, updated_at, ended_at)
			 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
			 ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, ply = excluded.ply, status = excluded.status,
			 winner = excluded.winner, reason = excluded.reason, white = excluded.white, black = excluded.black,
			 to_move = excluded.to_move, deadline = excluded.deadline, rules = excluded.rules,
			 expansions = excluded.expansions, visibility = excluded.visibility, rated = excluded.rated,
			 game_string = excluded.game_string, created_at = excluded.created_at, updated_at = excluded.updated_at,
			 ended_at = excluded.ended_at
			 WHERE excluded.seq >= games.seq`,
		)
		.bind(
			row.id,
			row.seq,
			row.ply,
			row.status,
			row.winner,
			row.reason,
			row.white,
			row.black,
			row.toMove,
			row.deadline,
			row.rules,
			row.expansions,
			row.visibility,
			row.rated ? 1 : 0,
			row.gameString,
			row.createdAt,
			row.updatedAt,
			row.endedAt,
		);
}

/**
 * Where a list of a player's games goes on. The order is by rank (0 timed and running, 1 running without a clock, 2
 * over), then by key within the rank, then by id, so that equal instants neither repeat nor lose a game.
 */
export type GamesCursor = { readonly rank: number; readonly key: number; readonly id: string };

export type GamesQuery = {
	readonly player: PlayerId;
	/** Only games in which it is the player's move. */
	readonly turn?: "mine";
	readonly status?: Status;
	/** 1 to 100. */
	readonly limit: number;
	readonly after?: GamesCursor;
};

/** Where the list of a player's games goes on after this one. */
export function gamesPlace({ deadline, endedAt, id, status, updatedAt }: GameRow): GamesCursor {
	if (status !== "active") return { rank: 2, key: -(endedAt ?? updatedAt), id };
	return deadline === null ? { rank: 1, key: -updatedAt, id } : { rank: 0, key: deadline, id };
}

/** Later than every instant there is. */
export const NEVER = 9e15;

/**
 * A player's games that are over, the latest ended first, from each seat no more than are asked for: of these there are
 * ever more. ?1 is the player, ?2 and ?3 key and id of the place that it goes on after, ?5 how many.
 * @param index of each seat: by end, or one that knows the status
 */
export function endedSql(
	condition: string,
	index: (seat: "white" | "black") => string = (seat) => `games_${seat}_by_end`,
): string {
	const seat = (name: "white" | "black") =>
		`SELECT * FROM (
			SELECT ${GAME_COLUMNS} FROM games INDEXED BY ${index(name)}
			WHERE ${name} = ?1 AND status <> 'active' AND ended_at IS NOT NULL AND ${condition}
			AND ended_at <= COALESCE(-?2, ${NEVER}) AND (?2 IS NULL OR ended_at < -?2 OR id > ?3)
			ORDER BY ended_at DESC, id LIMIT ?5
		 )`;
	return `${seat("white")} UNION ALL ${seat("black")}`;
}

/** Those that run are all looked at, since they are few; of those that are over as many as are asked for. */
function gamesSql(status: Status | undefined): string {
	// Cancelled ones may stand far apart among those that are over.
	const ended =
		status === "cancelled"
			? endedSql("?6 = 1 AND ?4 = 'cancelled' AND status = 'cancelled'", (seat) => `games_of_${seat}`)
			: endedSql("?6 = 1 AND (?4 IS NULL OR status = ?4)");
	return `SELECT * FROM (
			SELECT ${GAME_COLUMNS}, CASE WHEN deadline IS NULL THEN 1 ELSE 0 END AS rank, COALESCE(deadline, -updated_at) AS key
			FROM games WHERE ?7 = 1 AND (white = ?1 OR black = ?1) AND status = 'active'
			AND (?8 = 0 OR (to_move = 'white' AND white = ?1) OR (to_move = 'black' AND black = ?1))
		 ) WHERE ?9 IS NULL OR (rank, key, id) > (?9, ?10, ?11)
		 UNION ALL
		 SELECT *, 2 AS rank, -endedAt AS key FROM (${ended})
		 ORDER BY rank, key, id LIMIT ?5`;
}

/** A player's games: least time left first, then those without a clock by their last event, then the latest ended. */
export async function gamesOf(db: D1Database, query: GamesQuery): Promise<readonly GameRow[]> {
	const { after, limit, player, status, turn } = query;
	const ended = after?.rank === 2 ? after : null;
	const running = !ended && (status ?? "active") === "active";
	const { results } = await db
		.prepare(gamesSql(status))
		.bind(
			player,
			ended?.key ?? null,
			ended?.id ?? null,
			status ?? null,
			limit,
			status === "active" || turn === "mine" ? 0 : 1,
			running ? 1 : 0,
			turn === "mine" ? 1 : 0,
			after?.rank ?? null,
			after?.key ?? null,
			after?.id ?? null,
		)
		.all<StoredGame>();
	return results.map(gameRow);
}

/** How long D1 may not have heard of a game that was agreed on, ms: much longer than any relay is late. */
const UNHEARD = 7 * 86_400_000;

/**
 * The games a player is playing, those that were agreed on and of which D1 has not heard yet included.
 * `made` is 0 for one that perhaps does not exist yet.
 */
export async function runningGames(
	db: D1Database,
	player: PlayerId,
	now: number,
): Promise<readonly { readonly id: string; readonly made: number }[]> {
	const { results } = await db
		.prepare(
			`SELECT id, 1 AS made FROM games WHERE status = 'active' AND (white = ?1 OR black = ?1)
			 UNION ALL
			 SELECT game, created FROM challenges
			 WHERE state = 'accepted' AND (challenger = ?1 OR accepted_by = ?1) AND decided_at > ?2
			 AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = challenges.game)`,
		)
		.bind(player, now - UNHEARD)
		.all<{ id: string; made: number }>();
	return results;
}

/** How several games began, by id: their rules in full, and the colours of their tiles. */
export async function creationsOf(db: D1Database, games: readonly string[]): Promise<ReadonlyMap<string, Created>> {
	if (games.length === 0) return new Map();
	const { results } = await db
		.prepare("SELECT game, body FROM history WHERE seq = 1 AND game IN (SELECT value FROM json_each(?1))")
		.bind(JSON.stringify(games))
		.all<{ game: string; body: string }>();
	return new Map(results.map(({ game, body }) => [game, { type: "created", ...JSON.parse(body) } as Created]));
}

/** The snapshot of one game; null when D1 has not heard of it (yet). */
export async function gameSnapshot(db: D1Database, id: string): Promise<GameRow | null> {
	const row = await db.prepare(`SELECT ${GAME_COLUMNS} FROM games WHERE id = ?1`).bind(id).first<StoredGame>();
	return row && gameRow(row);
}

/** How many games a player has won, lost and drawn, and is playing; private ones count too. `timeouts` were lost on time. */
export type PlayerRecord = {
	readonly won: number;
	readonly lost: number;
	readonly drawn: number;
	readonly active: number;
	readonly timeouts: number;
};

export async function recordOf(db: D1Database, player: PlayerId): Promise<PlayerRecord> {
	const row = await db
		.prepare(
			`SELECT COUNT(*) FILTER (WHERE status = 'active') AS active,
			 COUNT(*) FILTER (WHERE status = 'finished' AND winner IS NULL) AS drawn,
			 COUNT(*) FILTER (WHERE status = 'finished' AND (winner = 'white') = (white = ?1)) AS won,
			 COUNT(*) FILTER (WHERE status = 'finished' AND (winner = 'white') <> (white = ?1)) AS lost,
			 COUNT(*) FILTER (WHERE status = 'finished' AND reason = 'timeout' AND (winner = 'white') <> (white = ?1))
			 AS timeouts
			 FROM games WHERE white = ?1 OR black = ?1`,
		)
		.bind(player)
		.first<PlayerRecord>();
	return row ?? { won: 0, lost: 0, drawn: 0, active: 0, timeouts: 0 };
}

/** The history of a game as D1 has it, in order: what the object's own log says, perhaps less its last events. */
export async function historyOf(db: D1Database, game: string, after = 0, limit = 1_000): Promise<readonly GameEvent[]> {
	const { results } = await db
		.prepare("SELECT seq, at, type, body FROM history WHERE game = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3")
		.bind(game, after, limit)
		.all<{ seq: number; at: number; type: string; body: string }>();
	return results.map(({ body, ...rest }) => ({ ...rest, ...JSON.parse(body) }) as GameEvent);
}

/** How a game stands as far as D1 has heard, and what has happened in it since an event, in no order. */
export type GameSince = Pick<GameRow, "seq" | "ply" | "status" | "toMove" | "deadline" | "updatedAt"> & {
	readonly later: readonly LaterEvent[];
};

/** As much of an event as says whom it answers. */
export type LaterEvent = {
	readonly type: GameEvent["type"];
	readonly side: "white" | "black" | null;
	readonly offer: OfferKind | null;
};

/** An event in a game; `seq` as in the game's own log. */
export type Since = { readonly game: string; readonly seq: number };

/**
 * What there is since each of these events, in their order. One statement, so that snapshot and history are of one moment,
 * and so that many cost no more of D1's queries than one. Null when D1 has not heard of the game (yet).
 */
export async function gamesSince(db: D1Database, events: readonly Since[]): Promise<readonly (GameSince | null)[]> {
	if (events.length === 0) return [];
	const { results } = await db
		.prepare(
			`SELECT event.key AS place, games.seq, ply, status, to_move AS toMove, deadline, updated_at AS updatedAt,
			 (SELECT json_group_array(json_object('type', type, 'side', body ->> 'side', 'offer', body ->> 'offer'))
			 FROM history WHERE game = games.id AND history.seq > event.value ->> 'seq') AS later
			 FROM json_each(?1) AS event CROSS JOIN games ON games.id = event.value ->> 'game'`,
		)
		.bind(JSON.stringify(events))
		.all<Omit<GameSince, "later"> & { readonly place: number; readonly later: string }>();
	const found: (GameSince | null)[] = events.map(() => null);
	for (const { later, place, ...rest } of results) {
		found[place] = { ...rest, later: JSON.parse(later) as readonly LaterEvent[] };
	}
	return found;
}

/** Running games whose deadline lies before `before`, as far as D1 knows; the longest overdue first, those after one. */
export async function overdueGames(
	db: D1Database,
	before: number,
	after: Place | null,
	limit: number,
): Promise<readonly Place[]> {
	const { results } = await db
		.prepare(
			`SELECT deadline AS key, id FROM games
			 WHERE status = 'active' AND deadline < ?1 AND (?2 IS NULL OR (deadline, id) > (?2, ?3))
			 ORDER BY deadline, id LIMIT ?4`,
		)
		.bind(before, after?.key ?? null, after?.id ?? null, limit)
		.all<Place>();
	return results;
}

/** The columns of a snapshot, as `gameRow` reads them. */
export const GAME_COLUMNS = `id, seq, ply, status, winner, reason, white, black, to_move AS toMove, deadline, rules, expansions,
 visibility, rated, game_string AS gameString, created_at AS createdAt, updated_at AS updatedAt, ended_at AS endedAt`;

export type StoredGame = Omit<GameRow, "rated"> & { readonly rated: number };

export function gameRow(stored: StoredGame): GameRow {
	return {
		id: stored.id,
		seq: stored.seq,
		ply: stored.ply,
		status: stored.status,
		winner: stored.winner,
		reason: stored.reason,
		white: stored.white,
		black: stored.black,
		toMove: stored.toMove,
		deadline: stored.deadline,
		rules: stored.rules,
		expansions: stored.expansions,
		visibility: stored.visibility,
		rated: stored.rated === 1,
		gameString: stored.gameString,
		createdAt: stored.createdAt,
		updatedAt: stored.updatedAt,
		endedAt: stored.endedAt,
	};
}
