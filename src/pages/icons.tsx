/** The sign of the house, a tile with a fold as of an envelope: in the page's head, in the browser's tab, on a home screen. */

const TILE = "M12 1.6 21 6.8v10.4l-9 5.2-9-5.2V6.8Z";
const FOLD = "m5 8 7 5.4L19 8";

export const Mark = () => (
	<svg viewBox="0 0 24 24" aria-hidden="true">
		<path d={TILE} fill="#e0a32e" stroke="#8a5a00" stroke-width="1.4" stroke-linejoin="round" />
		<path d={FOLD} fill="none" stroke="#2a1d00" stroke-width="1.8" stroke-linecap="round" />
	</svg>
);

const sign = `<path d="${TILE}" fill="#e0a32e" stroke="#8a5a00" stroke-width="1.2" stroke-linejoin="round"/><path d="${FOLD}" fill="none" stroke="#2a1d00" stroke-width="2" stroke-linecap="round"/>`;

const svg = (box: string, content: string): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>`;

/** For the browser's tab. */
export const ICON_SVG = svg("0 0 24 24", sign);

/** One that may be cut to any shape: the sign within the middle four fifths of a ground that fills it all. */
const FULL_SVG = svg("-8 -8 40 40", `<path d="M-8-8h40v40h-40z" fill="#f3eee3"/>${sign}`);

/** The same with a dot: something waits for the reader. */
export const BADGE_SVG = svg(
	"0 0 24 24",
	`${sign}<circle cx="18.5" cy="5.5" r="5" fill="#b3201a" stroke="#fff" stroke-width="1.4"/>`,
);

export const BADGE_PATH = "/icons/hivepost-turn.svg";
export const ICON_PATH = "/icons/hivepost.svg";
export const TOUCH_ICON_PATH = "/icons/touch-180.png";

/** Icons of pixels, by the path they are served at. `any`: as it is, `maskable`: cut to the system's own shape. */
export const PIXEL_ICONS = [
	{ path: "/icons/any-192.png", size: 192, svg: ICON_SVG, purpose: "any" },
	{ path: "/icons/any-512.png", size: 512, svg: ICON_SVG, purpose: "any" },
	{ path: "/icons/full-192.png", size: 192, svg: FULL_SVG, purpose: "maskable" },
	{ path: "/icons/full-512.png", size: 512, svg: FULL_SVG, purpose: "maskable" },
	// What browsers look for where no page has told them better.
	{ path: "/favicon.ico", size: 48, svg: ICON_SVG, purpose: null },
	// Apple's home screen fills what is clear with black.
	{
		path: TOUCH_ICON_PATH,
		size: 180,
		svg: svg("-4 -4 32 32", `<path d="M-4-4h32v32h-32z" fill="#f3eee3"/>${sign}`),
		purpose: null,
	},
] as const;
