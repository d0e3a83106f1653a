/** The table as markup: what its board, hands, bar and way through the game look like in a state. Strings in, strings out. */

import type { Box } from "../board/geometry.ts";
import {
	lastStep,
	targetsOf as marksFor,
	movablePieces,
	pinnedPieces,
	restingPiece,
	surroundedSides,
	throwablePieces,
	throwersOf,
} from "../board/marks.ts";
import { escapeMarkup } from "../board/markup.ts";
import { positionProse, positionWords } from "../board/prose.ts";
import { boardSvg, type Target } from "../board/svg.ts";
import { tileSvg } from "../board/tile.ts";
import { pieceWords } from "../board/words.ts";
import { bugsWith } from "../engine/expansions.ts";
import { reserveOf } from "../engine/game.ts";
import type { Hex } from "../engine/hex.ts";
import { bugOf, otherSide, type Piece, queenOf, type Side, sideOf } from "../engine/piece.ts";
import { drawLevels } from "./card.ts";
import { consequences, lookOf, pieceName, type Say, shownWords, staleWords, stuckWhy, wordsOf } from "./speech.ts";
import {
	boards,
	gameOf,
	mayMove,
	modeOf,
	movesFor,
	nextInHand,
	openStack,
	type State,
	targetsOf,
	topAt,
} from "./state.ts";
import { lineFrom, nodeAt, pathTo } from "./tree.ts";

/** What a reader has chosen to see (the look of the page's cookie). */
export type Hints = { readonly pinned: boolean; readonly queens: boolean };

/**
 * @param id begins the ids in the drawing; each table on a page has its own
 * @param box what is seen of it where one has gone nearer; null: all
 */
export function drawBoard(say: Say, state: State, id: string, hints: Hints, box: Box | null = null): string {
	const game = gameOf(state);
	const board = boards(game);
	const look = lookOf(state);
	const playing = mayMove(state);
	// What could be moved is marked while nothing is: then it is the places that count.
	const choosing = playing && !state.selected && !state.chosen;
	const chosen = shownChoice(state);
	const targets: readonly Target[] = playing && state.selected ? marksFor(game, state.selected, state.thrower) : [];
	return boardSvg(
		{ board, look, last: lastStep(game) },
		{
			id,
			title: positionWords(say, board, look).title,
			description: positionProse(say, board, look),
			selected: state.selected,
			targets,
			frame: "ring",
			...(box ? { box } : {}),
			marks: {
				...(choosing ? { movable: movablePieces(game).filter((piece) => sideOf(piece) === game.toMove) } : {}),
				...(choosing ? { throwable: throwablePieces(game).filter((piece) => sideOf(piece) !== game.toMove) } : {}),
				...(hints.pinned ? { pinned: [...pinnedPieces(game, "white"), ...pinnedPieces(game, "black")] } : {}),
				resting: restingPiece(game),
				freeSides: hints.queens ? ["white", "black"] : game.result ? surroundedSides(game) : [],
			},
			ghost: chosen ? { piece: chosen.piece, from: chosen.from, to: chosen.to } : null,
			lifted: openStack(state),
			cursor: state.cursor,
		},
	);
}

/** The unsent move, where it is shown: not while one looks at the past. */
function shownChoice(state: State) {
	return state.chosen && state.chosen !== "pass" && !state.free && state.at === state.tip ? state.chosen : null;
}

/** What a side has in hand: one slot a kind, always in the same place. */
export function drawHand(say: Say, state: State, side: Side): string {
	const game = gameOf(state);
	const look = lookOf(state);
	const reserve = reserveOf(game)[side];
	const chosen = shownChoice(state);
	return bugsWith(game.expansions)
		.map((bug) => {
			const taken = chosen?.from === null && bugOf(chosen.piece) === bug && sideOf(chosen.piece) === side ? 1 : 0;
			const count = (reserve[bug] ?? 0) - taken;
			const piece = nextInHand(state, side, bug);
			const face = `${tileSvg(bug, side, look)}<span aria-hidden="true">${count}</span>`;
			const name = say("table.hand.slot", { piece: say(`page.bug.${bug}`), count });
			const held = mayMove(state) && game.toMove === side && piece !== null;
			const able = held && movesFor(state, piece).length > 0;
			const on = held && state.selected === piece;
			return held
				? `<li${count === 0 ? ' class="none"' : ""}><button type="button" data-piece="${piece}" aria-pressed="${on}"${able ? "" : ' class="stuck" aria-disabled="true"'}><span class="clip">${escapeMarkup(name)}</span>${face}</button></li>`
				: `<li${count === 0 ? ' class="none"' : ""}><span class="slot"><span class="clip">${escapeMarkup(name)}</span>${face}</span></li>`;
		})
		.join("");
}

