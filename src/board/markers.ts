/** What is drawn over a position: rims, badges, targets, the queens' free sides, the keyboard's hexagon. Each has a shape of its own. */
import type { PlacedPiece } from "../engine/game.ts";
import { DIRECTIONS, type Hex, type Place } from "../engine/hex.ts";
import { type Piece, queenOf, type Side } from "../engine/piece.ts";
import { DIGIT_STROKES } from "./bugs.ts";
import { centreOf, hexagonPath, number, pair, RADIUS, WIDTH } from "./geometry.ts";
import type { MarkerKind } from "./paint.ts";
import { colourOf, groundAt, markerAt, move, type Pen, RING, settled, TILE } from "./pen.ts";
import { around, hexKey, type Stack, topOf } from "./stacks.ts";
import type { Target } from "./svg.ts";
import type { Step } from "./text.ts";

/** What a table shows beside the position; everything may be left out. */
export type Marks = {
	/** Own pieces that can be moved: a rim. */
	readonly movable?: readonly Piece[];
	/** Pieces of the other side that can be thrown: a thin dashed rim. */
	readonly throwable?: readonly Piece[];
	/** Pieces that would split the hive: faded, with a lock. */
	readonly pinned?: readonly Piece[];
	/** The piece that was moved last and rests: an hourglass. */
	readonly resting?: Piece | null;
	/** The sides whose queens show how many of their neighbouring places are free: a tick each, or a closed ring. */
	readonly freeSides?: readonly Side[];
	/** The parts into which a forbidden move would split the hive, each hatched another way. */
	readonly parts?: readonly (readonly Hex[])[];
};

/** A pill at the upper left with an arrow in it: up onto this piece. The level that is reached stands beside the arrow. */
const PILL = "M-19-26.5H-6.5a7.5 7.5 0 0 1 0 15H-19a7.5 7.5 0 0 1 0-15Z";
const UP = "M-18.4-24.3-12.8-18.6H-16.8V-13.8H-20V-18.6H-24Z";
/** An arrow in a high arc: over the thrower. */
const ARC = "M-7 5.4C-7-8 4.8-9.4 5.8 3.4M9-.8 5.8 3.4 1.2.8";
const LOCK = "M-4.2-.9H4.2V4.4H-4.2Z";
const SHACKLE = "M-2.4-.9V-2.2A2.4 2.4 0 0 1 2.4-2.2V-.9";
const GLASS = "M-3.4-4.8H3.4V-3.4L.9 0 3.4 3.4V4.8H-3.4V3.4L-.9 0-3.4-3.4Z";
const BADGE = 7.6;
const CURSOR = { outer: hexagonPath(RADIUS * 1.05, 0.1 * RADIUS), inner: hexagonPath(RADIUS * 0.97, 0.1 * RADIUS) };
const APOTHEM = WIDTH / 2;

/** A target can be hit anywhere in its hexagon, not only on its sign. */
const HIT = `<path d="${TILE}" fill="none" pointer-events="all"/>`;

export type Shape = keyof typeof SHAPES;

/** The shapes that a drawing refers to, each defined once; a badge's disc has the current colour, its sign the fill. */
export const SHAPES = {
	tile: `<path d="${TILE}" stroke-width="1.6"/>`,
	rim: `<path d="${RING}" fill="none" pointer-events="none"/>`,
	go: `${HIT}<circle r="${number(0.27 * RADIUS)}" fill="currentColor" pointer-events="none"/>`,
	throw: `${HIT}<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" pointer-events="none"><circle r="12.6" stroke-width="2.4"/><path d="${ARC}" stroke-width="2.4"/></g>`,
	climb: `${HIT}<path d="${RING}" fill="none" stroke="currentColor" stroke-width="2.4" pointer-events="none"/><path d="${PILL}" fill="currentColor" stroke-width="1.2" pointer-events="none"/><path d="${UP}" stroke="none" pointer-events="none"/>`,
	pinned: `<circle r="${BADGE}" fill="currentColor"/><path d="${LOCK}"/><path d="${SHACKLE}" fill="none" stroke-width="1.6"/>`,
	resting: `<circle r="${BADGE}" fill="currentColor"/><path d="${GLASS}"/>`,
	part0: `<path d="${hatch(60)}" fill="none" stroke-width="1.5"/>`,
	part1: `<path d="${hatch(0)}" fill="none" stroke-width="3.2" stroke-dasharray="0 8" stroke-linecap="round"/>`,
	part2: `<path d="${hatch(-60)}" fill="none" stroke-width="1.5"/>`,
} as const;

const PARTS = ["part0", "part1", "part2"] as const;

