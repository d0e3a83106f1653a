/** Telling all running games of a player: which they are, and what becomes of one that cannot be reached. */
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { insertPlayer, restNow, restsToFan, updatePlayer } from "../../src/db/players.ts";
import { endVacation, insertVacation, vacationsSince, vacationsToFan } from "../../src/db/vacations.ts";
import type { Env } from "../../src/env.ts";
import { fanOutRest, fanOutVacation, sweepFanOut } from "../../src/game/fan-out.ts";
import { randomText } from "../../src/keys.ts";
import { DAY, hush, START } from "./fixtures.ts";

type Heard = { readonly game: string; readonly about: unknown };

/** Games that write down what they hear; those in `dead` cannot be reached. */
function games(dead: ReadonlySet<string> = new Set(), during: () => Promise<unknown> = async () => {}) {
	const heard: Heard[] = [];
	const listen = (game: string) => async (about: unknown) => {
		await during();
		if (dead.has(game)) throw new Error("planned to be out of reach");
		heard.push({ game, about });
		return { affected: game.endsWith("a") };
	};
	const GAME = { getByName: (game: string) => ({ setVacation: listen(game), setRest: listen(game) }) };
	return { heard, env: { ...env, GAME } as unknown as Env };
}

async function newPlayer(): Promise<string> {
	const id = randomText(10);
	const player = { id, email: `${id}@example.com`, name: id, locale: "en", timeZone: "UTC", createdAt: START };
	await insertPlayer(env.DB, player).run();
	return id;
}

/** A game as D1 knows it: by its snapshot, or only by the challenge that was accepted. */
async function agree(player: string, id: string, as: "active" | "finished" | "unheard" | "unmade"): Promise<string> {
	const game = `${player}-${id}`;
	const other = randomText(8);
	await env.DB.prepare(
		`INSERT INTO challenges (id, game, challenger, terms, state, accepted_by, white, created, made_at, expires_at, decided_at)
		 VALUES (?1, ?1, ?2, '{}', 'accepted', ?3, ?2, ?4, ?5, ?5, ?5)`,
	)
		.bind(game, ...(id < "m" ? [player, other] : [other, player]), as === "unmade" ? 0 : 1, START)
		.run();
	if (as === "active" || as === "finished") {
		await env.DB.prepare(
			`INSERT INTO games (id, seq, ply, status, white, black, rules, expansions, visibility, rated, game_string, created_at,
				updated_at) VALUES (?1, 1, 0, ?2, ?3, ?4, 'x', '', 'public', 0, 'Base', ?5, ?5)`,
		)
			.bind(game, as, ...(id < "m" ? [player, other] : [other, player]), START)
			.run();
	}
	return game;
}

const unfanned = async () => (await vacationsToFan(env.DB, null, 100)).map(({ id }) => id);

const WINDOWS = [{ days: ["sun"], from: "00:00", to: "12:00" }] as const;

test("a vacation is told to every running game, also to one that D1 has only heard agreed on", async () => {
	const player = await newPlayer();
	const [first, second, third] = [
		await agree(player, "1a", "active"),
		await agree(player, "x", "active"),
		await agree(player, "y", "unheard"),
	];
	await agree(player, "2", "finished");
	const vacation = { id: randomText(8), from: START, to: START + DAY };
	expect(await insertVacation(env.DB, player, vacation, 0, START)).toBe(true);
	const all = games();
	const told = await fanOutVacation(all.env, vacation.id, START);
	expect([told.affected, told.unaffected.toSorted(), told.missed]).toEqual([[first], [second, third].toSorted(), []]);
	expect(all.heard.every(({ about }) => JSON.stringify(about) === JSON.stringify({ player, vacation }))).toBe(true);
	expect(await unfanned()).not.toContain(vacation.id);
	// Its end is news again.
	expect(await endVacation(env.DB, player, START + 5)).toBe(vacation.id);
	expect(await unfanned()).toContain(vacation.id);
	const later = games();
	await sweepFanOut(later.env, START + 6);
	expect(later.heard).toHaveLength(3);
	expect(later.heard[0]?.about).toEqual({ player, vacation: { ...vacation, to: START + 5 } });
	expect(await unfanned()).not.toContain(vacation.id);
});