const button = (act: string, label: string, kind = "", more = ""): string =>
	`<button type="button" data-act="${act}"${kind ? ` class="${kind}"` : ""}${more}>${escapeMarkup(label)}</button>`;
const words = (text: string, name = ""): string => `<p${name ? ` class="${name}"` : ""}>${escapeMarkup(text)}</p>`;
const row = (...buttons: readonly string[]): string => `<div class="row">${buttons.join("")}</div>`;

/** What can be done now, and what it would mean. */
export function drawBar(say: Say, state: State): string {
	const stuck = stuckWhy(say, state);
	const parts: string[] = state.lifted ? [drawCard(say, state, state.lifted)] : [];
	if (state.stale) {
		parts.push(
			words(staleWords(say, state)),
			row(
				...(state.stale.possible ? [button("use-stale", say("table.stale.use"))] : []),
				button("dismiss", say("table.dismiss"), "quiet"),
			),
		);
	}
	if (stuck) {
		const link = stuck.rule ? ` <a href="${stuck.rule}" target="_blank">${escapeMarkup(say("table.why"))}</a>` : "";
		parts.push(`<p class="why">${escapeMarkup(stuck.text)}${link}</p>`);
	}
	// What cannot walk may throw all the same.
	if (state.stuck && mayMove(state)) parts.push(throwChips(say, state, state.stuck));
	parts.push(...modeParts(say, state, stuck !== null));
	return parts.join("");
}

/** Who stands on whom, from the top down. */
function drawCard(say: Say, state: State, hex: Hex): string {
	return `${words(say("table.card"), "lead")}<ul class="levels">${drawLevels(say, state, hex)}</ul>${row(button("dismiss", say("table.dismiss"), "quiet"))}`;
}

function modeParts(say: Say, state: State, answered: boolean): readonly string[] {
	const { data } = state;
	const ahead = data.kind === "game" && !state.free ? [button("free", say("table.free.begin"), "quiet")] : [];
	switch (modeOf(state)) {
		case "watch":
		case "over":
			return data.kind === "practice"
				? [words(houseWords(say, state), "lead")]
				: ahead.length > 0
					? [row(...ahead)]
					: [];
		case "past":
			return [words(shownWords(say, state), "lead"), row(button("now", say("table.now")), ...ahead)];
		case "free":
			return freeParts(say, state, answered);
		case "idle":
			return [...(answered ? [] : [words(idleWords(say, state))]), ...(ahead.length > 0 ? [row(...ahead)] : [])];
		case "selected":
			return selectedParts(say, state);
		case "chosen":
			return chosenParts(say, state);
		case "sending":
			return [words(say("table.sending"), "lead")];
	}
}

/** Against the house: how it ended, or that it thinks, or cannot. */
function houseWords(say: Say, state: State): string {
	const { result } = gameOf(state);
	if (result) {
		const own = result.winner === state.data.seat ? "table.practice.won" : "table.practice.lost";
		return say(result.winner === null ? "table.practice.drawn" : own);
	}
	if (state.data.over) return say("table.practice.resigned");
	return say(state.data.mute ? "table.practice.failed" : "table.practice.thinking");
}

const idleWords = (say: Say, state: State): string => say(isQueenDue(state) ? "table.choose.due" : "table.choose");

function isQueenDue(state: State): boolean {
	const game = gameOf(state);
	const queen = queenOf(game.toMove);
	return game.plies.length >= 6 && game.plies.length < 8 && !boards(game).some(({ piece }) => piece === queen);
}

function selectedParts(say: Say, state: State): readonly string[] {
	const { selected } = state;
	if (!selected) return [];
	const moves = targetsOf(state);
	const climbs = moves.filter(({ to }) => to.z > 0).length;
	return [
		isQueenDue(state) ? words(say("table.choose.due")) : "",
		words(say("table.places", { piece: pieceName(say, state, selected), count: moves.length, climbs })),
		throwChips(say, state, selected),
		row(button("back", say("table.cancel"), "quiet")),
	];
}

/** Of a pillbug: what it could throw. Of a piece that more than one could throw, or that walks as well: by which of them. */
function throwChips(say: Say, state: State, selected: Piece): string {
	const game = gameOf(state);
	const thrown = throwablePieces(game).filter((piece) => throwersOf(game, piece).includes(selected));
	const throwers = throwersOf(game, selected);
	const chooses = throwers.length > 1 || sideOf(selected) === game.toMove;
	const chips = [
		...thrown.map(
			(piece) =>
				`<button type="button" class="chip" data-throw="${piece}" data-by="${selected}">${tileSvg(bugOf(piece), sideOf(piece), lookOf(state))}<span>${escapeMarkup(pieceName(say, state, piece))}</span></button>`,
		),
		...(chooses ? throwers : []).map((piece) => {
			const label = say("table.throw.by", { piece: pieceWords(say, piece, lookOf(state)) });
			return `<button type="button" class="chip" data-by="${piece}" aria-pressed="${state.thrower === piece}"><span>${escapeMarkup(label)}</span></button>`;
		}),
	];
	return chips.length === 0
		? ""
		: `<div class="chips"><span>${escapeMarkup(say("table.throw"))}</span>${chips.join("")}</div>`;
}

