/** Accounts and their pauses over HTTP: rest windows, vacations and their balance, reminders and quiet hours, the profile. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { sweepFanOut } from "../../src/game/fan-out.ts";
import { rowsOf, until } from "../game/fixtures.ts";
import { ask, newGame, type Person, signUp, TERMS, tokenOf } from "./client.ts";

const DAY = 86_400_000;
const NIGHTS = [{ days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "22:00", to: "07:00" }];

const me = (as: Person, now?: number) => ask("GET", "/v1/me", { as, ...(now === undefined ? {} : { now }) });
const change = (as: Person, body: unknown) => ask("PATCH", "/v1/me", { as, body });
const leave = (as: Person, days: unknown, now?: number) =>
	ask("POST", "/v1/me/vacation", { as, body: { days }, ...(now === undefined ? {} : { now }) });
const comeBack = (as: Person, now?: number) =>
	ask("DELETE", "/v1/me/vacation", { as, ...(now === undefined ? {} : { now }) });

let somebody: Person;
beforeAll(async () => {
	somebody = await signUp();
});

describe("rest windows", () => {
	test("are none at first, then those that were set, as a whole", async () => {
		const person = await signUp();
		expect((await me(person)).body.restWindows).toEqual([]);
		expect((await change(person, { restWindows: NIGHTS })).body.restWindows).toEqual(NIGHTS);
		expect((await change(person, { locale: "de" })).body.restWindows).toEqual(NIGHTS);
		expect((await change(person, { restWindows: [] })).body.restWindows).toEqual([]);
	});

	const wrong: readonly (readonly [name: string, windows: unknown, pointer: string])[] = [
		["no list", {}, "/restWindows"],
		["no day", [{ days: [], from: "22:00", to: "07:00" }], "/restWindows/0/days"],
		["a day there is not", [{ days: ["day"], from: "22:00", to: "07:00" }], "/restWindows/0/days/0"],
		["a day twice", [{ days: ["mon", "mon"], from: "22:00", to: "07:00" }], "/restWindows/0/days"],
		["no time of day", [...NIGHTS, { days: ["mon"], from: "25:00", to: "07:00" }], "/restWindows/1/from"],
		["no end", [{ days: ["mon"], from: "22:00" }], "/restWindows/0/to"],
		["no length", [{ days: ["mon"], from: "22:00", to: "22:00" }], "/restWindows/0/to"],
		["something else", [{ ...NIGHTS[0], zone: "UTC" }], "/restWindows/0/zone"],
		["hardly an hour open", [{ days: NIGHTS[0]?.days, from: "07:00", to: "05:00" }], "/restWindows"],
	];
	test.each(wrong)("are refused: %s", async (_, restWindows, pointer) => {
		const answer = await change(somebody, { restWindows });
		expect([answer.status, answer.body.code]).toEqual([422, "ERR_INVALID"]);
		expect(answer.body.errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer);
	});

	test("a sample deadline counts those of whoever reads, where the terms agree to rest", async () => {
		const [one, other] = [await signUp(), await signUp()];
		await change(other, { restWindows: [{ ...NIGHTS[0], from: "00:00", to: "12:00" }], timeZone: "Asia/Tokyo" });
		const sample = async (rest: boolean, as: Person) => {
			const body = { ...TERMS, to: { player: other.name }, pauses: { rest } };
			const made = await ask("POST", "/v1/challenges", { as: one, body });
			expect(made.body.pauses).toEqual({ vacation: false, rest });
			const now = Date.UTC(2027, 0, 4);
			const seen = await ask("GET", `/v1/challenges/${made.body.id}`, { as, now });
			const row = seen.body.words.find((word: { about: string }) => word.about === "For example");
			return [Date.parse(seen.body.sampleDeadline) - now, row.text] as const;
		};
		expect(await sample(false, other)).toEqual([
			3 * DAY,
			expect.stringContaining("7 January 2027, 09:00 (Asia/Tokyo)"),
		]);
		// Seen at nine in the morning: the afternoons of six days, as the mornings are rest.
		const midnight = expect.stringContaining("10 January 2027, 00:00 (Asia/Tokyo)");
		expect(await sample(true, other)).toEqual([6 * DAY - 9 * 3_600_000, midnight]);
		expect((await sample(true, one))[0]).toBe(3 * DAY);
	});
});

describe("a vacation", () => {
	test("has its end known, is charged at once, and gives back what is not used, but a day", async () => {
		const person = await signUp();
		const start = Date.parse((await me(person)).body.createdAt);
		expect((await me(person, start)).body.vacation).toEqual({ balance: "P7D", current: null });
		const gone = await leave(person, 2.5, start);
		expect([gone.status, gone.headers.get("Location")]).toEqual([201, "/v1/me"]);
		expect(gone.body).toEqual({
			id: expect.any(String),
			from: new Date(start).toISOString(),
			to: new Date(start + 2.5 * DAY).toISOString(),
			balance: "P4DT12H",
			games: { paused: [], unaffected: [] },
		});
		const { balance, games, ...current } = gone.body;
		expect((await me(person, start)).body.vacation).toEqual({ balance, current });
		const again = await leave(person, 1, start + DAY);
		expect([again.status, again.body.code]).toEqual([409, "ERR_ON_VACATION"]);
		expect((await comeBack(person, start + 60_000)).status).toBe(204);
		// Twelve days earn one; a minute away cost a whole one.
		expect((await me(person, start + 12 * DAY)).body.vacation).toEqual({ balance: "P7D", current: null });
		const none = await comeBack(person, start + 60_001);
		expect([none.status, none.body.code]).toEqual([409, "ERR_NOT_ON_VACATION"]);
	});

	test("ends by itself at the end that was known", async () => {
		const person = await signUp();
		const start = Date.parse((await me(person)).body.createdAt);
		await leave(person, 1, start);
		expect((await me(person, start + DAY - 1)).body.vacation.current).not.toBeNull();
		expect((await me(person, start + DAY)).body.vacation.current).toBeNull();
		expect((await comeBack(person, start + DAY)).status).toBe(409);
		expect((await leave(person, 1, start + DAY)).status).toBe(201);
	});

	test("longer than the balance is refused, and the balance told", async () => {
		const person = await signUp();
		const start = Date.parse((await me(person)).body.createdAt);
		const refused = await leave(person, 7.25, start);
		expect([refused.status, refused.body.code, refused.body.balance]).toEqual([409, "ERR_NO_VACATION", "P7D"]);
		expect(refused.body.detail).toContain("P7D");
		expect((await leave(person, 7, start)).status).toBe(201);
	});

	test.each([[0], [0.5], [-1], [1.1], [1e308], ["2"], [null], [undefined]])(
		"is no number of days: %j",
		async (days) => {
			const answer = await leave(somebody, days);
			expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, "/days"]);
		},
	);

	test("twelve starts at once make one", async () => {
		const person = await signUp();
		const answers = await Promise.all(Array.from({ length: 12 }, () => leave(person, 2)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(409)]);
		expect((await me(person)).body.vacation.balance).toMatch(/^P5D/);
	});

	test("needs the scope, and an account", async () => {
		const person = await signUp();
		const body = { days: 1 };
		expect((await ask("POST", "/v1/me/vacation", { body })).status).toBe(401);
		const reader = await tokenOf(person, "account:read");
		expect((await ask("POST", "/v1/me/vacation", { as: reader, body })).status).toBe(403);
		expect((await ask("DELETE", "/v1/me/vacation", { as: reader })).status).toBe(403);
		expect((await ask("POST", "/v1/me/vacation", { as: await tokenOf(person, "account:write"), body })).status).toBe(
			201,
		);
	});

	test("pauses the games that agreed to it and says so in their log; the others are named", async () => {
		const agreed = await newGame({ pauses: { vacation: true } });
		const { black, white } = agreed;
		const made = await ask("POST", "/v1/challenges", { as: white, body: { ...TERMS, to: { player: black.name } } });
		const other = await ask("POST", `/v1/challenges/${made.body.id}/acceptance`, { as: black });
		const before = await ask("GET", `/v1/games/${agreed.id}`);
		const gone = await leave(white, 2);
		expect(gone.body.games).toEqual({ paused: [agreed.id], unaffected: [other.body.id] });
		const during = await ask("GET", `/v1/games/${agreed.id}`);
		expect(Date.parse(during.body.deadline) - Date.parse(before.body.deadline)).toBe(2 * DAY);
		expect((await ask("GET", `/v1/games/${other.body.id}`)).body.seq).toBe(other.body.seq);
		await comeBack(white);
		const after = await ask("GET", `/v1/games/${agreed.id}`);
		expect(Date.parse(after.body.deadline) - Date.parse(before.body.deadline)).toBeLessThan(60_000);
		const log = await ask("GET", `/v1/games/${agreed.id}/events`);
		expect(log.body.items.map((one: { type: string }) => one.type)).toEqual(["created", "paused", "resumed"]);
		// Everybody has heard: the sweep finds nothing to tell.
		await sweepFanOut(env, Date.now());
		expect((await ask("GET", `/v1/games/${agreed.id}`)).body.seq).toBe(3);
	});

	test("that runs when a game begins stops its clock from the beginning", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const gone = await leave(one, 3);
		const body = { ...TERMS, to: { player: other.name }, seat: "white", pauses: { vacation: true } };
		const made = await ask("POST", "/v1/challenges", { as: one, body });
		const game = await ask("POST", `/v1/challenges/${made.body.id}/acceptance`, { as: other });
		expect(Date.parse(game.body.deadline)).toBe(Date.parse(gone.body.to) + 3 * DAY);
	});
});

test("rest windows of today count in a running game from the next turn on", async () => {
	const { black, id, white } = await newGame({ pauses: { rest: true } });
	const before = await ask("GET", `/v1/games/${id}`);
	await change(white, { restWindows: NIGHTS });
	await change(black, { restWindows: NIGHTS, timeZone: "Europe/Berlin" });
	expect((await ask("GET", `/v1/games/${id}`)).body.deadline).toBe(before.body.deadline);
	const moved = await ask("POST", `/v1/games/${id}/moves`, { as: white, body: { move: "wS1" } });
	expect(Date.parse(moved.body.deadline) - Date.parse(moved.body.updatedAt)).toBeGreaterThan(4 * DAY);
	const left = await env.DB.prepare("SELECT id FROM players WHERE rest_fanned <> rest_version AND id IN (?1, ?2)")
		.bind(white.id, black.id)
		.all();
	expect(left.results).toEqual([]);
});

describe("the profile", () => {
	test("tells of games lost on time, and of a vacation while it runs", async () => {
		const { black, id, white } = await newGame();
		const of = async (person: Person) => (await ask("GET", `/v1/players/${person.name}`)).body;
		expect(await of(white)).toMatchObject({ timeouts: { games: 0, rate: null }, onVacationUntil: null });
		await ask("POST", `/v1/games/${id}/resignation`, { as: white });
		expect((await of(white)).timeouts).toEqual({ games: 0, rate: 0 });
		await env.DB.prepare("UPDATE games SET reason = 'timeout' WHERE id = ?1").bind(id).run();
		expect((await of(white)).timeouts).toEqual({ games: 1, rate: 1 });
		expect((await of(black)).timeouts).toEqual({ games: 0, rate: 0 });
		const gone = await leave(white, 1);
		expect((await of(white)).onVacationUntil).toBe(gone.body.to);
		await comeBack(white);
		expect((await of(white)).onVacationUntil).toBeNull();
	});
});

describe("notifications", () => {
	const put = (as: Person, body: unknown, more = {}) => ask("PUT", "/v1/me/notifications", { as, body, ...more });

	test("have a default, and what is given replaces it", async () => {
		const person = await signUp();
		const quietHours = { from: "22:00", to: "07:00" };
		expect((await ask("GET", "/v1/me/notifications", { as: person })).body).toMatchObject({
			reminders: ["P1D", "PT6H"],
			quietHours: null,
		});
		expect((await put(person, { reminders: ["PT1S", "P14D"] })).body.reminders).toEqual(["PT1S", "P14D"]);
		expect((await put(person, { quietHours })).body).toMatchObject({ reminders: ["PT1S", "P14D"], quietHours });
		expect((await put(person, { reminders: [], quietHours: null })).body).toMatchObject({
			reminders: [],
			quietHours: null,
		});
		expect((await put(person, {})).body).toMatchObject({ reminders: [], quietHours: null });
	});

	test("set while a turn runs count for it, if the player is to move", async () => {
		const { id, white } = await newGame({ timeControl: { perMove: "P5D" } });
		const game = env.GAME.getByName(id);
		const { deadline } = (await ask("GET", `/v1/games/${id}`)).body;
		await put(white, { reminders: ["P3D"] });
		await until(async () => {
			const timers = await rowsOf<{ due: number }>(game, "SELECT due FROM timers WHERE kind = 'remind'");
			return timers[0]?.due === Date.parse(deadline) - 3 * DAY;
		});
	});

	const wrong: readonly (readonly [name: string, body: unknown, pointer: string])[] = [
		["months", { reminders: ["P1M"] }, "/reminders/0"],
		["no text", { reminders: [60] }, "/reminders/0"],
		["too long", { reminders: ["PT6H", "P15D"] }, "/reminders/1"],
		["the same twice", { reminders: ["P1D", "PT24H"] }, "/reminders/1"],
		["seven", { reminders: ["PT1H", "PT2H", "PT3H", "PT4H", "PT5H", "PT6H", "PT7H"] }, "/reminders"],
		["no time of day", { quietHours: { from: "24:00", to: "07:00" } }, "/quietHours/from"],
		["no length", { quietHours: { from: "07:00", to: "07:00" } }, "/quietHours/to"],
		["half of it", { quietHours: { from: "07:00" } }, "/quietHours/to"],
		["something else", { snooze: 7 }, "/snooze"],
	];
	test.each(wrong)("are refused: %s", async (_, body, pointer) => {
		const answer = await put(somebody, body);
		expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
	});

	test("where games take hours, a reminder takes a minute at least", async () => {
		const deployed = { env: { MIN_TIME: "PT1H" } };
		expect((await put(somebody, { reminders: ["PT59S"] }, deployed)).status).toBe(422);
		expect((await put(somebody, { reminders: ["PT1M"] }, deployed)).status).toBe(200);
	});
});
