/** Games over HTTP: reading them, playing them, and every refusal in the order of the contract. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { makeGameId } from "../../src/game/id.ts";
import { turnKey } from "../../src/keys.ts";
import { type Answer, ask, newGame, playAll, signUp, type Table, tokenOf } from "./client.ts";

const OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];

/** Lines sent with a move are called `then` on the wire; an object with that name is nothing to `await`. */
const linesOf = (json: string): Record<string, unknown> => JSON.parse(`{"then":${json}}`);
const NO_LINES = linesOf("[]");
const NO_LIST = linesOf('{"if":"*","then":"wS2 -wA1"}');

const move = (table: Table, side: "white" | "black" | null, body: unknown, headers: Record<string, string> = {}) =>
	ask("POST", `/v1/games/${table.id}/moves`, { as: side && table[side], body, headers });

const pathOf = (table: Table, rest = "") => `/v1/games/${table.id}${rest}`;

/** Black helps: its queen is surrounded after eleven half-moves. */
const SHORT_WIN = [
	"wS1",
	"bA1 -wS1",
	"wB1 wS1\\",
	"bQ /bA1",
	"wG1 wB1\\",
	"bQ bA1\\",
	"wQ /wG1",
	"bA2 /bQ",
	"wG2 wG1-",
	"bS1 -bQ",
	"wG2 bA2-",
];

