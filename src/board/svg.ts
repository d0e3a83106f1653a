/** A position as one SVG: the same drawing for pages, files and (through PNG) mails. Plain text in, plain text out. */
import type { PlacedPiece } from "../engine/game.ts";
import type { Place } from "../engine/hex.ts";
import { BUG_COUNTS, BUGS, type Bug, bugOf, numberOf, type Piece, sideOf } from "../engine/piece.ts";
import { BUG_DRAWINGS, DIGIT_STROKES } from "./bugs.ts";
import { type Box, boxOf, centreOf, hexagonPath, number, pair, RADIUS, WIDTH } from "./geometry.ts";
import { escapeMarkup } from "./markup.ts";
import { around, hexKey, type Stack, stackMap, stacksOf, topOf } from "./stacks.ts";
import type { Step } from "./text.ts";
import { type Paint, paintOf, type ThemeName, type TileColour, tileColour, toneOf } from "./themes.ts";
import type { Look } from "./words.ts";

/** A link laid over a piece or a place, with the words it is read out as. */
export type BoardLink = { readonly href: string; readonly label: string };

/** A place the chosen piece may go to. */
export type Target = { readonly to: Place; readonly link?: BoardLink };

export type Drawing = {
	readonly board: readonly PlacedPiece[];
	readonly look: Look;
	/** The last move; null when there was none, or a pass. */
	readonly last: Step | null;
};

export type DrawingOptions = {
	/** A theme; or `page`: colours come from the page's style sheet (`themeProperties`). */
	readonly theme: ThemeName | "page";
	/** What the picture is called. */
	readonly title: string;
	/** The position in words (`positionProse`). */
	readonly description?: string;
	/** Begins every id in the drawing, so that several can stand on one page. Letters, digits, `-`. */
	readonly id?: string;
	/** The piece that has been chosen. */
	readonly selected?: Piece | null;
	readonly targets?: readonly Target[];
	/** Links on pieces, for a board that works without a script. */
	readonly links?: Readonly<Partial<Record<Piece, BoardLink>>>;
	/**
	 * `ring`: room for everything that can be placed, so that choosing changes no size; `tight`: the hive alone; `picture`:
	 * the same, with ground beside a hive that is small or tall, for a picture whose width is given.
	 */
	readonly frame?: "ring" | "tight" | "picture";
};

const TILE = hexagonPath(0.95 * RADIUS, 0.1 * RADIUS);
const RING = hexagonPath(0.95 * RADIUS - 1, 0.1 * RADIUS);
/** A disc at the upper left with an arrow cut out of it: up onto this piece. */
const UP = "M-25.5-19a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0ZM-17-24.5-11.6-18.8H-15.4V-13.6H-18.6V-18.8H-22.4Z";
/** Widest a hexagon is ever shown, CSS pixels: the drawing's own size; pages let it shrink to what they have. */
const LARGEST = 64;
/** A picture is at least so many hexagons wide, lest a single piece fill it, and at most so many times as high as wide. */
const NARROWEST = 5;
const TALLEST = 1.5;
/** Icons are 0.62 of a hexagon wide, and sit a little high to leave the lower edge to the number. */
const ICON = (0.62 * WIDTH) / 24;

/**
 * The drawing. Every piece is a group (or a link) of class `hive-piece` with `data-piece`, `data-q`, `data-r`, `data-z`;
 * every target one of class `hive-target` with its coordinates. With links in it, it is a group of links to a reader's
 * software, without them one image.
 */
