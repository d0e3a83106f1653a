/** A board to think at: any game move by move, and with a script a table whose both sides are the reader's. */
import type { Child } from "hono/jsx";
import { lastStep } from "../board/marks.ts";
import { capital, moveWords, sideWords } from "../board/words.ts";
import { boardOf, type Game, gameAt, type PlayedPly } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import { RECORD_RULES } from "../engine/notation/record.ts";
import { EXPANSIONS, type Side } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import { assetPath } from "./assets.ts";
import { Board, BoardWords } from "./board.tsx";
import { Choices, Select, TextArea } from "./form.tsx";
import { Ways } from "./game-record.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { OFFERED } from "./rule-sets.ts";
import { Bar, LooseHand, looseTable, Seat, Spoken, TableState, TypedMove } from "./table.tsx";
import type { Colours } from "./tile.tsx";

/** What lies on the board, and where it comes from. */
export type Study = {
	readonly game: Game;
	/** Half-moves looked at. */
	readonly ply: number;
	/** The colours of its tiles; those of the rule set where it is no game of the service. */
	readonly colours: Colours;
	/** A game of the service, and whether the reader is playing it just now. */
	readonly origin: {
		readonly id: string;
		readonly names: Readonly<Record<Side, string>>;
		readonly own: boolean;
	} | null;
};

/** What was brought and could not be read. */
export type Brought = { readonly text: string; readonly rules: string; readonly fault: string };

export const AnalysisPage = ({
	reader,
	study,
	brought,
	steps,
}: {
	readonly reader: Reader;
	readonly study: Study;
	readonly brought: Brought | null;
	/** Whether its positions have addresses; a game that is too long for one is shown at its end. */
	readonly steps: boolean;
}) => {
	const { say } = reader;
	const { colours, game, origin, ply } = study;
	const at = gameAt(game, ply);
	const look = { colours, theme: colours.theme };
	const names = origin?.names ?? { white: sideWords(say, "white", look), black: sideWords(say, "black", look) };
	const data = looseTable(game, { kind: "analysis", colours, names, selected: null });
	const hand = { reader, game: at, colours };
	return (
		<Page
			reader={reader}
			title={say("page.analysis.title")}
			path="/analysis"
			program="analysis"
			theme={game.rules.theme}
			hidden={game.plies.length > 0 || origin !== null}
			wide
		>
			<h1 class="clip">{say("page.analysis.title")}</h1>
			<Spoken />
			<div class="game">
				<div class="news stack">
					{brought ? (
						<div class="say bad" role="alert">
							<p>{brought.fault}</p>
						</div>
					) : null}
				</div>
				<div class="area stack steady" id="board" data-table="hive" data-searcher={assetPath("searcher")}>
					<TableState data={{ ...data, shown: ply }} />
					<Seat reader={reader} side="black" name={names.black} colours={colours} />
					<LooseHand {...hand} side="black" label={say("page.game.hand.theirs", { name: names.black })} />
					<Board reader={reader} board={boardOf(at)} colours={colours} last={lastStep(at)} />
					<LooseHand {...hand} side="white" label={say("page.game.hand.theirs", { name: names.white })} />
					<Bar />
					<TypedMove reader={reader} />
					<Ways reader={reader} />
					{steps ? <Steps reader={reader} study={study} /> : null}
					<Seat reader={reader} side="white" name={names.white} colours={colours} />
				</div>
				<div class="head stack tight">
					<p class="status">{say("page.analysis.title")}</p>
					<p class="plain">{shownWords(reader, study)}</p>
					<p class="muted small">{say("page.analysis.lead")}</p>
					{origin ? (
						<p class="small">
							<a href={`/games/${origin.id}`}>{say("page.analysis.from", origin.names)}</a>
						</p>
					) : null}
				</div>
				<div class="side stack loose">
					<p class="say plain">{say("page.analysis.plain")}</p>
					<section class="stack tight">
						<h2>{say("page.analysis.moves")}</h2>
						<div data-variations="">
							<MoveList reader={reader} study={study} steps={steps} />
						</div>
						<div class="row lively">
							<button type="button" class="quiet" data-tree="promote">
								{say("page.analysis.promote")}
							</button>
							<button type="button" class="quiet" data-tree="delete">
								{say("page.analysis.delete")}
							</button>
						</div>
					</section>
					<Judge reader={reader} own={origin?.own === true} />
					<Take reader={reader} game={game} />
					<Bring reader={reader} brought={brought} />
					<Fresh reader={reader} rules={game.rules} />
					<BoardWords reader={reader} board={boardOf(at)} colours={colours} />
				</div>
			</div>
		</Page>
	);
};

/**
 * Leads to the position after so many half-moves. A game that is nobody's is told in full each time: once in a form for
 * all buttons, for as many links with all of its moves would be a page too long to fetch.
 */
const Step = ({
	study: { origin, ply },
	to,
	name,
	children,
}: {
	readonly study: Study;
	readonly to: number;
	readonly name: string;
	readonly children?: Child;
}) => {
	const current = to === ply ? ("true" as const) : undefined;
	return origin ? (
		<a href={`/games/${origin.id}/analysis?ply=${to}#board`} class={name} aria-current={current}>
			{children}
		</a>
	) : (
		<button type="submit" form="steps" name="ply" value={String(to)} class={name} aria-current={current}>
			{children}
		</button>
	);
};

