/** What a reader has chosen, as a table: what is told now, what waits and until when, what is not told at all. */
import { expect, test } from "vitest";
import type { DeliveryKind } from "../../src/db/deliveries.ts";
import type { ReaderSettings } from "../../src/db/notifications.ts";
import { decideFate, KINDS, nextDigest, pacesOf } from "../../src/post/settings.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** An instant of December 2026, as Berlin's clocks show it in winter. */
const berlin = (day: number, hour: number, minute = 0) => Date.UTC(2026, 11, day, hour - 1, minute);

const READER: ReaderSettings = {
	player: "player-ada",
	timeZone: "Europe/Berlin",
	quietHours: null,
	paces: {},
	digestHour: 8,
};
const NIGHT: Partial<ReaderSettings> = { quietHours: { from: "22:00", to: "07:00" } };
const gathered = (kind: string, channel = "email"): Partial<ReaderSettings> => ({
	paces: { [kind]: { [channel]: "digest" } },
});
const off = (kind: string, channel = "email"): Partial<ReaderSettings> => ({ paces: { [kind]: { [channel]: "off" } } });

type Row = readonly [
	what: string,
	kind: DeliveryKind,
	reader: Partial<ReaderSettings> | null,
	at: number,
	fate: string,
	more?: { readonly channel?: string; readonly made?: number; readonly until?: number },
];

/** "send", "drop", or "hold"/"wait" with the hours and minutes until then. */
const ROWS: readonly Row[] = [
	["nothing was chosen", "your-turn", {}, berlin(1, 23), "send"],
	["nobody has an account", "challenge", null, berlin(1, 23), "send"],
	["the kind is off", "chat", off("chat"), berlin(1, 12), "drop E_SWITCHED_OFF"],
	["another kind is off", "chat", off("your-turn"), berlin(1, 12), "send"],
	["the other channel is off", "chat", off("chat", "push"), berlin(1, 12), "send"],
	[
		"the kind is off on this channel",
		"chat",
		off("chat", "push"),
		berlin(1, 12),
		"drop E_SWITCHED_OFF",
		{ channel: "push" },
	],
	["a hook asks for it itself", "chat", off("chat", "webhook"), berlin(1, 12), "send", { channel: "webhook" }],
	["it is gathered, before the hour", "game-over", gathered("game-over"), berlin(1, 7, 59), "hold 0:01 E_FOR_DIGEST"],
	["it is gathered, at the hour", "game-over", gathered("game-over"), berlin(1, 8), "hold 24:00 E_FOR_DIGEST"],
	[
		"it is gathered, in the night",
		"game-over",
		{ ...NIGHT, ...gathered("game-over") },
		berlin(1, 23),
		"hold 9:00 E_FOR_DIGEST",
	],
	[
		"a device gathers until the hour",
		"chat",
		gathered("chat", "push"),
		berlin(1, 7),
		"wait 1:00 E_FOR_DIGEST",
		{ channel: "push" },
	],
	[
		"a device gets it at the hour",
		"chat",
		gathered("chat", "push"),
		berlin(1, 8),
		"send",
		{ channel: "push", made: berlin(1, 7) },
	],
	["the account's own mail does not wait", "account", { ...NIGHT, ...gathered("account") }, berlin(1, 23), "send"],
	["a sign-in does not wait", "sign-in", NIGHT, berlin(1, 23), "send"],
	["a digest does not wait", "digest", NIGHT, berlin(1, 23), "send"],
	["an answer to a mail does not wait", "reply", NIGHT, berlin(1, 23), "send"],
	["it is night", "chat", NIGHT, berlin(1, 23), "wait 8:00 E_QUIET_HOURS"],
	["it is night on a device, too", "chat", NIGHT, berlin(2, 6, 59), "wait 0:01 E_QUIET_HOURS", { channel: "push" }],
	["the night is over", "chat", NIGHT, berlin(2, 7), "send"],
	["the night has not begun", "chat", NIGHT, berlin(1, 21, 59), "send"],
	["a hook has no night", "chat", NIGHT, berlin(1, 23), "send", { channel: "webhook" }],
	[
		"a move is due two hours after the night",
		"your-turn",
		NIGHT,
		berlin(1, 23),
		"wait 8:00 E_QUIET_HOURS",
		{ until: berlin(2, 9) },
	],
	["a move is due sooner than that", "your-turn", NIGHT, berlin(1, 23), "send", { until: berlin(2, 8, 59) }],
	["a move is due in the night", "your-turn", NIGHT, berlin(1, 23), "send", { until: berlin(2, 5) }],
	["a move is due without a clock", "your-turn", NIGHT, berlin(1, 23), "wait 8:00 E_QUIET_HOURS"],
	["an invitation ends in the night", "challenge", NIGHT, berlin(1, 23), "send", { until: berlin(2, 3) }],
	["a reminder was made to come before the night", "reminder", NIGHT, berlin(1, 22), "send", { until: berlin(3, 3) }],
	[
		"it is a little late",
		"reminder",
		NIGHT,
		berlin(1, 22, 30),
		"send",
		{ made: berlin(1, 22, 1), until: berlin(3, 3) },
	],
	[
		"a reminder comes up in the night",
		"reminder",
		NIGHT,
		berlin(2, 1),
		"wait 6:00 E_QUIET_HOURS",
		{ until: berlin(3, 3) },
	],
	["a reminder in the night is about the morning", "reminder", NIGHT, berlin(2, 1), "send", { until: berlin(2, 8) }],
	[
		"quiet hours within a day",
		"chat",
		{ quietHours: { from: "12:00", to: "14:30" } },
		berlin(1, 13),
		"wait 1:30 E_QUIET_HOURS",
	],
	[
		"a zone that nobody knows",
		"chat",
		{ ...NIGHT, timeZone: "Mars/Olympus" },
		Date.UTC(2026, 11, 1, 23),
		"wait 8:00 E_QUIET_HOURS",
	],
];

