/** The game object as others meet it: the order of checks, repeated and simultaneous requests, keys, visibility, restarts. */
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { checkGameId, makeGameId } from "../../src/game/id.ts";
import type { GameAnswer } from "../../src/game/request.ts";
import { turnKey } from "../../src/keys.ts";
import {
	ask,
	BLACK,
	createCommand,
	DAY,
	DEAD_D1,
	faultyD1,
	HOUR,
	healthyUntil,
	kindsOf,
	logOf,
	look,
	MINUTE,
	move,
	neverBeaten,
	openTable,
	playOn,
	plug,
	rowsOf,
	SECOND,
	START,
	setClock,
	until,
	WHITE,
} from "./fixtures.ts";

/** A refusal's code, or what kind of answer it was. */
const told = (answer: GameAnswer) => (answer.kind === "refused" ? answer.refusal.code : answer.kind);
const copies = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const once = (key: string, bodyHash = "body") => ({ scope: `${WHITE} POST moves`, key, bodyHash });

describe("ids", () => {
	test("are recognised, each is another, and no change of a character goes unseen", async () => {
		const ids = await Promise.all(copies(50, () => makeGameId(env.SECRET)));
		expect(new Set(ids).size).toBe(50);
		for (const id of ids) expect(await checkGameId(env.SECRET, id)).toBe(true);
		const [id = ""] = ids;
		for (let place = 0; place < id.length; place += 1) {
			const other = id.slice(0, place) + (id[place] === "0" ? "1" : "0") + id.slice(place + 1);
			expect(await checkGameId(env.SECRET, other), other).toBe(false);
		}
	});

	test.each([
		["nothing", ""],
		["too short", "0123456789abcdefghj"],
		["too long", "0".repeat(21)],
		["upper case", "0123456789ABCDEFGHJK"],
		["letters that are not used", "ilouilouilouilouilou"],
		["a path", "../../../../../../.."],
		["not ASCII", "éééééééééééééééééééé"],
		["a line end", "0123456789abcdefghj\n"],
		["very long", "0".repeat(100_000)],
	])("%s is no id", async (_, id) => {
		expect(await checkGameId(env.SECRET, id)).toBe(false);
	});

	test("of another secret are none of ours", async () => {
		expect(await checkGameId(env.SECRET, await makeGameId("another secret"))).toBe(false);
	});
});

describe("a game that was never created", () => {
	test("answers as missing to everything, and stores nothing", async () => {
		setClock(START);
		const id = await makeGameId(env.SECRET);
		const stub = env.GAME.getByName(id);
		const by = { turnKey: await turnKey(env.SECRET, id, "white", 0) };
		expect(await ask(stub, WHITE, move("wS1"))).toEqual({ kind: "missing" });
		expect(await ask(stub, WHITE, move("wS1"), { idempotency: once("k") })).toEqual({ kind: "missing" });
		expect(await ask(stub, "", move("wS1"), { by })).toEqual({ kind: "missing" });
		expect(await stub.tryMove({ command: move("wS1"), by, receivedAt: START })).toEqual({ kind: "missing" });
		expect(await stub.look({ viewer: WHITE, receivedAt: START })).toBeNull();
		expect(await stub.look({ viewer: null, turnKey: by.turnKey, receivedAt: START })).toBeNull();
		expect(await stub.events({ viewer: WHITE, after: 0, limit: 10 })).toBeNull();
		expect(await stub.recall({ by, idempotency: once("k") })).toBeNull();
		expect(await stub.rebuild()).toBe(0);
		await stub.tend();
		expect(await rowsOf(stub, "SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")).toEqual([]);
	});
});

describe("creation", () => {
	test("makes the game once, whoever asks again and with whatever", async () => {
		const table = await openTable();
		expect(table.view).toMatchObject({ id: table.id, seq: 1, ply: 0, status: "active", toMove: "white", you: null });
		const again = await table.stub.create({
			id: table.id,
			command: { ...createCommand({ visibility: "private" }), white: BLACK, black: WHITE },
			receivedAt: START + HOUR,
			names: { [WHITE]: "Somebody", [BLACK]: "Else" },
			viewer: BLACK,
		});
		expect(again).toMatchObject({ created: false, view: { seq: 1, visibility: "public", you: { seat: "black" } } });
		expect(await kindsOf(table.stub)).toEqual(["created"]);
	});

	test("many at once make one game", async () => {
		setClock(START);
		const id = await makeGameId(env.SECRET);
		const stub = env.GAME.getByName(id);
		await plug(stub);
		const request = { id, command: createCommand(), receivedAt: START, names: {} };
		const made = await Promise.all(copies(20, () => stub.create(request)));
		expect(made.filter(({ created }) => created)).toHaveLength(1);
		expect(await kindsOf(stub)).toEqual(["created"]);
	});

	test("remembers the names it began with, also after a restart", async () => {
		const { stub } = await openTable();
		await evictDurableObject(stub);
		const seen = await stub.look({ viewer: null, receivedAt: START });
		expect(seen?.names).toEqual({ [WHITE]: "Wanda", [BLACK]: "Boris" });
	});
});

