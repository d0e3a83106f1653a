/** A game of three seconds a turn with nobody looking: a reminder, a vacation, and the flag. Many more in clocks.full.test.ts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, demand } from "../../scripts/client.ts";
import { until } from "../../scripts/patience.ts";
import { awaitMail, signIn } from "../../scripts/people.ts";
import { DAY } from "../../src/match/duration.ts";
import { type Mortal, startMortal } from "./killing.ts";
import { awaitEnd, eventsOf, examineFall, mailsAbout, openTable, remindersAmong, shownIn } from "./timed.ts";

let mortal: Mortal;
beforeAll(async () => {
	mortal = await startMortal();
});
afterAll(() => mortal.bury());

test("a reminder, a vacation and the end of the time come by alarm, with nobody looking", async () => {
	const { folder } = mortal;
	const origin = mortal.origin();
	const anna = await signIn(origin, "anna@clock.example", "Anna", "link");
	const bruno = await signIn(origin, "bruno@clock.example", "Bruno", "code");
	const reminders = { reminders: ["PT2S"] };
	demand(await ask(origin, "PUT", "/v1/me/notifications", { as: anna.session, body: reminders }), 200);
	const timeControl = { perMove: "PT3S" };
	const table = await openTable(origin, anna, bruno, { timeControl, pauses: { vacation: true } });
	const first = await until("the game in D1", () => shownIn(folder, table)?.deadline);
	const other = await openTable(origin, anna, bruno, { timeControl });
	const isReminder = (id: string) => id.startsWith(`${table.id}.`) && id.endsWith(`.reminder.2000.${first}`);
	await awaitMail(origin, anna.email, "the reminder", ({ id }) => isReminder(id));
	demand(await ask(origin, "POST", "/v1/me/vacation", { as: anna.session, body: { days: 1 } }), 201);
	// It began later and knows no vacation: when its flag is down, the other one's would be too.
	await awaitEnd(folder, other);
	expect((await examineFall(folder, other)).faults).toEqual([]);
	expect(shownIn(folder, table)).toMatchObject({ status: "active", to_move: "white", deadline: first + DAY });
	demand(await ask(origin, "DELETE", "/v1/me/vacation", { as: anna.session }), 204);
	await awaitEnd(folder, table);
	const { before, faults, log } = await examineFall(folder, table);
	expect(faults).toEqual([]);
	expect(log.map(({ type }) => type)).toEqual(["created", "paused", "resumed", "ended"]);
	const [resumed] = eventsOf(log, "resumed");
	expect(before.turn).toMatchObject({ side: "white", deadline: resumed?.deadline });
	// The vacation was longer than the lead: what the first reminder said is no longer so, and who is back is told anew.
	const told = remindersAmong(await mailsAbout(table, "white"));
	expect(told.map(({ deadline, lead }) => [lead, deadline])).toEqual([
		[2000, first],
		[2000, resumed?.deadline],
	]);
	expect(told[1]?.sentAt).toBeGreaterThanOrEqual(resumed?.to ?? Number.POSITIVE_INFINITY);
});
