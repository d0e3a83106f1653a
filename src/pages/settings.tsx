/** What a player is called and in which language and hours they live, and the way to everything else that can be set. */
import type { Block } from "../db/blocks.ts";
import type { Player } from "../db/players.ts";
import { LOCALES, type MessageKey } from "../i18n/catalogue.ts";
import { formatDate } from "../i18n/formats.ts";
import { localeOf } from "../i18n/negotiation.ts";
import { Act, type Faults, Select, TextField } from "./form.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";

export type SettingsScene = {
	readonly reader: Reader;
	readonly account: Player;
	/** The latest first. */
	readonly blocks: readonly Block[];
	/** What was typed, where it could not be taken. */
	readonly typed: { readonly name: string; readonly timeZone: string } | null;
	readonly saved: boolean;
	readonly faults: Faults;
};

/** The other pages, by what they are about: path, name, and a sentence. */
const ROOMS: readonly (readonly [MessageKey, readonly (readonly [string, MessageKey, MessageKey])[]])[] = [
	[
		"page.settings.told",
		[
			["notifications", "page.notify.title", "page.notify.lead"],
			["devices", "page.devices.title", "page.devices.lead"],
			["feeds", "page.feeds.title", "page.feeds.lead"],
			["deliveries", "page.deliveries.heading", "page.deliveries.about"],
		],
	],
	[
		"page.settings.play",
		[
			["pauses", "page.pauses.heading", "page.pauses.about"],
			["look", "page.look.title", "page.look.lead"],
		],
	],
	[
		"page.settings.own",
		[
			["tokens", "page.settings.tokens", "page.settings.tokens.lead"],
			["webhooks", "page.hooks.title", "page.hooks.lead"],
			["leave", "page.settings.leave", "page.settings.leave.lead"],
		],
	],
];

export const SettingsPage = ({ reader, account, blocks, typed, saved, faults }: SettingsScene) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.settings.title")} path="/settings">
			<h1>{say("page.settings.title")}</h1>
			{saved ? (
				<p class="say" role="status">
					{say("page.settings.saved")}
				</p>
			) : null}
			<form class="card" method="post" action="/settings" novalidate>
				<h2>{say("page.settings.profile")}</h2>
				<p>
					<span class="label">{say("page.settings.email")}:</span> {account.email}
				</p>
				<TextField
					name="name"
					label={say("page.sign-in.name")}
					hint={say("page.settings.name.hint")}
					value={typed?.name ?? account.name}
					fault={faults.name}
					autocomplete="nickname"
					spellcheck={false}
					maxlength={20}
				/>
				<Select
					name="locale"
					label={say("page.settings.language")}
					hint={say("page.settings.language.what")}
					value={localeOf(account.locale)}
					options={LOCALES.map((one) => ({ value: one, label: say(`page.settings.language.${one}`) }))}
				/>
				<TextField
					name="timeZone"
					label={say("page.settings.zone")}
					hint={say("page.settings.zone.hint")}
					value={typed?.timeZone ?? account.timeZone}
					fault={faults.timeZone}
					autocomplete="off"
					spellcheck={false}
					maxlength={64}
					list="zones"
				/>
				<datalist id="zones">
					{Intl.supportedValuesOf("timeZone").map((zone) => (
						<option value={zone} />
					))}
				</datalist>
				<div class="row">
					<button type="submit">{say("page.settings.save")}</button>
				</div>
			</form>

			{ROOMS.map(([title, rooms]) => (
				<section class="card rooms">
					<h2>{say(title)}</h2>
					<ul class="rows">
						{rooms.map(([path, name, lead]) => (
							<li>
								<a href={`/settings/${path}`}>{say(name)}</a>
								<p class="small muted">{say(lead)}</p>
							</li>
						))}
					</ul>
				</section>
			))}

			<Blocks reader={reader} blocks={blocks} />

			<section class="row">
				<Act action="/sign-out" label={say("page.settings.sign-out")} kind="quiet" />
				<a class="quiet-link" href={`/players/${encodeURIComponent(account.name)}`}>
					{say("page.settings.my-page")}
				</a>
				<a class="quiet-link" href="/privacy">
					{say("page.privacy.title")}
				</a>
			</section>
		</Page>
	);
};

const Blocks = ({ reader, blocks }: Pick<SettingsScene, "reader" | "blocks">) => {
	const { say, locale, timeZone } = reader;
	return blocks.length === 0 ? null : (
		<section class="card" id="blocks">
			<h2>{say("page.blocks")}</h2>
			<p class="muted">{say("page.blocks.lead")}</p>
			<ul class="rows">
				{blocks.map((block) => (
					<li>
						<div>
							<a href={`/players/${encodeURIComponent(block.name)}`}>{block.name}</a>
							<p class="small muted">{say("page.blocks.since", { date: formatDate(locale, block.at, timeZone) })}</p>
						</div>
						<Act
							action="/settings/blocks/removal"
							fields={{ player: block.player }}
							label={say("page.blocks.remove")}
							full={say("page.blocks.remove.this", { name: block.name })}
							kind="quiet"
						/>
					</li>
				))}
			</ul>
		</section>
	);
};
