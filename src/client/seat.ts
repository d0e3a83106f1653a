/** Who sits at a table that is no game of the service: drawn as its page draws it (`Seat` in the pages' table). */
import { escapeMarkup } from "../board/markup.ts";
import { tileSvg } from "../board/tile.ts";
import { type Look, sideWords } from "../board/words.ts";
import type { Side } from "../engine/piece.ts";
import { put } from "./mount.ts";
import type { Say } from "./speech.ts";

export function showSeat(say: Say, place: HTMLElement | null, side: Side, name: string, look: Look): void {
	const colour = sideWords(say, side, look);
	const beside = name === colour ? "" : `<span class="muted small">${escapeMarkup(colour)}</span>`;
	const who = `<span class="who">${escapeMarkup(name)}</span>`;
	put(place, tileSvg(null, side, look, "chip") + who + beside);
}
