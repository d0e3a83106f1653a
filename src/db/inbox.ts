/** A player's games as their first page parts them: each part in an order of its own, one page after the other. */
import type { PlayerId } from "../match/terms.ts";
import { endedSql, GAME_COLUMNS, type GameRow, gameRow, type StoredGame } from "./games.ts";
import { emailKey } from "./players.ts";

/** `turn`: theirs to move, against the clock; `untimed`: theirs to move, without one; `waiting`: others' to move. */
export type Part = "turn" | "untimed" | "waiting" | "finished";

/** Where a part goes on: after the game of this key and id. */
export type PartCursor = { readonly key: number; readonly id: string };

/** Where a part goes on after this one of its games. */
export function partPlace(part: Part, { deadline, endedAt, id, updatedAt }: GameRow): PartCursor {
	if (part === "finished") return { key: -(endedAt ?? updatedAt), id };
	return { key: part === "turn" ? (deadline ?? updatedAt) : updatedAt, id };
}

const MINE = "((to_move = 'white' AND white = ?1) OR (to_move = 'black' AND black = ?1))";
const THEIRS = "((to_move = 'white' AND black = ?1) OR (to_move = 'black' AND white = ?1))";

/** Running games: by what each part is chosen and put in order. A deadline has every pause in it: it is real time until the flag. */
const RUNNING: Readonly<Record<Exclude<Part, "finished">, { readonly where: string; readonly key: string }>> = {
	turn: { where: `deadline IS NOT NULL AND ${MINE}`, key: "deadline" },
	untimed: { where: `deadline IS NULL AND ${MINE}`, key: "updated_at" },
	// By what has happened last: the other's clock is not one's own.
	waiting: { where: THEIRS, key: "updated_at" },
};

function runningSql(part: keyof typeof RUNNING): string {
	const { key, where } = RUNNING[part];
	return `SELECT ${GAME_COLUMNS} FROM games
		 WHERE (white = ?1 OR black = ?1) AND status = 'active' AND ${where} AND (?2 IS NULL OR (${key}, id) > (?2, ?3))
		 ORDER BY ${key}, id LIMIT ?5`;
}

const ENDED = `${endedSql("ended_at > COALESCE(?4, -1)")} ORDER BY endedAt DESC, id LIMIT ?5`;

/** @param query.since for games that are over: those that ended later than this, ms */
export async function partOf(
	db: D1Database,
	part: Part,
	query: {
		readonly player: PlayerId;
		readonly limit: number;
		readonly after?: PartCursor | null;
		readonly since?: number;
	},
): Promise<readonly GameRow[]> {
	const { results } = await db
		.prepare(part === "finished" ? ENDED : runningSql(part))
		.bind(query.player, query.after?.key ?? null, query.after?.id ?? null, query.since ?? null, query.limit)
		.all<StoredGame>();
	return results.map(gameRow);
}

/** How many running games there are of each part, and by what a later look sees that something has happened. */
export type Standing = {
	readonly turn: number;
	readonly untimed: number;
	readonly waiting: number;
	/** The latest event, ms; 0 without any. */
	readonly latest: number;
	/** Changes with every event of a running game, also with one that arrives here late, and with challenges. */
	readonly mark: string;
	/** Running games in which something has happened since. */
	readonly changed: number;
};

/** @param since ms; what counts as changed */
export async function standingOf(
	db: D1Database,
	player: { readonly id: PlayerId; readonly email: string },
	since: number,
	now: number,
): Promise<Standing> {
	const row = await db
		.prepare(
			`SELECT COUNT(*) FILTER (WHERE deadline IS NOT NULL AND ${MINE}) AS turn,
			 COUNT(*) FILTER (WHERE deadline IS NULL AND ${MINE}) AS untimed,
			 COUNT(*) FILTER (WHERE ${THEIRS}) AS waiting,
			 COUNT(*) FILTER (WHERE updated_at > ?2) AS changed,
			 COALESCE(MAX(updated_at), 0) AS latest, COUNT(*) AS running, COALESCE(SUM(seq), 0) AS events,
			 (SELECT COUNT(*) FROM challenges WHERE state = 'open' AND expires_at > ?3 AND (challenger = ?1
			 OR (to_player IS NOT NULL AND to_player = ?1) OR (to_email_key IS NOT NULL AND to_email_key = ?4))) AS challenges
			 FROM games WHERE (white = ?1 OR black = ?1) AND status = 'active'`,
		)
		.bind(player.id, since, now, emailKey(player.email))
		.first<
			Omit<Standing, "mark"> & { readonly running: number; readonly events: number; readonly challenges: number }
		>();
	if (!row) throw new Error("an aggregate has one row");
	const { challenges, changed, events, latest, running, turn, untimed, waiting } = row;
	return { turn, untimed, waiting, latest, changed, mark: `${running}.${events}.${challenges}` };
}

/** The game in which somebody else's flag would fall next; null while none has a clock. */
export async function nextTheirs(db: D1Database, player: PlayerId): Promise<GameRow | null> {
	const row = await db
		.prepare(
			`SELECT ${GAME_COLUMNS} FROM games WHERE (white = ?1 OR black = ?1) AND status = 'active' AND deadline IS NOT NULL
			 AND ${THEIRS} ORDER BY deadline, id LIMIT 1`,
		)
		.bind(player)
		.first<StoredGame>();
	return row && gameRow(row);
}

/** Ids of the games in which it is the player's move: least time left first, then those without a clock, oldest first. */
export async function gamesToMove(db: D1Database, player: PlayerId, limit: number): Promise<readonly string[]> {
	const { results } = await db
		.prepare(
			`SELECT id FROM games WHERE (white = ?1 OR black = ?1) AND status = 'active' AND ${MINE}
			 ORDER BY deadline IS NULL, COALESCE(deadline, updated_at), id LIMIT ?2`,
		)
		.bind(player, limit)
		.all<{ readonly id: string }>();
	return results.map(({ id }) => id);
}

/** How many of a player's games, the latest begun, say whom they have had games with. */
const LATELY = 200;

/** Ids of those a player has had games with lately, the latest first. */
export async function opponentsOf(db: D1Database, player: PlayerId, limit: number): Promise<readonly PlayerId[]> {
	const against = (other: "white" | "black", seat: "white" | "black") =>
		`SELECT * FROM (
			SELECT ${other} AS opponent, created_at AS began, updated_at AS at FROM games INDEXED BY games_${seat}_by_age
			WHERE ${seat} = ?1 ORDER BY created_at DESC, id DESC LIMIT ${LATELY}
		 )`;
	const { results } = await db
		.prepare(
			`SELECT opponent FROM (
				${against("black", "white")} UNION ALL ${against("white", "black")} ORDER BY began DESC LIMIT ${LATELY}
			 ) GROUP BY opponent ORDER BY MAX(at) DESC LIMIT ?2`,
		)
		.bind(player, limit)
		.all<{ readonly opponent: PlayerId }>();
	return results.map(({ opponent }) => opponent);
}

/** Of the newest public games the one in which something happened last; null while none of them is being played. */
export async function latestPublicGame(db: D1Database): Promise<GameRow | null> {
	const row = await db
		.prepare(
			`SELECT ${GAME_COLUMNS} FROM games WHERE id IN
			 (SELECT id FROM games WHERE visibility = 'public' ORDER BY created_at DESC, id DESC LIMIT 30)
			 AND status = 'active' AND ply > 0 ORDER BY updated_at DESC, id LIMIT 1`,
		)
		.first<StoredGame>();
	return row && gameRow(row);
}
