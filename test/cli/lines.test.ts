/** Lines of a stream, however it is cut into chunks and however long they are. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONGEST_LINE, lastLine, NO_LINES, takeLines } from "../../src/cli/lines.ts";

/** All lines of a stream that comes in these chunks. */
function read(chunks: readonly string[]): readonly (string | null)[] {
	let buffer = NO_LINES;
	const lines = chunks.flatMap((chunk) => {
		const taken = takeLines(buffer, chunk);
		buffer = taken.buffer;
		return taken.lines;
	});
	return [...lines, ...lastLine(buffer)];
}

describe("lines come out of chunks", () => {
	test.each<[string, readonly string[], readonly (string | null)[]]>([
		["nothing", [], []],
		["one line", ["info\n"], ["info"]],
		["a line that does not end", ["info"], ["info"]],
		["several in one chunk", ["info\nhelp\n\nexit\n"], ["info", "help", "", "exit"]],
		["one in several chunks", ["in", "f", "o\nhe", "lp\n"], ["info", "help"]],
		["Windows' line ends, cut in two", ["info\r", "\nhelp\r\n"], ["info", "help"]],
		["a line that is too long, and the next", ["x".repeat(LONGEST_LINE), "yy\nhelp\n"], [null, "help"]],
		["a line that is too long and does not end", ["x".repeat(LONGEST_LINE + 1), "y"], [null]],
		["the longest line", [`${"x".repeat(LONGEST_LINE)}\n`], ["x".repeat(LONGEST_LINE)]],
	])("%s", (_, chunks, lines) => {
		expect(read(chunks)).toEqual(lines);
	});

	test("nothing of an endless line is kept", () => {
		let buffer = NO_LINES;
		for (let count = 0; count < 50; count++) buffer = takeLines(buffer, "x".repeat(100_000)).buffer;
		expect(buffer).toEqual({ rest: "", tooLong: true });
	});

	test("wherever the chunks are cut", () => {
		const text = fc
			.array(fc.constantFrom("a", "b", "\n", "\r\n", " "), { maxLength: 40 })
			.map((parts) => parts.join(""));
		fc.assert(
			fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
				const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
				const chunks = at.slice(1).map((end, index) => whole.slice(at[index], end));
				expect(read(chunks)).toEqual(read([whole]));
			}),
		);
	});
});