export function boardSvg(drawing: Drawing, options: DrawingOptions): string {
	const { theme, title, description, targets = [], selected = null } = options;
	const id = options.id ?? "hive";
	const paint = paintOf(theme);
	const stacks = stacksOf(drawing.board);
	const pen: Pen = { id, paint, map: stackMap(stacks), look: drawing.look };
	const box = frame(drawing, stacks, targets, options.frame ?? "ring");
	const linked = targets.some(({ link }) => link) || Object.keys(options.links ?? {}).length > 0;
	const described = description ? ` aria-describedby="${id}-description"` : "";
	const scale = LARGEST / WIDTH;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" class="hive-board" viewBox="${number(box.x)} ${number(box.y)} ${number(box.width)} ${number(box.height)}"`,
		` width="${Math.round(box.width * scale)}" height="${Math.round(box.height * scale)}"`,
		` role="${linked ? "group" : "img"}" aria-labelledby="${id}-title"${described}>`,
		`<title id="${id}-title">${escapeMarkup(title)}</title>`,
		description ? `<desc id="${id}-description">${escapeMarkup(description)}</desc>` : "",
		definitions(id, drawing.board, stacks, targets),
		`<rect class="hive-ground" x="${number(box.x)}" y="${number(box.y)}" width="${number(box.width)}" height="${number(box.height)}" rx="12" fill="${paint.board}"/>`,
		...stacks.flatMap((stack) => stack.pieces.map((placed) => drawPiece(pen, stack, placed, options.links))),
		...drawMarks(pen, drawing.last, selected, drawing.board),
		// Over the rims of the neighbours, or a number would be struck through by them.
		...stacks.map((stack) => drawHeight(pen, stack)),
		...targets.map((target) => drawTarget(pen, target)),
		"</svg>",
	].join("");
}

/** What every stroke needs to know. */
type Pen = {
	readonly id: string;
	readonly paint: Paint;
	readonly map: ReadonlyMap<string, Stack>;
	readonly look: Look;
};

function frame(
	drawing: Drawing,
	stacks: readonly Stack[],
	targets: readonly Target[],
	kind: NonNullable<DrawingOptions["frame"]>,
): Box {
	const hexes = [
		...stacks.flatMap((stack) => (kind === "ring" ? [stack, ...around(stack)] : [stack])),
		...targets.map(({ to }) => to),
		...(drawing.last?.from ? [drawing.last.from] : []),
	];
	const box = boxOf(hexes.length > 0 ? hexes : [{ q: 0, r: 0 }, ...around({ q: 0, r: 0 })], kind === "ring" ? 4 : 14);
	if (kind !== "picture") return box;
	const width = Math.max(box.width, NARROWEST * WIDTH, box.height / TALLEST);
	return { ...box, x: box.x - (width - box.width) / 2, width };
}

/** The shapes that are drawn more than once; only those that this drawing needs. */
function definitions(
	id: string,
	board: readonly PlacedPiece[],
	stacks: readonly Stack[],
	targets: readonly Target[],
): string {
	const shown = new Set<Bug>(stacks.map((stack) => bugOf(topOf(stack).piece)));
	const icons = BUGS.filter((bug) => shown.has(bug)).map((bug) => {
		const { fill, stroke } = BUG_DRAWINGS[bug];
		const at = `translate(${number(-12 * ICON)} ${number(-12 * ICON - 3)}) scale(${number(ICON)})`;
		const lines = stroke
			? `<path d="${stroke}" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>`
			: "";
		return `<g id="${id}-${bug}" transform="${at}"><path d="${fill}" fill="currentColor" fill-rule="evenodd"/>${lines}</g>`;
	});
	const tile = board.length > 0 ? `<path id="${id}-tile" d="${TILE}" stroke-width="1.6"/>` : "";
	// A target can be hit anywhere in its hexagon, not only on its dot.
	const hit = `<path d="${TILE}" fill="none" pointer-events="all"/>`;
	const onTable = targets.some(({ to }) => to.z === 0);
	const climbs = targets.some(({ to }) => to.z > 0);
	return [
		"<defs>",
		tile,
		...icons,
		onTable
			? `<g id="${id}-go">${hit}<circle r="${number(0.27 * RADIUS)}" fill="currentColor" pointer-events="none"/></g>`
			: "",
		climbs
			? `<g id="${id}-climb">${hit}<path d="${RING}" fill="none" stroke="currentColor" stroke-width="2.4" pointer-events="none"/><path d="${UP}" fill="currentColor" fill-rule="evenodd" pointer-events="none"/></g>`
			: "",
		"</defs>",
	].join("");
}

function drawPiece(pen: Pen, stack: Stack, placed: PlacedPiece, links: DrawingOptions["links"]): string {
	const { piece, q, r, z } = placed;
	const paint = pen.paint.tile(colourOf(pen, piece));
	const top = topOf(stack) === placed;
	const tile = `<use href="#${pen.id}-tile" fill="${paint.tile}" stroke="${paint.rim}"/>`;
	// What is covered shows nothing but its edge.
	const face = top
		? `<use href="#${pen.id}-${bugOf(piece)}" color="${paint.ink}"/>${drawNumber(piece, paint.ink)}`
		: "";
	const name = `class="hive-piece hive-${sideOf(piece)}" data-piece="${piece}" data-q="${q}" data-r="${r}" data-z="${z}"`;
	return wrap(name, placed, tile + face, top ? links?.[piece] : undefined);
}

