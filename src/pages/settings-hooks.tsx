/** Webhooks: the list with a form for another, and a page for each with all that can be done to it. */
import type { Attempt, Webhook } from "../db/webhooks.ts";
import { FORMATS } from "../http/webhooks.ts";
import { KINDS } from "../post/settings.ts";
import { kindWords, whyWords } from "./delivery-words.ts";
import { Act, Choices, type Faults, Hidden, TextField } from "./form.tsx";
import { type Reader, shortInstant, span } from "./reader.ts";
import { Linked, SettingsFrame, ShownOnce } from "./settings-frame.tsx";
import { onceField } from "./settings-once.ts";

export const HOOKS_PATH = "/settings/webhooks";

/** A webhook as it was typed. */
export type HookForm = {
	readonly url: string;
	readonly format: string;
	readonly kinds: readonly string[];
};

export const EMPTY_HOOK: HookForm = { url: "", format: "standard", kinds: ["your-turn", "game-over"] };

export type HooksScene = {
	readonly reader: Reader;
	/** The newest first. */
	readonly hooks: readonly Webhook[];
	/** As many as there may be. */
	readonly full: number | null;
	readonly form: HookForm;
	readonly faults: Faults;
	readonly done: string | null;
};

export const HooksPage = ({ reader, hooks, full, form, faults, done }: HooksScene) => {
	const { say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.hooks.title")}
			path={HOOKS_PATH}
			lead={say("page.hooks.lead")}
			done={done}
		>
			<section class="card" id="hooks">
				<p>
					<Linked reader={reader} text="page.hooks.docs" href="/docs#webhooks" label={say("page.docs.title")} />
				</p>
				{hooks.length === 0 ? (
					<p>{say("page.hooks.none")}</p>
				) : (
					<ul class="rows">
						{hooks.map((hook) => (
							<li>
								<div>
									<a href={`${HOOKS_PATH}/${hook.id}`}>{hostOf(hook)}</a>
									<p class="small muted">
										{say(`page.hooks.format.${hook.format}`)}; {stateWords(reader, hook)}
									</p>
									<p class="small muted">{hook.events.map((kind) => kindWords(reader, kind)).join("; ")}</p>
								</div>
							</li>
						))}
					</ul>
				)}
			</section>
			{full === null ? (
				<form class="card" id="add" method="post" action={HOOKS_PATH} novalidate>
					<h2>{say("page.hooks.add")}</h2>
					<Hidden fields={onceField()} />
					<HookFields reader={reader} form={form} faults={faults} />
					<div class="row">
						<button type="submit">{say("page.hooks.add")}</button>
					</div>
				</form>
			) : (
				<p class="muted">{say("page.hooks.full", { count: full })}</p>
			)}
		</SettingsFrame>
	);
};

const HookFields = ({
	reader,
	form,
	faults,
}: {
	readonly reader: Reader;
	readonly form: HookForm;
	readonly faults: Faults;
}) => {
	const { say } = reader;
	return (
		<>
			<TextField
				name="url"
				label={say("page.hooks.url")}
				hint={say("page.hooks.url.hint")}
				value={form.url}
				fault={faults.url}
				autocomplete="off"
				spellcheck={false}
				maxlength={2000}
			/>
			<Choices
				name="format"
				label={say("page.hooks.format")}
				value={form.format}
				fault={faults.format}
				options={FORMATS.map((format) => ({
					value: format,
					label: say(`page.hooks.format.${format}`),
					hint: say(`page.hooks.format.${format}.hint`),
				}))}
			/>
			<Choices
				name="kinds"
				type="checkbox"
				inline
				label={say("page.hooks.kinds")}
				values={form.kinds}
				fault={faults.kinds}
				options={KINDS.map((kind) => ({ value: kind, label: kindWords(reader, kind) }))}
			/>
		</>
	);
};

export type HookScene = {
	readonly reader: Reader;
	readonly hook: Webhook;
	/** The newest first. */
	readonly attempts: readonly Attempt[];
	readonly form: HookForm;
	readonly faults: Faults;
	readonly done: string | null;
	/** Its secret, just made, and for how long the one before counts as well, ms; null for a first one. */
	readonly made: { readonly secret: string; readonly overlap: number | null } | null;
};

