/** The state of a table: what is looked at, what is chosen, what was sent; and what can be asked of it. `step` changes it. */
import { boardOf, type Game, legalMoves, type PlacedPiece } from "../engine/game.ts";
import type { Hex } from "../engine/hex.ts";
import type { Move, PieceMove } from "../engine/move.ts";
import { type Bug, bugOf, PIECES, type Piece, queenOf, type Side, sideOf } from "../engine/piece.ts";
import type { TableData } from "./data.ts";
import { nodeAt, pathTo, sameMove, type Tree } from "./tree.ts";

export type State = {
	readonly data: TableData;
	readonly tree: Tree;
	/** Where the game stands as the server has it. */
	readonly tip: number;
	/** The node looked at. */
	readonly at: number;
	/** Thinking ahead: moves of both sides are made on the tree and sent nowhere. */
	readonly free: boolean;
	readonly selected: Piece | null;
	/** Only what this pillbug or mosquito may throw is marked. Never part of a move. */
	readonly thrower: Piece | null;
	/** The chosen and unsent move. */
	readonly chosen: Move | null;
	/** The same while one thinks ahead: it waits for the way back to the game. */
	readonly aside: Move | null;
	readonly offersDraw: boolean;
	/** `failed`: nobody answered; `signed-out`: not this reader any more. Either way the move is still there to be sent. */
	readonly sending: "no" | "yes" | "failed" | "signed-out";
	/** A move that was chosen in a position that has passed; offered again where it is still possible. */
	readonly stale: { readonly move: Move; readonly possible: boolean } | null;
	/** The keyboard's hexagon. */
	readonly cursor: Hex | null;
	/** The stack that is looked into, until it is closed. */
	readonly lifted: Hex | null;
	/** The hexagon a mouse rests on. */
	readonly peeked: Hex | null;
	/** What was just tried and cannot be: said until the next input. */
	readonly stuck: Piece | null;
	/** What there is to say aloud, and a number that changes with each of them. */
	readonly said: { readonly what: Saying; readonly count: number } | null;
};

/** What happened, for who listens; the words are speech.ts's. */
export type Saying =
	| { readonly type: "selected"; readonly piece: Piece; readonly places: number; readonly climbs: number }
	| { readonly type: "let-go" }
	| { readonly type: "chosen" }
	| { readonly type: "undone" }
	| { readonly type: "stuck"; readonly piece: Piece }
	| { readonly type: "no-target" }
	| { readonly type: "played"; readonly at: number }
	| { readonly type: "shown"; readonly at: number }
	| { readonly type: "sending" }
	| { readonly type: "failed" }
	| { readonly type: "sent" }
	| { readonly type: "stale" }
	| { readonly type: "incoming"; readonly from: number }
	| { readonly type: "taken-back" }
	| { readonly type: "ended" }
	| { readonly type: "restored" }
	| { readonly type: "refused"; readonly text: string };

export type Input =
	/** A piece, on the board or in hand, or by its number as a bug of the reserve. */
	| { readonly type: "pick"; readonly piece: Piece }
	/** A hexagon of the board, whatever stands there. */
	| { readonly type: "hex"; readonly hex: Hex }
	/** A whole move at once: typed, dropped, or restored. */
	| { readonly type: "choose"; readonly move: Move }
	| { readonly type: "throw-by"; readonly piece: Piece }
	| { readonly type: "back" }
	| { readonly type: "clear" }
	| { readonly type: "offer-draw"; readonly offers: boolean }
	| { readonly type: "send" }
	| { readonly type: "failed"; readonly why: "failed" | "signed-out" }
	| { readonly type: "refused"; readonly text: string }
	| { readonly type: "sent" }
	/** The server's word on the game: at any time, in any state. */
	| { readonly type: "news"; readonly data: TableData; readonly tree: Tree; readonly tip: number }
	| { readonly type: "go"; readonly at: number }
	| { readonly type: "free"; readonly free: boolean }
	/** Plays at once where one is thinking ahead, e.g. for the other side. */
	| { readonly type: "play"; readonly move: Move }
	| { readonly type: "prune"; readonly at: number }
	/** The same tree, grown or put in another order elsewhere: numbers stay what they are. */
	| { readonly type: "tree"; readonly tree: Tree }
	/** Another table altogether: a new game, one that was read, one without its last moves. */
	| { readonly type: "open"; readonly data: TableData; readonly tree: Tree; readonly tip: number; readonly at: number }
	| { readonly type: "cursor"; readonly hex: Hex | null }
	| { readonly type: "lift"; readonly hex: Hex | null }
	| { readonly type: "peek"; readonly hex: Hex | null }
	| { readonly type: "restore"; readonly move: Move }
	/** A move that was chosen before, in a position that has passed. */
	| { readonly type: "stale"; readonly move: Move }
	| { readonly type: "dismiss" };

