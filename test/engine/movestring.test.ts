/** MoveStrings: any spelling that names the place is read, the canonical one is written. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boardOf, type Game, legalMoves, makeMove, playMove } from "../../src/engine/game.ts";
import type { MoveReason, PieceMove } from "../../src/engine/move.ts";
import { moveTo, parseMove } from "../../src/engine/movestring.ts";
import type { Piece } from "../../src/engine/piece.ts";
import { canonOf, replay, start, tryMove } from "./corpus.ts";
import * as at from "./positions.ts";
import { edge } from "./positions.ts";
import { anyGame } from "./walks.ts";

/** Position, a spelling, and the canonical spelling of the same move. */
const SPELLINGS: readonly (readonly [position: string, given: string, canonical: string])[] = [
	["Base", "wS1", "wS1"],
	["Base", "  WS1 ", "wS1"],
	["Base", "ws1", "wS1"],
	["Base;wS1", "bS1 wS1-", "bS1 wS1-"],
	["Base;wS1", "BS1   WS1/", "bS1 wS1/"],
	["Base;wS1", "bs1\tws1\\", "bS1 wS1\\"],
	["Base;wS1", "bS1 -wS1", "bS1 -wS1"],
	["Base;wS1", "bS1 /wS1", "bS1 /wS1"],
	["Base;wS1", "bS1 \\wS1", "bS1 \\wS1"],
	// left, lower left, upper left, right, upper right, lower right: the first that is occupied
	[at.OPEN, "wA1 \\wS1", "wA1 wQ/"],
	[at.OPEN, "wA1 wQ/", "wA1 wQ/"],
	[at.OPEN, "wA1 /wS1", "wA1 wQ\\"],
	[at.OPEN, "wQ \\wS1", "wQ \\wS1"],
	// the moving piece is no reference once it is lifted
	[at.OPEN, "wQ wQ/", "wQ \\wS1"],
	[at.LOCKED_ANT.split(";").slice(0, 9).join(";"), "wQ /wQ", "wQ -wG1"],
	// a climb names the top of the stack, however it was asked for
	[at.FREE_HOPPER, "wB1 wS1", "wB1 wS1"],
	[at.FREE_HOPPER, "wB1 -bS1", "wB1 wS1"],
	[at.FREE_HOPPER, "wB1 wB1/", "wB1 wS1"],
	[at.MOSQUITO_AT_STACK, "wM wS1", "wM bB1"],
	[at.MOSQUITO_AT_STACK, "wM wM-", "wM bB1"],
	[at.BEETLE_BESIDE_QUEEN, "bB1 -bQ", "bB1 wQ"],
	// a covered reference names the place of its stack
	[at.COVERED_SPIDER, "wA1 -wS1", "wA1 -wB1"],
	// the beetle that steps down leaves what it stood on as the reference
	[at.COVERED_SPIDER, "wB1 -wS1", "wB1 -wS1"],
	[at.COVERED_SPIDER, "wB1 -wB1", "wB1 -wS1"],
	["Base+ML;wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1", " PASS ", "pass"],
];

describe("a move is read in any spelling and written in one", () => {
	test.each(SPELLINGS)("after %s, %j is %s", (position, given, canonical) => {
		const game = replay(position);
		const move = parseMove(game, given);
		if (!move.ok) throw new Error(JSON.stringify(move.error));
		expect(makeMove(game, move.value)).toBe(canonical);
		expect(playMove(game, move.value).plies.at(-1)?.text).toBe(canonical);
	});
});

/** Every spelling that names a move's destination by some piece on the board, covered ones and the mover included. */
function spellingsOf(game: Game, move: PieceMove): readonly string[] {
	const board = boardOf(game);
	const found = board
		.filter((it) => it.q === move.to.q && it.r === move.to.r && it.piece !== move.piece)
		.map((it) => `${move.piece} ${it.piece}`);
	for (const { piece, q, r } of board) {
		const way = `${move.to.q - q},${move.to.r - r}`;
		const spelled = {
			"1,0": `${piece}-`,
			"1,-1": `${piece}/`,
			"0,1": `${piece}\\`,
			"-1,0": `-${piece}`,
			"-1,1": `/${piece}`,
			"0,-1": `\\${piece}`,
		}[way];
		if (spelled !== undefined) found.push(`${move.piece} ${spelled}`);
	}
	return found;
}