const Steps = ({ reader: { say }, study }: { readonly reader: Reader; readonly study: Study }) => {
	const { game, origin, ply } = study;
	const count = game.plies.length;
	if (count === 0) return null;
	const step = (key: "first" | "previous" | "next", to: number, possible: boolean) =>
		possible ? (
			<Step study={study} to={to} name="quiet">
				{say(`page.game.ply.${key}`)}
			</Step>
		) : (
			<span aria-hidden="true">{say(`page.game.ply.${key}`)}</span>
		);
	return (
		<nav class="plies plain" aria-label={say("page.game.ply.nav")}>
			{origin ? null : (
				<form method="get" action="/analysis#board" id="steps" hidden>
					<input type="hidden" name="game" value={makeGameString(game)} />
					<input type="hidden" name="rules" value={game.rules.id} />
				</form>
			)}
			{step("first", 0, ply > 0)}
			{step("previous", ply - 1, ply > 0)}
			{step("next", ply + 1, ply < count)}
		</nav>
	);
};

const MoveList = ({
	reader,
	study,
	steps,
}: {
	readonly reader: Reader;
	readonly study: Study;
	readonly steps: boolean;
}) => {
	const { say } = reader;
	const { plies } = study.game;
	if (plies.length === 0) {
		return (
			<>
				<p class="muted plain">{say("page.analysis.moves.none")}</p>
				<p class="lively">{say("table.tried.hint")}</p>
			</>
		);
	}
	return (
		<ol class="line">
			{plies.map((ply, index) => {
				const words = say("table.tried.move", { ply: index + 1, move: plyWords(reader, study, ply) });
				return (
					<li>
						{steps ? (
							<Step study={study} to={index + 1} name="plain">
								{words}
							</Step>
						) : (
							words
						)}
					</li>
				);
			})}
		</ol>
	);
};

function shownWords(reader: Reader, study: Study): string {
	const { game, ply } = study;
	const shown = game.plies[ply - 1];
	if (!shown) return reader.say("page.analysis.start");
	const move = plyWords(reader, study, shown).replace(/\.$/, "");
	return reader.say("page.analysis.shown", { ply, count: game.plies.length, move });
}

function plyWords({ say }: Reader, { colours }: Study, ply: PlayedPly): string {
	if (ply.move === "pass") return say("page.game.moves.pass");
	return capital(moveWords(say, ply, { colours, theme: colours.theme }));
}

/** The engine is asked, and never by itself; not of a game that the reader is playing just now. */
const Judge = ({ reader: { say }, own }: { readonly reader: Reader; readonly own: boolean }) => (
	<section class="stack tight lively" aria-labelledby="judge">
		<h2 id="judge">{say("page.analysis.judge")}</h2>
		{own ? (
			<p>{say("page.analysis.judge.fair")}</p>
		) : (
			<>
				<div class="row">
					<button type="button" class="quiet" data-judge="">
						{say("page.analysis.judge.ask")}
					</button>
					<span class="muted small">{say("page.analysis.judge.hint")}</span>
				</div>
				<div class="stack tight" data-verdict="" />
			</>
		)}
	</section>
);

const Take = ({ reader: { say }, game }: { readonly reader: Reader; readonly game: Game }) => {
	const done = say("page.analysis.copied");
	return (
		<section class="stack tight" aria-labelledby="take">
			<h2 id="take">{say("page.analysis.take")}</h2>
			<p class="small muted">{say("page.analysis.take.label")}</p>
			<pre class="wrap" data-game-string="">
				{makeGameString(game)}
			</pre>
			<div class="row">
				{(["game", "sgf", "link"] as const).map((what) => (
					<span class="lively">
						<button type="button" class="quiet" data-copy="" data-done={done} data-what={what}>
							{say(`page.analysis.copy.${what}`)}
						</button>
					</span>
				))}
			</div>
		</section>
	);
};

const Bring = ({ reader, brought }: { readonly reader: Reader; readonly brought: Brought | null }) => {
	const { say } = reader;
	const rules = [
		{ value: "", label: say("page.analysis.rules.any") },
		...OFFERED.map((id) => ({ value: id as string, label: say(`rules.${id}`) })),
		{ value: RECORD_RULES.id, label: say("page.analysis.rules.record") },
	];
	return (
		<details open={brought !== null}>
			<summary>{say("page.analysis.bring")}</summary>
			<form class="stack" method="post" action="/analysis" data-bring="">
				<TextArea
					name="text"
					label={say("page.analysis.bring.label")}
					hint={say("page.analysis.bring.hint")}
					value={brought?.text}
					fault={brought?.fault}
				/>
				<p class="wrong" role="alert" data-fault="" />
				<Select name="rules" label={say("page.analysis.rules")} value={brought?.rules ?? ""} options={rules} />
				<div class="row">
					<button type="submit">{say("page.analysis.bring.read")}</button>
					<label class="button quiet lively">
						{say("page.analysis.bring.file")}
						<input type="file" class="clip" data-file="" accept=".txt,.sgf,.pgn,.json,text/plain" />
					</label>
				</div>
				<p class="hint lively">{say("page.analysis.bring.drop")}</p>
			</form>
		</details>
	);
};

/** An empty board under other rules. */
const Fresh = ({ reader, rules }: { readonly reader: Reader; readonly rules: RuleSet }) => {
	const { say } = reader;
	return (
		<details>
			<summary>{say("page.analysis.new")}</summary>
			<form class="stack" method="get" action="/analysis" data-fresh="">
				<input type="hidden" name="begin" value="1" />
				<Select
					name="rules"
					label={say("page.analysis.rules")}
					value={rules.id}
					options={OFFERED.map((id) => ({ value: id, label: say(`rules.${id}`) }))}
				/>
				<Choices
					type="checkbox"
					name="expansion"
					label={say("terms.expansions")}
					values={EXPANSIONS}
					options={EXPANSIONS.map((bug) => ({ value: bug, label: say(`page.bug.${bug}`) }))}
					inline
				/>
				<div class="row">
					<button type="submit" class="quiet">
						{say("page.analysis.new.begin")}
					</button>
				</div>
			</form>
		</details>
	);
};
