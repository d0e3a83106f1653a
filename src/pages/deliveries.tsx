/** What a player is told by mail and how, what was told to them and what became of it, and a mail to try it out. */
import type { Mark } from "../db/bounces.ts";
import type { Told } from "../db/deliveries.ts";
import type { ReaderSettings } from "../db/notifications.ts";
import type { Player } from "../db/players.ts";
import type { Webhook } from "../db/webhooks.ts";
import type { MessageKey } from "../i18n/catalogue.ts";
import { KINDS, type Kind, PACES, pacesOf } from "../post/settings.ts";
import { Act, Select } from "./form.tsx";
import { Page } from "./layout.tsx";
import { instant, type Reader, shortInstant } from "./reader.ts";

/** The kinds whose mail can be chosen: what is about the account itself always comes. */
export const CHOSEN_KINDS: readonly Kind[] = KINDS.filter((kind) => kind !== "account");

export type DeliveriesScene = {
	readonly reader: Reader;
	readonly account: Player;
	readonly settings: ReaderSettings;
	/** Why no mail goes to the address; null when it does. */
	readonly mark: Mark | null;
	/** The newest first. */
	readonly told: readonly Told[];
	/** Programs that are told, too. */
	readonly hooks: readonly Webhook[];
	/** How many devices are. */
	readonly devices: number;
	/** What has just been done. */
	readonly done: "saved" | "test" | null;
};

export const DeliveriesPage = ({ reader, account, settings, mark, told, hooks, devices, done }: DeliveriesScene) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.deliveries.title")} path="/settings/deliveries">
			<header class="stack tight">
				<h1>{say("page.deliveries.title")}</h1>
				<p>
					<a href="/settings">{say("page.settings.title")}</a>
				</p>
			</header>
			{done ? (
				<p class="say" role="status">
					{say(done === "saved" ? "page.settings.saved" : "page.deliveries.test.sent")}
				</p>
			) : null}
			{mark ? (
				<p class="say bad" role="alert">
					{say(`page.deliveries.problem.${mark.kind}`, { address: account.email, at: instant(reader, mark.at) })}
				</p>
			) : null}
			<Choose reader={reader} settings={settings} />
			<section class="card" id="told">
				<h2>{say("page.deliveries.told")}</h2>
				<div class="row">
					<Act action="/settings/deliveries/test" label={say("page.deliveries.test")} kind="quiet" />
					{devices > 0 ? (
						<Act
							action="/settings/deliveries/test"
							fields={{ channel: "push" }}
							label={say("page.deliveries.test.push", { count: devices })}
							kind="quiet"
						/>
					) : null}
					{hooks.map(({ id, url }) => (
						<Act
							action="/settings/deliveries/test"
							fields={{ channel: "webhook", webhook: id }}
							label={say("page.deliveries.test.webhook", { host: new URL(url).host })}
							kind="quiet"
						/>
					))}
				</div>
				{told.length === 0 ? (
					<p class="muted">{say("page.deliveries.none")}</p>
				) : (
					<>
						<p class="muted small">{say("page.deliveries.zone", { zone: reader.timeZone })}</p>
						<ul class="rows">
							{told.map((one) => (
								<ToldRow reader={reader} told={one} />
							))}
						</ul>
					</>
				)}
			</section>
		</Page>
	);
};

const Choose = ({ reader, settings }: Pick<DeliveriesScene, "reader" | "settings">) => {
	const { say } = reader;
	const paces = pacesOf(settings.paces);
	const hours = Array.from({ length: 24 }, (_, hour) => ({
		value: String(hour),
		label: `${String(hour).padStart(2, "0")}:00`,
	}));
	return (
		<form class="card" id="choose" method="post" action="/settings/deliveries/choice" novalidate>
			<h2>{say("page.deliveries.choose")}</h2>
			<p class="muted">{say("page.deliveries.choose.lead")}</p>
			{CHOSEN_KINDS.map((kind) => (
				<Select
					name={kind}
					label={kindWords(reader, kind)}
					value={paces[kind].email}
					options={PACES.map((pace) => ({ value: pace, label: say(`page.deliveries.pace.${pace}`) }))}
				/>
			))}
			<Select
				name="digestHour"
				label={say("page.deliveries.hour")}
				hint={say("page.deliveries.zone", { zone: settings.timeZone })}
				value={String(settings.digestHour)}
				options={hours}
			/>
			<div class="row">
				<button type="submit">{say("page.settings.save")}</button>
			</div>
		</form>
	);
};

const ToldRow = ({ reader, told }: { readonly reader: Reader; readonly told: Told }) => {
	const { say } = reader;
	const { channel, createdAt, error, game, kind, sentAt, state, target } = told;
	return (
		<li>
			<div>
				{game === null ? kindWords(reader, kind) : <a href={`/games/${game}`}>{kindWords(reader, kind)}</a>}
				<p class="small muted">
					{shortInstant(reader, createdAt)}; {channel === "email" ? (target ?? channel) : channel}
				</p>
			</div>
			<div>
				{sentAt === null || state !== "sent"
					? say(`page.deliveries.state.${state}`)
					: say("page.deliveries.sent", { at: shortInstant(reader, sentAt) })}
				{error === null || state === "sent" ? null : <p class="small muted">{whyWords(reader, error)}</p>}
			</div>
		</li>
	);
};

/** Kinds that have words; another is called by its name. */
const NAMED_KINDS: readonly string[] = [...KINDS, "digest", "reply", "sign-in"];

function kindWords({ say }: Reader, kind: string): string {
	return NAMED_KINDS.includes(kind) ? say(`page.deliveries.kind.${kind}` as MessageKey) : kind;
}

/** Reasons that everybody may meet, in words; of the others the code itself is shown. */
const NAMED_REASONS: readonly string[] = [
	...[
		"E_TURN_OVER",
		"E_GAME_OVER",
		"E_OFFER_GONE",
		"E_CHALLENGE_CLOSED",
		"E_DEADLINE_MOVED",
		"E_VACATION_OVER",
		"E_TOO_LATE",
	],
	...["E_REPLACED", "E_SWITCHED_OFF", "E_QUIET_HOURS", "E_FOR_DIGEST", "E_BOUNCED", "E_BOUNCED_LATELY", "E_COMPLAINED"],
];

function whyWords({ say }: Reader, error: string): string {
	const code = error.split(" ")[0] ?? "";
	return NAMED_REASONS.includes(code) ? say(`page.deliveries.why.${code}` as MessageKey) : error;
}
