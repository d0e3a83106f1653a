/** What a table reads out: moves that arrive, and what is told together with them. */
import { expect, test } from "vitest";
import { spoken } from "../../src/client/speech.ts";
import { speaker } from "../../src/i18n/catalogue.ts";
import { news, stateOf, steps } from "./tables.ts";

const say = speaker("en");
const LEFT = "Time runs out in 2 days.";

test("a move that arrives is read with the time there is to answer it, where it is the reader's to answer", () => {
	const before = stateOf("Base;wS1", { mine: false, seat: "white" });
	const heard = steps(before, news("Base;wS1;bS1 wS1-", { seat: "white" }));
	const words = "Bruno: Black spider 1 placed to the right of white spider 1.";
	expect(spoken(say, heard, LEFT)).toBe(`${words} It is your move. ${LEFT}`);
	expect(spoken(say, heard)).toBe(`${words} It is your move.`);
	// Somebody else's time, to one who only watches.
	const watched = steps(before, news("Base;wS1;bS1 wS1-", { mine: false, seat: null }));
	expect(spoken(say, watched, LEFT)).toBe(words);
});

test("nothing but a move of the other side is read with it", () => {
	const table = steps(stateOf("Base"), { type: "pick", piece: "wS1" });
	for (const state of [table, steps(table, { type: "send" }), steps(table, { type: "send" }, { type: "sent" })])
		expect(spoken(say, state, LEFT)).not.toContain(LEFT);
});

test("a throw is read with who made it", () => {
	const before = "Base+MLP;wA1;bP /wA1;wL \\wA1;bQ -bP;wB1 -wL;bQ wB1\\;wQ wL/";
	const watching = stateOf(before, { mine: false, seat: "white" });
	const heard = steps(watching, news(`${before};wA1 bP\\`, { seat: "white" }));
	expect(spoken(say, heard)).toBe(
		"Bruno: White ant 1 to the lower right of black pillbug, thrown by black pillbug. It is your move.",
	);
});
