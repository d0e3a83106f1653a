/** Positions to draw and tell: played ones, and made-up stacks that no opening reaches. */
import { boardOf, type Game, newGame, type PlacedPiece, playMove } from "../../src/engine/game.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import type { Piece } from "../../src/engine/piece.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";

/** A game of moves with a pillbug's throw as its last one, two stacks, and the other side's piece thrown. */
const MIDDLE =
	"wS1;bL wS1-;wL /wS1;bQ bL\\;wA1 wL\\;bA1 bQ-;wQ -wS1;bA1 -wQ;wP -wA1;bP bL-;wP bA1\\;bA1 wA1\\;wQ \\wP;bA2 bL/;wB1 wQ-;bA2 -wQ;wA2 wP\\;bA3 bA1-;wA2 bA3-;bB1 bL/;wA3 wP\\;bB1 bL;wA3 bP-;bB2 -bA2;wB2 wP\\;wA3 bP/;wL wA1/;bB1 wL;wA3 bP-;bL wQ/;wA3 bP/;bM bA1\\;wB1 bL;wA3 wS1-";

export function play(moves: string): Game {
	return moves
		.split(";")
		.filter((text) => text !== "")
		.reduce<Game>(
			(game, text) => {
				const move = parseMove(game, text);
				if (!move.ok) throw new Error(`${text}: ${move.error.reason}`);
				return playMove(game, move.value);
			},
			newGame({ ...RULE_SETS.official, repetition: "none" }, ["M", "L", "P"]),
		);
}

export const middleGame = (): Game => play(MIDDLE);

/** Seven pieces on one hexagon, the most there can be, between two queens. */
export const TOWER: readonly PlacedPiece[] = [
	...(["wG1", "wB1", "wB2", "bB1", "bB2", "wM", "bM"] as const).map((piece, z) => ({ piece, q: 0, r: 0, z })),
	{ piece: "wQ", q: -1, r: 0, z: 0 },
	{ piece: "bQ", q: 0, r: 1, z: 0 },
];

/** All pieces of a full set in one row: as wide as a hive can be. */
export const ROW: readonly PlacedPiece[] = [..."wb"].flatMap((side, half) =>
	["Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P"].map((tile, index) => ({
		piece: `${side}${tile}` as Piece,
		q: half * 14 + index,
		r: 0,
		z: 0,
	})),
);

export const middleBoard = (): readonly PlacedPiece[] => boardOf(middleGame());
