/** Fingers and mice at the board: a tap finds the hexagon that was meant, and nothing is done before the finger is lifted. */
import { centreOf, hexAt, type Point, WIDTH } from "../board/geometry.ts";
import type { Hex } from "../engine/hex.ts";
import { dispatch, find, type Table } from "./mount.ts";
import { mayMove, type State, targetsOf } from "./state.ts";

/** Further than this from a place's centre nothing near it is meant, drawing units. */
const REACH = 0.6 * WIDTH;
/** A finger that goes further while it is down is no tap, CSS pixels. */
const SLOP = 8;
/** A page just opened lies under a finger that was meant for the one before, ms. */
const SHIELD = 400;

/** What a tap at a point means: a marked place nearby before all else, else the hexagon under it. */
export function meantBy(state: State, point: Point): Hex {
	let nearest: Hex | null = null;
	let least = REACH;
	for (const { to } of mayMove(state) ? targetsOf(state) : []) {
		// A climb is marked on the piece it climbs onto.
		const centre = centreOf({ ...to, z: Math.max(0, to.z - 1) });
		const distance = Math.hypot(centre.x - point.x, centre.y - point.y);
		if (distance < least) [nearest, least] = [{ q: to.q, r: to.r }, distance];
	}
	return nearest ?? hexAt(point);
}

/** A point of the screen in the units of the drawing; null while there is no drawing. */
export function pointOf(table: Table, x: number, y: number): Point | null {
	const svg = find(table, "board-place")?.querySelector("svg");
	const matrix = svg?.getScreenCTM()?.inverse();
	return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : null;
}

export function attachPointer(table: Table): void {
	const place = find(table, "board-place");
	if (!place) return;
	const opened = performance.now();
	let down: { readonly id: number; readonly x: number; readonly y: number } | null = null;
	place.addEventListener("pointerdown", (event) => {
		const calm = event.isPrimary && event.button === 0 && performance.now() - opened > SHIELD;
		down = calm && !down ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
	});
	place.addEventListener("pointercancel", () => {
		down = null;
	});
	place.addEventListener("pointerup", (event) => {
		const from = down;
		down = null;
		if (!from || from.id !== event.pointerId) return;
		if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLOP) return;
		const point = pointOf(table, event.clientX, event.clientY);
		if (point) dispatch(table, { type: "hex", hex: meantBy(table.state, point) });
	});
	// The server's own links lie over the pieces of a board that no program has drawn yet.
	place.addEventListener("click", (event) => event.preventDefault());
}
