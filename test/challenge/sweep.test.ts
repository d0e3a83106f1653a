/** Games that a crash left unmade are made by the sweep, whatever stands before them in its order. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sweepChallenges } from "../../src/challenge/sweep.ts";
import type { Env } from "../../src/env.ts";
import { TERMS } from "../post/samples.ts";

const NOW = Date.UTC(2030, 0, 1);
/** One more than a run sees to. */
const MANY = 51;

const name = (place: number) => `c-${String(place).padStart(2, "0")}`;
const LAST = name(MANY - 1);

/** Games that are made unless `can` says otherwise. */
function games(can: (game: string) => boolean = () => true) {
	const create = (game: string) => async () => {
		if (!can(game)) throw new Error("planned not to be made");
		return { view: {}, created: true };
	};
	return { ...env, GAME: { getByName: (game: string) => ({ create: create(game) }) } as unknown as Env["GAME"] };
}

const unmade = async () => {
	const { results } = await env.DB.prepare("SELECT id FROM challenges WHERE created = 0 ORDER BY id").all<{
		id: string;
	}>();
	return results.map(({ id }) => id);
};

let said: string[] = [];
beforeEach(async () => {
	said = [];
	vi.spyOn(console, "error").mockImplementation((line) => void said.push(String(line)));
	await env.DB.batch([
		env.DB.prepare("DELETE FROM challenges"),
		env.DB.prepare("DELETE FROM rounds"),
		...Array.from({ length: MANY }, (_, place) =>
			env.DB.prepare(
				`INSERT INTO challenges (id, game, challenger, terms, state, accepted_by, white, made_at, expires_at, decided_at)
				 VALUES (?1, ?1, 'ada', ?2, 'accepted', 'bob', 'ada', ?3, ?3, ?3)`,
			).bind(name(place), JSON.stringify(TERMS), NOW - 3_600_000 + place),
		),
	]);
});
afterEach(() => vi.restoreAllMocks());

test("as many as one run sees to may fail: the one behind them has its turn, and then they have theirs again", async () => {
	const hard = games((game) => game === LAST);
	expect(await sweepChallenges(hard, NOW)).toEqual({ made: 0, failed: 50 });
	expect(await sweepChallenges(hard, NOW)).toEqual({ made: 1, failed: 49 });
	expect(await unmade()).toHaveLength(50);
	expect(said).toHaveLength(99);
	expect(said[0]).toContain(`"challenge":"${name(0)}"`);
	await env.DB.prepare("UPDATE challenges SET created = 1 WHERE id <> ?1").bind(name(0)).run();
	await sweepChallenges(games(), NOW);
	expect(await unmade()).toEqual([]);
});

test("one whose row was spoilt keeps no other from being read", async () => {
	await env.DB.batch([
		env.DB.prepare("UPDATE challenges SET created = 1 WHERE id NOT IN (?1, ?2)").bind(name(0), LAST),
		env.DB.prepare("UPDATE challenges SET terms = '{' WHERE id = ?1").bind(name(0)),
	]);
	expect(await sweepChallenges(games(), NOW)).toEqual({ made: 1, failed: 1 });
	expect(await unmade()).toEqual([name(0)]);
});

test("a run that died over one is followed by one that begins behind it", async () => {
	const tried: string[] = [];
	const hang = (game: string) => {
		tried.push(game);
		return new Promise(() => {});
	};
	const GAME = { getByName: (game: string) => ({ create: () => hang(game) }) } as unknown as Env["GAME"];
	for (const place of [0, 1]) {
		void sweepChallenges({ ...env, GAME }, NOW);
		await vi.waitFor(() => expect(tried).toEqual([0, 1].slice(0, place + 1).map(name)));
	}
});
