/** A socket to a game object, for who asks: how many of them one may open and hold is counted on the way. */
import { limitOf } from "../account/limits.ts";
import { makeWatch, type WatchRequest } from "../game/watch.ts";
import { macText } from "../keys.ts";
import { type Call, playerOf } from "./env.ts";
import { type GameAddress, readSafely } from "./game-stub.ts";
import { addressOf, limitHere } from "./limit.ts";
import { problem } from "./problem.ts";

type Watching = Pick<WatchRequest, "after" | "feed" | "turnKey">;

/** The socket, or the answer that refuses it. */
export async function watchGame(
	c: Call,
	game: GameAddress,
	watching: Watching,
): Promise<{ readonly socket: WebSocket } | { readonly refused: Response }> {
	const viewer = playerOf(c);
	const full = limitHere(c, "live-caller", viewer ?? addressOf(c));
	if (full) return { refused: full };
	// The object remembers no address, only what tells one from another.
	const caller = viewer ?? `at-${await macText(c.env.SECRET, "place", [addressOf(c)], 20)}`;
	const most = { caller: mostOpen(c, "live-viewer"), game: mostOpen(c, "live-game") };
	const request = { ...watching, viewer, caller, most };
	const answer = await readSafely(game, (stub) => stub.fetch(makeWatch(request)));
	return answer.webSocket ? { socket: answer.webSocket } : { refused: problem(c, "ERR_NOT_FOUND") };
}

function mostOpen(c: Call, name: "live-viewer" | "live-game"): number {
	return Math.max(1, limitOf(name, c.env.RATE_LIMITS).count);
}
