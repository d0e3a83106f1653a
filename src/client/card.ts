/** What a stack is made of, in words, and the card that lists it. */
import { escapeMarkup } from "../board/markup.ts";
import { capital, pieceWords } from "../board/words.ts";
import type { Hex } from "../engine/hex.ts";
import { BUG_NAMES, bugOf } from "../engine/piece.ts";
import { lookOf, type Say } from "./speech.ts";
import { boards, gameOf, type State } from "./state.ts";

/** A stack from the top down, in words: what a card of it lists. */
export function stackWords(
	say: Say,
	state: State,
	hex: Hex,
): readonly { readonly text: string; readonly rule: string }[] {
	return boards(gameOf(state))
		.filter(({ q, r }) => q === hex.q && r === hex.r)
		.toSorted((a, b) => b.z - a.z)
		.map(({ piece, z }) => ({
			text: say("table.card.level", { level: z + 1, piece: capital(pieceWords(say, piece, lookOf(state))) }),
			rule: `/rules#${BUG_NAMES[bugOf(piece)]}`,
		}));
}

/** Who stands on whom, as list items; each is the way to its rule. */
export function drawLevels(say: Say, state: State, hex: Hex): string {
	return stackWords(say, state, hex)
		.map(({ rule, text }) => `<li><a href="${rule}" target="_blank">${escapeMarkup(text)}</a></li>`)
		.join("");
}
