/** What a reply comes to at its game: a move, a word, a confirmation; and all the answer to it will have to say. */

import type { Look } from "../../board/words.ts";
import type { ReplyKey } from "../../db/inbound.ts";
import type { Player } from "../../db/players.ts";
import { otherSide, parsePiece, type Side } from "../../engine/piece.ts";
import type { Idempotency, Refused, Seen } from "../../game/request.ts";
import { localeOf } from "../../i18n/negotiation.ts";
import type { PlayerCommand } from "../../match/command.ts";
import type { GameView } from "../../match/view.ts";
import { ruleSetTheme } from "../letters/terms.ts";
import type { ReplyNews, ReplyPayload } from "./answer-letters.ts";
import type { GameDesk } from "./inbound.ts";
import { findWord, moveText, type ReplyWord } from "./reply-words.ts";

export type Asked = {
	readonly key: string;
	readonly replyKey: ReplyKey;
	readonly player: Player;
	/** The first line of the reply's own; null where there is none. */
	readonly line: string | null;
	/** The reply's Message-ID, where ours can refer to it. */
	readonly messageId: string | null;
	readonly receivedAt: number;
	readonly idempotency: Idempotency;
};

const ANSWERED = {
	draw: { accept: "acceptDraw", decline: "declineDraw" },
	takeback: { accept: "acceptTakeback", decline: "declineTakeback" },
} as const;

/** As much of a line as an answer repeats. */
const LONGEST_ECHO = 80;

/** Does what the reply asks, as far as that goes. Null when the player has no seat in such a game. */
export async function answerReply(game: GameDesk, asked: Asked): Promise<ReplyPayload | null> {
	const { player, receivedAt, replyKey } = asked;
	const seen = await game.look({ viewer: player.id, receivedAt });
	const seat = seen?.view.you?.seat;
	if (!seen || !seat) return null;
	const told = await tell(game, asked, seen, seat);
	const { view, now } = told;
	return { ...noticeOf(view, seat, now), reply: told.news, messageId: asked.messageId, askedPly: replyKey.ply };
}

type Told = { readonly news: ReplyNews; readonly view: GameView; readonly now: number };

async function tell(game: GameDesk, asked: Asked, seen: Seen, seat: Side): Promise<Told> {
	const { line, player, replyKey } = asked;
	const { view, now } = seen;
	const say = (news: ReplyNews): Told => ({ news, view, now });
	const language = localeOf(player.locale);
	const word = line === null ? null : findWord(line, language);
	// Asked again, a game says what it said the first time, whatever has happened since: so it is asked first.
	if (line !== null && replyKey.purpose === "move" && (word === null || word === "confirm")) {
		const look: Look = { colours: { white: view.white.colour, black: view.black.colour } };
		return move(game, asked, seen, moveText(line, language, ruleSetTheme(view.rules.id), look), echo(line));
	}
	if (word === "help") return say({ kind: "help", moves: movesOf(view, seat) });
	if (line === null) return say({ kind: "empty", moves: movesOf(view, seat) });
	if (replyKey.purpose !== "move") return confirm(game, asked, seen, seat, word, echo(line));
	return command(game, asked, seen, seat, word);
}

/** A move, by the turn key alone: it says which ply its holder saw. */
async function move(game: GameDesk, asked: Asked, seen: Seen, text: string, line: string): Promise<Told> {
	const { key, idempotency, receivedAt, replyKey } = asked;
	const answer = await game.ask({
		command: { type: "move", move: text },
		by: { turnKey: key },
		receivedAt,
		idempotency,
	});
	switch (answer.kind) {
		case "done":
			return {
				news: { kind: "played", move: pliesOf(answer.view)[replyKey.ply] ?? text },
				view: answer.view,
				now: answer.now,
			};
		case "refused":
			return { news: refusedMove(answer, text, line), view: answer.view, now: answer.now };
		default:
			// A key of long ago, which a private game does not know any more.
			return { news: { kind: "stale", asked: line }, view: seen.view, now: seen.now };
	}
}

function refusedMove({ refusal, view }: Refused, text: string, line: string): ReplyNews {
	switch (refusal.code) {
		case "ERR_ILLEGAL_MOVE": {
			const piece = parsePiece(text.split(" ")[0] ?? "");
			const own = view.legalMoves.flatMap((one) => (one.piece === piece && piece !== null ? [one.move] : []));
			const all = view.legalMoves.map((one) => one.move);
			return {
				kind: "illegal",
				asked: line,
				refusal: refusal.refusal,
				piece: own.length > 0 ? piece : null,
				moves: own.length > 0 ? own : all,
			};
		}
		case "ERR_GAME_OVER":
			return { kind: "over" };
		default:
			return { kind: "stale", asked: line };
	}
}

