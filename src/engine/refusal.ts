/** Why a move is refused: the most telling reason, found after the generator has said no. Speed does not matter here. */
import { type Board, isCut, neighbour, queenCell, sideToMove } from "./board.ts";
import { canThrow } from "./generator.ts";
import type { MoveReason } from "./move.ts";
import { type Bug, bugOf, indexOfPiece, PIECES, type Piece, pieceAt, queenOf, type Side, sideOf } from "./piece.ts";

export type WhyNot = {
	readonly reason: MoveReason;
	/** what the reason is about, where that is not the piece that was to move */
	readonly piece?: number;
	readonly by?: number;
};

const SIDES: readonly number[] = [0, 1, 2, 3, 4, 5];

/**
 * Why this piece of the game cannot be placed on, moved or thrown to this cell; only for moves that are not legal.
 * `reference` is the piece by which the cell was named, if one was.
 */
export function whyNot(board: Board, piece: number, target: number, reference: number | null): WhyNot {
	const side: Side = sideToMove(board) === 0 ? "white" : "black";
	const own = sideOf(pieceAt(piece)) === side;
	const inReserve = at(board.cell, piece) < 0;
	if (!own) return inReserve ? { reason: "NOT_YOUR_PIECE" } : whyNotThrow(board, piece, target, side);
	const queen = indexOfPiece(queenOf(side));
	const queenWaits = queenCell(board, sideToMove(board)) < 0;
	if (queenWaits && board.ply >= 6 && piece !== queen) return { reason: "QUEEN_DUE", piece: queen };
	if (inReserve) return whyNotPlace(board, piece, target, reference);
	if (queenWaits) return { reason: "QUEEN_NOT_PLACED", piece: queen };
	return whyNotMove(board, piece, target, side);
}

function whyNotPlace(board: Board, piece: number, target: number, reference: number | null): WhyNot {
	const name = pieceAt(piece);
	if (bugOf(name) === "Q" && board.ply < 2 && !board.queenFirst) return { reason: "QUEEN_FIRST" };
	const earlier = PIECES.findIndex((other, i) => other.startsWith(name.slice(0, 2)) && (board.hand >> i) & 1);
	if (earlier < piece) return { reason: "OUT_OF_ORDER", by: earlier };
	if (at(board.height, target) > 0) return { reason: "OCCUPIED", by: at(board.top, target) };
	const isOwn = (other: number) => sideOf(pieceAt(other)) === sideOf(name);
	const touched = SIDES.map((d) => at(board.top, neighbour(target, d))).filter((top) => top >= 0);
	const foe = touched.find((top) => !isOwn(top));
	if (foe === undefined) return { reason: "TOUCHES_NO_OWN" };
	// Whoever names an own piece believes to touch it; where it lies covered, that is the thing to say.
	if (reference !== null && isOwn(reference) && !touched.some(isOwn)) return { reason: "TOUCHES_NO_OWN", by: foe };
	return { reason: "TOUCHES_OPPONENT", by: foe };
}

function whyNotMove(board: Board, piece: number, target: number, side: Side): WhyNot {
	const cell = at(board.cell, piece);
	const height = at(board.height, cell);
	const top = at(board.top, cell);
	if (top !== piece) return { reason: "COVERED", by: top };
	if (board.resting === piece) return { reason: "JUST_MOVED" };
	if (cell === target) return { reason: "SAME_PLACE" };
	if (height === 1 && isCut(board, cell)) return { reason: "ONE_HIVE" };
	const bugs = height > 1 ? ["B" as const] : movesLike(board, piece);
	if (bugs.some((bug) => reachesWithoutGates(board, cell, target, bug))) return { reason: "GATE" };
	if (throwersOf(board, side).some((thrower) => canThrow(board, thrower) && spans(board, thrower, cell, target)))
		return { reason: "GATE" };
	if (at(board.height, target) > 0 && !bugs.includes("B")) return { reason: "OCCUPIED", by: at(board.top, target) };
	return { reason: "UNREACHABLE" };
}

