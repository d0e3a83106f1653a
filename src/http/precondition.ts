/** `If-Match` and `If-None-Match` (RFC 9110, 13.1), where the tag of a game is its `seq`, and of what lies beside it a word and a number. */
import { err, ok, type Result } from "../engine/result.ts";
import type { Call } from "./env.ts";

const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

/**
 * The `seq` that the sender wants the game to have; null for any. A tag that no game ever has (no number, or `05`) is -1,
 * which is stale. A weak tag is taken for the strong one that we gave: who compresses an answer on its way (Cloudflare,
 * nginx) makes a weak one of it, and a client that hands back what it got would find every version stale. RFC 9110 wants
 * strong tags here since weak ones may leave changes out; the number counts all of them, whatever became of the bytes.
 * @param word what stands before the number in tags of something else than a game: `notes-`
 */
export function readIfMatch(c: Call, word = ""): Result<number | null, "ERR_BAD_HEADER"> {
	const header = c.req.header("If-Match")?.trim();
	if (header === undefined || header === "*") return ok(null);
	const match = TAG.exec(header);
	if (!match) return err("ERR_BAD_HEADER");
	const number = match[1]?.startsWith(word) ? match[1].slice(word.length) : "";
	return ok(/^(?:0|[1-9]\d{0,8})$/.test(number) ? Number(number) : -1);
}

/** Whether the reader has this `seq`, or other tag, already; weak tags compare alike here. */
export function wantsNothingNew(c: Call, seq: number | string): boolean {
	const header = c.req.header("If-None-Match");
	if (header === undefined) return false;
	return header.split(",").some((part) => {
		const text = part.trim();
		return text === "*" || TAG.exec(text)?.[1] === String(seq);
	});
}
