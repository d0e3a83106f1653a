/** Turns of a few seconds on a running server: reminders, pauses and flags, all by alarm and with nobody looking. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, demand } from "../../scripts/client.ts";
import { until } from "../../scripts/patience.ts";
import { awaitMail, type Person, signIn } from "../../scripts/people.ts";
import { noticeMailId, type Table } from "../../scripts/playing.ts";
import { DAY, MINUTE, SECOND } from "../../src/match/duration.ts";
import { WEEKDAYS } from "../../src/match/rest.ts";
import { type Mortal, startMortal } from "./killing.ts";
import {
	awaitEnd,
	deliveriesIn,
	eventsOf,
	examineFall,
	kindsIn,
	logIn,
	mailsAbout,
	openTable,
	remindersAmong,
	shownIn,
} from "./timed.ts";

let mortal: Mortal;
let origin: string;
let folder: string;

beforeAll(async () => {
	mortal = await startMortal();
	origin = mortal.origin();
	folder = mortal.folder;
});
afterAll(() => mortal.bury());

function meet(...names: readonly string[]): Promise<readonly Person[]> {
	return Promise.all(names.map((name) => signIn(origin, `${name.toLowerCase()}@clock.example`, name, "link")));
}

const perMove = (seconds: number) => ({ timeControl: { perMove: `PT${seconds}S` } });

/** Waits until the flag has fallen, and holds everything that tells of the game against everything else. */
async function seeFall(table: Table, patience?: number) {
	await awaitEnd(folder, table, patience);
	const fallen = await examineFall(folder, table);
	expect(fallen.faults).toEqual([]);
	console.log(`${fallen.log.map(({ type }) => type).join(", ")}: fallen ${fallen.late} ms after the deadline`);
	return fallen;
}

const deadlineIn = (table: Table) => shownIn(folder, table)?.deadline ?? 0;

test.concurrent("reminders come before the deadline, each once, and none after the move", async () => {
	const [anna, bruno] = (await meet("Anna", "Bruno")) as [Person, Person];
	const body = { reminders: ["PT8S", "PT2S", "PT1S"] };
	demand(await ask(origin, "PUT", "/v1/me/notifications", { as: anna.session, body }), 200);
	const [twelve, four, two, one] = [
		await openTable(origin, anna, bruno, perMove(12)),
		await openTable(origin, anna, bruno, perMove(4)),
		await openTable(origin, anna, bruno, perMove(2)),
		await openTable(origin, anna, bruno, perMove(1)),
	];
	const reminder = (id: string) => id.startsWith(`${twelve.id}.`) && id.includes(".reminder.");
	await awaitMail(origin, anna.email, "the reminder", ({ id }) => reminder(id));
	const move = { move: "wS1", ply: 0 };
	demand(await ask(origin, "POST", `/v1/games/${twelve.id}/moves`, { as: anna.session, body: move }), 201);
	const leads: [Table, readonly number[]][] = [
		[one, []],
		[two, [1000]],
		[four, [2000, 1000]],
		// It is Bruno who loses this one, and nobody has asked to remind him.
		[twelve, [8000]],
	];
	for (const [table, expected] of leads) {
		const { before, log } = await seeFall(table);
		expect(log.map(({ type }) => type)).toEqual(
			table === twelve ? ["created", "moved", "ended"] : ["created", "ended"],
		);
		expect(before.turn?.side).toBe(table === twelve ? "black" : "white");
		const written = deliveriesIn(folder, table).filter(({ kind }) => kind === "reminder");
		expect(written.map(({ lead }) => lead)).toEqual(expected);
		// On a machine that is busy the post may need all of a second that is left; then it keeps a reminder to itself.
		for (const { error, state } of written) expect(["sent null", "dropped E_TOO_LATE"]).toContain(`${state} ${error}`);
		const sent = remindersAmong(await mailsAbout(table, "white"));
		const posted = written.filter(({ state }) => state === "sent");
		expect(sent.map(({ lead }) => lead)).toEqual(posted.map(({ lead }) => lead));
		for (const { deadline, lead, sentAt } of sent) {
			console.log(`reminder of ${lead} ms: sent with ${deadline - sentAt} ms left`);
			expect(deadline - sentAt).toBeLessThanOrEqual(lead);
			expect(deadline - sentAt).toBeGreaterThan(0);
		}
		expect(remindersAmong(await mailsAbout(table, "black"))).toEqual([]);
	}
});

