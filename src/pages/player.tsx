/** What everybody may know of a player: name, since when, how their games ended, and those that may be looked at. */
import type { PlayerRecord } from "../db/games.ts";
import type { Player } from "../db/players.ts";
import { formatDate } from "../i18n/formats.ts";
import { GameList, type GamesShown, STATES } from "./game-list.tsx";
import { Page } from "./layout.tsx";
import { instant, type Reader } from "./reader.ts";

export const PlayerPage = ({
	reader,
	player,
	record,
	shown,
	status,
	onVacationUntil,
}: {
	readonly reader: Reader;
	readonly player: Player;
	readonly record: PlayerRecord;
	/** Those of their games that the reader may see. */
	readonly shown: GamesShown;
	/** The only state that is shown; null: all. */
	readonly status: (typeof STATES)[number] | null;
	/** ms; null while they are not. */
	readonly onVacationUntil: number | null;
}) => {
	const { say } = reader;
	const { name } = player;
	const path = `/players/${encodeURIComponent(name)}`;
	const finished = record.won + record.lost + record.drawn;
	const figures = [
		["page.player.won", record.won],
		["page.player.lost", record.lost],
		["page.player.drawn", record.drawn],
		["page.player.active", record.active],
	] as const;
	return (
		<Page reader={reader} title={name} path={path}>
			<header class="stack tight">
				<h1>{name}</h1>
				<p class="muted">
					{say("page.player.since", { date: formatDate(reader.locale, player.createdAt, reader.timeZone) })}
				</p>
			</header>
			{onVacationUntil === null ? null : (
				<p class="say">{say("page.player.vacation", { until: instant(reader, onVacationUntil) })}</p>
			)}
			<dl class="figures">
				{figures.map(([key, value]) => (
					<div>
						<dt>{say(key)}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<p>
				{finished === 0
					? say("page.player.timeouts.none")
					: say("page.player.timeouts", { count: record.timeouts, rate: record.timeouts / finished })}
			</p>
			{reader.player?.id === player.id ? (
				<p>
					<a href="/settings">{say("page.settings.title")}</a>
				</p>
			) : (
				<p class="row">
					<a class="button" href={`/challenges/new?to=player&player=${encodeURIComponent(name)}`}>
						{say("page.player.challenge", { name })}
					</a>
					{reader.player ? (
						<a class="quiet-link" href={`${path}/block`}>
							{say("page.block.link", { name })}
						</a>
					) : null}
				</p>
			)}
			<section class="stack" id="games">
				<h2>{say("page.player.games")}</h2>
				<nav class="row small" aria-label={say("page.games.status")}>
					{[null, ...STATES].map((one) => (
						<a
							href={one === null ? `${path}#games` : `${path}?status=${one}#games`}
							{...(one === status ? { "aria-current": "true" as const } : {})}
						>
							{one === null ? say("page.player.see.all") : say(`page.games.status.${one}`)}
						</a>
					))}
				</nav>
				{shown.games.length === 0 ? <p>{say("page.player.games.none")}</p> : <GameList reader={reader} shown={shown} />}
				<p class="small">
					<a href="/games">{say("page.player.games.all")}</a>
				</p>
			</section>
		</Page>
	);
};
