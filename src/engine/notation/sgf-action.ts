/** One action of a BoardSpace record, such as `12 pdropb bS2 N 11 wP/`: its verb, its piece, its cell. */
import type { Hex } from "../hex.ts";
import { otherSide, type Piece, parsePiece, type Side } from "../piece.ts";

/** A cell by BoardSpace's letter and number. Columns go to the right, rows to the upper left. */
export type SgfCell = { readonly column: number; readonly row: number };

export type SgfAction =
	/** what changes nothing: the start, looking back */
	| { readonly kind: "nothing" }
	/** a piece is taken up, or put back: what was dropped before no longer counts */
	| { readonly kind: "lift" }
	| {
			readonly kind: "drop";
			readonly piece: Piece;
			readonly cell: SgfCell;
			/** where the file says, in words of its own, that this cell is */
			readonly reference: string;
			readonly done: boolean;
	  }
	| { readonly kind: "pass"; readonly done: boolean }
	| { readonly kind: "done" }
	| { readonly kind: "resign" }
	/** words between the players; the `done` behind them is not a move */
	| { readonly kind: "offer" | "decline" | "accept" | "flag" };

const VERBS: Readonly<Record<string, SgfAction["kind"]>> = {
	start: "nothing",
	edit: "nothing",
	pick: "lift",
	pickb: "lift",
	drop: "lift",
	reset: "lift",
	dropb: "drop",
	pdropb: "drop",
	move: "drop",
	pmove: "drop",
	movedone: "drop",
	pmovedone: "drop",
	pass: "pass",
	passdone: "pass",
	done: "done",
	resign: "resign",
	offerdraw: "offer",
	declinedraw: "decline",
	acceptdraw: "accept",
	gameoverontime: "flag",
};

/** How a rack is numbered, so that a file of ours looks like one of theirs. */
export const RACK = { Q: 0, A: 1, G: 2, B: 3, S: 4, M: 5, L: 6, P: 8 } as const;

/**
 * Reads an action without its sequence number; a text says what is wrong with it.
 * @param actor whose action it is: old files leave the colour of his own pieces out
 */
export function readSgfAction(words: readonly string[], actor: Side): SgfAction | string {
	const [verb = "", ...rest] = words;
	const kind = Object.hasOwn(VERBS, verb.toLowerCase()) ? VERBS[verb.toLowerCase()] : undefined;
	if (kind === undefined) return `there is no action ${verb.slice(0, 20)}`;
	const done = /done$/i.test(verb);
	if (kind === "pass") return { kind, done };
	if (kind !== "drop") return { kind };
	let side = actor;
	if (/move/i.test(verb)) {
		const colour = rest.shift()?.toLowerCase();
		if (colour !== "w" && colour !== "b") return "W or B must follow move";
		side = colour === "w" ? "white" : "black";
	}
	const [name = "", column = "", row = "", reference = "."] = rest;
	const piece = readSgfPiece(name, side);
	if (piece === null) return `${name.slice(0, 20)} is no piece`;
	const cell = readCell(column, row);
	if (cell === null) return `${`${column} ${row}`.slice(0, 20)} is no cell such as N 13`;
	return { kind, piece, cell, reference, done };
}

/**
 * `wG1`, `bL1`, `wQ`; in files of 2013 `G1`, `q`, `a2`, where only the opponent's pieces name their colour (`bs2`). A
 * bare `b1` is a beetle.
 */
export function readSgfPiece(text: string, side: Side): Piece | null {
	const named = /^([wb]?)([qsbgamlp])(\d?)$/i.exec(text);
	if (named === null) return null;
	const [, colour = "", bug = "", number = ""] = named;
	const alone = /[qmlp]/i.test(bug);
	if (alone && number !== "" && number !== "1") return null;
	const owner = colour === "" ? (side === "white" ? "w" : "b") : colour;
	return parsePiece(`${owner}${bug}${alone ? "" : number}`);
}

/** `wG1`, `bL1`: ladybug, mosquito and pillbug have a number there. */
export function makeSgfPiece(piece: Piece): string {
	return /[MLP]/.test(piece) ? `${piece}1` : piece;
}

/** Two letters stand for columns behind Z, where a hive has drifted that far. */
function readCell(column: string, row: string): SgfCell | null {
	if (!/^[A-Z]{1,2}$/i.test(column) || !/^-?\d{1,3}$/.test(row)) return null;
	const letters = [...column.toUpperCase()].map((letter) => letter.charCodeAt(0) - 64);
	return { column: letters.reduce((sum, digit) => sum * 26 + digit, 0) - 1, row: Number(row) };
}

export function makeCell({ column, row }: SgfCell): string {
	const letter = (digit: number) => String.fromCharCode(65 + digit);
	return `${column < 26 ? letter(column) : `${letter(Math.floor(column / 26) - 1)}${letter(column % 26)}`} ${row}`;
}

/** Seen from the first piece of the game, as the engine counts. */
export function hexOfCell(cell: SgfCell, first: SgfCell): Hex {
	return { q: cell.column - first.column, r: first.row - cell.row };
}

/** Who `P0` and `P1` are. */
export function actorOf(name: string): Side | null {
	if (name === "P0") return "white";
	return name === "P1" ? otherSide("white") : null;
}
