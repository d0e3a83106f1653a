/** A position as one SVG: the same drawing for pages, files and (through PNG) mails. Plain text in, plain text out. */
import type { PlacedPiece } from "../engine/game.ts";
import { type Hex, type Place, samePlace } from "../engine/hex.ts";
import { BUG_COUNTS, BUGS, type Bug, bugOf, numberOf, type Piece, sideOf } from "../engine/piece.ts";
import { faceMarkup, faceOf } from "./faces.ts";
import { type Box, boxOf, centreOf, number, pair, RADIUS, WIDTH } from "./geometry.ts";
import {
	drawBadges,
	drawChoices,
	drawCursor,
	drawFreeSides,
	drawHeight,
	drawLast,
	drawSelected,
	drawTarget,
	drawUnsent,
	type Marks,
	partShape,
	SHAPES,
	type Shape,
	shapesFor,
} from "./markers.ts";
import { escapeMarkup } from "./markup.ts";
import { PAGE_PAINT, type Paint, toneOf } from "./paint.ts";
import { colourOf, move, type Pen } from "./pen.ts";
import { around, hexKey, type Stack, stackMap, stacksOf, topOf } from "./stacks.ts";
import type { Step } from "./text.ts";
import type { Look } from "./words.ts";

/** A link laid over a piece or a place, with the words it is read out as. */
export type BoardLink = { readonly href: string; readonly label: string };

/** A place the chosen piece may go to; `throw` where it gets there only by being thrown. */
export type Target = { readonly to: Place; readonly how?: "walk" | "throw"; readonly link?: BoardLink };

export type Drawing = {
	readonly board: readonly PlacedPiece[];
	readonly look: Look;
	/** The last move (`lastStep` in board/marks.ts); null when there was none, or a pass. */
	readonly last: Step | null;
};

/** A move that is chosen and not sent. */
export type Ghost = { readonly piece: Piece; readonly to: Place; readonly from: Place | null };

export type DrawingOptions = {
	/** A theme's (`paintOf`); absent: colours come from the page's style sheet (`themeProperties`). */
	readonly paint?: Paint;
	/** What the picture is called. */
	readonly title: string;
	/** The position in words (`positionProse`). */
	readonly description?: string;
	/** Begins every id in the drawing, so that several can stand on one page. Letters, digits, `-`. */
	readonly id?: string;
	/** The piece that has been chosen. */
	readonly selected?: Piece | null;
	readonly targets?: readonly Target[];
	readonly marks?: Marks;
	/** The piece is drawn where it would stand, its rim saying that it does not yet. */
	readonly ghost?: Ghost | null;
	/** A stack drawn as a column, so that every piece of it shows its face. */
	readonly lifted?: Hex | null;
	/** The hexagon the keyboard stands on. */
	readonly cursor?: Hex | null;
	/** Links on pieces, for a board that works without a script. */
	readonly links?: Readonly<Partial<Record<Piece, BoardLink>>>;
	/**
	 * `ring`: room for everything that can be placed, so that choosing changes no size; `tight`: the hive alone; `picture`:
	 * the same, with ground beside a hive that is small or tall, for a picture whose width is given; `card`: in the middle
	 * of a picture of 1,200 × 630.
	 */
	readonly frame?: Frame;
	/** What is shown, instead of what the frame would show: a view that stays when the hive changes. */
	readonly box?: Box;
};

type Frame = "ring" | "tight" | "picture" | "card";

/** Widest a hexagon is ever shown, CSS pixels: the drawing's own size; pages let it shrink to what they have. */
export const LARGEST = 64;
/** A picture is at least so many hexagons wide, lest a single piece fill it, and at most so many times as high as wide. */
const NARROWEST = 5;
const TALLEST = 1.5;
/** What chats and social networks show beside a link, pixels. */
export const CARD = { width: 1200, height: 630 } as const;
const NARROWEST_ON_CARD = 7;
/** Icons are 0.62 of a hexagon wide, and sit a little high to leave the lower edge to the number. */
const ICON = (0.62 * WIDTH) / 24;
const LIFT = -3;
/** The pieces of a lifted stack stand so far apart that every face is whole. */
const APART = 1.6 * RADIUS;
/** Room round a lifted stack. */
const EDGE = 4;