/** An opposing piece moves only when an own pillbug, or a mosquito beside one, throws it. */
function whyNotThrow(board: Board, piece: number, target: number, side: Side): WhyNot {
	const cell = at(board.cell, piece);
	const near = throwersOf(board, side).filter((thrower) => touches(at(board.cell, thrower), cell));
	if (near.length === 0) return { reason: "NOT_YOUR_PIECE" };
	if (queenCell(board, sideToMove(board)) < 0)
		return { reason: "QUEEN_NOT_PLACED", piece: indexOfPiece(queenOf(side)) };
	const top = at(board.top, cell);
	if (top !== piece) return { reason: "COVERED", by: top };
	if (board.resting === piece) return { reason: "JUST_MOVED" };
	const able = near.filter((thrower) => canThrow(board, thrower));
	if (able.length === 0) {
		const thrower = near[0] as number;
		const cover = at(board.top, at(board.cell, thrower));
		if (cover !== thrower) return { reason: "COVERED", piece: thrower, by: cover };
		if (board.resting === thrower) return { reason: "JUST_MOVED", piece: thrower };
		return { reason: "NOT_YOUR_PIECE" };
	}
	if (at(board.height, cell) > 1) return { reason: "UNREACHABLE" };
	if (isCut(board, cell)) return { reason: "ONE_HIVE" };
	if (cell === target) return { reason: "SAME_PLACE" };
	if (at(board.height, target) > 0) return { reason: "OCCUPIED", by: at(board.top, target) };
	return { reason: able.some((thrower) => spans(board, thrower, cell, target)) ? "GATE" : "UNREACHABLE" };
}

/** The pieces of a side that may have the pillbug's power in this position, able to use it now or not. */
function throwersOf(board: Board, side: Side): readonly number[] {
	const names: readonly Piece[] = side === "white" ? ["wP", "wM"] : ["bP", "bM"];
	return names
		.map(indexOfPiece)
		.filter((piece) => at(board.cell, piece) >= 0)
		.filter((piece) => bugOf(pieceAt(piece)) === "P" || neighbourBugs(board, at(board.cell, piece)).includes("P"));
}

/** Whether a throw over this piece would lead from one cell to the other if there were no gates. */
function spans(board: Board, thrower: number, from: number, to: number): boolean {
	const over = at(board.cell, thrower);
	return (
		at(board.height, from) === 1 &&
		at(board.height, to) === 0 &&
		touches(over, from) &&
		touches(over, to) &&
		from !== to
	);
}

/** The bugs as which a piece on the table moves: itself, or what a mosquito touches. */
function movesLike(board: Board, piece: number): readonly Bug[] {
	const bug = bugOf(pieceAt(piece));
	return bug === "M" ? neighbourBugs(board, at(board.cell, piece)).filter((other) => other !== "M") : [bug];
}

function neighbourBugs(board: Board, cell: number): readonly Bug[] {
	return SIDES.map((d) => at(board.top, neighbour(cell, d)))
		.filter((top) => top >= 0)
		.map((top) => bugOf(pieceAt(top)));
}

/** Whether a bug would get from one cell to the other if pieces fitted through every gap. */
function reachesWithoutGates(board: Board, from: number, to: number, bug: Bug): boolean {
	// Only a beetle stands on others, and it does not come back to them.
	const isOccupied = (cell: number) => cell !== from && at(board.height, cell) > 0;
	const around = (cell: number) => SIDES.map((d) => neighbour(cell, d));
	/** Steps on the table that keep contact: something stands beside the way. */
	const steps = (cell: number) =>
		around(cell).filter(
			(next, d, ring) => !isOccupied(next) && (isOccupied(at(ring, (d + 1) % 6)) || isOccupied(at(ring, (d + 5) % 6))),
		);
	switch (bug) {
		case "Q":
		case "P":
			return steps(from).includes(to);
		case "B":
			// Down from a stack it may go to any side; if it could not, something stands beside the way.
			return touches(from, to) && (isOccupied(to) || steps(from).includes(to));
		case "S":
			return steps(from).some((one) =>
				steps(one).some((two) => two !== from && to !== one && to !== from && steps(two).includes(to)),
			);
		case "A": {
			const reached = new Set([from]);
			for (const cell of reached) for (const next of steps(cell)) reached.add(next);
			return to !== from && reached.has(to);
		}
		case "L":
			return (
				!isOccupied(to) &&
				to !== from &&
				around(from)
					.filter(isOccupied)
					.some((one) =>
						around(one)
							.filter(isOccupied)
							.some((two) => touches(two, to)),
					)
			);
		default:
			return false;
	}
}

function touches(a: number, b: number): boolean {
	return SIDES.some((d) => neighbour(a, d) === b);
}

function at(list: { readonly [index: number]: number }, index: number): number {
	return list[index] as number;
}
