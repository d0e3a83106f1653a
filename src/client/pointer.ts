/** A tap at the board: it finds the hexagon that was meant, and does nothing before the finger is lifted. */
import { centreOf, hexAt, type Point, WIDTH } from "../board/geometry.ts";
import type { Hex } from "../engine/hex.ts";
import type { PieceMove } from "../engine/move.ts";
import { whatFollows } from "./follow.ts";
import { dispatch, find, type Table } from "./mount.ts";
import { boards, gameOf, modeOf, type State, targetsOf } from "./state.ts";
import { hasChosen } from "./words.ts";

/** Further than this from a place's centre nothing near it is meant, drawing units. */
const REACH = 0.6 * WIDTH;
/** On either side of the border between two marked places neither is meant for sure, CSS pixels. */
const BORDER = 3;
/** A fingertip covers so much, and hexagons are small below this, CSS pixels. */
const FINGERTIP = 22;
const SMALL = 36;
/** A finger that goes further while it is down is no tap, CSS pixels. */
export const SLOP = 8;
/** A page just opened lies under a finger that was meant for the one before, ms. */
const SHIELD = 400;

/** A hexagon; or some marked places, nearest first, of which any may have been meant. */
export type Meant = { readonly hex: Hex } | { readonly among: readonly PieceMove[] };

/** The hexagon that is seen at a point: of a stack, what stands on top reaches over its neighbours above. */
export function hexUnder(state: State, { x, y }: Point): Hex {
	const seen = boards(gameOf(state)).filter((placed) => {
		const [up, down] = [centreOf(placed), centreOf({ ...placed, z: 0 })];
		const hex = hexAt({ x: x - up.x + down.x, y: y - up.y + down.y });
		return placed.z > 0 && hex.q === placed.q && hex.r === placed.r;
	});
	// What is drawn last lies uppermost.
	const [top] = seen.toSorted((a, b) => b.r - a.r || b.q - a.q);
	return top ? { q: top.q, r: top.r } : hexAt({ x, y });
}

/**
 * What a tap at a point means: a marked place nearby before all else, else the hexagon under it.
 * @param unit CSS pixels of a unit of the drawing @param finger whether it is less exact than a mouse
 */
export function meantBy(state: State, point: Point, unit: number, finger: boolean): Meant {
	const near = targetsOf(state)
		// A climb is marked on the piece it climbs onto.
		.map((move) => ({ move, centre: centreOf({ ...move.to, z: Math.max(0, move.to.z - 1) }) }))
		.map(({ centre, move }) => ({ move, far: Math.hypot(centre.x - point.x, centre.y - point.y) }))
		.toSorted((a, b) => a.far - b.far);
	const [first] = near;
	if (!first || first.far >= REACH) return { hex: hexUnder(state, point) };
	const among = near.filter(
		({ far }) => (far - first.far) * unit < 2 * BORDER || (WIDTH * unit < SMALL && far * unit <= FINGERTIP),
	);
	if (finger && among.length > 1) return { among: among.map(({ move }) => move) };
	const { q, r } = first.move.to;
	return { hex: { q, r } };
}

/** A point of the screen in the units of the drawing, and their size; null while there is no drawing. */
export function pointOf(table: Table, x: number, y: number): (Point & { readonly unit: number }) | null {
	const matrix = find(table, "board-place")?.querySelector("svg")?.getScreenCTM();
	if (!matrix) return null;
	const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
	return { x: point.x, y: point.y, unit: matrix.a };
}

/** @returns the hexagon, where it was clear which */
export function tapAt(table: Table, x: number, y: number, finger: boolean): Hex | null {
	const point = pointOf(table, x, y);
	if (!point) return null;
	const meant = meantBy(table.state, point, point.unit, finger);
	if ("among" in meant) {
		void import("./lens.ts").then(({ askWhich }) => askWhich(table, meant.among));
		return null;
	}
	table.touched = { x, y, at: performance.now() };
	const { hex } = meant;
	const { chosen } = table.state;
	const again = chosen && chosen !== "pass" && chosen.to.q === hex.q && chosen.to.r === hex.r;
	// Who has asked for it sends by tapping the same place again, however long after.
	const sends = again && modeOf(table.state) === "chosen" && hasChosen("send.tap");
	dispatch(table, sends ? { type: "send" } : { type: "hex", hex });
	return hex;
}

/** On what was touched itself: it is drawn anew before it hears that the finger has gone. */
function endTouch(event: Event): void {
	if (event.cancelable) event.preventDefault();
}

/** Whether a pointer that is put down means this page, and not what was there before it. */
function shieldOf(): (event: PointerEvent) => boolean {
	const opened = performance.now();
	return (event) => event.button === 0 && performance.now() - opened > SHIELD;
}

/** Taps at once; everything else that hands can do follows (`comfort.ts`), and takes over between two of them. */
export function attachPointer(table: Table): void {
	const place = find(table, "board-place");
	if (!place) return;
	const calm = shieldOf();
	const plain = new AbortController();
	const { signal } = plain;
	let more: (() => void) | null = null;
	let down: { readonly id: number; readonly x: number; readonly y: number } | null = null;
	const rest = () => {
		down = null;
		if (!more) return;
		plain.abort();
		more();
	};
	place.addEventListener(
		"pointerdown",
		(event) => {
			const alone = event.isPrimary && calm(event) && !down;
			down = alone ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
		},
		{ signal },
	);
	place.addEventListener("pointercancel", rest, { signal });
	place.addEventListener(
		"pointerup",
		(event) => {
			const from = down;
			rest();
			if (from?.id !== event.pointerId) return;
			if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLOP) return;
			tapAt(table, event.clientX, event.clientY, event.pointerType !== "mouse");
		},
		{ signal },
	);
	// Where a finger chose, the button that sends may come to lie: the click that follows a touch would press it.
	place.addEventListener(
		"touchstart",
		({ target }) => target?.addEventListener("touchend", endTouch, { once: true, passive: false }),
		{ passive: true },
	);
	// The server's own links lie over the pieces of a board that no program has drawn yet.
	place.addEventListener("click", (event) => event.preventDefault());
	void whatFollows().then(({ attachComfort }) => {
		more = () => attachComfort(table, place, calm);
		if (!down) rest();
	});
}
