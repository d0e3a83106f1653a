/** The letters that answer a reply: what was played or done and how the game stands, or why not and what could be. */
import { moveWords, pieceWords, reasonWords, resultWords, spelledWords } from "../../board/words.ts";
import { makePly } from "../../engine/game.ts";
import type { MoveRefusal } from "../../engine/move.ts";
import { parseMove } from "../../engine/movestring.ts";
import { otherSide, type Piece, parsePiece, type Side } from "../../engine/piece.ts";
import type { MessageKey } from "../../i18n/catalogue.ts";
import { formatInstant } from "../../i18n/formats.ts";
import type { RefusalCode } from "../../match/command.ts";
import type { Notice } from "../../match/notices.ts";
import { type Addressed, greeting } from "../letters/account-letters.ts";
import { type About, gameSubject, sceneOf } from "../letters/game-letters.ts";
import { type Block, type Letter, plainWords } from "../letters/letter.ts";
import { aboutRows, boardBlock, moveList, type Scene, timeRows } from "../letters/scene.ts";
import { lastPlies } from "../letters/story.ts";
import { ruleSetTheme } from "../letters/terms.ts";

/** What came of a reply. `asked`: the line, or the word, as it was understood. `moves`: legal ones, in notation. */
export type ReplyNews =
	| { readonly kind: "played"; readonly move: string }
	| {
			readonly kind: "illegal";
			readonly asked: string;
			readonly refusal: MoveRefusal;
			/** Whose moves are listed; null: every piece's. */
			readonly piece: Piece | null;
			readonly moves: readonly string[];
	  }
	/** The game has gone on since the mail that was answered. */
	| { readonly kind: "stale"; readonly asked: string }
	| { readonly kind: "over" }
	| { readonly kind: "confirm"; readonly action: "resign" | "draw" }
	| { readonly kind: "unconfirmed"; readonly action: "resign" | "draw"; readonly asked: string }
	| { readonly kind: "done"; readonly what: DoneByReply }
	| { readonly kind: "no"; readonly asked: string; readonly code: ReplyRefusal }
	| { readonly kind: "help"; readonly moves: readonly string[] }
	/** Nothing in it was the writer's own. */
	| { readonly kind: "empty"; readonly moves: readonly string[] };

/** Why a word is not carried out. `ERR_TWO_OFFERS`: it does not say which of the two it answers. */
export type ReplyRefusal = RefusalCode | "ERR_TWO_OFFERS";

export type DoneByReply =
	| "resign"
	| "draw"
	| "acceptDraw"
	| "declineDraw"
	| "acceptTakeback"
	| "declineTakeback"
	| "takeback";

/** The payload of a `reply` delivery: the game as its reader saw it when the reply had been dealt with. */
export type ReplyPayload = Omit<Notice, "kind"> & {
	/** When the opponent's flag falls, ms; null when they are not to move or have no limit. */
	readonly theirDeadline: number | null;
	readonly reply: ReplyNews;
	/** The Message-ID of the reply, for ours to refer to. */
	readonly messageId: string | null;
	/** The ply that the reply was about. */
	readonly askedPly: number;
};

/** As many moves as a letter lists: a piece has fewer nearly always. */
const MOST_LISTED = 40;
/** Refusals of words that have a sentence of their own. */
const REFUSED: Readonly<Partial<Record<ReplyRefusal, MessageKey>>> = {
	ERR_NO_OFFER: "mail.reply.no.offer",
	ERR_OWN_OFFER: "mail.reply.no.ownOffer",
	ERR_OFFER_AGAIN: "mail.reply.no.again",
	ERR_TWO_OFFERS: "mail.reply.no.two",
	ERR_RATED_GAME: "mail.reply.no.rated",
	ERR_NOTHING_TO_TAKE_BACK: "mail.reply.no.nothing",
};

export function replyLetter(reader: Addressed, payload: ReplyPayload, about: About): Letter {
	const scene = sceneOf(reader, payload, about);
	const { say } = scene;
	const { lead, blocks } = answerOf(scene, payload);
	return {
		locale: reader.locale,
		theme: ruleSetTheme(payload.rules.id),
		subject: gameSubject(say, about.opponent, about.game),
		preview: lead,
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: lead },
			...blocks,
			...timeBlock(scene, payload),
			boardBlock(scene),
			{ kind: "facts", rows: aboutRows(scene) },
			{ kind: "link", label: say("mail.game.openGame"), href: scene.page },
		],
		footer: [say("mail.reply.footer"), say("mail.footerService")],
	};
}

type AnswerWords = { readonly lead: string; readonly blocks: readonly Block[] };

