/** What a player can set, their API tokens, and the way out. */
import { SCOPES } from "../account/token.ts";
import type { Block } from "../db/blocks.ts";
import type { Player } from "../db/players.ts";
import type { ApiToken } from "../db/tokens.ts";
import { LOCALES } from "../i18n/catalogue.ts";
import { formatDate } from "../i18n/formats.ts";
import { localeOf } from "../i18n/negotiation.ts";
import { Act, Choices, type Faults, Select, TextField } from "./form.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";

export type SettingsScene = {
	readonly reader: Reader;
	readonly account: Player;
	readonly tokens: readonly ApiToken[];
	/** The latest first. */
	readonly blocks: readonly Block[];
	/** What was typed, where it could not be taken. */
	readonly typed: { readonly name: string; readonly timeZone: string } | null;
	readonly saved: boolean;
	readonly faults: Faults;
	/** A token just made: shown this once. */
	readonly made: string | null;
	readonly wish: { readonly name: string; readonly scopes: readonly string[] };
};

export const SettingsPage = ({ reader, account, tokens, blocks, typed, saved, faults, made, wish }: SettingsScene) => {
	const { say, locale, timeZone } = reader;
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
					hint={say("page.settings.language.hint")}
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
				<button type="submit">{say("page.settings.save")}</button>
			</form>

			<section class="card">
				<h2>{say("page.pauses.title")}</h2>
				<p class="muted">{say("page.pauses.lead")}</p>
				<p>
					<a class="button quiet" href="/settings/pauses">
						{say("page.pauses.link")}
					</a>
				</p>
			</section>

			<section class="card">
				<h2>{say("page.deliveries.title")}</h2>
				<p class="muted">{say("page.deliveries.lead")}</p>
				<p>
					<a class="button quiet" href="/settings/deliveries">
						{say("page.deliveries.link")}
					</a>
				</p>
			</section>

			{blocks.length === 0 ? null : (
				<section class="card" id="blocks">
					<h2>{say("page.blocks")}</h2>
					<p class="muted">{say("page.blocks.lead")}</p>
					<ul class="rows">
						{blocks.map((block) => (
							<li>
								<div>
									<a href={`/players/${encodeURIComponent(block.name)}`}>{block.name}</a>
									<p class="small muted">
										{say("page.blocks.since", { date: formatDate(locale, block.at, timeZone) })}
									</p>
								</div>
								<form method="post" action="/settings/blocks/removal">
									<input type="hidden" name="player" value={block.player} />
									<button type="submit" class="quiet" aria-label={say("page.blocks.remove.this", { name: block.name })}>
										{say("page.blocks.remove")}
									</button>
								</form>
							</li>
						))}
					</ul>
				</section>
			)}

			<section class="card" id="tokens">
				<h2>{say("page.settings.tokens")}</h2>
				<p class="muted">
					{say("page.settings.tokens.lead")} <a href="/docs">{say("page.docs.title")}</a>
				</p>
				{made ? (
					<div class="say" role="status">
						<p>{say("page.settings.tokens.made")}</p>
						<pre class="wrap">{made}</pre>
					</div>
				) : null}
				{tokens.length === 0 ? (
					<p>{say("page.settings.tokens.none")}</p>
				) : (
					<ul class="rows">
						{tokens.map((token) => (
							<li>
								<div>
									<strong>{token.name}</strong>
									<p class="small muted">
										{token.scopes.join(", ")};{" "}
										{say("page.settings.tokens.since", { date: formatDate(locale, token.createdAt, timeZone) })}
									</p>
								</div>
								<form method="post" action="/settings/tokens/revocation">
									<input type="hidden" name="id" value={token.id} />
									<button
										type="submit"
										class="danger"
										aria-label={say("page.settings.tokens.revoke.this", { name: token.name })}
									>
										{say("page.settings.tokens.revoke")}
									</button>
								</form>
							</li>
						))}
					</ul>
				)}
				<details open={Boolean(faults.token || faults.scopes)}>
					<summary>{say("page.settings.tokens.make")}</summary>
					<form class="stack" method="post" action="/settings/tokens" novalidate>
						<TextField
							name="token"
							label={say("page.settings.tokens.name")}
							value={wish.name}
							fault={faults.token}
							autocomplete="off"
							maxlength={60}
						/>
						<Choices
							name="scopes"
							type="checkbox"
							label={say("page.settings.tokens.scopes")}
							values={wish.scopes}
							fault={faults.scopes}
							options={SCOPES.map((scope) => ({ value: scope, label: say(`page.settings.scope.${scope}`) }))}
						/>
						<button type="submit" class="quiet">
							{say("page.settings.tokens.make")}
						</button>
					</form>
				</details>
			</section>

			<section class="row">
				<Act action="/sign-out" label={say("page.settings.sign-out")} kind="quiet" />
				<a href={`/players/${encodeURIComponent(account.name)}`}>{say("page.settings.my-page")}</a>
			</section>
		</Page>
	);
};
