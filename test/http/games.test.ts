/** Games over HTTP: reading, playing, every refusal in its order, keys, versions, records, lists, positions. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { makeGameId } from "../../src/game/id.ts";
import { turnKey } from "../../src/keys.ts";
import { type Answer, ask, newGame, playAll, signUp, type Table, tokenOf } from "./client.ts";

const OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];

/** Lines sent with a move are called `then` on the wire; an object with that name is nothing to `await`. */
const linesOf = (json: string): Record<string, unknown> => JSON.parse(`{"then":${json}}`);
const NO_LINES = linesOf("[]");
const LINES = linesOf('[{"if":"*","then":"wS2 -wA1"}]');

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
		const made = await move(table, null, { move: "wS1", key });
		expect([made.status, made.body.you]).toEqual([201, { seat: "white" }]);
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
		expect((await ask("GET", pathOf(table), { as: reader })).body.you).toEqual({ seat: "white" });
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
		["a draw offer, not possible yet", { move: "wA1 -wQ", offerDraw: true }, "/offerDraw"],
		["lines, not possible yet", { move: "wA1 -wQ", ...LINES }, "/then"],
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
			[{ move: "wA1 -wQ" }, { "If-Match": 'W/"5"' }],
			[{ move: "wA1 -wQ" }, { "If-Match": '"x"' }],
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
		expect((await move(table, "white", { move: "x" }, { "If-Match": "5" })).body.code).toBe("ERR_BAD_HEADER");
		const resign = await ask("POST", pathOf(table, "/resignation"), {
			as: table.white,
			headers: { "If-Match": '"1"' },
		});
		expect(resign.status).toBe(412);
	});
});

