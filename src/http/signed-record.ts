/** A game as a record that anybody can check by themselves: signed, and the same bytes as long as `seq` and key are. */
import type { GameEvent } from "../match/event.ts";
import { canonicalJson, makeRecord } from "../match/record.ts";
import { signRecord } from "../signing.ts";
import type { Call } from "./env.ts";
import { signingKeys } from "./jwks.ts";

/** RFC 7515, 9.2.1: what a compact JWS is called. */
export const SIGNED_TYPE = "application/jose";

/** With the key in it: once a key is withdrawn, nobody may be told that what it has signed is still the record. */
export function signedTag(c: Call, seq: number): string {
	return `signed-${seq}-${signingKeys(c.env).current.kid}`;
}

/** @param events the whole log as far as the reader's view of the game goes */
export async function answerSigned(c: Call, game: string, events: readonly GameEvent[]): Promise<Response> {
	const payload = canonicalJson(makeRecord(c.env.ORIGIN, game, events));
	return c.body(await signRecord(signingKeys(c.env), payload), 200, { "Content-Type": SIGNED_TYPE });
}
