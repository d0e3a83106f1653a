/** Conditional moves over HTTP: what is stored and refused, and that nobody but their owner can tell that there are any. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { turnKey } from "../../src/keys.ts";
import { type Answer, ask, newGame, type Person, playAll, signUp, type Table, TERMS } from "./client.ts";

const OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wA1 -wQ", "bB1 bG1/"];
/** White's, at Black's move. An object with a `then` is nothing to `await`, so it stays JSON. */
const PLAN = JSON.parse(`[
	{ "if": "bA1 bQ-", "then": "wG1 /wS1", "next": [{ "if": "*", "then": "wG2 /wG1", "next": [{ "if": "bA3 bA2-", "then": "wG3 /wG2" }] }] },
	{ "if": "bB1 bG1", "then": "wA1 bQ-" }
]`);
const STORED = JSON.parse(JSON.stringify(PLAN).replace("wG1 /wS1", "wG1 wQ\\\\"));
const lines = (json: string) => JSON.parse(json);

const pathOf = (table: { id: string }, rest = "/lines") => `/v1/games/${table.id}${rest}`;
const put = (table: Table, as: Person | null, body: unknown, headers: Record<string, string> = {}) =>
	ask("PUT", pathOf(table), { as, body: { lines: body }, headers });
const play = (table: Table, side: "white" | "black", move: string, more: object = {}) =>
	ask("POST", pathOf(table, "/moves"), { as: table[side], body: { move, ...more } });

/** Black to move. */
async function openGame(terms = {}): Promise<Table> {
	const table = await newGame(terms);
	await playAll(table, [...OPENING, "wS2 \\wQ"]);
	return table;
}

