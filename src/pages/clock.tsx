/** The page that explains a game's deadline: what made it, by which rules, and everything that was charged before. */
import { GRACE, LAG_ALLOWED } from "../game/facts.ts";
import type { ClockAnswer } from "../game/request.ts";
import { clockRules, entryWords, turnWords } from "../post/letters/clock-words.ts";
import type { Balances } from "./beside.ts";
import { Page } from "./layout.tsx";
import { instant, shortInstant, span } from "./reader.ts";
import type { Scene } from "./scene.ts";
import { Facts } from "./terms.tsx";

export const ClockPage = ({
	scene,
	answer: { clock },
	balances,
}: {
	readonly scene: Scene;
	readonly answer: ClockAnswer;
	readonly balances: Balances | null;
}) => {
	const { reader, names, view } = scene;
	const { say, locale, timeZone } = reader;
	const words = { locale, timeZone, names };
	const { entries, turn } = clock;
	return (
		<Page reader={reader} title={say("page.clock.title")} path={`/games/${view.id}`} hidden>
			<header class="stack tight">
				<h1>{say("page.clock.title")}</h1>
				<p>
					<a href={`/games/${view.id}`}>{say("page.game.title", names)}</a>
				</p>
			</header>
			<p class="lead">{turn ? turnWords(turn, words) : say("page.clock.over")}</p>
			{turn && turn.stops.length > 0 ? (
				<section class="stack">
					<h2>{say("page.clock.stops")}</h2>
					<ul class="stack tight prose">
						{turn.stops.map(({ from, kind, to }) => (
							<li>
								{say(`page.clock.stop.${kind}`, { from: shortInstant(reader, from), to: shortInstant(reader, to) })}
							</li>
						))}
					</ul>
				</section>
			) : null}
			{balances ? (
				<section class="card">
					<h2>{say("page.clock.vacation")}</h2>
					<Facts
						facts={(["white", "black"] as const).map((side) => ({
							name: names[side],
							value: say("page.vacation.left", { span: span(reader, balances[side]) }),
						}))}
					/>
				</section>
			) : null}
			<section class="stack">
				<h2>{say("page.clock.rules")}</h2>
				<ul class="stack tight prose">
					{clockRules(clock, locale, GRACE, LAG_ALLOWED).map((rule) => (
						<li>{rule}</li>
					))}
				</ul>
			</section>
			<section class="stack">
				<h2>{say("page.clock.entries")}</h2>
				<ol class="rows" reversed>
					{entries
						.map((entry) => (
							<li>
								<div>
									<p class="small muted">{instant(reader, entry.at)}</p>
									<p>{entryWords(entry, words)}</p>
								</div>
							</li>
						))
						.toReversed()}
				</ol>
			</section>
		</Page>
	);
};
