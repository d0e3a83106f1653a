/** The faces of signing in: asking for a mail, typing its code, and the page its link opens. What acts is in routes. */
import { type Faults, TextField } from "./form.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";

/** Fills the hidden time zone of a new account where scripts run; everywhere else it stays UTC until the settings. */
const ZONE_SCRIPT =
	'for(const e of document.querySelectorAll("input[name=timeZone]"))e.value=Intl.DateTimeFormat().resolvedOptions().timeZone';

export const ZoneField = ({ nonce }: { readonly nonce: string }) => (
	<>
		<input type="hidden" name="timeZone" value="" />
		<script nonce={nonce} dangerouslySetInnerHTML={{ __html: ZONE_SCRIPT }} />
	</>
);

/** Where to go after signing in, when it is a place of ours. */
const Next = ({ next }: { readonly next: string | null }) =>
	next ? <input type="hidden" name="next" value={next} /> : null;

export const SignInPage = ({
	reader,
	email,
	next,
	faults,
}: {
	readonly reader: Reader;
	readonly email: string;
	readonly next: string | null;
	readonly faults: Faults;
}) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.sign-in.title")} path="/sign-in">
			<h1>{say("page.sign-in.title")}</h1>
			{reader.player?.name ? (
				<p class="say">{say("page.sign-in.already", { name: reader.player.name })}</p>
			) : (
				<p class="lead">{say("page.sign-in.lead")}</p>
			)}
			<form class="card" method="post" action="/sign-in" novalidate>
				<Next next={next} />
				<TextField
					name="email"
					type="email"
					label={say("page.sign-in.email")}
					value={email}
					fault={faults.email}
					autocomplete="email"
					inputmode="email"
					required
					maxlength={254}
				/>
				<button type="submit">{say("page.sign-in.send")}</button>
			</form>
		</Page>
	);
};

export const CodePage = ({
	reader,
	email,
	next,
	name,
	faults,
	mailbox,
	nonce,
}: {
	readonly reader: Reader;
	readonly email: string;
	readonly next: string | null;
	readonly name: string;
	readonly faults: Faults;
	/** Path of the local mailbox, where there is one. */
	readonly mailbox: string | null;
	readonly nonce: string;
}) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.sign-in.sent.title")} path="/sign-in" hidden>
			<h1>{say("page.sign-in.sent.title")}</h1>
			<p class="lead">{say("page.sign-in.sent.lead", { email })}</p>
			{mailbox ? (
				<p class="say">
					<span>
						{say("page.sign-in.sent.mailbox")} <a href={mailbox}>{say("page.sign-in.sent.mailbox.open")}</a>
					</span>
				</p>
			) : null}
			<form class="card" method="post" action="/sign-in/code" novalidate>
				<Next next={next} />
				<input type="hidden" name="email" value={email} />
				<ZoneField nonce={nonce} />
				<TextField
					name="code"
					label={say("page.sign-in.sent.code")}
					hint={say("page.sign-in.sent.code.hint")}
					fault={faults.code}
					class="code"
					inputmode="numeric"
					autocomplete="one-time-code"
					pattern="[0-9 ]*"
					maxlength={11}
					required
				/>
				<TextField
					name="name"
					label={say("page.sign-in.code.name")}
					hint={say("page.sign-in.name.hint")}
					value={name}
					fault={faults.name}
					autocomplete="nickname"
					spellcheck={false}
					maxlength={20}
				/>
				<button type="submit">{say("page.sign-in.sent.enter")}</button>
			</form>
			<p>
				<a href="/sign-in">{say("page.sign-in.sent.again")}</a>
			</p>
		</Page>
	);
};

/** What the link of a sign-in mail opens: says for whom it acts, and acts only by its button. */
export const ConfirmPage = ({
	reader,
	token,
	email,
	newcomer,
	name,
	faults,
	nonce,
}: {
	readonly reader: Reader;
	readonly token: string;
	readonly email: string;
	readonly newcomer: boolean;
	readonly name: string;
	readonly faults: Faults;
	readonly nonce: string;
}) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.sign-in.title")} path="/sign-in" hidden>
			<h1>{say("page.sign-in.confirm.title", { email })}</h1>
			<p class="lead">{say(newcomer ? "page.sign-in.confirm.new" : "page.sign-in.confirm.lead", { email })}</p>
			<form class="card" method="post" action="/sign-in/confirm" novalidate>
				<input type="hidden" name="token" value={token} />
				{newcomer ? (
					<>
						<ZoneField nonce={nonce} />
						<NameField reader={reader} name={name} fault={faults.name} />
					</>
				) : null}
				<button type="submit">{say(newcomer ? "page.sign-in.confirm.create" : "page.sign-in.confirm.button")}</button>
			</form>
		</Page>
	);
};

/** The field for a new account's player name. */
export const NameField = ({
	reader: { say },
	name,
	fault,
}: {
	readonly reader: Reader;
	readonly name: string;
	readonly fault: string | undefined;
}) => (
	<TextField
		name="name"
		label={say("page.sign-in.name")}
		hint={say("page.sign-in.name.hint")}
		value={name}
		fault={fault}
		autocomplete="nickname"
		spellcheck={false}
		maxlength={20}
	/>
);

export const DeadLinkPage = ({ reader }: { readonly reader: Reader }) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.sign-in.dead.title")} path="/sign-in" hidden>
			<h1>{say("page.sign-in.dead.title")}</h1>
			<p class="lead">{say("page.sign-in.dead.lead")}</p>
			<p>
				<a class="button" href="/sign-in">
					{say("page.sign-in.title")}
				</a>
			</p>
		</Page>
	);
};
