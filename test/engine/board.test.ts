/** The fast mutable board against the public face: the same moves, the same positions, taken back without a trace. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type Board,
	isCut,
	isSurrounded,
	neighbour,
	newBoard,
	occupiedSides,
	PASS,
	play,
	undo,
} from "../../src/engine/board.ts";
import { countMoves, listMoves, MOST_MOVES } from "../../src/engine/generator.ts";
import { PIECES } from "../../src/engine/piece.ts";
import { parseGameType } from "../../src/engine/ruleset.ts";
import { anyType, choices } from "./walks.ts";

const DIRECTIONS = [0, 1, 2, 3, 4, 5];
const LIST = new Int32Array(MOST_MOVES);

function makeBoard(type: string, elevatedGates = true): Board {
	return newBoard(parseGameType(type) ?? [], { queenFirst: true, elevatedGates });
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
	const stacks = new Map<number, number[]>();
	for (const [cell, top] of board.top.entries()) {
		const stack: number[] = [];
		for (let piece = top; piece >= 0; piece = board.below[piece] as number) stack.unshift(piece);
		expect(board.height[cell]).toBe(stack.length);
		if (stack.length > 0) stacks.set(cell, stack);
	}
	const tops = [...stacks.values()].map((stack) => stack.at(-1) as number);
	expect(board.tops).toBe(tops.reduce((bits, piece) => bits | (1 << piece), 0));
	for (const [cell, stack] of stacks) for (const piece of stack) expect(board.cell[piece]).toBe(cell);
	const inPlay = [...stacks.values()].flat();
	expect(new Set(inPlay).size).toBe(inPlay.length);
	for (const piece of PIECES.keys()) {
		if (inPlay.includes(piece)) expect((board.hand >> piece) & 1).toBe(0);
		else expect([board.cell[piece], board.below[piece]]).toEqual([-1, -1]);
	}

	for (let cell = 0; cell < 1024; cell++) {
		let word = 0;
		for (const d of DIRECTIONS) {
			const top = board.top[neighbour(cell, d)] as number;
			if (top >= 0) word |= 1 << (top < 14 ? d : d + 6);
		}
		if (board.around[cell] !== word) expect([cell, board.around[cell]]).toEqual([cell, word]);
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
	expect(board.euler).toBe(stacks.size - pairs / 2 + triples / 3);

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
		expect([cell, isCut(board, cell)]).toEqual([cell, reached.size < others.length]);
	}
}

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