describe("reading a game", () => {
	let table: Table;
	beforeAll(async () => {
		table = await newGame({ expansions: ["P"] });
		await playAll(table, OPENING);
	});

	test("it is the contract's view, with names, clocks and the service's time", async () => {
		const seen = await ask("GET", pathOf(table), { as: table.white });
		expect(seen.body).toMatchObject({
			id: table.id,
			ply: 4,
			status: "active",
			result: null,
			rules: { id: "tournament", version: 1, expansions: ["P"] },
			gameString: "Base+P;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
			white: {
				player: { id: table.white.id, name: table.white.name },
				colour: "white",
				clock: { remaining: "P2DT23H59M59S" },
			},
			black: { player: { id: table.black.id, name: table.black.name }, clock: { remaining: "P3D", deadline: null } },
			toMove: "white",
			lastMove: { move: "bQ bS1-", piece: "bQ", from: null, to: { q: 2, r: 0, z: 0 } },
			offers: { draw: null, takeback: null },
			you: { seat: "white" },
		});
		expect(seen.body.deadline).toBe(seen.body.white.clock.deadline);
		expect(seen.body.legalMoves.length).toBeGreaterThan(5);
		expect(Math.abs(Date.parse(seen.body.serverNow) - Date.now())).toBeLessThan(60_000);
	});

	test("a stranger sees it without a seat, and without a session", async () => {
		const seen = await ask("GET", pathOf(table));
		expect([seen.status, seen.body.you]).toEqual([200, null]);
		expect((await ask("GET", pathOf(table), { as: await signUp() })).body.you).toBeNull();
	});

	test("it carries a strong tag and honours If-None-Match", async () => {
		const seen = await ask("GET", pathOf(table));
		const tag = `"${seen.body.seq}"`;
		expect(seen.headers.get("ETag")).toBe(tag);
		expect(seen.headers.get("Cache-Control")).toBe("private, no-cache");
		expect(seen.headers.get("Vary")).toBe("Cookie, Authorization");
		for (const [header, status] of [
			[tag, 304],
			[`W/${tag}`, 304],
			[`"x", ${tag}`, 304],
			["*", 304],
			['"1"', 200],
			["nonsense", 200],
		] as const) {
			const again = await ask("GET", pathOf(table), { headers: { "If-None-Match": header } });
			expect([header, again.status]).toEqual([header, status]);
			expect(again.headers.get("ETag")).toBe(tag);
			if (status === 304) expect(again.text).toBe("");
		}
	});

	test("HEAD answers like GET without a body", async () => {
		const head = await ask("HEAD", pathOf(table));
		expect([head.status, head.text, head.headers.get("ETag")]).toEqual([200, "", expect.stringMatching(/^"\d+"$/)]);
	});

	test("an unknown, an invented and an impossible id are 404 and wake nothing", async () => {
		const uncreated = await makeGameId(env.SECRET);
		for (const id of [uncreated, "0".repeat(20), "x", "%00", "..%2f..%2fetc", "a".repeat(2000)]) {
			const answer = await ask("GET", `/v1/games/${id}`);
			expect([answer.status, answer.body.code]).toEqual([404, "ERR_NOT_FOUND"]);
		}
	});

	test("its events come in order, after any of them, page by page", async () => {
		const all = await ask("GET", pathOf(table, "/events"));
		expect(all.body.items.map((one: { type: string }) => one.type)).toEqual([
			"created",
			"moved",
			"moved",
			"moved",
			"moved",
		]);
		expect(all.body.items[1]).toMatchObject({ seq: 2, side: "white", ply: 1, move: "wS1", remaining: null });
		expect(all.text).not.toContain(table.white.name);
		const after = await ask("GET", pathOf(table, "/events?after=3&limit=1"));
		expect([after.body.items.map((one: { seq: number }) => one.seq), after.body.next]).toEqual([[4], "4"]);
		const rest = await ask("GET", pathOf(table, `/events?cursor=${after.body.next}`));
		expect([rest.body.items.map((one: { seq: number }) => one.seq), rest.body.next]).toEqual([[5], null]);
		expect((await ask("GET", pathOf(table, "/events?after=5"))).body).toEqual({ items: [], next: null });
		expect((await ask("GET", pathOf(table, "/events?after=-1"))).status).toBe(422);
		expect((await ask("GET", pathOf(table, "/events?after=x"))).status).toBe(422);
	});

	test("the record as uhp is one GameString, as json it is everything", async () => {
		const uhp = await ask("GET", pathOf(table, "/record?format=uhp"));
		expect(uhp.headers.get("Content-Type")).toMatch(/^text\/plain/);
		expect(uhp.text).toBe("Base+P;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
		const json = await ask("GET", pathOf(table, "/record?format=json"));
		expect(json.body).toMatchObject({
			gameString: uhp.text,
			rules: { queenFirst: false },
			white: { name: table.white.name },
		});
		expect(json.body.events).toHaveLength(5);
		expect((await ask("GET", pathOf(table, "/record?format=zip"))).status).toBe(422);
		expect((await ask("GET", "/v1/games/x/record?format=uhp")).status).toBe(404);
	});

	test.each(["sgf", "pgn"])("the record as %s names its players and is read back as the same game", async (format) => {
		const file = await ask("GET", pathOf(table, `/record?format=${format}`));
		expect(file.headers.get("Content-Type")).toMatch(/^text\/plain/);
		expect(file.headers.get("Content-Disposition")).toContain(`.${format}"`);
		expect(file.text).toContain(table.white.name);
		expect(file.text).toContain(table.black.name);
		const back = await ask("POST", "/v1/positions", { body: { [format]: file.text } });
		expect(back.body).toMatchObject({ gameString: "Base+P;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-" });
	});

	test("the board comes as a picture and as text, at any ply", async () => {
		const svg = await ask("GET", pathOf(table, "/board.svg"));
		expect(svg.headers.get("Content-Type")).toMatch(/^image\/svg\+xml/);
		expect(svg.text.match(/data-piece="/g)).toHaveLength(4);
		const early = await ask("GET", pathOf(table, "/board.svg?ply=1&theme=dark"));
		expect(early.text.match(/data-piece="/g)).toHaveLength(1);
		expect((await ask("GET", pathOf(table, "/board.txt"))).text).toContain("[bQ]");
		expect((await ask("GET", pathOf(table, "/board.txt?ply=0"))).status).toBe(200);
		expect((await ask("GET", pathOf(table, "/board.svg?ply=5"))).status).toBe(422);
		expect((await ask("GET", pathOf(table, "/board.svg?theme=neon"))).status).toBe(422);
	});
});

describe("a private game", () => {
	test("is 404 to everybody but its players and the holder of a turn key", async () => {
		const table = await newGame({ visibility: "private" });
		const stranger = await signUp();
		for (const rest of ["", "/events", "/record?format=uhp", "/board.svg", "/board.txt"]) {
			expect((await ask("GET", pathOf(table, rest))).status).toBe(404);
			expect((await ask("GET", pathOf(table, rest), { as: stranger })).status).toBe(404);
			expect((await ask("GET", pathOf(table, rest), { as: table.black })).status).toBe(200);
		}
		expect((await ask("POST", pathOf(table, "/moves"), { as: stranger, body: { move: "wS1" } })).status).toBe(404);
		expect((await ask("POST", pathOf(table, "/moves"), { body: { move: "wS1", key: "0".repeat(26) } })).status).toBe(
			404,
		);
		const key = await turnKey(env.SECRET, table.id, "white", 0);
		expect((await ask("POST", pathOf(table, "/moves"), { body: { move: "wS1", key } })).status).toBe(201);
		expect((await move(table, "black", { move: "bS1 wS1-" })).status).toBe(201);
		const old = await ask("POST", pathOf(table, "/moves"), { body: { move: "wG1 -wS1", key } });
		expect([old.status, old.body.code, old.body.game]).toEqual([403, "ERR_TURN_KEY", undefined]);
	});
});

describe("playing", () => {
	test("a move is made, in any spelling, and answered with the game in the canonical one", async () => {
		const table = await newGame();
		const first = await move(table, "white", { move: " ws1 ", ply: 0 });
		expect([first.status, first.headers.get("Location"), first.headers.get("ETag")]).toEqual([
			201,
			pathOf(table),
			'"2"',
		]);
		expect(first.body).toMatchObject({
			ply: 1,
			seq: 2,
			toMove: "black",
			lastMove: { move: "wS1" },
			you: { seat: "white" },
		});
		const second = await move(table, "black", { move: "bS1 wS1-" }, { "If-Match": '"2"' });
		expect([second.status, second.body.ply]).toEqual([201, 2]);
	});

	test("a turn key makes its one move without a session, and is dead when the ply has passed", async () => {
		const table = await newGame();
		const key = await turnKey(env.SECRET, table.id, "white", 0);
		expect((await move(table, null, { move: "bS1", key })).body).toMatchObject({ code: "ERR_ILLEGAL_MOVE" });
		expect((await move(table, null, { move: "wS1", key, offerDraw: true })).body).toMatchObject({
			code: "ERR_INVALID",
			errors: [{ pointer: "/offerDraw" }],
		});
		const made = await move(table, null, { move: "wS1", key });
		expect([made.status, made.body.you]).toEqual([201, expect.objectContaining({ seat: "white" })]);
		expect(made.headers.get("Set-Cookie")).toBeNull();
		expect((await move(table, null, { move: "wS2 wS1-", key })).body.code).toBe("ERR_STALE");
		expect((await ask("POST", pathOf(table, "/resignation"), { body: { key } })).status).toBe(401);
		expect((await move(table, null, { move: "bS1 wS1-", key: "0".repeat(26) })).body.code).toBe("ERR_TURN_KEY");
		expect((await move(table, null, { move: "bS1 wS1-" })).status).toBe(401);
	});

	test("a dry run changes nothing and says what it would do", async () => {
		const table = await newGame();
		const tried = await move(table, "white", { move: "ws1", dryRun: true });
		expect([tried.status, tried.body]).toEqual([
			200,
			{
				move: "wS1",
				ply: 1,
				gameString: "Base;InProgress;Black[1];wS1",
				board: [{ piece: "wS1", q: 0, r: 0, z: 0 }],
				result: null,
				warnings: [],
			},
		]);
		expect((await ask("GET", pathOf(table))).body.seq).toBe(1);
		expect((await move(table, "white", { move: "wQ", dryRun: true })).body).toMatchObject({ reason: "QUEEN_FIRST" });
		expect((await move(table, "black", { move: "bS1", dryRun: true })).body.code).toBe("ERR_NOT_YOUR_TURN");
	});

	test("programs play with the scope and without it not", async () => {
		const table = await newGame();
		const path = pathOf(table, "/moves");
		const reader = await tokenOf(table.white, "games:read");
		expect((await ask("POST", path, { as: reader, body: { move: "wS1" } })).body.code).toBe("ERR_SCOPE");
		const player = await tokenOf(table.white, "games:play");
		expect((await ask("POST", path, { as: player, body: { move: "wS1" } })).status).toBe(201);
		expect((await ask("GET", pathOf(table), { as: player })).body.code).toBe("ERR_SCOPE");
		expect((await ask("GET", pathOf(table), { as: reader })).body.you).toMatchObject({ seat: "white" });
	});

	test("a game is played to its end, and nothing can be played in it any more", async () => {
		const table = await newGame();
		const last = await playAll(table, SHORT_WIN);
		const result = { winner: "white", reason: "surround" };
		expect(last.body).toMatchObject({ status: "finished", result, toMove: null, deadline: null, legalMoves: [] });
		expect(last.body.gameString).toMatch(/^Base;WhiteWins;Black\[6\];/);
		expect((await move(table, "black", { move: "bS2 bS1-" })).body.code).toBe("ERR_GAME_OVER");
		const events = await ask("GET", pathOf(table, "/events?after=12"));
		expect(events.body.items).toMatchObject([{ seq: 13, type: "ended", result }]);
		const profile = await ask("GET", `/v1/players/${table.white.name}`);
		expect(profile.body.record).toEqual({ won: 1, lost: 0, drawn: 0, active: 0 });
		const read = await ask("POST", "/v1/positions", { body: { game: last.body.gameString } });
		expect(read.body).toMatchObject({ result, toMove: null, legalMoves: [], board: last.body.board });
	});

	test("resigning and calling off", async () => {
		const off = await newGame();
		await move(off, "white", { move: "wS1" });
		const cancelled = await ask("POST", pathOf(off, "/cancellation"), { as: off.black });
		expect([cancelled.status, cancelled.body.status, cancelled.body.result]).toEqual([200, "cancelled", null]);
		expect((await ask("POST", pathOf(off, "/resignation"), { as: off.white })).body.code).toBe("ERR_GAME_OVER");
		const table = await newGame();
		await playAll(table, OPENING.slice(0, 2));
		expect((await ask("POST", pathOf(table, "/cancellation"), { as: table.white })).body.code).toBe(
			"ERR_TOO_LATE_TO_CANCEL",
		);
		const resigned = await ask("POST", pathOf(table, "/resignation"), { as: table.white, body: {} });
		expect([resigned.status, resigned.body.result]).toEqual([200, { winner: "black", reason: "resignation" }]);
		expect((await ask("POST", pathOf(table, "/resignation"))).status).toBe(401);
	});
});

describe("refusals", () => {
	let table: Table;
	let over: Table;
	beforeAll(async () => {
		table = await newGame({ expansions: ["P"] });
		await playAll(table, OPENING);
		over = await newGame();
		await ask("POST", pathOf(over, "/resignation"), { as: over.white });
	});

	const rules: readonly (readonly [name: string, move: string, reason: string])[] = [
		["words", "hello there", "BAD_NOTATION"],
		["nothing", "", "BAD_NOTATION"],
		["a piece of the other side", "bA1 bQ-", "NOT_YOUR_PIECE"],
		["a piece there is not", "wX1 wS1-", "NO_SUCH_PIECE"],
		["a piece of another game", "wM -wQ", "NOT_IN_THIS_GAME"],
		["next to the other side", "wA1 bQ-", "TOUCHES_OPPONENT"],
		["on top of something", "wA1 wS1", "OCCUPIED"],
		["breaking the hive", "wS1 -wQ", "ONE_HIVE"],
		["not how it moves", "wQ bQ-", "UNREACHABLE"],
		["a pass that is not forced", "pass", "NOT_FORCED"],
	];
	test.each(rules)("the rules refuse %s, and the game is unchanged", async (_, text, reason) => {
		const before = await ask("GET", pathOf(table));
		const answer = await move(table, "white", { move: text, ply: 4 });
		expect([answer.status, answer.body.code, answer.body.reason]).toEqual([422, "ERR_ILLEGAL_MOVE", reason]);
		expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
		expect((await ask("GET", pathOf(table))).body.seq).toBe(before.body.seq);
	});

	const bodies: readonly (readonly [name: string, body: unknown, pointer: string])[] = [
		["no move", {}, "/move"],
		["a move that is no text", { move: 7 }, "/move"],
		["a move far too long", { move: "w".repeat(65) }, "/move"],
		["a ply that is no number", { move: "wA1 -wQ", ply: "4" }, "/ply"],
		["half a ply", { move: "wA1 -wQ", ply: 4.5 }, "/ply"],
		["a negative ply", { move: "wA1 -wQ", ply: -1 }, "/ply"],
		["a draw offer that is neither yes nor no", { move: "wA1 -wQ", offerDraw: "yes" }, "/offerDraw"],
		["lines that are no list", { move: "wA1 -wQ", ...NO_LIST }, "/then"],
		["a misspelt field", { move: "wA1 -wQ", plie: 4 }, "/plie"],
		["a field with a slash", { move: "wA1 -wQ", "a/b": 4 }, "/a~1b"],
	];
	test.each(bodies)("is not acceptable: %s", async (_, body, pointer) => {
		const answer = await move(table, "white", body);
		expect([answer.status, answer.body.code]).toEqual([422, "ERR_INVALID"]);
		expect(answer.body.errors[0].pointer).toBe(pointer);
	});

	test("fields of later versions that ask for nothing are fine", async () => {
		const tried = await move(table, "white", { move: "wA1 -wQ", offerDraw: false, ...NO_LINES, dryRun: true });
		expect(tried.status).toBe(200);
	});

	test("they come in the contract's order: seat, end, version, turn, rules", async () => {
		const stranger = await signUp();
		const rubbish = { move: "hello", ply: 99 };
		const as = (person: Table["white"] | null, at: Table, headers = {}) =>
			ask("POST", pathOf(at, "/moves"), { as: person, body: rubbish, headers });
		const code = async (answer: Promise<Answer>) => (await answer).body.code;
		expect(await code(as(null, over))).toBe("ERR_UNAUTHENTICATED");
		expect(await code(ask("POST", "/v1/games/x/moves", { as: stranger, body: rubbish }))).toBe("ERR_NOT_FOUND");
		expect(await code(as(stranger, over))).toBe("ERR_NOT_A_PLAYER");
		expect(await code(as(over.white, over))).toBe("ERR_GAME_OVER");
		expect(await code(as(table.black, table))).toBe("ERR_STALE");
		expect(await code(move(table, "black", { move: "hello" }))).toBe("ERR_NOT_YOUR_TURN");
		expect(await code(move(table, "white", { move: "hello" }))).toBe("ERR_ILLEGAL_MOVE");
	});

	test("a stale version is 412 with the game as it is now", async () => {
		for (const [body, headers] of [
			[{ move: "wA1 -wQ", ply: 2 }, {}],
			[{ move: "wA1 -wQ" }, { "If-Match": '"1"' }],
			[{ move: "wA1 -wQ" }, { "If-Match": 'W/"1"' }],
			[{ move: "wA1 -wQ" }, { "If-Match": '"x"' }],
			[{ move: "wA1 -wQ" }, { "If-Match": '"05"' }],
		] as const) {
			const answer = await move(table, "white", body, headers);
			expect([answer.status, answer.body.code]).toEqual([412, "ERR_STALE"]);
			expect(answer.body.game).toMatchObject({
				id: table.id,
				ply: 4,
				you: { seat: "white" },
				serverNow: expect.any(String),
			});
			expect(answer.body.game.white.player.name).toBe(table.white.name);
		}
		expect((await move(table, "white", { move: "x" }, { "If-Match": "*" })).body.code).toBe("ERR_ILLEGAL_MOVE");
		expect((await move(table, "white", { move: "x" }, { "If-Match": '"5"' })).body.code).toBe("ERR_ILLEGAL_MOVE");
		// As a server in between has made it that compressed the answer.
		expect((await move(table, "white", { move: "x" }, { "If-Match": 'W/"5"' })).body.code).toBe("ERR_ILLEGAL_MOVE");
		expect((await move(table, "white", { move: "x" }, { "If-Match": "5" })).body.code).toBe("ERR_BAD_HEADER");
		const resign = await ask("POST", pathOf(table, "/resignation"), {
			as: table.white,
			headers: { "If-Match": '"1"' },
		});
		expect(resign.status).toBe(412);
	});
});