describe("Idempotency-Key", () => {
	test("forty copies of one move at once make one ply and hear the same", async () => {
		const table = await newGame();
		const headers = { "Idempotency-Key": '"once"' };
		const answers = await Promise.all(
			Array.from({ length: 40 }, () => move(table, "white", { move: "wS1", ply: 0 }, headers)),
		);
		expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
		expect(answers.filter(({ headers: h }) => h.get("Idempotency-Replayed") === "true")).toHaveLength(39);
		expect((await ask("GET", pathOf(table))).body.ply).toBe(1);
	});

	test("forty copies without a key make one ply; the others are told so", async () => {
		const table = await newGame();
		const answers = await Promise.all(Array.from({ length: 40 }, () => move(table, "white", { move: "wS1", ply: 0 })));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(39).fill(412)]);
		expect((await ask("GET", pathOf(table))).body.ply).toBe(1);
	});

	test("the first answer comes again after the game has gone on, quoted or bare", async () => {
		const table = await newGame();
		const first = await move(table, "white", { move: "wS1", ply: 0 }, { "Idempotency-Key": "k1" });
		await move(table, "black", { move: "bS1 wS1-" });
		const again = await move(table, "white", { move: "wS1", ply: 0 }, { "Idempotency-Key": '"k1"' });
		expect([again.status, again.text]).toEqual([201, first.text]);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		const other = await move(table, "white", { move: "wA1 -wS1" }, { "Idempotency-Key": "k1" });
		expect([other.status, other.body.code]).toEqual([422, "ERR_KEY_REUSED"]);
		const theirs = await move(table, "black", { move: "x" }, { "Idempotency-Key": "k1" });
		expect(theirs.body.code).toBe("ERR_NOT_YOUR_TURN");
	});

	test("the key comes before every other check", async () => {
		const table = await newGame();
		const key = { "Idempotency-Key": "before" };
		await move(table, "white", { move: "wS1" }, key);
		const path = pathOf(table, "/moves");
		for (const request of [
			{ raw: "{bad", headers: { ...key, "Content-Type": "application/json" } },
			{ raw: "x", headers: { ...key, "Content-Type": "text/plain" } },
			{ body: { wrong: 1 }, headers: key },
			{ body: { move: "wS1", key: "0".repeat(26) }, headers: key },
		]) {
			const answer = await ask("POST", path, { as: table.white, ...request });
			expect([answer.status, answer.body.code]).toEqual([422, "ERR_KEY_REUSED"]);
		}
		const stale = await move(table, "white", { move: "wS1" }, { ...key, "If-Match": "rubbish" });
		expect([stale.status, stale.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
	});

	test("a refusal of the game is an answer too, one of the caller is not", async () => {
		const table = await newGame();
		const key = { "Idempotency-Key": "no" };
		expect((await move(table, "black", { move: "bS1" }, key)).body.code).toBe("ERR_NOT_YOUR_TURN");
		await move(table, "white", { move: "wS1" });
		const again = await move(table, "black", { move: "bS1" }, key);
		expect([again.body.code, again.headers.get("Idempotency-Replayed")]).toEqual(["ERR_NOT_YOUR_TURN", "true"]);
		const stranger = await signUp();
		const asked = { as: stranger, body: { move: "x" }, headers: key };
		for (let tries = 0; tries < 2; tries += 1) {
			const refused = await ask("POST", pathOf(table, "/moves"), asked);
			expect([refused.status, refused.headers.get("Idempotency-Replayed")]).toEqual([403, null]);
		}
	});

	test("it holds for a turn key, and for dry runs", async () => {
		const table = await newGame();
		const key = await turnKey(env.SECRET, table.id, "white", 0);
		const headers = { "Idempotency-Key": "mail" };
		const first = await move(table, null, { move: "wS1", key }, headers);
		const again = await move(table, null, { move: "wS1", key }, headers);
		expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
		const tried = await move(table, "black", { move: "bS1 wS1-", dryRun: true }, headers);
		const retried = await move(table, "black", { move: "bS1 wS1-", dryRun: true }, headers);
		expect([tried.status, retried.status, retried.text]).toEqual([200, 200, tried.text]);
	});

	test("outside games: twins wait, replays say so, secrets are left out, other bodies are refused", async () => {
		const person = await signUp();
		const headers = { "Idempotency-Key": "token-1" };
		const body = { name: "bot", scopes: ["games:read"] };
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => ask("POST", "/v1/me/tokens", { as: person, body, headers })),
		);
		expect(new Set(answers.map(({ body: one, status }) => `${status} ${one.id}`)).size).toBe(1);
		expect(answers.filter(({ body: one }) => "token" in one)).toHaveLength(1);
		expect(answers.filter(({ headers: h }) => h.get("Idempotency-Replayed") === "true")).toHaveLength(9);
		expect((await ask("GET", "/v1/me/tokens", { as: person })).body.items).toHaveLength(1);
		const row = await env.DB.prepare("SELECT answer FROM idempotency WHERE key = 'token-1'").first<{
			answer: string;
		}>();
		expect(row?.answer).not.toContain("hp_");
		const reused = await ask("POST", "/v1/me/tokens", { as: person, body: { ...body, name: "other" }, headers });
		expect(reused.body.code).toBe("ERR_KEY_REUSED");
		const invalid = { "Idempotency-Key": "token-2" };
		expect((await ask("POST", "/v1/me/tokens", { as: person, body: {}, headers: invalid })).status).toBe(422);
		expect((await ask("POST", "/v1/me/tokens", { as: person, body, headers: invalid })).status).toBe(201);
	});

	test("forty challenges with one key are one challenge", async () => {
		const person = await signUp();
		const body = { rules: "official", timeControl: { unlimited: true } };
		const headers = { "Idempotency-Key": "challenge" };
		const answers = await Promise.all(
			Array.from({ length: 40 }, () => ask("POST", "/v1/challenges", { as: person, body, headers })),
		);
		expect(new Set(answers.map(({ body: one, status }) => `${status} ${one.id}`)).size).toBe(1);
		expect((await ask("GET", "/v1/challenges?filter=outgoing", { as: person })).body.items).toHaveLength(1);
	});

	test.each([[""], ["a".repeat(256)], ['"half'], ["ü"]])("is no key: %j", async (key) => {
		const person = await signUp();
		const answer = await ask("POST", "/v1/challenges", { as: person, body: {}, headers: { "Idempotency-Key": key } });
		expect([answer.status, answer.body.code]).toEqual([400, "ERR_BAD_HEADER"]);
	});
});

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
		await new Promise((resolve) => setTimeout(resolve, 2_200));
		await runDurableObjectAlarm(env.GAME.getByName(table.id));
		const seen = await ask("GET", pathOf(table));
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

	test("more than a thousand plies are refused, and so is what is no text", async () => {
		const game = `Base;InProgress;White[501];${Array(1_001).fill("wS1").join(";")}`;
		expect((await read({ game })).body).toMatchObject({ code: "ERR_BAD_GAME", fault: "TOO_LONG" });
		for (const body of [{}, { game: 7 }, { game: null }, { game: "Base", sgf: "x" }]) {
			expect((await read(body)).body.code).toBe("ERR_INVALID");
		}
	});
});
