/** What open sockets of a game are told, in the words of the wire. Nothing is in it that its reader could not fetch. */
import { FIRST_PUBLIC, type Room } from "./chat.ts";
import type { GameEvent, Sides } from "./event.ts";
import { type MatchState, seatOf } from "./state.ts";
import type { PlayerId } from "./terms.ts";
import { eventView, publicEvent } from "./view.ts";

/** Whether each player has the game open. */
export type Presence = Sides<boolean>;

/** What stands beside the log and is one player's own. */
export type Beside = "lines" | "notes";

export type LiveMessage =
	/** The first one: where the game stands. `presence` is null for those who do not play, and so is the room they may not read. */
	| {
			readonly type: "hello";
			readonly seq: number;
			readonly presence: Presence | null;
			/** Number of the last message of each room; 0: there is none. */
			readonly chat: { readonly players: number | null; readonly public: number };
	  }
	/** As `GET …/events` lists it. */
	| { readonly type: "event"; readonly event: Readonly<Record<string, unknown>> }
	/** Somebody has written: a hint to fetch. */
	| { readonly type: "chat"; readonly room: Room; readonly id: number }
	| ({ readonly type: "presence" } & Presence)
	/** The reader's own have changed: a hint to fetch. */
	| { readonly type: "beside"; readonly what: Beside };

/** Something has happened. */
export type News =
	| { readonly type: "events"; readonly events: readonly GameEvent[] }
	| { readonly type: "chat"; readonly id: number }
	| { readonly type: "beside"; readonly player: PlayerId; readonly what: Beside };

/** What one reader is told of it; nothing where it is not for them. `reader` is null for a spectator. */
export function messagesOf(news: News, state: MatchState, reader: PlayerId | null): readonly LiveMessage[] {
	const plays = seatOf(state, reader) !== null;
	switch (news.type) {
		case "events":
			return news.events.map((event) => ({ type: "event", event: eventView(plays ? event : publicEvent(event)) }));
		case "chat": {
			const room = news.id < FIRST_PUBLIC ? "players" : "public";
			return plays || room === "public" ? [{ type: "chat", room, id: news.id }] : [];
		}
		case "beside":
			return news.player === reader ? [{ type: "beside", what: news.what }] : [];
	}
}
