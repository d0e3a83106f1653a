/** What may stand in a message and in notes, and of which message a mail tells. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkMessage, checkNotes, checkReason, type Message, type Note, untold } from "../../src/match/chat.ts";

describe("a message", () => {
	test.each([
		["Good luck!", "Good luck!"],
		["  \n trimmed \t\n", "trimmed"],
		["two\r\nlines", "two\nlines"],
		["<b>&amp;</b> <script>", "<b>&amp;</b> <script>"],
		["שלום, wA1 bQ/ 👩‍👩‍👧", "שלום, wA1 bQ/ 👩‍👩‍👧"],
		["🐝".repeat(1_000), "🐝".repeat(1_000)],
	])("%j is kept as %j", (text, kept) => {
		expect(checkMessage(text)).toEqual({ ok: true, value: kept });
	});

	test.each([
		["", "EMPTY"],
		[" \n\t ", "EMPTY"],
		["\u200b\u200d\ufeff", "EMPTY"],
		["x".repeat(1_001), "TOO_LONG"],
		["🐝".repeat(1_001), "TOO_LONG"],
		["a\u0000b", "BAD_CHARACTER"],
		["a\rb", "BAD_CHARACTER"],
		["a\tb", "BAD_CHARACTER"],
		["a\u0085b", "BAD_CHARACTER"],
		["a\ud800b", "BAD_CHARACTER"],
		["a\u202eb", "BAD_CHARACTER"],
	])("%j is refused: %s", (text, fault) => {
		expect(checkMessage(text)).toEqual({ ok: false, error: fault });
	});

	test("what is kept is kept again as it is", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
				const once = checkMessage(text);
				if (once.ok) expect(checkMessage(once.value)).toEqual(once);
			}),
		);
	});

	test("the reason of a report may be missing", () => {
		expect(checkReason(" ")).toEqual({ ok: true, value: null });
		expect(checkReason(" rude ")).toEqual({ ok: true, value: "rude" });
		expect(checkReason("x".repeat(501))).toEqual({ ok: false, error: "TOO_LONG" });
	});
});

describe("notes", () => {
	const note = (ply: number, text = "x"): Note => ({ ply, text });

	test("are kept by ply, with their blanks, tabs and lines", () => {
		const checked = checkNotes([note(3, " a\tb\r\nc "), note(0)], 3, []);
		expect(checked).toEqual({ ok: true, value: [note(0), note(3, " a\tb\nc ")] });
	});

	test("every fault is named", () => {
		const notes = [note(0), note(0), note(5), note(1, ""), note(2, "x".repeat(2_001)), note(3, "\u0007"), note(4)];
		expect(checkNotes(notes, 4, [])).toEqual({
			ok: false,
			error: [
				{ index: 1, fault: "TWICE" },
				{ index: 2, fault: "AHEAD" },
				{ index: 3, fault: "EMPTY" },
				{ index: 4, fault: "TOO_LONG" },
				{ index: 5, fault: "BAD_CHARACTER" },
			],
		});
	});

	test("that a take-back has left ahead of the game can be kept, but no new ones made there", () => {
		expect(checkNotes([note(6, "other")], 4, [note(6)]).ok).toBe(true);
		expect(checkNotes([note(5)], 4, [note(6)]).ok).toBe(false);
	});
});

describe("of which message a mail tells", () => {
	const messages: readonly Message[] = [
		{ id: 1, at: 10, player: "b", text: "1" },
		{ id: 2, at: 20, player: "a", text: "2" },
		{ id: 3, at: 30, player: "b", text: "3" },
		{ id: 4, at: 40, player: "b", text: "4" },
	];
	test.each([
		["nothing seen", 0, 0, 1, 2],
		["the first one seen, one's own not counted", 1, 0, 3, 1],
		["all but the last seen", 3, 0, 4, 0],
		["all seen", 4, 0, null, 0],
		["a mail is out that was not answered by a look", 0, 1, null, 0],
		["a look, but an older one than the mail", 1, 3, null, 0],
		["a look since the mail", 3, 3, 4, 0],
	])("%s", (_, looked, told, first, more) => {
		const news = untold(messages, "a", { looked, told });
		expect(news && [news.first.id, news.more]).toEqual(first === null ? null : [first, more]);
	});
});
