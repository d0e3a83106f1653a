/** What every stroke of a drawing needs to know: its colours, its stacks, and what lies under a mark. */
import type { Place } from "../engine/hex.ts";
import { type Piece, sideOf } from "../engine/piece.ts";
import { centreOf, hexagonPath, pair, RADIUS } from "./geometry.ts";
import { type MarkerKind, type Paint, type TileColour, tileColour, toneOf } from "./paint.ts";
import { hexKey, type Stack } from "./stacks.ts";
import type { Look } from "./words.ts";

export type Pen = {
	readonly id: string;
	readonly paint: Paint;
	readonly map: ReadonlyMap<string, Stack>;
	readonly look: Look;
};

export const TILE = hexagonPath(0.95 * RADIUS, 0.1 * RADIUS);
/** A rim inside a tile. */
export const RING = hexagonPath(0.95 * RADIUS - 1, 0.1 * RADIUS);

export function colourOf(pen: Pen, piece: Piece): TileColour {
	const side = sideOf(piece);
	return tileColour(pen.look.colours[side], side);
}

/** What lies under a marker at a place: the tile there, else the ground. */
export function groundAt(pen: Pen, at: Place): "light" | "dark" | "ground" {
	const below = pen.map.get(hexKey(at))?.pieces[at.z];
	return below ? toneOf(colourOf(pen, below.piece)) : "ground";
}

export function markerAt(pen: Pen, kind: MarkerKind, at: Place): string {
	return pen.paint.marker(kind, groundAt(pen, at));
}

/** A place as it looks now: a piece that has left a stack leaves the top of the stack behind, not thin air. */
export function settled(pen: Pen, place: Place): Place {
	const height = pen.map.get(hexKey(place))?.pieces.length ?? 0;
	return { ...place, z: Math.min(place.z, Math.max(0, height - 1)) };
}

export function move(at: Place): string {
	return `transform="translate(${pair(centreOf(at))})"`;
}
