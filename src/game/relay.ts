/**
 * What D1 is told of a game: one batch that may be sent again, in any order, and cut anywhere, and comes to the same.
 * Every statement in it stands by its own natural key, and all it writes is made from the log alone.
 */
import { type NewDelivery, noticeId } from "../db/deliveries.ts";
import { type GameRow, recordHistory, snapshotGame } from "../db/games.ts";
import { insertTold } from "../db/targets.ts";
import { makeGameString } from "../engine/gamestring.ts";
import { EXPANSIONS } from "../engine/piece.ts";
import type { GameEvent } from "../match/event.ts";
import { noticesOf } from "../match/notices.ts";
import { evolve, type MatchState } from "../match/state.ts";

/** Events a batch: with two notices each, the batch stays within the fifty queries that the smallest plan allows. */
export const RELAY_EVENTS = 20;

export type RelayBatch = {
	readonly statements: readonly D1PreparedStatement[];
	/** Ids of the mails in it, for the wake-up: what goes elsewhere beside them is found by these. */
	readonly deliveries: readonly string[];
	/** The state after its last event. */
	readonly after: MatchState;
};

/**
 * The batch for events that follow `before`.
 * @param before the state at the relay's cursor; null when nothing has been told yet
 * @param events in order, at least one
 * @param tell false to write history and snapshot only, when everybody has been told before
 */
export function relayBatch(
	db: D1Database,
	game: string,
	before: MatchState | null,
	events: readonly GameEvent[],
	tell = true,
): RelayBatch {
	let state = before;
	const notices: NewDelivery[] = [];
	for (const event of events) {
		state = evolve(state, event);
		if (!tell) continue;
		for (const notice of noticesOf(event, state)) {
			notices.push({
				id: noticeId(game, event.seq, notice.player, "email"),
				game,
				seq: event.seq,
				player: notice.player,
				address: null,
				channel: "email",
				kind: notice.kind,
				payload: notice,
				// Not the relay's clock: the row must be the same whenever it is made.
				dueAt: event.at,
				createdAt: event.at,
			});
		}
	}
	if (!state) throw new Error("a batch without events");
	return {
		statements: [
			recordHistory(db, game, events),
			snapshotGame(db, snapshotOf(game, state)),
			...insertTold(db, notices),
		],
		deliveries: notices.map(({ id }) => id),
		after: state,
	};
}

/** What the lists show of a game. */
function snapshotOf(id: string, state: MatchState): GameRow {
	return {
		id,
		seq: state.seq,
		ply: state.game.plies.length,
		status: state.status,
		winner: state.result?.winner ?? null,
		reason: state.result?.reason ?? null,
		white: state.players.white,
		black: state.players.black,
		toMove: state.turn?.side ?? null,
		deadline: state.turn?.deadline ?? null,
		rules: state.rules.id,
		expansions: EXPANSIONS.filter((one) => state.game.expansions.includes(one)).join(""),
		visibility: state.visibility,
		rated: state.rated,
		gameString: makeGameString(state.game),
		createdAt: state.createdAt,
		updatedAt: state.updatedAt,
		endedAt: state.turn ? null : state.updatedAt,
	};
}

/** The wait before another attempt, ms: doubling from a second to a minute, a random part of it shaved off. */
export function backOff(tries: number, random: number): number {
	return Math.round(Math.min(1_000 * 2 ** Math.min(tries, 10), 60_000) * (1 - random / 4));
}
