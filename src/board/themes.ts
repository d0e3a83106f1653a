/** The colours a board is drawn in: each theme's ground, tiles and markers, checked against each other for contrast. */
import { LIGHT, MARKER_KINDS, type Paint, paintWith, type Theme, type TileColour, type TilePaint } from "./paint.ts";

const darkWhite: TilePaint = { tile: "#EFE8DA", ink: "#1B1A18", rim: "#EFE8DA" };

/**
 * `light` and `dark`; the same at highest contrast; and `safe-…`, cream against blue, for readers who see colours
 * differently. There red tiles are drawn as the dark ones: they never meet black tiles in one game.
 */
export const THEMES = {
	light: LIGHT,
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

export const paintOf = (name: ThemeName): Paint => paintWith(THEMES[name], (_, colour) => colour);

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
