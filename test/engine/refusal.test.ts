/** Every refusal of a move, with the reason that helps most. */
import { describe, expect, test } from "vitest";
import type { Game } from "../../src/engine/game.ts";
import { makeGameString } from "../../src/engine/gamestring.ts";
import { MOVE_REASONS, type MoveReason } from "../../src/engine/move.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { PLAIN, QUEEN_FIRST, replay } from "./corpus.ts";
import * as at from "./positions.ts";
import { edge } from "./positions.ts";

type Row = readonly [
	position: string | (() => Game),
	move: string,
	reason: MoveReason,
	/** the piece it is about, and the one in the way */
	...pieces: readonly string[],
];

const DUE = () => edge("queen-by-turn-4");
const NO_QUEEN = () => edge("no-move-before-own-queen");
const WON = () => edge("t-nok-white-wins");
const HOLE = () => edge("gate-ground-ant");
const ELEVATED = () => edge("t-nok-beetle-gate");
/** White's queen is where the first piece always goes, and wP beside bS1. */
const QUEEN_AT_HOME = () => replay("Base+P;wQ;bS1 wQ-;wP \\wQ;bQ bS1-;wP wQ/;bA1 bQ-", QUEEN_FIRST);
const THROW = () => edge("t-nok-pillbug-gate");
const PILLBUG = "Base+MP;wA1;bP /wA1;wQ wA1-;bQ bP\\";
/** The pillbug wP was thrown on the last ply. */
const STUNNED = "Base+MP;wP;bM /wP;wQ wP-;bQ /bM;wQ bM-;wP -bM";

/** Black's spider bS1 was thrown on the last ply. */
const THROWN =
	"Base+MLP;wP;bS1 /wP;wM wP/;bP /bS1;wQ wP-;bL /bP;wL wQ\\;bQ -bS1;wS1 wL-;bM /bL;wM -wL;bS2 bL-;wQ -wP;bS2 /bM;bS1 wP-";
/** Black has thrown White's queen on the last ply. */
const THROWN_QUEEN = "Base+P;wA1;bP wA1-;wQ -wA1;bQ bP-;wQ /wA1;bA1 bQ-;wQ wA1\\;bA1 bQ/;wA2 -wA1;wQ bP\\";
/** wP may throw bB1. */
const THROWER = "Base+P;wP;bB1 /wP;wQ wP/;bB2 bB1\\;wQ bB1-;bG1 /bB2;bB1 wP/;bQ bG1\\";
/** bB1 stands on bS1 beside wP: too high to be thrown. */
const BEETLE_BESIDE_PILLBUG =
	"Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 -wQ;bB1 bQ/;wA1 \\wQ;bB1 bQ;wA1 -wQ;bB1 bS1;wA1 \\wQ;bQ bS1\\";
const CLIMBERS = "Base+MLP;wB1;bP \\wB1;wS1 wB1\\;bM -bP;wM -wS1;bB1 bP/;wQ /wS1;bQ -bB1;wM wB1";
const NARROW_THROW = "Base+P;wP;bP wP\\;wQ wP/;bB1 /bP;wB1 wQ-;bB2 /bB1;wB1 wP-;bQ bB1-;wB2 \\wQ;bB2 bB1;wB1 wP";
const NARROW_LADYBUG =
	"Base+ML;wB1;bM wB1/;wB2 /wB1;bB1 bM/;wS1 /wB2;bB2 bB1-;wQ -wS1;bQ bB1/;wG1 wS1\\;bB2 bB1;wA1 wG1-;bS1 bM-;wA1 wB2-;bB2 bQ;wM wS1-;bB2 bB1;wL wA1-;bB2 bS1;wB2 wA1;bB2 bM";

