/** `decide`: the one way to change a game. A pure function from the state, what is asked and the instant to what happens. */
import { mustPass, playMove } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import { parseMove } from "../engine/movestring.ts";
import { otherSide } from "../engine/piece.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { accountAfter, addIncrement, beginTurn, keepsAccounts, openAccounts, usedTime } from "./clock.ts";
import type { Command, Create, Facts, PlayerCommand, Refusal } from "./command.ts";
import { type Draft, happen, turnAfter } from "./draft.ts";
import type { Created, GameEvent } from "./event.ts";
import { announce, end, giveBack, lastCharge, lookAtClock } from "./flag.ts";
import { askDraw, askTakeback, askTime, mayOfferDraw } from "./offers.ts";
import { type MatchState, seatOf } from "./state.ts";
import type { PlayerId } from "./terms.ts";

/**
 * What happens when `command` is asked of `state` at `now` (ms): new events in order, possibly none, or a refusal that
 * changes nothing. The order of checks is the HTTP contract's: seat, active, stale, turn, rules.
 * @param state null when the game does not exist yet
 * @param now when the command entered the service; an earlier instant than the last event's counts as that
 */
export function decide(
	state: MatchState | null,
	command: Command,
	now: number,
	facts: Facts,
): Result<readonly GameEvent[], Refusal> {
	if (command.type === "create") {
		return state ? err({ code: "ERR_GAME_EXISTS" }) : ok([{ ...created(command, now), seq: 1, at: now }]);
	}
	if (!state) return err({ code: "ERR_NO_GAME" });
	const draft = draftOf(state, command, now, facts);
	return draft.ok ? ok(draft.value.events) : draft;
}

/** What a command of a player would lead to, without doing it: the events and the state after them, or the refusal. */
export function foresee(
	state: MatchState,
	command: PlayerCommand & { readonly by: PlayerId | null },
	now: number,
	facts: Facts,
): Result<{ readonly events: readonly GameEvent[]; readonly after: MatchState }, Refusal> {
	const draft = draftOf(state, command, now, facts);
	return draft.ok ? ok({ events: draft.value.events, after: draft.value.state }) : draft;
}

function draftOf(
	state: MatchState,
	command: Exclude<Command, Create>,
	now: number,
	facts: Facts,
): Result<Draft, Refusal> {
	const at = Math.max(now, state.updatedAt);
	const draft: Draft = { state, events: [] };
	switch (command.type) {
		case "tick":
			return ok(lookAtClock(draft, at, facts));
		case "rest":
		case "vacation":
			return ok(announce(draft, command, at));
		default:
			return play(draft, command, at, facts);
	}
}

function created(command: Create, now: number): Created {
	const { terms } = command;
	const { pauses, timeControl } = terms;
	const rest = pauses.rest ? (command.rest ?? { white: null, black: null }) : null;
	const vacations = pauses.vacation ? (command.vacations ?? { white: [], black: [] }) : null;
	const accounts = openAccounts(timeControl);
	const turn = beginTurn(
		timeControl,
		accounts,
		"white",
		now,
		command.firstMove,
		rest?.white ?? null,
		vacations?.white ?? [],
	);
	return {
		type: "created",
		rules: terms.rules,
		expansions: terms.expansions,
		white: command.white,
		black: command.black,
		colours: command.colours,
		timeControl,
		firstMove: command.firstMove,
		pauses,
		...(rest ? { rest } : {}),
		...(vacations ? { vacations } : {}),
		rated: terms.rated,
		visibility: terms.visibility,
		challenge: command.challenge,
		deadline: turn.deadline,
	};
}

function play(
	draft: Draft,
	command: PlayerCommand & { readonly by: PlayerId | null },
	at: number,
	facts: Facts,
): Result<Draft, Refusal> {
	const { state } = draft;
	const seat = seatOf(state, command.by);
	if (!seat) return err({ code: "ERR_NOT_A_PLAYER" });
	if (!state.turn) return err({ code: "ERR_GAME_OVER" });
	const ply = state.game.plies.length;
	const stale =
		(command.ifMatch !== undefined && command.ifMatch !== state.seq) ||
		(command.type === "move" && command.ply !== undefined && command.ply !== ply);
	if (stale) return err({ code: "ERR_STALE", seq: state.seq, ply });
	switch (command.type) {
		case "move": {
			if (state.turn.side !== seat) return err({ code: "ERR_NOT_YOUR_TURN", toMove: state.turn.side });
			const move = parseMove(state.game, command.move);
			if (!move.ok) return err({ code: "ERR_ILLEGAL_MOVE", refusal: move.error });
			const offersDraw = command.offersDraw === true && state.offers.draw?.by !== seat;
			if (offersDraw && !mayOfferDraw(state, seat)) return err({ code: "ERR_OFFER_AGAIN" });
			return ok(moved(draft, move.value, at, facts, offersDraw));
		}
		case "resign":
			return ok(end(draft, { winner: otherSide(seat), reason: "resignation" }, at));
		case "cancel":
			if (ply >= 2) return err({ code: "ERR_TOO_LATE_TO_CANCEL" });
			return ok(happen(draft, { type: "cancelled", side: seat, ...lastCharge(state, at) }, at));
		case "draw":
			return askDraw(draft, seat, command, at);
		case "takeback":
			return askTakeback(draft, seat, command, at);
		case "time":
			return askTime(draft, seat, command, at, facts);
	}
}

/** A legal move and all that follows from it at the same instant: forced passes, played by the service, and the end. */
function moved(before: Draft, move: Move, at: number, facts: Facts, offersDraw: boolean): Draft {
	const charged = keepsAccounts(before.state.timeControl);
	let draft = charged && facts.outages ? giveBack(before, at, facts.outages) : before;
	const { accounts, timeControl, turn, vacations } = draft.state;
	if (!turn) throw new Error("a move without a running turn");
	const { side } = turn;
	const used = usedTime(turn, vacations[side], at);
	const remaining = addIncrement(timeControl, accountAfter(accounts, turn, used));
	const game = playMove(draft.state.game, move);
	const ply = game.plies.length;
	const text = game.plies.at(-1)?.text ?? "pass";
	// Nobody is offered a draw in a game that the move has decided.
	const offer = offersDraw && !game.result ? ({ offersDraw: true } as const) : {};
	const unsettled = charged && facts.outages === null ? ({ unsettled: true } as const) : {};
	const after = { ...accounts, [side]: remaining };
	const deadline = game.result ? null : turnAfter(draft.state, after, ply, at).deadline;
	draft = happen(
		draft,
		{ type: "moved", side, ply, move: text, ...offer, used, remaining, ...unsettled, deadline },
		at,
	);
	let passes = 0;
	while (mustPass(draft.state.game) && passes < 2) {
		const { game: stuck } = draft.state;
		passes += 1;
		const next = turnAfter(draft.state, draft.state.accounts, stuck.plies.length + 1, at);
		const result = playMove(stuck, "pass").result;
		const pass = { type: "passed", side: stuck.toMove, ply: stuck.plies.length + 1 } as const;
		draft = happen(draft, { ...pass, deadline: result ? null : next.deadline }, at);
	}
	const { result } = draft.state.game;
	if (result) return end(draft, result, at);
	// Neither side can ever move again: no rule set names this, and passing for ever is no game.
	return passes === 2 ? end(draft, { winner: null, reason: "stalemate" }, at) : draft;
}