describe("a command", () => {
	test("is checked in the order of the contract: each row passes the checks of those above it", async () => {
		const open = await openTable();
		const secret = await openTable({ visibility: "private" });
		const over = await openTable();
		await ask(over.stub, WHITE, { type: "resign" });
		const played = await openTable();
		await playOn(played.stub, 4);
		const rows = [
			[secret, "stranger", move("nonsense", { ply: 9 }), "missing"],
			[over, "stranger", move("nonsense", { ply: 9 }), "ERR_NOT_A_PLAYER"],
			[over, BLACK, move("nonsense", { ply: 9 }), "ERR_GAME_OVER"],
			[over, BLACK, { type: "resign" }, "ERR_GAME_OVER"],
			[open, BLACK, move("nonsense", { ply: 9 }), "ERR_STALE"],
			[open, BLACK, move("nonsense", { ifMatch: 9 }), "ERR_STALE"],
			[open, BLACK, { type: "resign", ifMatch: 9 }, "ERR_STALE"],
			[open, BLACK, { type: "cancel", ifMatch: 9 }, "ERR_STALE"],
			[open, BLACK, move("nonsense", { ply: 0, ifMatch: 1 }), "ERR_NOT_YOUR_TURN"],
			[open, WHITE, move("nonsense", { ply: 0, ifMatch: 1 }), "ERR_ILLEGAL_MOVE"],
			[open, WHITE, move("wQ"), "ERR_ILLEGAL_MOVE"],
			[open, WHITE, move(""), "ERR_ILLEGAL_MOVE"],
			[played, WHITE, { type: "cancel" }, "ERR_TOO_LATE_TO_CANCEL"],
		] as const;
		for (const [table, who, command, code] of rows) {
			const before = await logOf(table.stub);
			expect(told(await ask(table.stub, who, command)), `${who}: ${JSON.stringify(command)}`).toBe(code);
			expect(await logOf(table.stub)).toEqual(before);
		}
	});

	test("that is stale brings the game as it stands", async () => {
		const { stub } = await openTable();
		await ask(stub, WHITE, move("wS1"));
		const answer = await ask(stub, WHITE, move("wG1", { ply: 0 }));
		expect(answer).toMatchObject({
			kind: "refused",
			refusal: { code: "ERR_STALE", seq: 2, ply: 1 },
			view: { seq: 2, ply: 1, toMove: "black", you: { seat: "white" } },
		});
	});

	test("is dated by when it entered, not before the last event and not after the object's clock", async () => {
		const { stub } = await openTable();
		setClock(START + HOUR);
		await ask(stub, WHITE, move("wS1"), { receivedAt: START + HOUR - 5 });
		await ask(stub, BLACK, move("bS1 wS1-"), { receivedAt: START });
		await ask(stub, WHITE, move("wG1 -wS1"), { receivedAt: START + DAY });
		expect((await logOf(stub)).map(({ at }) => at - START)).toEqual([0, HOUR - 5, HOUR - 5, HOUR]);
	});

	test("sent forty times at once makes one ply", async () => {
		const { stub } = await openTable();
		const answers = await Promise.all(copies(40, () => ask(stub, WHITE, move("wS1", { ply: 0 }))));
		expect(answers.map(told).sort()).toEqual([...copies(39, () => "ERR_STALE"), "done"]);
		const more = await Promise.all(copies(40, () => ask(stub, BLACK, move("bS1 wS1-"))));
		expect(more.map(told).sort()).toEqual([...copies(39, () => "ERR_NOT_YOUR_TURN"), "done"]);
		expect((await look(stub)).ply).toBe(2);
	});
});

