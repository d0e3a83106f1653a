/** What one player may offer the other: a draw, to take a move back, another time control; and a draw that the rules let be claimed. */
import { claimableDraw } from "../engine/game.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { openAccounts } from "./clock.ts";
import type { Facts, PlayerCommand, Refusal } from "./command.ts";
import { type Draft, happen, turnAfter } from "./draft.ts";
import type { OfferKind } from "./event.ts";
import { end } from "./flag.ts";
import type { MatchState } from "./state.ts";
import { checkTimeControl, type TimeControl } from "./terms.ts";

/** So many times between two moves a side may ask for a take-back or another time control: each is a mail to the other. */
export const MOST_WISHES = 4;

type Of<T extends PlayerCommand["type"]> = Extract<PlayerCommand, { readonly type: T }>;
type Answer = Result<Draft, Refusal>;

/**
 * A draw offered, answered or claimed. An offer stands until the side it was made to answers or moves; offering while
 * the other side's stands accepts it. The same side may offer again once two half-moves have been played.
 */
export function askDraw(draft: Draft, seat: Side, command: Of<"draw">, at: number): Answer {
	const { state } = draft;
	const standing = state.offers.draw;
	switch (command.action) {
		case "offer":
			if (standing?.by === seat) return ok(draft);
			if (standing) return ok(agreeDraw(draft, seat, at));
			if (!mayOfferDraw(state, seat)) return err({ code: "ERR_OFFER_AGAIN" });
			return ok(happen(draft, { type: "offered", side: seat, offer: "draw" }, at));
		case "accept":
			return answered(state, seat, "draw") ?? ok(agreeDraw(draft, seat, at));
		case "claim":
			if (!mayClaim(state, seat)) return err({ code: "ERR_NO_CLAIM" });
			return ok(end(draft, { winner: null, reason: "claim" }, at));
		case "decline":
		case "withdraw":
			return refuse(draft, seat, "draw", command.action, at);
	}
}

/** Whether a side that has no offer standing may make one: once in any two half-moves, so with each move of its own. */
export function mayOfferDraw(state: MatchState, seat: Side): boolean {
	const last = state.drawOffered[seat];
	const ply = state.game.plies.length;
	return last === null || ply < last || ply >= last + 2;
}

/**
 * Whether a side may claim a draw: the rule set lets a third occurrence be claimed, and the position has stood so often
 * at some time since that side's own last move. So the claim outlives the opponent's move, and ends with one's own; a
 * pass that the service plays is nobody's move, and takes no claim away.
 */
export function mayClaim(state: MatchState, seat: Side): boolean {
	const own = lastOwnMove(state, seat);
	return claimableDraw(state.game, own < 0 ? state.game.plies.length : own + 1);
}

/** A move to be taken back in a casual game, and the answer. The wish dies when anybody moves. */
export function askTakeback(draft: Draft, seat: Side, command: Of<"takeback">, at: number): Answer {
	const { state } = draft;
	const standing = state.offers.takeback;
	switch (command.action) {
		case "ask": {
			if (state.rated) return err({ code: "ERR_RATED_GAME" });
			const ply = plyToReturnTo(state, seat, command.ply);
			if (ply === null) return err({ code: "ERR_NOTHING_TO_TAKE_BACK" });
			if (standing?.by === seat && standing.ply === ply) return ok(draft);
			// Two wishes at once could cross: the other side's is to be answered first.
			if (standing && standing.by !== seat) return err({ code: "ERR_OFFER_AGAIN" });
			if (state.wishes[seat] >= MOST_WISHES) return err({ code: "ERR_OFFER_AGAIN" });
			return ok(happen(draft, { type: "offered", side: seat, offer: "takeback", ply }, at));
		}
		case "accept": {
			const refusal = answered(state, seat, "takeback");
			if (refusal) return refusal;
			const ply = standing?.ply ?? 0;
			if (command.ply !== undefined && command.ply !== ply) return err({ code: "ERR_NO_OFFER" });
			const accounts = state.accountsAt[ply] ?? state.accounts;
			const { deadline } = turnAfter(state, accounts, ply, at);
			return ok(happen(draft, { type: "accepted", side: seat, offer: "takeback", ply, accounts, deadline }, at));
		}
		case "decline":
		case "withdraw":
			return refuse(draft, seat, "takeback", command.action, at);
	}
}

