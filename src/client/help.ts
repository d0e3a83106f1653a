/** The list of the board's keys, as a dialog; fetched when somebody asks for it. */
import { escapeMarkup } from "../board/markup.ts";
import { capital } from "../board/words.ts";
import type { MessageKey } from "../i18n/catalogue.ts";
import { repeat, type Table } from "./mount.ts";

const KEYS: readonly (readonly [keys: string, words: MessageKey])[] = [
	["← → · A D", "table.keys.sides"],
	["W E Z X · 7 9 1 3", "table.keys.slants"],
	["↑ ↓", "table.keys.rows"],
	[". ,", "table.keys.things"],
	["Enter · Space", "table.keys.activate"],
	["Ctrl Enter · ⌘ Enter", "table.keys.send"],
	["Esc", "table.keys.back"],
	["P", "table.keys.card"],
	["Q", "table.keys.jump"],
	["R", "table.keys.hand"],
	["[ ] 0", "table.keys.plies"],
	["L", "table.keys.repeat"],
];

/** @param back what has the focus afterwards */
export function showHelp(table: Table, back: HTMLElement): void {
	const { say } = table;
	const dialog = document.createElement("dialog");
	dialog.setAttribute("aria-labelledby", "keys-title");
	const rows = KEYS.map(
		([keys, words]) => `<dt><kbd>${escapeMarkup(keys)}</kbd></dt><dd>${escapeMarkup(say(words))}</dd>`,
	);
	dialog.innerHTML = `<h2 id="keys-title">${escapeMarkup(say("table.keys"))}</h2><dl class="keys">${rows.join("")}</dl><form method="dialog" class="row"><button>${escapeMarkup(say("table.dismiss"))}</button><button class="quiet" value="repeat">${escapeMarkup(capital(say("table.keys.repeat")))}</button></form>`;
	dialog.addEventListener("close", () => {
		dialog.remove();
		back.focus();
		// Nothing is read out from behind an open dialog.
		if (dialog.returnValue === "repeat") repeat();
	});
	document.body.append(dialog);
	dialog.showModal();
}
