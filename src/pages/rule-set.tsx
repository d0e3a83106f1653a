/** The page of one rule set: what is special about it, its record as facts, and the tiles it is played with. */
import { raw } from "hono/html";
import { tileSvg } from "../board/tile.ts";
import { capital } from "../board/words.ts";
import { bugsWith } from "../engine/expansions.ts";
import type { Bug } from "../engine/piece.ts";
import type { RuleSet, RuleSetId } from "../engine/ruleset.ts";
import { speaker } from "../i18n/catalogue.ts";
import { Page } from "./layout.tsx";
import { bugLesson, holdsUnder, LESSON_IDS } from "./lessons.ts";
import type { Reader } from "./reader.ts";
import { RuleFacts, setName } from "./rule-options.tsx";

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
	const name = setName(reader, id);
	const bugs = bugsWith(rules.expansions);
	const otherwise = LESSON_IDS.filter((lesson) => !holdsUnder(lesson, rules));
	return (
		<Page reader={reader} title={say("page.rules.set.title", { name })} path={`/rules/${id}`}>
			<header class="stack">
				<h1>{say("page.rules.set.title", { name })}</h1>
				<p class="lead">{say(`page.ruleset.${id}`)}</p>
				<p>{say(`page.ruleset.${id}.more`)}</p>
			</header>
			<section class="card">
				<h2>{say("page.rules.set.facts")}</h2>
				<RuleFacts reader={reader} rules={rules} />
				{otherwise.length > 0 ? (
					<div class="small">
						<p>{say("page.rules.set.otherwise")}</p>
						<p class="row">
							{otherwise.map((lesson) => (
								<a href={`/rules#${lesson}`}>{say(`page.rules.${lesson}.title`)}</a>
							))}
						</p>
					</div>
				) : null}
			</section>
			<section class="stack">
				<h2>{say("page.rules.bugs")}</h2>
				<ul class="list">
					{bugs.map((bug) => (
						<BugLine reader={reader} rules={rules} bug={bug} />
					))}
				</ul>
			</section>
			<section class="stack">
				<h2>{say("page.rules.set.rest")}</h2>
				<p>{say("page.rules.common")}</p>
				<p class="row">
					<a href="/rules">{say("page.rules.set.every")}</a>
					<a href="/rules#sets">{say("page.rules.set.all")}</a>
				</p>
			</section>
		</Page>
	);
};

/** A tile by the name the set has for it, where the language has one, and what it does. */
const BugLine = ({
	reader: { say, locale },
	rules: { theme, colours },
	bug,
}: {
	readonly reader: Reader;
	readonly rules: RuleSet;
	readonly bug: Bug;
}) => {
	const [white, black] = colours;
	return (
		<li class="bug">
			{raw(tileSvg(bug, "white", { colours: { white, black }, theme }))}
			<p>
				<a href={`/rules#${bugLesson(bug)}`}>{capital(speaker(locale, theme)(`page.bug.${bug}`))}</a>
				{theme === "real-murcia" && bug !== "P" ? ` (${say(`page.rules.murcia.${bug}`)})` : null}{" "}
				{say(`page.rules.bug.${bug}`)}
			</p>
		</li>
	);
};
