/** The program of the game's page and of pages with diagrams: every table that stands there comes alive. */
import { playGame } from "./game.ts";
import { mountTable, type Table } from "./mount.ts";
import { attachPointer } from "./pointer.ts";
import { readData } from "./refresh.ts";
import { hasChosen, readWords } from "./words.ts";

const say = await readWords();
for (const root of document.querySelectorAll<HTMLElement>("[data-table]")) {
	const data = readData(root);
	if (!data) continue;
	const hints = { pinned: hasChosen("pinned.on"), queens: hasChosen("queens.on") };
	const table: Table = mountTable(root, data, say, hints);
	attachPointer(table);
	if (data.kind === "game" && data.id !== null) playGame(table);
}
