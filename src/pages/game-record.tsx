/** What has been played and under which terms: the list of moves, the way through it, the facts and the record's links. */
import type { Balances } from "./beside.ts";
import { instant, type Reader, span } from "./reader.ts";
import { gameHref, plyWords, type Scene } from "./scene.ts";
import { PassOn } from "./share.tsx";
import { expansionsFact, Facts, pausesFact, rulesFact, timeFact } from "./terms.tsx";

/** All moves, the latest first: that is what one comes to look for. Each leads to the position after it. */
export const Moves = ({
	scene,
	shown,
	noted,
}: {
	readonly scene: Scene;
	readonly shown: number | null;
	/** After so many half-moves the reader has a note. */
	readonly noted: readonly number[];
}) => {
	const { reader, state } = scene;
	const { say } = reader;
	const { plies } = state.game;
	return (
		<section class="stack tight">
			<h2>{say("page.game.moves")}</h2>
			{plies.length === 0 ? (
				<p class="muted">{say("page.game.moves.none")}</p>
			) : (
				<ol class="moves" reversed tabindex={0}>
					{plies
						.map((ply, index) => (
							<li aria-current={shown === index + 1 ? "true" : undefined}>
								<span class="n">{index + 1}.</span>
								<a href={gameHref(scene, { ply: String(index + 1) }, "#board")} data-ply={String(index + 1)}>
									{ply.move === "pass" ? `${scene.names[ply.side]}: ` : ""}
									{plyWords(scene, ply)}
									{noted.includes(index + 1) ? <span class="muted small"> {say("page.notes.mark")}</span> : null}
								</a>
								<span class="uhp">{ply.text}</span>
							</li>
						))
						.toReversed()}
				</ol>
			)}
		</section>
	);
};

/** First, back, on, now. */
export const Plies = ({ scene, shown }: { readonly scene: Scene; readonly shown: number }) => {
	const { say } = scene.reader;
	const count = scene.state.game.plies.length;
	const step = (label: string, ply: number, possible: boolean) =>
		possible ? (
			<a href={ply === count ? gameHref(scene, {}, "#board") : gameHref(scene, { ply: String(ply) }, "#board")}>
				{label}
			</a>
		) : (
			<span aria-hidden="true">{label}</span>
		);
	return (
		<nav class="plies plain" aria-label={say("page.game.ply.nav")}>
			{step(say("page.game.ply.first"), 0, shown > 0)}
			{step(say("page.game.ply.previous"), shown - 1, shown > 0)}
			{step(say("page.game.ply.next"), shown + 1, shown < count)}
			{step(say("page.game.ply.now"), count, true)}
		</nav>
	);
};

/** The same by a script, always there. */
export const Ways = ({ reader: { say } }: { readonly reader: Reader }) => (
	<nav class="plies lively" aria-label={say("page.game.ply.nav")}>
		{(
			[
				["first", "page.game.ply.first"],
				["previous", "page.game.ply.previous"],
				["next", "page.game.ply.next"],
				["last", "page.game.ply.now"],
			] as const
		).map(([way, key]) => (
			<button type="button" class="quiet" data-way={way}>
				{say(key)}
			</button>
		))}
	</nav>
);

export const GameFacts = ({ scene, balances }: { readonly scene: Scene; readonly balances: Balances | null }) => {
	const { reader, view, state } = scene;
	const { say } = reader;
	return (
		<details>
			<summary>{say("page.game.about")}</summary>
			<Facts
				facts={[
					rulesFact(reader, view.rules.id),
					expansionsFact(reader, view.rules.expansions),
					timeFact(reader, view.timeControl),
					pausesFact(reader, state.pauses),
					...(balances
						? (["white", "black"] as const).map((side) => ({
								name: say("page.vacation.of", { name: scene.names[side] }),
								value: span(reader, balances[side]),
							}))
						: []),
					{ name: say("terms.visibility"), value: say(`terms.${view.visibility}`) },
					{ name: say("page.game.begun"), value: instant(reader, state.createdAt) },
					...(view.status === "active"
						? []
						: [{ name: say("page.game.ended"), value: instant(reader, state.updatedAt) }]),
				]}
			/>
			<p class="row small">
				<a href={`/v1/games/${view.id}/record?format=uhp`}>{say("page.game.record.uhp")}</a>
				<a href={`/v1/games/${view.id}/record?format=json`}>{say("page.game.record.json")}</a>
				{scene.key === null ? <a href={`/games/${view.id}/analysis`}>{say("page.analysis.link")}</a> : null}
			</p>
			{view.visibility === "public" ? <PassOnGame scene={scene} /> : null}
		</details>
	);
};

/** A public game's link, and a board of it for somebody else's page. */
const PassOnGame = ({ scene: { reader, view, names } }: { readonly scene: Scene }) => {
	const { origin, say } = reader;
	const title = say("page.game.title", names);
	const frame = `<iframe src="${origin}/embed/games/${view.id}" title="${title}" width="400" height="460"></iframe>`;
	return (
		<>
			<h3>{say("page.game.share")}</h3>
			<PassOn reader={reader} link={`${origin}/games/${view.id}`} text={title} />
			<p class="small">{say("page.game.embed")}</p>
			<pre class="wrap small">{frame}</pre>
		</>
	);
};
