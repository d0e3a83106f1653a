/** Which event tells whom what. A notice is derived from the log alone, so it can be derived again and is the same. */
import { mustPass } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import type { GameEvent, Outcome } from "./event.ts";
import type { MatchState } from "./state.ts";
import type { PlayerId, TimeControl } from "./terms.ts";

export type NoticeKind = "game-started" | "your-turn" | "game-over";

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
			if (after.game.result || mustPass(after.game)) return [];
			return after.turn ? [notice("your-turn", after.turn.side, event, after)] : [];
		}
		case "ended":
			return [notice("game-over", "white", event, after), notice("game-over", "black", event, after)];
		case "cancelled":
			// Who called it off knows; the other is told.
			return [notice("game-over", otherSide(event.side), event, after)];
		case "credited":
			return [];
	}
}

function notice(kind: NoticeKind, seat: Side, event: GameEvent, after: MatchState): Notice {
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
		status: after.status,
		result: after.result,
	};
}
