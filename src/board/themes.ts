/** The colours a board is drawn in: each theme's ground, tiles and markers, checked against each other for contrast. */
import type { Side } from "../engine/piece.ts";

type TilePaint = { readonly tile: string; readonly ink: string; readonly rim: string };

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

const lightWhite: TilePaint = { tile: "#FFFDF6", ink: "#1D1B18", rim: "#4A443A" };
const darkWhite: TilePaint = { tile: "#EFE8DA", ink: "#1B1A18", rim: "#EFE8DA" };

/**
 * `light` and `dark`; the same at highest contrast; and `safe-…`, cream against blue, for readers who see colours
 * differently. There red tiles are drawn as the dark ones: they never meet black tiles in one game.
 */
export const THEMES = {
	light: {
		board: "#E9E3D6",
		ground: "light",
		white: lightWhite,
		black: { tile: "#2A2825", ink: "#F6F1E6", rim: "#2A2825" },
		red: { tile: "#9E1B1B", ink: "#FFF6EE", rim: "#6E1010" },
	},
	dark: {
		board: "#1F2429",
		ground: "dark",
		white: darkWhite,
		black: { tile: "#3B4249", ink: "#F4F1EA", rim: "#AAB4BD" },
		red: { tile: "#A32222", ink: "#FFF6EE", rim: "#F0A79B" },
	},
	"contrast-light": {
		board: "#FFFFFF",
		ground: "light",
		white: { tile: "#FFFFFF", ink: "#000000", rim: "#000000" },
		black: { tile: "#000000", ink: "#FFFFFF", rim: "#000000" },
		red: { tile: "#000000", ink: "#FFFFFF", rim: "#000000" },
	},
	"contrast-dark": {
		board: "#000000",
		ground: "dark",
		white: { tile: "#FFFFFF", ink: "#000000", rim: "#FFFFFF" },
		black: { tile: "#000000", ink: "#FFFFFF", rim: "#FFFFFF" },
		red: { tile: "#000000", ink: "#FFFFFF", rim: "#FFFFFF" },
	},
	"safe-light": {
		board: "#E9E3D6",
		ground: "light",
		white: { tile: "#FFE9B0", ink: "#1D1B18", rim: "#6B5200" },
		black: { tile: "#0B3C6F", ink: "#FFFFFF", rim: "#06264A" },
		red: { tile: "#0B3C6F", ink: "#FFFFFF", rim: "#06264A" },
	},
	"safe-dark": {
		board: "#1F2429",
		ground: "dark",
		white: { tile: "#F5D98A", ink: "#1B1A18", rim: "#F5D98A" },
		black: { tile: "#1B4F8A", ink: "#FFFFFF", rim: "#9CC7F2" },
		red: { tile: "#1B4F8A", ink: "#FFFFFF", rim: "#9CC7F2" },
	},
} as const satisfies Record<string, Theme>;

export type ThemeName = keyof typeof THEMES;
export const THEME_NAMES = Object.keys(THEMES) as readonly ThemeName[];

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

export function paintOf(name: ThemeName | "page"): Paint {
	const theme: Theme = THEMES[name === "page" ? "light" : name];
	const value = (property: string, colour: string) => (name === "page" ? `var(--hive-${property},${colour})` : colour);
	return {
		board: value("board", theme.board),
		tile: (colour) => ({
			tile: value(colour, theme[colour].tile),
			ink: value(`${colour}-ink`, theme[colour].ink),
			rim: value(`${colour}-rim`, theme[colour].rim),
		}),
		marker: (kind, under) => value(`${kind}-${under}`, MARKERS[kind][under === "ground" ? theme.ground : under]),
	};
}

/** A theme as declarations of custom properties, for a page's style sheet: `--hive-board:#E9E3D6;…`. */
export function themeProperties(name: ThemeName): string {
	const paint = paintOf(name);
	const colours: readonly TileColour[] = ["white", "black", "red"];
	const tiles = colours.flatMap((colour) => {
		const { tile, ink, rim } = paint.tile(colour);
		return [`${colour}:${tile}`, `${colour}-ink:${ink}`, `${colour}-rim:${rim}`];
	});
	const markers = MARKER_KINDS.flatMap((kind) =>
		(["ground", "light", "dark"] as const).map((under) => `${kind}-${under}:${paint.marker(kind, under)}`),
	);
	return [`board:${paint.board}`, ...tiles, ...markers].map((one) => `--hive-${one};`).join("");
}