/** A table as it begins. @param shown the half-moves looked at; null: all */
export function makeState(data: TableData, tree: Tree, tip: number): State {
	const path = pathTo(tree, tip);
	const at = data.shown === null ? tip : (path.find((node) => nodeAt(tree, node).ply === data.shown) ?? tip);
	return queenInHand({
		data,
		tree,
		tip,
		at,
		free: data.kind !== "game" && data.kind !== "practice",
		selected: null,
		thrower: null,
		chosen: null,
		aside: null,
		offersDraw: false,
		sending: "no",
		stale: null,
		cursor: null,
		lifted: null,
		peeked: null,
		stuck: null,
		said: null,
	});
}

/** Where nothing but the queen may be placed she is taken up already, and her places are marked. */
export function queenInHand(state: State): State {
	if (modeOf(state) !== "idle") return state;
	const moves = legalMoves(gameOf(state));
	const queen = queenOf(gameOf(state).toMove);
	const due = moves.length > 0 && moves.every((move) => move !== "pass" && move.from === null && move.piece === queen);
	return due ? { ...state, selected: queen } : state;
}

/** What one sees of the table, in one word. */
export type Mode = "watch" | "idle" | "selected" | "chosen" | "sending" | "past" | "over" | "free";

export function modeOf(state: State): Mode {
	if (state.sending === "yes") return "sending";
	if (state.free) return "free";
	if (state.at !== state.tip) return "past";
	if (state.data.over || gameOf(state).result) return "over";
	if (!isMine(state)) return "watch";
	return state.chosen ? "chosen" : state.selected ? "selected" : "idle";
}

/** The game at the node looked at. */
export const gameOf = (state: State) => nodeAt(state.tree, state.at).game;

/** Whether pieces may be chosen in what is looked at. */
export function mayMove(state: State): boolean {
	if (state.sending === "yes") return false;
	const game = gameOf(state);
	if (game.result) return false;
	if (state.free) return true;
	return state.at === state.tip && !state.data.over && isMine(state);
}

/** Against the house the turn is worked out here; in a game of the service the server says whose it is. */
function isMine({ data, tree, tip }: State): boolean {
	return data.kind === "practice" ? nodeAt(tree, tip).game.toMove === data.seat : data.mine;
}

/** Where a piece may go now; nothing where it is not to be moved. */
export function movesFor(state: State, piece: Piece): readonly PieceMove[] {
	if (!mayMove(state)) return [];
	return legalMoves(gameOf(state)).filter((move): move is PieceMove => move !== "pass" && move.piece === piece);
}

/** The moves marked on the board. */
export function targetsOf(state: State): readonly PieceMove[] {
	return state.selected ? movesFor(state, state.selected) : [];
}

/** The piece that a hexagon shows: the uppermost one there. */
export function topAt(state: State, hex: Hex): Piece | null {
	let top: { readonly piece: Piece; readonly z: number } | null = null;
	for (const placed of boards(gameOf(state))) {
		if (placed.q === hex.q && placed.r === hex.r && placed.z >= (top?.z ?? 0)) top = placed;
	}
	return top?.piece ?? null;
}

/** The stack to be drawn as a column: what was asked for, or else what the mouse or the keyboard rests on. */
export function openStack(state: State): Hex | null {
	// While places are marked nothing unasked may lie over them.
	const hex = state.lifted ?? (state.selected ? null : (state.peeked ?? state.cursor));
	return hex && heightAt(state, hex) > 1 ? hex : null;
}

/** How many pieces stand on a hexagon. */
export const heightAt = (state: State, { q, r }: Hex): number =>
	boards(gameOf(state)).filter((placed) => placed.q === q && placed.r === r).length;

/** The chosen and unsent move, wherever one looks meanwhile. */
export const planOf = ({ aside, chosen }: State): Move | null => chosen ?? aside;

/** Whether the half-move after so many is this one. */
export function wasPlayed(state: State, ply: number, move: Move): boolean {
	const played = nodeAt(state.tree, state.tip).game.plies[ply];
	return played !== undefined && sameMove(played.move, move);
}

const known = new WeakMap<Game, readonly PlacedPiece[]>();
/** What stands on the board; asked for over and over while a game is looked at. */
export function boards(game: Game): readonly PlacedPiece[] {
	let board = known.get(game);
	if (!board) {
		board = boardOf(game);
		known.set(game, board);
	}
	return board;
}

/** The piece of a bug that a side would place next; null where none is left or it is not in hand. */
export function nextInHand(state: State, side: Side, bug: Bug): Piece | null {
	const placed = new Set(boards(gameOf(state)).map(({ piece }) => piece));
	for (const piece of PIECES) if (sideOf(piece) === side && bugOf(piece) === bug && !placed.has(piece)) return piece;
	return null;
}
