/** The state of one correspondence game and `evolve`, which makes it from the events of its log. */
import { type Game, newGame, parseMove, playMove } from "../engine/game.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import { type Accounts, beginTurn, openAccounts, stopClock, type Turn } from "./clock.ts";
import type { GameEvent, Outcome } from "./event.ts";
import type { PlayerId, TimeControl, Visibility } from "./terms.ts";

export type Status = "active" | "finished" | "cancelled";

export type MatchState = {
	/** Number of the last event. */
	readonly seq: number;
	readonly game: Game;
	readonly rules: RuleSet;
	readonly players: { readonly white: PlayerId; readonly black: PlayerId };
	readonly colours: { readonly white: string; readonly black: string };
	readonly timeControl: TimeControl;
	readonly firstMove: number;
	readonly pauses: { readonly vacation: boolean; readonly rest: boolean };
	readonly rated: boolean;
	readonly visibility: Visibility;
	readonly challenge: string | null;
	readonly status: Status;
	readonly result: Outcome | null;
	readonly accounts: Accounts;
	/** The running turn; null when the game is over. */
	readonly turn: Turn | null;
	readonly createdAt: number;
	/** Instant of each half-move, passes included, in order. */
	readonly playedAt: readonly number[];
	/** Instant of the last event. */
	readonly updatedAt: number;
};

/**
 * The state after one more event.
 * @throws when the event does not fit: a log that does not replay is a bug, never an answer to a player
 */
export function evolve(state: MatchState | null, event: GameEvent): MatchState {
	if (event.type === "created") {
		if (state || event.seq !== 1) throw new Error("a game is created once, by its first event");
		const accounts = openAccounts(event.timeControl);
		return {
			seq: 1,
			game: newGame(event.rules, event.expansions),
			rules: event.rules,
			players: { white: event.white, black: event.black },
			colours: event.colours,
			timeControl: event.timeControl,
			firstMove: event.firstMove,
			pauses: event.pauses,
			rated: event.rated,
			visibility: event.visibility,
			challenge: event.challenge,
			status: "active",
			result: null,
			accounts,
			turn: { ...beginTurn(event.timeControl, accounts, "white", event.at, event.firstMove), deadline: event.deadline },
			createdAt: event.at,
			playedAt: [],
			updatedAt: event.at,
		};
	}
	if (!state || event.seq !== state.seq + 1) throw new Error(`event ${event.seq} does not follow ${state?.seq ?? 0}`);
	const next = { ...state, seq: event.seq, updatedAt: event.at };
	switch (event.type) {
		case "moved":
			return {
				...next,
				game: played(state.game, event.move),
				accounts: { ...state.accounts, [event.side]: event.remaining },
				turn: { side: otherSide(event.side), began: event.at, deadline: event.deadline, credited: 0 },
				playedAt: [...state.playedAt, event.at],
			};
		case "passed":
			return {
				...next,
				game: played(state.game, "pass"),
				turn: { side: otherSide(event.side), began: event.at, deadline: event.deadline, credited: 0 },
				playedAt: [...state.playedAt, event.at],
			};
		case "credited":
			if (!state.turn) throw new Error("a credit without a running turn");
			return {
				...next,
				turn: { ...state.turn, deadline: event.deadline, credited: state.turn.credited + event.ms },
			};
		case "cancelled":
			return { ...next, status: "cancelled", turn: null, accounts: stopClock(state.accounts, state.turn, event.at) };
		case "ended":
			return {
				...next,
				status: "finished",
				result: event.result,
				turn: null,
				accounts: stopClock(state.accounts, state.turn, event.at),
			};
	}
}

/** The state that a whole log makes. */
export function replay(events: Iterable<GameEvent>): MatchState | null {
	let state: MatchState | null = null;
	for (const event of events) state = evolve(state, event);
	return state;
}

/** Which seat a player has; null for everybody else. */
export function seatOf(state: MatchState, player: PlayerId | null): Side | null {
	if (player === null) return null;
	if (state.players.white === player) return "white";
	return state.players.black === player ? "black" : null;
}

/** Whether a player may see the game at all. */
export function mayView(state: MatchState, player: PlayerId | null): boolean {
	return state.visibility === "public" || seatOf(state, player) !== null;
}

/**
 * Whether the key of a ply, without anything else, lets its holder see the game: a private one only until the opponent
 * has moved. A mail lies about for years, and by then its key is nobody's right to look.
 */
export function mayViewByKey(state: MatchState, ply: number): boolean {
	return state.visibility === "public" || state.game.plies.slice(ply + 1).every(({ move }) => move === "pass");
}

function played(game: Game, text: string): Game {
	const move = parseMove(game, text);
	if (!move.ok) throw new Error(`a stored move does not replay: ${text} (${move.error.reason})`);
	return playMove(game, move.value);
}
