/** The lists of games in D1, and the service's pulse. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import {
	type GameRow,
	type GamesQuery,
	gameSnapshot,
	gamesOf,
	gamesPlace,
	historyOf,
	overdueGames,
	recordHistory,
	recordOf,
	snapshotGame,
} from "../../src/db/games.ts";
import { beat, outagesSince } from "../../src/db/heartbeat.ts";
import type { GameEvent } from "../../src/match/event.ts";

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;

const row = (id: string, more: Partial<GameRow> = {}): GameRow => ({
	id,
	seq: 1,
	ply: 0,
	status: "active",
	winner: null,
	reason: null,
	white: "w",
	black: "b",
	toMove: "white",
	deadline: NOW,
	rules: "tournament",
	expansions: "MLP",
	visibility: "public",
	rated: true,
	gameString: "Base+MLP;NotStarted;White[1]",
	createdAt: NOW,
	updatedAt: NOW,
	endedAt: null,
	...more,
});

async function store(rows: readonly GameRow[]): Promise<void> {
	for (let start = 0; start < rows.length; start += 50) {
		await env.DB.batch(rows.slice(start, start + 50).map((one) => snapshotGame(env.DB, one)));
	}
}

/** All pages of a list until an empty one; checks that none is larger than asked for. */
async function walk(query: GamesQuery): Promise<readonly (readonly string[])[]> {
	const pages: (readonly string[])[] = [];
	for (let after: GamesQuery["after"]; ; ) {
		const rows = await gamesOf(env.DB, { ...query, ...(after && { after }) });
		expect(rows.length).toBeLessThanOrEqual(query.limit);
		const last = rows.at(-1);
		if (last || pages.length === 0) pages.push(rows.map(({ id }) => id));
		if (!last) return pages;
		after = gamesPlace(last);
	}
}

const name = (index: number) => `g${String(index).padStart(4, "0")}`;

describe("a player's games", () => {
	test.each([
		[0, [0]],
		[1, [1]],
		[100, [100]],
		[101, [100, 1]],
		[1_000, Array.from({ length: 10 }, () => 100)],
	])("are all listed once, by pages, when they are %i", async (count, sizes) => {
		const player = `many-${count}`;
		const ids = Array.from({ length: count }, (_, index) => `${player}-${name(index)}`);
		await store(
			ids.map((id, index) =>
				// Every seventh deadline is another, so that most are equal and the id decides.
				row(id, { [index % 2 === 0 ? "white" : "black"]: player, deadline: NOW + (index % 7) * SECOND }),
			),
		);
		const pages = await walk({ player, limit: 100 });
		expect(pages.map((page) => page.length)).toEqual(sizes);
		const order = [...ids].sort((a, b) => (ids.indexOf(a) % 7) - (ids.indexOf(b) % 7) || (a < b ? -1 : 1));
		expect(pages.flat()).toEqual(order);
		expect((await walk({ player, limit: 7 })).flat()).toEqual(order);
	});

	test("come with the least time left first, then those without a clock, then the latest ended", async () => {
		const mine = { white: "order" };
		await store([
			row("over-old", { ...mine, status: "finished", endedAt: NOW - 9, toMove: null, deadline: null }),
			row("over-new", { ...mine, status: "cancelled", endedAt: NOW + 9, toMove: null, deadline: null }),
			row("slow", { ...mine, deadline: NOW + 5 * SECOND }),
			row("fast", { ...mine, deadline: NOW - SECOND }),
			row("untimed-old", { ...mine, deadline: null, updatedAt: NOW - 5 }),
			row("untimed-new", { ...mine, deadline: null, updatedAt: NOW }),
		]);
		const order = ["fast", "slow", "untimed-new", "untimed-old", "over-new", "over-old"];
		expect((await walk({ player: "order", limit: 100 })).flat()).toEqual(order);
		expect((await walk({ player: "order", limit: 1 })).flat()).toEqual(order);
	});

	test("can be narrowed to one's own turn and to a status", async () => {
		await store([
			row("n-mine-white", { white: "narrow", toMove: "white" }),
			row("n-mine-black", { black: "narrow", toMove: "black" }),
			row("n-theirs", { white: "narrow", toMove: "black" }),
			row("n-over", { black: "narrow", toMove: null, status: "finished", deadline: null, endedAt: NOW }),
			row("n-others", { toMove: "white" }),
		]);
		const list = async (query: Partial<GamesQuery>) => (await walk({ player: "narrow", limit: 10, ...query })).flat();
		expect(await list({ turn: "mine" })).toEqual(["n-mine-black", "n-mine-white"]);
		expect(await list({ status: "active" })).toEqual(["n-mine-black", "n-mine-white", "n-theirs"]);
		expect(await list({ status: "finished" })).toEqual(["n-over"]);
		expect(await list({ turn: "mine", status: "finished" })).toEqual([]);
		expect(await list({ status: "cancelled" })).toEqual([]);
	});

	test("go on where they stopped although the last one seen is gone from the list", async () => {
		await store([1, 2, 3].map((place) => row(`c-${place}`, { white: "cursor", deadline: NOW })));
		const first = await gamesOf(env.DB, { player: "cursor", limit: 2 });
		expect(first.map(({ id }) => id)).toEqual(["c-1", "c-2"]);
		await store([row("c-2", { white: "cursor", seq: 2, status: "finished", deadline: null, endedAt: NOW })]);
		const last = first.at(-1);
		if (!last) throw new Error("there is more");
		const next = await gamesOf(env.DB, { player: "cursor", limit: 2, after: gamesPlace(last) });
		expect(next.map(({ id }) => id)).toEqual(["c-3", "c-2"]);
	});

	test("are found through an index, not by reading every game", async () => {
		const { results } = await env.DB.prepare("EXPLAIN QUERY PLAN SELECT id FROM games WHERE (white = ?1 OR black = ?1)")
			.bind("x")
			.all<{ detail: string }>();
		expect(results.map(({ detail }) => detail).join("\n")).toMatch(
			/SEARCH games USING INDEX games_\w*white[\s\S]*SEARCH games USING INDEX games_\w*black/,
		);
	});
});