test.each(ROWS.map(([what, ...row]) => [what, row] as const))("when %s", (_, [kind, reader, at, fate, more]) => {
	const { channel = "email", made = at, until = null } = more ?? {};
	const found = decideFate({ kind, channel, createdAt: made, until }, reader && { ...READER, ...reader }, at);
	const told =
		"until" in found
			? `${found.what} ${span(found.until - at)} ${found.why}`
			: "why" in found
				? `drop ${found.why}`
				: "send";
	expect(told).toBe(fate);
});

function span(ms: number): string {
	return `${Math.floor(ms / HOUR)}:${String(Math.floor((ms % HOUR) / MINUTE)).padStart(2, "0")}`;
}

test.each([
	// The clocks go forward at 2:00 on 28 March 2027 and back at 3:00 on 25 October 2026.
	["a day of 23 hours", 8, Date.UTC(2027, 2, 27, 7), 23],
	["a day of 25 hours", 8, Date.UTC(2026, 9, 24, 6), 25],
	["an hour that is skipped", 2, Date.UTC(2027, 2, 27, 1), 24],
	["an hour that comes twice, the first time", 2, Date.UTC(2026, 9, 24, 0), 24],
	["the day after an hour that came twice", 2, Date.UTC(2026, 9, 25, 0), 25],
	["the last hour of the day", 23, Date.UTC(2026, 11, 1, 22), 24],
])("the digest comes once on %s", (_, digestHour, after, hours) => {
	expect((nextDigest({ digestHour, timeZone: "Europe/Berlin" }, after) - after) / HOUR).toBe(hours);
});

test("the night before the clocks change is as long as the clocks say", () => {
	const at = Date.UTC(2027, 2, 27, 22);
	const found = decideFate({ kind: "chat", channel: "email", createdAt: at, until: null }, { ...READER, ...NIGHT }, at);
	expect(found).toMatchObject({ what: "wait", until: Date.UTC(2027, 2, 28, 5) });
});

test("what was not chosen is told at once, and a word that nobody knows counts as not chosen", () => {
	const paces = pacesOf({ chat: { email: "off" }, offer: { email: "weekly" }, nonsense: { email: "off" } });
	expect(Object.keys(paces)).toEqual([...KINDS]);
	expect(paces.chat).toEqual({ email: "off", push: "instant" });
	expect(paces.offer).toEqual({ email: "instant", push: "instant" });
});
