/** The state of one correspondence game and `evolve`, which makes it from the events of its log. */
import { type Game, newGame, playMove } from "../engine/game.ts";
import { parseMove } from "../engine/movestring.ts";
import type { Side } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import { type Accounts, accountAfter, allowanceOf, capOf, openAccounts, type Turn, workingTime } from "./clock.ts";
import type { Accepted, Cancelled, Credited, Ended, GameEvent, OfferKind, Outcome, Sides } from "./event.ts";
import type { RestSchedule } from "./rest.ts";
import type { PlayerId, TimeControl, Visibility } from "./terms.ts";
import type { Vacation } from "./vacation.ts";

export type Status = "active" | "finished" | "cancelled";

/** What stands open between the players, at most one of a kind. */
export type Offers = {
	readonly draw: { readonly by: Side; readonly at: number } | null;
	/** `ply`: the state to return to. */
	readonly takeback: { readonly by: Side; readonly ply: number; readonly at: number } | null;
	readonly time: { readonly by: Side; readonly timeControl: TimeControl; readonly at: number } | null;
};

/** A past turn that was charged while nobody knew whether the service had been reachable. */
export type Unsettled = { readonly ply: number; readonly turn: Turn; readonly moved: number; readonly used: number };

export type MatchState = {
	/** Number of the last event. */
	readonly seq: number;
	readonly game: Game;
	readonly rules: RuleSet;
	readonly players: Sides<PlayerId>;
	readonly colours: Sides<string>;
	readonly timeControl: TimeControl;
	readonly firstMove: number;
	readonly pauses: { readonly vacation: boolean; readonly rest: boolean };
	/** The rest windows that each side's next turn begins with. */
	readonly rest: Sides<RestSchedule | null>;
	readonly vacations: Sides<readonly Vacation[]>;
	readonly rated: boolean;
	readonly visibility: Visibility;
	readonly challenge: string | null;
	readonly status: Status;
	readonly result: Outcome | null;
	readonly accounts: Accounts;
	/** The running turn; null when the game is over. */
	readonly turn: Turn | null;
	readonly offers: Offers;
	/** The ply at which each side last offered a draw: it may do so again once it has moved. */
	readonly drawOffered: Sides<number | null>;
	/** How often each side has asked for a take-back or another time control since the last move. */
	readonly wishes: Sides<number>;
	readonly unsettled: readonly Unsettled[];
	readonly createdAt: number;
	/** Instant of each half-move, passes included, in order. */
	readonly playedAt: readonly number[];
	/** The accounts with which the turn after so many half-moves began: what a take-back returns to. */
	readonly accountsAt: readonly Accounts[];
	/** Instant of the last event. */
	readonly updatedAt: number;
};

const NO_WISHES: Sides<number> = { white: 0, black: 0 };
const NO_OFFERS: Offers = { draw: null, takeback: null, time: null };

/**
 * The state after one more event.
 * @throws when the event does not fit: a log that does not replay is a bug, never an answer to a player
 */