function chosenParts(say: Say, state: State): readonly string[] {
	const { chosen, data, sending } = state;
	if (!chosen) return [];
	const game = gameOf(state);
	const warned = consequences(say, game, chosen).map((text) => words(text, "warn"));
	const onto = chosen === "pass" ? null : topAt(state, chosen.to);
	const instead = onto && chosen !== "pass" && onto !== chosen.piece && movesFor(state, onto).length > 0 ? onto : null;
	const draw =
		(data.mayOfferDraw || state.offersDraw) && data.key === null
			? `<label class="choice"><input type="checkbox" data-act="draw"${state.offersDraw ? " checked" : ""}><span>${escapeMarkup(say("table.draw"))}</span></label>`
			: "";
	const failed = sending !== "no";
	const out = sending === "signed-out";
	const what = state.said?.what;
	const failure =
		what?.type === "refused"
			? say("table.refused", { reason: what.text })
			: failed && say(out ? "table.failed.signed-out" : "table.failed");
	return [
		// What the page says of it may lie behind the bar.
		data.offered ? `<p><a href="#news">${escapeMarkup(data.offered)}</a></p>` : "",
		words(wordsOf(say, game, chosen, lookOf(state)), "lead"),
		...warned,
		row(
			...(out
				? [`<a class="button" href="${escapeMarkup(data.signIn)}">${escapeMarkup(say("table.failed.sign-in"))}</a>`]
				: []),
			button("send", say(failed ? "table.again" : "table.send"), out ? "quiet" : ""),
			button("back", say("table.undo"), "quiet"),
			...(instead
				? [
						`<button type="button" class="quiet" data-piece="${instead}" data-act="instead">${escapeMarkup(say("table.instead", { piece: pieceName(say, state, instead) }))}</button>`,
					]
				: []),
			draw,
		),
		words(failure || say("table.unsent"), failure ? "warn" : "muted small"),
	];
}

function freeParts(say: Say, state: State, answered: boolean): readonly string[] {
	const { at, data, selected, tree } = state;
	const { game, parent } = nodeAt(tree, at);
	// With what was tried after it a move goes by the list of what was tried, not by a button that says less.
	const tried = parent >= 0 && nodeAt(tree, at).children.length === 0 && !pathTo(tree, state.tip).includes(at);
	const hint = data.kind === "game" ? [words(say("table.free"), "muted small")] : [];
	const result = game.result
		? [
				words(
					game.result.winner === null
						? say("table.result.draw")
						: say("table.result.white", { name: data.names[game.result.winner] }),
					"lead",
				),
			]
		: [];
	const chosen = selected ? selectedParts(say, state).slice(0, 3) : answered ? [] : [words(shownWords(say, state))];
	return [
		...hint,
		...result,
		...chosen,
		row(
			...(tried ? [button("undo", say("table.free.undo"), "quiet")] : []),
			...(data.kind === "diagram" && parent >= 0 ? [button("reset", say("table.reset"), "quiet")] : []),
			...(data.kind === "game" ? [button("unfree", say("table.free.end"), "quiet")] : []),
		),
	];
}

/** Where the four buttons lead: first, back, on, last. Null: nowhere from here. */
export function waysFrom(state: State): Readonly<Record<"first" | "previous" | "next" | "last", number | null>> {
	const { at, tip, tree } = state;
	const { parent } = nodeAt(tree, at);
	const main = pathTo(tree, tip);
	const index = main.indexOf(at);
	// On the game's own line that is the way on; beside it, what was tried first.
	const next = index >= 0 && index < main.length - 1 ? main[index + 1] : nodeAt(tree, at).children[0];
	const last = index >= 0 && state.data.kind !== "analysis" ? tip : lineFrom(tree, at).at(-1);
	return {
		first: at === main[0] ? null : (main[0] ?? null),
		previous: parent < 0 ? null : parent,
		next: next ?? null,
		last: last === undefined || last === at ? null : last,
	};
}

/** The position in words, as list items: for those who would rather read than look. */
export function drawWords(say: Say, state: State): string {
	const board = boards(gameOf(state));
	if (board.length === 0) return `<li>${escapeMarkup(say("board.empty"))}</li>`;
	const { queens, white, black } = positionWords(say, board, lookOf(state));
	return [...queens, ...white, ...black].map((text) => `<li>${escapeMarkup(text)}</li>`).join("");
}

export const lowerSide = ({ data }: State): Side => data.seat ?? "white";
export const upperSide = (state: State): Side => otherSide(lowerSide(state));
