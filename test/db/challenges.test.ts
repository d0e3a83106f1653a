/** The `challenges` table: what is asked of it often is found through an index. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { rematchesOf } from "../../src/db/challenges.ts";

test("the rematches of a game are found without reading every challenge, and need no sorting", async () => {
	const asked: string[] = [];
	const DB = {
		prepare: (sql: string) => {
			asked.push(sql);
			return env.DB.prepare(sql);
		},
	} as D1Database;
	expect(await rematchesOf(DB, "none")).toEqual([]);
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${asked[0]}`).bind("none").all<{ detail: string }>();
	expect(results.map(({ detail }) => detail)).toEqual([
		expect.stringMatching(/^SEARCH challenges USING INDEX \w+ \(rematch_of=\?\)$/),
	]);
});
