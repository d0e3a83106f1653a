/** Looking games up over HTTP: by player, by what they were, page by page, and what no stranger may see. */
import { expect, test } from "vitest";
import { type Answer, ask, newGame, type Person, type Table, TERMS } from "./client.ts";

const ids = (answer: Answer): string[] => answer.body.items.map((one: { id: string }) => one.id);

async function another({ white, black }: Table, over: Readonly<Record<string, unknown>>): Promise<string> {
	const body = { ...TERMS, to: { player: black.name }, seat: "white", ...over };
	const made = await ask("POST", "/v1/challenges", { as: white, body });
	return (await ask("POST", `/v1/challenges/${made.body.id}/acceptance`, { as: black })).body.id;
}

test("a player's games, the latest begun first: public ones to everybody, private ones to who plays them", async () => {
	const table = await newGame();
	const { white, black } = table;
	const secret = await another(table, { visibility: "private" });
	const last = await another(table, { rules: "official", expansions: ["P", "M"] });
	await ask("POST", `/v1/games/${last}/resignation`, { as: white });
	const path = `/v1/players/${white.name}/games`;
	expect(ids(await ask("GET", path))).toEqual([last, table.id]);
	expect(ids(await ask("GET", path, { as: black }))).toEqual([last, secret, table.id]);
	const asked = async (query: string, as: Person | null = null) => ids(await ask("GET", `${path}?${query}`, { as }));
	expect(await asked("status=active", white)).toEqual([secret, table.id]);
	expect(await asked("result=lost")).toEqual([last]);
	expect(await asked("result=won")).toEqual([]);
	expect(await asked("rules=official&expansions=mp")).toEqual([last]);
	expect(await asked(`opponent=${black.name.toUpperCase()}&status=active`)).toEqual([table.id]);
	expect(await asked(`opponent=${white.name}`)).toEqual([last, table.id]);
	expect(await asked("to=2020-01-01T00:00:00Z")).toEqual([]);
	const stranger = await ask("GET", path);
	expect(stranger.body.items[0]).toMatchObject({ you: null, result: { winner: "black", reason: "resignation" } });
	expect((await ask("GET", path, { as: black })).body.items[0].you).toEqual({ seat: "black" });

	const first = await ask("GET", `${path}?limit=2`, { as: white });
	expect(first.headers.get("Link")).toContain(first.body.next);
	const next = await ask("GET", `${path}?limit=2&cursor=${first.body.next}`, { as: white });
	expect([...ids(first), ...ids(next)]).toEqual([last, secret, table.id]);
	expect(next.body.next).toBeNull();
	expect((await ask("GET", `${path}?cursor=${first.body.next}`)).body.code).toBe("ERR_BAD_CURSOR");

	const all = `/v1/games?player=${white.id}`;
	expect(ids(await ask("GET", `${all}&result=black&opponent=${black.id}`))).toEqual([last]);
	expect(ids(await ask("GET", "/v1/games?limit=2"))).toEqual([last, table.id]);
	expect(ids(await ask("GET", "/v1/games?status=active&limit=1", { as: black }))).toEqual([secret]);
	expect(ids(await ask("GET", "/v1/games?player=no-such-player"))).toEqual([]);
	expect(ids(await ask("GET", "/v1/players/no-such-player/games"))).toEqual([]);
});

const WRONG: readonly (readonly [query: string, pointer: string])[] = [
	["opponent=anna", "/opponent"],
	["result=won", "/result"],
	["result=good", "/result"],
	["expansions=MM", "/expansions"],
	["expansions=Q", "/expansions"],
	["status=lost", "/status"],
	["from=yesterday", "/from"],
	["limit=0", "/limit"],
];
test.each(WRONG)("does not fit: %s", async (query, pointer) => {
	const answer = await ask("GET", `/v1/games?${query}`);
	expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
});