/** From when on a replay sends again: the last so many days; 0: all that is kept. */
export const REPLAYS = { day: 1, week: 7, all: 0 } as const;

export const HookPage = (scene: HookScene) => {
	const { reader, hook, form, faults, done, made } = scene;
	const { say } = reader;
	const path = `${HOOKS_PATH}/${hook.id}`;
	return (
		<SettingsFrame
			reader={reader}
			title={hostOf(hook)}
			path={path}
			lead={stateWords(reader, hook)}
			done={done}
			back={{ href: HOOKS_PATH, label: say("page.hooks.title") }}
		>
			{made ? (
				<ShownOnce
					reader={reader}
					title={say("page.hooks.made", { host: hostOf(hook) })}
					texts={[{ text: made.secret }]}
					hint={
						made.overlap === null
							? say("page.hooks.made.hint")
							: say("page.hooks.renewed", { span: span(reader, made.overlap) })
					}
				/>
			) : null}
			<div class="row">
				<Act
					action="/settings/deliveries/test"
					fields={{ channel: "webhook", webhook: hook.id, ...onceField() }}
					label={say("page.hooks.test")}
					kind="quiet"
				/>
				<Act
					action={`${path}/state`}
					fields={{ enabled: hook.enabled ? "no" : "yes" }}
					label={say(hook.enabled ? "page.hooks.switch-off" : "page.hooks.switch-on")}
					kind="quiet"
				/>
			</div>
			<Attempts {...scene} />
			<form class="card" id="change" method="post" action={path} novalidate>
				<h2>{say("page.hooks.change")}</h2>
				<HookFields reader={reader} form={form} faults={faults} />
				<div class="row">
					<button type="submit">{say("page.hooks.save")}</button>
				</div>
			</form>
			<form class="card" method="post" action={`${path}/replay`}>
				<h2>{say("page.hooks.replay")}</h2>
				<p class="muted">{say("page.hooks.replay.lead")}</p>
				<Hidden fields={onceField()} />
				<Choices
					name="after"
					label={say("page.hooks.replay.after")}
					inline
					value="day"
					options={(["day", "week", "all"] as const).map((since) => ({
						value: since,
						label: say(`page.hooks.replay.${since}`),
					}))}
				/>
				<div class="row">
					<button type="submit" class="quiet">
						{say("page.hooks.replay.act")}
					</button>
				</div>
			</form>
			<section class="card">
				<h2>{say("page.hooks.secret")}</h2>
				<p class="muted">{say("page.hooks.secret.lead")}</p>
				<Act action={`${path}/secret`} fields={onceField()} label={say("page.hooks.secret.renew")} kind="quiet" />
			</section>
			<section class="card">
				<h2>{say("page.hooks.delete")}</h2>
				<p class="muted">{say("page.hooks.delete.lead")}</p>
				<Act action={`${path}/deletion`} label={say("page.hooks.delete")} kind="danger" />
			</section>
		</SettingsFrame>
	);
};

const Attempts = ({ reader, attempts }: HookScene) => {
	const { say } = reader;
	return (
		<section class="card" id="attempts">
			<h2>{say("page.hooks.attempts")}</h2>
			{attempts.length === 0 ? (
				<p class="muted">{say("page.hooks.attempts.none")}</p>
			) : (
				<>
					<p class="muted small">{say("page.deliveries.zone", { zone: reader.timeZone })}</p>
					<ul class="rows">
						{attempts.map(({ at, attempt, error, status, took }) => (
							<li>
								<div>
									{shortInstant(reader, at)}
									<p class="small muted">
										{say("page.hooks.attempt", { number: attempt, span: span(reader, Math.max(1000, took)) })}
									</p>
								</div>
								<div>
									{error === null
										? say("page.hooks.answered", { status: status ?? 0 })
										: say("page.hooks.refused", { why: whyWords(reader, error) })}
								</div>
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	);
};

const hostOf = ({ url }: Webhook): string => new URL(url).host;

function stateWords({ say }: Reader, { disabledWhy, enabled }: Webhook): string {
	if (enabled) return say("page.hooks.on");
	if (disabledWhy === null) return say("page.hooks.off");
	return disabledWhy === "E_GONE" ? say("page.hooks.gone") : say("page.hooks.broken", { why: disabledWhy });
}
