/** Why what was tried cannot be: the piece that does not move, and where the rules explain it. Fetched after the page: most players seldom ask. */
import { stuckReason, stuckWords } from "../board/stuck.ts";
import { lookOf, type Say, type Why } from "./speech.ts";
import { gameOf, type State } from "./state.ts";

export { refusalWords } from "./refusal.ts";

/** Null when none was tried, or it does move. */
export function whyStuck(say: Say, state: State): Why | null {
	if (!state.stuck) return null;
	const seat = state.free ? undefined : (state.data.seat ?? undefined);
	const reason = stuckReason(gameOf(state), state.stuck, seat);
	return reason && { text: stuckWords(say, reason, lookOf(state)), rule: RULES[reason.reason] ?? null };
}

/** Where the rules pages explain it. */
export const RULES: Readonly<Record<string, string>> = {
	ONE_HIVE: "/rules#one-hive",
	NO_WAY_OUT: "/rules#gates",
	QUEEN_DUE: "/rules#queen-due",
	QUEEN_FIRST: "/rules#opening",
	QUEEN_NOT_PLACED: "/rules#moving",
	COVERED: "/rules#stacks",
	JUST_MOVED: "/rules#rest",
	NO_PLACE: "/rules#placing",
	NOTHING_TO_COPY: "/rules#mosquito",
};
