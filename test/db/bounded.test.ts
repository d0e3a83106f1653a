/** What is asked of D1 again and again reads about as many rows as it is for, however many there are of a player. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { expireChallenges } from "../../src/db/challenges.ts";
import { dueDeliveries, insertDelivery, isToldInLetter } from "../../src/db/deliveries.ts";
import { digestsDue } from "../../src/db/digests.ts";
import { recentEvents } from "../../src/db/feeds.ts";
import { type GameRow, gamesOf, gamesPlace, recordHistory, snapshotGame } from "../../src/db/games.ts";
import { opponentsOf, type PartCursor, partOf, partPlace } from "../../src/db/inbox.ts";
import { dueElsewhere } from "../../src/db/targets.ts";
import type { GameEvent } from "../../src/match/event.ts";

const NOW = Date.UTC(2030, 0, 1);
const MANY = 120;

/** The database, and how many rows it has read since. */
function counted() {
	let rows = 0;
	const count = (statement: D1PreparedStatement): Pick<D1PreparedStatement, "bind" | "all" | "first" | "run"> => ({
		bind: (...values: unknown[]) => count(statement.bind(...values)) as D1PreparedStatement,
		all: async <T>() => {
			const found = await statement.all<T>();
			rows += found.meta.rows_read;
			return found;
		},
		run: async <T>() => {
			const done = await statement.run<T>();
			rows += done.meta.rows_read;
			return done;
		},
		first: async () => {
			const found = await statement.all();
			rows += found.meta.rows_read;
			return (found.results[0] ?? null) as never;
		},
	});
	const db = { prepare: (sql: string) => count(env.DB.prepare(sql)) } as D1Database;
	return { db, read: () => rows };
}

function finished(place: number, more: Partial<GameRow> = {}): GameRow {
	return {
		...{ id: `over-${String(place).padStart(3, "0")}`, seq: 9, ply: 8, status: "finished", winner: "white" },
		...{ reason: "resignation", white: "ada", black: "bob", toMove: null, deadline: null, rules: "tournament" },
		...{
			expansions: "MLP",
			visibility: "public",
			rated: false,
			gameString: "Base",
			createdAt: NOW - 1,
			updatedAt: NOW,
		},
		endedAt: NOW,
		...more,
	};
}

describe("the games of a player that are over", () => {
	/** On both seats, some of them ended in the same moment. */
	const games = Array.from({ length: MANY }, (_, place) =>
		finished(place, { ...(place % 3 === 0 ? { white: "cid", black: "ada" } : {}), endedAt: NOW - ((place * 7) % 40) }),
	);
	const inOrder = games.toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0) || (a.id < b.id ? -1 : 1));
	const store = async () => {
		await env.DB.prepare("DELETE FROM games").run();
		const never = finished(MANY, { id: "running", status: "active", endedAt: null, toMove: "white" });
		await env.DB.batch([...games, never].map((row) => snapshotGame(env.DB, row)));
	};

	test.each([1, 7, 50, 200])("come the latest first, each once, by pages of %i", async (limit) => {
		await store();
		const found: string[] = [];
		for (let after: PartCursor | null = null; ; ) {
			const rows: readonly GameRow[] = await partOf(env.DB, "finished", { player: "ada", limit, after });
			found.push(...rows.map(({ id }) => id));
			const last = rows.at(-1);
			if (!last) break;
			after = partPlace("finished", last);
		}
		expect(found).toEqual(inOrder.map(({ id }) => id));
	});

	test("are no more than ended lately, where that is asked for", async () => {
		await store();
		const since = NOW - 3;
		const rows = await partOf(env.DB, "finished", { player: "ada", limit: 50, since });
		expect(rows.map(({ id }) => id)).toEqual(inOrder.filter((one) => (one.endedAt ?? 0) > since).map(({ id }) => id));
	});

	test("are read no further back than is asked for, where fewer ended since than would be shown", async () => {
		await store();
		const { db, read } = counted();
		expect(await partOf(db, "finished", { player: "ada", limit: 50, since: NOW - 1 })).toHaveLength(3);
		expect(read()).toBeLessThan(15);
	});

	test("are read no further than they are shown, on the first page and on a later one", async () => {
		await store();
		const { db, read } = counted();
		const last = (await partOf(db, "finished", { player: "ada", limit: 5 })).at(-1);
		await partOf(db, "finished", { player: "ada", limit: 5, after: last ? partPlace("finished", last) : null });
		// Two pages of two seats, read once and put in order once.
		expect(read()).toBeGreaterThan(0);
		expect(read()).toBeLessThanOrEqual(2 * 2 * 5 * 2);
	});
});

