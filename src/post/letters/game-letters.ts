/** The letters that tell how a game goes: it has begun, it is the reader's move, time runs out, it is over. One subject, one thread. */
import { moveWords, resultWords } from "../../board/words.ts";
import { otherSide, type Side } from "../../engine/piece.ts";
import type { Unread } from "../../game/chat.ts";
import { type Say, speaker } from "../../i18n/catalogue.ts";
import { formatInstant, formatSpan } from "../../i18n/formats.ts";
import type { Notice } from "../../match/notices.ts";
import { type Addressed, greeting } from "./account-letters.ts";
import type { Block, Letter } from "./letter.ts";
import { backWords, offerLetter, vacationLetter } from "./offer-letters.ts";
import {
	aboutRows,
	boardBlock,
	controlRow,
	messageBlocks,
	moveButton,
	moveList,
	reserveRow,
	type Scene,
	stakeRows,
	timeRows,
	type Written,
} from "./scene.ts";
import { isQueenDue, lastPlies, replayRecord, sinceOwnMove } from "./story.ts";
import { ruleSetTheme } from "./terms.ts";

/** As much of a game's id as tells two games against one opponent apart. */
const SHORT_ID = 6;

/** What a letter needs to know and no notice says. */
export type About = {
	/** The game's id. */
	readonly game: string;
	/** The opponent's name. */
	readonly opponent: string;
	/** The reader's turn key; null when it is not their move. */
	readonly key: string | null;
	/** Of a reminder: the working time the reader had when the letter was written, ms; null where nobody could tell. */
	readonly left: number | null;
	/** Of a letter about a turn: what the opponent has written and the reader had not seen. */
	readonly message?: Unread | null;
};

export function gameLetter(reader: Addressed, notice: Notice, about: About): Letter {
	const scene = sceneOf(reader, notice, about);
	return {
		locale: reader.locale,
		theme: ruleSetTheme(notice.rules.id),
		subject: gameSubject(scene.say, about.opponent, about.game),
		...WRITERS[notice.kind](scene),
		footer: [scene.say("mail.footerGame"), scene.say("mail.footerService")],
	};
}

/** The game as a letter shows it to its reader. */
export function sceneOf(
	reader: Addressed,
	notice: Scene["notice"],
	{ game, opponent, key, left, message }: About,
): Scene {
	const page = `${reader.origin}/games/${game}`;
	return {
		reader,
		say: speaker(reader.locale, ruleSetTheme(notice.rules.id)),
		notice,
		opponent,
		look: { colours: notice.colours, theme: ruleSetTheme(notice.rules.id) },
		record: replayRecord(notice.gameString),
		page,
		move: key === null ? page : `${page}?key=${encodeURIComponent(key)}`,
		left,
		message: message ?? null,
	};
}

/** The one subject of all letters about a game, so that they make a thread. */
export function gameSubject(say: Say, opponent: string, game: string): string {
	return say("mail.game.subject", { opponent, game: game.slice(0, SHORT_ID) });
}

const WRITERS: Readonly<Record<Notice["kind"], (scene: Scene) => Written>> = {
	"game-started": startedLetter,
	"your-turn": turnLetter,
	"game-over": overLetter,
	reminder: reminderLetter,
	offer: offerLetter,
	vacation: vacationLetter,
};

function startedLetter(scene: Scene): Written {
	const { say, notice, opponent } = scene;
	const lead = say("mail.started.lead", { opponent });
	// White who is not to move has moved before the letter went out.
	const begun = !notice.yourTurn && notice.seat === "white";
	const whose = begun
		? ""
		: ` ${say(notice.yourTurn ? "mail.started.yourTurn" : "mail.started.theirTurn", { opponent })}`;
	return {
		preview: begun ? lead : say("mail.started.preview", { opponent, yourTurn: notice.yourTurn ? "yes" : "no" }),
		blocks: [
			{ kind: "text", text: greeting(scene.reader) },
			{ kind: "text", text: `${lead}${whose}` },
			...(notice.yourTurn
				? moveButton(scene)
				: [{ kind: "link", label: say("mail.game.openGame"), href: scene.page } as const]),
			{
				kind: "facts",
				rows: [...aboutRows(scene), controlRow(scene), ...timeRows(scene), reserveRow(scene, notice.seat)],
			},
		],
	};
}

