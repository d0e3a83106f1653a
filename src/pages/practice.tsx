/** A game against the house at once: the page around a table that plays in the browser alone, and what it says without. */
import type { Level } from "../client/house.ts";
import { newGame } from "../engine/game.ts";
import { EXPANSIONS } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { assetPath } from "./assets.ts";
import { Board } from "./board.tsx";
import { Choices } from "./form.tsx";
import { Ways } from "./game-record.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { Bar, LooseHand, looseTable, Seat, Spoken, TableState, TypedMove } from "./table.tsx";
import { PLAIN_COLOURS } from "./tile.tsx";

const LEVELS = ["1", "2", "3", "4"] as const satisfies readonly `${Level}`[];
const USUAL = { seat: "white", level: "2" } as const;

export const PracticePage = ({ reader }: { readonly reader: Reader }) => {
	const { say } = reader;
	const game = newGame(RULE_SETS.tournament, EXPANSIONS);
	const names = { white: say("page.practice.you"), black: say("page.practice.house") };
	const colours = PLAIN_COLOURS;
	const data = looseTable(game, { kind: "practice", colours, names, selected: null });
	const hand = { reader, game, colours };
	return (
		<Page reader={reader} title={say("page.practice.title")} path="/practice" program="practice" wide>
			<h1 class="clip">{say("page.practice.title")}</h1>
			<Spoken />
			<div class="game">
				<div class="area stack steady" id="board" data-table="hive" data-searcher={assetPath("searcher")}>
					<TableState data={{ ...data, seat: "white", mine: true }} />
					<Seat reader={reader} side="black" name={names.black} colours={colours} />
					<LooseHand {...hand} side="black" label={say("page.game.hand.theirs", { name: names.black })} />
					<Board reader={reader} board={[]} colours={colours} last={null} />
					<LooseHand {...hand} side="white" label={say("page.game.hand.yours")} />
					<Bar />
					<TypedMove reader={reader} />
					<Ways reader={reader} />
					<Seat reader={reader} side="white" name={names.white} colours={colours} />
				</div>
				<div class="head stack tight">
					<p class="status">{say("page.practice.title")}</p>
					<p class="muted small">{say("page.practice.lead")}</p>
				</div>
				<div class="side stack loose">
					<div class="say plain">
						<p>{say("page.practice.plain")}</p>
						<p class="row">
							<a href="/rules">{say("page.practice.plain.rules")}</a>
							<a href="/analysis">{say("page.analysis.title")}</a>
						</p>
					</div>
					<section class="stack lively" aria-labelledby="acts">
						<h2 id="acts">{say("page.practice.acts")}</h2>
						<div class="row">
							{(["back", "hint", "resign"] as const).map((act) => (
								<button type="button" class={act === "resign" ? "danger" : "quiet"} data-house={act}>
									{say(`page.practice.${act}`)}
								</button>
							))}
							<a class="quiet-link" href="/analysis" data-analyse="">
								{say("page.practice.analyse")}
							</a>
						</div>
						<p data-note="" />
					</section>
					<section class="lively" aria-labelledby="options">
						<form class="card" data-options="">
							<h2 id="options">{say("page.practice.options")}</h2>
							<Choices
								name="seat"
								label={say("page.practice.seat")}
								value={USUAL.seat}
								options={(["white", "black"] as const).map((seat) => ({
									value: seat,
									label: say(`page.practice.seat.${seat}`),
								}))}
								inline
							/>
							<Choices
								name="level"
								label={say("page.practice.level")}
								value={USUAL.level}
								options={LEVELS.map((level) => ({ value: level, label: say(`page.practice.level.${level}`) }))}
							/>
							<Choices
								type="checkbox"
								name="expansions"
								label={say("terms.expansions")}
								values={EXPANSIONS}
								options={EXPANSIONS.map((bug) => ({ value: bug, label: say(`page.bug.${bug}`) }))}
								inline
							/>
							<div class="row">
								<button type="submit">{say("page.practice.begin")}</button>
							</div>
						</form>
					</section>
					<section class="stack">
						<h2>{say("page.practice.on")}</h2>
						<p>{say("page.practice.on.lead")}</p>
						<p>
							{reader.player ? (
								<a href="/challenges/new">{say("page.practice.on.new")}</a>
							) : (
								<a href={`/sign-in?next=${encodeURIComponent("/challenges/new")}`}>{say("page.practice.on.sign-in")}</a>
							)}
						</p>
					</section>
				</div>
			</div>
		</Page>
	);
};