describe("all games of a player", () => {
	/** A few that run, one of them the other's to move, among many that are over, some of those cancelled. */
	const RUNNING = 6;
	const games = Array.from({ length: MANY }, (_, place) => {
		const seats = place % 2 === 0 ? { white: "ada", black: `foe-${place}` } : { white: `foe-${place}`, black: "ada" };
		const id = `all-${String(place).padStart(3, "0")}`;
		const times = { createdAt: NOW + place, updatedAt: NOW + place };
		if (place >= RUNNING) {
			const status = place % 40 === 7 ? "cancelled" : "finished";
			return finished(place, { id, ...seats, ...times, status, endedAt: NOW + place });
		}
		const deadline = place < 3 ? NOW + place : null;
		const toMove = place === 4 ? "black" : place % 2 === 0 ? "white" : "black";
		return finished(place, { id, ...seats, ...times, status: "active", winner: null, toMove, deadline, endedAt: null });
	});
	const store = async () => {
		await env.DB.prepare("DELETE FROM games").run();
		await env.DB.batch(games.map((row) => snapshotGame(env.DB, row)));
	};
	const latest = [...games].reverse().filter(({ status }) => status !== "active");

	test.each([
		["all", {}, 5, RUNNING],
		["that are over", { status: "finished" }, 5, 0],
		["that were cancelled", { status: "cancelled" }, 2, 0],
		["that run", { status: "active" }, 5, RUNNING],
		["that wait for the player", { turn: "mine" }, 5, RUNNING],
	] as const)("%s, are read no further than they are shown", async (_, filter, limit, running) => {
		await store();
		const { db, read } = counted();
		const query = { player: "ada", limit, ...filter };
		const rows = await gamesOf(db, query);
		expect(rows).toHaveLength(limit);
		const last = rows.at(-1);
		if (!last) throw new Error("there are more");
		const more = await gamesOf(db, { ...query, after: gamesPlace(last) });
		expect([...rows, ...more].map(({ id }) => id)).toEqual([...new Set([...rows, ...more].map(({ id }) => id))]);
		// Twice, each row once by an index and once in its order.
		expect(read()).toBeLessThanOrEqual(2 * 2 * (running + 2 * limit) + 6);
	});

	test("go on from those that run to those that are over, on the page where they meet", async () => {
		await store();
		const found: string[] = [];
		for (let after: ReturnType<typeof gamesPlace> | undefined; ; ) {
			const rows: readonly GameRow[] = await gamesOf(env.DB, { player: "ada", limit: 4, ...(after && { after }) });
			found.push(...rows.map(({ id }) => id));
			const last = rows.at(-1);
			if (!last) break;
			after = gamesPlace(last);
		}
		const running = ["all-000", "all-001", "all-002", "all-005", "all-004", "all-003"];
		expect(found).toEqual([...running, ...latest.map(({ id }) => id)]);
	});
});

test("those a player has had games with lately are found without reading all games there were", async () => {
	await env.DB.prepare("DELETE FROM games").run();
	await env.DB.prepare(
		`WITH RECURSIVE place(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < 2000)
		 INSERT INTO games (id, seq, ply, status, white, black, rules, expansions, visibility, rated, game_string, created_at,
			updated_at)
		 SELECT 'met-' || n, 1, 0, 'finished', iif(n % 3, 'ada', 'foe-' || (n % 7)), iif(n % 3, 'foe-' || (n % 7), 'ada'),
			'x', '', 'public', 0, 'Base', ?1 + n, ?1 + n FROM place`,
	)
		.bind(NOW)
		.run();
	const { db, read } = counted();
	// The last one, 2000, was against foe-5; the one before against foe-4.
	expect(await opponentsOf(db, "ada", 3)).toEqual(["foe-5", "foe-4", "foe-3"]);
	expect(read()).toBeLessThan(1_000);
});

test("what has happened lately is looked for in the games that it may have happened in", async () => {
	await env.DB.batch([env.DB.prepare("DELETE FROM games"), env.DB.prepare("DELETE FROM history")]);
	const DAY = 86_400_000;
	const long = Array.from({ length: MANY }, (_, place) =>
		finished(place, { updatedAt: NOW - DAY - place, endedAt: NOW - DAY - place }),
	);
	const [ended, runs] = [
		finished(MANY, { id: "ended", white: "cid", black: "ada", updatedAt: NOW - 1, endedAt: NOW - 1 }),
		finished(MANY, { id: "runs", status: "active", winner: null, endedAt: null, toMove: "white", deadline: NOW }),
	];
	const events: readonly GameEvent[] = [{ type: "passed", side: "white", ply: 8, deadline: null, seq: 9, at: NOW - 1 }];
	await env.DB.batch([
		...[...long, ended, runs].map((row) => snapshotGame(env.DB, row)),
		...["ended", "runs", long[0]?.id ?? ""].map((id) => recordHistory(env.DB, id, events)),
	]);
	const { db, read } = counted();
	const found = await recentEvents(db, "ada", NOW - DAY / 2, 20);
	expect(found.map(({ game }) => game)).toEqual(["ended", "runs"]);
	expect(read()).toBeLessThan(20);
});