describe("lines", () => {
	let table: Table;
	let guest: Person;
	beforeAll(async () => {
		[table, guest] = [await openGame(), await signUp()];
	});

	test("are answered with as they are stored (peers 35), carry a tag of their own, and go when they are deleted", async () => {
		const empty = await ask("GET", pathOf(table), { as: table.white });
		expect([empty.body, empty.headers.get("ETag")]).toEqual([{ lines: [], ply: null, log: [] }, '"lines-0"']);
		const stored = await put(table, table.white, PLAN);
		expect([stored.status, stored.body, stored.headers.get("ETag")]).toEqual([
			200,
			{ lines: STORED, ply: 7, log: [] },
			'"lines-1"',
		]);
		const seen = await ask("GET", pathOf(table), { as: table.white });
		expect(seen.body).toEqual(stored.body);
		const again = await ask("GET", pathOf(table), { as: table.white, headers: { "If-None-Match": '"lines-1"' } });
		expect([again.status, again.text]).toEqual([304, ""]);
		const stale = await put(table, table.white, [], { "If-Match": '"lines-0"' });
		expect([stale.status, stale.body.code, stale.body.lines]).toEqual([412, "ERR_STALE_LINES", STORED]);
		const wrong = await ask("DELETE", pathOf(table), { as: table.white, headers: { "If-Match": '"lines-0"' } });
		expect(wrong.status).toBe(412);
		const gone = await ask("DELETE", pathOf(table), { as: table.white, headers: { "If-Match": '"lines-1"' } });
		expect([gone.status, gone.text]).toEqual([204, ""]);
		expect((await ask("GET", pathOf(table), { as: table.white })).body.lines).toEqual([]);
	});

	test("of others are not to be had", async () => {
		const closed = await newGame({ visibility: "private" });
		for (const method of ["GET", "PUT", "DELETE"]) {
			const body = method === "PUT" ? { body: { lines: [] } } : {};
			expect((await ask(method, pathOf(table), { as: guest, ...body })).body.code).toBe("ERR_NOT_A_PLAYER");
			expect((await ask(method, pathOf(table), body)).status).toBe(401);
			expect((await ask(method, pathOf(closed), { as: guest, ...body })).status).toBe(404);
			expect((await ask(method, pathOf({ id: "0".repeat(20) }), { as: guest, ...body })).status).toBe(404);
		}
	});

	test("on one's own turn come with the move, and else are 409", async () => {
		const early = await put(table, table.black, []);
		expect([early.status, early.body.code]).toEqual([409, "ERR_YOUR_TURN"]);
		expect((await ask("DELETE", pathOf(table), { as: table.black })).status).toBe(204);
	});

	test.each([
		["no list", '{"if": "*"}', "/lines", undefined],
		["a field too many", '[{"if": "*", "than": "wA1 bQ-"}]', "/lines/0/than", undefined],
		[
			"an illegal move deep inside",
			'[{"if": "bB1 bG1", "then": "wA1 bQ-", "next": [{"if": "bA1 bQ-", "then": "wA1 bQ-"}]}]',
			"/lines/0/next/0/if",
			"OCCUPIED",
		],
		[
			"the same move twice",
			'[{"if": "bA1 bQ-", "then": "wA2 -wA1"}, {"if": "ba1  bQ-", "then": "wA2 -wA1"}]',
			"/lines/1/if",
			undefined,
		],
	])("are refused with a pointer to %s", async (_, json, pointer, reason) => {
		const answer = await put(table, table.white, lines(json));
		expect([answer.status, answer.body.code]).toEqual([422, "ERR_INVALID"]);
		expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, ...(reason ? { reason } : {}) })]);
	});

	test("too deep for anything are refused as any others", async () => {
		const raw = `{"lines":${'[{"if":"*","then":"wA1 bQ-","next":'.repeat(1_500)}[]${"}]".repeat(1_500)}}`;
		const answer = await ask("PUT", pathOf(table), {
			as: table.white,
			raw,
			headers: { "Content-Type": "application/json" },
		});
		expect([answer.status, answer.body.code]).toEqual([422, "ERR_INVALID"]);
	});

	test("come with a move (peers 36); refused, they keep it from being made; a turn key brings none", async () => {
		const other = await newGame();
		await playAll(other, OPENING);
		const withLines = (json: string) => lines(`{"then": ${json}}`);
		const bad = await play(other, "white", "wS2 \\wQ", withLines('[{"if": "bG1 bQ-", "then": "wA1 bQ-"}]'));
		expect([bad.status, bad.body.code, bad.body.errors]).toEqual([
			422,
			"ERR_INVALID",
			[{ pointer: "/then/0/if", message: "is refused: ONE_HIVE", reason: "ONE_HIVE" }],
		]);
		const misshapen = await play(other, "white", "wS2 \\wQ", withLines('[{"if": 7}]'));
		expect(misshapen.body.errors[0].pointer).toBe("/then/0/if");
		const key = await turnKey(env.SECRET, other.id, "white", 6);
		const keyed = await ask("POST", pathOf(other, "/moves"), {
			body: { move: "wS2 \\wQ", key, ...withLines(JSON.stringify(PLAN)) },
		});
		expect([keyed.status, keyed.body.errors[0].pointer]).toEqual([422, "/then"]);
		const tried = await play(other, "white", "wS2 \\wQ", { dryRun: true, ...withLines(JSON.stringify(PLAN)) });
		expect(tried.status).toBe(200);
		const made = await play(other, "white", "wS2 \\wQ", withLines(JSON.stringify(PLAN)));
		expect([made.status, made.body.ply]).toEqual([201, 7]);
		expect((await ask("GET", pathOf(other), { as: other.white })).body).toMatchObject({ lines: STORED, ply: 7 });
	});

	test("that were played or not are told to their owner", async () => {
		const other = await openGame();
		await put(other, other.white, PLAN);
		expect((await play(other, "black", "bA1 bQ-")).body).toMatchObject({ ply: 9, lastMove: { move: "wG1 wQ\\" } });
		await play(other, "black", "bA2 bA1-");
		await play(other, "black", "bS1 bA1\\");
		const { body } = await ask("GET", pathOf(other), { as: other.white });
		expect(body).toMatchObject({
			lines: [],
			log: [
				{ ply: 9, kind: "played", if: "bA1 bQ-", move: "wG1 wQ\\" },
				{ ply: 11, kind: "played", if: "bA2 bA1-", move: "wG2 /wG1" },
				{ ply: 12, kind: "deviated", move: "bS1 bA1\\", expected: ["bA3 bA2-"] },
			],
		});
		await ask("POST", pathOf(other, "/resignation"), { as: other.white, body: {} });
		expect((await put(other, other.white, PLAN)).body.code).toBe("ERR_GAME_OVER");
	});
});

