/** A game against the house as it is kept: what was chosen, and what has been played. */
import { EXPANSIONS, type Expansion, parsePiece, type Side } from "../engine/piece.ts";
import type { TableData } from "./data.ts";
import { LEVELS, type Level } from "./house.ts";

export type PracticeGame = {
	readonly seat: Side;
	readonly level: Level;
	readonly expansions: readonly Expansion[];
	/** What the house's whims follow from. */
	readonly seed: number;
	readonly moves: TableData["moves"];
	readonly resigned: boolean;
};

export function keepGame(store: Pick<Storage, "setItem">, name: string, game: PracticeGame): void {
	try {
		store.setItem(name, JSON.stringify(game));
	} catch {
		// A browser that keeps nothing still plays.
	}
}

/** Null where there is none, or none of ours. Whether its moves are legal the table finds out. */
export function readGame(text: string | null): PracticeGame | null {
	if (text === null) return null;
	try {
		const { expansions, level, moves, resigned, seat, seed } = JSON.parse(text) as PracticeGame;
		const fits =
			(seat === "white" || seat === "black") &&
			LEVELS.includes(level) &&
			expansions.every((one) => EXPANSIONS.includes(one)) &&
			Number.isInteger(seed) &&
			moves.every((move) => move === null || (parsePiece(move[0]) && Number.isInteger(move[1] + move[2])));
		return fits ? { seat, level, expansions, seed, moves, resigned: resigned === true } : null;
	} catch {
		return null;
	}
}
