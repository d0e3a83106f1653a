/** Who may see a challenge, and what state it is in for them. */
import type { Challenge, ChallengeState } from "../db/challenges.ts";
import { emailKey, type Player } from "../db/players.ts";

/** Who looks. `invited`: they hold the invitation's token, which the caller has checked. */
export type Reader = { readonly player: Player | null; readonly invited?: boolean };

/** The state at an instant: one past its time is expired, whether or not the sweep has come by. */
export function stateAt(challenge: Challenge, now: number): ChallengeState {
	return challenge.state === "open" && challenge.expiresAt <= now ? "expired" : challenge.state;
}

/** Whether anybody may accept it. */
export function isOpenToAll(challenge: Challenge): boolean {
	return challenge.toPlayer === null && challenge.toEmail === null;
}

/** Whether it is the reader's to accept or decline. */
export function isFor(challenge: Challenge, { player, invited }: Reader): boolean {
	if (isOpenToAll(challenge)) return true;
	if (invited && challenge.toEmail !== null) return true;
	if (!player) return false;
	if (challenge.toPlayer === player.id) return true;
	return challenge.toEmail !== null && emailKey(challenge.toEmail) === emailKey(player.email);
}

/** Whether the reader may see it at all: an open one is for everybody, a directed one for its two people. */
export function maySee(challenge: Challenge, reader: Reader): boolean {
	return challenge.challenger === reader.player?.id || isFor(challenge, reader);
}
