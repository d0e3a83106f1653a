/** A player's private notes on a game, by ply: kept beside the log, each player's own, with a version of their own. */
import { checkNotes, type Note, type NoteFault } from "../match/chat.ts";
import { type MatchState, mayView, seatOf } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import type { NotAPlayer } from "./chat.ts";
import type { Inside } from "./inside.ts";
import type { Missing } from "./request.ts";

export type NotesRequest = { readonly player: PlayerId };

export type SetNotesRequest = {
	readonly player: PlayerId;
	/** All of them: they take the place of what is there. */
	readonly notes: readonly Note[];
	/** The version that the sender saw; null for any. */
	readonly ifMatch: number | null;
};

export type Notes = { readonly kind: "notes"; readonly notes: readonly Note[]; readonly version: number };

export type NotesAnswer = Notes | Missing | NotAPlayer;

export type SetNotesAnswer =
	| NotesAnswer
	/** They have been changed meanwhile; `notes` is how they stand. */
	| { readonly kind: "stale"; readonly notes: readonly Note[]; readonly version: number }
	| { readonly kind: "bad-notes"; readonly faults: readonly NoteFault[] };

export function readNotes(inside: Inside, { player }: NotesRequest): NotesAnswer {
	return refuse(inside.state(), player) ?? { kind: "notes", ...notesOf(inside.sql, player) };
}

/** Replaces a player's notes. The same notes again change nothing, whatever version their sender saw: it has been done. */
export function setNotes(inside: Inside, { ifMatch, notes, player }: SetNotesRequest): SetNotesAnswer {
	const state = inside.state();
	const refused = refuse(state, player);
	if (refused || !state) return refused ?? { kind: "missing" };
	const { sql } = inside;
	const before = notesOf(sql, player);
	const checked = checkNotes(notes, state.game.plies.length, before.notes);
	if (checked.ok && JSON.stringify(checked.value) === JSON.stringify(before.notes)) return { kind: "notes", ...before };
	if (ifMatch !== null && ifMatch !== before.version) return { kind: "stale", ...before };
	if (!checked.ok) return { kind: "bad-notes", faults: checked.error };
	const version = before.version + 1;
	inside.write(() => {
		sql.exec(
			`INSERT INTO notes (player, version, notes) VALUES (?, ?, ?)
			 ON CONFLICT (player) DO UPDATE SET version = excluded.version, notes = excluded.notes`,
			player,
			version,
			JSON.stringify(checked.value),
		);
	});
	inside.tell({ type: "beside", player, what: "notes" });
	return { kind: "notes", notes: checked.value, version };
}

/** Their owner has left. */
export function forgetNotes(sql: SqlStorage, player: PlayerId): void {
	sql.exec("DELETE FROM notes WHERE player = ?", player);
}

function refuse(state: MatchState | null, player: PlayerId): Missing | NotAPlayer | null {
	if (!state || !mayView(state, player)) return { kind: "missing" };
	return seatOf(state, player) === null ? { kind: "not-a-player" } : null;
}

/** Version 0: nothing was ever written. */
function notesOf(sql: SqlStorage, player: PlayerId): { readonly notes: readonly Note[]; readonly version: number } {
	const [row] = sql
		.exec<{ version: number; notes: string }>("SELECT version, notes FROM notes WHERE player = ?", player)
		.toArray();
	return row ? { version: row.version, notes: JSON.parse(row.notes) as readonly Note[] } : { version: 0, notes: [] };
}
