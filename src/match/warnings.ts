/** What a player should know of a move before it is made: told by the server's dry run and by the table in the browser alike. */
import { type Game, mustPass, occurrencesAfter, playMove, surroundedSides } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";

export type Warning =
	| { readonly code: "SURROUNDS_OWN_QUEEN" }
	| { readonly code: "REPEATS_POSITION"; readonly times: number }
	| { readonly code: "FORCES_PASS" };

/** @param move a legal one of the side to move */
export function warningsOf(game: Game, move: Move): readonly Warning[] {
	const after = playMove(game, move);
	const warnings: Warning[] = [];
	if (surroundedSides(after, game.toMove) === 6) warnings.push({ code: "SURROUNDS_OWN_QUEEN" });
	const times = occurrencesAfter(game, move);
	if (times >= 2) warnings.push({ code: "REPEATS_POSITION", times });
	if (!after.result && mustPass(after)) warnings.push({ code: "FORCES_PASS" });
	return warnings;
}