/**
 * The drawing. Every piece is a group (or a link) of class `hive-piece` with `data-piece`, `data-q`, `data-r`, `data-z`;
 * every target one of class `hive-target` with its coordinates. With links in it, it is a group of links to a reader's
 * software, without them one image.
 */
export function boardSvg(drawing: Drawing, options: DrawingOptions): string {
	const { title, description, targets = [], selected = null, marks = {}, ghost = null } = options;
	const id = options.id ?? "hive";
	const board = ghost ? withGhost(drawing.board, ghost) : drawing.board;
	const stacks = stacksOf(board);
	const pen: Pen = { id, paint: options.paint ?? PAGE_PAINT, map: stackMap(stacks), look: drawing.look };
	const box = options.box ?? frame(drawing, targets, options.frame ?? "ring", ghost);
	const lifted = options.lifted ? pen.map.get(hexKey(options.lifted)) : undefined;
	const chosen = board.find(({ piece }) => piece === selected && piece !== ghost?.piece);
	const linked = targets.some(({ link }) => link) || Object.keys(options.links ?? {}).length > 0;
	const described = description ? ` aria-describedby="${id}-description"` : "";
	const open = targets.filter(({ to }) => !ghost || !samePlace(to, ghost.to));
	const rims = [
		...drawChoices(pen, board, marks),
		...(drawing.last ? drawLast(pen, drawing.last) : []),
		...(chosen ? [drawSelected(pen, chosen)] : []),
		...(ghost ? drawUnsent(pen, ghost.from, ghost.to) : []),
	];
	const size = sizeOf(box, options.frame === "card");
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" class="hive-board" viewBox="${number(box.x)} ${number(box.y)} ${number(box.width)} ${number(box.height)}"`,
		` width="${size.width}" height="${size.height}"`,
		` role="${linked ? "group" : "img"}" aria-labelledby="${id}-title"${described}>`,
		`<title id="${id}-title">${escapeMarkup(title)}</title>`,
		description ? `<desc id="${id}-description">${escapeMarkup(description)}</desc>` : "",
		definitions(pen, stacks, lifted, [
			...(board.length > 0 ? (["tile"] as const) : []),
			...(rims.length > 0 ? (["rim"] as const) : []),
			...shapesFor(open, marks),
		]),
		`<rect class="hive-ground" x="${number(box.x)}" y="${number(box.y)}" width="${number(box.width)}" height="${number(box.height)}"${options.frame === "card" ? "" : ' rx="12"'} fill="${pen.paint.board}"/>`,
		...(ghost ? drawOrigin(pen, ghost) : []),
		...stacks
			.filter((stack) => stack !== lifted)
			.flatMap((stack) => stack.pieces.map((placed) => drawPiece(pen, stack, placed, options))),
		...rims,
		...drawFreeSides(pen, board, marks.freeSides ?? []),
		...drawBadges(pen, board, marks),
		// Over the rims of the neighbours, or a number would be struck through by them.
		...stacks.filter((stack) => stack !== lifted).map((stack) => drawHeight(pen, stack)),
		...open.map((target) => wrap(targetName(target), targetPlace(target), drawTarget(pen, target), target.link)),
		lifted ? drawColumn(pen, lifted, box) : "",
		options.cursor ? drawCursor(pen, options.cursor) : "",
		"</svg>",
	].join("");
}

/** What a drawing of this position shows, with room for everything that can be placed and for other places wanted. */
export function frameOf(board: readonly PlacedPiece[], others: readonly Hex[] = []): Box {
	// An empty board has the room that its first piece will have.
	const stood: readonly Hex[] = board.length > 0 ? board : [{ q: 0, r: 0 }];
	return boxOf([...stood.flatMap((hex) => [hex, ...around(hex)]), ...others], 4);
}

