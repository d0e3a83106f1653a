/** The program of the game's page and of pages with diagrams: every table that stands there comes alive. */
import { whatFollows } from "./follow.ts";
import { playGame } from "./game.ts";
import { readData } from "./mount.ts";
import { wake } from "./wake.ts";
import { readWords } from "./words.ts";

const say = await readWords();
for (const root of document.querySelectorAll<HTMLElement>("[data-table]")) {
	const data = readData(root);
	if (!data) continue;
	if (data.kind === "diagram") {
		// A game's page has none.
		const { wakeOnUse } = await import("./diagram.ts");
		wakeOnUse(root, () => wake(root, data, say), whatFollows);
		continue;
	}
	const table = wake(root, data, say);
	if (data.kind === "game" && data.id !== null) playGame(table);
}
