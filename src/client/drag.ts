/** A piece that is dragged: it hangs at the pointer, shows which place it would drop on, and is never sent by being dropped. */
import { type Point, WIDTH } from "../board/geometry.ts";
import { tileSvg } from "../board/tile.ts";
import type { Hex } from "../engine/hex.ts";
import { bugOf, type Piece, sideOf } from "../engine/piece.ts";
import { dispatch, find, type Table } from "./mount.ts";
import { hexUnder, meantBy, pointOf } from "./pointer.ts";
import { lookOf } from "./speech.ts";
import { movesFor, type State, targetsOf, topAt } from "./state.ts";
import { hasChosen } from "./words.ts";

export type Drag = {
	readonly to: (at: Point) => void;
	readonly drop: (at: Point) => void;
	readonly stop: () => void;
};

/** Which pointers may drag, by the reader's choice: a mouse alone, where nothing was chosen. */
export function mayDrag(pointer: string): boolean {
	return !hasChosen("drag.never") && (pointer === "mouse" || hasChosen("drag.always"));
}

/** The piece that can be taken up from a hexagon; an unsent one from where it would stand. */
export function pieceAt(state: State, hex: Hex): Piece | null {
	const { chosen } = state;
	const ghost = chosen && chosen !== "pass" && chosen.to.q === hex.q && chosen.to.r === hex.r ? chosen.piece : null;
	const piece = ghost ?? topAt(state, hex);
	return piece && movesFor(state, piece).length > 0 ? piece : null;
}

export function startDrag(table: Table, piece: Piece, finger: boolean): Drag | null {
	const { state } = table;
	const before = state.selected;
	if (before !== piece) dispatch(table, { type: "pick", piece });
	// The very first piece has one place to go, and is there.
	if (table.state.selected !== piece || (table.state.chosen && before !== piece)) return null;
	const unit = pointOf(table, 0, 0)?.unit ?? 1;
	const carried = document.createElement("div");
	carried.className = "carried";
	carried.innerHTML = tileSvg(bugOf(piece), sideOf(piece), lookOf(state));
	carried.style.width = `${WIDTH * unit}px`;
	document.body.append(carried);
	// A fingertip would hide the piece and its place: they are above it.
	const lift = finger ? WIDTH * unit : 0;
	let over: Element | null = null;
	const targetAt = ({ x, y }: Point) => {
		const point = pointOf(table, x, y - lift);
		const meant = point && meantBy(table.state, point, point.unit, false);
		const hex = meant && "hex" in meant ? meant.hex : null;
		return { hex, move: targetsOf(table.state).find(({ to }) => hex && to.q === hex.q && to.r === hex.r) };
	};
	const mark = (next: Element | null) => {
		if (next === over) return;
		over?.classList.remove("over");
		next?.classList.add("over");
		over = next;
	};
	const stop = () => {
		mark(null);
		carried.remove();
	};
	return {
		to(at) {
			carried.style.transform = `translate(${at.x}px,${at.y - lift}px) translate(-50%,-50%)`;
			const { hex, move } = targetAt(at);
			const name = hex && move ? `.hive-target[data-q="${hex.q}"][data-r="${hex.r}"]` : null;
			mark(name ? (find(table, "board-place")?.querySelector(name) ?? null) : null);
		},
		drop(at) {
			stop();
			const { hex, move } = targetAt(at);
			if (move) dispatch(table, { type: "choose", move });
			// Put back where it was it stays in hand, for who would rather tap its place.
			else if (before !== piece && !(hex && topAt(table.state, hex) === piece)) dispatch(table, { type: "clear" });
		},
		stop() {
			stop();
			if (before !== piece) dispatch(table, { type: "clear" });
		},
	};
}

/** The piece under the pointer that was put down, on the board or in hand, if it can be taken up. */
export function pieceUnder(table: Table, event: PointerEvent): Piece | null {
	const element = event.target instanceof Element ? event.target : null;
	const slot = element?.closest<HTMLElement>("[data-hand] [data-piece]")?.dataset.piece as Piece | undefined;
	if (slot !== undefined) return movesFor(table.state, slot).length > 0 ? slot : null;
	const point = element?.closest("[data-board-place]") ? pointOf(table, event.clientX, event.clientY) : null;
	return point && pieceAt(table.state, hexUnder(table.state, point));
}