/** How the tiles of a part are hatched; a piece never holds more than three parts together. */
export function partShape(index: number): Shape {
	return PARTS[index % PARTS.length] ?? "part0";
}

/** Lines across a tile, ending at its rim. @param angle degrees from the horizontal */
function hatch(angle: number): string {
	const turn = (angle * Math.PI) / 180;
	const [along, across] = [
		{ x: Math.cos(turn), y: -Math.sin(turn) },
		{ x: Math.sin(turn), y: Math.cos(turn) },
	];
	const reach = 0.9 * APOTHEM;
	return Array.from({ length: 7 }, (_, index) => {
		const off = (index - 3) * 8;
		// As far along the line as the six edges let it.
		let [start, end] = [-RADIUS, RADIUS];
		for (let d = 0; d < 6; d += 1) {
			const edge = { x: Math.cos((d * Math.PI) / 3), y: Math.sin((d * Math.PI) / 3) };
			const slope = edge.x * along.x + edge.y * along.y;
			const room = reach - off * (edge.x * across.x + edge.y * across.y);
			if (Math.abs(slope) < 1e-9) continue;
			if (slope > 0) end = Math.min(end, room / slope);
			else start = Math.max(start, room / slope);
		}
		const at = (length: number) => ({
			x: across.x * off + along.x * length,
			y: across.y * off + along.y * length,
		});
		return start < end ? `M${pair(at(start))}L${pair(at(end))}` : "";
	}).join("");
}

/** Which shapes a set of marks and targets needs. */
export function shapesFor(targets: readonly Target[], marks: Marks): readonly Shape[] {
	return [
		...targets.map(targetShape),
		...((marks.pinned ?? []).length > 0 ? (["pinned"] as const) : []),
		...(marks.resting ? (["resting"] as const) : []),
		...(marks.parts ?? []).map((_, index) => partShape(index)),
	];
}

function targetShape({ to, how }: Target): "go" | "throw" | "climb" {
	return to.z > 0 ? "climb" : how === "throw" ? "throw" : "go";
}

// --- Rims ---------------------------------------------------------------------------------------------------------------

function rim(pen: Pen, kind: MarkerKind, name: string, at: Place, width: number, dash = ""): string {
	const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
	return `<use class="hive-${name}" href="#${pen.id}-rim" ${move(at)} stroke="${markerAt(pen, kind, at)}" stroke-width="${width}"${dashes}/>`;
}

/** Pieces to choose from; drawn first, so that what has been chosen or played lies over it. */
export function drawChoices(pen: Pen, board: readonly PlacedPiece[], marks: Marks): readonly string[] {
	const movable = new Set(marks.movable);
	const throwable = new Set(marks.throwable);
	return board.flatMap((placed) => {
		if (movable.has(placed.piece)) return [rim(pen, "pick", "movable", placed, 1.9)];
		return throwable.has(placed.piece) ? [rim(pen, "pick", "throwable", placed, 1.9, "3 3.4")] : [];
	});
}

/** The rims of the last move: dashed where it began, whole where it ended, a thin ring on whoever threw. */
export function drawLast(pen: Pen, { from, to, thrower }: Step): readonly string[] {
	return [
		...(from ? [rim(pen, "last", "last-from", settled(pen, from), 2.6, "5 4")] : []),
		...(thrower
			? [
					`<circle class="hive-thrower" r="20.5" ${move(thrower)} fill="none" stroke="${markerAt(pen, "last", thrower)}" stroke-width="1.9" pointer-events="none"/>`,
				]
			: []),
		rim(pen, "last", "last-to", settled(pen, to), 3),
	];
}

export function drawSelected(pen: Pen, at: Place): string {
	return rim(pen, "pick", "selected", at, 4);
}

/** The rim of a move that is chosen and not sent: the same where it would begin and where it would end. */
export function drawUnsent(pen: Pen, from: Place | null, to: Place): readonly string[] {
	return [
		...(from ? [rim(pen, "pick", "unsent-from", settled(pen, from), 2.4, "2 5")] : []),
		rim(pen, "pick", "unsent", to, 4, "9 5"),
	];
}

// --- Badges ---------------------------------------------------------------------------------------------------------------

/** How high a stack is, at its upper right: in the colours of its top piece, the other way round. */
export function drawHeight(pen: Pen, stack: Stack): string {
	const height = stack.pieces.length;
	const digit = DIGIT_STROKES[height];
	if (height < 2 || !digit) return "";
	const top = topOf(stack);
	const { tile, ink } = pen.paint.tile(colourOf(pen, top.piece));
	const { x, y } = centreOf(top);
	const at = pair({ x: x + 17, y: y - 19 });
	return `<g class="hive-height" transform="translate(${at})" pointer-events="none"><circle r="${BADGE}" fill="${ink}" stroke="${tile}" stroke-width="1.2"/>${stroke(digit, tile)}</g>`;
}

