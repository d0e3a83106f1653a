/** Telling the games of somebody who leaves: many of them, some out of reach, one that is not made yet. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { beginDeparture, departureOf, eraseAccount } from "../../src/db/departures.ts";
import { insertPlayer } from "../../src/db/players.ts";
import type { Env } from "../../src/env.ts";
import { leave, sweepDepartures } from "../../src/game/departure.ts";
import { randomText } from "../../src/keys.ts";
import { DAY, hush, START } from "./fixtures.ts";

const MINUTE = 60_000;

/** Games that write down what they hear; those in `dead` cannot be reached. */
function games(dead: ReadonlySet<string> = new Set()) {
	const resigned: string[] = [];
	const forgot: string[] = [];
	const listen = (game: string, heard: string[]) => async () => {
		if (dead.has(game)) throw new Error("planned to be out of reach");
		heard.push(game);
	};
	const GAME = { getByName: (game: string) => ({ ask: listen(game, resigned), forget: listen(game, forgot) }) };
	return { resigned, forgot, env: { ...env, GAME } as unknown as Env };
}

/** A player with so many finished games, and one that runs. */
async function newPlayer(finished: number): Promise<string> {
	const id = randomText(10);
	const player = { id, email: `${id}@example.com`, name: id, locale: "en", timeZone: "UTC", createdAt: START };
	await insertPlayer(env.DB, player).run();
	const made = (game: string, status: string) =>
		env.DB.prepare(
			`INSERT INTO games (id, seq, ply, status, white, black, rules, expansions, visibility, rated, game_string, created_at,
				updated_at) VALUES (?1, 1, 0, ?2, ?3, 'other', 'x', '', 'public', 0, 'Base', ?4, ?4)`,
		).bind(game, status, id, START);
	const rows = Array.from({ length: finished }, (_, index) => made(`${id}-${1000 + index}`, "finished"));
	await env.DB.batch([...rows, made(`${id}-running`, "active")]);
	return id;
}

test("those that run are resigned first, and all forget, however many they are, over several runs", async () => {
	const player = await newPlayer(450);
	expect(await leave(env, player, "resign", START)).toMatchObject({ running: 0 });
	const all = games();
	// Whoever asked has a minute to see to it.
	await sweepDepartures(all.env, START + MINUTE - 1);
	expect(all.forgot).toEqual([]);
	for (const minute of [1, 2]) await sweepDepartures(all.env, START + minute * MINUTE);
	expect((await departureOf(env.DB, player))?.passes).toBe(0);
	expect([all.resigned[0], all.forgot[0]]).toEqual([`${player}-running`, `${player}-running`]);
	await sweepDepartures(all.env, START + 3 * MINUTE);
	expect(new Set(all.forgot).size).toBe(451);
	expect(await departureOf(env.DB, player)).toMatchObject({ passes: 1, told: "", erasedAt: START });
});

test("a game that is out of reach is told as soon as it is not, and so are those after it", async () => {
	hush(/planned to be out of reach/);
	const player = await newPlayer(3);
	await leave(env, player, "resign", START);
	const broken = games(new Set([`${player}-1001`]));
	await sweepDepartures(broken.env, START + MINUTE);
	expect(broken.forgot).toContain(`${player}-1002`);
	expect(await departureOf(env.DB, player)).toMatchObject({ passes: 0, told: "" });
	const whole = games();
	await sweepDepartures(whole.env, START + 2 * MINUTE);
	expect(whole.forgot).toContain(`${player}-1001`);
	expect((await departureOf(env.DB, player))?.passes).toBe(1);
});

