/** A letter as data: what it says, in order, before anybody decides how it looks. Rendered twice, as text and as HTML. */
import type { Step } from "../../board/text.ts";
import type { Look } from "../../board/words.ts";
import type { PlacedPiece } from "../../engine/game.ts";
import type { Locale } from "../../i18n/catalogue.ts";

export type Block =
	| { readonly kind: "text"; readonly text: string }
	/** What somebody else wrote. */
	| { readonly kind: "quote"; readonly text: string }
	| { readonly kind: "button"; readonly label: string; readonly href: string }
	| { readonly kind: "link"; readonly label: string; readonly href: string }
	/** A code to be typed. */
	| { readonly kind: "code"; readonly label: string; readonly code: string }
	| { readonly kind: "facts"; readonly rows: readonly (readonly [label: string, value: string])[] }
	| { readonly kind: "list"; readonly title: string; readonly items: readonly string[] }
	| {
			readonly kind: "board";
			readonly title: string;
			readonly board: readonly PlacedPiece[];
			readonly look: Look;
			readonly last: Step | null;
	  }
	| { readonly kind: "small"; readonly text: string };

export type Letter = {
	readonly locale: Locale;
	/** Of the rule set of the game it is about. */
	readonly theme?: string;
	readonly subject: string;
	/** What a list of mails shows beside the subject. */
	readonly preview: string;
	readonly blocks: readonly Block[];
	readonly footer: readonly string[];
};

/** What a mail program would make a link of, in words that somebody else wrote: their links are not ours to send. */
const LINKS = /(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|www\.)\S+|\b[\p{L}\p{N}_.+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

/** Somebody's own words without links, and without anything that does not show. */
export function plainWords(text: string, removed: string): string {
	return text
		.replace(/\r\n?/g, "\n")
		.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (one) => (one === "\n" || one === "\u200d" ? one : " "))
		.replace(LINKS, removed)
		.trim();
}

const PIECE = `[wb](?:[QMLP]|[SB][12]|[AG][1-3])`;
const BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const PLACE = String.raw`[-/\\]?${PIECE}[-/\\]?(?![\p{L}\p{N}])`;

/** Moves in notation: a line may not end inside one, or `wA1 -bQ` is read as `wA1-`. */
export const MOVES = new RegExp(`${BEFORE}${PIECE} ${PLACE}`, "gu");

/** The blanks at which a line may end: all but those inside moves. */
export const BLANKS = new RegExp(`(?<!${BEFORE}${PIECE}) | (?!${PLACE})`, "u");
