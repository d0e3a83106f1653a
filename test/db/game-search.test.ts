/** Looking games up: every question is answered from an index, and the pages of any list hold each game once. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { type GameSearch, type SearchPlace, searchGames, searchPlace, searchSql } from "../../src/db/game-search.ts";
import { type GameRow, snapshotGame } from "../../src/db/games.ts";
import { START } from "../game/fixtures.ts";

const row = (id: string, over: Partial<GameRow> = {}): GameRow => ({
	id,
	seq: 1,
	ply: 0,
	status: "active",
	winner: null,
	reason: null,
	white: "anna",
	black: "ben",
	toMove: "white",
	deadline: null,
	rules: "tournament",
	expansions: "MLP",
	visibility: "public",
	rated: false,
	gameString: "Base",
	createdAt: START,
	updatedAt: START,
	endedAt: null,
	...over,
});

const over = { status: "finished", toMove: null, reason: "surround" } as const;
const GAMES = [
	row("g1", { createdAt: START + 1 }),
	row("g2", { createdAt: START + 2, ...over, winner: "white", rules: "official", expansions: "" }),
	row("g3", { createdAt: START + 2, white: "ben", black: "anna", ...over, winner: "white" }),
	row("g4", { createdAt: START + 3, visibility: "private" }),
	row("g5", { createdAt: START + 4, black: "cleo", ...over }),
	row("g6", { createdAt: START + 5, white: "cleo", black: "ben", visibility: "private", ...over, winner: "black" }),
	row("g7", { createdAt: START + 6, status: "cancelled", toMove: null }),
];

async function found(search: GameSearch, viewer: string | null = null): Promise<string> {
	await env.DB.batch(GAMES.map((one) => snapshotGame(env.DB, one)));
	return (await searchGames(env.DB, search, viewer, null, 50)).map(({ id }) => id).join(" ");
}

const SEARCHES: readonly (readonly [what: string, search: GameSearch, viewer: string | null, ids: string])[] = [
	["all that a stranger may see", {}, null, "g7 g5 g3 g2 g1"],
	["one's own private ones too", {}, "anna", "g7 g5 g4 g3 g2 g1"],
	["a player's, to a stranger", { player: "ben" }, null, "g7 g3 g2 g1"],
	["a player's, to themselves", { player: "ben" }, "ben", "g7 g6 g4 g3 g2 g1"],
	["a player's, to one of their opponents", { player: "ben" }, "cleo", "g7 g6 g3 g2 g1"],
	["two players'", { player: "anna", opponent: "cleo" }, null, "g5"],
	["what a player has won", { player: "anna", result: "won" }, null, "g2"],
	["what a player has lost", { player: "anna", result: "lost" }, null, "g3"],
	["draws, and no games without a result", { result: "drawn" }, null, "g5"],
	["what White has won", { result: "white" }, null, "g3 g2"],
	["what Black has won, with one's own", { result: "black" }, "ben", "g6"],
	["one rule set", { rules: "official" }, null, "g2"],
	["the base game alone", { expansions: "" }, null, "g2"],
	["running ones", { status: "active" }, "ben", "g4 g1"],
	["from an instant on", { from: START + 3 }, "anna", "g7 g5 g4"],
	["up to an instant", { to: START + 2 }, null, "g3 g2 g1"],
	["of an instant", { from: START + 2, to: START + 2, player: "ben" }, null, "g3 g2"],
	["of nobody", { player: "nobody" }, "anna", ""],
];

test.each(SEARCHES)("%s", async (_, search, viewer, ids) => {
	expect(await found(search, viewer)).toBe(ids);
});

test.each(SEARCHES)("page by page: %s", async (_, search, viewer, ids) => {
	const seen: string[] = [];
	let after: SearchPlace | null = null;
	for (;;) {
		const [one]: readonly GameRow[] = await searchGames(env.DB, search, viewer, after, 1);
		if (!one) break;
		seen.push(one.id);
		after = searchPlace(one);
	}
	expect(seen.join(" ")).toBe(ids);
});

describe("no table is read from one end to the other", () => {
	const QUESTIONS = [
		["everything, by a stranger", {}, false],
		["everything, by a player", {}, true],
		["a player's", { player: "anna" }, true],
		["two players', by everything there is", { player: "anna", opponent: "ben", rules: "x", status: "active" }, false],
	] as const;
	test.each(QUESTIONS)("%s", async (_, search, signedIn) => {
		const sql = searchSql(search, signedIn);
		const bound = Array.from({ length: 13 }, (__, index) => (index >= 9 ? 1 : "x"));
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...bound)
			.all<{ detail: string }>();
		const steps = results.map(({ detail }) => detail).filter((detail) => /\bgames\b/.test(detail));
		expect(steps.length).toBeGreaterThan(0);
		for (const step of steps) expect(step).toMatch(/^SEARCH games USING INDEX games_\w+ \(/);
		expect(results.some(({ detail }) => /TEMP B-TREE/.test(detail) && !/LIMIT|ORDER BY/.test(detail))).toBe(false);
	});
});
