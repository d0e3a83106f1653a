/** Challenges that come to nothing: declined, withdrawn, and addresses that want to hear of no more. */
import { type Challenge, challengeById, closeChallenge } from "../db/challenges.ts";
import type { Player } from "../db/players.ts";
import { silence } from "../db/silenced.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { isFor, isOpenToAll, maySee, type Reader, stateAt } from "./reader.ts";

export type CloseRefusal = "ERR_NO_CHALLENGE" | "ERR_NOT_CHALLENGED" | "ERR_NOT_CHALLENGER" | "ERR_CHALLENGE_CLOSED";

/** The challenged person declines; again is the same. An open challenge is nobody's to decline. */
export async function rejectChallenge(
	db: D1Database,
	id: string,
	reader: Reader,
	reason: string | null,
	now: number,
): Promise<Result<Challenge, CloseRefusal>> {
	const challenge = await challengeById(db, id);
	if (!challenge || !maySee(challenge, reader)) return err("ERR_NO_CHALLENGE");
	if (isOpenToAll(challenge) || !isFor(challenge, reader)) return err("ERR_NOT_CHALLENGED");
	return close(db, challenge, "rejected", reason, now);
}

/** The challenger takes it back; again is the same. */
export async function withdrawChallenge(
	db: D1Database,
	id: string,
	player: Player,
	now: number,
): Promise<Result<Challenge, CloseRefusal>> {
	const challenge = await challengeById(db, id);
	if (!challenge || !maySee(challenge, { player })) return err("ERR_NO_CHALLENGE");
	if (challenge.challenger !== player.id) return err("ERR_NOT_CHALLENGER");
	return close(db, challenge, "withdrawn", null, now);
}

/** Stops all mail of this service to the address an invitation went to. The caller has checked the token. */
export async function silenceInvited(db: D1Database, id: string, now: number): Promise<string | null> {
	const challenge = await challengeById(db, id);
	if (!challenge || challenge.toEmail === null) return null;
	await silence(db, challenge.toEmail, now);
	if (stateAt(challenge, now) === "open") await closeChallenge(db, id, "rejected", null, now);
	return challenge.toEmail;
}

async function close(
	db: D1Database,
	challenge: Challenge,
	state: "rejected" | "withdrawn",
	reason: string | null,
	now: number,
): Promise<Result<Challenge, CloseRefusal>> {
	if (challenge.state !== state && !(await closeChallenge(db, challenge.id, state, reason, now))) {
		return err("ERR_CHALLENGE_CLOSED");
	}
	return ok((await challengeById(db, challenge.id)) ?? challenge);
}
