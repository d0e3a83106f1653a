/** A position as an HTML table for mails: no picture to load, no style sheet to lose, tiles that stay tiles in dark mode. */
import type { PlacedPiece } from "../engine/game.ts";
import { sideOf } from "../engine/piece.ts";
import { escapeMarkup } from "./markup.ts";
import { LIGHT, MARKERS, tileColour, toneOf } from "./paint.ts";
import { hexKey, type Stack, stackMap, stacksOf, topOf } from "./stacks.ts";
import type { Step } from "./text.ts";
import type { Look } from "./words.ts";

/** What a phone has room for, CSS pixels, and the sizes a tile may have; a hive too wide for the smallest is scrolled. */
const ROOM = 284;
const TILE = { largest: 40, smallest: 26 } as const;

const FONT = "font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace";

/**
 * Rows of tiles, each row half a tile beside the next. Tiles carry their names (`A1`, its side by the colour); `+` is a
 * stack, a thick frame the last move, a dashed one the place it left.
 * @param label what the picture says in words
 */
export function boardTable(board: readonly PlacedPiece[], look: Look, last: Step | null, label: string): string {
	const stacks = stackMap(stacksOf(board));
	const cells = new Map<string, Cell>();
	for (const [key, stack] of stacks) {
		cells.set(key, { r: stack.r, half: 2 * stack.q + stack.r, stack, mark: null });
	}
	const mark = (place: { readonly q: number; readonly r: number }, name: "from" | "to") => {
		const key = hexKey(place);
		const cell = cells.get(key) ?? { r: place.r, half: 2 * place.q + place.r, stack: null, mark: null };
		cells.set(key, { ...cell, mark: name });
	};
	if (last?.from) mark(last.from, "from");
	if (last) mark(last.to, "to");
	const all = [...cells.values()];
	if (all.length === 0) return "";
	const first = Math.min(...all.map(({ half }) => half));
	const halves = Math.max(...all.map(({ half }) => half)) + 2 - first;
	const size = Math.max(TILE.smallest, Math.min(TILE.largest, 2 * Math.floor(ROOM / halves)));
	const top = Math.min(...all.map(({ r }) => r));
	const bottom = Math.max(...all.map(({ r }) => r));
	const rows: string[] = [];
	for (let r = top; r <= bottom; r += 1) {
		const row = all.filter((cell) => cell.r === r).toSorted((a, b) => a.half - b.half);
		rows.push(`<tr>${rowCells(row, first, halves, size, look)}</tr>`);
	}
	// A row of half cells first, so that every client gives all columns the same width.
	const ruler = `<tr>${`<td width="${size / 2}" height="0" style="width:${size / 2}px;height:0;line-height:0;font-size:0"></td>`.repeat(halves)}</tr>`;
	const ground = LIGHT.board;
	return [
		`<table role="img" aria-label="${escapeMarkup(label)}" cellpadding="0" cellspacing="0" border="0" bgcolor="${ground}"`,
		` style="border-collapse:separate;background-color:${ground};border-radius:8px;padding:8px;table-layout:fixed">`,
		ruler,
		...rows,
		"</table>",
	].join("");
}

type Cell = {
	readonly r: number;
	/** Column in half tiles. */
	readonly half: number;
	readonly stack: Stack | null;
	readonly mark: "from" | "to" | null;
};

function rowCells(row: readonly Cell[], first: number, halves: number, size: number, look: Look): string {
	let at = first;
	const parts: string[] = [];
	const gap = (until: number) => {
		if (until > at) parts.push(`<td colspan="${until - at}"></td>`);
	};
	for (const cell of row) {
		gap(cell.half);
		parts.push(tileCell(cell, size, look));
		at = cell.half + 2;
	}
	gap(first + halves);
	return parts.join("");
}

function tileCell({ stack, mark }: Cell, size: number, look: Look): string {
	const ground = LIGHT.board;
	const placed = stack && topOf(stack);
	const colour = placed ? tileColour(look.colours[sideOf(placed.piece)], sideOf(placed.piece)) : null;
	const paint = colour ? LIGHT[colour] : { tile: ground, ink: LIGHT.white.ink, rim: ground };
	const marker = MARKERS.last[colour ? toneOf(colour) : "light"];
	const border = mark ? `3px ${mark === "to" ? "solid" : "dashed"} ${marker}` : `1px solid ${paint.rim}`;
	const inner = size - (mark ? 8 : 4);
	const name = placed ? `${placed.piece.slice(1)}${stack.pieces.length > 1 ? "+" : ""}` : "&nbsp;";
	const style = [
		`width:${inner}px`,
		`height:${inner}px`,
		`line-height:${inner}px`,
		`background-color:${paint.tile}`,
		`color:${paint.ink}`,
		`border:${border}`,
		"border-radius:9px",
		"text-align:center",
		FONT,
		`font-size:${size >= 34 ? 14 : 11}px`,
		"font-weight:bold",
		"margin:1px",
	].join(";");
	return `<td colspan="2" align="center" valign="middle"><div style="${style}">${name}</div></td>`;
}
