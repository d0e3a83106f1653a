/** Lines out of a stream of chunks, with an end to what is kept of a line that does not end. */

export const LONGEST_LINE = 1_000_000;

export type LineBuffer = {
	/** the beginning of the next line */
	readonly rest: string;
	/** the next line is already too long and is thrown away up to its end */
	readonly tooLong: boolean;
};

export const NO_LINES: LineBuffer = { rest: "", tooLong: false };

/** Null stands for a line that was too long. A line ends with LF or CRLF. */
export type Taken = { readonly buffer: LineBuffer; readonly lines: readonly (string | null)[] };

export function takeLines(buffer: LineBuffer, chunk: string): Taken {
	const [first = "", ...others] = chunk.split("\n");
	const begun = cut({ rest: buffer.rest + first, tooLong: buffer.tooLong });
	const all = [begun, ...others.map((rest) => cut({ rest, tooLong: false }))];
	const next = all.pop() ?? NO_LINES;
	return { buffer: next, lines: all.map(lineOf) };
}

/** The last line, where the stream ends without ending it. */
export function lastLine(buffer: LineBuffer): readonly (string | null)[] {
	return buffer.rest === "" && !buffer.tooLong ? [] : [lineOf(buffer)];
}

function lineOf({ rest, tooLong }: LineBuffer): string | null {
	return tooLong ? null : rest.replace(/\r$/, "");
}

function cut(line: LineBuffer): LineBuffer {
	return line.tooLong || line.rest.length > LONGEST_LINE ? { rest: "", tooLong: true } : line;
}
