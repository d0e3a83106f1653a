/** What two people agree on, as rows of a table: for the page of a challenge and for that of its game. */
import { capital } from "../board/words.ts";
import { parseDuration } from "../match/duration.ts";
import type { RestSchedule } from "../match/rest.ts";
import type { Terms, TimeControl } from "../match/terms.ts";
import { expansionWords, ruleSetWords, termsWords, timeWords } from "../post/letters/terms.ts";
import type { Reader } from "./reader.ts";
import { isNamedRuleSet } from "./rule-sets.ts";

export type Fact = { readonly name: string; readonly value: string; readonly href?: string };

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
	<table class="facts">
		<tbody>
			{facts.map(({ name, value, href }) => (
				<tr>
					<th scope="row">{name}</th>
					<td>{href ? <a href={href}>{capital(value)}</a> : capital(value)}</td>
				</tr>
			))}
		</tbody>
	</table>
);

/** The terms of a challenge, in the very words of its invitation mail. */
export function termsFacts(
	reader: Reader,
	terms: Terms,
	about: {
		readonly challenger: string;
		readonly invited: boolean;
		readonly firstMove: string;
		/** When the reader's own clock rests. */
		readonly rest: RestSchedule | null;
	},
): readonly Fact[] {
	const rules = reader.say("terms.rules");
	const words = termsWords(terms, {
		locale: reader.locale,
		timeZone: reader.timeZone,
		challenger: about.challenger,
		invited: about.invited,
		now: reader.now,
		firstMove: parseDuration(about.firstMove) ?? 0,
		rest: about.rest,
	});
	return words.map(([name, value]) => (name === rules ? rulesFact(reader, terms.rules.id) : { name, value }));
}

/** The name of a rule set and its page; of one that players made up, where such sets are explained. */
export function rulesFact({ say, locale }: Reader, id: string): Fact {
	const href = isNamedRuleSet(id) ? `/rules/${id}` : "/rules#custom";
	return { name: say("terms.rules"), value: ruleSetWords(id, locale), href };
}

export function expansionsFact({ say, locale }: Reader, expansions: Terms["expansions"]): Fact {
	return {
		name: say("terms.expansions"),
		value: expansionWords(expansions, locale) ?? say("terms.noExpansions"),
	};
}

export function timeFact({ say, locale }: Reader, control: TimeControl): Fact {
	return { name: say("terms.time"), value: timeWords(control, locale) };
}

export function pausesFact({ say }: Reader, { rest, vacation }: Terms["pauses"]): Fact {
	const both = rest ? "terms.pausesBoth" : "terms.pausesVacation";
	return { name: say("terms.pauses"), value: say(vacation ? both : rest ? "terms.pausesRest" : "terms.pausesNone") };
}
