/** Sides, bugs and the 28 pieces, named as the Universal Hive Protocol names them. */

/** White is whoever moves first, whatever the tiles look like. */
export type Side = "white" | "black";
export type Bug = "Q" | "S" | "B" | "G" | "A" | "M" | "L" | "P";
export type Expansion = "M" | "L" | "P";

type Tile = "Q" | `${"S" | "B"}${1 | 2}` | `${"G" | "A"}${1 | 2 | 3}` | Expansion;
export type Piece = `${"w" | "b"}${Tile}`;

export const EXPANSIONS: readonly Expansion[] = ["M", "L", "P"];

/** How many of each bug a side has, in the order in which pieces are listed everywhere. */
export const BUG_COUNTS: Readonly<Record<Bug, number>> = {
	Q: 1,
	S: 2,
	B: 2,
	G: 3,
	A: 3,
	M: 1,
	L: 1,
	P: 1,
};

export const BUGS = Object.keys(BUG_COUNTS) as readonly Bug[];

/** The bugs' whole names, by which their rules are found (`/rules#beetle`). */
export const BUG_NAMES = {
	Q: "queen",
	S: "spider",
	B: "beetle",
	G: "grasshopper",
	A: "ant",
	M: "mosquito",
	L: "ladybug",
	P: "pillbug",
} as const satisfies Readonly<Record<Bug, string>>;

const TILES: readonly Tile[] = BUGS.flatMap((bug): Tile[] =>
	BUG_COUNTS[bug] === 1 ? [bug as Tile] : Array.from({ length: BUG_COUNTS[bug] }, (_, i) => `${bug}${i + 1}` as Tile),
);

/** All pieces; an index into this list is what the board knows a piece by. White has 0–13, Black 14–27. */
export const PIECES: readonly Piece[] = [
	...TILES.map((tile): Piece => `w${tile}`),
	...TILES.map((tile): Piece => `b${tile}`),
];

const INDEX: ReadonlyMap<string, number> = new Map(PIECES.map((piece, index) => [piece, index]));

const BY_LOWER_CASE: ReadonlyMap<string, Piece> = new Map(PIECES.map((piece) => [piece.toLowerCase(), piece]));

export function otherSide(side: Side): Side {
	return side === "white" ? "black" : "white";
}

export function sideOf(piece: Piece): Side {
	return piece[0] === "w" ? "white" : "black";
}

export function queenOf(side: Side): Piece {
	return side === "white" ? "wQ" : "bQ";
}

export function bugOf(piece: Piece): Bug {
	return piece[1] as Bug;
}

/** Which copy it is, from 1; bugs that are alone on their side have no number in their name and are 1. */
export function numberOf(piece: Piece): number {
	return piece.length === 3 ? Number(piece[2]) : 1;
}

/** Reads a piece's name in upper or lower case; null when there is no such piece. */
export function parsePiece(text: string): Piece | null {
	return BY_LOWER_CASE.get(text.toLowerCase()) ?? null;
}

export function indexOfPiece(piece: Piece): number {
	const index = INDEX.get(piece);
	if (index === undefined) throw new RangeError(`no such piece: ${piece}`);
	return index;
}

export function pieceAt(index: number): Piece {
	const piece = PIECES[index];
	if (piece === undefined) throw new RangeError(`no piece has index ${index}`);
	return piece;
}
