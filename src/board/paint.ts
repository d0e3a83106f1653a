/** How a board is painted: tiles and markers, by a page's own style sheet or by a theme's values. All themes but the light one stand apart: a table in the browser needs none. */
import type { Side } from "../engine/piece.ts";

export type TilePaint = { readonly tile: string; readonly ink: string; readonly rim: string };

/** What lies under a marker decides its colour: no single one stands out against all of ground, white tile and black tile. */
export type Tone = "light" | "dark";

export type Theme = {
	readonly board: string;
	readonly ground: Tone;
	readonly white: TilePaint;
	readonly black: TilePaint;
	readonly red: TilePaint;
};

export type TileColour = "white" | "black" | "red";

export const LIGHT: Theme = {
	board: "#E9E3D6",
	ground: "light",
	white: { tile: "#FFFDF6", ink: "#1D1B18", rim: "#4A443A" },
	black: { tile: "#2A2825", ink: "#F6F1E6", rim: "#2A2825" },
	red: { tile: "#9E1B1B", ink: "#FFF6EE", rim: "#6E1010" },
};

/** Markers, by what lies under them: the last move, what can be chosen, and how hard a queen is pressed. */
export const MARKERS = {
	last: { light: "#A63F00", dark: "#FFB36B" },
	pick: { light: "#0A5AA5", dark: "#8CC4FF" },
	queen: { light: "#7A4E00", dark: "#FFC94D" },
} as const satisfies Record<string, Record<Tone, string>>;

export type MarkerKind = keyof typeof MARKERS;
export const MARKER_KINDS = Object.keys(MARKERS) as readonly MarkerKind[];

/** The tile a side plays with, by the name of its colour; a name we have no paint for gets the side's own. */
export function tileColour(colour: string, side: Side): TileColour {
	return colour === "white" || colour === "black" || colour === "red" ? colour : side;
}

/** White tiles are light, all others dark. */
export function toneOf(colour: TileColour): Tone {
	return colour === "white" ? "light" : "dark";
}

/**
 * How a drawing names a colour: by its value, or by a custom property that the page's own style sheet sets
 * (`themeProperties`) with the light theme to fall back on.
 */
export type Paint = {
	readonly board: string;
	readonly tile: (colour: TileColour) => TilePaint;
	readonly marker: (kind: MarkerKind, under: Tone | "ground") => string;
};

/** @param write a colour as the drawing has it, by the name of its property */
export function paintWith(theme: Theme, write: (property: string, colour: string) => string): Paint {
	return {
		board: write("board", theme.board),
		tile: (colour) => ({
			tile: write(colour, theme[colour].tile),
			ink: write(`${colour}-ink`, theme[colour].ink),
			rim: write(`${colour}-rim`, theme[colour].rim),
		}),
		marker: (kind, under) => write(`${kind}-${under}`, MARKERS[kind][under === "ground" ? theme.ground : under]),
	};
}

/** As a page's style sheet has it. */
export const PAGE_PAINT: Paint = paintWith(LIGHT, (property, colour) => `var(--hive-${property},${colour})`);
