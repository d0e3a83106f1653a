/** What two players agree on before a game: the terms of a challenge, kept as they were agreed. */
import type { Expansion, Side } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import { parseDuration } from "./duration.ts";

/** An opaque player id. Names and addresses are never part of a game. */
export type PlayerId = string;

/** One of the four time controls; durations are ISO 8601 as `parseDuration` reads them. */
export type TimeControl =
	| { readonly perMove: string }
	| { readonly start: string; readonly increment: string; readonly cap: string }
	| { readonly total: string }
	| { readonly unlimited: true };

export type Visibility = "public" | "private";

export type Terms = {
	/** The whole record, so that a later version of a rule set never changes an old game. */
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	/** The challenger's seat as asked for; `random` is drawn at acceptance. */
	readonly seat: Side | "random";
	/** The appearance the challenger wants for own tiles, where the rule set parts it from the seat. */
	readonly colour: string | null;
	readonly timeControl: TimeControl;
	/** Which pauses both agreed to. */
	readonly pauses: { readonly vacation: boolean; readonly rest: boolean };
	readonly rated: boolean;
	readonly visibility: Visibility;
};

export type TermsProblem = { readonly pointer: string; readonly message: string };

/**
 * What is wrong with a time control, as pointers into it; empty when fine.
 * @param shortest the shortest duration allowed, ms
 */
export function checkTimeControl(control: TimeControl, shortest: number): readonly TermsProblem[] {
	if ("unlimited" in control) return [];
	const problems: TermsProblem[] = [];
	const parts = Object.entries(control) as [string, string][];
	for (const [name, text] of parts) {
		const ms = parseDuration(text);
		if (ms === null) {
			problems.push({
				pointer: `/timeControl/${name}`,
				message: "must be an ISO 8601 duration in weeks, days, hours, minutes and seconds, longer than zero",
			});
		} else if (ms > LONGEST) {
			problems.push({ pointer: `/timeControl/${name}`, message: "may be at most 366 days" });
		} else if (ms < shortest && name !== "increment") {
			problems.push({
				pointer: `/timeControl/${name}`,
				message: `is shorter than this service allows (${shortest / 1000} s)`,
			});
		}
	}
	if (problems.length === 0 && "cap" in control) {
		if ((parseDuration(control.cap) ?? 0) < (parseDuration(control.start) ?? 0)) {
			problems.push({ pointer: "/timeControl/cap", message: "must be at least as long as the start" });
		}
	}
	return problems;
}

const LONGEST = 366 * 86_400_000;

/**
 * The appearance of each side's tiles: where the set parts colour from side, the challenger's wish decides, else the
 * first colour is White's.
 */
export function tileColours(terms: Terms, challengerSide: Side): { readonly white: string; readonly black: string } {
	const [first, second] = terms.rules.colours;
	const swapped = terms.colour !== null && (terms.colour === first) !== (challengerSide === "white");
	return swapped ? { white: second, black: first } : { white: first, black: second };
}
