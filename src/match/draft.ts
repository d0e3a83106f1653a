/** The events of one command as they come about: each is in the state already that the next is decided upon. */
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
