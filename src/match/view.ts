/** A game as one reader sees it: the contract's `GET /v1/games/{id}`, without names and without the service's own clock. */
import { boardOf, legalMoves, makeMove, reserveOf } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import type { Place } from "../engine/hex.ts";
import type { Move } from "../engine/move.ts";
import type { Expansion, Side } from "../engine/piece.ts";
import { type Accounts, remaining } from "./clock.ts";
import { makeDuration } from "./duration.ts";
import type { GameEvent, Outcome, Sides } from "./event.ts";
import type { Interval } from "./intervals.ts";
import { mayClaim, mayOfferDraw } from "./offers.ts";
import { restingUntil } from "./rest.ts";
import { type MatchState, type Offers, type Status, seatOf } from "./state.ts";
import type { PlayerId, TimeControl, Visibility } from "./terms.ts";
import type { Vacation } from "./vacation.ts";

export type ClockView = {
	/** ISO 8601; null when untimed. */
	readonly remaining: string | null;
	/** RFC 3339; null for the side that is not to move. */
	readonly deadline: string | null;
};

/** Why a side's clock stands, and until when. */
export type PauseView = { readonly kind: "vacation" | "rest"; readonly until: string };

export type SeatView = {
	readonly player: { readonly id: PlayerId };
	readonly colour: string;
	readonly clock: ClockView;
	/** Null while its clock would run. */
	readonly pause: PauseView | null;
};

export type LastMoveView = {
	readonly move: string;
	/** Null for a pass. */
	readonly piece: string | null;
	readonly from: Place | null;
	readonly to: Place | null;
	readonly at: string;
};

export type GameView = {
	readonly id: string;
	readonly seq: number;
	readonly ply: number;
	readonly status: Status;
	readonly result: Outcome | null;
	readonly rules: { readonly id: string; readonly version: number; readonly expansions: readonly Expansion[] };
	readonly timeControl: TimeControl;
	readonly rated: boolean;
	readonly visibility: Visibility;
	readonly gameString: string;
	readonly white: SeatView;
	readonly black: SeatView;
	readonly toMove: Side | null;
	readonly deadline: string | null;
	readonly createdAt: string;
	readonly updatedAt: string;
	readonly lastMove: LastMoveView | null;
	readonly board: ReturnType<typeof boardOf>;
	readonly reserve: ReturnType<typeof reserveOf>;
	readonly legalMoves: readonly LegalMoveView[];
	readonly offers: OffersView;
	readonly you: { readonly seat: Side; readonly mayOfferDraw: boolean; readonly mayClaimDraw: boolean } | null;
};

/** What stands open between the players. `ply`: the state to return to. */
export type OffersView = {
	readonly draw: { readonly by: Side; readonly at: string } | null;
	readonly takeback: { readonly by: Side; readonly ply: number; readonly at: string } | null;
	readonly time: { readonly by: Side; readonly timeControl: TimeControl; readonly at: string } | null;
};

export type LegalMoveView = { readonly move: string; readonly piece: string | null; readonly to: Place | null };

/**
 * What `viewer` sees.
 * @param viewer null for a spectator
 * @param now ms; only the clocks depend on it
 */
export function gameView(id: string, state: MatchState, viewer: PlayerId | null, now: number): GameView {
	const seat = seatOf(state, viewer);
	const deadline = state.turn?.deadline ?? null;
	const side = (which: Side): SeatView => {
		const out = state.result?.reason === "timeout" && state.result.winner !== which;
		const left = out ? 0 : remaining(state.timeControl, state.accounts, state.turn, which, state.vacations[which], now);
		return {
			player: { id: state.players[which] },
			colour: state.colours[which],
			clock: {
				remaining: left === null ? null : makeDuration(left),
				deadline: state.turn?.side === which && deadline !== null ? instant(deadline) : null,
			},
			pause: pauseOf(state, which, now, seat !== null),
		};
	};
	return {
		id,
		seq: state.seq,
		ply: state.game.plies.length,
		status: state.status,
		result: state.result,
		rules: { id: state.rules.id, version: state.rules.version, expansions: state.game.expansions },
		timeControl: state.timeControl,
		rated: state.rated,
		visibility: state.visibility,
		gameString: makeGameString(state.game),
		white: side("white"),
		black: side("black"),
		toMove: state.turn?.side ?? null,
		deadline: deadline === null ? null : instant(deadline),
		createdAt: instant(state.createdAt),
		updatedAt: instant(state.updatedAt),
		lastMove: lastMove(state),
		board: boardOf(state.game),
		reserve: reserveOf(state.game),
		legalMoves: state.turn ? legalMoves(state.game).map((move) => legalMove(state, move)) : [],
		offers: offersView(state.offers),
		you: seat ? { seat, ...mayDraw(state, seat) } : null,
	};
}

