/** Chat between the players and notes for oneself: their limits, what may stand in them, and when somebody is told of a message. */
import type { Side } from "../engine/piece.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { MINUTE } from "./duration.ts";
import type { PlayerId } from "./terms.ts";

/** `players`: the two alone, for ever. `public`: opens when the game is over, to everybody who sees the game. */
export const ROOMS = ["players", "public"] as const;

export type Room = (typeof ROOMS)[number];

/** Characters of a message, at most. */
export const LONGEST_MESSAGE = 1_000;
/** Characters of a note, at most; how many notes a player has. In bytes the largest request there may be bounds them all. */
export const LONGEST_NOTE = 2_000;
export const MOST_NOTES = 500;
/** Characters of the reason that comes with a report, at most. */
export const LONGEST_REASON = 500;

/** How long a message waits before its reader gets a mail, ms: who has the game open reads it meanwhile. Published. */
export const CHAT_WAIT = MINUTE;

/** Header of a request for a page that nobody looks at just now: by it no message counts as read. */
export const UNSEEN = "X-Hivepost-Unseen";

/**
 * Messages of the public room are numbered from here on. Counted together with the players' own, their numbers would
 * tell everybody how much the two have talked.
 */
export const FIRST_PUBLIC = 1_000_000_001;

export type Message = {
	/** Grows in each room; also the address of the message in its game. */
	readonly id: number;
	/** ms */
	readonly at: number;
	readonly player: PlayerId;
	readonly text: string;
};

/** What can be wrong with somebody's text. */
export type TextFault = "EMPTY" | "TOO_LONG" | "BAD_CHARACTER";

/** Halves of characters, what turns the direction of all that follows, and controls but the line break; in a note a tab may stand. */
const BAD_CHARACTER = /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u;
const BAD_IN_NOTE = /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u;
/** Something to be seen: neither blank nor a mark without a shape. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}]/u;

/** A message as it is kept: trimmed, its line breaks plain. What it means to HTML is the pages' business: it is text. */
export function checkMessage(text: string): Result<string, TextFault> {
	return checkText(plainBreaks(text).trim(), LONGEST_MESSAGE, BAD_CHARACTER);
}

/** Why somebody reports a message, as it is kept; null for nothing at all. */
export function checkReason(text: string): Result<string | null, TextFault> {
	const kept = plainBreaks(text).trim();
	return kept === "" ? ok(null) : checkText(kept, LONGEST_REASON, BAD_CHARACTER);
}

/** A private note: to how many half-moves it belongs, and what it says. */
export type Note = { readonly ply: number; readonly text: string };

export type NoteFault = {
	/** Which of the notes. */
	readonly index: number;
	readonly fault: TextFault | "AHEAD" | "TWICE";
};

/**
 * A player's notes as they are kept, in the order of the plies; or what is wrong with some of them.
 * @param ply how many half-moves the game has had
 * @param before the notes that are there: after a take-back they may stay where they are
 */
export function checkNotes(
	notes: readonly Note[],
	ply: number,
	before: readonly Note[],
): Result<readonly Note[], readonly NoteFault[]> {
	const seen = new Set<number>();
	const faults = notes.flatMap((note, index): readonly NoteFault[] => {
		const twice = seen.has(note.ply);
		seen.add(note.ply);
		if (twice) return [{ index, fault: "TWICE" }];
		if (note.ply > ply && !before.some((one) => one.ply === note.ply)) return [{ index, fault: "AHEAD" }];
		const checked = checkText(plainBreaks(note.text), LONGEST_NOTE, BAD_IN_NOTE);
		return checked.ok ? [] : [{ index, fault: checked.error }];
	});
	if (faults.length > 0) return err(faults);
	return ok(notes.map((note) => ({ ply: note.ply, text: plainBreaks(note.text) })).toSorted((a, b) => a.ply - b.ply));
}

/** How far somebody has come with the players' room: by numbers of messages, 0 for none. */
export type Reading = {
	/** The last message that was there when they looked. */
	readonly looked: number;
	/** The last message that was there when a mail told them of one. */
	readonly told: number;
};

/**
 * The message a mail should now tell somebody of, the first they have not seen, and how many followed it. None while a
 * mail is out that they have not answered with a look: nobody is flooded.
 * @param messages the players' room, in order, at least those after both `looked` and `told`
 */
export function untold(
	messages: readonly Message[],
	reader: PlayerId,
	{ looked, told }: Reading,
): { readonly first: Message; readonly more: number } | null {
	if (told > looked) return null;
	const [first, ...rest] = messages.filter(({ id, player }) => id > looked && player !== reader);
	return first ? { first, more: rest.length } : null;
}

/** What the mail about a message is written from: the payload of a `chat` delivery. Nothing that names a person. */
export type ChatNotice = {
	readonly kind: "chat";
	readonly game: string;
	/** Whom it tells, and their side. */
	readonly player: PlayerId;
	readonly seat: Side;
	/** Who wrote: the reader's opponent, both are the same. */
	readonly from: PlayerId;
	readonly opponent: PlayerId;
	/** The message. */
	readonly id: number;
	/** When it was written, ms. */
	readonly at: number;
	/** As it was written: links in it are not ours to send. */
	readonly text: string;
	/** How many more of the same person waited to be read when the mail was put in hand. */
	readonly more: number;
};

function plainBreaks(text: string): string {
	return text.replace(/\r\n/g, "\n");
}

/** Length counts characters as Unicode does, not halves of them. */
function checkText(text: string, longest: number, bad: RegExp): Result<string, TextFault> {
	if ([...text].length > longest) return err("TOO_LONG");
	if (bad.test(text)) return err("BAD_CHARACTER");
	return VISIBLE.test(text) ? ok(text) : err("EMPTY");
}
