/** Which game comes next: the one whose flag is nearest, and what was skipped only when nothing else is left of the round. */
import { gamesToMove } from "../db/inbox.ts";

/** Ids of games, joined by dots in an address. */
const LONGEST = 60;
/** As many games as are looked through. */
const MOST = 500;

/**
 * @param waiting games in which it is the reader's move, the most urgent first
 * @param here the game that is looked at: never the next
 * @param skipped in the order of skipping; when all others have been, the round begins anew with the first of them
 */
export function chooseNext(waiting: readonly string[], here: string | null, skipped: readonly string[]): string | null {
	const others = waiting.filter((id) => id !== here);
	return others.find((id) => !skipped.includes(id)) ?? skipped.find((id) => others.includes(id)) ?? null;
}

export type Next = {
	/** In how many other games it is the reader's move. */
	readonly count: number;
	readonly next: string | null;
	/** Where going on leads, `here` being put at the end of the round. */
	readonly href: string | null;
};

export async function nextGame(
	db: D1Database,
	player: string,
	here: string | null,
	skipped: readonly string[],
): Promise<Next> {
	const waiting = await gamesToMove(db, player, MOST);
	const next = chooseNext(waiting, here, skipped);
	const count = waiting.filter((id) => id !== here).length;
	// One that still waits is skipped by going on; one that has been moved in is no longer there to come back to.
	const skip = here !== null && waiting.includes(here) ? [...skipped.filter((id) => id !== here), here] : skipped;
	return { count, next, href: next === null ? null : nextHref(next, skip) };
}

/** The page of a game, with what has been skipped on the way to it. */
function nextHref(game: string, skipped: readonly string[]): string {
	const rest = skipped.filter((id) => id !== game).slice(-LONGEST);
	return rest.length === 0 ? `/games/${game}` : `/games/${game}?skip=${rest.join(".")}`;
}

/** Leads on from a game without a move in it. @param here path and query of its page, with what was skipped before */
export function skipHref(here: string, game: string): string {
	const before = readSkipped(new URLSearchParams(here.split("?")[1]).get("skip") ?? "");
	return `/next?skip=${[...before.filter((id) => id !== game), game].join(".")}`;
}

/** What a `skip` of an address names. */
export function readSkipped(text: string | undefined): readonly string[] {
	return (text ?? "")
		.split(".")
		.filter((id) => /^[\w-]{1,60}$/.test(id))
		.slice(-LONGEST);
}
