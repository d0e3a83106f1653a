/** From a challenge to its game: acceptance, which one person wins, and the game, which is then made as often as it takes. */
import type { Newcomer, SignedIn } from "../account/sign-in.ts";
import { openSession } from "../account/sign-in.ts";
import { isBlocked } from "../db/blocks.ts";
import { type Challenge, challengeById, claimChallenge, markCreated } from "../db/challenges.ts";
import { departureOf } from "../db/departures.ts";
import { type Player, playerByEmail, playersById, restOf } from "../db/players.ts";
import { vacationsSince } from "../db/vacations.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { type Env, firstMoveTime } from "../env.ts";
import { randomText } from "../keys.ts";
import type { Create } from "../match/command.ts";
import { type Terms, tileColours } from "../match/terms.ts";
import type { GameView } from "../match/view.ts";
import { isFor, type Reader, stateAt } from "./reader.ts";

export type AcceptRefusal =
	| "ERR_NO_CHALLENGE"
	| "ERR_OWN_CHALLENGE"
	/** Somebody else was first. */
	| "ERR_CHALLENGE_TAKEN"
	/** Declined, withdrawn or past its time. */
	| "ERR_CHALLENGE_CLOSED"
	/** The challenger wants nothing to do with whoever accepts. */
	| "ERR_BLOCKED"
	/** Whoever accepts is about to leave. */
	| "ERR_LEAVING";

/** `first`: this acceptance made the game; false when it had been made before. */
export type Accepted = { readonly challenge: Challenge; readonly view: GameView; readonly first: boolean };

type Bindings = Pick<Env, "DB" | "GAME" | "FIRST_MOVE_TIME" | "SECRET">;

/**
 * Accepts for a signed-in player. The same player again gets the same game.
 * @param coin drawn by the caller: gives the challenger White where the seats are drawn
 */
export async function acceptChallenge(
	env: Bindings,
	id: string,
	player: Player,
	coin: boolean,
	now: number,
): Promise<Result<Accepted, AcceptRefusal>> {
	const challenge = await challengeById(env.DB, id);
	const refusal = challenge ? refusalOf(challenge, { player }, now) : "ERR_NO_CHALLENGE";
	if (!challenge || refusal) return err(refusal ?? "ERR_NO_CHALLENGE");
	if (challenge.state === "open") {
		if (await departureOf(env.DB, player.id)) return err("ERR_LEAVING");
		if (await isBlocked(env.DB, challenge.challenger, player.id)) return err("ERR_BLOCKED");
		await claimChallenge(env.DB, id, { player: player.id }, challengerIsWhite(challenge.terms, coin), now).run();
	}
	return settle(env, id, player, now);
}

/**
 * Accepts for whoever holds the invitation: signs the owner of the invited address in, with an account when there is
 * none, and accepts, in one batch. Only while the challenge is open; afterwards the token opens nothing.
 * The caller has checked the token.
 */
export async function acceptInvitation(
	env: Bindings,
	id: string,
	newcomer: Newcomer,
	coin: boolean,
	now: number,
): Promise<Result<Accepted & { readonly signedIn: SignedIn }, AcceptRefusal | "ERR_NAME_TAKEN">> {
	const challenge = await challengeById(env.DB, id);
	if (!challenge || challenge.toEmail === null) return err("ERR_NO_CHALLENGE");
	if (stateAt(challenge, now) !== "open") {
		return err(challenge.state === "accepted" ? "ERR_CHALLENGE_TAKEN" : "ERR_CHALLENGE_CLOSED");
	}
	const email = challenge.toEmail;
	const known = await playerByEmail(env.DB, email);
	if (known && (await departureOf(env.DB, known.id))) return err("ERR_LEAVING");
	if (known && (await isBlocked(env.DB, challenge.challenger, known.id))) return err("ERR_BLOCKED");
	const signedIn = await openSession(env.DB, {
		email,
		id: `invited-${id}-${randomText(10)}`,
		newcomer,
		now,
		also: [claimChallenge(env.DB, id, { email }, challengerIsWhite(challenge.terms, coin), now)],
		challenge: id,
	});
	if (!signedIn.ok) return err(signedIn.error === "ERR_NAME_TAKEN" ? "ERR_NAME_TAKEN" : "ERR_CHALLENGE_TAKEN");
	const accepted = await settle(env, id, signedIn.value.player, now);
	return accepted.ok ? ok({ ...accepted.value, signedIn: signedIn.value }) : accepted;
}

/**
 * Makes the game of an accepted challenge, or finds it made: everything about it was fixed by the acceptance, so it can
 * be asked for again and again.
 */
export async function createGame(
	env: Bindings,
	challenge: Challenge,
	viewer: string | null,
	now: number,
): Promise<{ readonly view: GameView; readonly created: boolean }> {
	const { acceptedBy, challenger, terms, white } = challenge;
	if (acceptedBy === null || white === null) throw new Error(`challenge ${challenge.id} has not been accepted`);
	const black = white === challenger ? acceptedBy : challenger;
	const players = await playersById(env.DB, [white, black]);
	const vacations = terms.pauses.vacation ? await vacationsSince(env.DB, [white, black], now) : null;
	const restFor = (id: string) => {
		const player = terms.pauses.rest ? players.get(id) : undefined;
		return player ? restOf(player) : null;
	};
	const command: Create = {
		type: "create",
		terms,
		white,
		black,
		colours: tileColours(terms, white === challenger ? "white" : "black"),
		firstMove: firstMoveTime(env),
		challenge: challenge.id,
		rest: { white: restFor(white), black: restFor(black) },
		vacations: { white: vacations?.get(white) ?? [], black: vacations?.get(black) ?? [] },
	};
	const names = Object.fromEntries([...players.values()].map(({ id, name }) => [id, name]));
	const made = await env.GAME.getByName(challenge.game).create({
		id: challenge.game,
		command,
		receivedAt: now,
		names,
		...(viewer === null ? {} : { viewer }),
	});
	if (!challenge.created) await markCreated(env.DB, challenge.id);
	return made;
}

/** Why this reader cannot accept it; null when nothing stands in the way, or when they have accepted it already. */
function refusalOf(challenge: Challenge, reader: Reader, now: number): AcceptRefusal | null {
	const player = reader.player?.id;
	if (challenge.challenger === player) return "ERR_OWN_CHALLENGE";
	if (!isFor(challenge, reader)) return "ERR_NO_CHALLENGE";
	switch (stateAt(challenge, now)) {
		case "open":
			return null;
		case "accepted":
			return challenge.acceptedBy === player ? null : "ERR_CHALLENGE_TAKEN";
		default:
			return "ERR_CHALLENGE_CLOSED";
	}
}

/** What came of the acceptance, whoever won it. */
async function settle(
	env: Bindings,
	id: string,
	player: Player,
	now: number,
): Promise<Result<Accepted, AcceptRefusal>> {
	const challenge = await challengeById(env.DB, id);
	if (!challenge) return err("ERR_NO_CHALLENGE");
	if (challenge.state !== "accepted") return err("ERR_CHALLENGE_CLOSED");
	if (challenge.acceptedBy !== player.id) return err("ERR_CHALLENGE_TAKEN");
	const { view, created } = await createGame(env, challenge, player.id, now);
	return ok({ challenge: { ...challenge, created: true }, view, first: created });
}

function challengerIsWhite(terms: Terms, coin: boolean): boolean {
	return terms.seat === "random" ? coin : terms.seat === "white";
}