test.concurrent("a vacation stops its owner's clock and no other; ended, the flag falls at the deadline moved by it", async () => {
	const [carla, dario] = (await meet("Carla", "Dario")) as [Person, Person];
	const withVacation = { ...perMove(6), pauses: { vacation: true } };
	const paused = await openTable(origin, carla, dario, withVacation);
	const waiting = await openTable(origin, dario, carla, withVacation);
	const unaffected = await openTable(origin, carla, dario, perMove(6));
	const first = await until("the game in D1", () => shownIn(folder, paused)?.deadline);
	type Started = { readonly from: string; readonly to: string; readonly games: Record<string, readonly string[]> };
	const start = await ask<Started>(origin, "POST", "/v1/me/vacation", { as: carla.session, body: { days: 1 } });
	const { from, games } = demand(start, 201).body;
	expect(games.paused?.toSorted()).toEqual([paused.id, waiting.id].toSorted());
	expect(games.unaffected).toEqual([unaffected.id]);
	// Both began after the one that stands still: when their flags are down, its own would be too.
	expect((await seeFall(unaffected)).before.turn?.side).toBe("white");
	const other = await seeFall(waiting);
	expect(other.log.map(({ type }) => type)).toEqual(["created", "paused", "ended"]);
	expect(other.before.turn?.side).toBe("white");
	expect(Date.now()).toBeGreaterThan(first + SECOND);
	expect(shownIn(folder, paused)).toMatchObject({ status: "active", to_move: "white", deadline: first + DAY });
	const told = noticeMailId(paused.id, 2, dario.id);
	await awaitMail(origin, dario.email, "the mail about the vacation", ({ id }) => id === told);

	demand(await ask(origin, "DELETE", "/v1/me/vacation", { as: carla.session }), 204);
	const { before, clock, log } = await seeFall(paused);
	expect(log.map(({ type }) => type)).toEqual(["created", "paused", "resumed", "ended"]);
	const [resumed] = eventsOf(log, "resumed");
	const [ended] = eventsOf(log, "ended");
	expect(resumed?.deadline).toBe(first + (resumed?.to ?? 0) - Date.parse(from));
	expect(before.turn).toMatchObject({ side: "white", deadline: resumed?.deadline });
	// What was charged is the six seconds, and neither the vacation nor how late the alarm was.
	expect(ended?.used).toBe(6 * SECOND);
	expect(clock.entries.map(({ kind, side }) => `${kind} ${side}`)).toEqual([
		"began white",
		"paused white",
		"resumed white",
		"stopped white",
	]);
	console.log(clock.entries.map(({ words }) => words).join("\n"));
});

test.concurrent("rest stops its owner's clock and no other; over, the flag falls when the turn's time is up", async () => {
	const [emil, frida] = (await meet("Emil", "Frida")) as [Person, Person];
	const timeZone = "Asia/Kathmandu";
	const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
	// A window ends with a minute: one that leaves time to see others fall meanwhile.
	const end = Math.ceil((Date.now() + 10 * SECOND) / MINUTE) * MINUTE;
	const window = { days: WEEKDAYS, from: clock.format(end - 120 * MINUTE), to: clock.format(end) };
	const settings = { timeZone, restWindows: [window] };
	demand(await ask(origin, "PATCH", "/v1/me", { as: emil.session, body: settings }), 200);
	const resting = await openTable(origin, emil, frida, { ...perMove(2), pauses: { rest: true } });
	const other = await openTable(origin, frida, emil, { ...perMove(2), pauses: { rest: true } });
	const without = await openTable(origin, emil, frida, perMove(2));
	expect((await seeFall(without)).before.turn?.side).toBe("white");
	expect((await seeFall(other)).before.turn?.side).toBe("white");
	expect(shownIn(folder, resting)).toMatchObject({ status: "active", deadline: end + 2 * SECOND });
	const fallen = await seeFall(resting, MINUTE + 30 * SECOND);
	expect(fallen.log.map(({ type }) => type)).toEqual(["created", "ended"]);
	const [ended] = eventsOf(fallen.log, "ended");
	expect(ended?.used).toBe(2 * SECOND);
	expect(fallen.before.turn).toMatchObject({ side: "white", deadline: end + 2 * SECOND });
	console.log(fallen.clock.entries.map(({ words }) => words).join("\n"));
});

/** So many games whose deadlines lie close together. */
const CROWD = 24;

test("a vacation that begins in the midst of many deadlines saves the games whose time was not up, and no other", async () => {
	const [gerda, hanno] = (await meet("Gerda", "Hanno")) as [Person, Person];
	const tables: Table[] = [];
	for (let count = 0; count < CROWD; count += 1) {
		tables.push(await openTable(origin, gerda, hanno, { ...perMove(8), pauses: { vacation: true } }));
	}
	const all = () => (tables.every((table) => shownIn(folder, table)) ? true : null);
	await until("all games in D1", all);
	// Those lost before it are over; the alarm of some comes while it is told; the rest has time left.
	const deadlines = new Map(tables.map((table) => [table, logIn(folder, table)[0]]));
	const middle = deadlineOf(deadlines.get(tables[CROWD / 2] as Table));
	await until("the middle of the deadlines", () => Date.now() > middle || null);
	type Started = { readonly from: string };
	const start = await ask<Started>(origin, "POST", "/v1/me/vacation", { as: gerda.session, body: { days: 1 } });
	const from = Date.parse(demand(start, 201).body.from);
	const lost = tables.filter((table) => deadlineOf(deadlines.get(table)) <= from);
	const saved = tables.filter((table) => !lost.includes(table));
	console.log(`${lost.length} lost before the vacation, ${saved.length} after it`);
	for (const table of lost) expect((await seeFall(table)).before.turn?.side).toBe("white");
	for (const table of saved) {
		await until("the pause in D1", () => (kindsIn(folder, table).includes("paused") ? true : null));
		expect(kindsIn(folder, table)).toEqual(["created", "paused"]);
		expect(deadlineIn(table)).toBe(deadlineOf(deadlines.get(table)) + DAY);
	}
	demand(await ask(origin, "DELETE", "/v1/me/vacation", { as: gerda.session }), 204);
	for (const table of saved) {
		const { before, log } = await seeFall(table);
		expect(log.map(({ type }) => type)).toEqual(["created", "paused", "resumed", "ended"]);
		const [resumed] = eventsOf(log, "resumed");
		expect(before.turn?.deadline).toBe(deadlineOf(deadlines.get(table)) + (resumed?.to ?? 0) - from);
	}
});

function deadlineOf(event: ReturnType<typeof logIn>[number] | undefined): number {
	if (event?.type !== "created" || event.deadline === null) throw new Error("a game begins with a deadline");
	return event.deadline;
}
