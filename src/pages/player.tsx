/** What everybody may know of a player: name, since when, how their public games ended. */
import type { PlayerRecord } from "../db/games.ts";
import type { Player } from "../db/players.ts";
import { formatDate } from "../i18n/formats.ts";
import { Page } from "./layout.tsx";
import { instant, type Reader } from "./reader.ts";

export const PlayerPage = ({
	reader,
	player,
	record,
	onVacationUntil,
}: {
	readonly reader: Reader;
	readonly player: Player;
	readonly record: PlayerRecord;
	/** ms; null while they are not. */
	readonly onVacationUntil: number | null;
}) => {
	const { say } = reader;
	const { name } = player;
	const finished = record.won + record.lost + record.drawn;
	const figures = [
		["page.player.won", record.won],
		["page.player.lost", record.lost],
		["page.player.drawn", record.drawn],
		["page.player.active", record.active],
	] as const;
	return (
		<Page reader={reader} title={name} path={`/players/${name}`}>
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
						<a class="quiet-link" href={`/players/${encodeURIComponent(name)}/block`}>
							{say("page.block.link", { name })}
						</a>
					) : null}
				</p>
			)}
		</Page>
	);
};