describe("a snapshot", () => {
	test("comes back as it was stored, and only a newer or equal one replaces it", async () => {
		const full = row("snap", {
			seq: 5,
			status: "finished",
			winner: "black",
			reason: "surround",
			endedAt: NOW,
			rated: false,
		});
		await store([full]);
		await store([row("snap", { seq: 4, ply: 99 })]);
		expect(await gameSnapshot(env.DB, "snap")).toEqual(full);
		await store([{ ...full, ply: 7 }]);
		expect((await gameSnapshot(env.DB, "snap"))?.ply).toBe(7);
		expect(await gameSnapshot(env.DB, "unknown")).toBeNull();
	});

	test("counts in its players' records", async () => {
		const over = { status: "finished", toMove: null, deadline: null, endedAt: NOW } as const;
		await store([
			row("r-1", { white: "rec", ...over, winner: "white", reason: "surround" }),
			row("r-2", { black: "rec", ...over, winner: "white", reason: "timeout" }),
			row("r-3", { black: "rec", ...over, winner: "black", reason: "surround" }),
			row("r-4", { white: "rec", ...over, reason: "repetition" }),
			row("r-5", { white: "rec", ...over, status: "cancelled" }),
			row("r-6", { white: "rec" }),
		]);
		expect(await recordOf(env.DB, "rec")).toEqual({ won: 2, lost: 1, drawn: 1, active: 1, timeouts: 1 });
		expect(await recordOf(env.DB, "nobody")).toEqual({ won: 0, lost: 0, drawn: 0, active: 0, timeouts: 0 });
	});
});

describe("history", () => {
	const events = [1, 2, 3].map(
		(seq) =>
			({
				type: "passed",
				side: "white",
				ply: seq,
				deadline: seq === 2 ? null : NOW,
				seq,
				at: NOW + seq,
			}) satisfies GameEvent,
	);

	test("gives back the events it was given, once each, from where one asks", async () => {
		await recordHistory(env.DB, "h", events.slice(1)).run();
		await recordHistory(env.DB, "h", events).run();
		expect(await historyOf(env.DB, "h")).toEqual(events);
		expect(await historyOf(env.DB, "h", 1, 1)).toEqual([events[1]]);
		expect(await historyOf(env.DB, "other")).toEqual([]);
	});
});

describe("overdue games", () => {
	test("are the running ones past their deadline, the longest overdue first, from where one stopped", async () => {
		await env.DB.prepare("DELETE FROM games").run();
		await store([
			row("o-b", { deadline: NOW }),
			row("o-a", { deadline: NOW }),
			row("o-c", { deadline: NOW - SECOND }),
			row("o-later", { deadline: NOW + SECOND }),
			row("o-untimed", { deadline: null }),
			row("o-over", { status: "finished", deadline: null, endedAt: NOW }),
		]);
		const all = await overdueGames(env.DB, NOW + 1, null, 10);
		expect(all.map(({ id }) => id)).toEqual(["o-c", "o-a", "o-b"]);
		expect((await overdueGames(env.DB, NOW + 1, all[1] ?? null, 10)).map(({ id }) => id)).toEqual(["o-b"]);
		expect(await overdueGames(env.DB, NOW - SECOND, null, 10)).toEqual([]);
	});
});

describe("the heartbeat", () => {
	const since = (from: number, now: number) => outagesSince(env.DB, from, now, SECOND);
	const reset = () => env.DB.batch([env.DB.prepare("DELETE FROM heartbeat"), env.DB.prepare("DELETE FROM outages")]);

	test("that never was leaves the question open", async () => {
		await reset();
		expect(await since(0, NOW)).toBeNull();
	});

	test("reveals the gap that it ends, once, when more than three beats were missed", async () => {
		await reset();
		for (const at of [0, 1, 2, 5, 8, 12, 12, 11]) await beat(env.DB, NOW + at * SECOND, SECOND);
		expect(await since(0, NOW + 15 * SECOND)).toEqual([{ from: NOW + 8 * SECOND, to: NOW + 12 * SECOND }]);
	});

	test("that has stopped is a gap still open; what ended before is not told again", async () => {
		await reset();
		await beat(env.DB, NOW, SECOND);
		await beat(env.DB, NOW + 10 * SECOND, SECOND);
		const closed = { from: NOW, to: NOW + 10 * SECOND };
		expect(await since(NOW + 5 * SECOND, NOW + 20 * SECOND)).toEqual([
			closed,
			{ from: NOW + 10 * SECOND, to: NOW + 20 * SECOND },
		]);
		expect(await since(NOW + 10 * SECOND, NOW + 13 * SECOND)).toEqual([]);
		expect(await since(NOW, NOW + 13 * SECOND)).toEqual([closed]);
	});

	test("two beats that reveal one gap at once record it once, as the longer", async () => {
		await reset();
		await beat(env.DB, NOW, SECOND);
		await env.DB.prepare("INSERT INTO outages (from_at, to_at) VALUES (?1, ?2)")
			.bind(NOW, NOW + 9 * SECOND)
			.run();
		await beat(env.DB, NOW + 10 * SECOND, SECOND);
		expect(await since(0, NOW + 10 * SECOND)).toEqual([{ from: NOW, to: NOW + 10 * SECOND }]);
	});
});
