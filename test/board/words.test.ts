/** Positions as text and in words: what a mail shows and what a screen reader says. */
import { describe, expect, test } from "vitest";
import { lastStep } from "../../src/board/marks.ts";
import { positionProse, positionWords } from "../../src/board/prose.ts";
import { stuckWords } from "../../src/board/stuck.ts";
import { boardTable } from "../../src/board/table.ts";
import { boardLines, stackLines } from "../../src/board/text.ts";
import {
	moveWords,
	namesNote,
	PLAIN_LOOK,
	reasonWords,
	reserveWords,
	resultWords,
	spelledWords,
} from "../../src/board/words.ts";
import { boardOf, type PlacedPiece, reserveOf } from "../../src/engine/game.ts";
import { MOVE_REASONS } from "../../src/engine/move.ts";
import { LOCALES, speaker } from "../../src/i18n/catalogue.ts";
import { middleBoard, middleGame, play, ROW, TOWER } from "./positions.ts";

const say = speaker("en");

describe("as monospaced text", () => {
	test("a game in its middle shows stacks, the last move, where it came from, and empty places between", () => {
		const game = middleGame();
		expect(boardLines(boardOf(game), lastStep(game))).toEqual([
			"                wB1+   .     .     .    ( )",
			" bB2   bA2   wQ     .    wS1  [wA3]  bP",
			"                wP     .    bB1+  bQ",
			"                   wB2   wA1",
			"                            bA1   bA3   wA2",
			"                               bM",
		]);
		expect(stackLines(boardOf(game)).map((stack) => stack.map(({ piece }) => piece))).toEqual([
			["wB1", "bL"],
			["bB1", "wL"],
		]);
	});

	test.each<[string, readonly PlacedPiece[], readonly string[]]>([
		["nothing at all", [], []],
		["one piece", [{ piece: "wQ", q: 5, r: 3, z: 0 }], [" wQ"]],
		["the highest stack", TOWER, [" wQ    bM+", "          bQ"]],
		[
			"a row that is skipped",
			[
				{ piece: "wQ", q: 0, r: 0, z: 0 },
				{ piece: "bQ", q: 0, r: 2, z: 0 },
			],
			[" wQ", "", "       bQ"],
		],
	])("%s", (_, board, lines) => {
		expect(boardLines(board)).toEqual(lines);
	});

	test("the widest hive is one line of 28 names", () => {
		const [line = "", ...more] = boardLines(ROW);
		expect(more).toEqual([]);
		expect(line.trim().split(/\s+/)).toEqual(ROW.map(({ piece }) => piece));
		expect(line.length).toBeLessThan(28 * 6);
	});
});

describe("in words", () => {
	test("every piece tells its neighbours clockwise from the upper right, its stack, and the queens how pressed they are", () => {
		const board = boardOf(play("wS1;bS1 wS1-;wQ /wS1;bQ bS1\\;wB1 -wQ;bA1 bQ-;wB1 wQ"));
		expect(positionWords(say, board, PLAIN_LOOK)).toEqual({
			title: "Hive board: White 3, Black 3 pieces",
			queens: ["White queen: 1 of 6 sides taken.", "Black queen: 2 of 6 sides taken."],
			white: [
				"White queen, under white beetle 1.",
				"White spider 1: black spider 1 to the right; white beetle 1 to the lower left.",
				"White beetle 1, on white queen, level 2: white spider 1 to the upper right.",
			],
			black: [
				"Black queen: black ant 1 to the right; black spider 1 to the upper left.",
				"Black spider 1: black queen to the lower right; white spider 1 to the left.",
				"Black ant 1: black queen to the left.",
			],
		});
	});

	test("an empty board and a lone piece are told as such", () => {
		expect(positionProse(say, [], PLAIN_LOOK)).toBe("The board is empty.");
		const lone = positionProse(say, [{ piece: "wS1", q: 0, r: 0, z: 0 }], PLAIN_LOOK);
		expect(lone).toBe(
			"White queen: not on the board yet. Black queen: not on the board yet. White spider 1: touches nothing yet.",
		);
	});

	test("tiles of other colours are called by them, and what the notation's letters mean is said", () => {
		const look = { colours: { white: "red", black: "white" } };
		expect(positionWords(say, TOWER, look).title).toBe("Hive board: Red 5, White 4 pieces");
		expect(namesNote(say, look)).toBe("Names begin with w for Red and with b for White.");
		expect(namesNote(say, PLAIN_LOOK)).toBeNull();
		const odd = { colours: { white: "teal", black: "white" } };
		expect(spelledWords(say, "wA1 bQ-", "move", odd)).toBe("teal ant 1 to the right of white queen");
	});

	test("the reserve is told by kind in the usual order", () => {
		expect(reserveWords(say, reserveOf(play("wS1;bS1 wS1-;wA1 -wS1")).white)).toEqual([
			"1 queen",
			"1 spider",
			"2 beetles",
			"3 grasshoppers",
			"2 ants",
			"1 mosquito",
			"1 ladybug",
			"1 pillbug",
		]);
		expect(reserveWords(say, {})).toEqual(["nothing left"]);
	});
});

