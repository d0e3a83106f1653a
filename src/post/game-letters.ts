/** The letters about a game: that it has begun, that it is the reader's move, how it ended. One subject, one thread. */
import { type Look, moveWords, PLAIN_LOOK, reserveWords, resultWords, sideWords } from "../board/words.ts";
import { boardOf, type Game, reserveOf } from "../engine/game.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { type Say, speaker } from "../i18n/catalogue.ts";
import { formatInstant, formatList, formatSpan } from "../i18n/formats.ts";
import type { Notice } from "../match/notices.ts";
import { type Addressed, greeting } from "./account-letters.ts";
import type { Block, Letter } from "./letter.ts";
import { isQueenDue, lastPlies, lastStep, type NumberedPly, replayRecord, sinceOwnMove } from "./story.ts";
import { expansionWords, ruleSetWords, timeWords } from "./terms.ts";

/** How many half-moves a letter tells at most: the newest ones. */
const MOST_MOVES = 12;
/** As much of a game's id as tells two games against one opponent apart. */
const SHORT_ID = 6;

/**
 * @param game the game's id
 * @param opponent the opponent's name
 * @param key the reader's turn key; null when it is not their move
 */
export function gameLetter(
	reader: Addressed,
	notice: Notice,
	game: string,
	opponent: string,
	key: string | null,
): Letter {
	const say = speaker(reader.locale);
	const page = `${reader.origin}/games/${game}`;
	const scene: Scene = {
		reader,
		say,
		notice,
		opponent,
		look: { ...PLAIN_LOOK, colours: notice.colours },
		record: replayRecord(notice.gameString),
		page,
		move: key === null ? page : `${page}?key=${encodeURIComponent(key)}`,
	};
	return {
		locale: reader.locale,
		subject: gameSubject(say, opponent, game),
		...WRITERS[notice.kind](scene),
		footer: [say("mail.footerGame"), say("mail.footerService")],
	};
}

/** The one subject of all letters about a game, so that they make a thread. */
export function gameSubject(say: Say, opponent: string, game: string): string {
	return say("mail.game.subject", { opponent, game: game.slice(0, SHORT_ID) });
}

type Scene = {
	readonly reader: Addressed;
	readonly say: Say;
	readonly notice: Notice;
	readonly opponent: string;
	readonly look: Look;
	readonly record: Game;
	readonly page: string;
	/** Where the reader moves: the page, with the turn key when it is their turn. */
	readonly move: string;
};

type Written = Pick<Letter, "preview" | "blocks">;

const WRITERS: Readonly<Record<Notice["kind"], (scene: Scene) => Written>> = {
	"game-started": startedLetter,
	"your-turn": turnLetter,
	"game-over": overLetter,
	reminder: turnLetter,
	offer: turnLetter,
	vacation: turnLetter,
};

function startedLetter(scene: Scene): Written {
	const { say, notice, opponent } = scene;
	const yourTurn = notice.yourTurn ? "yes" : "no";
	const lead = say("mail.started.lead", { opponent });
	return {
		preview: say("mail.started.preview", { opponent, yourTurn }),
		blocks: [
			{ kind: "text", text: greeting(scene.reader) },
			{
				kind: "text",
				text: `${lead} ${say(notice.yourTurn ? "mail.started.yourTurn" : "mail.started.theirTurn", { opponent })}`,
			},
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
	const plies = sinceOwnMove(record.plies, notice.seat);
	const newest = record.plies.findLast((ply) => ply.side !== notice.seat && ply.move !== "pass") ?? record.plies.at(-1);
	const due = isQueenDue(record, notice.seat);
	return {
		preview: say("mail.turn.preview", { opponent, move: newest ? moveWords(say, newest, scene.look) : "" }),
		blocks: [
			{ kind: "text", text: `${say("mail.turn.lead")}${due ? ` ${say("mail.game.queenDue")}` : ""}` },
			...moveList(scene, say(plies.length < record.plies.length ? "mail.turn.since" : "mail.turn.sinceStart"), plies),
			{ kind: "facts", rows: timeRows(scene) },
			...moveButton(scene),
			boardBlock(scene),
			{
				kind: "facts",
				rows: [reserveRow(scene, notice.seat), reserveRow(scene, otherSide(notice.seat)), ...aboutRows(scene)],
			},
		],
	};
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

/** The button of a reader who is to move; nobody else has one. */
function moveButton({ say, notice, move }: Scene): readonly Block[] {
	if (!notice.yourTurn) return [];
	return [
		{ kind: "button", label: say("mail.turn.button"), href: move },
		{ kind: "small", text: say("mail.turn.key") },
	];
}

function moveList(scene: Scene, title: string, plies: readonly NumberedPly[]): readonly Block[] {
	const { say, notice, opponent } = scene;
	if (plies.length === 0) return [];
	const items = plies.slice(-MOST_MOVES).map((ply) =>
		say(ply.move === "pass" ? "mail.turn.linePass" : "mail.turn.line", {
			number: ply.number,
			who: ply.side === notice.seat ? say("mail.turn.you") : opponent,
			words: moveWords(say, ply, scene.look),
			text: ply.text,
		}),
	);
	return [{ kind: "list", title, items }];
}

function boardBlock({ say, record, look }: Scene): Block {
	return {
		kind: "board",
		title: say("mail.game.position", { ply: record.plies.length }),
		board: boardOf(record),
		look,
		last: lastStep(record.plies),
	};
}

type Row = readonly [label: string, value: string];

/** When the reader's flag falls: as a span from when the letter was written, and as an instant in their own zone. */
function timeRows({ say, reader, notice }: Scene): readonly Row[] {
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

function reserveRow({ say, notice, opponent, record, reader }: Scene, side: Side): Row {
	const label = side === notice.seat ? say("mail.game.reserveOwn") : say("mail.game.reserveOther", { opponent });
	return [label, formatList(reader.locale, reserveWords(say, reserveOf(record)[side]))];
}

function controlRow({ say, reader, notice }: Scene): Row {
	return [say("terms.time"), timeWords(notice.timeControl, reader.locale)];
}

function aboutRows({ say, reader, notice, opponent, record, look }: Scene): readonly Row[] {
	const rules = ruleSetWords(notice.rules.id, reader.locale);
	const expansions = expansionWords(record.expansions, reader.locale) ?? "none";
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

/** The game's record as the API gives it, from the address of its page. */
function recordOf(page: string): string {
	return `${page.replace("/games/", "/v1/games/")}/record?format=uhp`;
}