const ROWS: readonly Row[] = [
	["Base", "", "BAD_NOTATION"],
	["Base", "hello", "BAD_NOTATION"],
	["Base", "wA", "BAD_NOTATION"],
	["Base", "wS1 wS1 wS1", "BAD_NOTATION"],
	["Base", "1. wS1", "BAD_NOTATION"],
	["Base", "pass wS1", "BAD_NOTATION"],
	["Base;wS1", "bS1 -wS1-", "BAD_NOTATION"],
	["Base;wS1", "bS1 --wS1", "BAD_NOTATION"],
	["Base;wS1", "bS1 wS1+", "BAD_NOTATION"],
	["Base;wS1", "bS1", "BAD_NOTATION", "bS1"],
	["Base;wS1", "bS1 -", "BAD_NOTATION"],
	["Base", "wA4", "NO_SUCH_PIECE"],
	["Base", "wQ1", "NO_SUCH_PIECE"],
	["Base", "wS0", "NO_SUCH_PIECE"],
	["Base", "wX1", "NO_SUCH_PIECE"],
	["Base", "wS1 wS1-", "NO_SUCH_PIECE", "wS1"],
	["Base;wS1", "bS1 wS3-", "NO_SUCH_PIECE"],
	["Base;wS1", "bS1 wS2-", "NO_SUCH_PIECE", "wS2"],
	["Base", "wM", "NOT_IN_THIS_GAME", "wM"],
	["Base+M;wS1", "bL wS1-", "NOT_IN_THIS_GAME", "bL"],
	["Base;wS1", "bS1 wP-", "NOT_IN_THIS_GAME", "wP"],
	[WON, "bA2 bA1-", "GAME_OVER"],
	[WON, "pass", "GAME_OVER"],
	["Base", "bS1", "NOT_YOUR_PIECE", "bS1"],
	["Base;wS1", "wS2 wS1-", "NOT_YOUR_PIECE", "wS2"],
	[at.OPEN, "bQ bS1/", "NOT_YOUR_PIECE", "bQ"],
	["Base;wS1;bS1 wS1-", "bS1 \\wS1", "NOT_YOUR_PIECE", "bS1"],
	["Base;wS1;bS1 wS1-", "wS1", "NOT_IN_RESERVE", "wS1"],
	["Base;wS1;bS1 wS1-", "wG2 -wS1", "OUT_OF_ORDER", "wG2", "wG1"],
	["Base;wS1", "bA3 wS1-", "OUT_OF_ORDER", "bA3", "bA1"],
	["Base", "wQ", "QUEEN_FIRST", "wQ"],
	["Base;wS1", "bQ wS1-", "QUEEN_FIRST", "bQ"],
	["Base;wS1;bS1 wS1-", "wQ bS1-", "TOUCHES_OPPONENT", "wQ", "bS1"],
	[DUE, "wG2 -wG1", "QUEEN_DUE", "wQ"],
	[DUE, "wB1 wS1", "QUEEN_DUE", "wQ"],
	[NO_QUEEN, "wB1 -wS1", "QUEEN_NOT_PLACED", "wQ"],
	["Base+P;wP;bS1 wP-;wB1 -wP;bQ bS1-", "bS1 /wP", "QUEEN_NOT_PLACED", "wQ"],
	[at.COVERED_SPIDER, "wS1 /wQ", "COVERED", "wS1", "wB1"],
	[at.COVERED_BEETLE, "wB1 wQ", "COVERED", "wB1", "bB1"],
	[`${PILLBUG};wQ bP-`, "wQ -bP", "JUST_MOVED", "wQ"],
	[STUNNED, "bQ -wP", "JUST_MOVED", "wP"],
	[THROWN_QUEEN, "wQ wA1\\", "JUST_MOVED", "wQ"],
	[THROWN, "bS1 wQ-", "JUST_MOVED", "bS1"],
	[`${CLIMBERS};bB1 bP;wM wS1`, "wB1 bQ-", "COVERED", "bP", "bB1"],
	[CLIMBERS, "wB1 bQ-", "COVERED", "wB1", "wM"],
	["Base+P;wP;bS1 \\wP;wG1 wP-;bG1 \\bS1;wG2 wG1\\;bP -bS1;wQ -wG2;bQ \\bG1", "bS1 bQ-", "ONE_HIVE", "bS1"],
	[QUEEN_AT_HOME, "bS1 wP-", "ONE_HIVE", "bS1"],
	[at.OPEN, "wQ -wS1", "SAME_PLACE", "wQ"],
	[at.FREE_HOPPER, "wB1 wB1", "SAME_PLACE", "wB1"],
	[at.LINK, "wA1 \\wA1", "ONE_HIVE", "wA1"],
	[at.OPEN, "wS1 /wQ", "ONE_HIVE", "wS1"],
	[at.OPEN, "wA1 wS1", "OCCUPIED", "wA1", "wS1"],
	[at.OPEN, "wQ wS1", "OCCUPIED", "wQ", "wS1"],
	[at.FREE_HOPPER, "wG1 wS1", "OCCUPIED", "wG1", "wS1"],
	["Base;wS1", "bG1 wS1", "OCCUPIED", "bG1", "wS1"],
	[THROWER, "bB1 /bB1", "OCCUPIED", "bB1", "wP"],
	[THROWER, "bB1 bB1", "SAME_PLACE", "bB1"],
	[THROWER, "bB1 bB1-", "UNREACHABLE", "bB1"],
	[BEETLE_BESIDE_PILLBUG, "bB1 \\wP", "UNREACHABLE", "bB1"],
	[BEETLE_BESIDE_PILLBUG, "bB1 -wP", "UNREACHABLE", "bB1"],
	[at.OPEN, "wA1 wS1/", "TOUCHES_OPPONENT", "wA1", "bS1"],
	[at.OPEN, "wA1 bQ-", "TOUCHES_OPPONENT", "wA1", "bQ"],
	[at.OPEN, "wS2 bQ-", "TOUCHES_OPPONENT", "wS2", "bQ"],
	[`${at.CLAIMED_CELL};wA1 wQ-`, "bG1 bS1/", "TOUCHES_OPPONENT", "bG1", "wA1"],
	[`${at.COVERED_SPIDER};wB1 bS1`, "bG1 \\bS1", "TOUCHES_NO_OWN", "bG1", "wQ"],
	[HOLE, "bA1 wS1-", "GATE", "bA1"],
	[ELEVATED, "wB1 wB1/", "GATE", "wB1"],
	[NARROW_LADYBUG, "wL bM\\", "GATE", "wL"],
	[
		"Base+P;wB1;bS1 wB1/;wQ -wB1;bA1 bS1-;wA1 /wB1;bG1 \\bS1;wG1 \\wQ;bQ bG1-;wA1 bA1\\;bS2 bQ/;wA1 -bS2",
		"bQ bS2\\",
		"GATE",
		"bQ",
	],
	["Base+L;wS1;bB1 \\wS1;wG1 wS1-;bA1 bB1/;wQ wG1\\;bB2 bA1-;wS2 wQ-;bQ \\bA1", "wS2 bA1\\", "GATE", "wS2"],
	["Base+MP;wP;bM wP-;wA1 \\wP;bQ bM\\;wQ wA1/;bQ bM/;wM -wA1;bG1 bM\\", "wM wQ\\", "GATE", "wM"],
	[NARROW_THROW, "bQ -bP", "GATE", "bQ"],
	// Both wP and wM could throw bA1, but only wP stands beside that cell
	[
		"Base+MP;wP;bS1 wP\\;wM wP/;bB1 bS1\\;wQ wM/;bQ /bS1;wS1 -wP;bB1 bS1;wB1 -wS1;bA1 /bQ;wB1 wS1;bA1 wP-;wA1 wQ-;bA2 /bQ",
		"bA1 /wP",
		"GATE",
		"bA1",
	],
	[THROW, "bA1 bB1-", "UNREACHABLE", "bA1"],
	[at.OPEN, "wQ bQ-", "UNREACHABLE", "wQ"],
	// A pillbug that could throw, but stands elsewhere
	["Base+P;wP;bS1 \\wP;wG1 wP-;bG1 \\bS1;wG2 wG1\\;bP -bS1;wQ -wG2;bQ \\bG1;wB1 /wQ", "bQ -bQ", "UNREACHABLE", "bQ"],
	[() => edge("slide-keeps-contact"), "wQ /bG1", "UNREACHABLE", "wQ"],
	["Base", "pass", "NOT_FORCED"],
	[at.OPEN, "PASS", "NOT_FORCED"],
];

describe("a move is refused with the most telling reason", () => {
	const named = ROWS.map((row) => {
		const game = typeof row[0] === "string" ? replay(row[0]) : row[0]();
		return { row, game, text: row[1], reason: row[2], after: makeGameString(game) };
	});
	test.each(named)("$text is $reason after $after", ({ row, game, text, reason }) => {
		const [, , , piece, by] = row;
		const before = makeGameString(game);
		expect(parseMove(game, text)).toEqual({
			ok: false,
			error: { reason, text, ...(piece === undefined ? {} : { piece }), ...(by === undefined ? {} : { by }) },
		});
		expect(makeGameString(game)).toBe(before);
	});

	test("every reason is in the table", () => {
		expect(new Set(ROWS.map((row) => row[2]))).toEqual(new Set(MOVE_REASONS));
	});
});

test("what was asked is quoted, but not without end", () => {
	const answer = parseMove(replay("Base", PLAIN), "x".repeat(100_000));
	expect(answer.ok || answer.error.text.length).toBe(80);
});
