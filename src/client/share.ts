/** Where a line of moves can be looked at by somebody else: an address that holds it whole. */
import type { Game } from "../engine/game.ts";
import { makeGameString } from "../engine/gameline.ts";

/** The rules under which a GameString is read where its address names none. */
const USUAL = "tournament";

/** Path and query of the analysis board with this game on it. */
export function analysisHref(game: Game): string {
	const { id } = game.rules;
	const query = new URLSearchParams({ game: makeGameString(game), ...(id === USUAL ? {} : { rules: id }) });
	return `/analysis?${query}`;
}