/**
 * Half-moves that would stand after a take-back: a forced pass is never where a game stops, so it goes with the move
 * before it. Null when none of the asker's own moves would be undone.
 * @param wanted absent: before the asker's last move
 */
function plyToReturnTo(state: MatchState, seat: Side, wanted: number | undefined): number | null {
	const { plies } = state.game;
	const own = lastOwnMove(state, seat);
	let ply = wanted ?? own;
	while (plies[ply]?.move === "pass") ply -= 1;
	return ply >= 0 && ply <= own ? ply : null;
}

/** The half-moves before the last move that a side has made itself; -1: it has made none. */
function lastOwnMove({ game }: MatchState, seat: Side): number {
	return game.plies.findLastIndex(({ move, side }) => side === seat && move !== "pass");
}

/** Another time control by agreement: both clocks begin anew under it. Proposing what the other side proposes accepts it. */
export function askTime(draft: Draft, seat: Side, command: Of<"time">, at: number, facts: Facts): Answer {
	const { state } = draft;
	const standing = state.offers.time;
	switch (command.action) {
		case "propose": {
			const { timeControl } = command;
			const problems = checkTimeControl(timeControl, facts.shortest ?? 0);
			if (problems.length > 0) return err({ code: "ERR_BAD_TIME_CONTROL", problems });
			if (standing && sameControl(standing.timeControl, timeControl)) {
				return ok(standing.by === seat ? draft : retime(draft, seat, timeControl, at));
			}
			if (state.wishes[seat] >= MOST_WISHES) return err({ code: "ERR_OFFER_AGAIN" });
			return ok(happen(draft, { type: "offered", side: seat, offer: "time", timeControl }, at));
		}
		case "accept": {
			const refusal = answered(state, seat, "time");
			if (refusal) return refusal;
			const agreed = standing?.timeControl ?? state.timeControl;
			if (command.timeControl && !sameControl(command.timeControl, agreed)) return err({ code: "ERR_NO_OFFER" });
			return ok(retime(draft, seat, agreed, at));
		}
		case "decline":
		case "withdraw":
			return refuse(draft, seat, "time", command.action, at);
	}
}

function retime(draft: Draft, side: Side, timeControl: TimeControl, at: number): Draft {
	const accounts = openAccounts(timeControl);
	const { deadline } = turnAfter({ ...draft.state, timeControl }, accounts, draft.state.game.plies.length, at);
	return happen(draft, { type: "accepted", side, offer: "time", timeControl, accounts, deadline }, at);
}

function agreeDraw(draft: Draft, side: Side, at: number): Draft {
	const agreed = happen(draft, { type: "accepted", side, offer: "draw" }, at);
	return end(agreed, { winner: null, reason: "agreement" }, at);
}

/** Why an offer cannot be answered by this side; null when it can. */
function answered(state: MatchState, seat: Side, offer: OfferKind): Answer | null {
	const standing = state.offers[offer];
	if (!standing) return err({ code: "ERR_NO_OFFER" });
	return standing.by === seat ? err({ code: "ERR_OWN_OFFER" }) : null;
}

function refuse(draft: Draft, seat: Side, offer: OfferKind, action: "decline" | "withdraw", at: number): Answer {
	const standing = draft.state.offers[offer];
	if (!standing) return err({ code: "ERR_NO_OFFER" });
	if (action === "decline") {
		if (standing.by === seat) return err({ code: "ERR_OWN_OFFER" });
		return ok(happen(draft, { type: "declined", side: seat, offer }, at));
	}
	if (standing.by === otherSide(seat)) return err({ code: "ERR_NO_OFFER" });
	return ok(happen(draft, { type: "withdrawn", side: seat, offer }, at));
}

function sameControl(a: TimeControl, b: TimeControl): boolean {
	const sorted = (control: TimeControl) => JSON.stringify(Object.entries(control).sort());
	return sorted(a) === sorted(b);
}