/** Which copy of a bug it is, as one to three dots at the lower edge. */
function drawNumber(piece: Piece, ink: string): string {
	if (BUG_COUNTS[bugOf(piece)] === 1) return "";
	const count = numberOf(piece);
	const first = -(count - 1) * 3.4;
	const dots = Array.from({ length: count }, (_, index) => `M${number(first + index * 6.8)} 20h0`).join("");
	return `<path d="${dots}" fill="none" stroke="${ink}" stroke-width="4.4" stroke-linecap="round"/>`;
}

/** How high a stack is, at its upper right: in the colours of its top piece, the other way round. */
function drawHeight(pen: Pen, stack: Stack): string {
	const height = stack.pieces.length;
	const digit = DIGIT_STROKES[height];
	if (height < 2 || !digit) return "";
	const top = topOf(stack);
	const { tile, ink } = pen.paint.tile(colourOf(pen, top.piece));
	const { x, y } = centreOf(top);
	const at = pair({ x: x + 17, y: y - 19 });
	return `<g class="hive-height" transform="translate(${at})" pointer-events="none"><circle r="7.6" fill="${ink}" stroke="${tile}" stroke-width="1.2"/><path d="${digit}" fill="none" stroke="${tile}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

/** The rims of the last move (dashed where it began, whole where it ended) and of the chosen piece. */
function drawMarks(
	pen: Pen,
	last: Step | null,
	selected: Piece | null,
	board: readonly PlacedPiece[],
): readonly string[] {
	const marks: string[] = [];
	const rim = (kind: "last" | "pick", name: string, at: Place, width: number, dash: string) => {
		const colour = pen.paint.marker(kind, groundAt(pen, at));
		marks.push(
			`<path class="hive-${name}" d="${RING}" transform="translate(${pair(centreOf(at))})" fill="none" stroke="${colour}" stroke-width="${width}"${dash} pointer-events="none"/>`,
		);
	};
	if (last) {
		if (last.from) rim("last", "last-from", settled(pen, last.from), 2.6, ' stroke-dasharray="5 4"');
		rim("last", "last-to", settled(pen, last.to), 3, "");
	}
	const chosen = board.find(({ piece }) => piece === selected);
	if (chosen) rim("pick", "selected", chosen, 4, "");
	return marks;
}

function drawTarget(pen: Pen, { to, link }: Target): string {
	const climb = to.z > 0;
	// A climb is marked on the piece it climbs onto, not in the air above it.
	const at = climb ? { ...to, z: to.z - 1 } : to;
	const colour = pen.paint.marker("pick", climb ? groundAt(pen, at) : "ground");
	const name = `class="hive-target" data-q="${to.q}" data-r="${to.r}" data-z="${to.z}"`;
	return wrap(name, at, `<use href="#${pen.id}-${climb ? "climb" : "go"}" color="${colour}"/>`, link);
}

/** A group at a place, or a link if there is one to follow. */
function wrap(attributes: string, at: Place, inner: string, link: BoardLink | undefined): string {
	const transform = `transform="translate(${pair(centreOf(at))})"`;
	return link
		? `<a ${attributes} ${transform} href="${escapeMarkup(link.href)}" aria-label="${escapeMarkup(link.label)}">${inner}</a>`
		: `<g ${attributes} ${transform}>${inner}</g>`;
}

/** What lies under a marker at a place: the uppermost tile there that is not above it, else the ground. */
function groundAt(pen: Pen, at: Place): "light" | "dark" | "ground" {
	const below = pen.map.get(hexKey(at))?.pieces[at.z];
	return below ? toneOf(colourOf(pen, below.piece)) : "ground";
}

/** A place as it looks now: a piece that has left a stack leaves the top of the stack behind, not thin air. */
function settled(pen: Pen, place: Place): Place {
	const height = pen.map.get(hexKey(place))?.pieces.length ?? 0;
	return { ...place, z: Math.min(place.z, Math.max(0, height - 1)) };
}

function colourOf(pen: Pen, piece: Piece): TileColour {
	const side = sideOf(piece);
	return tileColour(pen.look.colours[side], side);
}