test("who could not be reached is told by the sweep; one that is being made has to be there first", async () => {
	hush(/planned to be out of reach/);
	const player = await newPlayer();
	const [lost, unmade] = [await agree(player, "1a", "active"), await agree(player, "x", "unmade")];
	const vacation = { id: randomText(8), from: START, to: START + DAY };
	await insertVacation(env.DB, player, vacation, 0, START);
	const told = await fanOutVacation(games(new Set([lost])).env, vacation.id, START);
	expect(told.missed.toSorted()).toEqual([lost, unmade].toSorted());
	await sweepFanOut(games().env, START);
	expect(await unfanned()).toContain(vacation.id);
	await env.DB.prepare("UPDATE challenges SET created = 1 WHERE id = ?1").bind(unmade).run();
	const later = games();
	await sweepFanOut(later.env, START);
	expect(later.heard.map(({ game }) => game).toSorted()).toEqual([lost, unmade].toSorted());
	expect(await unfanned()).not.toContain(vacation.id);
});

test("an end that comes while the start is being told is told afterwards", async () => {
	const player = await newPlayer();
	await agree(player, "1a", "active");
	const vacation = { id: randomText(8), from: START, to: START + DAY };
	await insertVacation(env.DB, player, vacation, 0, START);
	await fanOutVacation(games(new Set(), () => endVacation(env.DB, player, START + 1)).env, vacation.id, START);
	expect(await unfanned()).toContain(vacation.id);
	await sweepFanOut(games().env, START + 2);
});

test("of two who allow a vacation on the same history, one starts it", async () => {
	const player = await newPlayer();
	const [one, other] = [
		{ id: randomText(8), from: START, to: START + DAY },
		{ id: randomText(8), from: START + 2, to: START + DAY },
	];
	expect(await insertVacation(env.DB, player, one, 0, START)).toBe(true);
	expect(await insertVacation(env.DB, player, other, 1, START)).toBe(false);
	await endVacation(env.DB, player, START + 1);
	expect(await insertVacation(env.DB, player, other, 0, START)).toBe(false);
	expect(await insertVacation(env.DB, player, other, 1, START)).toBe(true);
	const since = (from: number) => vacationsSince(env.DB, [player, "nobody"], from);
	expect(await since(START)).toEqual(new Map([[player, [{ ...one, to: START + 1 }, other]]]));
	expect((await since(START + 1)).get(player)).toEqual([other]);
	expect(await since(START + DAY)).toEqual(new Map());
	await sweepFanOut(games().env, START);
});

test("new rest windows are told once; the same again, and another name, are no news", async () => {
	const player = await newPlayer();
	const game = await agree(player, "1a", "active");
	const tell = async () => {
		const all = games();
		await fanOutRest(all.env, player, START);
		return all.heard;
	};
	expect(await tell()).toEqual([]);
	await updatePlayer(env.DB, player, { restWindows: WINDOWS.map((one) => ({ ...one, days: [...one.days] })) });
	expect(await tell()).toEqual([{ game, about: { player, schedule: { timeZone: "UTC", windows: WINDOWS } } }]);
	await updatePlayer(env.DB, player, { restWindows: WINDOWS.map((one) => ({ ...one, days: [...one.days] })) });
	await updatePlayer(env.DB, player, { name: `${player}x`, timeZone: "UTC" });
	expect(await tell()).toEqual([]);
	await updatePlayer(env.DB, player, { timeZone: "Asia/Tokyo" });
	expect(await tell()).toHaveLength(1);
	await updatePlayer(env.DB, player, { restWindows: [] });
	expect(await tell()).toEqual([{ game, about: { player, schedule: null } }]);
	await updatePlayer(env.DB, player, { timeZone: "UTC" });
	expect(await tell()).toEqual([]);
});

