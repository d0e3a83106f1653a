/** What everybody may know of a player: name, since when, how their public games ended. */
import type { Player } from "../db/players.ts";
import { formatDate } from "../i18n/formats.ts";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";

export const PlayerPage = ({
	reader,
	player,
	record,
}: {
	readonly reader: Reader;
	readonly player: Player;
	readonly record: { readonly won: number; readonly lost: number; readonly drawn: number; readonly active: number };
}) => {
	const { say } = reader;
	const { name } = player;
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
			<dl class="figures">
				{figures.map(([key, value]) => (
					<div>
						<dt>{say(key)}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			{reader.player?.id === player.id ? (
				<p>
					<a href="/settings">{say("page.settings.title")}</a>
				</p>
			) : (
				<p>
					<a class="button" href={`/challenges/new?to=player&player=${encodeURIComponent(name)}`}>
						{say("page.player.challenge", { name })}
					</a>
				</p>
			)}
		</Page>
	);
};
