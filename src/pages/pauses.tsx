/** When a player's clock rests: vacation and rest hours. */
import type { Player } from "../db/players.ts";
import type { VacationState } from "../game/vacation.ts";
import { DAY } from "../match/duration.ts";
import { MOST_WINDOWS, WEEKDAYS, type Weekday } from "../match/rest.ts";
import { Act, Fault, type Faults, TextField, TimeOfDay } from "./form.tsx";
import { instant, type Reader, span } from "./reader.ts";
import { SettingsFrame } from "./settings-frame.tsx";

/** A row of the rest hours as it was typed. */
export type RestRow = {
	readonly days: readonly string[];
	readonly from: string;
	readonly to: string;
	/** It stood there before: without a day it goes. */
	readonly old: boolean;
};

/** Running games by whether their terms agree to vacations. */
export type VacationGames = Readonly<Record<"paused" | "unaffected", readonly GameLink[]>>;
export type GameLink = { readonly id: string; readonly opponent: string; readonly ply: number };

export type PausesScene = {
	readonly reader: Reader;
	readonly account: Player;
	readonly vacation: VacationState;
	readonly games: VacationGames;
	readonly saved: boolean;
	readonly rows: readonly RestRow[];
	readonly days: string;
	readonly faults: Faults;
};

/** Rows without anything in them, to fill in. */
const EMPTY_ROWS = 2;
const EMPTY_ROW: RestRow = { days: [], from: "", to: "", old: false };

export const PausesPage = (scene: PausesScene) => {
	const { reader, faults, saved } = scene;
	const { say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.pauses.heading")}
			path="/settings/pauses"
			lead={say("page.pauses.about")}
			done={saved ? say("page.settings.saved") : null}
			wrong={Object.keys(faults).length > 0 ? say("page.pauses.wrong") : null}
		>
			<Vacation {...scene} />
			<RestHours {...scene} />
			<p>
				{say("page.pauses.reminders")} <a href="/settings/notifications">{say("page.notify.title")}</a>
			</p>
		</SettingsFrame>
	);
};

const Vacation = ({ reader, vacation: { balance, current }, games, days, faults }: PausesScene) => {
	const { say } = reader;
	return (
		<section class="card" id="vacation">
			<h2>{say("page.vacation.title")}</h2>
			{current ? (
				<p>
					<strong>{say("page.vacation.running", { until: instant(reader, current.to) })}</strong>
				</p>
			) : null}
			<p>{say("page.vacation.balance", { span: span(reader, balance) })}</p>
			<GameList
				reader={reader}
				title={say(current ? "page.vacation.pauses" : "page.vacation.would-pause")}
				games={games.paused}
			/>
			<GameList reader={reader} title={say("page.vacation.goes-on")} games={games.unaffected} />
			{current ? (
				<>
					<Act action="/settings/pauses/vacation/end" label={say("page.vacation.end")} />
					<p class="hint">{say("page.vacation.end.hint")}</p>
				</>
			) : balance < DAY ? (
				<p class="muted">{say("page.vacation.too-little")}</p>
			) : (
				<form class="stack" method="post" action="/settings/pauses/vacation" novalidate>
					<TextField
						name="days"
						label={say("page.vacation.days")}
						hint={say("page.vacation.days.hint", { most: Math.floor((balance / DAY) * 4) / 4 })}
						value={days}
						fault={faults.days}
						autocomplete="off"
						inputmode="decimal"
						maxlength={6}
						class="short"
					/>
					<div class="row">
						<button type="submit">{say("page.vacation.start")}</button>
					</div>
				</form>
			)}
		</section>
	);
};

const GameList = ({
	reader,
	title,
	games,
}: {
	readonly reader: Reader;
	readonly title: string;
	readonly games: readonly GameLink[];
}) =>
	games.length === 0 ? null : (
		<div class="stack tight">
			<p>{title}</p>
			<ul class="prose">
				{games.map(({ id, opponent, ply }) => (
					<li>
						<a href={`/games/${id}`}>{opponent}</a>{" "}
						<span class="muted small">{reader.say("page.vacation.game", { ply })}</span>
					</li>
				))}
			</ul>
		</div>
	);

const RestHours = ({ reader, account, rows, faults }: PausesScene) => {
	const { say } = reader;
	const shown = [...rows, ...Array.from({ length: EMPTY_ROWS }, () => EMPTY_ROW)].slice(
		0,
		Math.max(rows.length, MOST_WINDOWS),
	);
	return (
		<form class="card" id="rest" method="post" action="/settings/pauses/rest" novalidate>
			<h2>{say("page.rest.title")}</h2>
			<p>{say("page.rest.lead", { zone: account.timeZone })}</p>
			<p class="hint">{say("page.rest.hint")}</p>
			<Fault name="rest" text={faults.rest} />
			{shown.map((row, index) => (
				<fieldset class="field rest-row" aria-describedby={faults[`rest${index}`] ? `rest${index}-fault` : undefined}>
					<legend>{say("page.rest.row", { number: index + 1 })}</legend>
					<Fault name={`rest${index}`} text={faults[`rest${index}`]} />
					{row.old ? <input type="hidden" name={`old${index}`} value="1" /> : null}
					<div class="choices inline">
						{WEEKDAYS.map((day) => (
							<label class="choice">
								<input type="checkbox" name={`days${index}`} value={day} checked={row.days.includes(day)} />
								<span>{say(`page.day.${day}`)}</span>
							</label>
						))}
					</div>
					<div class="row">
						<TimeOfDay name={`from${index}`} label={say("page.rest.from")} value={row.from} />
						<TimeOfDay name={`to${index}`} label={say("page.rest.to")} value={row.to} />
					</div>
				</fieldset>
			))}
			<div class="row">
				<button type="submit">{say("page.rest.save")}</button>
			</div>
		</form>
	);
};

/** The rest hours of an account as rows; the end of a day is the beginning of the next. */
export function rowsOf({ restWindows }: Player): readonly RestRow[] {
	return restWindows.map(({ days, from, to }) => ({ days, from, to: to === "24:00" ? "00:00" : to, old: true }));
}

export const isWeekday = (text: string): text is Weekday => (WEEKDAYS as readonly string[]).includes(text);
