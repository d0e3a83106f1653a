/** The table's one reducer: what an input makes of a state. Nothing of a page is in here, and nothing else changes a table. */
import { legalMoves } from "../engine/game.ts";
import type { Hex } from "../engine/hex.ts";
import type { Move } from "../engine/move.ts";
import type { Piece } from "../engine/piece.ts";
import {
	boards,
	gameOf,
	heightAt,
	type Input,
	makeState,
	mayMove,
	modeOf,
	movesFor,
	planOf,
	queenInHand,
	type Saying,
	type State,
	targetsOf,
	topAt,
	wasPlayed,
} from "./state.ts";
import { grow, nodeAt, pathTo, prune, sameMove, type Tree } from "./tree.ts";

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
	const chosen = state.free ? null : state.chosen;
	return say({ ...nothingChosen(state), at, chosen }, { type: "shown", at });
}

function setFree(state: State, free: boolean): State {
	const { aside, chosen } = state;
	if (free) return { ...nothingChosen(state), free, aside: chosen };
	const back: State = { ...nothingChosen(state), free, at: state.tip, aside: null };
	return aside ? step(back, { type: "restore", move: aside }) : back;
}

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
	if (isSameGame(state.tree, state.tip, tree, tip)) {
		const ended = data.over && !state.data.over;
		const next: State = { ...state, data };
		return ended ? say({ ...next, chosen: null, selected: null, aside: null }, { type: "ended" }) : next;
	}
	const followed = state.at === state.tip;
	const merged = merge(state.tree, tree, tip);
	const back = nodeAt(tree, tip).ply < before.ply;
	// A reader who looks at the past, or thinks ahead, stays there.
	const kept = followed && !state.free ? merged.tip : state.at;
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

function isSameGame(a: Tree, atA: number, b: Tree, atB: number): boolean {
	const one = nodeAt(a, atA).game.plies;
	const two = nodeAt(b, atB).game.plies;
	return one.length === two.length && one.every(({ text }, index) => text === two[index]?.text);
}

/** The server's line laid into our tree, so that what was tried beside it stays. */
function merge(ours: Tree, tree: Tree, tip: number): { readonly tree: Tree; readonly tip: number } {
	let grown = ours;
	let at = 0;
	for (const node of pathTo(tree, tip).slice(1)) {
		const ply = nodeAt(tree, node).game.plies.at(-1);
		if (ply) ({ tree: grown, at } = grow(grown, at, ply.move));
	}
	return { tree: grown, tip: at };
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
