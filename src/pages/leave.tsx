/** Leaving: what is erased and what stays, what to take along, and the choice that has to be made. */
import type { DepartureGames } from "../db/departures.ts";
import type { Player } from "../db/players.ts";
import { Act, Choices, type Faults, TextField } from "./form.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { SettingsFrame } from "./settings-frame.tsx";

export type LeaveScene = {
	readonly reader: Reader;
	readonly account: Player;
	/** How many games run. */
	readonly running: number;
	/** They are about to leave, and wait for the end of their games. */
	readonly leaving: boolean;
	/** Chosen before, where something else could not be taken. */
	readonly games: DepartureGames | null;
	readonly faults: Faults;
};

const HAPPENS = ["erased", "stays", "challenges", "again"] as const;

export const LeavePage = ({ reader, account, running, leaving, games, faults }: LeaveScene) => {
	const { say } = reader;
	return (
		<SettingsFrame reader={reader} title={say("page.leave.title")} path="/settings/leave">
			{leaving ? (
				<section class="say stack">
					<p role="status">{say("page.leave.waiting", { count: running })}</p>
					<Act action="/settings/leave/stay" label={say("page.leave.stay")} kind="quiet" />
				</section>
			) : (
				<p class="lead">{say("page.leave.lead")}</p>
			)}
			<section class="card">
				<h2>{say("page.leave.take")}</h2>
				<p class="muted">{say("page.leave.take.lead")}</p>
				<p>
					<a class="button quiet" href="/v1/me/export" download>
						{say("page.leave.take.link")}
					</a>
				</p>
			</section>
			<section class="card">
				<h2>{say("page.leave.what")}</h2>
				<ul class="stack prose">
					{HAPPENS.map((key) => (
						<li>{say(`page.leave.${key}`)}</li>
					))}
				</ul>
			</section>
			<form class="card" method="post" action="/settings/leave" novalidate>
				<h2>{say("page.leave.games")}</h2>
				<p>{say("page.leave.games.count", { count: running })}</p>
				{running === 0 ? null : (
					<Choices
						name="games"
						label={say("page.leave.games.choose")}
						value={games ?? (leaving ? "finish" : undefined)}
						fault={faults.games}
						options={(["finish", "resign"] as const).map((value) => ({
							value,
							label: say(`page.leave.games.${value}`),
							hint: say(`page.leave.games.${value}.hint`),
						}))}
					/>
				)}
				<TextField
					name="name"
					label={say("page.leave.confirm")}
					hint={say("page.leave.confirm.hint", { name: account.name })}
					fault={faults.name}
					autocomplete="off"
					spellcheck={false}
					maxlength={20}
				/>
				<button type="submit" class="danger">
					{say("page.leave.act")}
				</button>
			</form>
		</SettingsFrame>
	);
};

/** There is nobody any more to sign in. */
export const LeftPage = ({ reader }: { readonly reader: Reader }) => (
	<Page reader={reader} title={reader.say("page.leave.gone.title")} path="" hidden>
		<h1>{reader.say("page.leave.gone.title")}</h1>
		<p class="lead">{reader.say("page.leave.gone")}</p>
		<p>
			<a class="button quiet" href="/">
				{reader.say("page.error.home")}
			</a>
		</p>
	</Page>
);
