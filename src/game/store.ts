/**
 * What one game object keeps in its own SQLite, and all SQL of it. `events` is the game; everything else stands beside
 * the log with counters of its own, because it must not show in `seq`.
 * An object that was never created has no tables: looking at it stores nothing.
 */
import type { GameEvent } from "../match/event.ts";
import type { Interval } from "../match/intervals.ts";
import type { Told } from "../match/reminders.ts";
import type { Idempotency, KeptAnswer, Names } from "./request.ts";

/** Every step for ever: an object that slept for years catches up when it wakes. Never edit one; add one. */
const MIGRATIONS: readonly string[] = [
	`CREATE TABLE events (
		seq INTEGER PRIMARY KEY,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		body TEXT NOT NULL
	) STRICT;
	CREATE TABLE timers (
		kind TEXT PRIMARY KEY,
		due INTEGER NOT NULL,
		tries INTEGER NOT NULL DEFAULT 0,
		problem TEXT
	) STRICT, WITHOUT ROWID;
	CREATE TABLE answers (
		scope TEXT NOT NULL,
		key TEXT NOT NULL,
		body_hash TEXT NOT NULL,
		answer TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (scope, key)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX answers_by_age ON answers (at);
	CREATE TABLE cursor (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		seq INTEGER NOT NULL,
		lost_wakes INTEGER NOT NULL DEFAULT 0
	) STRICT;
	INSERT INTO cursor (id, seq) VALUES (1, 0);
	CREATE TABLE lags (
		from_at INTEGER PRIMARY KEY,
		to_at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE names (
		player TEXT PRIMARY KEY,
		name TEXT NOT NULL
	) STRICT, WITHOUT ROWID;`,
	// chat_cursor: the last message that was there when a player looked, and when a mail told them of one.
	// notes: JSON, [{ply, text}].
	`CREATE TABLE chat (
		id INTEGER PRIMARY KEY,
		room TEXT NOT NULL CHECK (room IN ('players', 'public')),
		player TEXT NOT NULL,
		at INTEGER NOT NULL,
		text TEXT NOT NULL
	) STRICT;
	CREATE INDEX chat_by_room ON chat (room, id);
	CREATE INDEX chat_by_player ON chat (player, at);
	CREATE TABLE chat_cursor (
		player TEXT PRIMARY KEY,
		looked INTEGER NOT NULL DEFAULT 0,
		told INTEGER NOT NULL DEFAULT 0
	) STRICT, WITHOUT ROWID;
	CREATE TABLE notes (
		player TEXT PRIMARY KEY,
		version INTEGER NOT NULL,
		notes TEXT NOT NULL
	) STRICT, WITHOUT ROWID;`,
	// Reminders that the turn which this event began has had, each with the deadline it named.
	`CREATE TABLE reminded (
		turn_seq INTEGER NOT NULL,
		lead INTEGER NOT NULL,
		deadline INTEGER NOT NULL,
		PRIMARY KEY (turn_seq, lead, deadline)
	) STRICT, WITHOUT ROWID;`,
	// lines: what a side has prepared, JSON [{if, then, next}]. line_log: what became of it; detail is JSON.
	`CREATE TABLE lines (
		side TEXT PRIMARY KEY CHECK (side IN ('white', 'black')),
		version INTEGER NOT NULL,
		tree TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE line_log (
		id INTEGER PRIMARY KEY,
		side TEXT NOT NULL CHECK (side IN ('white', 'black')),
		at INTEGER NOT NULL,
		ply INTEGER NOT NULL,
		kind TEXT NOT NULL,
		detail TEXT NOT NULL
	) STRICT;`,
];

/** How long an idempotency key is remembered, ms. */
export const ANSWERS_KEPT = 48 * 3_600_000;

/** Whether the object has tables, that is, whether its game was ever created. */
export function isFounded(sql: SqlStorage): boolean {
	return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_migrations'").toArray().length > 0;
}

