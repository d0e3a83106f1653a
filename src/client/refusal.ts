/** Why the service did not take something, in the reader's language: by the code it gives. */
import { reasonWords } from "../board/words.ts";
import type { MoveRefusal } from "../engine/move.ts";
import { lookOf, type Say } from "./speech.ts";
import type { State } from "./state.ts";

/** As much of a problem document (RFC 9457) as is told of. */
export type Problem = Partial<Omit<MoveRefusal, "text">> & { readonly code?: string; readonly move?: string };

/** What has a sentence of its own; an illegal move has one for each reason. */
export const TOLD = [
	"ERR_UNAUTHENTICATED",
	"ERR_NOT_A_PLAYER",
	"ERR_NOT_FOUND",
	"ERR_GAME_OVER",
	"ERR_YOUR_TURN",
	"ERR_TURN_KEY",
	"ERR_OFFER_AGAIN",
	"ERR_INVALID",
	"ERR_LIMIT",
	"ERR_UNAVAILABLE",
] as const;

/** @param words fetches those that tell of it */
export async function refusalWords(
	{ say, state }: { readonly say: Say; readonly state: State },
	{ code, move = "", reason, ...more }: Problem,
	words: () => Promise<Say>,
): Promise<string> {
	const told = TOLD.find((one) => one === code);
	try {
		if (told) return (await words())(`table.refusal.${told}`);
		if (reason) return reasonWords(say, { ...more, reason, text: move }, lookOf(state));
	} catch {
		// A reason that this program does not know yet, or words that cannot be had now.
	}
	return say("table.refusal");
}