describe("a move", () => {
	test.each([
		["wA1 bS2-", "move", "white ant 1 to the right of black spider 2"],
		["wA1 -bS2", "place", "white ant 1 placed to the left of black spider 2"],
		["bQ wP/", "throw", "black queen to the upper right of white pillbug, by a throw"],
		["bQ /wP", "move", "black queen to the lower left of white pillbug"],
		["wL wG3\\", "move", "white ladybug to the lower right of white grasshopper 3"],
		["wM \\bM", "place", "white mosquito placed to the upper left of black mosquito"],
		["wB1 bQ", "move", "white beetle 1 onto black queen"],
		["wS1", "place", null],
		["pass", "move", null],
		["wA1 bS2-bS3", "move", null],
		["wX1 bS2-", "move", null],
	] as const)("%s (%s) is “%s”", (text, how, words) => {
		expect(spelledWords(say, text, how, PLAIN_LOOK)).toBe(words);
	});

	test("is told as it was played: first piece, placement, walk, climb, throw, pass", () => {
		const told = (moves: string) => {
			const ply = play(moves).plies.at(-1);
			return ply && moveWords(say, ply, PLAIN_LOOK);
		};
		expect(told("wS1")).toBe("white spider 1 as the first piece");
		expect(told("wS1;bS1 wS1-")).toBe("black spider 1 placed to the right of white spider 1");
		expect(told("wS1;bS1 wS1-;wQ /wS1;bQ bS1\\;wB1 -wQ;bA1 bQ-;wB1 wQ")).toBe("white beetle 1 onto white queen");
		const thrown = middleGame().plies.at(-1);
		expect(thrown && moveWords(say, thrown, PLAIN_LOOK)).toBe(
			"white ant 3 to the right of white spider 1, thrown by black pillbug",
		);
		// Pillbug and mosquito could each have thrown it: nobody is named.
		expect(told("wM;bM wM\\;wP \\wM;bQ /bM;wQ wP-;bP /bQ;wQ -wM")).toBe(
			"white queen to the left of white mosquito, by a throw",
		);
		const pass = play("wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1;pass").plies.at(-1);
		expect(pass && moveWords(say, pass, PLAIN_LOOK)).toBe("no move possible, passed");
	});
});

test.each(MOVE_REASONS)("the refusal %s is a whole sentence, with and without the pieces it is about", (reason) => {
	const full = reasonWords(say, { reason, text: "wA1 bQ-", piece: "wA1", by: "bQ" }, PLAIN_LOOK);
	const bare = reasonWords(say, { reason, text: "wA1 bQ-" }, PLAIN_LOOK);
	for (const sentence of [full, bare]) expect(sentence).toMatch(/^[A-Z“W][^{}]*\.$/i);
	for (const sentence of [full]) expect(sentence[0]).toBe(sentence[0]?.toUpperCase());
});

test.each([
	"NOT_YOUR_TURN",
	"NO_WAY_OUT",
	"NO_PLACE",
	"ON_STACK",
	"NOTHING_TO_COPY",
	"GAME_OVER",
	"NOT_YOUR_PIECE",
	"QUEEN_DUE",
	"COVERED",
	"ONE_HIVE",
] as const)("that a piece is stuck because of %s is a whole sentence in every language", (reason) => {
	for (const locale of LOCALES) {
		const words = stuckWords(speaker(locale), { reason, piece: "wA1", by: "bQ" }, PLAIN_LOOK);
		expect(words, locale).toMatch(/^\p{Lu}[^{}]*\.$/u);
	}
});

describe("a result", () => {
	const names = { white: "Ada", black: "Bob" };
	test.each([
		[{ winner: "white", reason: "surround" }, "white", "You won: the last side of Bob’s queen is taken."],
		[{ winner: "white", reason: "surround" }, "black", "You lost: the last side of your queen is taken."],
		[{ winner: "white", reason: "surround" }, null, "Ada won: the last side of Bob’s queen is taken."],
		[{ winner: "black", reason: "timeout" }, "white", "You lost: your time ran out."],
		[{ winner: "black", reason: "timeout" }, "black", "You won: Ada ran out of time."],
		[{ winner: "black", reason: "resignation" }, null, "Bob won: Ada resigned."],
		[{ winner: "black", reason: "resignation" }, "white", "You lost: you resigned."],
		[{ winner: null, reason: "both-surrounded" }, "white", "A draw: both queens were surrounded by the same move."],
		[{ winner: null, reason: "repetition" }, "black", "A draw: the same position came up for the third time."],
		[{ winner: null, reason: "stalemate" }, null, "A draw: nobody could get any further."],
		[{ winner: null, reason: "agreement" }, null, "A draw by agreement."],
		[{ winner: null, reason: "claim" }, null, "A draw, claimed because the position was repeated."],
		[null, "white", "The game was called off before both sides had moved. It does not count."],
	] as const)("%j seen by %s: %s", (outcome, viewer, words) => {
		expect(resultWords(say, outcome, names, viewer)).toBe(words);
	});
});

describe("as a table for mails", () => {
	const cells = (html: string) =>
		[...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
			[...row.matchAll(/<td(?: colspan="(\d+)")?/g)].reduce((sum, [, span]) => sum + Number(span ?? 1), 0),
		);

	test.each([
		["a middle game", middleBoard()],
		["the highest stack", TOWER],
		["the widest hive", ROW],
	])("%s has rows of one width, one tile a stack, and nothing to load", (_, board) => {
		const html = boardTable(board, PLAIN_LOOK, null, 'a "label"');
		expect(new Set(cells(html)).size).toBe(1);
		expect(html.match(/<div /g)).toHaveLength(new Set(board.map(({ q, r }) => `${q},${r}`)).size);
		expect(html).toContain('aria-label="a &quot;label&quot;"');
		expect(html).not.toMatch(/<img|url\(|class=/);
	});

	test("is nothing for an empty board", () => {
		expect(boardTable([], PLAIN_LOOK, null, "x")).toBe("");
	});
});
