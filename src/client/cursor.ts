/** The keyboard's hexagon: which hexagons it walks over, where each key takes it, and what each of them is called. */
import { throwablePieces } from "../board/marks.ts";
import { around, hexKey } from "../board/stacks.ts";
import { pieceWords, SIDE_NAMES } from "../board/words.ts";
import { DIRECTIONS, type Hex } from "../engine/hex.ts";
import { otherSide, type Piece, queenOf, type Side, sideOf } from "../engine/piece.ts";
import { lookOf, pieceName, type Say } from "./speech.ts";
import { boards, gameOf, mayMove, movesFor, type State, targetsOf, topAt } from "./state.ts";

/** Rows from the top, each from the left: every occupied hexagon and the ring around them. */
export function rowsOf(state: State): readonly (readonly Hex[])[] {
	const board = boards(gameOf(state));
	const all = new Map<string, Hex>();
	for (const placed of board.length > 0 ? board : [{ q: 0, r: 0 }]) {
		for (const hex of [{ q: placed.q, r: placed.r }, ...around(placed)]) all.set(hexKey(hex), hex);
	}
	const rows = new Map<number, Hex[]>();
	for (const hex of all.values()) rows.set(hex.r, [...(rows.get(hex.r) ?? []), hex]);
	return [...rows.values()]
		.toSorted((a, b) => (a[0]?.r ?? 0) - (b[0]?.r ?? 0))
		.map((row) => row.toSorted((a, b) => a.q - b.q));
}

export type Walk = 0 | 1 | 2 | 3 | 4 | 5 | "up" | "down" | "next" | "previous" | "start" | "end";

/** How far to the right, in half hexagons. */
export const column = ({ q, r }: Hex): number => 2 * q + r;

/**
 * Where the cursor goes; null at the edge.
 * @param way 0–5: a side as in `DIRECTIONS`; `next` and `previous`: to what can be chosen now
 * @param middle the column that up and down keep to: rows lie half a hexagon apart, and without it they would drift
 */
export function walk(state: State, from: Hex, way: Walk, middle = column(from)): Hex | null {
	const rows = rowsOf(state);
	if (typeof way === "number") {
		const side = DIRECTIONS[way];
		const to = { q: from.q + (side?.q ?? 0), r: from.r + (side?.r ?? 0) };
		return rows.flat().find((hex) => hexKey(hex) === hexKey(to)) ?? null;
	}
	const index = rows.findIndex((row) => row[0]?.r === from.r);
	switch (way) {
		case "up":
		case "down": {
			const row = rows[index + (way === "up" ? -1 : 1)] ?? [];
			return row.toSorted((a, b) => Math.abs(column(a) - middle) - Math.abs(column(b) - middle))[0] ?? null;
		}
		case "start":
			return rows[index]?.[0] ?? null;
		case "end":
			return rows[index]?.at(-1) ?? null;
		case "next":
		case "previous":
			return nextThing(state, from, way === "next" ? 1 : -1);
	}
}

/** Round all that can be chosen, in reading order: places where a piece is selected, else the pieces that can move. */
function nextThing(state: State, from: Hex, step: 1 | -1): Hex | null {
	const things = state.selected ? targetsOf(state).map(({ to }) => to) : movableHexes(state);
	const sorted = things.toSorted((a, b) => a.r - b.r || a.q - b.q);
	const after = sorted.filter((hex) => (hex.r - from.r || hex.q - from.q) * step > 0);
	return (step > 0 ? (after[0] ?? sorted[0]) : (after.at(-1) ?? sorted.at(-1))) ?? null;
}

function movableHexes(state: State): readonly Hex[] {
	if (!mayMove(state)) return [];
	return boards(gameOf(state)).filter(
		(placed) => topAt(state, placed) === placed.piece && movesFor(state, placed.piece).length > 0,
	);
}

