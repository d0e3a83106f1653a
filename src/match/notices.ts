/** Which event tells whom what. A notice is derived from the log alone, so it can be derived again and is the same. */
import { mustPass } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import type { Accepted, GameEvent, OfferKind, Outcome } from "./event.ts";
import type { Interval } from "./intervals.ts";
import type { MatchState } from "./state.ts";
import type { PlayerId, TimeControl } from "./terms.ts";

export type NoticeKind = "game-started" | "your-turn" | "reminder" | "game-over" | "offer" | "vacation";

/** What has become of an offer. */
export type OfferNews = {
	readonly action: "offered" | "accepted" | "declined";
	readonly offer: OfferKind;
	/** Of a take-back: half-moves that stand after it. */
	readonly ply?: number;
	/** Of another time control. */
	readonly timeControl?: TimeControl;
};

/** All that a letter, a webhook or a push needs to say, and nothing that names a person. */
export type Notice = {
	readonly kind: NoticeKind;
	/** Whom it tells. */
	readonly player: PlayerId;
	readonly seat: Side;
	readonly opponent: PlayerId;
	readonly seq: number;
	/** When it happened, ms. */
	readonly at: number;
	readonly ply: number;
	readonly gameString: string;
	readonly rules: { readonly id: string; readonly version: number };
	readonly colours: { readonly white: string; readonly black: string };
	readonly timeControl: TimeControl;
	/** It is the reader's move now: the notice carries a turn key and a deadline. */
	readonly yourTurn: boolean;
	/** When the reader's flag falls, ms. */
	readonly deadline: number | null;
	/** The opponent has offered a draw that waits for the reader's answer. */
	readonly drawOffered: boolean;
	/** The offer that this is about, or that made it the reader's move; else null. */
	readonly news: OfferNews | null;
	/** The opponent's vacation that this is about; else null. */
	readonly vacation: Interval | null;
	readonly status: MatchState["status"];
	readonly result: Outcome | null;
};

/**
 * The notices of one event, at most one for each player.
 * A move after which the service passes, or which ends the game, is told by the event that follows it: everybody hears
 * of one command once.
 * @param after the state after the event
 */
export function noticesOf(event: GameEvent, after: MatchState): readonly Notice[] {
	switch (event.type) {
		case "created":
			return [notice("game-started", "white", event, after), notice("game-started", "black", event, after)];
		case "moved":
		case "passed": {
			if (after.game.result || mustPass(after.game) || !after.turn) return [];
			const turn = notice("your-turn", after.turn.side, event, after);
			const { draw } = after.offers;
			// Who was passed for is not to move, and has to hear of a draw offered with the move before by itself.
			const unheard = event.type === "passed" && draw?.by === after.turn.side && draw.at === event.at;
			if (!unheard) return [turn];
			const news = { action: "offered", offer: "draw" } as const;
			return [turn, notice("offer", event.side, event, after, { news })];
		}
		case "ended":
			return [notice("game-over", "white", event, after), notice("game-over", "black", event, after)];
		case "cancelled":
			// Who called it off knows; the other is told.
			return [notice("game-over", otherSide(event.side), event, after)];
		case "offered": {
			const { side, type: _, seq: __, at: ___, ...offer } = event;
			return [notice("offer", otherSide(side), event, after, { news: { action: "offered", ...offer } })];
		}
		case "declined":
			return [
				notice("offer", otherSide(event.side), event, after, { news: { action: "declined", offer: event.offer } }),
			];
		case "accepted":
			return accepted(event, after);
		case "paused": {
			const { from, side, to } = event;
			return [notice("vacation", otherSide(side), event, after, { vacation: { from, to } })];
		}
		case "credited":
		case "rest":
		case "resumed":
		case "withdrawn":
			return [];
	}
}

/**
 * Who offered a draw hears of the end by itself. After a take-back somebody is to move, and is told so; who asked for it
 * and is not to move hears that it was granted.
 */
function accepted(event: Accepted & GameEvent, after: MatchState): readonly Notice[] {
	const maker = otherSide(event.side);
	switch (event.offer) {
		case "draw":
			return [];
		case "takeback": {
			const news = { action: "accepted", offer: "takeback", ply: event.ply } as const;
			const toMove = after.turn?.side ?? maker;
			const turn = notice("your-turn", toMove, event, after, { news });
			return toMove === maker ? [turn] : [turn, notice("offer", maker, event, after, { news })];
		}
		case "time": {
			const news = { action: "accepted", offer: "time", timeControl: event.timeControl } as const;
			return [notice("offer", maker, event, after, { news })];
		}
	}
}

/**
 * That time is running out for the side to move. It comes from no event: the clock makes it, on the player's schedule.
 * @param seq of the event that began the turn
 * @param at when it was due, ms
 */
export function reminderOf(state: MatchState, seq: number, at: number): Notice | null {
	return state.turn && notice("reminder", state.turn.side, { seq, at }, state);
}

function notice(
	kind: NoticeKind,
	seat: Side,
	event: { readonly seq: number; readonly at: number },
	after: MatchState,
	about: { readonly news?: OfferNews; readonly vacation?: Interval } = {},
): Notice {
	const yourTurn = after.turn?.side === seat;
	return {
		kind,
		player: after.players[seat],
		seat,
		opponent: after.players[otherSide(seat)],
		seq: event.seq,
		at: event.at,
		ply: after.game.plies.length,
		gameString: makeGameString(after.game),
		rules: { id: after.rules.id, version: after.rules.version },
		colours: after.colours,
		timeControl: after.timeControl,
		yourTurn,
		deadline: yourTurn ? (after.turn?.deadline ?? null) : null,
		drawOffered: after.offers.draw?.by === otherSide(seat),
		news: about.news ?? null,
		vacation: about.vacation ?? null,
		status: after.status,
		result: after.result,
	};
}
