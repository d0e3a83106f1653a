/** How the Worker asks a game object for a socket: who watches, and from where in the log on. */
import type { PlayerId } from "../match/terms.ts";

export type WatchRequest = {
	/** Null: a spectator. */
	readonly viewer: PlayerId | null;
	/** A key from a mail: its holder may watch as long as `look` would show the game. Null: none came. */
	readonly turnKey: string | null;
	/** The last `seq` the watcher has: what came since is sent first. Null: only what comes from now on. */
	readonly after: number | null;
	/** `log`: the events and nothing else, and nobody counts as present by it. */
	readonly feed: "all" | "log";
	/** Whose socket it is when it comes to how many one may hold: a player, or a place. */
	readonly caller: string;
	/** How many sockets may be open: a caller's, and those of all who do not play. The oldest has to go. */
	readonly most: { readonly caller: number; readonly game: number };
};

/** As a request for the object; sockets do not travel by RPC. */
export function makeWatch(request: WatchRequest): Request {
	const url = `https://game/live?${new URLSearchParams({ watch: JSON.stringify(request) })}`;
	return new Request(url, { headers: { Upgrade: "websocket" } });
}

/** Only the Worker reaches the object: what it asks is what `makeWatch` made. */
export function readWatch(request: Request): WatchRequest {
	return JSON.parse(new URL(request.url).searchParams.get("watch") ?? "") as WatchRequest;
}
