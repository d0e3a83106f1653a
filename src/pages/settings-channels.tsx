/** Devices that show notices, and the secret addresses of a calendar and a feed. */
import type { Device } from "../db/push.ts";
import { formatDate } from "../i18n/formats.ts";
import type { FeedKind } from "../post/elsewhere/feed-address.ts";
import { Act } from "./form.tsx";
import type { Reader } from "./reader.ts";
import { SettingsFrame, ShownOnce } from "./settings-frame.tsx";
import { TryDevices } from "./settings-notifications.tsx";
import { onceField } from "./settings-once.ts";

export const DEVICES_PATH = "/settings/devices";
export const FEEDS_PATH = "/settings/feeds";

export type DevicesScene = {
	readonly reader: Reader;
	/** The newest first. */
	readonly devices: readonly Device[];
	/** Whether this service has a key by which push services know it. */
	readonly possible: boolean;
};

export const DevicesPage = ({ reader, devices, possible }: DevicesScene) => {
	const { say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.devices.title")}
			path={DEVICES_PATH}
			lead={say("page.devices.lead")}
		>
			{possible ? <AddDevice reader={reader} /> : <p class="say">{say("page.devices.impossible")}</p>}
			<section class="card" id="devices">
				{devices.length === 0 ? (
					<p>{say("page.devices.none")}</p>
				) : (
					<ul class="rows">
						{devices.map((device) => (
							<DeviceRow reader={reader} device={device} />
						))}
					</ul>
				)}
			</section>
			<TryDevices reader={reader} devices={devices.length} />
		</SettingsFrame>
	);
};

/** Only a script can ask a browser for what makes it a device; it shows the button, and says beside it what went wrong. */
const AddDevice = ({ reader: { say } }: { readonly reader: Reader }) => (
	<section class="card" id="add">
		<p>{say("page.devices.how")}</p>
		<div class="row">
			<button
				type="button"
				hidden
				data-push
				data-denied={say("page.devices.denied")}
				data-failed={say("page.devices.failed")}
			>
				{say("page.devices.add")}
			</button>
			<span role="status" class="small muted" />
		</div>
	</section>
);

const DeviceRow = ({ reader, device }: { readonly reader: Reader; readonly device: Device }) => {
	const { say, locale, timeZone } = reader;
	const date = formatDate(locale, device.createdAt, timeZone);
	return (
		<li>
			<div>
				{say("page.devices.of", { service: new URL(device.endpoint).host })}
				<p class="small muted">{say("page.devices.since", { date })}</p>
			</div>
			<Act
				action={`${DEVICES_PATH}/removal`}
				fields={{ id: device.id }}
				label={say("page.devices.remove")}
				full={say("page.devices.remove.this", { date })}
				kind="danger"
			/>
		</li>
	);
};

export type FeedsScene = {
	readonly reader: Reader;
	/** There are addresses. */
	readonly some: boolean;
	/** Those just made, in full. */
	readonly made: Readonly<Record<FeedKind, string>> | null;
	readonly done: string | null;
};

export const FeedsPage = ({ reader, some, made, done }: FeedsScene) => {
	const { say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.feeds.title")}
			path={FEEDS_PATH}
			lead={say("page.feeds.lead")}
			done={done}
		>
			{made ? (
				<ShownOnce
					reader={reader}
					title={say("page.feeds.made")}
					texts={(["calendar", "atom"] as const).map((kind) => ({
						label: say(`page.feeds.${kind}`),
						text: made[kind],
						hint: say(`page.feeds.${kind}.hint`),
					}))}
				/>
			) : null}
			<section class="card" id="feeds">
				<p>{say("page.feeds.about")}</p>
				<p>{say(some ? "page.feeds.some" : "page.feeds.none")}</p>
				<Act
					action={FEEDS_PATH}
					fields={onceField()}
					label={say(some ? "page.feeds.renew" : "page.feeds.make")}
					kind="quiet"
				/>
				{some ? <p class="hint">{say("page.feeds.renew.hint")}</p> : null}
			</section>
		</SettingsFrame>
	);
};
