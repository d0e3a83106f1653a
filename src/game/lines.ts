/**
 * Conditional moves beside a game's log: each player's own tree with a version of its own, and what became of its lines.
 * Nothing of it shows in `seq`, and nothing to anybody but their owner.
 */
import type { Side } from "../engine/piece.ts";
import type { Armed, LineEntry } from "../match/line-play.ts";
import { checkLines, type Line, type LineProblem } from "../match/lines.ts";
import { type MatchState, mayView, seatOf } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import type { NotAPlayer } from "./chat.ts";
import type { Inside } from "./inside.ts";
import type { Missing } from "./request.ts";

/** How much of the log is shown: the newest entries. */
const LOG_SHOWN = 100;

export type LinesRequest = { readonly player: PlayerId };

export type SetLinesRequest = {
	readonly player: PlayerId;
	/** All of them: they take the place of what is there. Null: whatever is there goes. */
	readonly lines: readonly Line[] | null;
	/** The version that the sender saw; null for any. */
	readonly ifMatch: number | null;
};

/** What a command does to the lines of both sides. */
export type LinesChange = { readonly before: Armed; readonly armed: Armed; readonly log: readonly LineEntry[] };

type Stored = { readonly lines: readonly Line[]; readonly version: number };

export type Lines = Stored & {
	readonly kind: "lines";
	/** After how many half-moves they wait for the opponent's move; null: there are none. */
	readonly ply: number | null;
	/** What became of earlier ones, oldest first. */
	readonly log: readonly LineEntry[];
};

export type LinesAnswer = Lines | Missing | NotAPlayer;

export type SetLinesAnswer =
	| LinesAnswer
	| { readonly kind: "over" }
	/** It is the sender's own turn: lines come with the move then. */
	| { readonly kind: "your-turn" }
	/** They have been changed or played meanwhile; `lines` is how they stand. */
	| ({ readonly kind: "stale" } & Stored)
	| { readonly kind: "bad-lines"; readonly problems: readonly LineProblem[] };

type Seated = { readonly kind: "seated"; readonly state: MatchState; readonly side: Side };

export function readLines(inside: Inside, { player }: LinesRequest): LinesAnswer {
	const seated = seat(inside.state(), player);
	return seated.kind === "seated" ? show(inside, seated) : seated;
}

/** Replaces a player's lines. The same ones again change nothing, whatever version their sender saw: it has been done. */
export function setLines(inside: Inside, { ifMatch, lines, player }: SetLinesRequest): SetLinesAnswer {
	const seated = seat(inside.state(), player);
	if (seated.kind !== "seated") return seated;
	const { side, state } = seated;
	const before = stored(inside.sql, side);
	if (lines === null && before.lines.length === 0) return show(inside, seated);
	if (lines !== null && !state.turn) return { kind: "over" };
	const theirTurn = state.turn !== null && state.turn.side !== side;
	const checked = theirTurn ? checkLines(state, side, lines ?? [], "/lines") : null;
	if (checked?.ok && JSON.stringify(checked.value) === JSON.stringify(before.lines)) return show(inside, seated);
	if (ifMatch !== null && ifMatch !== before.version) return { kind: "stale", ...before };
	if (!checked) return { kind: "your-turn" };
	if (!checked.ok) return { kind: "bad-lines", problems: checked.error };
	inside.write(() => replace(inside.sql, side, checked.value));
	inside.tell({ type: "beside", player, what: "lines" });
	return show(inside, seated);
}

/** What both sides have prepared. */
export function readArmed(sql: SqlStorage): Armed {
	const armed: { white: readonly Line[] | null; black: readonly Line[] | null } = { white: null, black: null };
	for (const { side, tree } of sql.exec<{ side: Side; tree: string }>(
		"SELECT side, tree FROM lines WHERE tree <> '[]'",
	)) {
		armed[side] = JSON.parse(tree) as readonly Line[];
	}
	return armed;
}

/**
 * Keeps what a command has left of the lines, and tells their owners' logs. Inside the command's transaction. The version
 * is of both: lines that come with a move and are all played at once leave no tree, and yet their owner has news.
 */
export function keepLines(sql: SqlStorage, change: LinesChange): void {
	const { armed, log } = change;
	for (const side of sidesOf(change)) replace(sql, side, armed[side] ?? []);
	for (const { at, kind, ply, side, ...detail } of log) {
		sql.exec(
			"INSERT INTO line_log (side, at, ply, kind, detail) VALUES (?, ?, ?, ?, ?)",
			side,
			at,
			ply,
			kind,
			JSON.stringify(detail),
		);
	}
}

/** Whose lines a command has changed, or told something about. */
export function sidesOf({ armed, before, log }: LinesChange): readonly Side[] {
	return (["white", "black"] as const).filter(
		(side) => armed[side] !== before[side] || log.some((entry) => entry.side === side),
	);
}

/** Their owner has left: what was prepared, and what became of it. */
export function forgetLines(sql: SqlStorage, side: Side): void {
	sql.exec("DELETE FROM lines WHERE side = ?", side);
	sql.exec("DELETE FROM line_log WHERE side = ?", side);
}

function seat(state: MatchState | null, player: PlayerId): Seated | Missing | NotAPlayer {
	if (!state || !mayView(state, player)) return { kind: "missing" };
	const side = seatOf(state, player);
	return side ? { kind: "seated", state, side } : { kind: "not-a-player" };
}

function show({ sql }: Inside, { side, state }: Seated): Lines {
	const { lines, version } = stored(sql, side);
	const ply = lines.length === 0 ? null : state.game.plies.length;
	return { kind: "lines", lines, version, ply, log: readLog(sql, side) };
}

/** Version 0: there never were any. */
function stored(sql: SqlStorage, side: Side): Stored {
	const [row] = sql
		.exec<{ version: number; tree: string }>("SELECT version, tree FROM lines WHERE side = ?", side)
		.toArray();
	return row ? { version: row.version, lines: JSON.parse(row.tree) as readonly Line[] } : { version: 0, lines: [] };
}

function replace(sql: SqlStorage, side: Side, lines: readonly Line[]): void {
	sql.exec(
		`INSERT INTO lines (side, version, tree) VALUES (?, 1, ?)
		 ON CONFLICT (side) DO UPDATE SET version = version + 1, tree = excluded.tree`,
		side,
		JSON.stringify(lines),
	);
}

function readLog(sql: SqlStorage, side: Side): readonly LineEntry[] {
	return sql
		.exec<{ at: number; ply: number; kind: string; detail: string }>(
			"SELECT at, ply, kind, detail FROM line_log WHERE side = ? ORDER BY id DESC LIMIT ?",
			side,
			LOG_SHOWN,
		)
		.toArray()
		.reverse()
		.map(({ detail, ...entry }) => ({ side, ...entry, ...JSON.parse(detail) }) as LineEntry);
}