/** Where the cursor begins: at the chosen piece, the last move, the middle of the hive. */
export function startOf(state: State): Hex {
	const board = boards(gameOf(state));
	const move = gameOf(state).plies.at(-1)?.move;
	const selected = board.find(({ piece }) => piece === state.selected);
	const to = selected ?? (move && move !== "pass" ? move.to : null) ?? board[0];
	return to ? { q: to.q, r: to.r } : { q: 0, r: 0 };
}

/** Own queen, the other's, the last move, the selected piece: one after the other. */
export function jump(state: State, from: Hex): Hex {
	const board = boards(gameOf(state));
	const own: Side = state.data.seat ?? "white";
	const queens = [own, otherSide(own)].flatMap((side) => board.filter(({ piece }) => piece === queenOf(side)));
	const stops = [...queens, startOf({ ...state, selected: null }), ...(state.selected ? [startOf(state)] : [])];
	const at = stops.findIndex((stop) => hexKey(stop) === hexKey(from));
	const next = stops[(at + 1) % stops.length] ?? startOf(state);
	return { q: next.q, r: next.r };
}

/** What a hexagon is called: what stands there, on what, and what can be done with it. */
export function hexWords(say: Say, state: State, hex: Hex): string {
	const look = lookOf(state);
	const stack = boards(gameOf(state))
		.filter(({ q, r }) => q === hex.q && r === hex.r)
		.toSorted((a, b) => b.z - a.z);
	const [top, ...below] = stack;
	const target = targetsOf(state).some(({ to }) => to.q === hex.q && to.r === hex.r);
	const parts = [
		top ? pieceName(say, state, top.piece) : emptyWords(say, state, hex),
		...(below.length > 0
			? [
					say("table.cell.on", {
						pieces: below.map(({ piece }) => pieceWords(say, piece, look, "beside")).join(", "),
						level: stack.length,
					}),
				]
			: []),
		...(top && top.piece === state.selected ? [say("table.cell.selected")] : []),
		...(target ? [say(top ? "table.cell.climb" : "table.cell.go")] : []),
		...(top && !state.selected ? [chanceWords(say, state, top.piece)] : []),
	];
	return `${parts.filter(Boolean).join(", ")}.`;
}

function chanceWords(say: Say, state: State, piece: Piece): string {
	const count = movesFor(state, piece).length;
	if (count === 0) return "";
	const thrown = sideOf(piece) !== gameOf(state).toMove && throwablePieces(gameOf(state)).includes(piece);
	return say(thrown ? "table.cell.throw" : "table.cell.can", { count });
}

/** Before the first move nothing is near. */
function emptyWords(say: Say, state: State, hex: Hex): string {
	const near = nearWords(say, state, hex);
	return near === "" ? say("table.cell.bare") : say("table.cell.empty", { near });
}

/** What an empty place touches, clockwise from the upper right. */
function nearWords(say: Say, state: State, hex: Hex): string {
	const look = lookOf(state);
	const beside = around(hex);
	return ([1, 0, 5, 4, 3, 2] as const)
		.flatMap((direction) => {
			const other = beside[direction] && topAt(state, beside[direction]);
			return other ? [say(`near.${SIDE_NAMES[direction]}`, { other: pieceWords(say, other, look) })] : [];
		})
		.join("; ");
}

/** Which way it is from one hexagon to another, by the two sides that lead there: "3 to the right; 1 to the lower right". */
export function wayWords(say: Say, from: Hex, to: Hex): string {
	const [q, r] = [to.q - from.q, to.r - from.r];
	for (const [index, one] of DIRECTIONS.entries()) {
		const next = (index + 1) % DIRECTIONS.length;
		const two = DIRECTIONS[next] ?? one;
		const turn = one.q * two.r - one.r * two.q;
		const [first, second] = [(q * two.r - r * two.q) / turn, (one.q * r - one.r * q) / turn];
		if (first <= 0 || second < 0) continue;
		const part = (side: number, count: number) => {
			const name = SIDE_NAMES[side];
			return name && count > 0 ? [say(`near.${name}`, { other: String(count) })] : [];
		};
		return `${[...part(index, first), ...part(next, second)].join("; ")}.`;
	}
	return "";
}
