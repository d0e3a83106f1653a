/** What a game shows to who asks for it: the game itself, its log, its clocks. Changes nothing. */
import { explainClock } from "../match/explain.ts";
import { mayView, mayViewByKey, seatOf } from "../match/state.ts";
import { gameView, publicEvent } from "../match/view.ts";
import { sideAt } from "./caller.ts";
import { notAfterClock } from "./facts.ts";
import type { Inside } from "./inside.ts";
import type { ClockAnswer, ClockRequest, EventsAnswer, EventsRequest, LookRequest, Seen } from "./request.ts";
import * as store from "./store.ts";

/** The game as one reader sees it; null when there is none or it is not for them. */
export async function look(inside: Inside, request: LookRequest): Promise<Seen | null> {
	const plies = inside.state()?.game.plies.length ?? 0;
	const known = request.turnKey === undefined ? null : await inside.keyring(request.turnKey, plies);
	const state = inside.state();
	const ply = state && known !== null && mayViewByKey(state, known) ? known : null;
	if (!state || (ply === null && !mayView(state, request.viewer))) return null;
	const seat = ply === null ? null : sideAt(ply);
	const key =
		ply === null || seat === null
			? null
			: { player: state.players[seat], seat, ply, live: state.turn !== null && ply === state.game.plies.length };
	const now = Math.max(notAfterClock(request.receivedAt), state.updatedAt);
	const view = gameView(inside.id, state, key?.player ?? request.viewer, now);
	return { view, key, names: store.readNames(inside.sql), now };
}

/** The log after an event; null when there is no game or it is not for the viewer. */
export function readLog(inside: Inside, request: EventsRequest): EventsAnswer | null {
	const state = inside.state();
	if (!state || !mayView(state, request.viewer)) return null;
	const events = store.readEvents(inside.sql, request.after, request.limit);
	return { events: seatOf(state, request.viewer) ? events : events.map(publicEvent), seq: state.seq };
}

/** The clocks explained, from the log; null when there is no game or it is not for the viewer. */
export function readClock(inside: Inside, request: ClockRequest): ClockAnswer | null {
	const state = inside.state();
	if (!state || !mayView(state, request.viewer)) return null;
	const now = Math.max(notAfterClock(request.receivedAt), state.updatedAt);
	const clock = explainClock(store.readEvents(inside.sql, 0, -1), now, seatOf(state, request.viewer) !== null);
	return clock && { clock, players: state.players, seq: state.seq, now };
}
