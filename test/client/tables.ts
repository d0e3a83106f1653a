/** Tables for the tests of the client: a game by its GameString, looked at from a seat. */
import type { TableData } from "../../src/client/data.ts";
import { readTree } from "../../src/client/mount.ts";
import { type Input, makeState, type State } from "../../src/client/state.ts";
import { step } from "../../src/client/step.ts";
import { parseGameString } from "../../src/engine/gamestring.ts";
import type { Move } from "../../src/engine/move.ts";
import type { Piece } from "../../src/engine/piece.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";

const NOBODY = {
	kind: "game",
	id: "g",
	colours: { white: "white", black: "black" },
	names: { white: "Anna", black: "Bruno" },
	seat: "white",
	mine: true,
	over: false,
	seq: 1,
	player: "p",
	key: null,
	mayOfferDraw: false,
	shown: null,
	selected: null,
	signIn: "/sign-in",
} as const satisfies Partial<TableData>;

/** @param text game type and moves; the seat to move is the reader's unless told otherwise */
export function dataOf(text: string, given: Partial<TableData> = {}): TableData {
	const game = parseGameString(text, RULE_SETS.official);
	if (!game.ok) throw new Error(game.error.message);
	const { expansions, plies, toMove } = game.value;
	return {
		...NOBODY,
		seat: toMove,
		rules: RULE_SETS.official,
		expansions,
		moves: plies.map(({ move }) => (move === "pass" ? null : ([move.piece, move.to.q, move.to.r] as const))),
		...given,
	};
}

export function stateOf(text: string, given: Partial<TableData> = {}): State {
	const data = dataOf(text, given);
	const { tree, tip } = readTree(data);
	return makeState(data, tree, tip);
}

export const steps = (state: State, ...inputs: readonly Input[]): State => inputs.reduce(step, state);

/** A move as inputs mean it: the piece and where it goes. */
export const moveOf = (piece: Piece, q: number, r: number): Move => ({ piece, from: null, to: { q, r, z: 0 } });

/** News of the same game with these moves. */
export function news(text: string, given: Partial<TableData> = {}): Extract<Input, { type: "news" }> {
	const data = dataOf(text, { seq: 2, ...given });
	return { type: "news", data, ...readTree(data) };
}
