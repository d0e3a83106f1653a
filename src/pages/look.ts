/** How a reader wants the table to look and to be played at: kept by the browser they set it in, for guests as well. */

const CHOICES = {
	/** Light or dark; `auto` as the system has it. */
	scheme: ["auto", "light", "dark"],
	/** `safe` tells the sides apart for eyes that see colours differently. */
	palette: ["plain", "contrast", "safe"],
	/** Marks on pieces that may not leave the hive. */
	pinned: ["off", "on"],
	/** Marks on the free sides of the queens. */
	queens: ["off", "on"],
	/** What sends a chosen move: the button alone, or a second tap on its place as well. */
	send: ["button", "tap"],
	/** Dragging pieces: with a mouse alone, with everything, or not at all. */
	drag: ["mouse", "always", "never"],
	/** After a move: stay at the game, or go on to the next. */
	next: ["stay", "go"],
} as const;

export type Look = { readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
export type LookPart = keyof Look;

export const LOOK_CHOICES: { readonly [K in LookPart]: readonly string[] } = CHOICES;
export const LOOK_PARTS = Object.keys(CHOICES) as readonly LookPart[];

/** Name of the cookie. Scripts may read it: it is no secret, and the table minds it without asking the server. */
export const LOOK_COOKIE = "hivepost-look";
/** How long the browser keeps it, s. */
export const LOOK_LIFE = 365 * 86_400;

/** From the cookie's value (`scheme.dark_palette.safe`), the first choice wherever it says nothing that is known. */
export function parseLook(text: string | undefined): Look {
	const given = new Map((text ?? "").split("_").map((part) => part.split(".") as [string, string | undefined]));
	const choose = (part: LookPart) => {
		const wished = given.get(part);
		return LOOK_CHOICES[part].find((one) => one === wished) ?? LOOK_CHOICES[part][0];
	};
	return Object.fromEntries(LOOK_PARTS.map((part) => [part, choose(part)])) as Look;
}

/** As `parseLook` reads it; only what differs from the first choices. */
export function makeLook(look: Look): string {
	return LOOK_PARTS.filter((part) => look[part] !== LOOK_CHOICES[part][0])
		.map((part) => `${part}.${look[part]}`)
		.join("_");
}
