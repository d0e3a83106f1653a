/** What a table marks: who is pinned, rests or can be thrown and by whom, and a reason for every piece that cannot move. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	freeSides,
	lastStep,
	movablePieces,
	partsWithout,
	pinnedPieces,
	restingPiece,
	targetsOf,
	throwablePieces,
	throwersOf,
} from "../../src/board/marks.ts";
import { hexKey } from "../../src/board/stacks.ts";
import { stuckReason, stuckWords } from "../../src/board/stuck.ts";
import { PLAIN_LOOK } from "../../src/board/words.ts";
import { boardOf, type Game, gameAt, legalMoves, surroundedSides } from "../../src/engine/game.ts";
import { moveTo } from "../../src/engine/movestring.ts";
import { PIECES, type Piece, type Side, sideOf } from "../../src/engine/piece.ts";
import { speaker } from "../../src/i18n/catalogue.ts";
import { QUEEN_FIRST, replay } from "../engine/corpus.ts";
import * as at from "../engine/positions.ts";
import { anyGame } from "../engine/walks.ts";
import { middleGame } from "./positions.ts";

const say = speaker("en");
const middle = middleGame();
/** Black is to throw White's ant; nobody else may touch it. */
const before = gameAt(middle, middle.plies.length - 1);
/** wP may throw bB1. */
const THROWER = "Base+P;wP;bB1 /wP;wQ wP/;bB2 bB1\\;wQ bB1-;bG1 /bB2;bB1 wP/;bQ bG1\\";
/** bB1 stands on bS1 beside wP: too high to be thrown. */
const HIGH = "Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 -wQ;bB1 bQ/;wA1 \\wQ;bB1 bQ;wA1 -wQ;bB1 bS1;wA1 \\wQ;bQ bS1\\";

describe("why a piece is stuck", () => {
	const rows: readonly (readonly [position: string, piece: Piece, words: string | null])[] = [
		["Base;wS1", "wA1", "It is not your turn."],
		[at.OPEN, "wS1", "White spider 1 cannot move: the hive would fall apart."],
		[at.OPEN, "wQ", null],
		[at.OPEN, "wA1", null],
		[at.OPEN, "wA2", "White ant 2 has to wait: the lower number of the same bug comes first."],
		[at.OPEN, "bA1", "Black ant 1 is not yours, and nothing of yours can throw it."],
		[at.OPEN, "bQ", "Black queen is not yours, and nothing of yours can throw it."],
		[at.OPEN, "wM", "“white mosquito” names a piece that this game is played without."],
		["Base", "wQ", "The queen may not be the first piece."],
		["Base;wS1;bS1 wS1-", "wS1", "Nothing of yours may move before your queen is on the board."],
		[
			"Base;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wA2 -wA1;bA2 bA1-",
			"wA3",
			"This is your fourth turn: the queen must be placed now.",
		],
		[
			"Base;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wA2 -wA1;bA2 bA1-",
			"wA2",
			"This is your fourth turn: the queen must be placed now.",
		],
		[at.COVERED_SPIDER, "wS1", "White spider 1 cannot move: white beetle 1 stands on it."],
		[at.LOCKED_ANT, "bA1", "Black ant 1 has nowhere to go: every way is too narrow or too short."],
		[at.LOCKED_SPIDER, "bS1", "Black spider 1 has nowhere to go: every way is too narrow or too short."],
		[at.LOCKED_QUEEN, "bQ", "Black queen has nowhere to go: every way is too narrow or too short."],
		[HIGH, "bB1", "Black beetle 1 stands on another piece and cannot be thrown from there."],
		[THROWER, "bB1", null],
		[
			"Base+M;wM;bM wM-;wQ -wM;bQ bM-;wQ \\wM;bA1 bQ-;wQ wM/;bA2 bA1-;wQ bM/;bA3 bA2-",
			"wM",
			"White mosquito moves like what it touches, and it touches nothing to copy.",
		],
	];
	test.each(rows)("%s, %s: %s", (position, piece, words) => {
		const game = replay(position);
		const seat: Side = words === "It is not your turn." ? "white" : game.toMove;
		const reason = stuckReason(game, piece, seat);
		expect(reason && stuckWords(say, reason, PLAIN_LOOK)).toBe(words);
	});

	test("the piece that was just thrown rests", () => {
		expect(restingPiece(middle)).toBe("wA3");
		expect(stuckReason(middle, "wA3")).toEqual({ reason: "JUST_MOVED", piece: "wA3" });
	});

	test("a queen may not come first where the rules forbid it", () => {
		const reason = stuckReason(replay("Base"), "wQ");
		expect(reason && stuckWords(say, reason, PLAIN_LOOK)).toBe("The queen may not be the first piece.");
	});

	test("a queen may come first where the rules let her", () => {
		expect(stuckReason(replay("Base", QUEEN_FIRST), "wQ")).toBeNull();
	});

	test("in a finished game that is the reason", () => {
		expect(stuckReason({ ...middle, result: { winner: "white", reason: "surround" } }, "wB1")).toEqual({
			reason: "GAME_OVER",
		});
	});

	test("every piece has targets or a reason in words, never both, and what the engine says of its neighbours agrees", () => {
		fc.assert(
			fc.property(anyGame(50), (game) => {
				for (const piece of PIECES) {
					const reason = stuckReason(game, piece);
					expect(targetsOf(game, piece).length === 0, piece).toBe(reason !== null);
					if (reason) expect(stuckWords(say, reason, PLAIN_LOOK)).toMatch(/^[“A-Z][^{}]*\.$/);
					if (reason?.reason === "ONE_HIVE") {
						expect(partsWithout(game, piece).length).toBeGreaterThan(1);
					}
				}
			}),
			{ numRuns: 40 },
		);
	});
});