describe("an idempotency key", () => {
	test("makes one ply of forty copies at once, and all get the one answer", async () => {
		const { stub } = await openTable();
		const answers = await Promise.all(copies(40, () => ask(stub, WHITE, move("wS1"), { idempotency: once("a") })));
		expect(answers.map(told)).toEqual(copies(40, () => "done"));
		expect(answers.filter((one) => one.kind === "done" && one.replayed)).toHaveLength(39);
		expect(new Set(answers.map((one) => JSON.stringify({ ...one, replayed: true }))).size).toBe(1);
		expect((await look(stub)).seq).toBe(2);
	});

	test("makes one ply also where every copy must wait for the facts about a passed deadline", async () => {
		await neverBeaten();
		const { stub } = await openTable({ timeControl: { perMove: "PT1H" } });
		setClock(START + 2 * HOUR);
		const answers = await Promise.all(copies(40, () => ask(stub, WHITE, move("wS1"), { idempotency: once("a") })));
		expect(answers.map(told)).toEqual(copies(40, () => "done"));
		expect(await kindsOf(stub)).toEqual(["created", "moved"]);
	});

	test("comes before every other check and survives the game, a restart and the clock", async () => {
		const { stub } = await openTable({ timeControl: { perMove: "PT1H" } });
		const first = await ask(stub, WHITE, move("wS1"), { idempotency: once("a") });
		await ask(stub, BLACK, { type: "resign" });
		await evictDurableObject(stub);
		setClock(START + 47 * HOUR);
		expect(await ask(stub, WHITE, move("wS1"), { idempotency: once("a") })).toEqual({ ...first, replayed: true });
		expect(await stub.recall({ by: { player: WHITE }, idempotency: once("a") })).toEqual({ ...first, replayed: true });
	});

	test("with another body is refused; of another caller or path it is another key", async () => {
		const { stub } = await openTable();
		await ask(stub, WHITE, move("wS1"), { idempotency: once("a") });
		const other = once("a", "other body");
		expect(await ask(stub, WHITE, move("wS1"), { idempotency: other })).toEqual({ kind: "key-reused" });
		expect(await stub.recall({ by: { player: WHITE }, idempotency: other })).toEqual({ kind: "key-reused" });
		const theirs = { ...once("a"), scope: `${BLACK} POST moves` };
		expect(told(await ask(stub, BLACK, move("bS1 wS1-"), { idempotency: theirs }))).toBe("done");
	});

	test("keeps refusals, but not that somebody may not ask", async () => {
		const { stub } = await openTable();
		expect(told(await ask(stub, BLACK, move("bS1"), { idempotency: once("early") }))).toBe("ERR_NOT_YOUR_TURN");
		expect(told(await ask(stub, "stranger", move("wS1"), { idempotency: once("stranger") }))).toBe("ERR_NOT_A_PLAYER");
		await ask(stub, WHITE, move("wS1"));
		const again = await ask(stub, BLACK, move("bS1"), { idempotency: once("early") });
		expect(again).toMatchObject({ kind: "refused", refusal: { code: "ERR_NOT_YOUR_TURN" }, replayed: true });
		expect(await stub.recall({ by: { player: "stranger" }, idempotency: once("stranger") })).toBeNull();
	});
});