/** Members of events that are instants, and those that are spans, in ms. */
const INSTANTS: ReadonlySet<string> = new Set(["deadline", "from", "to"]);
const SPANS: ReadonlySet<string> = new Set(["used", "remaining", "firstMove"]);

/** An event as the API tells it: instants in RFC 3339, spans as ISO 8601 durations, `type` first among its own. */
export function eventView(event: GameEvent): Readonly<Record<string, unknown>> {
	const { seq, at, type, ...rest } = event;
	const body: Record<string, unknown> = { seq, at: instant(at), type };
	for (const [name, value] of Object.entries(rest)) {
		if (name === "ms") body.credit = makeDuration(value as number);
		else body[name] = told(name, value);
	}
	return body;
}

function told(name: string, value: unknown): unknown {
	if (typeof value === "number") {
		if (INSTANTS.has(name)) return instant(value);
		return SPANS.has(name) ? makeDuration(value) : value;
	}
	if (name === "accounts") {
		const { black, white } = value as Accounts;
		const each = (ms: number | null) => (ms === null ? null : makeDuration(ms));
		return { white: each(white), black: each(black) };
	}
	if (name === "gaps") return (value as readonly Interval[]).map(spanView);
	if (name === "vacations") {
		const { black, white } = value as Sides<readonly Vacation[]>;
		const all = (list: readonly Vacation[]) => list.map(({ id, ...span }) => ({ id, ...spanView(span) }));
		return { white: all(white), black: all(black) };
	}
	return value;
}

/** A stretch of time with its ends in RFC 3339. */
export function spanView({ from, to }: Interval): { readonly from: string; readonly to: string } {
	return { from: instant(from), to: instant(to) };
}

/**
 * An event as those see it who do not play: when somebody rests is for the two to know, and a zone says where they live.
 * The deadlines that come of it stand as they are.
 */
export function publicEvent(event: GameEvent): GameEvent {
	if (event.type === "rest") return { ...event, schedule: null };
	return event.type === "created" && event.rest ? { ...event, rest: { white: null, black: null } } : event;
}

/**
 * Why a side's clock stands at `now` in a game that goes on; the vacation before the rest, being the longer one.
 * @param plays whether who looks plays the game: others are not told when somebody rests
 */
function pauseOf(state: MatchState, side: Side, now: number, plays: boolean): PauseView | null {
	if (!state.turn) return null;
	const vacation = state.vacations[side].find(({ from, to }) => from <= now && now < to);
	if (vacation) return { kind: "vacation", until: instant(vacation.to) };
	if (!plays) return null;
	const until = restingUntil(state.turn.side === side ? state.turn.rest : state.rest[side], now);
	return until === null ? null : { kind: "rest", until: instant(until) };
}

function offersView({ draw, takeback, time }: Offers): OffersView {
	return {
		draw: draw && { by: draw.by, at: instant(draw.at) },
		takeback: takeback && { by: takeback.by, ply: takeback.ply, at: instant(takeback.at) },
		time: time && { by: time.by, timeControl: time.timeControl, at: instant(time.at) },
	};
}

function mayDraw(state: MatchState, seat: Side): { readonly mayOfferDraw: boolean; readonly mayClaimDraw: boolean } {
	if (!state.turn) return { mayOfferDraw: false, mayClaimDraw: false };
	return {
		mayOfferDraw: state.offers.draw === null && mayOfferDraw(state, seat),
		mayClaimDraw: mayClaim(state, seat),
	};
}

/** RFC 3339 in UTC with milliseconds. */
export function instant(ms: number): string {
	return new Date(ms).toISOString();
}

function legalMove(state: MatchState, move: Move): LegalMoveView {
	if (move === "pass") return { move, piece: null, to: null };
	return { move: makeMove(state.game, move), piece: move.piece, to: move.to };
}

function lastMove(state: MatchState): LastMoveView | null {
	const ply = state.game.plies.at(-1);
	const at = state.playedAt.at(-1);
	if (!ply || at === undefined) return null;
	const { move } = ply;
	if (move === "pass") return { move, piece: null, from: null, to: null, at: instant(at) };
	return { move: ply.text, piece: move.piece, from: move.from, to: move.to, at: instant(at) };
}
