/** A game as one reader sees it: the contract's `GET /v1/games/{id}`, without names and without the service's own clock. */
import { boardOf, legalMoves, makeMove, reserveOf } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import type { Place } from "../engine/hex.ts";
import type { Move } from "../engine/move.ts";
import type { Expansion, Side } from "../engine/piece.ts";
import { remaining } from "./clock.ts";
import { makeDuration } from "./duration.ts";
import type { GameEvent, Outcome } from "./event.ts";
import { type MatchState, type Status, seatOf } from "./state.ts";
import type { PlayerId, TimeControl, Visibility } from "./terms.ts";

export type ClockView = {
	/** ISO 8601; null when untimed. */
	readonly remaining: string | null;
	/** RFC 3339; null for the side that is not to move. */
	readonly deadline: string | null;
};

export type SeatView = {
	readonly player: { readonly id: PlayerId };
	readonly colour: string;
	readonly clock: ClockView;
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
	readonly offers: { readonly draw: null; readonly takeback: null };
	readonly you: { readonly seat: Side } | null;
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
		const left = out ? 0 : remaining(state.timeControl, state.accounts, state.turn, which, now);
		return {
			player: { id: state.players[which] },
			colour: state.colours[which],
			clock: {
				remaining: left === null ? null : makeDuration(left),
				deadline: state.turn?.side === which && deadline !== null ? instant(deadline) : null,
			},
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
		offers: { draw: null, takeback: null },
		you: seat ? { seat } : null,
	};
}

/** An event as the API tells it: instants in RFC 3339, spans as ISO 8601 durations, `type` first among its own. */
export function eventView(event: GameEvent): Readonly<Record<string, unknown>> {
	const { seq, at, type, ...rest } = event;
	const body: Record<string, unknown> = { seq, at: instant(at), type };
	for (const [name, value] of Object.entries(rest)) {
		if (name === "deadline") body[name] = value === null ? null : instant(value as number);
		else if (name === "used" || name === "remaining" || name === "firstMove") {
			body[name] = value === null ? null : makeDuration(value as number);
		} else if (name === "ms") body.credit = makeDuration(value as number);
		else body[name] = value;
	}
	return body;
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