describe("a turn key", () => {
	const keyOf = async (id: string, ply: number) => ({
		turnKey: await turnKey(env.SECRET, id, ply % 2 === 0 ? "white" : "black", ply),
	});

	test("plays its ply once, and is dead afterwards as the contract orders it", async () => {
		const { id, stub } = await openTable({ visibility: "private" });
		const by = await keyOf(id, 0);
		expect(told(await ask(stub, "", move("wS1", { ply: 2 }), { by }))).toBe("ERR_STALE");
		expect(told(await ask(stub, "", move("wS1", { ifMatch: 9 }), { by }))).toBe("ERR_STALE");
		expect(told(await ask(stub, "", move("wS1", { ply: 0, ifMatch: 1 }), { by }))).toBe("done");
		expect(told(await ask(stub, "", move("wG1 wS1-"), { by }))).toBe("ERR_STALE");
		await evictDurableObject(stub);
		expect(told(await ask(stub, "", move("wG1 wS1-", { ply: 1 }), { by }))).toBe("ERR_STALE");
		await ask(stub, BLACK, { type: "resign" });
		expect(told(await ask(stub, "", move("wG1 wS1-"), { by }))).toBe("ERR_GAME_OVER");
	});

	test("of a ply to come, of another game, of the wrong seat or of nobody is none", async () => {
		const { id, stub } = await openTable();
		const secret = await openTable({ visibility: "private" });
		const rows = [
			await keyOf(id, 1),
			await keyOf(secret.id, 0),
			{ turnKey: await turnKey(env.SECRET, id, "black", 0) },
			{ turnKey: "0".repeat(26) },
			{ turnKey: "" },
			{ turnKey: "x".repeat(10_000) },
		];
		for (const by of rows) {
			expect(await ask(stub, "", move("wS1"), { by })).toEqual({ kind: "bad-key" });
			expect((await stub.look({ viewer: null, turnKey: by.turnKey, receivedAt: START }))?.key).toBeNull();
		}
		expect(await ask(secret.stub, "", move("wS1"), { by: { turnKey: "0".repeat(26) } })).toEqual({ kind: "missing" });
	});

	test("makes a move and nothing else", async () => {
		const { id, stub } = await openTable();
		const by = await keyOf(id, 0);
		expect(await ask(stub, "", { type: "resign" }, { by })).toEqual({ kind: "bad-key" });
		expect(await ask(stub, "", { type: "cancel" }, { by })).toEqual({ kind: "bad-key" });
		expect(await kindsOf(stub)).toEqual(["created"]);
	});

	test("shows its holder a private game from its seat, and whether it can still be used", async () => {
		const { id, stub } = await openTable({ visibility: "private" });
		const { turnKey: key } = await keyOf(id, 0);
		const live = await stub.look({ viewer: null, turnKey: key, receivedAt: START });
		expect(live).toMatchObject({
			key: { player: WHITE, seat: "white", ply: 0, live: true },
			view: { you: { seat: "white" } },
		});
		await ask(stub, WHITE, move("wS1"));
		const dead = await stub.look({ viewer: null, turnKey: key, receivedAt: START });
		expect(dead).toMatchObject({ key: { ply: 0, live: false }, view: { ply: 1 } });
	});

	test("shows nothing more of a private game once the opponent has moved, and nobody the less of a public one", async () => {
		for (const visibility of ["private", "public"] as const) {
			const { id, stub } = await openTable({ visibility });
			const by = await keyOf(id, 0);
			await ask(stub, WHITE, move("wS1"));
			await ask(stub, BLACK, move("bS1 wS1-"));
			const seen = await stub.look({ viewer: null, turnKey: by.turnKey, receivedAt: START });
			const answer = await ask(stub, "", move("wG1 -wS1"), { by });
			if (visibility === "private") expect([seen, answer]).toEqual([null, { kind: "bad-key" }]);
			else expect([seen?.key?.live, told(answer)]).toEqual([false, "ERR_STALE"]);
		}
	});
});

describe("a private game", () => {
	test("is seen by its players alone", async () => {
		const { stub } = await openTable({ visibility: "private" });
		const seen = async (viewer: string | null) =>
			(await stub.look({ viewer, receivedAt: START }))?.view.you?.seat ?? null;
		expect([await seen(WHITE), await seen(BLACK), await seen("stranger"), await seen(null)]).toEqual([
			"white",
			"black",
			null,
			null,
		]);
		expect(await stub.look({ viewer: null, receivedAt: START })).toBeNull();
		expect(await stub.events({ viewer: "stranger", after: 0, limit: 5 })).toBeNull();
		expect(told(await ask(stub, "stranger", { type: "resign" }))).toBe("missing");
	});
});

