/** Which expansions a game is played with: what a rule set allows, which bugs that makes, and the notation's name for them. */
import { BUGS, type Bug, EXPANSIONS, type Expansion } from "./piece.ts";
import type { RuleSet, RuleSetProblem } from "./ruleset.ts";

export function isExpansion(bug: Bug): bug is Expansion {
	return EXPANSIONS.some((one) => one === bug);
}

/** The kinds of bugs that are played with, in the order of hands and lists. */
export function bugsWith(expansions: readonly Expansion[]): readonly Bug[] {
	return BUGS.filter((bug) => !isExpansion(bug) || expansions.includes(bug));
}

/** Whether a challenge may ask for these expansions; null when it may. */
export function checkExpansions(rules: RuleSet, expansions: readonly Expansion[]): RuleSetProblem | null {
	const field = "expansions";
	if (new Set(expansions).size !== expansions.length) return { field, problem: "each may be named once" };
	const unknown = expansions.filter((x) => !EXPANSIONS.includes(x));
	if (unknown.length > 0) return { field, problem: `there is no expansion ${unknown.join(", ")}` };
	const refused = expansions.filter((x) => !rules.expansions.includes(x));
	if (refused.length > 0)
		return {
			field,
			problem: `${rules.id} does not allow ${refused.join(", ")}`,
		};
	return null;
}

/** Writes a game type: `Base`, `Base+MLP`. */
export function makeGameType(expansions: readonly Expansion[]): string {
	const letters = EXPANSIONS.filter((x) => expansions.includes(x)).join("");
	return letters === "" ? "Base" : `Base+${letters}`;
}

/** Reads a game type, letters in any order and case; null when it is none. */
export function parseGameType(text: string): readonly Expansion[] | null {
	const letters = /^base(?:\+([mlp]{0,3}))?$/i.exec(text.trim());
	if (letters === null) return null;
	const named = [...(letters[1] ?? "").toUpperCase()] as Expansion[];
	if (new Set(named).size !== named.length) return null;
	return EXPANSIONS.filter((x) => named.includes(x));
}