function answerOf(scene: Scene, { askedPly, reply }: ReplyPayload): AnswerWords {
	const { say, notice, look, opponent, record } = scene;
	const only = (lead: string, ...texts: readonly string[]): AnswerWords => ({ lead, blocks: texts.map(asText) });
	const now = nowWords(scene);
	switch (reply.kind) {
		case "played": {
			const ply = record.plies[askedPly];
			const words = ply ? moveWords(say, ply, look) : reply.move;
			const since = lastPlies(record.plies, record.plies.length - askedPly);
			return {
				lead: say("mail.reply.played", { words, text: reply.move }),
				blocks: [asText(now), ...(since.length > 1 ? moveList(scene, say("mail.reply.sequel"), since) : [])],
			};
		}
		case "illegal":
			return {
				lead: whyNot(scene, reply),
				blocks: [...legalBlocks(scene, reply.piece, reply.moves), asText(say("mail.reply.again"))],
			};
		case "stale":
			return only(say("mail.reply.stale", { asked: quoted(scene, reply.asked), ply: askedPly }), now);
		case "over":
			return only(say("mail.reply.over"), now);
		case "confirm": {
			const accepts = reply.action === "draw" && notice.drawOffered;
			return only(
				say("mail.reply.confirm", { action: accepts ? "accept" : reply.action, opponent }),
				say("mail.reply.confirmHow"),
			);
		}
		case "unconfirmed":
			return only(
				say("mail.reply.unconfirmed", { action: reply.action, asked: quoted(scene, reply.asked) }),
				say("mail.reply.confirmHow"),
			);
		case "done":
			return only(say("mail.reply.done", { what: reply.what, opponent }), now);
		case "no":
			return only(
				`${say("mail.reply.no", { asked: quoted(scene, reply.asked) })} ${say(REFUSED[reply.code] ?? "mail.reply.no.other")}`,
				now,
			);
		case "help":
		case "empty":
			return {
				lead: say(reply.kind === "help" ? "mail.reply.help" : "mail.reply.empty"),
				blocks: [asText(say("mail.reply.words")), asText(now), ...legalBlocks(scene, null, reply.moves)],
			};
	}
}

function whyNot(scene: Scene, { asked, refusal }: Extract<ReplyNews, { kind: "illegal" }>): string {
	const { say, look } = scene;
	// What was no move is told once, in the writer's own spelling.
	if (refusal.reason === "BAD_NOTATION") {
		return reasonWords(say, { reason: refusal.reason, text: quoted(scene, asked) }, look);
	}
	const why = reasonWords(say, { ...refusal, text: quoted(scene, refusal.text) }, look);
	return `${say("mail.reply.illegal", { asked: quoted(scene, asked) })} ${why}`;
}

/** How the game stands, in a sentence. */
function nowWords({ say, notice, opponent }: Scene): string {
	if (notice.status !== "active") {
		const names = { [notice.seat]: say("mail.turn.you"), [otherSide(notice.seat)]: opponent } as Record<Side, string>;
		return `${say("mail.over.lead")} ${resultWords(say, notice.result, names, notice.seat)}`;
	}
	return notice.yourTurn ? say("mail.turn.lead") : say("mail.reply.theirTurn", { opponent });
}

function timeBlock(scene: Scene, { theirDeadline }: ReplyPayload): readonly Block[] {
	const { say, reader, opponent } = scene;
	const rows =
		theirDeadline === null
			? timeRows(scene)
			: [
					[
						say("mail.reply.theirTime"),
						say("mail.reply.theirTimeValue", {
							opponent,
							deadline: formatInstant(reader.locale, theirDeadline, reader.timeZone),
						}),
					] as const,
				];
	return rows.length === 0 ? [] : [{ kind: "facts", rows }];
}

/** The moves of one piece one a line, in notation and in words; those of all pieces one piece a line, in notation. */
function legalBlocks(scene: Scene, piece: Piece | null, moves: readonly string[]): readonly Block[] {
	const { say, look, record } = scene;
	if (moves.length === 0) return [];
	if (piece !== null) {
		const items = moves.slice(0, MOST_LISTED).map((text) => {
			const read = parseMove(record, text);
			// Read from the game as the letter shows it, which may have gone on since.
			const words = read.ok ? moveWords(say, makePly(record, read.value), look) : spelledWords(say, text, "move", look);
			return words === null ? text : `${text}: ${words}`;
		});
		return [{ kind: "list", title: say("mail.reply.legal", { piece: pieceWords(say, piece, look) }), items }];
	}
	const pieces = [...Map.groupBy(moves, (text) => text.split(" ")[0] ?? "")];
	const items = pieces.map(([name, own]) => {
		const known = parsePiece(name);
		return known === null ? own.join(", ") : `${pieceWords(say, known, look)}: ${own.join(", ")}`;
	});
	return [{ kind: "list", title: say("mail.reply.legalAll"), items }];
}

/** What somebody wrote, without what must not stand in a letter of ours. */
function quoted({ say }: Scene, text: string): string {
	return plainWords(text, say("mail.linkRemoved"));
}

function asText(text: string): Block {
	return { kind: "text", text };
}
