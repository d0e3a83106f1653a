/** A drawing as PNG, for mails and chats that show no SVG: the one file of this folder that needs a package and a platform. */
/// <reference path="./resvg.d.ts" />
import type { Resvg } from "@resvg/resvg-wasm";
import { boardSvg, type Drawing } from "./svg.ts";
import { paintOf, type ThemeName } from "./themes.ts";

/** Pixels across. Shown at half of that it is sharp on screens of either density, and as wide as a phone has room for. */
export const PICTURE_WIDTH = 640;

/** What draws, for keys of kept pictures: another version may set a pixel otherwise. */
export const RENDERER = "resvg-wasm 2.6.2";

/** The same text for the same picture, whatever game it is of: nobody reads words in a PNG, so it has none. */
export function pictureSvg(drawing: Drawing, theme: ThemeName): string {
	return boardSvg(drawing, { paint: paintOf(theme), title: "", frame: "picture" });
}

/**
 * One of our own drawings as PNG, the same to the byte each time. It takes about a tenth of a second of the processor,
 * and the first one of an isolate as much again: whoever can, keeps what has been drawn.
 * @param width pixels; the height follows
 */
export async function drawPng(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
	const Renderer = renderer ?? (await loadRenderer());
	const drawing = new Renderer(svg, { fitTo: { mode: "width", value: width }, font: { loadSystemFonts: false } });
	try {
		const image = drawing.render();
		try {
			// Copied out of the memory of the module, which the next drawing writes over.
			return new Uint8Array(image.asPng());
		} finally {
			image.free();
		}
	} finally {
		drawing.free();
	}
}

let renderer: typeof Resvg | null = null;

/**
 * Nothing of it is there before the first picture is asked for. What is kept is the renderer, not the promise of one: a
 * request that is given up halfway would leave a promise behind that never settles, and every later one waiting for it.
 */
async function loadRenderer(): Promise<typeof Resvg> {
	const [{ Resvg, initWasm }, { default: module }] = await Promise.all([
		import("@resvg/resvg-wasm"),
		import("@resvg/resvg-wasm/index_bg.wasm"),
	]);
	try {
		if (!renderer) await initWasm(module);
	} catch (error) {
		// Two first ones at once: the other was just done.
		if (!String(error).includes("Already initialized")) throw error;
	}
	renderer = Resvg;
	return Resvg;
}