test("windows that change while the old ones are being told are told as well", async () => {
	const player = await newPlayer();
	await agree(player, "1a", "active");
	await updatePlayer(env.DB, player, { restWindows: WINDOWS.map((one) => ({ ...one, days: [...one.days] })) });
	let changed = false;
	const all = games(new Set(), async () => {
		if (!changed) await updatePlayer(env.DB, player, { timeZone: "Asia/Tokyo" });
		changed = true;
	});
	await fanOutRest(all.env, player, START);
	expect(all.heard.map(({ about }) => (about as { schedule: { timeZone: string } }).schedule.timeZone)).toEqual([
		"UTC",
		"Asia/Tokyo",
	]);
	expect(await restNow(env.DB, player)).toMatchObject({ version: 2, fanned: 2 });
});

describe("of what the sweep cannot tell", () => {
	/** A vacation, or new rest windows, of a player with one running game; their ids in order. */
	const begin = async (what: "vacation" | "rest", count: number) => {
		const players = await Promise.all(Array.from({ length: count }, newPlayer));
		for (const player of players) await agree(player, "1a", "active");
		if (what === "rest") {
			await env.DB.prepare("UPDATE players SET rest_version = 1 WHERE id IN (SELECT value FROM json_each(?1))")
				.bind(JSON.stringify(players))
				.run();
			return players.toSorted();
		}
		for (const [place, player] of players.entries()) {
			const vacation = { id: `of-${player}`, from: START, to: START + DAY };
			await insertVacation(env.DB, player, vacation, 0, START - place);
		}
		return players;
	};
	/** Nobody can be noted as told but these. */
	const keepFrom = (players: readonly string[]) =>
		env.DB.batch(
			["vacations", "players"].map((table) =>
				env.DB.prepare(
					`CREATE TRIGGER keeps_${table} BEFORE UPDATE ON ${table}
					 WHEN replace(OLD.id, 'of-', '') NOT IN (${players.map((player) => `'${player}'`).join()})
					 BEGIN SELECT RAISE(ABORT, 'planned to fail'); END`,
				),
			),
		);
	const letAll = () =>
		env.DB.batch(["vacations", "players"].map((table) => env.DB.prepare(`DROP TRIGGER IF EXISTS keeps_${table}`)));
	const left = async () => [
		...(await unfanned()).map((id) => id.replace("of-", "")),
		...(await restsToFan(env.DB, null, 100)).map(({ id }) => id),
	];
	beforeEach(async () => {
		await letAll();
		await env.DB.batch([
			env.DB.prepare("UPDATE vacations SET fanned = 1"),
			env.DB.prepare("UPDATE players SET rest_fanned = rest_version"),
			env.DB.prepare("DELETE FROM rounds"),
		]);
	});
	afterAll(letAll);

	test("one keeps no other from being told, is not passed over in silence, and is told later", async () => {
		const [away, gone] = await begin("vacation", 2);
		const [rests, sleeps] = await begin("rest", 2);
		await keepFrom([gone ?? "", sleeps ?? ""]);
		const told = new RegExp(`vacations of-${away}: .*planned to fail.*; rests ${rests}: .*planned to fail`);
		await expect(sweepFanOut(games().env, START)).rejects.toThrow(told);
		expect(await left()).toEqual([away, rests]);
		await letAll();
		await sweepFanOut(games().env, START);
		expect(await left()).toEqual([]);
	});

	test.each(["vacation", "rest"] as const)(
		"a %s leaves the others their turn, however many are like it",
		async (what) => {
			const players = await begin(what, 21);
			const last = players.at(-1) ?? "";
			await keepFrom([last]);
			for (const at of [1, 2]) await expect(sweepFanOut(games().env, START + at)).rejects.toThrow("planned to fail");
			expect(await left()).toEqual(players.slice(0, -1));
			await letAll();
			for (const at of [3, 4]) await sweepFanOut(games().env, START + at);
			expect(await left()).toEqual([]);
		},
	);

	test("a game out of reach leaves those of others their turn as well", async () => {
		hush(/planned to be out of reach/);
		const players = await begin("vacation", 21);
		const last = players.at(-1) ?? "";
		const dead = new Set(players.slice(0, -1).map((player) => `${player}-1a`));
		for (const at of [1, 2]) await sweepFanOut(games(dead).env, START + at);
		expect(await left()).not.toContain(last);
		expect(await left()).toHaveLength(20);
	});
});
