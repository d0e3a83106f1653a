/** A rematch: a challenge to the same opponent on the same terms with the seats exchanged, once a game is over. */
import { type Challenge, isRematchTaken, rematchesOf } from "../db/challenges.ts";
import { departureOf } from "../db/departures.ts";
import { type Player, playerById } from "../db/players.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { Created } from "../match/event.ts";
import type { Terms } from "../match/terms.ts";
import { type Ids, isUnwanted, type Made, sendChallenge } from "./make.ts";
import { stateAt } from "./reader.ts";

/** `ERR_NO_CHALLENGE`: the opponent has no account any more. */
export type RematchRefusal = "ERR_BLOCKED" | "ERR_LEAVING" | "ERR_NO_CHALLENGE";

/** The terms of a game as one of its players would propose them again. */
export function rematchTerms(game: Created, asker: string): Terms {
	const { expansions, pauses, rated, rules, timeControl, visibility } = game;
	const seat = rules.starter === "drawn" ? "random" : game.white === asker ? "black" : "white";
	return { rules, expansions, seat, colour: null, timeControl, pauses, rated, visibility };
}

/**
 * The challenge to a rematch that stands already: the one that waits or has become a game, whoever of the two asked;
 * else the asker's own, whatever became of it but that they withdrew it. Null where the asker may still make one.
 */
export async function findRematch(db: D1Database, game: string, asker: string, now: number): Promise<Challenge | null> {
	const asked = await rematchesOf(db, game);
	const live = asked.find((one) => ["open", "accepted"].includes(stateAt(one, now)));
	return live ?? asked.find(({ challenger, state }) => challenger === asker && state !== "withdrawn") ?? null;
}

/**
 * Makes the challenge. Where the other player was quicker by a moment, it is theirs.
 * @param game how the game began
 */
export async function makeRematch(
	db: D1Database,
	asker: Player,
	id: string,
	game: Created,
	ids: Ids,
	now: number,
): Promise<Result<Made, RematchRefusal>> {
	const to = { toPlayer: game.white === asker.id ? game.black : game.white, toEmail: null };
	if ((await playerById(db, to.toPlayer)) === null) return err("ERR_NO_CHALLENGE");
	if (await departureOf(db, asker.id)) return err("ERR_LEAVING");
	if (await isUnwanted(db, asker, to)) return err("ERR_BLOCKED");
	const what = { terms: rematchTerms(game, asker.id), message: null, rematchOf: id };
	try {
		return ok(await sendChallenge(db, asker, to, what, ids, now));
	} catch (error) {
		const standing = isRematchTaken(error) ? (await rematchesOf(db, id))[0] : undefined;
		if (!standing) throw error;
		return ok({ challenge: (await findRematch(db, id, asker.id, now)) ?? standing, delivery: null });
	}
}