function stroke(path: string, colour: string, at = ""): string {
	return `<path d="${path}"${at} fill="none" stroke="${colour}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** A lock at the lower left of what is pinned, an hourglass at the lower right of what rests. */
export function drawBadges(pen: Pen, board: readonly PlacedPiece[], marks: Marks): readonly string[] {
	const pinned = new Set(marks.pinned);
	const badge = (placed: PlacedPiece, shape: "pinned" | "resting", side: number) => {
		const { tile, ink } = pen.paint.tile(colourOf(pen, placed.piece));
		const { x, y } = centreOf(placed);
		const at = pair({ x: x + side * 16.5, y: y + 11.5 });
		return `<use class="hive-${shape}" href="#${pen.id}-${shape}" transform="translate(${at})" color="${ink}" fill="${tile}" stroke="${tile}" pointer-events="none"/>`;
	};
	return board.flatMap((placed) => [
		...(pinned.has(placed.piece) ? [badge(placed, "pinned", -1)] : []),
		...(marks.resting === placed.piece ? [badge(placed, "resting", 1)] : []),
	]);
}

// --- Places -------------------------------------------------------------------------------------------------------------

export function drawTarget(pen: Pen, target: Target): string {
	const shape = targetShape(target);
	const href = `href="#${pen.id}-${shape}"`;
	if (shape !== "climb") return `<use ${href} color="${pen.paint.marker("pick", "ground")}"/>`;
	// A climb is marked on the piece it climbs onto, not in the air above it.
	const at = { ...target.to, z: target.to.z - 1 };
	const under = pen.map.get(hexKey(at))?.pieces[at.z];
	const paper = under ? pen.paint.tile(colourOf(pen, under.piece)).tile : pen.paint.board;
	const level = DIGIT_STROKES[target.to.z + 1] ?? "";
	const digit = stroke(level, paper, ' transform="translate(-6.8 -19)" pointer-events="none"');
	return `<use ${href} color="${markerAt(pen, "pick", at)}" fill="${paper}" stroke="${paper}"/>${digit}`;
}

/** One tick on the edge of every free place beside a queen; when there is none, a closed ring of six inside her tile. */
export function drawFreeSides(pen: Pen, board: readonly PlacedPiece[], sides: readonly Side[]): readonly string[] {
	return sides.flatMap((side) => {
		const queen = board.find(({ piece }) => piece === queenOf(side));
		if (!queen) return [];
		const free = around(queen).map((hex) => !pen.map.has(hexKey(hex)));
		const surrounded = !free.includes(true);
		const top = pen.map.get(hexKey(queen))?.pieces.at(-1) ?? queen;
		const at = surrounded ? top : { ...queen, z: 0 };
		const distance = APOTHEM + (surrounded ? -4.4 : 4);
		const ticks = DIRECTIONS.map((_, d) => (surrounded || free[d] ? tick(d, distance, surrounded ? 10 : 7) : ""));
		const colour = pen.paint.marker("queen", surrounded ? groundAt(pen, top) : "ground");
		return [
			`<path class="hive-${surrounded ? "surrounded" : "free-sides"}" d="${ticks.join("")}" ${move(at)} fill="none" stroke="${colour}" stroke-width="${surrounded ? 4 : 3.4}" stroke-linecap="round" pointer-events="none"/>`,
		];
	});
}

/** A bar along the edge in a direction. */
function tick(direction: number, distance: number, half: number): string {
	const turn = (-direction * Math.PI) / 3;
	const [x, y] = [Math.cos(turn), Math.sin(turn)];
	const end = (sign: number) => ({ x: x * distance - sign * y * half, y: y * distance + sign * x * half });
	return `M${pair(end(-1))}L${pair(end(1))}`;
}

/** The hexagon the keyboard stands on: white round black, seen on every ground. */
export function drawCursor(pen: Pen, hex: Hex): string {
	const height = pen.map.get(hexKey(hex))?.pieces.length ?? 0;
	const at = { ...hex, z: Math.max(0, height - 1) };
	const ring = (path: string, colour: string) =>
		`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2.4" stroke-linejoin="round"/>`;
	return `<g class="hive-cursor" ${move(at)} pointer-events="none">${ring(CURSOR.outer, "#FFFFFF")}${ring(CURSOR.inner, "#000000")}</g>`;
}