test("a game that stays out of reach keeps no later one from forgetting, and is told by the pass gone over again", async () => {
	hush(/planned to be out of reach/);
	const player = await newPlayer(120);
	await leave(env, player, "resign", START);
	const broken = games(new Set([`${player}-1001`]));
	await sweepDepartures(broken.env, START + MINUTE);
	expect(await departureOf(env.DB, player)).toMatchObject({ passes: 0, told: `${player}-1049`, missed: 1 });
	await sweepDepartures(broken.env, START + 2 * MINUTE);
	expect(new Set(broken.forgot).size).toBe(120);
	expect(await departureOf(env.DB, player)).toMatchObject({ passes: 0, told: "", missed: 0 });
	const whole = games();
	await sweepDepartures(whole.env, START + 3 * MINUTE);
	expect(new Set(whole.forgot).size).toBe(121);
	expect((await departureOf(env.DB, player))?.passes).toBe(1);
});

test("what is never to be told is tried ever more rarely, and once an hour at the least", async () => {
	hush(/planned to be out of reach/);
	await env.DB.prepare("DELETE FROM departures").run();
	const player = await newPlayer(1);
	await leave(env, player, "resign", START);
	const broken = games(new Set([`${player}-1000`]));
	const waits: number[] = [];
	for (let now = START + MINUTE; now < START + DAY; ) {
		await sweepDepartures(broken.env, now);
		const row = await env.DB.prepare("SELECT next_at AS next FROM departures").first<{ next: number }>();
		const next = row?.next ?? Number.POSITIVE_INFINITY;
		waits.push(next - now);
		now = next;
	}
	expect(waits).toEqual(waits.toSorted((a, b) => a - b));
	expect([waits[0], waits.at(-1)]).toEqual([MINUTE, 60 * MINUTE]);
	expect(waits.length).toBeLessThan(70);
});

test("one whose account cannot go keeps no other from being seen to, and is not passed over in silence", async () => {
	const [stuck, other] = [await newPlayer(0), await newPlayer(0)];
	await env.DB.batch([...beginDeparture(env.DB, stuck, "resign", START, START)]);
	await env.DB.batch([...beginDeparture(env.DB, other, "resign", START, START + 1)]);
	await env.DB.prepare(
		`CREATE TRIGGER keeps BEFORE DELETE ON players WHEN OLD.id = '${stuck}' BEGIN SELECT RAISE(ABORT, 'planned to stay'); END`,
	).run();
	await expect(sweepDepartures(games().env, START + MINUTE)).rejects.toThrow("planned to stay");
	await env.DB.prepare("DROP TRIGGER keeps").run();
	expect((await departureOf(env.DB, stuck))?.erasedAt).toBeNull();
	expect((await departureOf(env.DB, other))?.erasedAt).toBe(START + MINUTE);
});

test("five that cannot go, however often they are tried, leave the sixth its turn", async () => {
	await env.DB.prepare("DELETE FROM departures").run();
	const players = await Promise.all(Array.from({ length: 6 }, () => newPlayer(0)));
	const [stuck, sixth] = [players.slice(0, 5), players[5] ?? ""];
	for (const [place, player] of players.entries()) {
		await env.DB.batch([...beginDeparture(env.DB, player, "resign", START, START + place)]);
	}
	await env.DB.prepare(
		`CREATE TRIGGER keeps BEFORE DELETE ON players WHEN OLD.id <> '${sixth}' BEGIN SELECT RAISE(ABORT, 'planned to stay'); END`,
	).run();
	// Each of them is named, however many failed before it.
	const named = new RegExp(stuck.map((player) => `departures ${player}: .*planned to stay`).join(".*; "));
	await expect(sweepDepartures(games().env, START + MINUTE)).rejects.toThrow(named);
	await expect(sweepDepartures(games().env, START + 2 * MINUTE)).rejects.toThrow("planned to stay");
	await env.DB.prepare("DROP TRIGGER keeps").run();
	expect((await departureOf(env.DB, sixth))?.erasedAt).toBe(START + 2 * MINUTE);
	// And those that could not go are still seen to.
	for (const minute of [3, 4]) await sweepDepartures(games().env, START + minute * MINUTE);
	for (const player of stuck) expect((await departureOf(env.DB, player))?.erasedAt).not.toBeNull();
});

