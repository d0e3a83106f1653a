/** The fast mutable board against the public face: the same moves, the same positions, taken back without a trace. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type Board,
	hasPillbug,
	isCut,
	isSurrounded,
	neighbour,
	newBoard,
	occupiedSides,
	PASS,
	play,
	undo,
} from "../../src/engine/board.ts";
import { parseGameType } from "../../src/engine/expansions.ts";
import { countMoves, listMoves, MOST_MOVES } from "../../src/engine/generator.ts";
import { indexOfPiece, PIECES, type Piece } from "../../src/engine/piece.ts";
import { cellOf, roomOf, walkTo } from "../../src/engine/position.ts";
import { edge } from "./positions.ts";
import { anyType, choices } from "./walks.ts";

const DIRECTIONS = [0, 1, 2, 3, 4, 5];
const LIST = new Int32Array(MOST_MOVES);

function makeBoard(type: string, elevatedGates = true): Board {
	return newBoard(parseGameType(type) ?? [], { queenFirst: true, elevatedGates });
}

/** A move as the board knows it; legal or not. */
function code(piece: Piece, q: number, r: number): number {
	return (indexOfPiece(piece) << 10) | cellOf({ q, r });
}

function movesOf(board: Board): Int32Array {
	return LIST.slice(0, listMoves(board, LIST, 0));
}

/** Plays on by the numbers given; calls `each` in every position on the way. */
function walkBoard(board: Board, numbers: readonly number[], each: (move: number) => void = () => {}): void {
	for (const number of numbers) {
		const all = movesOf(board);
		const moved = all.filter((move) => move !== PASS && (board.cell[move >> 10] as number) >= 0);
		const moves = number % 3 !== 0 && moved.length > 0 ? moved : all;
		const move = moves[number % Math.max(1, moves.length)];
		if (move === undefined) return;
		play(board, move);
		each(move);
	}
}

/** Everything a board holds, for comparison; the undo stack only as far as it is in use, and nothing that is only remembered. */
function snapshot(board: Board): unknown {
	const { past, cuts, ...rest } = board;
	void cuts;
	return structuredClone({ ...rest, past: past.slice(0, board.ply) });
}

/** The cells and what is derived from them, worked out anew from the chains of pieces. */
function checkInvariants(board: Board): void {
	// One expectation for all: thousands of them would take most of the time.
	const wrong: unknown[] = [];
	const same = (what: string, at: number, actual: unknown, expected: unknown) => {
		if (actual !== expected) wrong.push([what, at, actual, expected]);
	};
	const stacks = new Map<number, number[]>();
	for (const [cell, top] of board.top.entries()) {
		const stack: number[] = [];
		for (let piece = top; piece >= 0; piece = board.below[piece] as number) stack.unshift(piece);
		same("height", cell, board.height[cell], stack.length);
		if (stack.length > 0) stacks.set(cell, stack);
	}
	const tops = [...stacks.values()].map((stack) => stack.at(-1) as number);
	const topBits = tops.reduce((bits, piece) => bits | (1 << piece), 0);
	same("tops", 0, board.tops, topBits);
	for (const [cell, stack] of stacks) for (const piece of stack) same("cell", piece, board.cell[piece], cell);
	const inPlay = [...stacks.values()].flat();
	same("pieces", 0, new Set(inPlay).size, inPlay.length);
	for (const piece of PIECES.keys()) {
		if (inPlay.includes(piece)) same("hand", piece, (board.hand >> piece) & 1, 0);
		else same("cell of none", piece, board.cell[piece], -1);
	}

	for (let cell = 0; cell < 1024; cell++) {
		let word = 0;
		for (const d of DIRECTIONS) {
			const top = board.top[neighbour(cell, d)] as number;
			if (top >= 0) word |= 1 << (top < 14 ? d : d + 6);
		}
		same("around", cell, board.around[cell], word);
	}

	const has = (cell: number) => stacks.has(cell);
	let pairs = 0;
	let triples = 0;
	for (const cell of stacks.keys()) {
		for (const d of DIRECTIONS) {
			if (!has(neighbour(cell, d))) continue;
			pairs++;
			if (has(neighbour(cell, (d + 1) % 6))) triples++;
		}
	}
	same("euler", 0, board.euler, stacks.size - pairs / 2 + triples / 3);

	for (const [cell, stack] of stacks) {
		if (stack.length > 1) continue;
		const others = [...stacks.keys()].filter((other) => other !== cell);
		const reached = new Set(others.slice(0, 1));
		for (const at of reached) {
			for (const d of DIRECTIONS) {
				const next = neighbour(at, d);
				if (has(next) && next !== cell) reached.add(next);
			}
		}
		same("cut", cell, isCut(board, cell), reached.size < others.length);
	}
	expect(wrong).toEqual([]);
}

