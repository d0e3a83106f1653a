/** Which overdue games a run of the sweep visits, and which the next. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../src/env.ts";
import { sweepGames } from "../../src/game/sweep.ts";
import { hush, MINUTE, START } from "./fixtures.ts";

/** One more than a run visits. */
const MANY = 301;

test("as many as one run visits may stay overdue: those behind them are visited by the next", async () => {
	hush(/planned to be out of reach/);
	await env.DB.prepare("DELETE FROM games").run();
	await env.DB.prepare(
		`WITH RECURSIVE place(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < ${MANY})
		 INSERT INTO games (id, seq, ply, status, white, black, to_move, deadline, rules, expansions, visibility, rated,
			game_string, created_at, updated_at)
		 SELECT 'late-' || n, 1, 0, 'active', 'ada', 'bob', 'white', ?1 + n, 'x', '', 'public', 0, 'Base', ?1, ?1 FROM place`,
	)
		.bind(START)
		.run();
	const visited: string[] = [];
	const tend = (game: string) => async () => {
		visited.push(game);
		throw new Error("planned to be out of reach");
	};
	const GAME = { getByName: (game: string) => ({ tend: tend(game) }) } as unknown as Env["GAME"];
	expect(await sweepGames({ ...env, GAME }, START + MINUTE)).toBe(MANY - 1);
	expect([visited[0], visited.at(-1)]).toEqual(["late-1", "late-300"]);
	await sweepGames({ ...env, GAME }, START + MINUTE);
	expect(visited.slice(MANY - 1, MANY + 1)).toEqual(["late-301", "late-1"]);
});