function turnLetter(scene: Scene): Written {
	const { say, notice, opponent, record } = scene;
	const newest = record.plies.findLast((ply) => ply.side !== notice.seat && ply.move !== "pass") ?? record.plies.at(-1);
	const back = takenBack(notice);
	return {
		preview:
			back === null
				? say("mail.turn.preview", { opponent, move: newest ? moveWords(say, newest, scene.look) : "" })
				: `${say("mail.turn.lead")} ${say("mail.turn.takenBack")}`,
		blocks: [
			toMove(scene),
			...(back === null
				? []
				: [{ kind: "text", text: `${say("mail.turn.takenBack")} ${backWords(say, back)}` } as const]),
			...turnBlocks(scene, [{ kind: "facts", rows: [...timeRows(scene), ...stakeRows(scene)] }]),
		],
	};
}

/** The turn letter once more, with what the clock has come to at its head. */
function reminderLetter(scene: Scene): Written {
	const { say, notice, reader, left } = scene;
	// A clock without an end reminds nobody; should it ever, its letter says what is so.
	if (notice.deadline === null) return turnLetter(scene);
	const lead = say("mail.reminder.lead", { deadline: formatInstant(reader.locale, notice.deadline, reader.timeZone) });
	return {
		preview: lead,
		blocks: [
			{ kind: "text", text: `${lead} ${leftWords(scene, notice.deadline - reader.at, left)}` },
			toMove(scene),
			...turnBlocks(scene, [{ kind: "facts", rows: stakeRows(scene) }]),
		],
	};
}

/**
 * How much time is left, and since when: a mail may be late, and its reader later. Working time where it is known; it is
 * less than what the calendar says where the clock stands still in between.
 */
function leftWords({ say, reader }: Scene, until: number, left: number | null): string {
	if (left === null) return say("mail.reminder.after", { span: formatSpan(reader.locale, until) });
	const span = formatSpan(reader.locale, left);
	return say(left < until ? "mail.reminder.leftWorking" : "mail.reminder.left", { span });
}

function toMove({ say, record, notice }: Scene): Block {
	const due = isQueenDue(record, notice.seat);
	return { kind: "text", text: `${say("mail.turn.lead")}${due ? ` ${say("mail.game.queenDue")}` : ""}` };
}

/** What somebody needs who is to move: what happened, the clock, the button, the board. */
function turnBlocks(scene: Scene, clock: readonly Block[]): readonly Block[] {
	const { say, notice, opponent, record } = scene;
	const plies = sinceOwnMove(record.plies, notice.seat);
	return [
		...(notice.drawOffered ? [{ kind: "text", text: say("mail.turn.drawOffered", { opponent }) } as const] : []),
		...moveList(scene, say(plies.length < record.plies.length ? "mail.turn.since" : "mail.turn.sinceStart"), plies),
		...messageBlocks(scene),
		...clock,
		...moveButton(scene),
		...(notice.yourTurn ? [{ kind: "small", text: say("mail.turn.answer") } as const] : []),
		boardBlock(scene),
		{
			kind: "facts",
			rows: [reserveRow(scene, notice.seat), reserveRow(scene, otherSide(notice.seat)), ...aboutRows(scene)],
		},
	];
}

/** Half-moves that stand after the take-back that made it the reader's move; null where none did. */
function takenBack({ news }: Scene["notice"]): number | null {
	return news?.action === "accepted" && news.offer === "takeback" ? (news.ply ?? null) : null;
}

function overLetter(scene: Scene): Written {
	const { say, notice, opponent, record } = scene;
	const names = { [notice.seat]: say("mail.turn.you"), [otherSide(notice.seat)]: opponent } as Record<Side, string>;
	const result = resultWords(say, notice.result, names, notice.seat);
	return {
		preview: say("mail.over.preview", { result }),
		blocks: [
			{ kind: "text", text: `${say("mail.over.lead")} ${result}` },
			{ kind: "button", label: say("mail.over.button"), href: scene.page },
			...moveList(scene, say("mail.over.lastMoves"), lastPlies(record.plies, 3)),
			boardBlock(scene),
			{
				kind: "facts",
				rows: [
					...aboutRows(scene),
					[say("mail.over.moves"), say("mail.over.movesValue", { ply: record.plies.length })],
				],
			},
			...(record.plies.length > 0 && notice.status === "finished"
				? [{ kind: "link", label: say("mail.over.record"), href: recordOf(scene.page) } as const]
				: []),
		],
	};
}

/** The game's record as the API gives it, from the address of its page. */
function recordOf(page: string): string {
	return `${page.replace("/games/", "/v1/games/")}/record?format=uhp`;
}
