/** What a player is told on which channel, how long before a deadline they are reminded, and the hours of peace. */
import type { Mark } from "../db/bounces.ts";
import type { ReaderSettings } from "../db/notifications.ts";
import type { Player } from "../db/players.ts";
import { makeDuration, parseDuration } from "../match/duration.ts";
import { DEFAULT_LEADS, type QuietHours } from "../match/reminders.ts";
import { KINDS, type Kind, PACES, type Pace, type PersonalChannel, pacesOf } from "../post/settings.ts";
import { kindWords } from "./delivery-words.ts";
import { Act, Choices, Fault, type Faults, Select, TimeOfDay } from "./form.tsx";
import { instant, type Reader, span } from "./reader.ts";
import { Linked, SettingsFrame } from "./settings-frame.tsx";
import { onceField } from "./settings-once.ts";

export const NOTIFICATIONS_PATH = "/settings/notifications";

export type NotificationsScene = {
	readonly reader: Reader;
	readonly account: Player;
	readonly settings: ReaderSettings;
	/** Why no mail goes to the address; null when it does. */
	readonly mark: Mark | null;
	/** How many devices are told. */
	readonly devices: number;
	readonly saved: boolean;
	readonly leads: readonly string[];
	readonly quiet: QuietHours;
	readonly faults: Faults;
};

/** The paces that a channel offers for a kind; with one alone there is nothing to choose. */
export function pacesFor(kind: Kind, channel: PersonalChannel): readonly Pace[] {
	if (kind !== "account") return PACES;
	// What is about the account itself waits for nothing, and its mail always comes.
	return channel === "email" ? ["instant"] : ["instant", "off"];
}

export const fieldOf = (kind: Kind, channel: PersonalChannel): string => `${channel}.${kind}`;

export const NotificationsPage = (scene: NotificationsScene) => {
	const { account, faults, mark, reader, saved } = scene;
	const { say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.notify.title")}
			path={NOTIFICATIONS_PATH}
			lead={say("page.notify.lead")}
			done={saved ? say("page.settings.saved") : null}
			wrong={Object.keys(faults).length > 0 ? say("page.notify.wrong") : null}
		>
			{mark ? (
				<p class="say bad" role="alert">
					{say(`page.deliveries.problem.${mark.kind}`, { address: account.email, at: instant(reader, mark.at) })}
				</p>
			) : null}
			<Paces {...scene} />
			<Peace {...scene} />
			<section class="card" id="try">
				<h2>{say("page.notify.try")}</h2>
				<p class="muted">{say("page.notify.try.lead")}</p>
				<TryOut reader={reader} devices={scene.devices} />
			</section>
		</SettingsFrame>
	);
};

/** A row a kind, a column a channel; where there is no room for columns each row is a small block of its own. */
const Paces = ({ reader, settings, devices }: NotificationsScene) => {
	const { say } = reader;
	const paces = pacesOf(settings.paces);
	const hours = Array.from({ length: 24 }, (_, hour) => ({
		value: String(hour),
		label: `${String(hour).padStart(2, "0")}:00`,
	}));
	return (
		<form class="card" id="paces" method="post" action={`${NOTIFICATIONS_PATH}/paces`} novalidate>
			<h2>{say("page.deliveries.choose")}</h2>
			<p class="muted">{say("page.deliveries.choose.lead")}</p>
			<table class="paces">
				<thead>
					<tr>
						<th scope="col">{say("page.notify.kind")}</th>
						<th scope="col">{say("page.notify.email")}</th>
						<th scope="col">{say("page.notify.push")}</th>
					</tr>
				</thead>
				<tbody>
					{KINDS.map((kind) => (
						<tr>
							<th scope="row">{kindWords(reader, kind)}</th>
							<PaceCell reader={reader} kind={kind} channel="email" pace={paces[kind].email} />
							<PaceCell reader={reader} kind={kind} channel="push" pace={paces[kind].push} />
						</tr>
					))}
				</tbody>
			</table>
			<p class="hint">{say("page.notify.gathered")}</p>
			{devices === 0 ? (
				<p class="hint">
					<Linked
						reader={reader}
						text="page.notify.no-device"
						href="/settings/devices"
						label={say("page.devices.title")}
					/>
				</p>
			) : null}
			<p class="hint">
				{say("page.notify.hooks")} <a href="/settings/webhooks">{say("page.hooks.title")}</a>
			</p>
			<Select
				name="digestHour"
				label={say("page.deliveries.hour")}
				hint={say("page.deliveries.zone", { zone: settings.timeZone })}
				value={String(settings.digestHour)}
				options={hours}
			/>
			<div class="row">
				<button type="submit">{say("page.notify.save")}</button>
			</div>
		</form>
	);
};

