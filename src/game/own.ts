/**
 * What a game keeps of one player beside its log: shown to them when they take along what is theirs, and forgotten when
 * they leave the service.
 */
import type { Note } from "../match/chat.ts";
import type { LineEntry } from "../match/line-play.ts";
import type { Line } from "../match/lines.ts";
import { seatOf } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import { type Written, writtenBy } from "./chat.ts";
import type { Inside } from "./inside.ts";
import { forgetLines, readLines } from "./lines.ts";
import { forgetNotes, readNotes } from "./notes.ts";
import { forgetPerson } from "./store.ts";

/** A player of the game. */
export type OwnRequest = { readonly player: PlayerId };

export type Own = {
	/** What they wrote in the chat, oldest first. */
	readonly messages: readonly Written[];
	readonly notes: readonly Note[];
	/** What they have prepared, and what became of it. */
	readonly lines: readonly Line[];
	readonly lineLog: readonly LineEntry[];
};

/** Null where there is no such game, or they do not play it. */
export function readOwn(inside: Inside, { player }: OwnRequest): Own | null {
	const notes = readNotes(inside, { player });
	const lines = readLines(inside, { player });
	if (notes.kind !== "notes" || lines.kind !== "lines") return null;
	const messages = writtenBy(inside.sql, player);
	return { messages, notes: notes.notes, lines: lines.lines, lineLog: lines.log };
}

/**
 * Forgets a player's name, notes, conditional moves, and the answers kept for them. The log goes on to name them by id,
 * and so does what they wrote in the chat: it is the other's, too. Safe to repeat.
 */
export function forgetOwn({ sql, state, write }: Inside, { player }: OwnRequest): void {
	const known = state();
	if (!known) return;
	const side = seatOf(known, player);
	write(() => {
		forgetPerson(sql, player);
		forgetNotes(sql, player);
		if (side !== null) forgetLines(sql, side);
	});
}
