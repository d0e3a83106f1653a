/** How the game is played: in ten lines, then rule by rule with a diagram to try each at, then what the sets differ in. */
import type { Child } from "hono/jsx";
import { isExpansion } from "../engine/expansions.ts";
import { BUGS, type Bug } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { formatList } from "../i18n/formats.ts";
import { type Choice, Diagram } from "./diagram.tsx";
import { Page } from "./layout.tsx";
import { bugLesson, holdsUnder, type LessonId } from "./lessons.ts";
import type { Reader } from "./reader.ts";
import { RuleTable, setName } from "./rule-options.tsx";
import { OFFERED } from "./rule-sets.ts";
import { Spoken } from "./table.tsx";
import { Tile } from "./tile.tsx";

const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The parts of the page, each with its rules in the order in which a newcomer meets them. */
const PARTS = {
	placing: ["opening", "placing", "queen-due"],
	moving: ["moving", "one-hive", "contact", "gates"],
	bugs: BUGS.flatMap((bug) => (bug === "P" ? [bugLesson(bug), "rest" as const] : [bugLesson(bug)])),
	stacks: ["stacks", "towers", "high-gates"],
	end: ["passing", "end", "both", "repetition"],
	notation: ["notation"],
} as const satisfies Readonly<Record<string, readonly LessonId[]>>;

type Part = keyof typeof PARTS;
const PART_IDS = Object.keys(PARTS) as readonly Part[];

const BUG_OF = new Map<LessonId, Bug>(BUGS.map((bug) => [bugLesson(bug), bug]));

/** What the signs of the notation mean, by how they stand to a piece's name. */
const SIGNS = ["wS1-", "-wS1", "wS1/", "/wS1", "\\wS1", "wS1\\", "wS1"] as const;

export const RulesPage = ({ reader, choice }: { readonly reader: Reader; readonly choice: Choice | null }) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.rules.title")} path="/rules" program="table" wide hidden={choice !== null}>
			<Spoken />
			<header class="stack narrow">
				<h1>{say("page.rules.title")}</h1>
				<h2>{say("page.rules.short")}</h2>
				<ol class="stack tight prose">
					{LINES.map((line) => (
						<li>{say(`page.rules.short.${line}`)}</li>
					))}
				</ol>
			</header>
			<nav class="toc" aria-label={say("page.rules.contents")}>
				{PART_IDS.map((part) => (
					<p>
						<strong>{say(`page.rules.part.${part}`)}</strong>{" "}
						{PARTS[part].map((id) => (
							<a href={`#${id}`}>{say(`page.rules.${id}.title`)}</a>
						))}
					</p>
				))}
				<p>
					<a href="#sets">{say("page.rules.table")}</a>
					<a href="#custom">{say("page.rules.custom.title")}</a>
				</p>
			</nav>
			<p class="narrow muted">{say("page.rules.diagram.lead")}</p>
			{PART_IDS.map((part) => (
				<section class="stack apart">
					<h2>{say(`page.rules.part.${part}`)}</h2>
					<div class="rules">
						{PARTS[part].map((id) => (
							<Rule reader={reader} id={id} choice={choice}>
								{id === "notation" ? <Signs reader={reader} /> : null}
							</Rule>
						))}
					</div>
				</section>
			))}
			<section class="stack" id="sets">
				<h2 id="sets-title">{say("page.rules.table")}</h2>
				<p class="narrow">
					{say("page.rules.lead")} {say("page.rules.table.caption", { usual: setName(reader, "tournament") })}
				</p>
				<RuleTable reader={reader} />
				<ul class="list narrow">
					{OFFERED.map((id) => (
						<li class="entry plain">
							<h3>
								<a href={`/rules/${id}`}>{setName(reader, id)}</a>
							</h3>
							<p class="small muted">{say(`page.ruleset.${id}`)}</p>
						</li>
					))}
				</ul>
			</section>
			<section class="stack narrow" id="custom">
				<h2>{say("page.rules.custom.title")}</h2>
				<p>
					{say("page.rules.custom")} <a href="/docs">{say("page.menu.docs")}</a>
				</p>
			</section>
		</Page>
	);
};

const Rule = ({
	reader,
	id,
	choice,
	children,
}: {
	readonly reader: Reader;
	readonly id: LessonId;
	readonly choice: Choice | null;
	readonly children?: Child;
}) => {
	const { say } = reader;
	const bug = BUG_OF.get(id);
	return (
		<article class="rule" id={id}>
			<div class="stack">
				<h3>
					{bug ? <Tile side="white" bug={bug} class="chip" /> : null} {say(`page.rules.${id}.title`)}
				</h3>
				<p>{say(`page.rules.${id}`, { letters: lettersOf(reader) })}</p>
				{children}
				<Where reader={reader} id={id} bug={bug ?? null} />
			</div>
			<Diagram reader={reader} id={id} choice={choice} />
		</article>
	);
};

/** "Q queen, S spider and …": the notation's letters are those of English. */
function lettersOf({ say, locale }: Reader): string {
	return formatList(
		locale,
		BUGS.map((bug) => `${bug} ${say(`page.bug.${bug}`)}`),
	);
}

/** For a rule that does not hold everywhere: where it does, by the records. */
const Where = ({ reader, id, bug }: { readonly reader: Reader; readonly id: LessonId; readonly bug: Bug | null }) => {
	const { say, locale } = reader;
	const expansion = bug !== null && isExpansion(bug) ? bug : null;
	const sets = expansion
		? OFFERED.filter((set) => RULE_SETS[set].expansions.includes(expansion))
		: OFFERED.filter((set) => !holdsUnder(id, RULE_SETS[set]));
	if (sets.length === 0) return null;
	const list = formatList(
		locale,
		sets.map((set) => setName(reader, set)),
	);
	return (
		<p class="small muted">
			{say(expansion ? "page.rules.only-in" : "page.rules.not-in", { list })}{" "}
			<a href="#sets">{say("page.rules.table")}</a>
		</p>
	);
};

const Signs = ({ reader: { say } }: { readonly reader: Reader }) => (
	<table class="facts">
		<tbody>
			{SIGNS.map((sign, index) => (
				<tr>
					<th scope="row">
						<code>{sign}</code>
					</th>
					<td>{say(`page.rules.sign.${index as 0}`)}</td>
				</tr>
			))}
		</tbody>
	</table>
);
