/** When a player wants to be reminded and when not, as a game object fetches it. */
import { type Player, playerById } from "../db/players.ts";
import { parseDuration } from "../match/duration.ts";
import { DEFAULT_LEADS, type ReminderSettings } from "../match/reminders.ts";

/** Null when there is no such player (any more). */
export async function reminderSettings(db: D1Database, player: string): Promise<ReminderSettings | null> {
	const account = await playerById(db, player);
	return account && remindersOf(account);
}

export function remindersOf({ quietHours, reminders, timeZone }: Player): ReminderSettings {
	const leads = reminders?.map((text) => parseDuration(text)).filter((lead) => lead !== null) ?? DEFAULT_LEADS;
	return { leads, quiet: quietHours, timeZone };
}
