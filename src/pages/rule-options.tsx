/** What rule sets differ in, option by option, straight from their records: as facts of one and as a table of all. */

import { capital } from "../board/words.ts";
import { RULE_SETS, type RuleSet, type RuleSetId } from "../engine/ruleset.ts";
import { expansionWords } from "../post/letters/terms.ts";
import type { Reader } from "./reader.ts";
import { OFFERED } from "./rule-sets.ts";

/** The set that a new game has unless somebody says otherwise: the others are told by what is not as here. */
const USUAL: RuleSet = RULE_SETS.tournament;

type Option = {
	readonly name: string;
	/** The fields of the record that it speaks of. */
	readonly fields: readonly (keyof RuleSet)[];
	readonly words: (rules: RuleSet) => string;
};

function optionsOf({ say, locale }: Reader): readonly Option[] {
	return [
		{
			name: say("terms.expansions"),
			fields: ["expansions"],
			words: ({ expansions, theme }) => expansionWords(expansions, locale, theme) ?? say("terms.noExpansions"),
		},
		{
			name: say("page.rules.set.queen-first"),
			fields: ["queenFirst"],
			words: ({ queenFirst }) => say(queenFirst ? "page.rules.set.queen-first.yes" : "page.rules.set.queen-first.no"),
		},
		{
			name: say("page.rules.set.starter"),
			fields: ["starter"],
			words: ({ starter }) => say(`page.rules.set.starter.${starter}`),
		},
		{
			name: say("page.rules.set.repetition"),
			fields: ["repetition", "window"],
			words: ({ repetition, window }) => {
				const rule = say(`page.rules.set.repetition.${repetition}`);
				return window === null ? rule : say("page.rules.set.repetition.window", { rule, count: window });
			},
		},
		{
			name: say("page.rules.set.gates"),
			fields: ["elevatedGates"],
			words: ({ elevatedGates }) => say(elevatedGates ? "page.rules.set.gates.yes" : "page.rules.set.gates.no"),
		},
		{
			name: say("page.rules.set.colours"),
			fields: ["colours"],
			words: ({ colours }) => {
				const [first, second] = colours.map((colour) => say("colour", { colour }));
				return say("page.rules.set.colours.value", { first: first ?? "", second: second ?? "" });
			},
		},
	];
}

function differs({ fields }: Option, rules: RuleSet): boolean {
	return fields.some((field) => JSON.stringify(rules[field]) !== JSON.stringify(USUAL[field]));
}

/** The sign of a value that is not the usual one: seen without colour, and read out. */
const Unusual = ({ reader: { say } }: { readonly reader: Reader }) => (
	<>
		<span aria-hidden="true">≠ </span>
		<span class="clip">{say("page.rules.table.differs")} </span>
	</>
);

/** One set in full; where it is not as usual, what the usual set has. */
export const RuleFacts = ({ reader, rules }: { readonly reader: Reader; readonly rules: RuleSet }) => (
	<table class="facts">
		<tbody>
			{optionsOf(reader).map((option) => (
				<tr>
					<th scope="row">{option.name}</th>
					{differs(option, rules) ? (
						<td>
							<strong>
								<Unusual reader={reader} />
								{capital(option.words(rules))}
							</strong>
							<br />
							<span class="muted small">{reader.say("page.rules.set.usual", { value: option.words(USUAL) })}</span>
						</td>
					) : (
						<td>{capital(option.words(rules))}</td>
					)}
				</tr>
			))}
		</tbody>
	</table>
);

/** All sets side by side. It is wider than a phone: its own region scrolls, and can be scrolled by keys. */
export const RuleTable = ({ reader }: { readonly reader: Reader }) => {
	const { say } = reader;
	return (
		<section class="scroll" aria-labelledby="sets-title" tabindex={0}>
			<table class="sets" aria-labelledby="sets-title">
				<thead>
					<tr>
						<th scope="col">{say("page.rules.table.option")}</th>
						{OFFERED.map((id) => (
							<th scope="col">
								<a href={`/rules/${id}`}>{setName(reader, id)}</a>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{optionsOf(reader).map((option) => (
						<tr>
							<th scope="row">{option.name}</th>
							{OFFERED.map((id) => {
								const words = capital(option.words(RULE_SETS[id]));
								return differs(option, RULE_SETS[id]) ? (
									<td class="differs">
										<Unusual reader={reader} />
										{words}
									</td>
								) : (
									<td>{words}</td>
								);
							})}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
};

export const setName = ({ say }: Reader, id: RuleSetId): string => say(`rules.${id}`);
