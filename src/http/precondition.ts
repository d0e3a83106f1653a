/** `If-Match` and `If-None-Match` (RFC 9110, 13.1), where the tag of a game is its `seq`. */
import { err, ok, type Result } from "../engine/result.ts";
import type { Call } from "./env.ts";

const TAG = /^(W\/)?"([\x21\x23-\x7e]*)"$/;

/**
 * The `seq` that the sender wants the game to have; null for any. A tag that no game ever has (weak, or no number)
 * is -1, which is stale.
 */
export function readIfMatch(c: Call): Result<number | null, "ERR_BAD_HEADER"> {
	const header = c.req.header("If-Match")?.trim();
	if (header === undefined || header === "*") return ok(null);
	const match = TAG.exec(header);
	if (!match) return err("ERR_BAD_HEADER");
	return ok(match[1] === undefined && /^\d{1,9}$/.test(match[2] ?? "") ? Number(match[2]) : -1);
}

/** Whether the reader has this `seq` already; weak tags compare alike here. */
export function wantsNothingNew(c: Call, seq: number): boolean {
	const header = c.req.header("If-None-Match");
	if (header === undefined) return false;
	return header.split(",").some((part) => {
		const text = part.trim();
		return text === "*" || TAG.exec(text)?.[2] === String(seq);
	});
}
