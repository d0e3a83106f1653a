/** Ids of games. An id carries a check, so that asking for an invented one never wakes, and so never stores, an object. */
import { macText, randomText, sameText } from "../keys.ts";

const RANDOM = 14;
const CHECK = 6;
const SHAPE = /^[0-9a-hjkmnp-tv-z]{20}$/;

/** A new id: 14 random letters and digits (70 bits) and 6 (30 bits) that only this service can work out from them. */
export async function makeGameId(secret: string): Promise<string> {
	const random = randomText(RANDOM);
	return random + (await check(secret, random));
}

/** Whether an id was made by this service. Says nothing of whether its game has begun. */
export async function checkGameId(secret: string, id: string): Promise<boolean> {
	if (!SHAPE.test(id)) return false;
	return sameText(id.slice(RANDOM), await check(secret, id.slice(0, RANDOM)));
}

function check(secret: string, random: string): Promise<string> {
	return macText(secret, "game-id", [random], CHECK);
}
