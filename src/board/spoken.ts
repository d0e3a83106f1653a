/** A move that somebody says in words, read back: the other way round of `moveWords`, in whatever language it speaks. */
import { PIECES, type Piece } from "../engine/piece.ts";
import { type Look, pieceWords, type Role, type SayMove, SPELLED_SIDES } from "./words.ts";

/** Longer texts are no moves. */
const LONGEST = 200;

/** Stand for the two pieces in a sentence: private characters, which no sentence has and folding leaves alone. */
const PIECE = "\uE000";
const OTHER = "\uE001";

const ROLES: readonly Role[] = ["named", "beside", "onto"];
const WAYS = ["move", "place"] as const;

/**
 * The MoveString that a sentence means; null where it is none of ours. Capitals, accents, blanks and a full stop do not
 * matter. Whether the move is legal is for `parseMove` to say.
 */
export function parseMoveWords(say: SayMove, text: string, look: Look): string | null {
	if (text.length > LONGEST) return null;
	const whole = fold(text);
	if (whole === fold(say("move.pass"))) return "pass";
	const names = namesOf(say, look);
	const said = unthrown(say, names, whole);
	const [alone] = blanksOf(fold(say("move.first", { piece: PIECE })), said);
	const first = alone === undefined ? undefined : names.get(alone);
	if (first !== undefined) return first;
	for (const [spelling, side] of Object.entries(SPELLED_SIDES)) {
		for (const how of WAYS) {
			const sentence = fold(say(`move.${side}`, { how, piece: PIECE, other: OTHER }));
			const found = blanksOf(sentence, said).map((name) => names.get(name));
			const [piece, other] = sentence.indexOf(PIECE) < sentence.indexOf(OTHER) ? found : found.toReversed();
			if (piece !== undefined && other !== undefined) return `${piece} ${spelling.replace("*", other)}`;
		}
	}
	return null;
}

/** A move without what is told of its being a throw: it is the same move whoever makes it. */
function unthrown(say: SayMove, names: ReadonlyMap<string, Piece>, text: string): string {
	const [move, by = ""] = blanksOf(fold(say("move.thrown", { move: PIECE, by: OTHER })), text);
	if (move !== undefined && names.has(by)) return move;
	return blanksOf(fold(say("move.thrown", { move: PIECE, by: "nobody" })), text)[0] ?? text;
}

/** How every piece may be called in a sentence. */
function namesOf(say: SayMove, look: Look): ReadonlyMap<string, Piece> {
	return new Map(
		PIECES.flatMap((piece) => ROLES.map((role) => [fold(pieceWords(say, piece, look, role)), piece] as const)),
	);
}

/** What stands in a text where a sentence has its pieces; nothing where the text is another sentence. */
function blanksOf(sentence: string, text: string): readonly string[] {
	const [before = "", ...rest] = sentence.split(/[\uE000\uE001]/);
	const after = rest.at(-1) ?? "";
	if (!text.startsWith(before) || !text.endsWith(after) || text.length < before.length + after.length) return [];
	const middle = text.slice(before.length, text.length - after.length);
	if (rest.length === 1) return [middle];
	const between = rest[0] ?? "";
	const at = middle.indexOf(between);
	return at < 0 ? [] : [middle.slice(0, at), middle.slice(at + between.length)];
}

function fold(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replaceAll("ß", "ss")
		.replace(/[\s.,:;!]+/g, " ")
		.trim();
}
