/** Private notes at a game follow the half-move that is looked at; what was typed for another is kept until one comes back. */
import type { Table } from "./mount.ts";
import { nodeAt, pathTo } from "./tree.ts";

export function attachNotes(table: Table): void {
	/** Typed and not sent, by half-move. */
	const drafts = new Map<number, string>();
	const follow = (): void => {
		const form = document.querySelector<HTMLFormElement>("#notes form");
		const field = form?.querySelector("textarea");
		const number = form?.querySelector<HTMLInputElement>("input[name=ply]");
		const label = form?.querySelector("label");
		if (!form || !field || !number || !label) return;
		const ply = notedPly(table);
		// Asked of the form itself: where the page was brought up to date, it is another one.
		const shown = Number(number.value);
		if (shown === ply) return;
		if (field.value === field.defaultValue) drafts.delete(shown);
		else drafts.set(shown, field.value);
		number.value = String(ply);
		label.textContent = table.say("table.note", { ply });
		field.defaultValue = keptIn(form)[String(ply)] ?? "";
		field.value = drafts.get(ply) ?? field.defaultValue;
		if (field.value !== "") form.closest("details")?.setAttribute("open", "");
	};
	table.listeners.push(follow);
	follow();
}

/** Of the game itself: what is only tried has no notes, and shows those of where it began. */
function notedPly({ state: { at, tip, tree } }: Table): number {
	const main = new Set(pathTo(tree, tip));
	const node = pathTo(tree, at).findLast((one) => main.has(one)) ?? 0;
	return nodeAt(tree, node).ply;
}

function keptIn(form: HTMLElement): Readonly<Record<string, string>> {
	return JSON.parse(form.closest<HTMLElement>("[data-notes]")?.dataset.notes ?? "{}");
}
