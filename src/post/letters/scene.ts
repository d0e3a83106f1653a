/** What the letters about a game are made of: the game as its reader sees it, and the blocks that several of them share. */
import { capital, type Look, moveWords, pieceWords, reserveWords, sideWords } from "../../board/words.ts";
import { boardOf, type Game, reserveOf, surroundedSides } from "../../engine/game.ts";
import { otherSide, queenOf, type Side } from "../../engine/piece.ts";
import type { Unread } from "../../game/chat.ts";
import type { Say } from "../../i18n/catalogue.ts";
import { formatInstant, formatList, formatSpan } from "../../i18n/formats.ts";
import type { Notice } from "../../match/notices.ts";
import type { Addressed } from "./account-letters.ts";
import { type Block, type Letter, plainWords } from "./letter.ts";
import { lastStep, type NumberedPly } from "./story.ts";
import { expansionWords, ruleSetTheme, ruleSetWords, timeWords } from "./terms.ts";

/** How many half-moves a letter tells at most: the newest ones. */
export const MOST_MOVES = 12;

export type Scene = {
	readonly reader: Addressed;
	readonly say: Say;
	/** What is told of the game, whatever the letter is about. */
	readonly notice: Omit<Notice, "kind">;
	readonly opponent: string;
	readonly look: Look;
	readonly record: Game;
	readonly page: string;
	/** Where the reader moves: the page, with the turn key when it is their turn. */
	readonly move: string;
	/** Of a reminder: the working time the reader had when the letter was written, ms; null where nobody could tell. */
	readonly left: number | null;
	/** What the opponent has written and the reader had not seen then. */
	readonly message?: Unread | null;
};

export type Written = Pick<Letter, "preview" | "blocks">;

/** The button of a reader who is to move; nobody else has one. */
export function moveButton({ say, notice, move }: Scene): readonly Block[] {
	if (!notice.yourTurn) return [];
	return [
		{ kind: "button", label: say("mail.turn.button"), href: move },
		{ kind: "small", text: say("mail.turn.key") },
	];
}

/** What the opponent has written, where it comes with the letter. */
export function messageBlocks({ say, opponent, message }: Scene): readonly Block[] {
	if (!message) return [];
	return [
		{ kind: "text", text: say("mail.chat.lead", { opponent }) },
		{ kind: "quote", text: plainWords(message.text, say("mail.linkRemoved")) },
		...(message.more > 0 ? [{ kind: "text", text: say("mail.chat.more", { more: message.more }) } as const] : []),
	];
}

export function moveList(scene: Scene, title: string, plies: readonly NumberedPly[]): readonly Block[] {
	if (plies.length === 0) return [];
	return [{ kind: "list", title, items: moveLines(scene, plies.slice(-MOST_MOVES)) }];
}

/** Half-moves one a line: its number, whose it was, and what it was in words and in notation. */
export function moveLines({ say, notice, opponent, look }: Scene, plies: readonly NumberedPly[]): readonly string[] {
	return plies.map((ply) =>
		say(ply.move === "pass" ? "mail.turn.linePass" : "mail.turn.line", {
			number: ply.number,
			who: ply.side === notice.seat ? say("mail.turn.you") : opponent,
			words: moveWords(say, ply, look),
			text: ply.text,
		}),
	);
}

export function boardBlock({ say, record, look }: Scene): Block {
	return {
		kind: "board",
		title: say("mail.game.position", { ply: record.plies.length }),
		board: boardOf(record),
		look,
		last: lastStep(record),
	};
}

export type Row = readonly [label: string, value: string];

/** The one button of a letter that is about something else than the move: to move where the reader is to, else to the game. */
export function playButton(scene: Scene): readonly Block[] {
	if (scene.notice.yourTurn) return moveButton(scene);
	return [{ kind: "button", label: scene.say("mail.game.openGame"), href: scene.page }];
}

/** When the reader's flag falls: as a span from when the letter was written, and as an instant in their own zone. */
export function timeRows({ say, reader, notice }: Scene): readonly Row[] {
	if (!notice.yourTurn) return [];
	const { locale, timeZone, at } = reader;
	const value =
		notice.deadline === null
			? say("mail.game.timeUnlimited")
			: say("mail.game.timeValue", {
					span: formatSpan(locale, notice.deadline - at),
					deadline: formatInstant(locale, notice.deadline, timeZone),
				});
	return [[say("mail.game.time"), value]];
}

/** So many of a queen's six sides taken are worth a word: two moves may close the rest. */
const PRESSED = 4;

/** What the reader can lose by this move or by none: the game on time, and on the board what is nearly closed in. */
export function stakeRows({ say, notice, record, look }: Scene): readonly Row[] {
	if (!notice.yourTurn) return [];
	const queens = [notice.seat, otherSide(notice.seat)].flatMap((side) => {
		const count = surroundedSides(record, side);
		if (count < PRESSED) return [];
		return [say("board.queen", { queen: capital(pieceWords(say, queenOf(side), look)), count })];
	});
	const time = notice.deadline === null ? [] : [say("mail.game.stakeTime")];
	const stakes = [...time, ...queens];
	return stakes.length === 0 ? [] : [[say("mail.game.stake"), stakes.join(" ")]];
}

export function reserveRow({ say, notice, opponent, record, reader }: Scene, side: Side): Row {
	const label = side === notice.seat ? say("mail.game.reserveOwn") : say("mail.game.reserveOther", { opponent });
	return [label, formatList(reader.locale, reserveWords(say, reserveOf(record)[side]))];
}

export function controlRow({ say, reader, notice }: Scene): Row {
	return [say("terms.time"), timeWords(notice.timeControl, reader.locale)];
}

export function aboutRows({ say, reader, notice, opponent, record, look }: Scene): readonly Row[] {
	const rules = ruleSetWords(notice.rules.id, reader.locale);
	const expansions = expansionWords(record.expansions, reader.locale, ruleSetTheme(notice.rules.id)) ?? "none";
	return [
		[
			say("mail.game.seats"),
			say("mail.game.seatsValue", {
				own: sideWords(say, notice.seat, look),
				opponent,
				other: sideWords(say, otherSide(notice.seat), look),
			}),
		],
		[say("mail.game.about"), say("mail.game.aboutValue", { rules, expansions })],
	];
}