function frame({ board, last }: Drawing, targets: readonly Target[], kind: Frame, ghost: Ghost | null): Box {
	const others = [...targets.map(({ to }) => to), ...(last?.from ? [last.from] : []), ...(ghost ? [ghost.to] : [])];
	if (kind === "ring") return frameOf(board, others);
	const hexes = [...board, ...others];
	const box = boxOf(hexes.length > 0 ? hexes : [{ q: 0, r: 0 }, ...around({ q: 0, r: 0 })], kind === "card" ? 26 : 14);
	if (kind === "tight") return box;
	if (kind === "picture") return widened(box, Math.max(box.width, NARROWEST * WIDTH, box.height / TALLEST), box.height);
	const width = Math.max(box.width, NARROWEST_ON_CARD * WIDTH, (box.height * CARD.width) / CARD.height);
	return widened(box, width, (width * CARD.height) / CARD.width);
}

/** The same in the middle of more ground. */
function widened(box: Box, width: number, height: number): Box {
	return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

function sizeOf(box: Box, card: boolean): { readonly width: number; readonly height: number } {
	const scale = LARGEST / WIDTH;
	return card ? CARD : { width: Math.round(box.width * scale), height: Math.round(box.height * scale) };
}

/** The position as it would be. */
function withGhost(board: readonly PlacedPiece[], { piece, to }: Ghost): readonly PlacedPiece[] {
	return [...board.filter((placed) => placed.piece !== piece), { piece, ...to }];
}

/** The shapes that are drawn more than once; only those that this drawing needs. */
function definitions(pen: Pen, stacks: readonly Stack[], lifted: Stack | undefined, shapes: readonly Shape[]): string {
	const tops = [...stacks.map(topOf), ...(lifted?.pieces ?? [])];
	const shown = new Set<Bug>(tops.map(({ piece }) => bugOf(piece)));
	const at = `translate(${number(-12 * ICON)} ${number(-12 * ICON + LIFT)}) scale(${number(ICON)})`;
	const icons = BUGS.filter((bug) => shown.has(bug)).map(
		(bug) => `<g id="${pen.id}-${bug}" transform="${at}">${faceMarkup(faceOf(bug, pen.look))}</g>`,
	);
	const others = [...new Set(shapes)].map((shape) => `<g id="${pen.id}-${shape}">${SHAPES[shape]}</g>`);
	return `<defs>${others.join("")}${icons.join("")}</defs>`;
}

function drawPiece(pen: Pen, stack: Stack, placed: PlacedPiece, options: DrawingOptions): string {
	const { links, marks } = options;
	const top = topOf(stack) === placed;
	const paint = pen.paint.tile(colourOf(pen, placed.piece));
	const part = top ? (marks?.parts ?? []).findIndex((hexes) => hexes.some((hex) => hexKey(hex) === hexKey(stack))) : -1;
	const lit =
		part < 0
			? ""
			: `<use href="#${pen.id}-${partShape(part)}" stroke="${pen.paint.marker("pick", toneOf(colourOf(pen, placed.piece)))}"/>`;
	const ghost = options.ghost?.piece === placed.piece ? " hive-ghost" : "";
	// What is covered shows nothing but its edge.
	const face = top ? lit + drawFace(pen, placed.piece) : "";
	const tile = `<use href="#${pen.id}-tile" fill="${paint.tile}" stroke="${paint.rim}"/>`;
	return wrap(pieceName(placed, ghost), placed, tile + face, top ? links?.[placed.piece] : undefined);
}

function drawFace(pen: Pen, piece: Piece): string {
	const { ink } = pen.paint.tile(colourOf(pen, piece));
	return `<use href="#${pen.id}-${bugOf(piece)}" color="${ink}"/>${drawNumber(piece, ink)}`;
}

function pieceName({ piece, q, r, z }: PlacedPiece, more = ""): string {
	return `class="hive-piece hive-${sideOf(piece)}${more}" data-piece="${piece}" data-q="${q}" data-r="${r}" data-z="${z}"`;
}

/** Which copy of a bug it is, as one to three dots at the lower edge. */
function drawNumber(piece: Piece, ink: string): string {
	if (BUG_COUNTS[bugOf(piece)] === 1) return "";
	const count = numberOf(piece);
	const first = -(count - 1) * 3.1;
	const dots = Array.from({ length: count }, (_, index) => `M${number(first + index * 6.2)} 18.6h0`).join("");
	return `<path d="${dots}" fill="none" stroke="${ink}" stroke-width="4.4" stroke-linecap="round"/>`;
}

/** The place that a chosen move would leave: a shadow of the piece, if nothing would be seen under it. */
function drawOrigin(pen: Pen, { piece, from }: Ghost): readonly string[] {
	if (!from || pen.map.has(hexKey(from))) return [];
	const { tile, rim } = pen.paint.tile(colourOf(pen, piece));
	const name = `class="hive-origin" data-q="${from.q}" data-r="${from.r}" data-z="${from.z}"`;
	const shadow = `<use href="#${pen.id}-tile" fill="${tile}" stroke="${rim}"/>${drawFace(pen, piece)}`;
	return [`<g ${name} ${move(from)} opacity=".35">${shadow}</g>`];
}

/** A stack as a column on a ground of its own, from the bottom up; moved, and made smaller, so that it stays in the drawing. */
function drawColumn(pen: Pen, stack: Stack, box: Box): string {
	const whole = (stack.pieces.length - 1) * APART + 2 * RADIUS + 2 * EDGE;
	const scale = Math.min(1, box.height / whole);
	const [width, height] = [scale * (WIDTH + 2 * EDGE), scale * whole];
	const inside = (value: number, from: number, size: number) => Math.max(from, Math.min(value, from + size));
	const base = centreOf({ ...stack, z: 0 });
	const left = inside(base.x - width / 2, box.x, box.width - width);
	const bottom = inside(base.y + scale * (RADIUS + EDGE), box.y + height, box.height - height);
	const pieces = stack.pieces.map((placed, level) => {
		const { tile, rim } = pen.paint.tile(colourOf(pen, placed.piece));
		const at = pair({ x: left + width / 2, y: bottom - scale * (RADIUS + EDGE + level * APART) });
		const transform = `transform="translate(${at})${scale < 1 ? ` scale(${number(scale)})` : ""}"`;
		const inner = `<use href="#${pen.id}-tile" fill="${tile}" stroke="${rim}"/>${drawFace(pen, placed.piece)}`;
		return `<g ${pieceName(placed)} ${transform}>${inner}</g>`;
	});
	const ground = `<rect x="${number(left)}" y="${number(bottom - height)}" width="${number(width)}" height="${number(height)}" rx="14" fill="${pen.paint.board}" fill-opacity=".9"/>`;
	return `<g class="hive-lifted" data-q="${stack.q}" data-r="${stack.r}">${ground}${pieces.join("")}</g>`;
}

function targetName({ to }: Target): string {
	return `class="hive-target" data-q="${to.q}" data-r="${to.r}" data-z="${to.z}"`;
}

/** A climb is marked on the piece it climbs onto. */
function targetPlace({ to }: Target): Place {
	return { ...to, z: Math.max(0, to.z - 1) };
}

/** A group at a place, or a link if there is one to follow. */
function wrap(attributes: string, at: Place, inner: string, link: BoardLink | undefined): string {
	return link
		? `<a ${attributes} ${move(at)} href="${escapeMarkup(link.href)}" aria-label="${escapeMarkup(link.label)}">${inner}</a>`
		: `<g ${attributes} ${move(at)}>${inner}</g>`;
}
