/** The events of one command as they come about: each is in the state already that the next is decided upon. */
import { beginTurn, type Turn } from "./clock.ts";
import type { GameEvent, Happening } from "./event.ts";
import { evolve, type MatchState } from "./state.ts";

export type Draft = {
	readonly state: MatchState;
	/** What the command has brought so far. */
	readonly events: readonly GameEvent[];
};

/** One more thing that happens, at the instant of the whole command. */
export function happen(draft: Draft, happening: Happening, at: number): Draft {
	const event: GameEvent = { ...happening, seq: draft.state.seq + 1, at };
	return { state: evolve(draft.state, event), events: [...draft.events, event] };
}

/** The turn that begins at `at`, after `ply` half-moves: for events, which carry its deadline. */
export function turnAfter(state: MatchState, accounts: MatchState["accounts"], ply: number, at: number): Turn {
	const side = ply % 2 === 0 ? "white" : "black";
	const first = ply < 2 ? state.firstMove : null;
	return beginTurn(state.timeControl, accounts, side, at, first, state.rest[side], state.vacations[side]);
}