/** A word that goes with a turn: good until the opponent has moved. */
async function command(game: GameDesk, asked: Asked, seen: Seen, seat: Side, word: ReplyWord | null): Promise<Told> {
	const { view, now } = seen;
	const say = (news: ReplyNews): Told => ({ news, view, now });
	const theirs = (offer: { readonly by: Side } | null) => offer !== null && offer.by === otherSide(seat);
	const { draw, takeback } = view.offers;
	switch (word) {
		case "resign":
		case "draw": {
			const barred = barrier(asked, seen, word);
			if (barred) return say(barred);
			// Offering is refused now rather than after a confirmation; theirs can be accepted at any time.
			if (word === "draw" && !theirs(draw) && view.you?.mayOfferDraw !== true) {
				return say({ kind: "no", asked: echoed(asked, word), code: draw ? "ERR_OWN_OFFER" : "ERR_OFFER_AGAIN" });
			}
			return say({ kind: "confirm", action: word });
		}
		case "accept":
		case "decline": {
			const barred = barrier(asked, seen, word);
			if (barred) return say(barred);
			// Which is meant the writer alone knows, and a draw would end the game.
			if (theirs(draw) && theirs(takeback)) {
				return say({ kind: "no", asked: echoed(asked, word), code: "ERR_TWO_OFFERS" });
			}
			const offer = theirs(draw) || !theirs(takeback) ? "draw" : "takeback";
			const what = ANSWERED[offer][word];
			return order(game, asked, seen, { type: offer, action: word }, word, { kind: "done", what });
		}
		case "takeback":
			return order(game, asked, seen, { type: "takeback", action: "ask" }, word, { kind: "done", what: "takeback" });
		default:
			return say({ kind: "help", moves: movesOf(view, seat) });
	}
}

/** The reply to our own question: it does the one thing asked, in the position it was asked in. */
async function confirm(
	game: GameDesk,
	asked: Asked,
	seen: Seen,
	seat: Side,
	word: ReplyWord | null,
	line: string,
): Promise<Told> {
	const { purpose } = asked.replyKey;
	if (purpose === "move") throw new Error("a turn key confirms nothing");
	if (word !== "confirm" && word !== purpose) {
		return { news: { kind: "unconfirmed", action: purpose, asked: line }, view: seen.view, now: seen.now };
	}
	const accepts = seen.view.offers.draw?.by === otherSide(seat);
	const wanted: PlayerCommand = purpose === "resign" ? { type: "resign" } : { type: "draw", action: "offer" };
	return order(game, asked, seen, wanted, purpose, {
		kind: "done",
		what: purpose === "draw" && accepts ? "acceptDraw" : purpose,
	});
}

/** A command of the player's, whom the key and the sender's address make known together. */
async function order(
	game: GameDesk,
	asked: Asked,
	seen: Seen,
	wanted: PlayerCommand,
	word: ReplyWord,
	done: ReplyNews,
): Promise<Told> {
	const { idempotency, player, receivedAt } = asked;
	const barred = barrier(asked, seen, word);
	if (barred) return { news: barred, view: seen.view, now: seen.now };
	const answer = await game.ask({ command: wanted, by: { player: player.id }, receivedAt, idempotency });
	switch (answer.kind) {
		case "done":
			return { news: done, view: answer.view, now: answer.now };
		case "refused": {
			const { code } = answer.refusal;
			const news: ReplyNews =
				code === "ERR_GAME_OVER" ? { kind: "over" } : { kind: "no", asked: echoed(asked, word), code };
			return { news, view: answer.view, now: answer.now };
		}
		default:
			return { news: { kind: "stale", asked: echoed(asked, word) }, view: seen.view, now: seen.now };
	}
}

/** Why a word comes too late; null while the position is the one it speaks of. */
function barrier(asked: Asked, { view }: Seen, word: ReplyWord): ReplyNews | null {
	if (view.status !== "active") return { kind: "over" };
	const { ply, purpose } = asked.replyKey;
	const since = pliesOf(view).slice(ply);
	// Right after one's own move a turn's words are good still; a confirmation is for the very position.
	const good = since.length === 0 || (purpose === "move" && since.slice(1).every((text) => text === "pass"));
	return view.ply >= ply && good ? null : { kind: "stale", asked: echoed(asked, word) };
}

function pliesOf(view: GameView): readonly string[] {
	return view.gameString.split(";").slice(3);
}

function movesOf(view: GameView, seat: Side): readonly string[] {
	return view.toMove === seat ? view.legalMoves.map(({ move: text }) => text) : [];
}

/** A word as it was written, which is in the language that its writer reads. */
function echoed({ line }: Asked, word: ReplyWord): string {
	return line === null ? word : echo(line);
}

function echo(line: string): string {
	const characters = [...line];
	return characters.length > LONGEST_ECHO ? `${characters.slice(0, LONGEST_ECHO).join("")}…` : line;
}

/** The game as its reader sees it now, in the form that all letters about a game are made from. */
function noticeOf(view: GameView, seat: Side, now: number): Omit<ReplyPayload, "reply" | "messageId" | "askedPly"> {
	const other = otherSide(seat);
	const deadline = view.deadline === null ? null : Date.parse(view.deadline);
	const yourTurn = view.toMove === seat;
	return {
		player: view[seat].player.id,
		seat,
		opponent: view[other].player.id,
		seq: view.seq,
		at: now,
		ply: view.ply,
		gameString: view.gameString,
		rules: { id: view.rules.id, version: view.rules.version },
		colours: { white: view.white.colour, black: view.black.colour },
		timeControl: view.timeControl,
		yourTurn,
		deadline: yourTurn ? deadline : null,
		theirDeadline: !yourTurn && view.status === "active" ? deadline : null,
		drawOffered: view.offers.draw?.by === other,
		news: null,
		vacation: null,
		status: view.status,
		result: view.result,
	};
}