test("what is due is found without reading all that waits, and in order without sorting it", async () => {
	await env.DB.prepare("DELETE FROM deliveries").run();
	const waits = (place: number) =>
		insertDelivery(env.DB, {
			...{
				id: `waits-${place}`,
				game: null,
				seq: null,
				player: "ada",
				address: null,
				channel: "email",
				kind: "account",
			},
			...{ payload: {}, dueAt: NOW + place, createdAt: NOW },
		});
	await env.DB.batch(Array.from({ length: MANY }, (_, place) => waits(place)));
	const { db, read } = counted();
	expect(await dueDeliveries(db, NOW + MANY, 5)).toHaveLength(5);
	// None is due for elsewhere, and nothing that is not due is looked at.
	expect(await dueElsewhere(db, NOW + 5, 5)).toEqual([]);
	expect(read()).toBeLessThanOrEqual(2 * (5 + 6));
});

test("challenges past their time are found without reading those there ever were", async () => {
	await env.DB.batch([
		env.DB.prepare("DELETE FROM challenges"),
		env.DB.prepare(
			`WITH RECURSIVE place(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < ${MANY})
			 INSERT INTO challenges (id, game, challenger, terms, state, made_at, expires_at)
			 SELECT n, n, 'ada', '{}', iif(n % 3, 'accepted', 'open'), ?1, ?1 + n FROM place`,
		).bind(NOW),
	]);
	const { db, read } = counted();
	await expireChallenges(db, NOW + 6);
	const { results } = await env.DB.prepare(
		"SELECT expires_at AS at FROM challenges WHERE state = 'expired' ORDER BY at",
	).all();
	expect(results).toEqual([{ at: NOW + 3 }, { at: NOW + 6 }]);
	expect(read()).toBeLessThan(20);
});

test("whose digest is due is found among what is held, without reading what was ever sent", async () => {
	await env.DB.prepare("DELETE FROM deliveries").run();
	const letter = (place: number) =>
		insertDelivery(env.DB, {
			...{ id: `letter-${place}`, game: null, seq: null, player: `p-${place % 9}`, address: null, channel: "email" },
			...{ kind: "account", payload: {}, dueAt: NOW + place, createdAt: NOW },
		});
	await env.DB.batch(Array.from({ length: MANY }, (_, place) => letter(place)));
	await env.DB.prepare(`UPDATE deliveries SET state = CASE WHEN due_at < ?1 THEN 'held' ELSE 'sent' END`)
		.bind(NOW + 3)
		.run();
	const { db, read } = counted();
	const due = await digestsDue(db, NOW + MANY, null, 2);
	expect(due).toEqual([0, 1].map((place) => ({ id: `p-${place}`, key: NOW + place, at: NOW + place })));
	expect(read()).toBeLessThan(30);
});

/** A letter of Ada's about a turn in the one game. */
const turnLetter = (seq: number) =>
	insertDelivery(env.DB, {
		...{ id: `letter-${seq}`, game: "g", seq, player: "ada", address: null, channel: "email", kind: "your-turn" },
		...{ payload: {}, dueAt: NOW, createdAt: NOW },
	});

test("whether a letter has told of a message is answered without reading a game's other letters", async () => {
	await env.DB.prepare("DELETE FROM deliveries").run();
	await env.DB.batch(Array.from({ length: MANY }, (_, seq) => turnLetter(seq)));
	await env.DB.prepare(
		`UPDATE deliveries SET frozen = json_object('message', json_object('id', seq)) WHERE seq % 2 = 0`,
	).run();
	const { db, read } = counted();
	expect(await isToldInLetter(db, "g", "ada", 40)).toBe(true);
	expect(await isToldInLetter(db, "g", "ada", 41)).toBe(false);
	expect(await isToldInLetter(db, "g", "bob", 40)).toBe(false);
	expect(read()).toBeLessThanOrEqual(4);
});

test("a letter that was spoilt keeps no other from being looked for, and goes like any other", async () => {
	await env.DB.prepare("DELETE FROM deliveries").run();
	await env.DB.batch([turnLetter(1), turnLetter(2)]);
	await env.DB.prepare(`UPDATE deliveries SET frozen = iif(seq = 1, '{"message":{"id', '{"message":{"id":7}}')`).run();
	expect(await isToldInLetter(env.DB, "g", "ada", 7)).toBe(true);
	const { meta } = await env.DB.prepare("DELETE FROM deliveries WHERE player = 'ada'").run();
	expect(meta.changes).toBe(2);
});