export function evolve(state: MatchState | null, event: GameEvent): MatchState {
	if (event.type === "created") {
		if (state || event.seq !== 1) throw new Error("a game is created once, by its first event");
		const accounts = openAccounts(event.timeControl);
		const begun = {
			seq: 1,
			game: newGame(event.rules, event.expansions),
			rules: event.rules,
			players: { white: event.white, black: event.black },
			colours: event.colours,
			timeControl: event.timeControl,
			firstMove: event.firstMove,
			pauses: event.pauses,
			rest: event.rest ?? { white: null, black: null },
			vacations: event.vacations ?? { white: [], black: [] },
			rated: event.rated,
			visibility: event.visibility,
			challenge: event.challenge,
			status: "active",
			result: null,
			accounts,
			turn: null,
			offers: NO_OFFERS,
			drawOffered: { white: null, black: null },
			wishes: NO_WISHES,
			unsettled: [],
			createdAt: event.at,
			playedAt: [],
			accountsAt: [accounts],
			updatedAt: event.at,
		} as const;
		return { ...begun, turn: turnOf(begun, event.at, event.deadline) };
	}
	if (!state || event.seq !== state.seq + 1) throw new Error(`event ${event.seq} does not follow ${state?.seq ?? 0}`);
	const next = { ...state, seq: event.seq, updatedAt: event.at };
	switch (event.type) {
		case "moved": {
			const accounts = { ...state.accounts, [event.side]: event.remaining };
			const draw = event.offersDraw ? { by: event.side, at: event.at } : state.offers.draw;
			const moved = {
				...next,
				...played(state, event.move, event.at, accounts),
				// An offer dies when the side it was made to moves; a wish to take back dies with any move.
				offers: { ...state.offers, draw: draw?.by === event.side ? draw : null, takeback: null },
				wishes: NO_WISHES,
				drawOffered: event.offersDraw ? { ...state.drawOffered, [event.side]: event.ply - 1 } : state.drawOffered,
				unsettled:
					event.unsettled && state.turn
						? [...state.unsettled, unsettled(state, event.used, event.at)]
						: state.unsettled,
			};
			return { ...moved, turn: turnOf(moved, event.at, event.deadline) };
		}
		case "passed": {
			const passed = { ...next, ...played(state, "pass", event.at, state.accounts) };
			return { ...passed, turn: turnOf(passed, event.at, event.deadline) };
		}
		case "credited":
			return { ...next, ...credited(state, event) };
		case "rest":
			return { ...next, rest: { ...state.rest, [event.side]: event.schedule } };
		case "paused": {
			const { from, to, vacation: id } = event;
			const vacations = { ...state.vacations, [event.side]: [...state.vacations[event.side], { id, from, to }] };
			return { ...next, vacations, turn: withDeadline(state.turn, event.deadline) };
		}
		case "resumed": {
			const ended = state.vacations[event.side].map((one) =>
				one.id === event.vacation ? { ...one, to: event.to } : one,
			);
			const vacations = { ...state.vacations, [event.side]: ended };
			return { ...next, vacations, turn: withDeadline(state.turn, event.deadline) };
		}
		case "offered": {
			const { at, side: by } = event;
			switch (event.offer) {
				case "draw": {
					const drawOffered = { ...state.drawOffered, [by]: state.game.plies.length };
					return { ...next, drawOffered, offers: { ...state.offers, draw: { by, at } } };
				}
				case "takeback":
					return { ...wished(next, by), offers: { ...state.offers, takeback: { by, at, ply: event.ply } } };
				case "time": {
					const { timeControl } = event;
					return { ...wished(next, by), offers: { ...state.offers, time: { by, at, timeControl } } };
				}
			}
			break;
		}
		case "declined":
		case "withdrawn":
			return { ...next, offers: without(state.offers, event.offer) };
		case "accepted":
			return accepted(next, event);
		case "cancelled":
			return { ...next, ...over(state, event), status: "cancelled" };
		case "ended":
			return { ...next, ...over(state, event), status: "finished", result: event.result };
	}
	throw new Error(`no such event: ${JSON.stringify(event)}`);
}

function wished(state: MatchState, side: Side): MatchState {
	return { ...state, wishes: { ...state.wishes, [side]: state.wishes[side] + 1 } };
}

/** The turn that begins now. Its deadline stands in the event: nothing here works out a time zone. */
function turnOf(state: Omit<MatchState, "turn">, began: number, deadline: number | null): Turn | null {
	return { ...openTurn(state, began), deadline };
}

function openTurn(state: Omit<MatchState, "turn">, began: number): Omit<Turn, "deadline"> {
	const side = state.game.toMove;
	const first = state.game.plies.length < 2 ? state.firstMove : null;
	return {
		side,
		began,
		allowance: allowanceOf(state.timeControl, state.accounts, side, first),
		rest: state.rest[side],
		outages: [],
	};
}

function withDeadline(turn: Turn | null, deadline: number | null): Turn | null {
	return turn && { ...turn, deadline };
}

