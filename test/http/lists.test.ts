/** What is looked up rather than played: the caller's games, and positions that belong to no game of ours. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { type Answer, ask, newGame, type Table } from "./client.ts";

const pathOf = (table: Table, rest = "") => `/v1/games/${table.id}${rest}`;

describe("my games", () => {
	test("least time left first, by turn and status, page by page", async () => {
		const table = await newGame({ timeControl: { perMove: "P5D" } });
		const { white, black } = table;
		const more: string[] = [];
		for (const timeControl of [{ unlimited: true }, { perMove: "P1D" }, { perMove: "P9D" }]) {
			const body = { rules: "official", timeControl, to: { player: black.name }, seat: "white" };
			const made = await ask("POST", "/v1/challenges", { as: white, body });
			more.push((await ask("POST", `/v1/challenges/${made.body.id}/acceptance`, { as: black })).body.id);
		}
		const [unlimited, oneDay, nineDays] = more;
		const ids = (answer: Answer) => answer.body.items.map((one: { id: string }) => one.id);
		const all = await ask("GET", "/v1/me/games", { as: white });
		expect(ids(all)).toEqual([oneDay, table.id, nineDays, unlimited]);
		expect(all.body.items[0]).toMatchObject({
			toMove: "white",
			you: { seat: "white" },
			white: { player: { name: white.name } },
		});
		await ask("POST", `/v1/games/${oneDay}/moves`, { as: white, body: { move: "wS1" } });
		expect(ids(await ask("GET", "/v1/me/games?turn=mine", { as: white }))).toEqual([table.id, nineDays, unlimited]);
		expect(ids(await ask("GET", "/v1/me/games?turn=mine", { as: black }))).toEqual([oneDay]);
		await ask("POST", `/v1/games/${nineDays}/resignation`, { as: white });
		const finished = await ask("GET", "/v1/me/games?status=finished", { as: black });
		expect(finished.body.items).toMatchObject([{ id: nineDays, result: { winner: "black", reason: "resignation" } }]);
		const seen: string[] = [];
		let path = "/v1/me/games?limit=1";
		for (;;) {
			const page = await ask("GET", path, { as: white });
			seen.push(...ids(page));
			if (page.body.next === null) break;
			path = `/v1/me/games?limit=1&cursor=${page.body.next}`;
		}
		expect(seen).toHaveLength(4);
		expect((await ask("GET", "/v1/me/games?cursor=abc", { as: white })).body.code).toBe("ERR_BAD_CURSOR");
		expect((await ask("GET", "/v1/me/games?status=lost", { as: white })).status).toBe(422);
		expect((await ask("GET", "/v1/me/games")).status).toBe(401);
	});

	test("a flag that fell while nobody looked is seen by everybody who looks", async () => {
		const table = await newGame({ timeControl: { perMove: "PT1S" } });
		await env.DB.prepare("INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = ?1")
			.bind(Date.now() + 60_000)
			.run();
		const seen = await vi.waitUntil(
			async () => {
				await runDurableObjectAlarm(env.GAME.getByName(table.id));
				const game = await ask("GET", pathOf(table));
				return game.body.status === "finished" ? game : null;
			},
			{ timeout: 15_000, interval: 200 },
		);
		expect(seen.body.result).toEqual({ winner: "black", reason: "timeout" });
	});
});

describe("positions", () => {
	const read = (body: unknown) => ask("POST", "/v1/positions", { body });

	test("a GameString is read: board, reserve, legal moves", async () => {
		const answer = await read({ game: "Base+MLP;InProgress;White[2];wL;bL wL/" });
		expect(answer.body).toMatchObject({
			ply: 2,
			toMove: "white",
			result: null,
			gameString: "Base+MLP;InProgress;White[2];wL;bL wL/",
			board: expect.arrayContaining([
				{ piece: "wL", q: 0, r: 0, z: 0 },
				{ piece: "bL", q: 1, r: -1, z: 0 },
			]),
			reserve: { white: { A: 3, P: 1 } },
			lastMove: { move: "bL wL/" },
		});
		expect(answer.body.reserve.white).not.toHaveProperty("L");
		expect(answer.body.legalMoves.length).toBeGreaterThan(10);
		expect((await read({ game: "Base" })).body).toMatchObject({ ply: 0, toMove: "white", board: [] });
	});

	test("which rules it is read under matters", async () => {
		const game = "Base;InProgress;Black[1];wQ";
		expect((await read({ game })).body).toMatchObject({ code: "ERR_BAD_GAME", ply: 0, reason: "QUEEN_FIRST" });
		expect((await read({ game, rules: "official" })).status).toBe(200);
		expect((await read({ game, rules: "nobody" })).body.errors[0].pointer).toBe("/rules");
	});

	const wrong: readonly (readonly [name: string, game: string, fault: string])[] = [
		["no game type", "Chess;InProgress;White[1]", "BAD_TYPE"],
		["an expansion the set lacks", "Base+M;InProgress;White[1]", "EXPANSION"],
		["another state than its moves", "Base;WhiteWins;White[2];wS1;bS1 wS1-", "CONTRADICTS"],
		["another turn than its moves", "Base;InProgress;Black[7];wS1;bS1 wS1-", "CONTRADICTS"],
		["a move that is wrong", "Base;InProgress;White[2];wS1;bS1 wS2-", "BAD_MOVE"],
		["rubbish", ";;;;;", "BAD_TYPE"],
		["nothing", "", "BAD_TYPE"],
	];
	test.each(wrong)("is no game: %s", async (_, game, fault) => {
		const rules = fault === "EXPANSION" ? { rules: "sarang" } : {};
		const answer = await read({ game, ...rules });
		expect([answer.status, answer.body.code, answer.body.fault]).toEqual([422, "ERR_BAD_GAME", fault]);
		expect(answer.body.reason).toEqual(expect.any(String));
	});

	test("the ply of a wrong move is how many were right before it", async () => {
		const answer = await read({ game: "Base;InProgress;White[2];wS1;bS1 wS1-;wA1 bS1-" });
		expect(answer.body).toMatchObject({ ply: 2, reason: "TOUCHES_OPPONENT" });
	});

	test("a file is read like a GameString, and as its players played: the queen first, if they liked", async () => {
		const sgf = [
			"(;GM[27]VV[1]",
			"SU[hive]",
			'P0[id "anna"]',
			'P1[id "ben"]',
			"; P0[0 Start P0]",
			"; P0[1 dropb wQ N 13 .]",
			"; P0[2 Done ]",
			"; P1[3 move B bG1 O 13 wQ-]",
			"; P1[4 done]",
			")",
		].join("\n");
		const pgn = '[GameType "Base"]\n\n1. wQ\n2. bG1 wQ-\n';
		for (const body of [{ sgf }, { pgn }]) {
			expect((await read(body)).body).toMatchObject({ gameString: "Base;InProgress;White[2];wQ;bG1 wQ-", ply: 2 });
		}
		expect((await read({ pgn, rules: "tournament" })).body).toMatchObject({ ply: 0, reason: "QUEEN_FIRST" });
	});

	test("a wrong file names the line, the move and the reason", async () => {
		const answer = await read({ pgn: '[GameType "Base"]\n\n1. wS1\n2. bS1 wS1-\n3. wA1 bS1-\n' });
		expect([answer.status, answer.body.code]).toEqual([422, "ERR_BAD_GAME"]);
		expect(answer.body).toMatchObject({
			fault: "BAD_MOVE",
			line: 5,
			ply: 2,
			part: "wA1 bS1-",
			reason: "TOUCHES_OPPONENT",
		});
		const rubbish = await read({ sgf: "(;GM[1]SZ[19])" });
		expect([rubbish.status, rubbish.body.code, rubbish.body.fault]).toEqual([422, "ERR_BAD_GAME", "BAD_TYPE"]);
		expect(rubbish.body.line).toBe(1);
	});

	test("more than a thousand plies are refused, and so is what is no text", async () => {
		const game = `Base;InProgress;White[501];${Array(1_001).fill("wS1").join(";")}`;
		expect((await read({ game })).body).toMatchObject({ code: "ERR_BAD_GAME", fault: "TOO_LONG" });
		for (const body of [{}, { game: 7 }, { game: null }, { game: "Base", sgf: "x" }, { rules: "tournament" }]) {
			expect((await read(body)).body.code).toBe("ERR_INVALID");
		}
	});
});