test("a game that was agreed on and is not made yet is waited for", async () => {
	const player = await newPlayer(0);
	const unmade = `${player}-unmade`;
	const agree = (created: number) =>
		env.DB.prepare(
			`INSERT INTO challenges (id, game, challenger, terms, state, accepted_by, white, created, made_at, expires_at, decided_at)
			 VALUES (?1, ?1, ?2, '{}', 'accepted', 'other', ?2, ?3, ?4, ?4, ?4)
			 ON CONFLICT (id) DO UPDATE SET created = ?3`,
		)
			.bind(unmade, player, created, START)
			.run();
	await agree(0);
	await leave(env, player, "resign", START);
	const all = games();
	await sweepDepartures(all.env, START + MINUTE);
	expect((await departureOf(env.DB, player))?.passes).toBe(0);
	await agree(1);
	await sweepDepartures(all.env, START + 2 * MINUTE);
	expect(all.resigned).toContain(unmade);
	expect((await departureOf(env.DB, player))?.passes).toBe(1);
});

test("while one that runs cannot be told, those that have forgotten are not woken again", async () => {
	hush(/planned to be out of reach/);
	const player = await newPlayer(60);
	await leave(env, player, "resign", START);
	// It answers to nothing but the word to forget.
	const all = games();
	const deaf = async () => {
		throw new Error("planned to be out of reach");
	};
	const running = `${player}-running`;
	const getByName = (game: string) => {
		const stub = all.env.GAME.getByName(game);
		return game === running ? { ask: deaf, forget: (whom: { player: string }) => stub.forget(whom) } : stub;
	};
	const part = { ...all.env, GAME: { getByName } as unknown as Env["GAME"] };
	for (const minute of [1, 2, 3, 4]) await sweepDepartures(part, START + minute * MINUTE);
	expect(all.forgot).toHaveLength(61);
	expect((await departureOf(env.DB, player))?.passes).toBe(0);
	await sweepDepartures(all.env, START + 5 * MINUTE);
	expect(all.resigned).toEqual([running]);
	expect((await departureOf(env.DB, player))?.passes).toBe(1);
});

test("asked twice at once, or by somebody who is not there, it comes to the same", async () => {
	const player = await newPlayer(1);
	const both = await Promise.all([leave(env, player, "resign", START), leave(env, player, "resign", START)]);
	expect(both.map((left) => left?.running)).toEqual([0, 0]);
	expect((await departureOf(env.DB, player))?.erasedAt).toBe(START);
	expect(await leave(env, player, "resign", START + DAY)).toMatchObject({ departure: { askedAt: START } });
	expect(await leave(env, "nobody", "resign", START)).toBeNull();
});

test("the last word on the games counts, as long as the account is there", async () => {
	const player = await newPlayer(0);
	expect(await leave(env, player, "finish", START)).toMatchObject({ running: 1 });
	expect(await leave(env, player, "resign", START + 1)).toMatchObject({ running: 0, departure: { askedAt: START } });
	expect(await leave(env, player, "finish", START + 2)).toMatchObject({ running: 0, departure: { games: "resign" } });
});

test("nothing of it reads a whole table", async () => {
	const asked: string[] = [];
	const DB = {
		prepare: (sql: string) => {
			asked.push(sql);
			return { bind: () => null };
		},
	} as unknown as D1Database;
	beginDeparture(DB, "p", "resign", 1, 2);
	eraseAccount(DB, "p", 1);
	expect(asked.length).toBeGreaterThan(20);
	for (const sql of asked) {
		const bound = Array.from({ length: Math.max(...[...sql.matchAll(/\?(\d)/g)].map(([, n]) => Number(n))) }, () => 1);
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...bound)
			.all<{ detail: string }>();
		// A row by itself is no table.
		const scans = results
			.map(({ detail }) => detail)
			.filter((one) => one.startsWith("SCAN") && one !== "SCAN CONSTANT ROW");
		expect(scans, sql).toEqual([]);
	}
});
