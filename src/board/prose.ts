/** A position in words: every piece with its neighbours named clockwise, the stacks, and how hard the queens are pressed. */
import type { PlacedPiece } from "../engine/game.ts";
import { BUGS, bugOf, numberOf, PIECES, type Piece, type Side, sideOf } from "../engine/piece.ts";
import { around, hexKey, type Stack, stackMap, stacksOf, topOf } from "./stacks.ts";
import { capital, type Look, pieceWords, type Say, SIDE_NAMES, sideWords } from "./words.ts";

export type PositionWords = {
	/** How many pieces of each side are on the board. */
	readonly title: string;
	/** One sentence a queen. */
	readonly queens: readonly string[];
	/** One sentence a piece, by side and then by bug in the usual order. */
	readonly white: readonly string[];
	readonly black: readonly string[];
};

/** `SIDE_NAMES` goes round counter-clockwise from the right; told is clockwise from the upper right. */
const CLOCKWISE = [1, 0, 5, 4, 3, 2] as const;

export function positionWords(say: Say, board: readonly PlacedPiece[], look: Look): PositionWords {
	const stacks = stacksOf(board);
	const map = stackMap(stacks);
	const sentences = (side: Side) =>
		board
			.filter(({ piece }) => sideOf(piece) === side)
			.toSorted((a, b) => rank(a.piece) - rank(b.piece))
			.map((placed) => pieceSentence(say, placed, map, look));
	const count = (side: Side) => board.filter(({ piece }) => sideOf(piece) === side).length;
	return {
		title: say("board.title", {
			first: sideWords(say, "white", look),
			firstCount: count("white"),
			second: sideWords(say, "black", look),
			secondCount: count("black"),
		}),
		queens: [queenSentence(say, "wQ", board, map, look), queenSentence(say, "bQ", board, map, look)],
		white: sentences("white"),
		black: sentences("black"),
	};
}

/** The same as one text: what describes a drawing to those who do not see it. */
export function positionProse(say: Say, board: readonly PlacedPiece[], look: Look): string {
	if (board.length === 0) return say("board.empty");
	const { queens, white, black } = positionWords(say, board, look);
	return [...queens, ...white, ...black].join(" ");
}

function pieceSentence(say: Say, placed: PlacedPiece, map: ReadonlyMap<string, Stack>, look: Look): string {
	const name = capital(pieceWords(say, placed.piece, look));
	const stack = map.get(hexKey(placed));
	const above = stack?.pieces[placed.z + 1];
	if (above) return say("board.covered", { piece: name, other: pieceWords(say, above.piece, look) });
	const beside = around(placed);
	const near = CLOCKWISE.flatMap((direction) => {
		const hex = beside[direction];
		const neighbour = hex && map.get(hexKey(hex));
		return neighbour
			? [say(`near.${SIDE_NAMES[direction]}`, { other: pieceWords(say, topOf(neighbour).piece, look) })]
			: [];
	}).join("; ");
	const below = stack?.pieces[placed.z - 1];
	if (below) {
		const onTop = { piece: name, other: pieceWords(say, below.piece, look), level: placed.z + 1, near };
		return say(near ? "board.onTop" : "board.onTopAlone", onTop);
	}
	return say(near ? "board.piece" : "board.alone", { piece: name, near });
}

function queenSentence(
	say: Say,
	queen: Piece,
	board: readonly PlacedPiece[],
	map: ReadonlyMap<string, Stack>,
	look: Look,
): string {
	const name = capital(pieceWords(say, queen, look));
	const placed = board.find(({ piece }) => piece === queen);
	if (!placed) return say("board.queenAway", { queen: name });
	const count = around(placed).filter((hex) => map.has(hexKey(hex))).length;
	return say("board.queen", { queen: name, count });
}

/** Order in which pieces are told: by bug, then by number. */
function rank(piece: Piece): number {
	return BUGS.indexOf(bugOf(piece)) * PIECES.length + numberOf(piece);
}