test("every spelling of every legal move reads as that move, and its canonical spelling is one of them", () => {
	fc.assert(
		fc.property(anyGame(40), (game) => {
			for (const move of legalMoves(game)) {
				const canonical = makeMove(game, move);
				expect(parseMove(game, canonical)).toEqual({ ok: true, value: move });
				if (move !== "pass") expect(moveTo(game, move.piece, move.to, "")).toEqual({ ok: true, value: move });
				if (move === "pass" || game.plies.length === 0) continue;
				const spellings = spellingsOf(game, move);
				expect(spellings).toContain(canonical);
				for (const text of spellings) expect([text, tryMove(game, text)]).toEqual([text, canonOf(move)]);
			}
		}),
		{ numRuns: 60 },
	);
});

describe("a move may name its cell instead of a neighbour", () => {
	test.each<readonly [position: string, piece: Piece, q: number, r: number, answer: MoveReason | "legal"]>([
		["Base", "wS1", 0, 0, "legal"],
		["Base", "wS1", 1, 0, "TOUCHES_NO_OWN"],
		["Base", "wS1", 0, -1, "TOUCHES_NO_OWN"],
		[at.OPEN, "wQ", 0, -1, "legal"],
		[at.OPEN, "wA1", -2, 0, "legal"],
		[at.OPEN, "wA1", 0, -1, "legal"],
		[at.OPEN, "wA1", -3, 0, "TOUCHES_NO_OWN"],
		[at.OPEN, "wM", -2, 0, "NOT_IN_THIS_GAME"],
		[at.OPEN, "wQ", -3, 0, "UNREACHABLE"],
		// One turn of the torus from a legal cell
		["Base", "wS1", 32, 0, "TOUCHES_NO_OWN"],
		["Base", "wS1", 0, -32, "TOUCHES_NO_OWN"],
		[at.OPEN, "wQ", 32, -1, "UNREACHABLE"],
		[at.OPEN, "wQ", 0, 31, "UNREACHABLE"],
		[at.OPEN, "wA1", 30, 0, "TOUCHES_NO_OWN"],
		[at.OPEN, "wA1", -2, 32, "TOUCHES_NO_OWN"],
		// A pinned piece: beside the hive that is what holds it, farther off it is not asked
		[at.LINK, "wA1", 0, -1, "ONE_HIVE"],
		[at.LINK, "wA1", 2, -1, "ONE_HIVE"],
		[at.LINK, "wA1", 1, -2, "ONE_HIVE"],
		[at.LINK, "wA1", 3, -1, "UNREACHABLE"],
		[at.LINK, "wA1", 1, -3, "UNREACHABLE"],
		[at.LINK, "wA1", 0, 2, "UNREACHABLE"],
		[at.LINK, "wA1", -4, 0, "UNREACHABLE"],
	])("after %s, %s to (%i,%i) is %s", (position, piece, q, r, answer) => {
		const move = moveTo(replay(position), piece, { q, r }, "asked");
		if (answer === "legal") expect(move.ok && move.value).toMatchObject({ piece, to: { q, r } });
		else expect(move).toMatchObject({ ok: false, error: { reason: answer, piece, text: "asked" } });
	});

	test("but not once the game is over", () => {
		expect(moveTo(edge("t-nok-white-wins"), "bA2", { q: 0, r: 0 }, "")).toMatchObject({
			error: { reason: "GAME_OVER" },
		});
	});
});

test("no text makes the parser throw, and what it accepts is legal", () => {
	const piece = fc.constantFrom("wA1", "bB2", "wQ", "bq", "WM", "wP", "wA9", "x");
	const sign = fc.constantFrom("", "-", "/", "\\", "--");
	const likely = fc.tuple(piece, fc.constantFrom(" ", "", "  "), sign, piece, sign).map((parts) => parts.join(""));
	fc.assert(
		fc.property(anyGame(12), fc.oneof(likely, fc.string(), fc.string({ unit: "binary" })), (game, text) => {
			const move = parseMove(game, text);
			if (move.ok) expect(legalMoves(game)).toContainEqual(move.value);
		}),
		{ numRuns: 300 },
	);
	expect(tryMove(start("Base"), "wS1\u0000")).toBe("BAD_NOTATION");
});
