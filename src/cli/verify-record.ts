/** Whether a signed record is what a service signed and tells of a game that really went that way; and what it tells, in lines. */

import { makeGameType } from "../engine/expansions.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { type CheckedRecord, canonicalJson, checkRecord, type RecordFault } from "../match/record.ts";
import { openRecord, type PublicKey } from "../signing.ts";

export type Verified = CheckedRecord & { readonly kid: string };

/** @returns in an error a whole sentence: what is wrong, and at which event */
export async function verifyRecord(text: string, keys: readonly PublicKey[]): Promise<Result<Verified, string>> {
	const opened = await openRecord(text, keys);
	if (!opened.ok) return err(`The record ${opened.error}.`);
	const value = readCanonical(opened.value.payload);
	if (!value.ok) return err(`The record ${value.error}.`);
	const checked = checkRecord(value.value);
	return checked.ok ? ok({ ...checked.value, kid: opened.value.kid }) : err(sentenceOf(checked.error));
}

/** Read and written again it must be the same bytes: a member named twice or a blank would be read by others in other ways. */
function readCanonical(payload: Uint8Array): Result<unknown, string> {
	try {
		const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
		const value: unknown = JSON.parse(text);
		return canonicalJson(value) === text ? ok(value) : err("is not canonical JSON (RFC 8785)");
	} catch {
		return err("does not hold JSON that has a canonical form (RFC 8785)");
	}
}

function sentenceOf({ event, message }: RecordFault): string {
	return event === null ? `The record ${message}.` : `Event ${event} ${message}.`;
}

/** Who played what, how it ended, and who vouches for it. */
export function describeRecord({ record, state, kid }: Verified): readonly string[] {
	const day = (ms: number) => new Date(ms).toISOString();
	return [
		`Game ${record.game} of ${record.service}`,
		`White: player ${record.players.white.id}. Black: player ${record.players.black.id}.`,
		`${makeGameType(record.expansions)} by the rules "${record.rules.id}" (version ${record.rules.version}), ` +
			`${state.game.plies.length} half-moves in ${record.seq} events from ${day(state.createdAt)} to ${day(state.updatedAt)}.`,
		`Result: ${resultOf(state)}.`,
		`Signed with the key ${kid}; the signature is good, and every event holds.`,
	];
}

function resultOf({ status, result }: CheckedRecord["state"]): string {
	if (status === "cancelled") return "none, the game was called off";
	if (!result) return "none yet, the game is being played";
	if (result.winner === null) return `a draw (${result.reason})`;
	return `${result.winner === "white" ? "White" : "Black"} won (${result.reason})`;
}
