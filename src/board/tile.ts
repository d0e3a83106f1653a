/** One tile by itself, beside words or on a button: drawn like those on the board, in the colours of the page. */
import type { Bug, Side } from "../engine/piece.ts";
import { faceMarkup, faceOf } from "./faces.ts";
import { number, RADIUS, WIDTH } from "./geometry.ts";
import { escapeMarkup } from "./markup.ts";
import { PAGE_PAINT, tileColour } from "./paint.ts";
import { TILE } from "./pen.ts";
import type { Look } from "./words.ts";

/** Alone on its tile a drawing may be a little larger than beside a number. */
const ICON = 0.66 * WIDTH;

/**
 * The tile as an SVG that says nothing to a screen reader: words stand beside it.
 * @param bug null: bare, to show a side's colour
 * @param name of its class
 */
export function tileSvg(bug: Bug | null, side: Side, look: Look, name = ""): string {
	const paint = PAGE_PAINT.tile(tileColour(look.colours[side], side));
	const box = `${number(-WIDTH / 2)} ${-RADIUS} ${number(WIDTH)} ${2 * RADIUS}`;
	const face = bug
		? `<g transform="translate(${number(-ICON / 2)} ${number(-ICON / 2)}) scale(${number(ICON / 24)})" color="${paint.ink}">${faceMarkup(faceOf(bug, look))}</g>`
		: "";
	return [
		`<svg xmlns="http://www.w3.org/2000/svg"${name ? ` class="${escapeMarkup(name)}"` : ""} viewBox="${box}" aria-hidden="true">`,
		`<path d="${TILE}" fill="${paint.tile}" stroke="${paint.rim}" stroke-width="2"/>${face}</svg>`,
	].join("");
}