describe("what rests", () => {
	test("is the piece that was moved last; nothing at first, after a placement or after a pass", () => {
		const board = makeBoard("Base+P");
		expect(board.resting).toBe(-1);
		const moves = [code("wS1", 0, 0), code("bS1", 1, 0), code("wQ", -1, 0), code("bQ", 2, 0), code("wQ", 0, -1), PASS];
		const rests = moves.map((move) => {
			play(board, move);
			return board.resting;
		});
		expect(rests).toEqual([-1, -1, -1, -1, indexOfPiece("wQ"), -1]);
	});

	test("is the same again where moves are taken back, passes too", () => {
		const board = makeBoard("Base+MLP");
		const passing = [3, 7, 8, 20, 21, 22];
		const seen = [snapshot(board)];
		fc.sample(fc.nat(1_000_000), { numRuns: 30, seed: 3 }).forEach((number, ply) => {
			if (passing.includes(ply)) play(board, PASS);
			else walkBoard(board, [number]);
			seen.push(snapshot(board));
		});
		expect(board.ply).toBe(30);
		for (const before of seen.slice(0, -1).reverse()) {
			undo(board);
			expect(snapshot(board)).toEqual(before);
		}
		expect(board).toEqual({ ...makeBoard("Base+MLP"), past: board.past, cuts: board.cuts });
	});
});

test("a game may be as long as it likes, and be taken back to its beginning", () => {
	const board = makeBoard("Base");
	const dance = [code("wQ", 0, 0), code("bQ", 1, 0)];
	for (let round = 0; round < 200; round++) {
		dance.push(code("wQ", 1, -1), code("bQ", 0, 0), code("wQ", 0, -1), code("bQ", 1, -1));
		dance.push(code("wQ", 0, 0), code("bQ", 1, 0));
	}
	for (const move of dance) play(board, move);
	checkInvariants(board);
	for (let ply = dance.length; ply > 2; ply--) {
		expect([ply, board.cell[0], board.cell[14]]).toEqual([ply, ...lastCells(dance, ply)]);
		undo(board);
	}
});

/** Where the two queens stand after so many of these plies. */
function lastCells(moves: readonly number[], plies: number): readonly number[] {
	const last = [moves[plies - 1] as number, moves[plies - 2] as number];
	return last.sort((a, b) => (a >> 10) - (b >> 10)).map((move) => move & 1023);
}

