/** Making a challenge: to an address, to a player, or open to anyone. */
import { isBlocked } from "../db/blocks.ts";
import type { Challenge } from "../db/challenges.ts";
import { insertChallenge } from "../db/challenges.ts";
import type { NewDelivery } from "../db/deliveries.ts";
import { departureOf } from "../db/departures.ts";
import { emailKey, type Player, playerByEmail, playerById, playerByName } from "../db/players.ts";
import { insertTold } from "../db/targets.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { Terms, TermsProblem } from "../match/terms.ts";
import { checkWish, type Wish } from "./terms.ts";

/** How long a challenge waits for an answer, ms. */
export const CHALLENGE_LIFE = 14 * 86_400_000;

/** Whom it is for; null: whoever comes first. `player` is a name or an id. */
export type Addressee = { readonly email: string } | { readonly player: string } | null;

export type Made = {
	readonly challenge: Challenge;
	/** The mail that tells of it, to be woken; null for an open challenge. */
	readonly delivery: string | null;
};

/** Fields that do not fit, an addressee who wants to hear nothing from the challenger, or a challenger about to leave. */
export type MakeRefusal = readonly TermsProblem[] | "ERR_BLOCKED" | "ERR_LEAVING";

/** Drawn by the caller: the challenge's id, and the one its game will have. */
export type Ids = { readonly challenge: string; readonly game: string };

/**
 * Makes a challenge and, in the same batch, the mail that tells of it. One to an address that has an account stays one
 * to that address: nothing the challenger sees tells whether there is an account, nor that its owner has blocked them.
 * @param shortest the shortest time a control may use, ms
 */
export async function makeChallenge(
	db: D1Database,
	challenger: Player,
	to: Addressee,
	wish: Wish,
	ids: Ids,
	shortest: number,
	now: number,
): Promise<Result<Made, MakeRefusal>> {
	if (await departureOf(db, challenger.id)) return err("ERR_LEAVING");
	const terms = checkWish(wish, shortest);
	const addressee = await findAddressee(db, challenger, to);
	const unwanted = addressee.ok && (await isUnwanted(db, challenger, addressee.value));
	if (unwanted && addressee.value.toPlayer !== null) return err("ERR_BLOCKED");
	if (!terms.ok || !addressee.ok) {
		return err([...(addressee.ok ? [] : addressee.error), ...(terms.ok ? [] : terms.error)]);
	}
	const agreed = { terms: terms.value, message: wish.message, rematchOf: null };
	return ok(await sendChallenge(db, challenger, addressee.value, agreed, ids, now, !unwanted));
}

export type Directed = Pick<Challenge, "toPlayer" | "toEmail">;

/**
 * Keeps a challenge and, in the same batch, the mail that tells of it. Its terms have been checked.
 * @param tell false where the addressee wants to hear nothing: then it lies there unseen until it expires
 */
export async function sendChallenge(
	db: D1Database,
	challenger: Player,
	to: Directed,
	what: { readonly terms: Terms; readonly message: string | null; readonly rematchOf: string | null },
	ids: Ids,
	now: number,
	tell = true,
): Promise<Made> {
	const challenge: Challenge = {
		id: ids.challenge,
		game: ids.game,
		challenger: challenger.id,
		...to,
		...what,
		state: "open",
		acceptedBy: null,
		white: null,
		created: false,
		reason: null,
		madeAt: now,
		expiresAt: now + CHALLENGE_LIFE,
		decidedAt: null,
	};
	const delivery = tell ? invitationOf(challenge) : null;
	await db.batch([insertChallenge(db, challenge), ...insertTold(db, delivery ? [delivery] : [])]);
	return { challenge, delivery: delivery?.id ?? null };
}

/** Whether whom it is to has blocked the challenger or is about to leave, found by name or by the address of their account. */
export async function isUnwanted(
	db: D1Database,
	challenger: Player,
	{ toEmail, toPlayer }: Directed,
): Promise<boolean> {
	const id = toPlayer ?? (toEmail === null ? null : ((await playerByEmail(db, toEmail))?.id ?? null));
	return id !== null && ((await isBlocked(db, id, challenger.id)) || (await departureOf(db, id)) !== null);
}

/** The mail that tells of a challenge. Its payload names nobody by address and holds no token. */
export function invitationOf(challenge: Challenge): NewDelivery | null {
	if (challenge.toPlayer === null && challenge.toEmail === null) return null;
	return {
		id: `challenge.${challenge.id}`,
		game: null,
		seq: null,
		player: challenge.toPlayer,
		address: challenge.toPlayer === null ? challenge.toEmail : null,
		channel: "email",
		kind: "challenge",
		payload: {
			challenge: challenge.id,
			from: challenge.challenger,
			terms: challenge.terms,
			message: challenge.message,
			expiresAt: challenge.expiresAt,
		},
		dueAt: challenge.madeAt,
		createdAt: challenge.madeAt,
	};
}

async function findAddressee(
	db: D1Database,
	challenger: Player,
	to: Addressee,
): Promise<Result<Directed, readonly TermsProblem[]>> {
	if (to === null) return ok({ toPlayer: null, toEmail: null });
	if ("email" in to) {
		return emailKey(to.email) === emailKey(challenger.email)
			? err([{ pointer: "/to/email", message: "is your own address" }])
			: ok({ toPlayer: null, toEmail: to.email });
	}
	// No id is a possible name, so one never stands for the other.
	const player = (await playerByName(db, to.player)) ?? (await playerById(db, to.player));
	if (!player) return err([{ pointer: "/to/player", message: "there is no player of that name" }]);
	if (player.id === challenger.id) return err([{ pointer: "/to/player", message: "is yourself" }]);
	return ok({ toPlayer: player.id, toEmail: null });
}
