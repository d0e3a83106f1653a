/** The list of the board's keys, as a dialog; fetched when somebody asks for it. */
import { escapeMarkup } from "../board/markup.ts";
import type { MessageKey } from "../i18n/catalogue.ts";
import type { Table } from "./mount.ts";

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

export function showHelp({ say }: Table, back: HTMLElement): void {
	const dialog = document.createElement("dialog");
	dialog.setAttribute("aria-labelledby", "keys-title");
	const rows = KEYS.map(
		([keys, words]) => `<dt><kbd>${escapeMarkup(keys)}</kbd></dt><dd>${escapeMarkup(say(words))}</dd>`,
	);
	dialog.innerHTML = `<h2 id="keys-title">${escapeMarkup(say("table.keys"))}</h2><dl class="keys">${rows.join("")}</dl><form method="dialog"><button>${escapeMarkup(say("table.dismiss"))}</button></form>`;
	dialog.addEventListener("close", () => {
		dialog.remove();
		back.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
	});
	document.body.append(dialog);
	dialog.showModal();
}
