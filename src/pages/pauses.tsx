/** When a player's clock rests and when nobody is to be written to: vacation, rest hours, reminders and quiet hours. */
import type { Player } from "../db/players.ts";
import type { VacationState } from "../game/vacation.ts";
import { DAY, makeDuration, parseDuration } from "../match/duration.ts";
import { DEFAULT_LEADS, type QuietHours } from "../match/reminders.ts";
import { MOST_WINDOWS, WEEKDAYS, type Weekday } from "../match/rest.ts";
import { Act, Choices, Fault, type Faults, TextField, TimeOfDay } from "./form.tsx";
import { Page } from "./layout.tsx";
import { instant, type Reader, span } from "./reader.ts";

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
	readonly leads: readonly string[];
	readonly quiet: QuietHours;
	readonly faults: Faults;
};

/** Rows without anything in them, to fill in. */
const EMPTY_ROWS = 2;
const EMPTY_ROW: RestRow = { days: [], from: "", to: "", old: false };

/** How much is left at a reminder, as it is offered. */
const LEADS = ["P3D", "P2D", "P1D", "PT12H", "PT6H", "PT3H", "PT1H"] as const;

export const PausesPage = (scene: PausesScene) => {
	const { reader, faults, saved } = scene;
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.pauses.title")} path="/settings/pauses">
			<header class="stack tight">
				<h1>{say("page.pauses.title")}</h1>
				<p>
					<a href="/settings">{say("page.settings.title")}</a>
				</p>
			</header>
			{saved ? (
				<p class="say" role="status">
					{say("page.settings.saved")}
				</p>
			) : null}
			{Object.keys(faults).length > 0 ? (
				<p class="say bad" role="alert">
					{say("page.pauses.wrong")}
				</p>
			) : null}
			<Vacation {...scene} />
			<RestHours {...scene} />
			<Reminders {...scene} />
		</Page>
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

const Reminders = ({ reader, leads, quiet, faults }: PausesScene) => {
	const { say } = reader;
	return (
		<form class="card" id="reminders" method="post" action="/settings/pauses/reminders" novalidate>
			<h2>{say("page.reminders.title")}</h2>
			<Choices
				name="leads"
				type="checkbox"
				label={say("page.reminders.leads")}
				hint={say("page.reminders.leads.hint")}
				values={leads}
				fault={faults.leads}
				inline
				options={offeredLeads(leads).map((lead) => ({
					value: lead,
					label: say("page.reminders.lead", { span: span(reader, parseDuration(lead) ?? 0) }),
				}))}
			/>
			<fieldset class="field" aria-describedby={faults.quiet ? "quiet-hint quiet-fault" : "quiet-hint"}>
				<legend>{say("page.reminders.quiet")}</legend>
				<p class="hint" id="quiet-hint">
					{say("page.reminders.quiet.hint")}
				</p>
				<Fault name="quiet" text={faults.quiet} />
				<div class="row">
					<TimeOfDay name="quietFrom" label={say("page.rest.from")} value={quiet.from} />
					<TimeOfDay name="quietTo" label={say("page.rest.to")} value={quiet.to} />
				</div>
			</fieldset>
			<div class="row">
				<button type="submit">{say("page.reminders.save")}</button>
			</div>
		</form>
	);
};

/** What is offered, and what somebody has set though it is not; the longest first. */
export function offeredLeads(own: readonly string[]): readonly string[] {
	const length = (text: string) => parseDuration(text) ?? 0;
	const known = new Set(LEADS.map(length));
	const others = own.filter((lead) => !known.has(length(lead)));
	return [...LEADS, ...others].sort((a, b) => length(b) - length(a));
}

/** When an account is reminded, as it is offered. */
export function leadsOf({ reminders }: Player): readonly string[] {
	const set = reminders ?? DEFAULT_LEADS.map(makeDuration);
	return set.map((text) => LEADS.find((lead) => parseDuration(lead) === parseDuration(text)) ?? text);
}

/** The rest hours of an account as rows; the end of a day is the beginning of the next. */
export function rowsOf({ restWindows }: Player): readonly RestRow[] {
	return restWindows.map(({ days, from, to }) => ({ days, from, to: to === "24:00" ? "00:00" : to, old: true }));
}

export const isWeekday = (text: string): text is Weekday => (WEEKDAYS as readonly string[]).includes(text);
