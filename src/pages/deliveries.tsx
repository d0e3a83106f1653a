/** What was told to a player, where it went and what became of it. */
import type { Told } from "../db/deliveries.ts";
import { kindWords, whyWords } from "./delivery-words.ts";
import { type Reader, shortInstant, span } from "./reader.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { TryOut } from "./settings-notifications.tsx";

export type DeliveriesScene = {
	readonly reader: Reader;
	/** Whether mail does not reach the address at the moment. */
	readonly marked: boolean;
	/** The newest first. */
	readonly told: readonly Told[];
	/** Hosts of the webhooks there are, by id. */
	readonly hooks: Readonly<Record<string, string>>;
	/** How many devices are told. */
	readonly devices: number;
	/** A test has just been sent. */
	readonly tested: boolean;
	/** Where older ones are; null on the last page. */
	readonly older: string | null;
	/** This is not the first page. */
	readonly later: boolean;
	/** For how long it is kept what was said, and that it was, ms. */
	readonly kept: { readonly content: number; readonly rows: number };
};

export const DeliveriesPage = (scene: DeliveriesScene) => {
	const { reader, marked, told, devices, tested, older, later, kept } = scene;
	const { say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.deliveries.heading")}
			path="/settings/deliveries"
			lead={say("page.deliveries.about")}
			done={tested ? say("page.deliveries.test.sent") : null}
		>
			{marked ? (
				<p class="say bad" role="alert">
					{say("page.deliveries.problem")} <a href="/settings/notifications">{say("page.notify.title")}</a>
				</p>
			) : null}
			{later ? null : <TryOut reader={reader} devices={devices} />}
			<section class="card" id="told">
				{told.length === 0 ? (
					<p class="muted">{say("page.deliveries.none")}</p>
				) : (
					<>
						<p class="muted small">{say("page.deliveries.zone", { zone: reader.timeZone })}</p>
						<ul class="rows">
							{told.map((one) => (
								<ToldRow {...scene} one={one} />
							))}
						</ul>
					</>
				)}
				{older || later ? (
					<div class="row">
						{older ? (
							<a class="button quiet" href={older}>
								{say("page.deliveries.older")}
							</a>
						) : null}
						{later ? <a href="/settings/deliveries">{say("page.deliveries.newest")}</a> : null}
					</div>
				) : null}
				<p class="hint">
					{say("page.deliveries.kept", { content: span(reader, kept.content), rows: span(reader, kept.rows) })}
				</p>
			</section>
		</SettingsFrame>
	);
};

const ToldRow = ({ reader, hooks, one }: DeliveriesScene & { readonly one: Told }) => {
	const { say } = reader;
	const { createdAt, error, game, kind, sentAt, state } = one;
	return (
		<li>
			<div>
				{game === null ? kindWords(reader, kind) : <a href={`/games/${game}`}>{kindWords(reader, kind)}</a>}
				<p class="small muted">
					{shortInstant(reader, createdAt)}; {whereWords(reader, one, hooks)}
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

function whereWords({ say }: Reader, { channel, target }: Told, hooks: DeliveriesScene["hooks"]): string {
	switch (channel) {
		case "push":
			return say("page.deliveries.device");
		case "webhook":
			return hooks[target ?? ""] ?? say("page.deliveries.hook");
		default:
			return target ?? say("page.notify.email");
	}
}
