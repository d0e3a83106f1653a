/**
 * Playing conditional moves. What a line plays is a move of its owner like any other, made through `decide` at that
 * instant: nothing in the log says that it was a line.
 */
import { type Game, makeMove } from "../engine/game.ts";
import type { MoveReason } from "../engine/move.ts";
import { parseMove } from "../engine/movestring.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import type { Facts, RefusalCode } from "./command.ts";
import { decide } from "./decide.ts";
import type { GameEvent, OfferKind, Sides } from "./event.ts";
import { ANY, type Line } from "./lines.ts";
import { evolve, type MatchState } from "./state.ts";

/** What either side has prepared for the other's next move; null: nothing. */
export type Armed = Sides<readonly Line[] | null>;

/** What became of a line, for its owner alone. */
export type LineEntry = {
	readonly side: Side;
	/** ms */
	readonly at: number;
	/** Half-moves played then, the one told of included. */
	readonly ply: number;
} & LineNews;

type LineNews =
	/** `if`: what it answered. */
	| { readonly kind: "played"; readonly if: string; readonly move: string }
	/** The opponent played something else; what had been expected. */
	| { readonly kind: "deviated"; readonly move: string; readonly expected: readonly string[] }
	/** The answer could not be played; `move` null: there was none. */
	| {
			readonly kind: "illegal";
			readonly move: string | null;
			readonly reason: MoveReason | RefusalCode | "MUST_PASS" | "NO_REPLY";
	  }
	/** An offer of the opponent stands: its owner is asked, and nothing was played. */
	| { readonly kind: "offer"; readonly offer: OfferKind; readonly move: string | null }
	/** The owner moved by hand. */
	| { readonly kind: "own-move"; readonly move: string }
	| { readonly kind: "taken-back" }
	| { readonly kind: "ended" };

export type Played = {
	/** What the lines added to the log, in order; possibly nothing. */
	readonly events: readonly GameEvent[];
	readonly after: MatchState;
	/** What is left of the lines of both sides. */
	readonly armed: Armed;
	readonly log: readonly LineEntry[];
};

/**
 * Plays the lines that fit what has just happened, to exhaustion: one side's answer may be met by the other's, forced
 * passes in between. Each answer uses up a level of its tree, so it comes to an end.
 * @param before the state before the events
 * @param given what the mover prepares along with the move among the events, checked; null: nothing
 */
export function playLines(
	before: MatchState,
	events: readonly GameEvent[],
	armed: Armed,
	given: readonly Line[] | null,
	facts: Facts,
): Played {
	const plans: Plans = { white: waitFor(armed.white), black: waitFor(armed.black) };
	const log: LineEntry[] = [];
	const further: GameEvent[] = [];
	let state = follow(plans, log, before, events, given);
	for (;;) {
		const side = state.turn?.side;
		const plan = side && plans[side];
		if (!side || plan?.kind !== "answers") break;
		const tell = (news: LineNews) => log.push({ side, at: state.updatedAt, ply: state.game.plies.length, ...news });
		const { line, theirs } = plan;
		const move = line.then ?? null;
		const offer = openOffer(state, otherSide(side));
		plans[side] = null;
		if (offer) {
			tell({ kind: "offer", offer, move });
			break;
		}
		if (move === null) {
			tell({ kind: "illegal", move, reason: "NO_REPLY" });
			break;
		}
		// At that very instant, and by the same facts: what a move by hand would leave in the log, this one leaves too.
		const decided = decide(state, { type: "move", by: state.players[side], move }, state.updatedAt, facts);
		if (!decided.ok) {
			const { error } = decided;
			tell({ kind: "illegal", move, reason: error.code === "ERR_ILLEGAL_MOVE" ? error.refusal.reason : error.code });
			break;
		}
		const answer = decided.value.find((event) => event.type === "moved");
		if (answer) log.push({ side, at: answer.at, ply: answer.ply, kind: "played", if: theirs, move: answer.move });
		further.push(...decided.value);
		state = follow(plans, log, state, decided.value, line.next ?? null);
	}
	return { events: further, after: state, armed: { white: left(plans.white), black: left(plans.black) }, log };
}

/** `waits` for the opponent's move, or `answers` the one that was just played. */
type Plan =
	| { readonly kind: "waits"; readonly lines: readonly Line[] }
	| { readonly kind: "answers"; readonly line: Line; readonly theirs: string };
type Plans = { white: Plan | null; black: Plan | null };

function waitFor(lines: readonly Line[] | null | undefined): Plan | null {
	return lines && lines.length > 0 ? { kind: "waits", lines } : null;
}

function left(plan: Plan | null): readonly Line[] | null {
	return plan?.kind === "waits" ? plan.lines : null;
}

/** Keeps both sides' plans abreast of what happens. Returns the state afterwards. */
function follow(
	plans: Plans,
	log: LineEntry[],
	before: MatchState,
	events: readonly GameEvent[],
	given: readonly Line[] | null,
): MatchState {
	let state = before;
	for (const event of events) {
		const drop = (side: Side, news: LineNews) => {
			plans[side] = null;
			const ply = "ply" in event && event.ply !== undefined ? event.ply : state.game.plies.length;
			log.push({ side, at: event.at, ply, ...news });
		};
		switch (event.type) {
			case "moved":
			case "passed": {
				const other = otherSide(event.side);
				const move = event.type === "moved" ? event.move : "pass";
				const own = plans[event.side];
				if (event.type === "moved") {
					if (own?.kind === "waits") drop(event.side, { kind: "own-move", move });
					plans[event.side] = waitFor(given);
				} else if (own?.kind === "answers") {
					if (own.line.then === undefined) plans[event.side] = waitFor(own.line.next);
					else drop(event.side, { kind: "illegal", move: own.line.then, reason: "MUST_PASS" });
				}
				const plan = plans[other];
				if (plan?.kind !== "waits") break;
				const line = findLine(plan.lines, state.game, move);
				if (line) plans[other] = { kind: "answers", line, theirs: move };
				else drop(other, { kind: "deviated", move, expected: plan.lines.flatMap((one) => one.if ?? []) });
				break;
			}
			case "ended":
			case "cancelled":
				for (const side of SIDES) if (plans[side]) drop(side, { kind: "ended" });
				break;
			case "accepted":
				if (event.offer !== "takeback") break;
				for (const side of SIDES) if (plans[side]) drop(side, { kind: "taken-back" });
		}
		state = evolve(state, event);
	}
	return state;
}

const SIDES: readonly Side[] = ["white", "black"];

/** The line that answers a move: one that names it before one for any. @param move canonical */
function findLine(lines: readonly Line[], game: Game, move: string): Line | undefined {
	const names = (text: string | undefined): boolean => {
		if (move === "pass" || text === undefined) return move === "pass" && text === undefined;
		const read = parseMove(game, text);
		return read.ok && makeMove(game, read.value) === move;
	};
	return lines.find((line) => names(line.if)) ?? lines.find((line) => line.if === ANY);
}

function openOffer({ offers }: MatchState, by: Side): OfferKind | null {
	return OFFERS.find((kind) => offers[kind]?.by === by) ?? null;
}

const OFFERS: readonly OfferKind[] = ["draw", "takeback", "time"];
