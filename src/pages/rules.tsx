/** The game in a minute, and each rule set as what its record says: nothing here is written twice. */
import { BUGS, type Bug } from "../engine/piece.ts";
import type { RuleSet, RuleSetId } from "../engine/ruleset.ts";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { OFFERED } from "./rule-sets.ts";
import { expansionsFact, Facts } from "./terms.tsx";
import { Tile } from "./tile.tsx";

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
	const { say } = reader;
	const rule = say(`page.rules.set.repetition.${rules.repetition}`);
	const [first, second] = rules.colours.map((colour) => say("colour", { colour }));
	return (
		<Facts
			facts={[
				expansionsFact(reader, rules.expansions),
				{
					name: say("page.rules.set.queen-first"),
					value: say(rules.queenFirst ? "page.rules.set.queen-first.yes" : "page.rules.set.queen-first.no"),
				},
				{ name: say("page.rules.set.starter"), value: say(`page.rules.set.starter.${rules.starter}`) },
				{
					name: say("page.rules.set.repetition"),
					value: rules.window === null ? rule : say("page.rules.set.repetition.window", { rule, count: rules.window }),
				},
				{
					name: say("page.rules.set.gates"),
					value: say(rules.elevatedGates ? "page.rules.set.gates.yes" : "page.rules.set.gates.no"),
				},
				{
					name: say("page.rules.set.colours"),
					value: say("page.rules.set.colours.value", { first: first ?? "", second: second ?? "" }),
				},
			]}
		/>
	);
};

const bugName = ({ say }: Reader, bug: Bug): string => say(`page.bug.${bug}`);
