/** What a game object gives to those who keep something beside its log, and to who tells of it. */
import type { Env } from "../env.ts";
import type { News } from "../match/live.ts";
import type { MatchState } from "../match/state.ts";
import type { Keyring } from "./caller.ts";
import type { TimerKind } from "./store.ts";

export type Inside = {
	readonly id: string;
	readonly sql: SqlStorage;
	/** As it is plugged in at the moment. */
	readonly env: () => Env;
	readonly state: () => MatchState | null;
	readonly keyring: Keyring;
	/** One transaction; the alarm follows the timers. */
	readonly write: (work: () => void) => void;
	/** Tells the open sockets, once it is stored. */
	readonly tell: (news: News) => void;
	/** Puts a timer off, each time for longer. */
	readonly postpone: (kind: TimerKind, problem: unknown) => void;
	/** Goes on after the answer has been given. */
	readonly later: (work: Promise<unknown>) => void;
};
