/** API tokens: the programs that may act for a player, and a new one whose text is shown once. */
import { SCOPES } from "../account/token.ts";
import type { ApiToken } from "../db/tokens.ts";
import { LONGEST_TOKEN_NAME } from "../http/tokens.ts";
import { formatDate } from "../i18n/formats.ts";
import { DAY } from "../match/duration.ts";
import { Act, Choices, type Faults, Hidden, Select, TextField } from "./form.tsx";
import { type Reader, span } from "./reader.ts";
import { Linked, SettingsFrame, ShownOnce } from "./settings-frame.tsx";

/** How long a token may be good, in days, as it is offered; 0: until it is revoked. */
export const TOKEN_LIVES = [0, 30, 90, 365] as const;

export type TokensScene = {
	readonly reader: Reader;
	/** The newest first. */
	readonly tokens: readonly ApiToken[];
	readonly faults: Faults;
	/** The text of a token just made. */
	readonly made: string | null;
	readonly done: string | null;
	readonly wish: { readonly name: string; readonly scopes: readonly string[]; readonly days: number };
	/** Tells this form from every other. */
	readonly once: Readonly<Record<string, string>>;
};

export const TokensPage = ({ reader, tokens, faults, made, done, wish, once }: TokensScene) => {
	const { say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.settings.tokens")}
			path="/settings/tokens"
			lead={say("page.settings.tokens.lead")}
			done={done}
		>
			{made ? <ShownOnce reader={reader} title={say("page.settings.tokens.made")} texts={[{ text: made }]} /> : null}
			<section class="card" id="tokens">
				<p>
					<Linked reader={reader} text="page.tokens.docs" href="/docs" label={say("page.docs.title")} />
				</p>
				{tokens.length === 0 ? (
					<p>{say("page.settings.tokens.none")}</p>
				) : (
					<ul class="rows">
						{tokens.map((token) => (
							<li>
								<TokenWords reader={reader} token={token} />
								<Act
									action="/settings/tokens/revocation"
									fields={{ id: token.id }}
									label={say("page.settings.tokens.revoke")}
									full={say("page.settings.tokens.revoke.this", { name: token.name })}
									kind="danger"
								/>
							</li>
						))}
					</ul>
				)}
			</section>
			<form class="card" method="post" action="/settings/tokens" novalidate>
				<h2>{say("page.settings.tokens.make")}</h2>
				<Hidden fields={once} />
				<TextField
					name="token"
					label={say("page.settings.tokens.name")}
					value={wish.name}
					fault={faults.token}
					autocomplete="off"
					maxlength={LONGEST_TOKEN_NAME}
				/>
				<Choices
					name="scopes"
					type="checkbox"
					label={say("page.settings.tokens.scopes")}
					values={wish.scopes}
					fault={faults.scopes}
					options={SCOPES.map((scope) => ({ value: scope, label: say(`page.settings.scope.${scope}`) }))}
				/>
				<Select
					name="days"
					label={say("page.tokens.for")}
					value={String(wish.days)}
					options={TOKEN_LIVES.map((days) => ({
						value: String(days),
						label: days === 0 ? say("page.tokens.ever") : span(reader, days * DAY),
					}))}
				/>
				<div class="row">
					<button type="submit">{say("page.settings.tokens.make")}</button>
				</div>
			</form>
		</SettingsFrame>
	);
};

const TokenWords = ({ reader, token }: { readonly reader: Reader; readonly token: ApiToken }) => {
	const { say, locale, timeZone, now } = reader;
	const { createdAt, expiresAt, lastUsedAt, name, scopes } = token;
	const date = (at: number) => formatDate(locale, at, timeZone);
	const words = [
		say("page.settings.tokens.since", { date: date(createdAt) }),
		lastUsedAt === null ? say("page.tokens.unused") : say("page.tokens.used", { date: date(lastUsedAt) }),
		...(expiresAt === null
			? []
			: [say(expiresAt > now ? "page.tokens.until" : "page.tokens.over", { date: date(expiresAt) })]),
	];
	return (
		<div>
			<strong class="as-typed">{name}</strong>
			<p class="small muted">{words.join("; ")}</p>
			<p class="small muted">
				<code>{scopes.join(" ")}</code>
			</p>
		</div>
	);
};
