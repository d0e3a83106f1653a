/** Where things are drawn: pointy-top hexagons with a circumradius of 30, so that the slants of the notation are real. */
import type { Hex, Place } from "../engine/hex.ts";

/** Circumradius of a hexagon in the drawing's own units. */
export const RADIUS = 30;
export const WIDTH = Math.sqrt(3) * RADIUS;
const ROW = 1.5 * RADIUS;

export type Point = { readonly x: number; readonly y: number };
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The centre of a place: each level up a little to the right and up, so that the edges below read as a pile. */
export function centreOf(place: Place): Point {
	// Full steps up to the third level, half steps above: seven levels stay within their neighbours' reach.
	const steps = Math.min(place.z, 2) + Math.max(0, place.z - 2) / 2;
	return {
		x: WIDTH * (place.q + place.r / 2) + steps * 0.1 * RADIUS,
		y: ROW * place.r - steps * 0.16 * RADIUS,
	};
}

/** The hexagon in which a point of the drawing lies, on the table's level. */
export function hexAt(point: Point): Hex {
	const r = point.y / ROW;
	const q = point.x / WIDTH - r / 2;
	// Rounded as cubes: the coordinate that was moved most follows from the other two.
	const near = { q: Math.round(q), r: Math.round(r), s: Math.round(-q - r) };
	const off = { q: Math.abs(near.q - q), r: Math.abs(near.r - r), s: Math.abs(near.s + q + r) };
	if (off.q > off.r && off.q > off.s) return { q: -near.r - near.s || 0, r: near.r || 0 };
	if (off.r > off.s) return { q: near.q || 0, r: -near.q - near.s || 0 };
	return { q: near.q || 0, r: near.r || 0 };
}

/** A hexagon round the origin with rounded corners, as path data. */
export function hexagonPath(radius: number, corner: number): string {
	const corners = Array.from({ length: 6 }, (_, index): Point => {
		const angle = (Math.PI / 3) * index - Math.PI / 2;
		return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
	});
	const towards = (from: Point, to: Point): Point => {
		const share = corner / Math.hypot(to.x - from.x, to.y - from.y);
		return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
	};
	const parts = corners.map((at, index) => {
		const before = corners[(index + 5) % 6] ?? at;
		const after = corners[(index + 1) % 6] ?? at;
		const [start, end] = [towards(at, before), towards(at, after)];
		return `${index === 0 ? "M" : "L"}${pair(start)}Q${pair(at)} ${pair(end)}`;
	});
	return `${parts.join("")}Z`;
}

/** The box round whole hexagons. */
export function boxOf(hexes: readonly Hex[], margin: number): Box {
	const centres = hexes.map((hex) => centreOf({ ...hex, z: 0 }));
	const xs = centres.map(({ x }) => x);
	const ys = centres.map(({ y }) => y);
	const left = Math.min(...xs) - WIDTH / 2 - margin;
	const top = Math.min(...ys) - RADIUS - margin;
	return {
		x: left,
		y: top,
		width: Math.max(...xs) + WIDTH / 2 + margin - left,
		height: Math.max(...ys) + RADIUS + margin - top,
	};
}

/** A number with at most two decimals: short, and the same on every machine. */
export function number(value: number): string {
	const rounded = Math.round(value * 100) / 100;
	return String(rounded === 0 ? 0 : rounded);
}

export function pair(point: Point): string {
	return `${number(point.x)} ${number(point.y)}`;
}
