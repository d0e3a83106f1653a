/** A letter as plain text, for those who read it so and for programs: lines of at most 72 characters, links on their own. */
import { boardLines, stackLines } from "../../board/text.ts";
import { namesNote, pieceWords } from "../../board/words.ts";
import type { Say } from "../../i18n/catalogue.ts";
import { BLANKS, type Block, type Letter } from "./letter.ts";

const LINE = 72;

export function letterText(letter: Letter, say: Say): string {
	const parts = letter.blocks.map((block) => blockText(block, say)).filter((text) => text !== "");
	const footer = letter.footer.map((text) => wrap(text));
	return `${[...parts, ["-- ", ...footer].join("\n")].join("\n\n")}\n`;
}

function blockText(block: Block, say: Say): string {
	switch (block.kind) {
		case "text":
		case "small":
			return wrap(block.text);
		case "quote":
			return wrap(block.text, "> ");
		case "button":
		case "link":
			return `${say("mail.linkAbove", { label: block.label })}\n${block.href}`;
		case "code":
			return `${wrap(block.label)}\n\n    ${block.code}`;
		case "facts":
			return block.rows.map(([label, value]) => wrap(`${label}: ${value}`, "", "  ")).join("\n");
		case "list":
			return [wrap(block.title), ...block.items.map((item) => wrap(item, "  ", "     "))].join("\n");
		case "board":
			return boardText(block, say);
	}
}

function boardText(block: Extract<Block, { kind: "board" }>, say: Say): string {
	if (block.board.length === 0) return "";
	const stacks = stackLines(block.board).map((stack) =>
		stack.map(({ piece }) => piece).join(say("board.stackSeparator")),
	);
	const names = namesNote(say, block.look);
	const notes = [
		...(names === null ? [] : [wrap(names)]),
		...(block.last ? [wrap(say("board.lastMoveMark"))] : []),
		...(stacks.length > 0 ? [wrap(`${say("board.stackMark")} ${stacks.join("; ")}`)] : []),
	];
	const lines = boardLines(block.board, block.last).join("\n");
	return [wrap(block.title), lines, ...(notes.length > 0 ? [notes.join("\n")] : [])].join("\n\n");
}

/** The stacks of a board in words, the top first: for renderings whose readers do not know the names of the pieces. */
export function stackWords(block: Extract<Block, { kind: "board" }>, say: Say): readonly string[] {
	return stackLines(block.board).map((stack) =>
		stack.map(({ piece }) => pieceWords(say, piece, block.look)).join(say("board.stackSeparator")),
	);
}

/** Breaks lines at blanks, but not inside a move. A word longer than a line stays whole: it is a link, and a broken link is none. */
export function wrap(text: string, first = "", rest = first): string {
	return text
		.split("\n")
		.map((paragraph, index) => wrapLine(paragraph, index === 0 ? first : rest, rest))
		.join("\n");
}

function wrapLine(text: string, first: string, rest: string): string {
	const lines: string[] = [];
	let line = first;
	let empty = true;
	for (const word of text.split(BLANKS)) {
		if (!empty && line.length + 1 + word.length > LINE) {
			lines.push(line);
			line = rest;
			empty = true;
		}
		line += empty ? word : ` ${word}`;
		empty = false;
	}
	lines.push(line);
	return lines.map((one) => one.trimEnd()).join("\n");
}
