/** A player's deadlines as a calendar (RFC 5545): one event a game in which it is their move, gone with the move. */
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import type { GameRow } from "../../db/games.ts";
import { type Locale, speaker } from "../../i18n/catalogue.ts";
import { HOUR, MINUTE, SECOND } from "../../match/duration.ts";

/** How long before a deadline the reader's own program reminds them, ms. */
const ALARM = 6 * HOUR;
/** How often programs that ask us should look again, ms. */
const EVERY = 15 * MINUTE;

export type CalendarReader = {
	readonly player: string;
	readonly locale: Locale;
	readonly origin: string;
	/** Domain of the ids: the same event has the same id for ever. */
	readonly domain: string;
	readonly names: Readonly<Record<string, string>>;
};

/** Made from the games alone: as long as they stand as they do, it is the same to the byte. */
export function writeCalendar(games: readonly GameRow[], reader: CalendarReader): string {
	const { domain, locale, names, origin, player } = reader;
	const say = speaker(locale);
	const calendar = ical({
		name: say("calendar.name"),
		prodId: { company: "Hivepost", product: "Deadlines", language: locale.toUpperCase() },
		method: ICalCalendarMethod.PUBLISH,
		ttl: EVERY / SECOND,
	});
	for (const { black, deadline, id, ply, seq, updatedAt, white } of games) {
		if (deadline === null) continue;
		const opponent = names[white === player ? black : white] ?? say("mail.somebody");
		calendar.createEvent({
			id: `${id}@${domain}`,
			sequence: seq,
			stamp: new Date(updatedAt),
			lastModified: new Date(updatedAt),
			start: new Date(deadline),
			summary: say("calendar.event", { opponent }),
			description: say("calendar.about", { opponent, ply }),
			url: `${origin}/games/${id}`,
			// Nobody is busy at that time.
			transparency: ICalEventTransparency.TRANSPARENT,
			alarms: [
				{
					type: ICalAlarmType.display,
					triggerBefore: ALARM / SECOND,
					description: say("calendar.alarm", { opponent }),
				},
			],
		});
	}
	return calendar.toString();
}