const PaceCell = ({
	reader,
	kind,
	channel,
	pace,
}: {
	readonly reader: Reader;
	readonly kind: Kind;
	readonly channel: PersonalChannel;
	readonly pace: Pace;
}) => {
	const { say } = reader;
	const offered = pacesFor(kind, channel);
	return (
		<td>
			<span class="of" aria-hidden="true">
				{say(`page.notify.${channel}`)}
			</span>
			{offered.length === 1 ? (
				<span class="fixed">{say("page.notify.always")}</span>
			) : (
				<select
					name={fieldOf(kind, channel)}
					aria-label={say(`page.notify.field.${channel}`, { kind: kindWords(reader, kind) })}
				>
					{offered.map((one) => (
						<option value={one} selected={one === pace}>
							{say(`page.notify.pace.${one}`)}
						</option>
					))}
				</select>
			)}
		</td>
	);
};

const Peace = ({ reader, account, leads, quiet, faults }: NotificationsScene) => {
	const { say } = reader;
	return (
		<form class="card" id="peace" method="post" action={`${NOTIFICATIONS_PATH}/peace`} novalidate>
			<h2>{say("page.notify.peace")}</h2>
			<Choices
				name="leads"
				type="checkbox"
				label={say("page.notify.leads")}
				hint={say("page.reminders.leads.hint")}
				values={leads}
				fault={faults.leads}
				inline
				options={offeredLeads(leads).map((lead) => ({ value: lead, label: span(reader, parseDuration(lead) ?? 0) }))}
			/>
			<fieldset class="field" aria-describedby={faults.quiet ? "quiet-hint quiet-fault" : "quiet-hint"}>
				<legend>{say("page.reminders.quiet")}</legend>
				<p class="hint" id="quiet-hint">
					{say("page.notify.quiet.hint", { zone: account.timeZone })}
				</p>
				<Fault name="quiet" text={faults.quiet} />
				<div class="row">
					<TimeOfDay name="quietFrom" label={say("page.rest.from")} value={quiet.from} />
					<TimeOfDay name="quietTo" label={say("page.rest.to")} value={quiet.to} />
				</div>
			</fieldset>
			<div class="row">
				<button type="submit">{say("page.notify.save")}</button>
			</div>
		</form>
	);
};

/** A test for each channel that is chosen by kind; webhooks have one on their own pages. */
export const TryOut = ({ reader, devices }: { readonly reader: Reader; readonly devices: number }) => (
	<div class="row">
		<Act
			action="/settings/deliveries/test"
			fields={onceField()}
			label={reader.say("page.deliveries.test")}
			kind="quiet"
		/>
		<TryDevices reader={reader} devices={devices} />
	</div>
);

/** A test for all devices at once, where there are any. */
export const TryDevices = ({ reader: { say }, devices }: { readonly reader: Reader; readonly devices: number }) =>
	devices > 0 ? (
		<Act
			action="/settings/deliveries/test"
			fields={{ channel: "push", ...onceField() }}
			label={say("page.deliveries.test.push", { count: devices })}
			kind="quiet"
		/>
	) : null;

/** How much is left at a reminder, as it is offered. */
const LEADS = ["P3D", "P2D", "P1D", "PT12H", "PT6H", "PT3H", "PT1H"] as const;

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