/** Brings the tables up to date, from nothing or from an older version. Inside a transaction. */
export function migrate(sql: SqlStorage, now: number): void {
	if (!isFounded(sql)) {
		sql.exec("CREATE TABLE _migrations (id INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT");
	}
	const { done } = sql.exec<{ done: number }>("SELECT COUNT(*) AS done FROM _migrations").one();
	for (const [index, step] of MIGRATIONS.entries()) {
		if (index < done) continue;
		sql.exec(step);
		sql.exec("INSERT INTO _migrations (id, applied_at) VALUES (?, ?)", index + 1, now);
	}
}

export function appendEvents(sql: SqlStorage, events: readonly GameEvent[]): void {
	for (const { seq, at, type, ...body } of events) {
		sql.exec("INSERT INTO events (seq, at, kind, body) VALUES (?, ?, ?, ?)", seq, at, type, JSON.stringify(body));
	}
}

/** Events after `after`, in order. */
export function readEvents(sql: SqlStorage, after: number, limit: number): readonly GameEvent[] {
	return sql
		.exec<{ seq: number; at: number; kind: string; body: string }>(
			"SELECT seq, at, kind, body FROM events WHERE seq > ? ORDER BY seq LIMIT ?",
			after,
			limit,
		)
		.toArray()
		.map(({ kind, body, ...rest }) => ({ ...rest, type: kind, ...JSON.parse(body) }) as GameEvent);
}

/** The event that began the running turn: its side must have been told of it before its flag can fall. */
export function turnSeq(sql: SqlStorage): number {
	return sql
		.exec<{ seq: number }>(
			"SELECT MAX(seq) AS seq FROM events WHERE kind IN ('created', 'moved', 'passed', 'accepted')",
		)
		.one().seq;
}

/**
 * What an object wants to be woken for: `flag` to look at the clock, `relay` to tell D1 what it has not heard, `remind` to
 * tell the side to move that time is running out, `chat` to tell of a message, `purge` to forget old answers.
 */
export type TimerKind = "flag" | "relay" | "remind" | "chat" | "purge";

export type Timer = {
	readonly kind: TimerKind;
	/** ms */
	readonly due: number;
	/** How often it has been put off since it last came to something. */
	readonly tries: number;
	/** Why it was put off the last time. */
	readonly problem: string | null;
};

export function readTimers(sql: SqlStorage): readonly Timer[] {
	return sql.exec<Timer>("SELECT kind, due, tries, problem FROM timers ORDER BY due, kind").toArray();
}

export function setTimer(sql: SqlStorage, kind: TimerKind, due: number): void {
	sql.exec(
		`INSERT INTO timers (kind, due) VALUES (?, ?)
		 ON CONFLICT (kind) DO UPDATE SET due = excluded.due, tries = 0, problem = NULL`,
		kind,
		due,
	);
}

/** Sets a timer only where none stands: one that was put off keeps its count. */
export function ensureTimer(sql: SqlStorage, kind: TimerKind, due: number): void {
	sql.exec("INSERT INTO timers (kind, due) VALUES (?, ?) ON CONFLICT (kind) DO NOTHING", kind, due);
}

export function postponeTimer(sql: SqlStorage, kind: TimerKind, due: number, problem: string): void {
	sql.exec(
		`INSERT INTO timers (kind, due, tries, problem) VALUES (?, ?, 1, ?)
		 ON CONFLICT (kind) DO UPDATE SET due = excluded.due, tries = tries + 1, problem = excluded.problem`,
		kind,
		due,
		problem,
	);
}

export function clearTimer(sql: SqlStorage, kind: TimerKind): void {
	sql.exec("DELETE FROM timers WHERE kind = ?", kind);
}

export function nextDue(sql: SqlStorage): number | null {
	return sql.exec<{ due: number | null }>("SELECT MIN(due) AS due FROM timers").one().due;
}

/** Everything up to this `seq` has reached D1. */
export function readCursor(sql: SqlStorage): number {
	return sql.exec<{ seq: number }>("SELECT seq FROM cursor WHERE id = 1").one().seq;
}

