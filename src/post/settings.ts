/**
 * What a reader has chosen about being told, and what it means for one delivery at the moment it is claimed: now, later,
 * with the digest, or not at all. Pure: what was chosen and the instant are arguments.
 */

import type { DeliveryKind } from "../db/deliveries.ts";
import type { ReaderSettings, StoredPaces } from "../db/notifications.ts";
import { isTimeZone } from "../i18n/formats.ts";
import { DAY, HOUR, MINUTE } from "../match/duration.ts";
import type { Interval } from "../match/intervals.ts";
import { occurrences, WEEKDAYS } from "../match/rest.ts";

/** The kinds that a reader chooses by. */
export const KINDS = [
	"your-turn",
	"reminder",
	"game-started",
	"game-over",
	"challenge",
	"offer",
	"chat",
	"vacation",
	"account",
] as const;
export type Kind = (typeof KINDS)[number];

/** The channels that are chosen by kind; a webhook has its own list of kinds. */
export const PERSONAL_CHANNELS = ["email", "push"] as const;
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number];

export const PACES = ["instant", "digest", "off"] as const;
export type Pace = (typeof PACES)[number];

export type Paces = Readonly<Record<Kind, Readonly<Record<PersonalChannel, Pace>>>>;

/** A notice that waits for the end of the quiet hours must leave at least so much time after it, ms. */
const LEAST_LEFT = 2 * HOUR;
/** What can no longer be sent today waits for the digest if that comes so long before it would be too late, ms. */
export const BEFORE_TOO_LATE = HOUR;
/** A reminder that would fall into the quiet hours is made when they begin; so long after that it is that one, ms. */
const JUST_BEGUN = 15 * MINUTE;

/** What becomes of a delivery. `why`: a code for its row. */
export type Fate =
	| { readonly what: "send" }
	| { readonly what: "drop"; readonly why: string }
	/** Until the digest of that instant. */
	| { readonly what: "hold"; readonly until: number; readonly why: string }
	/** Until it is looked at again. */
	| { readonly what: "wait"; readonly until: number; readonly why: string };

/** As much of a delivery as decides. */
export type Matter = {
	readonly kind: DeliveryKind;
	readonly channel: string;
	/** ms */
	readonly createdAt: number;
	/** When the reader must have acted, or the notice is no use any more, ms; null when there is no such instant. */
	readonly until: number | null;
};

/** The setting that a delivery goes by; null for what nobody can switch off or put off: it was asked for. */
export function settingOf(kind: DeliveryKind): Kind | null {
	return (KINDS as readonly string[]).includes(kind) ? (kind as Kind) : null;
}

/** What was chosen, with the service's own choice for the rest: everything at once. */
export function pacesOf(stored: StoredPaces): Paces {
	const entries = KINDS.map((kind) => {
		const channels = PERSONAL_CHANNELS.map((channel) => [channel, paceOf(stored, kind, channel)]);
		return [kind, Object.fromEntries(channels)];
	});
	return Object.fromEntries(entries) as Paces;
}

function paceOf(stored: StoredPaces, kind: Kind, channel: PersonalChannel): Pace {
	const chosen = stored[kind]?.[channel];
	return PACES.find((pace) => pace === chosen) ?? "instant";
}

/** @param reader null for somebody without an account, who has chosen nothing */
export function decideFate(matter: Matter, reader: ReaderSettings | null, now: number): Fate {
	const kind = settingOf(matter.kind);
	const channel = PERSONAL_CHANNELS.find((one) => one === matter.channel);
	if (!reader || kind === null || channel === undefined) return { what: "send" };
	const pace = paceOf(reader.paces, kind, channel);
	if (pace === "off") return { what: "drop", why: "E_SWITCHED_OFF" };
	// What is about the account itself waits for nothing.
	if (kind === "account") return { what: "send" };
	if (pace === "digest" && channel === "email") {
		return { what: "hold", until: nextDigest(reader, now), why: "E_FOR_DIGEST" };
	}
	// On a device there is no letter to gather things in: what is left of them by then comes at that hour.
	const gathered = pace === "digest" ? nextDigest(reader, matter.createdAt) : now;
	if (gathered > now) return { what: "wait", until: gathered, why: "E_FOR_DIGEST" };
	const quiet = quietUntil(matter, reader, now);
	return quiet === null ? { what: "send" } : { what: "wait", until: quiet, why: "E_QUIET_HOURS" };
}

/** The next instant after `after` at which the reader's digest comes, right across changes of their clocks. */
export function nextDigest({ digestHour, timeZone }: Pick<ReaderSettings, "digestHour" | "timeZone">, after: number) {
	const window = { days: WEEKDAYS, from: clock(digestHour), to: clock(digestHour + 1) };
	const found = occurrences({ timeZone: zoneOf(timeZone), windows: [window] }, after, after + 3 * DAY);
	return Math.min(...found.map(({ from }) => from).filter((from) => from > after));
}

/** Until when the quiet hours hold it back; null when they do not. */
function quietUntil({ createdAt, kind, until }: Matter, reader: ReaderSettings, now: number): number | null {
	const night = nightAt(reader, now);
	if (!night) return null;
	// It was made to come before the night and not in it.
	if (kind === "reminder" && createdAt >= night.from && createdAt < night.from + JUST_BEGUN) return null;
	return until !== null && until - night.to < LEAST_LEFT ? null : night.to;
}

/** The quiet hours that an instant lies in. */
function nightAt({ quietHours, timeZone }: ReaderSettings, at: number): Interval | null {
	if (!quietHours || quietHours.from === quietHours.to) return null;
	const window = { days: WEEKDAYS, ...quietHours };
	const nights = occurrences({ timeZone: zoneOf(timeZone), windows: [window] }, at, at + 1);
	return nights.findLast(({ from, to }) => from <= at && at < to) ?? null;
}

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

const zoneOf = (timeZone: string): string => (isTimeZone(timeZone) ? timeZone : "UTC");
