/** Places in the plane: axial coordinates of pointy-top hexagons, as the game strings mean them. */

export type Hex = { readonly q: number; readonly r: number };

/** A hexagon and the height of a piece there: 0 stands on the table. */
export type Place = {
	readonly q: number;
	readonly r: number;
	readonly z: number;
};

/** The six sides in a circle, counter-clockwise from the right; the opposite of `d` is `(d + 3) % 6`. */
export const DIRECTIONS: readonly Hex[] = [
	{ q: 1, r: 0 },
	{ q: 1, r: -1 },
	{ q: 0, r: -1 },
	{ q: -1, r: 0 },
	{ q: -1, r: 1 },
	{ q: 0, r: 1 },
];

export function samePlace(a: Place, b: Place): boolean {
	return a.q === b.q && a.r === b.r && a.z === b.z;
}
