/**
 * Signing in by mail: a link or a six-digit code, both derived from the request's id and never stored. Whoever proves an
 * address for the first time has an account from then on.
 */
import { liftMark } from "../db/bounces.ts";
import { insertDelivery } from "../db/deliveries.ts";
import { insertPlayer, isNameTaken, type NewPlayer, type Player, playerByEmail } from "../db/players.ts";
import {
	giveBackGuess,
	insertSession,
	insertSignIn,
	isSessionTaken,
	type SignIn,
	signInById,
	takeGuess,
	useSignIn,
} from "../db/sessions.ts";
import { liftSilence } from "../db/silenced.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { macText, randomText, sameText } from "../keys.ts";
import { makeName } from "./name.ts";
import { SESSION_LIFE, type Session } from "./session.ts";

/** How long link and code of one request are good, ms. */
export const SIGN_IN_LIFE = 15 * 60_000;
/** How many codes may be tried on one request. */
const MOST_GUESSES = 5;
const ID_LENGTH = 20;
const MAC_LENGTH = 26;

export type Proof = { readonly token: string } | { readonly email: string; readonly code: string };

export type SignInRefusal = "ERR_SIGN_IN" | "ERR_NAME_TAKEN";

export type SignedIn = { readonly player: Player; readonly session: Session; readonly newcomer: boolean };

/** What a newcomer's account begins with. `name`: null when one is to be made up. */
export type Newcomer = { readonly name: string | null; readonly locale: string; readonly timeZone: string };

/** The token in the mailed link: it names the request and proves that the mail was read. */
export async function signInToken(secret: string, id: string): Promise<string> {
	return id + (await macText(secret, "sign-in", [id], MAC_LENGTH));
}

/** The six digits for whoever reads the mail on another device. */
export async function signInCode(secret: string, id: string): Promise<string> {
	let number = 0n;
	for (const letter of await macText(secret, "sign-in-code", [id], 12)) {
		number = number * 131n + BigInt(letter.charCodeAt(0));
	}
	return String(number % 1_000_000n).padStart(6, "0");
}

/** Notes a request to sign in and the mail that answers it, in one batch; gives the delivery's id, to be woken. */
export async function requestSignIn(
	db: D1Database,
	request: { readonly email: string; readonly locale: string; readonly now: number },
): Promise<string> {
	const { email, now } = request;
	const id = randomText(ID_LENGTH);
	const player = await playerByEmail(db, email);
	const delivery = `sign-in.${id}`;
	const payload = {
		signIn: id,
		locale: player?.locale ?? request.locale,
		...(player ? { timeZone: player.timeZone } : {}),
		newcomer: player === null,
	};
	await db.batch([
		insertSignIn(db, { id, email, createdAt: now, expiresAt: now + SIGN_IN_LIFE }),
		insertDelivery(db, {
			id: delivery,
			game: null,
			seq: null,
			player: null,
			address: player?.email ?? email,
			channel: "email",
			kind: "sign-in",
			payload,
			dueAt: now,
			createdAt: now,
		}),
	]);
	return delivery;
}

/** Whom a link would sign in, for the page that asks before it does; null when it is no good (any more). */
export async function lookAtToken(
	db: D1Database,
	secret: string,
	token: string,
	now: number,
): Promise<{ readonly email: string; readonly newcomer: boolean } | null> {
	const request = await requestOfToken(db, secret, token, now);
	if (!request) return null;
	const player = await playerByEmail(db, request.email);
	return { email: player?.email ?? request.email, newcomer: player === null };
}

/** Signs in whoever holds the link or the code. Neither is used up by a failure. */
export async function confirmSignIn(
	db: D1Database,
	secret: string,
	proof: Proof,
	newcomer: Newcomer,
	now: number,
): Promise<Result<SignedIn, SignInRefusal>> {
	const request =
		"token" in proof
			? await requestOfToken(db, secret, proof.token, now)
			: await requestOfCode(db, secret, proof.email, proof.code, now);
	if (!request) return err("ERR_SIGN_IN");
	const { email, id } = request;
	return openSession(db, { email, id: `mail-${id}`, newcomer, now, also: [useSignIn(db, id, now)] });
}

/**
 * Opens a session for the owner of a proved address, with an account when there is none yet, in one batch with what
 * uses the proof up (`also`). Two who use the same proof at once get one session between them, and one account.
 * @param opening.challenge when given, the session is opened only while this challenge is open
 */
export async function openSession(
	db: D1Database,
	opening: {
		readonly email: string;
		/** The session's id, fixed by the proof. */
		readonly id: string;
		readonly newcomer: Newcomer;
		readonly now: number;
		readonly also: readonly D1PreparedStatement[];
		readonly challenge?: string;
	},
): Promise<Result<SignedIn, SignInRefusal>> {
	const { email, id, newcomer, now } = opening;
	const before = await playerByEmail(db, email);
	const expiresAt = now + SESSION_LIFE;
	const fresh = (name: string): NewPlayer => ({
		id: randomText(22),
		email,
		name,
		locale: newcomer.locale,
		timeZone: newcomer.timeZone,
		createdAt: now,
	});
	// A made-up name may be taken: draw again. A wished one is asked for once.
	for (let attempt = 0; attempt < 8; attempt += 1) {
		const name = newcomer.name ?? makeName(randomText(8));
		try {
			const results = await db.batch([
				...(before ? [] : [insertPlayer(db, fresh(name))]),
				insertSession(db, { id, email, createdAt: now, expiresAt, challenge: opening.challenge ?? null }),
				...opening.also,
				liftSilence(db, email, id),
				liftMark(db, email, id),
			]);
			if (results[before ? 0 : 1]?.meta.changes !== 1) return err("ERR_SIGN_IN");
		} catch (error) {
			if (isSessionTaken(error)) return err("ERR_SIGN_IN");
			if (!isNameTaken(error)) throw error;
			if (newcomer.name !== null) return err("ERR_NAME_TAKEN");
			continue;
		}
		const player = before ?? (await playerByEmail(db, email));
		if (!player) throw new Error("a session was opened for an account that is not there");
		return ok({ player, session: { id, player: player.id, checkedAt: now, expiresAt }, newcomer: before === null });
	}
	throw new Error("no free name was found in eight draws");
}

async function requestOfToken(db: D1Database, secret: string, token: string, now: number): Promise<SignIn | null> {
	const id = token.slice(0, ID_LENGTH);
	if (token.length !== ID_LENGTH + MAC_LENGTH || !sameText(token, await signInToken(secret, id))) return null;
	const request = await signInById(db, id);
	return request && request.usedAt === null && request.expiresAt > now ? request : null;
}

async function requestOfCode(
	db: D1Database,
	secret: string,
	email: string,
	code: string,
	now: number,
): Promise<SignIn | null> {
	const requests = await takeGuess(db, email, now, MOST_GUESSES);
	for (const request of requests) {
		if (sameText(code, await signInCode(secret, request.id))) {
			const ids = requests.map((one) => one.id);
			await giveBackGuess(db, ids);
			return request;
		}
	}
	return null;
}
