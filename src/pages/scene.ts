/** A game as its page shows it: whose eyes look, what they may do, and the moves sorted by piece. Pure but for its inputs. */
import { lastStep } from "../board/marks.ts";
import type { Step } from "../board/text.ts";
import { capital, moveWords } from "../board/words.ts";
import { boardOf, gameAt, makePly, type PlacedPiece, type PlayedPly, type Reserve, reserveOf } from "../engine/game.ts";
import type { Place } from "../engine/hex.ts";
import { parseMove } from "../engine/movestring.ts";
import { bugOf, otherSide, type Piece, type Side, sideOf } from "../engine/piece.ts";
import type { Seen } from "../game/request.ts";
import { speaker } from "../i18n/catalogue.ts";
import type { GameEvent } from "../match/event.ts";
import { type MatchState, replay } from "../match/state.ts";
import type { GameView } from "../match/view.ts";
import type { Reader } from "./reader.ts";
import type { Colours } from "./tile.tsx";

export type OfferAnswer = Extract<GameEvent, { readonly type: "accepted" | "declined" | "withdrawn" }>;

export type Scene = {
	readonly reader: Reader;
	readonly view: GameView;
	readonly state: MatchState;
	readonly names: Readonly<Record<Side, string>>;
	readonly colours: Colours;
	/** The seat looked from; null: a spectator's. */
	readonly seat: Side | null;
	/** A turn key, where it is by that alone that the reader is here: links carry it on. */
	readonly key: string | null;
	/** The key is what plays the move to come. */
	readonly keyPlays: boolean;
	/** A key came along, but its turn has passed or it was never good. */
	readonly deadKey: boolean;
	/** The reader is signed in and plays here: more than a key lets its holder do. */
	readonly player: boolean;
	/** It is the reader's move. */
	readonly mine: boolean;
	/** What the log ends with, where that answers an offer. */
	readonly answer: OfferAnswer | null;
	/** The instant the clocks speak of, ms. */
	readonly now: number;
};

export function makeScene(
	reader: Reader,
	seen: Seen,
	events: readonly GameEvent[],
	names: Readonly<Record<string, string>>,
	key: { readonly text: string; readonly needed: boolean; readonly plays: boolean; readonly dead: boolean } | null,
	/** Whether the seat of the view may be played from, or only looked from. */
	plays: boolean,
): Scene {
	const { view } = seen;
	const state = replay(events);
	if (!state) throw new Error("a game that was seen has a first event");
	const seat = view.you?.seat ?? null;
	const name = (side: Side) =>
		names[view[side].player.id] ?? seen.names[view[side].player.id] ?? reader.say("page.player.former");
	return {
		// Where the rule set's theme has names of its own, everything about the game is said in them.
		reader: { ...reader, say: speaker(reader.locale, state.rules.theme) },
		view,
		state,
		names: { white: name("white"), black: name("black") },
		colours: { white: view.white.colour, black: view.black.colour, theme: state.rules.theme },
		seat,
		key: key?.needed ? key.text : null,
		keyPlays: key?.plays ?? false,
		deadKey: key?.dead ?? false,
		player: seat !== null && key?.needed !== true,
		mine: plays && seat !== null && view.toMove === seat,
		answer: answerOf(events.at(-1)),
		now: seen.now,
	};
}

function answerOf(event: GameEvent | undefined): OfferAnswer | null {
	if (event?.type === "accepted" || event?.type === "declined" || event?.type === "withdrawn") return event;
	return null;
}

/** A number of half-moves as addresses and forms give it; null where it is none. */
export function readPly(text: string | undefined): number | null {
	return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

/** The path of this game's page; the key travels along. */
export function gameHref(scene: Scene, query: Readonly<Record<string, string>> = {}, hash = ""): string {
	const search = new URLSearchParams({ ...query, ...(scene.key ? { key: scene.key } : {}) }).toString();
	return `/games/${scene.view.id}${search ? `?${search}` : ""}${hash}`;
}

/** Where a chosen move is looked at before it is sent; it says which position it was chosen in. */
export const confirmHref = (scene: Scene, move: string): string =>
	gameHref(scene, { move, at: String(scene.view.ply) }, "#board");

/** Whether what stands where a name would says that there is nobody of the name any more. */
export const hasLeft = ({ say }: Reader, name: string): boolean =>
	name === say("page.player.former") || name === say("page.chat.somebody");

export const opponentOf = (scene: Scene): string => scene.names[otherSide(scene.seat ?? "white")];

export type Choice = { readonly move: string; readonly to: Place };

/** The legal moves by the piece they move, in the order of the view. */
export function choicesByPiece(view: GameView): ReadonlyMap<Piece, readonly Choice[]> {
	const choices = new Map<Piece, Choice[]>();
	for (const { move, piece, to } of view.legalMoves) {
		if (!piece || !to) continue;
		const list = choices.get(piece as Piece);
		if (list) list.push({ move, to });
		else choices.set(piece as Piece, [{ move, to }]);
	}
	return choices;
}

/** Where a piece stands now; null: in hand. */
export function placeOf(board: readonly PlacedPiece[], piece: Piece): Place | null {
	const placed = board.find((one) => one.piece === piece);
	return placed ? { q: placed.q, r: placed.r, z: placed.z } : null;
}

/** "white ant 1 to the right of black spider 2": a move that could be made. */
export function choiceWords({ colours, reader, state: { game } }: Scene, text: string): string {
	const read = parseMove(game, text);
	return read.ok ? capital(moveWords(reader.say, makePly(game, read.value), { colours })) : text;
}

/** A half-move that was played, in words. */
export function plyWords(scene: Scene, ply: PlayedPly): string {
	if (ply.move === "pass") return scene.reader.say("page.game.moves.pass");
	return capital(moveWords(scene.reader.say, ply, { colours: scene.colours }));
}

export type Position = {
	readonly board: readonly PlacedPiece[];
	readonly reserve: Readonly<Record<Side, Reserve>>;
	readonly last: Step | null;
};

/** The position as it would be after a move that was tried and not made. */
export function positionAfter({ view }: Scene, piece: Piece | null, board: readonly PlacedPiece[]): Position {
	const from = piece && placeOf(view.board, piece);
	const to = piece && placeOf(board, piece);
	if (!piece || !to) return { board, reserve: view.reserve, last: null };
	const side = sideOf(piece);
	const rest = { ...view.reserve[side], [bugOf(piece)]: (view.reserve[side][bugOf(piece)] ?? 1) - 1 };
	return { board, reserve: from ? view.reserve : { ...view.reserve, [side]: rest }, last: { from, to } };
}

/** The position after so many half-moves. */
export function positionAt(state: MatchState, ply: number): Position {
	const game = gameAt(state.game, ply);
	return { board: boardOf(game), reserve: reserveOf(game), last: lastStep(game) };
}