export function moveCursor(sql: SqlStorage, seq: number): void {
	sql.exec("UPDATE cursor SET seq = MAX(seq, ?) WHERE id = 1", seq);
}

/** A wake-up that the queue did not take: the cron sweep delivers later what it was for. */
export function countLostWake(sql: SqlStorage): void {
	sql.exec("UPDATE cursor SET lost_wakes = lost_wakes + 1 WHERE id = 1");
}

/** Remembers that what happened at `from` could be told only at `to`: nobody's clock ran meanwhile. */
export function noteLag(sql: SqlStorage, lag: Interval): void {
	sql.exec(
		`INSERT INTO lags (from_at, to_at) VALUES (?, ?)
		 ON CONFLICT (from_at) DO UPDATE SET to_at = MAX(to_at, excluded.to_at)`,
		lag.from,
		lag.to,
	);
}

export function readLags(sql: SqlStorage, from: number): readonly Interval[] {
	return sql
		.exec<Interval>(`SELECT from_at AS "from", to_at AS "to" FROM lags WHERE to_at > ? ORDER BY from_at`, from)
		.toArray();
}

/** What the turn that this event began has been reminded of. */
export function readReminded(sql: SqlStorage, turn: number): readonly Told[] {
	return sql.exec<Told>("SELECT lead, deadline FROM reminded WHERE turn_seq = ?", turn).toArray();
}

/** Notes a reminder, and forgets those of earlier turns. */
export function noteReminded(sql: SqlStorage, turn: number, { deadline, lead }: Told): void {
	sql.exec("DELETE FROM reminded WHERE turn_seq <> ?", turn);
	sql.exec(
		"INSERT INTO reminded (turn_seq, lead, deadline) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
		turn,
		lead,
		deadline,
	);
}

/** The answer kept for a key, a command's or another; `null` when there is none, `"reused"` when it came with another body. */
export function readAnswer<Kept = KeptAnswer>(
	sql: SqlStorage,
	{ scope, key, bodyHash }: Idempotency,
): Kept | "reused" | null {
	const kept = sql
		.exec<{ hash: string; answer: string }>(
			"SELECT body_hash AS hash, answer FROM answers WHERE scope = ? AND key = ?",
			scope,
			key,
		)
		.toArray()[0];
	if (!kept) return null;
	return kept.hash === bodyHash ? (JSON.parse(kept.answer) as Kept) : "reused";
}

export function keepAnswer(sql: SqlStorage, of: Idempotency, answer: object, at: number): void {
	sql.exec(
		"INSERT INTO answers (scope, key, body_hash, answer, at) VALUES (?, ?, ?, ?, ?)",
		of.scope,
		of.key,
		of.bodyHash,
		JSON.stringify(answer),
		at,
	);
}

/** Forgets answers older than they need be kept. Returns when to come again, ms; null when nothing is left. */
export function purgeAnswers(sql: SqlStorage, now: number): number | null {
	sql.exec("DELETE FROM answers WHERE at <= ?", now - ANSWERS_KEPT);
	const { at } = sql.exec<{ at: number | null }>("SELECT MIN(at) AS at FROM answers").one();
	return at === null ? null : at + ANSWERS_KEPT;
}

export function rememberNames(sql: SqlStorage, names: Names): void {
	for (const [player, name] of Object.entries(names)) {
		sql.exec(
			"INSERT INTO names (player, name) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET name = excluded.name",
			player,
			name,
		);
	}
}

export function readNames(sql: SqlStorage): Names {
	const rows = sql.exec<{ player: string; name: string }>("SELECT player, name FROM names").toArray();
	return Object.fromEntries(rows.map(({ player, name }) => [player, name]));
}

/** Who has left has no name any more, nor answers to hear again. */
export function forgetPerson(sql: SqlStorage, player: string): void {
	sql.exec("DELETE FROM names WHERE player = ?", player);
	sql.exec("DELETE FROM answers WHERE scope > ? AND scope < ?", `${player} `, `${player}!`);
}
