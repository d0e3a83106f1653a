/** What a challenge asks for, checked against its rule set and this service's limits, and made into terms. */

import { checkExpansions } from "../engine/expansions.ts";
import type { Expansion, Side } from "../engine/piece.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { checkRuleSet, RULE_SETS, type RuleSet, type RuleSetId } from "../engine/ruleset.ts";
import { checkTimeControl, type Terms, type TermsProblem, type TimeControl, type Visibility } from "../match/terms.ts";

/** As it comes from outside: the shape is right, nothing else has been looked at. */
export type Wish = {
	/** Id of a rule set, or a whole record of one's own. */
	readonly rules: string | RuleSet;
	readonly expansions: readonly Expansion[];
	readonly seat: Side | "random";
	readonly colour: string | null;
	readonly timeControl: TimeControl;
	readonly pauses: { readonly vacation: boolean; readonly rest: boolean };
	readonly rated: boolean;
	readonly visibility: Visibility;
	readonly message: string | null;
};

export const LONGEST_MESSAGE = 500;
export const LONGEST_REASON = 200;

/**
 * The terms, or everything that is wrong with them as pointers into the request.
 * @param shortest the shortest time a control may use, ms
 */
export function checkWish(wish: Wish, shortest: number): Result<Terms, readonly TermsProblem[]> {
	const rules = findRules(wish.rules);
	const problems = [
		...checkTimeControl(wish.timeControl, shortest),
		...checkText(wish.message, "/message", LONGEST_MESSAGE),
	];
	if (!rules.ok) return err([...rules.error, ...problems]);
	const expansions = checkExpansions(rules.value, wish.expansions);
	if (expansions) problems.push({ pointer: "/expansions", message: expansions.problem });
	const drawn = rules.value.starter === "drawn";
	if (drawn && wish.seat !== "random") {
		problems.push({ pointer: "/seat", message: `under ${rules.value.id} the starter is drawn: only random fits` });
	}
	if (wish.colour !== null && !rules.value.colours.includes(wish.colour)) {
		const [first, second] = rules.value.colours;
		problems.push({ pointer: "/colour", message: `${rules.value.id} has ${first} and ${second} tiles` });
	}
	if (problems.length > 0) return err(problems);
	const { timeControl, seat, pauses, rated, visibility } = wish;
	return ok({
		rules: rules.value,
		expansions: rules.value.expansions.filter((one) => wish.expansions.includes(one)),
		seat,
		// Where the starter is not drawn, the colour goes with the seat: a wish beside it has nothing to say.
		colour: drawn ? wish.colour : null,
		timeControl,
		pauses,
		rated,
		visibility,
	});
}

/** The rule set of an id, or a custom record when it is a possible one. */
export function findRules(rules: string | RuleSet): Result<RuleSet, readonly TermsProblem[]> {
	if (typeof rules === "string") {
		if (Object.hasOwn(RULE_SETS, rules)) return ok(RULE_SETS[rules as RuleSetId]);
		return err([
			{ pointer: "/rules", message: `must be one of ${Object.keys(RULE_SETS).join(", ")}, or a whole record` },
		]);
	}
	const problems = checkRuleSet(rules);
	if (problems.length === 0) return ok(rules);
	return err(problems.map(({ field, problem }) => ({ pointer: `/rules/${field}`, message: problem })));
}

/**
 * What one person writes to another who did not ask for it, a message or the reason of a refusal: it may carry nothing
 * that a mail program makes a link of, and nothing that does not show.
 */
export function checkText(text: string | null, pointer: string, longest: number): readonly TermsProblem[] {
	const fault = text === null ? null : textFault(text, longest);
	return fault === null ? [] : [{ pointer, message: TEXT_FAULTS[fault].replace("{longest}", String(longest)) }];
}

const TEXT_FAULTS = {
	long: "may have at most {longest} characters",
	control: "may have no control characters",
	links: "may have no links or addresses (and a full stop is followed by a blank)",
} as const;

/** What is wrong with a text, for who says it in the reader's own words; null: nothing. */
export function textFault(text: string, longest: number): keyof typeof TEXT_FAULTS | null {
	if (text.length > longest) return "long";
	// Joiners hold emoji and some scripts together, and are looked through: nothing hides behind them.
	const bare = text.replace(/[\u200c\u200d]/g, "");
	if (!text.isWellFormed() || /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(bare.replace(/[\n\t]/g, ""))) return "control";
	// Full-width letters and dots make links too; an ideographic full stop ends sentences unless Latin stands around it.
	const plain = bare.normalize("NFKC").replace(/(?<=[a-z0-9])\u3002(?=[a-z])/gi, ".");
	const links = /[a-z][a-z0-9+.-]*:\/\/|\bmailto:|\bwww\.|[\p{L}\p{N}_-]\.[\p{L}]{2,}|@[\p{L}\p{N}-]+\./iu;
	return links.test(plain) ? "links" : null;
}
