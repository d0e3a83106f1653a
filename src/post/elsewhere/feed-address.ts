/** The secret addresses of a player's calendar and feed: derived from the player and a generation, and never stored. */
import { feedGeneration } from "../../db/feeds.ts";
import { macText, sameText } from "../../keys.ts";

export type FeedKind = "calendar" | "atom";

const LENGTH = 26;

/** The part of the address that is secret. */
export async function feedSecret(secret: string, kind: FeedKind, player: string, generation: number): Promise<string> {
	return `${player}-${await macText(secret, "feed", [kind, player, generation], LENGTH)}`;
}

/** Whose address it is; null for none, or for one that does not count any more. */
export async function findFeedOwner(
	db: D1Database,
	secret: string,
	kind: FeedKind,
	text: string,
): Promise<string | null> {
	const player = /^([\w-]{1,60})-[0-9a-z]{26}$/.exec(text)?.[1];
	const generation = player === undefined ? null : await feedGeneration(db, player);
	if (player === undefined || generation === null) return null;
	return sameText(text, await feedSecret(secret, kind, player, generation)) ? player : null;
}
