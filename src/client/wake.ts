/** A table comes alive: what hands, keys and a typed move do at it, the same on every page. */
import type { TableData } from "./data.ts";
import { whatFollows } from "./follow.ts";
import { mountTable, type Table } from "./mount.ts";
import { attachPointer } from "./pointer.ts";
import type { Say } from "./speech.ts";
import { hasChosen } from "./words.ts";

export function wake(root: HTMLElement, data: TableData, say: Say): Table {
	const hints = { pinned: hasChosen("pinned.on"), queens: hasChosen("queens.on") };
	const table: Table = mountTable(root, data, say, hints);
	attachPointer(table);
	// What is for keys and for ears follows at once: nothing of it is seen.
	void whatFollows().then(({ attachGrid }) => attachGrid(table));
	attachTyped(table);
	return table;
}

/** The form to type a move into comes with the page; what reads it, and the list of keys, is fetched when it is used. */
function attachTyped(table: Table): void {
	const keys = table.root.querySelector<HTMLElement>("[data-keys]");
	keys?.addEventListener("click", () => void import("./help.ts").then(({ showHelp }) => showHelp(table, keys)));
	table.root.querySelector("form[data-typed]")?.addEventListener("submit", (event) => {
		event.preventDefault();
		const form = event.currentTarget;
		if (form instanceof HTMLFormElement) void import("./typed.ts").then(({ takeTyped }) => takeTyped(table, form));
	});
}