function unsettled(state: MatchState, used: number, moved: number): Unsettled {
	if (!state.turn) throw new Error("a move without a running turn");
	return { ply: state.game.plies.length, turn: state.turn, moved, used };
}

function credited(state: MatchState, event: Credited): Partial<MatchState> {
	if (!state.turn) throw new Error("a credit without a running turn");
	if (event.ply === undefined) {
		const gaps = event.gaps ?? [{ from: state.turn.began, to: state.turn.began + event.ms }];
		return { turn: { ...state.turn, deadline: event.deadline, outages: gaps } };
	}
	const { ms, ply: settled } = event;
	const { allowance, side } = state.turn;
	const running = side === event.side && allowance !== null ? { allowance: allowance + ms } : {};
	const most = capOf(state.timeControl) ?? Number.POSITIVE_INFINITY;
	// A take-back returns to accounts that this was owed to as well.
	const repaid = (then: Accounts) => ({ ...then, [event.side]: Math.min(most, (then[event.side] ?? 0) + ms) });
	return {
		accountsAt: state.accountsAt.map((then, ply) => (ply > settled ? repaid(then) : then)),
		accounts: { ...state.accounts, [event.side]: event.remaining ?? null },
		turn: { ...state.turn, ...running, deadline: event.deadline },
		unsettled: state.unsettled.filter(({ ply }) => ply !== event.ply),
	};
}

function accepted(state: MatchState, event: Accepted & GameEvent): MatchState {
	const offers = without(state.offers, event.offer);
	switch (event.offer) {
		case "draw":
			return { ...state, offers };
		case "takeback": {
			const back = {
				...state,
				...takenBack(state, event.ply),
				accounts: event.accounts,
				offers: { ...NO_OFFERS, time: state.offers.time },
				drawOffered: { white: null, black: null },
				wishes: NO_WISHES,
				unsettled: state.unsettled.filter(({ ply }) => ply < event.ply),
			};
			return { ...back, turn: turnOf(back, event.at, event.deadline) };
		}
		case "time": {
			const { accounts, timeControl } = event;
			const accountsAt = state.accountsAt.map(() => accounts);
			const anew = { ...state, offers, timeControl, accounts, accountsAt, unsettled: [] };
			return { ...anew, turn: turnOf(anew, event.at, event.deadline) };
		}
	}
}

/** The game as it stood after so many half-moves. */
function takenBack(state: MatchState, ply: number): Pick<MatchState, "game" | "playedAt" | "accountsAt"> {
	let game = newGame(state.rules, state.game.expansions);
	for (const { text } of state.game.plies.slice(0, ply)) game = playText(game, text);
	return { game, playedAt: state.playedAt.slice(0, ply), accountsAt: state.accountsAt.slice(0, ply + 1) };
}

function without(offers: Offers, kind: OfferKind): Offers {
	return { ...offers, [kind]: null };
}

function over(
	state: MatchState,
	event: (Ended | Cancelled) & { readonly at: number },
): Pick<MatchState, "turn" | "accounts" | "offers" | "unsettled"> {
	const { turn } = state;
	const accounts = turn && {
		...state.accounts,
		// The oldest logs do not say: they know no pauses, so the time is plain to work out.
		[turn.side]:
			event.remaining !== undefined
				? event.remaining
				: accountAfter(state.accounts, turn, workingTime({ from: turn.began, to: event.at }, turn.outages)),
	};
	return { turn: null, accounts: accounts ?? state.accounts, offers: NO_OFFERS, unsettled: [] };
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

function played(
	state: MatchState,
	text: string,
	at: number,
	accounts: Accounts,
): Pick<MatchState, "game" | "accounts" | "playedAt" | "accountsAt"> {
	return {
		game: playText(state.game, text),
		accounts,
		playedAt: [...state.playedAt, at],
		accountsAt: [...state.accountsAt, accounts],
	};
}

function playText(game: Game, text: string): Game {
	const move = parseMove(game, text);
	if (!move.ok) throw new Error(`a stored move does not replay: ${text} (${move.error.reason})`);
	return playMove(game, move.value);
}
