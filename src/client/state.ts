/** The state of a table and its one reducer: what is looked at, what is chosen, what was sent. Nothing of a page is in here. */
import { boardOf, type Game, legalMoves, type PlacedPiece } from "../engine/game.ts";
import type { Hex } from "../engine/hex.ts";
import type { Move, PieceMove } from "../engine/move.ts";
import { type Bug, bugOf, PIECES, type Piece, type Side, sideOf } from "../engine/piece.ts";
import type { TableData } from "./data.ts";
import { grow, nodeAt, pathTo, prune, sameMove, type Tree } from "./tree.ts";

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
function queenInHand(state: State): State {
	if (modeOf(state) !== "idle") return state;
	const moves = legalMoves(gameOf(state));
	const queen: Piece = gameOf(state).toMove === "white" ? "wQ" : "bQ";
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

export function step(state: State, input: Input): State {
	switch (input.type) {
		case "pick":
			return pick(state, input.piece);
		case "hex":
			return tap(state, input.hex);
		case "choose":
			return choose(state, input.move);
		case "throw-by":
			return { ...state, thrower: state.thrower === input.piece ? null : input.piece };
		case "back":
			return back(state);
		case "clear":
			return nothingChosen(state);
		case "offer-draw":
			return { ...state, offersDraw: input.offers };
		case "send":
			return state.chosen && modeOf(state) === "chosen"
				? say({ ...state, sending: "yes" }, { type: "sending" })
				: state;
		case "failed":
			return say({ ...state, sending: input.why }, { type: "failed" });
		case "refused":
			return say({ ...state, sending: "no" }, input);
		case "sent":
			return sent(state);
		case "news":
			return hear(state, input);
		case "go":
			return go(state, input.at);
		case "free":
			if (input.free === state.free) return state;
			return setFree(state, input.free);
		case "play":
			return play(state, input.move);
		case "prune": {
			const { parent } = nodeAt(state.tree, input.at);
			if (parent < 0 || pathTo(state.tree, state.tip).includes(input.at)) return state;
			const gone = pathTo(state.tree, state.at).includes(input.at);
			return { ...nothingChosen(state), tree: prune(state.tree, input.at), at: gone ? parent : state.at };
		}
		case "tree":
			return { ...state, tree: input.tree };
		case "open":
			return { ...makeState(input.data, input.tree, input.tip), at: input.at };
		case "cursor":
			return { ...state, cursor: input.hex };
		case "lift":
			return { ...state, lifted: input.hex && topAt(state, input.hex) ? input.hex : null, stuck: null };
		case "peek":
			return state.peeked?.q === input.hex?.q && state.peeked?.r === input.hex?.r
				? state
				: { ...state, peeked: input.hex };
		case "restore": {
			const chosen = legal(state, input.move);
			if (!chosen || !mayMove(state) || state.free) return state;
			return say({ ...state, chosen, selected: chosen === "pass" ? null : chosen.piece }, { type: "restored" });
		}
		case "stale":
			return say({ ...state, stale: staleOf(state, input.move) }, { type: "stale" });
		case "dismiss":
			return { ...state, stale: null, stuck: null, lifted: null };
	}
}

function pick(state: State, piece: Piece): State {
	if (!mayMove(state)) return modeOf(state) === "past" ? state : stuck(state, piece);
	if (state.selected === piece) return say(nothingChosen(state), { type: "let-go" });
	const moves = movesFor(state, piece);
	if (moves.length === 0) return stuck(nothingChosen(state), piece);
	const next = { ...nothingChosen(state), selected: piece };
	const places = moves.length;
	const only = moves.length === 1 && gameOf(state).plies.length === 0 ? moves[0] : undefined;
	// White's first piece has one place to go: choosing it says where.
	if (only) return choose(next, only);
	return say(next, { type: "selected", piece, places, climbs: moves.filter(({ to }) => to.z > 0).length });
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

/** A tap: a target before a piece, since climbing onto one is the move that its mark promises. */
function tap(state: State, hex: Hex): State {
	const target = targetsOf(state).find(({ to }) => to.q === hex.q && to.r === hex.r);
	if (target) {
		const again = state.chosen !== null && sameMove(state.chosen, target);
		return again ? state : choose(state, target);
	}
	const piece = topAt(state, hex);
	if (piece) return pick(state, piece);
	return state.selected || state.chosen ? say(nothingChosen(state), { type: "let-go" }) : nothingChosen(state);
}

function choose(state: State, move: Move): State {
	const chosen = mayMove(state) ? legal(state, move) : null;
	if (!chosen) return say(state, { type: "no-target" });
	if (state.free || state.data.kind === "practice") return play(state, chosen);
	const selected = chosen === "pass" ? null : chosen.piece;
	return say(
		{ ...state, selected, chosen, sending: "no", stuck: null, lifted: null, peeked: null },
		{ type: "chosen" },
	);
}

function play(state: State, move: Move): State {
	const chosen = gameOf(state).result ? null : legal(state, move);
	if (!chosen) return state;
	const { tree, at } = grow(state.tree, state.at, chosen);
	const tip = state.data.kind === "practice" && state.at === state.tip ? at : state.tip;
	return say({ ...nothingChosen(state), tree, at, tip }, { type: "played", at });
}

/** The game's own move of this description; null where there is none. */
function legal(state: State, move: Move): Move | null {
	return legalMoves(gameOf(state)).find((one) => sameMove(one, move)) ?? null;
}

/** One step back: what was lifted is put down first, then the place is let go, then the piece. */
function back(state: State): State {
	if (state.sending === "yes") return state;
	if (state.lifted) return { ...state, lifted: null };
	if (state.chosen) return say({ ...state, chosen: null, sending: "no" }, { type: "undone" });
	if (state.selected) return say(nothingChosen(state), { type: "let-go" });
	return nothingChosen(state);
}

function go(state: State, at: number): State {
	if (at === state.at || !state.tree[at] || state.sending === "yes") return state;
	// An unsent move belongs to the present: it is put aside and comes back with it.
	const chosen = state.chosen && !state.free ? { keeping: state.chosen, offers: state.offersDraw } : null;
	const next: State = { ...nothingChosen(state), at };
	if (!chosen) return say(next, { type: "shown", at });
	return say({ ...next, chosen: chosen.keeping, offersDraw: chosen.offers }, { type: "shown", at });
}

function setFree(state: State, free: boolean): State {
	const { aside, chosen, offersDraw } = state;
	if (free) return { ...nothingChosen(state), free, aside: chosen };
	const back: State = { ...nothingChosen(state), free, at: state.tip, aside: null };
	return aside ? step({ ...back, offersDraw }, { type: "restore", move: aside }) : back;
}

/** The chosen and unsent move, wherever one looks meanwhile. */
export const planOf = ({ aside, chosen }: State): Move | null => chosen ?? aside;

/** What was sent stands on the board, whenever the page hears of it. */
function sent(state: State): State {
	const next: State = { ...nothingChosen(state), sending: "no", offersDraw: false, stale: null };
	if (!state.chosen) return say(next, { type: "sent" });
	const { tree, at: tip } = grow(state.tree, state.tip, state.chosen);
	const at = state.at === state.tip ? tip : state.at;
	return say({ ...next, tree, tip, at, data: { ...state.data, mine: false } }, { type: "sent" });
}

function hear(state: State, { data, tree, tip }: Extract<Input, { type: "news" }>): State {
	const before = nodeAt(state.tree, state.tip);
	const same =
		before.game.plies.length === nodeAt(tree, tip).game.plies.length && isSameGame(state.tree, state.tip, tree, tip);
	if (same) {
		const ended = data.over && !state.data.over;
		const next: State = { ...state, data };
		return ended ? say({ ...next, chosen: null, selected: null, aside: null }, { type: "ended" }) : next;
	}
	const followed = state.at === state.tip;
	const merged = merge(state, tree, tip);
	const back = nodeAt(tree, tip).ply < before.ply;
	// A reader who looks at the past, or thinks ahead, stays there.
	const kept = followed && !state.free ? merged.tip : merged.at;
	const plan = planOf(state);
	const next: State = {
		...nothingChosen(state),
		data,
		tree: merged.tree,
		tip: merged.tip,
		at: kept,
		sending: "no",
		aside: null,
		offersDraw: false,
		cursor: state.cursor,
	};
	const over = data.over || nodeAt(next.tree, next.tip).game.result !== null;
	const own = plan !== null && wasPlayed(next, before.ply, plan);
	const wished = plan ?? state.stale?.move;
	const told = queenInHand({ ...next, stale: wished && !own && !over ? staleOf(next, wished) : null });
	if (back) return say(told, { type: "taken-back" });
	if (over) return say(told, { type: "ended" });
	// One's own, of which no answer has told: it was lost on its way, or it came from another device.
	const from = own ? before.ply + 1 : before.ply;
	if (nodeAt(tree, tip).ply === from) return say(told, { type: "sent" });
	return say(told, plan && !own ? { type: "stale" } : { type: "incoming", from });
}

/** Whether what was chosen before can be chosen again in the game as it stands. */
function staleOf(state: State, move: Move): NonNullable<State["stale"]> {
	const { game } = nodeAt(state.tree, state.tip);
	const now = game.result ? undefined : legalMoves(game).find((one) => sameMove(one, move));
	return { move: now ?? move, possible: state.data.mine && now !== undefined };
}

/** Whether the half-move after so many is this one. */
export function wasPlayed(state: State, ply: number, move: Move): boolean {
	const played = nodeAt(state.tree, state.tip).game.plies[ply];
	return played !== undefined && sameMove(played.move, move);
}

function isSameGame(a: Tree, atA: number, b: Tree, atB: number): boolean {
	const one = nodeAt(a, atA).game.plies;
	const two = nodeAt(b, atB).game.plies;
	return one.length === two.length && one.every(({ text }, index) => text === two[index]?.text);
}

/** The server's line laid into our tree, so that what was tried beside it stays. */
function merge(
	state: State,
	tree: Tree,
	tip: number,
): { readonly tree: Tree; readonly tip: number; readonly at: number } {
	let grown = state.tree;
	let at = 0;
	for (const node of pathTo(tree, tip).slice(1)) {
		const ply = nodeAt(tree, node).game.plies.at(-1);
		if (ply) ({ tree: grown, at } = grow(grown, at, ply.move));
	}
	return { tree: grown, tip: at, at: state.at };
}

function stuck(state: State, piece: Piece): State {
	const placed = boards(gameOf(state)).find((one) => one.piece === piece);
	// Of a stack it is also told who stands below.
	const lifted = placed && heightAt(state, placed) > 1 ? { q: placed.q, r: placed.r } : null;
	return say({ ...state, stuck: piece, lifted }, { type: "stuck", piece });
}

function nothingChosen(state: State): State {
	return {
		...state,
		selected: null,
		thrower: null,
		chosen: null,
		sending: state.sending === "yes" ? "yes" : "no",
		stuck: null,
		lifted: null,
		peeked: null,
	};
}

function say(state: State, what: Saying): State {
	return { ...state, said: { what, count: (state.said?.count ?? 0) + 1 } };
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