test("a pillbug, a queen and a ring round her are seen on whatever cell they stand", () => {
	for (const [q, r] of [
		[0, 0],
		[31, 0],
		[0, 31],
		[17, 5],
	] as const) {
		for (const side of ["w", "b"] as const) {
			const board = makeBoard("Base+P");
			expect([hasPillbug(board), isSurrounded(board, 0), isSurrounded(board, 1)]).toEqual([false, false, false]);
			play(board, code(`${side}P`, q, r));
			expect(hasPillbug(board)).toBe(true);
			undo(board);
			play(board, code(`${side}Q`, q, r));
			const ring = DIRECTIONS.map((d) => neighbour(board.cell[indexOfPiece(`${side}Q`)] as number, d));
			for (const [i, cell] of ring.entries()) {
				expect([isSurrounded(board, 0), isSurrounded(board, 1)]).toEqual([false, false]);
				play(board, ((i + 1) << 10) | cell);
			}
			expect([isSurrounded(board, 0), isSurrounded(board, 1)]).toEqual([side === "w", side === "b"]);
			expect([movesOf(board).length, countMoves(board, LIST, 0)]).toEqual([0, 0]);
		}
	}
});

test("where there is a hole, what holds the hive together is known also after a placement is taken back", () => {
	const { board } = walkTo(roomOf(edge("ring-no-pin")));
	const placements = movesOf(board).filter((move) => (board.cell[move >> 10] as number) < 0);
	expect(placements.length).toBeGreaterThan(5);
	for (const move of placements) {
		play(board, move);
		checkInvariants(board);
		undo(board);
		checkInvariants(board);
	}
});

describe("the fast board", () => {
	test("keeps what it derives, and knows the cut cells, in every position", () => {
		fc.assert(
			fc.property(anyType(), choices(70), (type, numbers) => {
				const board = makeBoard(type);
				walkBoard(board, numbers, () => checkInvariants(board));
			}),
			{ numRuns: 12 },
		);
	});

	test("takes back to the bit whatever was played, also past the length of its stack", () => {
		fc.assert(
			fc.property(anyType(), choices(330), fc.nat({ max: 330 }), (type, numbers, back) => {
				const board = makeBoard(type);
				const seen = [snapshot(board)];
				walkBoard(board, numbers, () => seen.push(snapshot(board)));
				for (let i = Math.min(back, board.ply); i > 0; i--) {
					undo(board);
					seen.pop();
				}
				expect(snapshot(board)).toEqual(seen.at(-1));
				checkInvariants(board);
			}),
			{ numRuns: 25 },
		);
	});

	test("is as before after its moves were listed, and lists each of them once", () => {
		fc.assert(
			fc.property(anyType(), fc.boolean(), choices(90), (type, gates, numbers) => {
				const board = makeBoard(type, gates);
				walkBoard(board, numbers, () => {
					const before = snapshot(board);
					const moves = movesOf(board);
					expect(snapshot(board)).toEqual(before);
					expect(new Set(moves).size).toBe(moves.length);
					expect(countMoves(board, LIST, 0)).toBe(moves.length);
				});
			}),
			{ numRuns: 25 },
		);
	});

	test("is one hive after every move, and every ground piece touches it", () => {
		fc.assert(
			fc.property(anyType(), choices(80), (type, numbers) => {
				const board = makeBoard(type);
				walkBoard(board, numbers, (move) => {
					if (board.ply > 1 && move !== PASS) expect(occupiedSides(board, move & 1023)).not.toBe(0);
				});
				expect(board.ply === 0 || !isSurrounded(board, 0) || movesOf(board).length === 0).toBe(true);
			}),
			{ numRuns: 40 },
		);
	});

	test("beetles freed of elevated gates gain moves and lose none; without them nothing changes", () => {
		fc.assert(
			fc.property(anyType(), choices(80), (type, numbers) => {
				const gated = makeBoard(type);
				const free = makeBoard(type, false);
				walkBoard(gated, numbers, (move) => {
					play(free, move);
					const few = movesOf(gated);
					const many = movesOf(free);
					expect(many.filter((it) => few.includes(it))).toHaveLength(
						few[0] === PASS && many[0] !== PASS ? 0 : few.length,
					);
					for (const extra of many) {
						if (few.includes(extra)) continue;
						expect(["B", "M"]).toContain(PIECES[extra >> 10]?.[1]);
					}
				});
			}),
			{ numRuns: 40 },
		);
	});
});
