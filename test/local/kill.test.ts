/** kill -9 in the middle of a game, twice: nothing that was promised is lost. The long version is in kill.full.test.ts. */
import { expect, test } from "vitest";
import { playThroughKills } from "./killgames.ts";

test("a game goes on after its server was killed twice", { timeout: 90_000 }, async () => {
	const rounds = await playThroughKills({ kills: 2, longest: 700, recordings: "test/local/short-games.txt" });
	expect(rounds.broken).toEqual([]);
	expect(rounds.kills).toBe(2);
});