describe("nobody but their owner can tell", () => {
	const WHERE = [
		"",
		"/events?limit=100",
		"/clock",
		"/chat?room=players",
		"/chat?room=public",
		"/board.svg",
		"/board.svg?ply=9&theme=dark",
		"/board.txt",
		"/board.png",
	];
	const RECORDS = ["uhp", "sgf", "pgn", "json", "signed"].map((format) => `/record?format=${format}`);

	let white: Person;
	let black: Person;
	let guest: Person;
	beforeAll(async () => {
		[white, black, guest] = [await signUp(), await signUp(), await signUp()];
	});

	async function meet(): Promise<Table> {
		const body = {
			...TERMS,
			to: { player: black.name },
			seat: "white",
			timeControl: { start: "P9D", increment: "PT6H", cap: "P9D" },
		};
		const challenge = await ask("POST", "/v1/challenges", { as: white, body });
		const game = await ask("POST", `/v1/challenges/${challenge.body.id}/acceptance`, { as: black });
		const table = { id: game.body.id, white, black };
		await playAll(table, [...OPENING, "wS2 \\wQ"]);
		return table;
	}

	/** What is left of a text when the names of the game and all clocks are taken out. */
	function withoutClocks(text: string, { id }: Table): string {
		return text
			.replaceAll(id, "GAME")
			.replaceAll(/"challenge":"[^"]+"/g, '"challenge":"C"')
			.replaceAll(/\d{4}[-.]\d\d[-.]\d\d(?:[T ][\d:.]+Z?)?/g, "TIME")
			.replaceAll(/"(?:at|deadline|used|remaining)":\d+/g, '"CLOCK":0')
			.replaceAll(/\bP(?:\d+D)?(?:T(?:\d+[HMS])*)?(?=")/g, "SPAN");
	}

	/** Of what is all clock, and says it in words, which things are told and of whom. */
	function outline(value: unknown): unknown {
		if (Array.isArray(value)) return value.map(outline);
		if (typeof value !== "object" || value === null)
			return value === "white" || value === "black" ? value : typeof value;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, outline(inner)]));
	}

	function shown({ headers, status, text }: Answer, table: Table): unknown {
		const signed = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(text)?.[1];
		const body = signed ? atob(signed.replaceAll("-", "+").replaceAll("_", "/")) : text;
		return [
			status,
			// How often one may still ask says how often one has asked.
			[...headers].flatMap(([name, value]) =>
				name === "ratelimit" ? [] : [`${name}: ${withoutClocks(value, table)}`],
			),
			withoutClocks(body, table),
		];
	}

	async function everything(table: Table): Promise<Record<string, unknown>> {
		const found: Record<string, unknown> = {};
		for (const [who, as] of [
			["black", black],
			["guest", guest],
		] as const) {
			for (const path of [...WHERE, ...RECORDS]) {
				const answer = await ask("GET", pathOf(table, path), { as });
				const text = path === "/clock" ? JSON.stringify(outline(answer.body)) : answer.text;
				// The drawing is titled with the game's id, and its tag is made from the drawing, which is compared itself.
				if (path.startsWith("/board.svg")) answer.headers.set("ETag", "of the drawing");
				found[`${who} ${path}`] = shown({ ...answer, text }, table);
			}
		}
		const told = await env.DB.prepare(
			"SELECT seq, kind, channel, payload FROM deliveries WHERE game = ?1 AND player = ?2 ORDER BY seq, kind",
		)
			.bind(table.id, black.id)
			.all();
		const stored = await env.DB.prepare("SELECT seq, type, body FROM history WHERE game = ?1 ORDER BY seq")
			.bind(table.id)
			.all();
		found.told = told.results.map((row) => withoutClocks(JSON.stringify(row).replaceAll("\\", ""), table));
		found.stored = stored.results.map((row) => withoutClocks(JSON.stringify(row).replaceAll("\\", ""), table));
		return found;
	}

	test("a game with lines from the same game by hand, in nothing that can be fetched, but for the clocks", async () => {
		const [armed, byHand] = [await meet(), await meet()];
		const before = await everything(armed);
		expect(before).toEqual(await everything(byHand));
		await put(armed, white, PLAN);
		expect(await everything(armed)).toEqual(before);
		for (const [theirs, answer] of [
			["bA1 bQ-", "wG1 wQ\\"],
			["bA2 bA1-", "wG2 /wG1"],
		] as const) {
			await play(armed, "black", theirs);
			await play(byHand, "black", theirs);
			await play(byHand, "white", answer);
		}
		expect(await everything(armed)).toEqual(await everything(byHand));
		// One that ends them, and an end.
		for (const table of [armed, byHand]) {
			await play(table, "black", "bS1 bA1\\");
			await ask("POST", pathOf(table, "/resignation"), { as: white, body: {} });
		}
		expect(await everything(armed)).toEqual(await everything(byHand));
		expect((await ask("GET", pathOf(armed), { as: white })).body.log).toHaveLength(3);
	}, 60_000);
});
