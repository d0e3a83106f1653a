/** `decide`: the one way to change a game. A pure function from the state, what is asked and the instant to what happens. */
import { makeMove, mustPass, parseMove, playMove } from "../engine/game.ts";
import { otherSide } from "../engine/piece.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { type Accounts, beginTurn, chargeMove, openAccounts, owedCredit, type Turn, usedTime } from "./clock.ts";
import type { Command, Create, Facts, PlayerCommand, Refusal } from "./command.ts";
import type { GameEvent, Happening } from "./event.ts";
import { evolve, type MatchState, seatOf } from "./state.ts";
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
		return state ? err({ code: "ERR_GAME_EXISTS" }) : ok(numbered(null, now, [created(command, now)]));
	}
	if (!state) return err({ code: "ERR_NO_GAME" });
	const at = Math.max(now, state.updatedAt);
	if (command.type === "tick") return ok(numbered(state, at, lookAtClock(state, at, facts)));
	const happenings = play(state, command, at);
	return happenings.ok ? ok(numbered(state, at, happenings.value)) : happenings;
}

/** The next instant at which the clock wants to be looked at: the deadline, ms; null when no flag can fall. */
export function nextTick(state: MatchState): number | null {
	return state.turn?.deadline ?? null;
}

function created(command: Create, now: number): Happening {
	const { terms } = command;
	const accounts = openAccounts(terms.timeControl);
	return {
		type: "created",
		rules: terms.rules,
		expansions: terms.expansions,
		white: command.white,
		black: command.black,
		colours: command.colours,
		timeControl: terms.timeControl,
		firstMove: command.firstMove,
		pauses: terms.pauses,
		rated: terms.rated,
		visibility: terms.visibility,
		challenge: command.challenge,
		deadline: beginTurn(terms.timeControl, accounts, "white", now, command.firstMove).deadline,
	};
}

/**
 * A flag falls only when the deadline has passed, every fact that bears on it is known, the side to move has been told
 * that it is its turn, and nothing is owed to it. The loser is the side to move, whoever made us look.
 */
function lookAtClock(state: MatchState, now: number, facts: Facts): readonly Happening[] {
	const { turn } = state;
	if (!turn || turn.deadline === null || now <= turn.deadline) return [];
	if (facts.outages === null || !facts.told) return [];
	const owed = owedCredit(turn, facts.outages, now);
	if (owed > 0) {
		const deadline = turn.deadline + owed;
		const credit: Happening = { type: "credited", side: turn.side, ms: owed, reason: "outage", deadline };
		if (now <= deadline) return [credit];
		return [credit, { type: "ended", result: { winner: otherSide(turn.side), reason: "timeout" } }];
	}
	return [{ type: "ended", result: { winner: otherSide(turn.side), reason: "timeout" } }];
}

function play(
	state: MatchState,
	command: PlayerCommand & { readonly by: PlayerId | null },
	at: number,
): Result<readonly Happening[], Refusal> {
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
			return ok(moved(state, state.turn, makeMove(state.game, move.value), at));
		}
		case "resign":
			return ok([{ type: "ended", result: { winner: otherSide(seat), reason: "resignation" } }]);
		case "cancel":
			if (ply >= 2) return err({ code: "ERR_TOO_LATE_TO_CANCEL" });
			return ok([{ type: "cancelled", side: seat }]);
	}
}

/** A legal move and all that follows from it at the same instant: forced passes, played by the service, and the end. */
function moved(state: MatchState, turn: Turn, text: string, at: number): readonly Happening[] {
	const happenings: Happening[] = [];
	const accounts = chargeMove(state.timeControl, state.accounts, turn, at);
	let game = playText(state.game, text);
	const next = () => nextDeadline(state, accounts, game.plies.length, game.result !== null, at);
	happenings.push({
		type: "moved",
		side: turn.side,
		ply: game.plies.length,
		move: text,
		used: usedTime(turn, at),
		remaining: accounts[turn.side],
		deadline: next(),
	});
	let passes = 0;
	while (!game.result && mustPass(game) && passes < 2) {
		const side = game.toMove;
		game = playText(game, "pass");
		passes += 1;
		happenings.push({ type: "passed", side, ply: game.plies.length, deadline: next() });
	}
	if (game.result) happenings.push({ type: "ended", result: game.result });
	// Neither side can ever move again: no rule set names this, and passing for ever is no game.
	else if (passes === 2) happenings.push({ type: "ended", result: { winner: null, reason: "stalemate" } });
	return happenings;
}

function playText(game: MatchState["game"], text: string): MatchState["game"] {
	const move = parseMove(game, text);
	if (!move.ok) throw new Error(`the canonical spelling ${text} is not a legal move: ${move.error.reason}`);
	return playMove(game, move.value);
}

/** The deadline of the turn that begins after `ply` half-moves; null when the game is over or knows no time. */
function nextDeadline(state: MatchState, accounts: Accounts, ply: number, over: boolean, at: number): number | null {
	if (over) return null;
	const side = ply % 2 === 0 ? "white" : "black";
	return beginTurn(state.timeControl, accounts, side, at, ply < 2 ? state.firstMove : null).deadline;
}

function numbered(state: MatchState | null, at: number, happenings: readonly Happening[]): readonly GameEvent[] {
	return happenings.map((one, index) => ({ ...one, seq: (state?.seq ?? 0) + index + 1, at }));
}

/** What a command of a player would lead to, without doing it: the events and the state after them, or the refusal. */
export function foresee(
	state: MatchState,
	command: PlayerCommand & { readonly by: PlayerId | null },
	now: number,
	facts: Facts,
): Result<{ readonly events: readonly GameEvent[]; readonly after: MatchState }, Refusal> {
	const events = decide(state, command, now, facts);
	if (!events.ok) return events;
	return ok({
		events: events.value,
		after: events.value.reduce<MatchState>((before, one) => evolve(before, one), state),
	});
}
