/** The program of the game's page and of pages with diagrams: every table that stands there comes alive. */
import type { TableData } from "./data.ts";
import { wakeOnUse } from "./diagram.ts";
import { playGame } from "./game.ts";
import { attachGrid } from "./grid.ts";
import { mountTable, type Table } from "./mount.ts";
import { attachPointer } from "./pointer.ts";
import { readData } from "./refresh.ts";
import { hasChosen, readWords } from "./words.ts";

const say = await readWords();
for (const root of document.querySelectorAll<HTMLElement>("[data-table]")) {
	const data = readData(root);
	if (!data) continue;
	if (data.kind === "diagram") {
		wakeOnUse(root, () => wake(root, data));
		continue;
	}
	const table = wake(root, data);
	if (data.kind === "game" && data.id !== null) playGame(table);
}

function wake(root: HTMLElement, data: TableData): Table {
	const hints = { pinned: hasChosen("pinned.on"), queens: hasChosen("queens.on") };
	const table: Table = mountTable(root, data, say, hints);
	attachPointer(table);
	attachGrid(table);
	attachTyped(table);
	return table;
}

/** The form to type a move into comes with the page; what reads it is fetched when it is used. */
function attachTyped(table: Table): void {
	table.root.querySelector("form[data-typed]")?.addEventListener("submit", (event) => {
		event.preventDefault();
		const form = event.currentTarget;
		if (form instanceof HTMLFormElement) void import("./typed.ts").then(({ takeTyped }) => takeTyped(table, form));
	});
}