describe("the hive", () => {
	test.each([
		["middle", middle, "white", ["wA1", "wB2", "wP", "wQ"]],
		["a link", replay(at.LINK), "white", ["wA1"]],
		["a covered spider", replay(at.COVERED_SPIDER), "white", []],
	] as readonly (readonly [string, Game, Side, readonly Piece[]])[])(
		"%s: pinned of %s are %s",
		(_, game, side, pinned) => {
			expect(pinnedPieces(game, side).toSorted()).toEqual(pinned.toSorted());
		},
	);

	test("falls into the parts that a pinned piece holds together, and into no parts without others", () => {
		fc.assert(
			fc.property(anyGame(50), (game) => {
				const board = boardOf(game);
				const hexes = new Set(board.map(hexKey));
				for (const { piece } of board) {
					const parts = partsWithout(game, piece);
					const pinned = pinnedPieces(game, sideOf(piece)).includes(piece);
					if (board.length > 1) expect(parts.length > 1).toBe(pinned);
					const left = parts.flat().map(hexKey);
					expect(new Set(left).size).toBe(left.length);
					for (const key of left) expect(hexes).toContain(key);
				}
			}),
			{ numRuns: 40 },
		);
	});

	test("has as many free sides at a queen as are not taken", () => {
		fc.assert(
			fc.property(anyGame(50), (game) => {
				for (const side of ["white", "black"] as const) {
					const placed = boardOf(game).some(({ piece }) => piece === (side === "white" ? "wQ" : "bQ"));
					expect(freeSides(game, side).length).toBe(placed ? 6 - surroundedSides(game, side) : 0);
				}
			}),
			{ numRuns: 40 },
		);
	});
});

describe("throws", () => {
	test("what can be thrown, by whom and where to", () => {
		expect(throwablePieces(before)).toEqual(["wA3"]);
		expect(throwersOf(before, "wA3")).toEqual(["bP"]);
		expect(throwersOf(before, "bL")).toEqual([]);
		expect(targetsOf(before, "wA3").map(({ how }) => how)).toEqual(["throw", "throw", "throw", "throw"]);
		expect(targetsOf(before, "wA3", "bP")).toEqual(targetsOf(before, "wA3"));
		expect(targetsOf(before, "wA3", "bM")).toEqual([]);
		expect(movablePieces(before)).toContain("wA3");
	});

	test("a place that is also reached on foot is a walk, unless one asks for the thrower's", () => {
		const game = replay("Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-");
		const ways = targetsOf(game, "wQ");
		expect(new Set(ways.map(({ how }) => how))).toEqual(new Set(["walk", "throw"]));
		const thrown = targetsOf(game, "wQ", "wP");
		expect(thrown.every(({ how }) => how === "throw")).toBe(true);
		expect(ways.map(({ to }) => to)).toEqual(expect.arrayContaining(thrown.map(({ to }) => to)));
		expect(targetsOf(game, "wA1").every(({ how }) => how === "walk")).toBe(true);
	});

	test("the last move names its thrower where it can only have been thrown", () => {
		const bP = boardOf(middle).find(({ piece }) => piece === "bP");
		expect(lastStep(middle)?.thrower).toEqual(bP && { q: bP.q, r: bP.r, z: bP.z });
		expect(lastStep(before)?.thrower).toBeUndefined();
		expect(lastStep(replay("Base"))).toBeNull();
		expect(lastStep(replay("Base;wS1"))).toEqual({ from: null, to: { q: 0, r: 0, z: 0 } });
		// On foot it would have come there too.
		const game = replay("Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-");
		const both = targetsOf(game, "wQ", "wP").filter(({ to }) =>
			targetsOf(game, "wQ").some((walk) => walk.how === "walk" && hexKey(walk.to) === hexKey(to)),
		);
		expect(both.length).toBeGreaterThan(0);
	});
});

test("targets are the legal moves of a piece, and the engine takes each of them", () => {
	fc.assert(
		fc.property(anyGame(40), (game) => {
			const targets = PIECES.flatMap((piece) => targetsOf(game, piece).map(({ to }) => ({ piece, to })));
			expect(targets.length).toBe(legalMoves(game).filter((move) => move !== "pass").length);
			for (const { piece, to } of targets) expect(moveTo(game, piece, to, "").ok).toBe(true);
		}),
		{ numRuns: 30 },
	);
});
