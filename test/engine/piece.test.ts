/** The pieces in the box, their names, and the sides and directions. */
import { expect, test } from "vitest";
import { DIRECTIONS, samePlace } from "../../src/engine/hex.ts";
import {
	BUG_COUNTS,
	BUGS,
	bugOf,
	indexOfPiece,
	numberOf,
	otherSide,
	PIECES,
	parsePiece,
	pieceAt,
	queenOf,
	sideOf,
} from "../../src/engine/piece.ts";

test("there are 28 pieces, as many of each bug as the box holds", () => {
	expect(PIECES).toHaveLength(28);
	for (const side of ["white", "black"] as const) {
		for (const bug of BUGS) {
			const copies = PIECES.filter((piece) => sideOf(piece) === side && bugOf(piece) === bug);
			expect(copies.map(numberOf)).toEqual(Array.from({ length: BUG_COUNTS[bug] }, (_, i) => i + 1));
		}
	}
});

test("a piece's name and index lead back to it, in either case of letters", () => {
	for (const [index, piece] of PIECES.entries()) {
		expect([indexOfPiece(piece), pieceAt(index)]).toEqual([index, piece]);
		expect([parsePiece(piece), parsePiece(piece.toLowerCase()), parsePiece(piece.toUpperCase())]).toEqual([
			piece,
			piece,
			piece,
		]);
	}
});

test("each side has one queen", () => {
	for (const side of ["white", "black"] as const) {
		const queens = PIECES.filter((piece) => sideOf(piece) === side && bugOf(piece) === "Q");
		expect(queens).toEqual([queenOf(side)]);
	}
});

test("what is no piece is none", () => {
	for (const text of ["", "w", "wA", "wA4", "wS3", "wQ1", "bM2", "xA1", "wA1 ", "constructor"]) {
		expect([text, parsePiece(text)]).toEqual([text, null]);
	}
	expect(() => pieceAt(28)).toThrow(RangeError);
	expect(() => indexOfPiece("wA4" as never)).toThrow(RangeError);
});

test("sides and directions are opposites in pairs", () => {
	expect([otherSide("white"), otherSide("black")]).toEqual(["black", "white"]);
	for (const d of [0, 1, 2]) {
		const [one, other] = [DIRECTIONS[d], DIRECTIONS[d + 3]];
		expect(
			samePlace({ q: one?.q ?? 9, r: one?.r ?? 9, z: 0 }, { q: -(other?.q ?? 9), r: -(other?.r ?? 9), z: 0 }),
		).toBe(true);
	}
});

test("a place is the same only where all of it is", () => {
	const place = { q: 1, r: 2, z: 0 };
	expect(samePlace(place, { ...place })).toBe(true);
	const others = [{ q: 2 }, { r: 1 }, { z: 1 }, { q: 2, r: 1 }, { q: 0, z: 1 }, { r: 0, z: 1 }];
	expect(others.map((other) => samePlace(place, { ...place, ...other }))).toEqual(others.map(() => false));
});