describe("a move that is only tried", () => {
	test("says what it would be and changes nothing", async () => {
		const { stub } = await openTable();
		const request = { command: move("ws1"), by: { player: WHITE }, receivedAt: START };
		expect(await stub.tryMove(request)).toMatchObject({
			kind: "preview",
			preview: { move: "wS1", ply: 1, gameString: "Base;InProgress;Black[1];wS1", result: null, warnings: [] },
		});
		expect((await look(stub)).seq).toBe(1);
	});

	test("is refused as the move itself would be", async () => {
		const { id, stub } = await openTable();
		const attempt = async (player: string, command: ReturnType<typeof move>) =>
			told((await stub.tryMove({ command, by: { player }, receivedAt: Date.now() })) as GameAnswer);
		expect(await attempt("stranger", move("wS1"))).toBe("ERR_NOT_A_PLAYER");
		expect(await attempt(WHITE, move("wS1", { ply: 3 }))).toBe("ERR_STALE");
		expect(await attempt(BLACK, move("bS1"))).toBe("ERR_NOT_YOUR_TURN");
		expect(await attempt(WHITE, move("wQ"))).toBe("ERR_ILLEGAL_MOVE");
		const by = { turnKey: await turnKey(env.SECRET, id, "white", 0) };
		expect(await stub.tryMove({ command: move("wS1"), by, receivedAt: START })).toMatchObject({ kind: "preview" });
		await healthyUntil(START + 4 * DAY);
		setClock(START + 4 * DAY);
		expect(await attempt(WHITE, move("wS1"))).toBe("ERR_GAME_OVER");
		expect(await kindsOf(stub)).toEqual(["created"]);
	});

	test("is remembered by its key, and the key is then not one for another request", async () => {
		const { stub } = await openTable();
		const request = { command: move("wS1"), by: { player: WHITE }, receivedAt: START, idempotency: once("t", "dry") };
		const first = await stub.tryMove(request);
		await ask(stub, WHITE, move("wG1"));
		expect(await stub.tryMove(request)).toEqual({ ...first, replayed: true });
		expect(told(await ask(stub, BLACK, move("bG1 wG1-"), { idempotency: once("t", "wet") }))).toBe("key-reused");
	});
});

describe("restarts", () => {
	test("lose nothing: the game goes on from its log as if nothing had been", async () => {
		const kept = await openTable();
		const evicted = await openTable();
		for (let step = 0; step < 6; step += 1) {
			setClock(START + step * HOUR);
			await playOn(kept.stub, 2);
			setClock(START + step * HOUR);
			await evictDurableObject(evicted.stub);
			await plug(evicted.stub);
			await playOn(evicted.stub, 2);
		}
		const { id: _, ...view } = await look(kept.stub);
		expect(await look(evicted.stub)).toMatchObject(view);
		expect(await logOf(evicted.stub)).toEqual(await logOf(kept.stub));
	});

	test("find the timers and the alarm where they were", async () => {
		const { stub } = await openTable({ timeControl: { perMove: "PT1H" } });
		await evictDurableObject(stub);
		expect(await rowsOf(stub, "SELECT kind, due FROM timers")).toEqual([{ kind: "flag", due: START + HOUR + SECOND }]);
	});
});

describe("answers", () => {
	test("do not wait for a D1 that hangs", async () => {
		const { id, stub } = await openTable();
		let release = () => {};
		const held = new Promise<void>((go) => {
			release = go;
		});
		const slow = faultyD1(() => true);
		await plug(stub, {
			DB: Object.assign(slow, { batch: (all: D1PreparedStatement[]) => held.then(() => env.DB.batch(all)) }),
		});
		const before = performance.now();
		expect(told(await ask(stub, WHITE, move("wS1")))).toBe("done");
		expect(told(await ask(stub, BLACK, move("bS1 wS1-")))).toBe("done");
		expect(performance.now() - before).toBeLessThan(5_000);
		release();
		// One run of the relay told both, the second event without being asked for.
		await until(async () => (await rowsOf<{ seq: number }>(stub, "SELECT seq FROM cursor"))[0]?.seq === 3);
		const { results } = await env.DB.prepare("SELECT seq FROM history WHERE game = ?1 ORDER BY seq").bind(id).all();
		expect(results).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
	});

	test("are forgotten two days later, and not before", async () => {
		const { stub } = await openTable();
		await ask(stub, WHITE, move("wS1"), { idempotency: once("a") });
		setClock(START + HOUR);
		await ask(stub, BLACK, move("bS1 wS1-"), { idempotency: { ...once("b"), scope: BLACK } });
		const keys = () => rowsOf<{ key: string }>(stub, "SELECT key FROM answers ORDER BY key");
		const purge = () => rowsOf<{ due: number }>(stub, "SELECT due FROM timers WHERE kind = 'purge'");
		expect(await purge()).toEqual([{ due: START + 48 * HOUR }]);
		await plug(stub, { DB: DEAD_D1 });
		for (const [at, left] of [
			[START + 48 * HOUR - MINUTE, ["a", "b"]],
			[START + 48 * HOUR, ["b"]],
			[START + 49 * HOUR, []],
		] as const) {
			setClock(at);
			await runDurableObjectAlarm(stub);
			expect((await keys()).map(({ key }) => key)).toEqual(left);
		}
		expect(await purge()).toEqual([]);
	});
});
