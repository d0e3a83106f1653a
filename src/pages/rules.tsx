/** The game in a minute, and each rule set as what its record says: nothing here is written twice. */
import { BUGS, type Bug } from "../engine/piece.ts";
import { RULE_SETS, type RuleSet, type RuleSetId } from "../engine/ruleset.ts";
import { formatList } from "../i18n/formats.ts";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { Tile } from "./tile.tsx";

export const RULE_SET_IDS = Object.keys(RULE_SETS) as readonly RuleSetId[];
/** The order in which they are offered: what most people want comes first. */
export const OFFERED: readonly RuleSetId[] = [
	"tournament",
	"official",
	...RULE_SET_IDS.filter((id) => id !== "tournament" && id !== "official"),
];

export const isSpelledRuleSet = (id: string): id is RuleSetId => Object.hasOwn(RULE_SETS, id);

export const RulesPage = ({ reader }: { readonly reader: Reader }) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.rules.title")} path="/rules">
			<h1>{say("page.rules.title")}</h1>
			<section class="stack">
				<h2>{say("page.rules.common.title")}</h2>
				<p>{say("page.rules.common")}</p>
			</section>
			<section class="stack">
				<h2>{say("page.rules.bugs")}</h2>
				<ul class="list">
					{BUGS.map((bug) => (
						<li class="bug">
							<Tile side="white" bug={bug} />
							<p>
								<strong>{bugName(reader, bug)}</strong> {say(`page.rules.bug.${bug}`)}
							</p>
						</li>
					))}
				</ul>
			</section>
			<section class="stack">
				<h2>{say("page.rules.set.all")}</h2>
				<p class="muted">{say("page.rules.lead")}</p>
				<ul class="list">
					{OFFERED.map((id) => (
						<li class="entry plain">
							<h3>
								<a href={`/rules/${id}`}>{say(`rules.${id}`)}</a>
							</h3>
							<p class="small muted">{say(`page.ruleset.${id}`)}</p>
						</li>
					))}
				</ul>
			</section>
		</Page>
	);
};

export const RuleSetPage = ({
	reader,
	id,
	rules,
}: {
	readonly reader: Reader;
	readonly id: RuleSetId;
	readonly rules: RuleSet;
}) => {
	const { say } = reader;
	const name = say(`rules.${id}`);
	return (
		<Page reader={reader} title={say("page.rules.set.title", { name })} path={`/rules/${id}`}>
			<header class="stack">
				<h1>{say("page.rules.set.title", { name })}</h1>
				<p class="lead">{say(`page.ruleset.${id}`)}</p>
			</header>
			<section class="card">
				<RuleFacts reader={reader} rules={rules} />
			</section>
			<p>{say("page.rules.common")}</p>
			<p>
				<a href="/rules">{say("page.rules.set.all")}</a>
			</p>
		</Page>
	);
};

/** The options of a rule set as a table, straight from its record. */
const RuleFacts = ({ reader, rules }: { readonly reader: Reader; readonly rules: RuleSet }) => {
	const { say, locale } = reader;
	const repetition = say(`page.rules.set.repetition.${rules.repetition}`);
	const facts = [
		[
			say("page.rules.set.expansions"),
			rules.expansions.length === 0
				? say("terms.noExpansions")
				: formatList(
						locale,
						rules.expansions.map((one) => say(`expansion.${one}`)),
					),
		],
		[
			say("page.rules.set.queen-first"),
			say(rules.queenFirst ? "page.rules.set.queen-first.yes" : "page.rules.set.queen-first.no"),
		],
		[say("page.rules.set.starter"), say(`page.rules.set.starter.${rules.starter}`)],
		[
			say("page.rules.set.repetition"),
			rules.window === null
				? repetition
				: say("page.rules.set.repetition.window", { rule: repetition, count: rules.window }),
		],
		[say("page.rules.set.gates"), say(rules.elevatedGates ? "page.rules.set.gates.yes" : "page.rules.set.gates.no")],
		[
			say("page.rules.set.colours"),
			say("page.rules.set.colours.value", {
				first: say("colour", { colour: rules.colours[0] }),
				second: say("colour", { colour: rules.colours[1] }),
			}),
		],
	] as const;
	return (
		<table class="facts">
			<tbody>
				{facts.map(([name, value]) => (
					<tr>
						<th scope="row">{name}</th>
						<td>{value}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
};

const bugName = ({ say }: Reader, bug: Bug): string => say(`page.bug.${bug}`);
