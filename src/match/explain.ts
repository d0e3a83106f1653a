/** A deadline explained: every charge, pause, credit and rule that made it, from the log alone. All instants and spans in ms. */
import type { Side } from "../engine/piece.ts";
import { type Accounts, stopsOf, usedTime } from "./clock.ts";
import type { GameEvent, OfferKind } from "./event.ts";
import { type Interval, overlap } from "./intervals.ts";
import { type RestSchedule, restBetween } from "./rest.ts";
import { evolve, type MatchState } from "./state.ts";
import type { TimeControl } from "./terms.ts";
import { publicEvent } from "./view.ts";

/** A stretch in which the running turn's clock stands. Stretches of different kinds may overlap: they count once. */
export type Stop = Interval & { readonly kind: "rest" | "vacation" | "outage" };

export type TurnExplained = {
	readonly side: Side;
	readonly ply: number;
	readonly began: number;
	/** Working time it may take; null in an unlimited game. */
	readonly allowance: number | null;
	/** Working time used so far. */
	readonly used: number;
	readonly left: number | null;
	readonly deadline: number | null;
	/** Every stop between its beginning and its deadline. */
	readonly stops: readonly Stop[];
	/** How much of the time from its beginning to its deadline they cover together. */
	readonly stopped: number;
	/** The rest windows it is counted with. */
	readonly rest: RestSchedule | null;
};

/** One thing of the log that set, charged, stopped or moved a clock; `deadline` is the running turn's after it. */
export type ClockEntry = {
	readonly seq: number;
	readonly at: number;
	readonly side: Side;
	readonly deadline: number | null;
} & (
	| { readonly kind: "began"; readonly accounts: Accounts }
	/** `stopped`: how much of the turn was not counted. */
	| {
			readonly kind: "charged";
			readonly ply: number;
			readonly used: number;
			readonly stopped: number;
			readonly remaining: number | null;
	  }
	| { readonly kind: "passed"; readonly ply: number }
	| { readonly kind: "credited"; readonly ms: number; readonly gaps: readonly Interval[]; readonly ply: number | null }
	| { readonly kind: "rest"; readonly schedule: RestSchedule | null }
	| { readonly kind: "paused"; readonly from: number; readonly to: number }
	| { readonly kind: "resumed"; readonly to: number }
	| { readonly kind: "set-back"; readonly offer: OfferKind; readonly ply: number; readonly accounts: Accounts }
	| {
			readonly kind: "agreed";
			readonly offer: OfferKind;
			readonly timeControl: TimeControl;
			readonly accounts: Accounts;
	  }
	| { readonly kind: "stopped"; readonly used: number; readonly remaining: number | null; readonly timeout: boolean }
);

export type ClockExplained = {
	readonly timeControl: TimeControl;
	readonly firstMove: number;
	readonly pauses: MatchState["pauses"];
	/** Null when the game is over. */
	readonly turn: TurnExplained | null;
	/** In the order of the log. */
	readonly entries: readonly ClockEntry[];
};

/**
 * @param log the whole log of a game, from its first event on
 * @param plays whether it is explained to a player: others are not told when somebody rests
 */
export function explainClock(log: readonly GameEvent[], now: number, plays = true): ClockExplained | null {
	let state: MatchState | null = null;
	const entries: ClockEntry[] = [];
	for (const event of log) {
		const after = evolve(state, event);
		const entry = entryOf(plays ? event : publicEvent(event), state, after);
		if (entry) entries.push(entry);
		state = after;
	}
	if (!state) return null;
	const { firstMove, pauses, timeControl } = state;
	return { timeControl, firstMove, pauses, turn: explainTurn(state, Math.max(now, state.updatedAt), plays), entries };
}

function explainTurn(state: MatchState, now: number, plays: boolean): TurnExplained | null {
	const { turn } = state;
	if (!turn) return null;
	const { allowance, began, deadline, outages, rest, side } = turn;
	const vacations = state.vacations[side];
	const until = Math.max(deadline ?? now, began);
	const used = usedTime(turn, vacations, now);
	const stops = [
		...restBetween(plays ? rest : null, began, until).map((one) => ({ kind: "rest", ...one }) as const),
		...vacations.map(({ from, to }) => ({ kind: "vacation", from, to }) as const),
		...outages.map((one) => ({ kind: "outage", ...one }) as const),
	];
	return {
		side,
		ply: state.game.plies.length,
		began,
		allowance,
		used,
		left: allowance === null ? null : Math.max(0, allowance - used),
		deadline,
		stops: stops.filter(({ from, to }) => to > began && from < until).sort((a, b) => a.from - b.from),
		stopped: overlap({ from: began, to: until }, stopsOf(turn, vacations, until)),
		rest: plays ? rest : null,
	};
}

function entryOf(event: GameEvent, before: MatchState | null, after: MatchState): ClockEntry | null {
	const { at, seq } = event;
	const deadline = after.turn?.deadline ?? null;
	const entry = { seq, at, deadline };
	switch (event.type) {
		case "created":
			return { ...entry, kind: "began", side: "white", accounts: after.accounts };
		case "moved": {
			const { ply, remaining, side, used } = event;
			const stopped = Math.max(0, at - (before?.turn?.began ?? at) - used);
			return { ...entry, kind: "charged", side, ply, used, stopped, remaining };
		}
		case "passed":
			return { ...entry, kind: "passed", side: event.side, ply: event.ply };
		case "credited": {
			const { gaps, ms, ply, side } = event;
			return { ...entry, kind: "credited", side, ms, gaps: gaps ?? [], ply: ply ?? null };
		}
		case "rest":
			return { ...entry, kind: "rest", side: event.side, schedule: event.schedule };
		case "paused":
			return { ...entry, kind: "paused", side: event.side, from: event.from, to: event.to };
		case "resumed":
			return { ...entry, kind: "resumed", side: event.side, to: event.to };
		case "accepted": {
			const { offer, side } = event;
			if (offer === "draw") return null;
			if (offer === "takeback")
				return { ...entry, kind: "set-back", side, offer, ply: event.ply, accounts: event.accounts };
			return { ...entry, kind: "agreed", side, offer, timeControl: event.timeControl, accounts: event.accounts };
		}
		case "cancelled":
		case "ended": {
			const side = before?.turn?.side;
			if (!side || event.used === undefined) return null;
			const timeout = event.type === "ended" && event.result.reason === "timeout";
			return { ...entry, kind: "stopped", side, used: event.used, remaining: event.remaining ?? null, timeout };
		}
		case "offered":
		case "declined":
		case "withdrawn":
			return null;
	}
}
