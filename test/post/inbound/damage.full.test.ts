/** Very many damaged messages through `email()`. */
import { test } from "vitest";
import { newGame, playAll } from "../../http/client.ts";
import { sendDamaged } from "./damage.ts";
import { turnLetter } from "./posting.ts";

test("two thousand damaged messages throw nothing and play nothing", async () => {
	const table = await newGame();
	await playAll(table, ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]);
	await turnLetter(table, "white");
	await sendDamaged(table, 2_000);
});
