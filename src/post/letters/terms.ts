/** The terms of a game in words: what somebody who is invited has to know before saying yes. */
import { BUGS } from "../../engine/piece.ts";
import { RULE_SETS, type RuleSetId } from "../../engine/ruleset.ts";
import { type Locale, speaker } from "../../i18n/catalogue.ts";
import { formatInstant, formatList, formatSpan } from "../../i18n/formats.ts";
import { beginTurn, openAccounts } from "../../match/clock.ts";
import { parseDuration } from "../../match/duration.ts";
import type { RestSchedule } from "../../match/rest.ts";
import type { Terms, TimeControl } from "../../match/terms.ts";

export type TermsReader = {
	readonly locale: Locale;
	readonly timeZone: string;
	/** What the challenger is called. */
	readonly challenger: string;
	/** The reader is the one invited: "you". */
	readonly invited: boolean;
	/** The instant the sample deadline is counted from, ms. */
	readonly now: number;
	/** Least time for a first move, ms. */
	readonly firstMove: number;
	/** When the reader's own clock rests; it counts where the terms agree to it. */
	readonly rest?: RestSchedule | null;
};

/** One row a term: what it is about, and what was agreed. */
export function termsWords(terms: Terms, reader: TermsReader): readonly (readonly [label: string, value: string])[] {
	const { locale, challenger } = reader;
	const say = speaker(locale);
	const seat =
		terms.seat === "random"
			? say("terms.seatRandom")
			: terms.seat === "white"
				? say("terms.seatWhite", { challenger })
				: say(reader.invited ? "terms.seatBlack" : "terms.seatBlackOther", { challenger });
	const pauses = terms.pauses.vacation
		? say(terms.pauses.rest ? "terms.pausesBoth" : "terms.pausesVacation")
		: say(terms.pauses.rest ? "terms.pausesRest" : "terms.pausesNone");
	const sample = sampleWords(terms, reader);
	return [
		[say("terms.rules"), ruleSetWords(terms.rules.id, locale)],
		[say("terms.expansions"), expansionWords(terms.expansions, locale, terms.rules.theme) ?? say("terms.noExpansions")],
		[say("terms.seat"), seat],
		...(terms.colour === null
			? []
			: [[say("terms.colour"), say("terms.colourWanted", { challenger, colour: terms.colour })] as const]),
		[say("terms.time"), timeWords(terms.timeControl, locale)],
		...(sample === null ? [] : [[say("terms.sample"), sample] as const]),
		[say("terms.pauses"), pauses],
		[say("terms.rated"), say(terms.rated ? "terms.ratedYes" : "terms.ratedNo")],
		[say("terms.visibility"), say(terms.visibility === "public" ? "terms.public" : "terms.private")],
	];
}

/** "3 days for each move". */
export function timeWords(control: TimeControl, locale: Locale): string {
	const say = speaker(locale);
	const span = (text: string) => formatSpan(locale, parseDuration(text) ?? 0);
	if ("perMove" in control) return say("terms.perMove", { span: span(control.perMove) });
	if ("total" in control) return say("terms.total", { span: span(control.total) });
	if ("unlimited" in control) return say("terms.unlimited");
	const { start, increment, cap } = control;
	return say("terms.bank", { start: span(start), increment: span(increment), cap: span(cap) });
}

/** The name of a rule set; one of the players' own is called by its id. */
export function ruleSetWords(id: string, locale: Locale): string {
	const say = speaker(locale);
	return Object.hasOwn(RULE_SETS, id) ? say(`rules.${id as RuleSetId}`) : say("rules.custom", { id });
}

/** The theme of a rule set, which may have names of its own for the pieces; of one of the players' own: none. */
export function ruleSetTheme(id: string): string {
	return Object.hasOwn(RULE_SETS, id) ? RULE_SETS[id as RuleSetId].theme : "";
}

/** "mosquito, ladybug and pillbug"; null for a game without. */
export function expansionWords(expansions: Terms["expansions"], locale: Locale, theme = ""): string | null {
	if (expansions.length === 0) return null;
	const say = speaker(locale, theme);
	const sorted = expansions.toSorted((a, b) => BUGS.indexOf(a) - BUGS.indexOf(b));
	return formatList(
		locale,
		sorted.map((one) => say(`expansion.${one}`)),
	);
}

/** When the reader's first move would be due if it were theirs now, ms; null in a game without a time limit. */
export function sampleDeadline(
	terms: Pick<Terms, "pauses" | "timeControl">,
	reader: Pick<TermsReader, "now" | "firstMove" | "rest">,
): number | null {
	const { now, firstMove } = reader;
	const rest = terms.pauses.rest ? (reader.rest ?? null) : null;
	return beginTurn(terms.timeControl, openAccounts(terms.timeControl), "white", now, firstMove, rest).deadline;
}

function sampleWords(terms: Terms, reader: TermsReader): string | null {
	const deadline = sampleDeadline(terms, reader);
	if (deadline === null) return null;
	const { locale, timeZone } = reader;
	return speaker(locale)("terms.sampleDeadline", { deadline: formatInstant(locale, deadline, timeZone) });
}
