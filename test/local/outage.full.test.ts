/** The server stopped over a deadline and started again, and a restart that finds no D1: the time is ours, and nobody loses by it. */
import { globSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ask, demand } from "../../scripts/client.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import { type Person, signIn } from "../../scripts/people.ts";
import { noticeMailId, type Table } from "../../scripts/playing.ts";
import { findOrphans } from "../../scripts/processes.ts";
import { SECOND } from "../../src/match/duration.ts";
import type { GameEvent } from "../../src/match/event.ts";
import { overlap, union } from "../../src/match/intervals.ts";
import type { TimeControl } from "../../src/match/terms.ts";
import { type Mortal, startMortal } from "./killing.ts";
import {
	awaitEnd,
	awaitInstant,
	eventsOf,
	examineFall,
	kindsIn,
	logIn,
	mailsAbout,
	openTable,
	shownIn,
} from "./timed.ts";

/** A gap between two heartbeats that is longer than this is an outage, ms. */
const GAP = 3 * SECOND;

let mortal: Mortal;
let anna: Person;
let bruno: Person;

beforeEach(async () => {
	mortal = await startMortal();
	anna = await signIn(mortal.origin(), "anna@outage.example", "Anna", "link");
	bruno = await signIn(mortal.origin(), "bruno@outage.example", "Bruno", "code");
});
afterEach(() => mortal.bury());

const open = (timeControl: TimeControl) => openTable(mortal.origin(), anna, bruno, { timeControl });

const lastBeat = (): number => readRows<{ at: number }>(mortal.folder, "SELECT at FROM heartbeat")[0]?.at ?? 0;

/** The log begins with a turn of White's: when, and until when it may take. */
function firstTurn(table: Table): { readonly began: number; readonly deadline: number } {
	const [created] = logIn(mortal.folder, table);
	if (created?.type !== "created" || created.deadline === null) throw new Error("a game begins with a deadline");
	return { began: created.at, deadline: created.deadline };
}

/** Waits until D1 and both players have heard that the game has begun: then nothing of it is under way. */
function awaitTold(table: Table): Promise<unknown> {
	return until("both mails of the beginning", async () => {
		for (const side of ["white", "black"] as const) {
			const ids = (await mailsAbout(table, side)).map(({ id }) => id);
			if (!ids.includes(noticeMailId(table.id, 1, table[side].id))) return null;
		}
		return true;
	});
}

/** kill -9 of the whole group, and nothing runs until all these deadlines are past and the gap is an outage. When it was, ms. */
async function stopOver(...deadlines: readonly number[]): Promise<number> {
	await mortal.kill();
	const stopped = Date.now();
	expect(stopped, "it was stopped before the deadline").toBeLessThan(Math.min(...deadlines));
	await awaitInstant(Math.max(...deadlines, lastBeat() + GAP) + SECOND);
	return stopped;
}

/** The time given back so far, as one list of gaps. */
function gapsOf(log: readonly GameEvent[]) {
	return union(eventsOf(log, "credited").flatMap(({ gaps, ply }) => (ply === undefined ? (gaps ?? []) : [])));
}

const length = (gaps: ReturnType<typeof gapsOf>): number => gaps.reduce((sum, { from, to }) => sum + to - from, 0);

test("stopped over a deadline with nobody connected, it gives the time back by alarm alone; left alone, the flag falls then", async () => {
	const table = await open({ perMove: "PT4S" });
	await awaitTold(table);
	const { began, deadline } = firstTurn(table);
	const stopped = await stopOver(deadline);
	const beat = lastBeat();
	await mortal.restart();
	// From here on nothing asks the server for anything: its files tell.
	const first = await until("the credit", () => eventsOf(logIn(mortal.folder, table), "credited")[0]);
	expect(kindsIn(mortal.folder, table).slice(0, 2)).toEqual(["created", "credited"]);
	expect(first).toMatchObject({ side: "white", reason: "outage" });
	expect(first.gaps).toEqual([{ from: Math.max(beat, began), to: first.at }]);
	expect(first.at).toBeGreaterThan(deadline);
	expect(first.deadline).toBe(deadline + first.ms);
	expect(shownIn(mortal.folder, table)).toMatchObject({ status: "active", to_move: "white" });

	await awaitEnd(mortal.folder, table);
	const { before, clock, faults, late, log } = await examineFall(mortal.folder, table);
	expect(faults).toEqual([]);
	const kinds = log.map(({ type }) => type);
	expect(kinds.filter((kind) => kind !== "credited")).toEqual(["created", "ended"]);
	const gaps = gapsOf(log);
	expect(before.turn).toMatchObject({ side: "white", deadline: deadline + length(gaps) });
	const [ended] = eventsOf(log, "ended");
	expect(ended?.used).toBe(4 * SECOND);
	// Both can read it, and why.
	const credits = clock.entries.filter(({ kind }) => kind === "credited");
	expect(credits.map(({ gaps: told }) => told).at(-1)).toEqual(
		gaps.map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })),
	);
	console.log(
		`stopped ${deadline - stopped} ms before the deadline; ${kinds.join(", ")}; given back ${length(gaps)} ms; ` +
			`the credit came ${first.at - deadline} ms after the old deadline, the flag ${late} ms after the new one`,
	);
	console.log(clock.entries.map(({ words }) => words).join("\n"));
});

const CONTROLS: readonly TimeControl[] = [
	{ total: "PT6S" },
	{ start: "PT6S", increment: "PT2S", cap: "PT8S" },
	// Its deadline is not past when the server is back: the credit comes with the move, or it would be charged.
	{ total: "PT1M" },
];

test("a move made after the restart is not charged for the outage before it", async () => {
	const tables: Table[] = [];
	for (const control of CONTROLS) tables.push(await open(control));
	for (const table of tables) await awaitTold(table);
	const turns = tables.map(firstTurn);
	await stopOver(...turns.slice(0, 2).map(({ deadline }) => deadline));
	await mortal.restart();
	for (const table of tables) {
		const path = `/v1/games/${table.id}/moves`;
		const body = { move: "wS1", ply: 0 };
		demand(await ask(mortal.origin(), "POST", path, { as: anna.session, body }), 201);
	}
	for (const [index, table] of tables.entries()) {
		const { began, deadline } = turns[index] as (typeof turns)[number];
		const log = await until("the move in D1", () => {
			const found = logIn(mortal.folder, table);
			return eventsOf(found, "moved").length > 0 ? found : null;
		});
		const kinds = log.map(({ type }) => type);
		expect(kinds.slice(0, 2)).toEqual(["created", "credited"]);
		const [moved] = eventsOf(log, "moved");
		if (!moved) throw new Error("nobody moved");
		const given = gapsOf(log.slice(0, moved.seq - 1));
		const all = overlap({ from: began, to: moved.at }, given);
		expect(all).toBeGreaterThan(GAP);
		expect(moved.used).toBe(moved.at - began - all);
		const increment = index === 1 ? 2 * SECOND : 0;
		const start = deadline - began;
		expect(moved.remaining).toBe(Math.min(index === 1 ? 8 * SECOND : start, start - moved.used + increment));
		console.log(
			`${JSON.stringify(CONTROLS[index])}: ${kinds.join(", ")}; moved after ${moved.at - began} ms, ` +
				`charged ${moved.used}, given back ${all}, left ${moved.remaining}`,
		);
	}
	// Now it is Black who does nothing, and whose own time is whole.
	for (const [index, table] of tables.slice(0, 2).entries()) {
		await awaitEnd(mortal.folder, table);
		const { before, faults, log } = await examineFall(mortal.folder, table);
		expect(faults).toEqual([]);
		const { began = 0, deadline, side } = before.turn ?? {};
		const later = log.slice(eventsOf(log, "moved")[0]?.seq ?? 0);
		expect([index, side, (deadline ?? 0) - began]).toEqual([index, "black", 6 * SECOND + length(gapsOf(later))]);
	}
});

/** Takes the files of the D1 database away, and puts in their place what cannot be opened. Gives them back when called. */
function hideD1(folder: string): () => void {
	const found = globSync("d1/*/*.sqlite", { cwd: folder }).find((file) => {
		const database = new DatabaseSync(join(folder, file), { readOnly: true });
		const ours = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'heartbeat'").get();
		database.close();
		return ours !== undefined;
	});
	if (!found) throw new Error(`no D1 database in ${folder}`);
	const place = join(folder, dirname(found));
	const away = join(folder, "away");
	mkdirSync(away);
	for (const name of readdirSync(place)) {
		if (name.startsWith(basename(found))) renameSync(join(place, name), join(away, name));
	}
	mkdirSync(join(folder, found));
	return () => {
		rmdirSync(join(folder, found));
		for (const name of readdirSync(away)) renameSync(join(away, name), join(place, name));
	};
}

type Timer = { readonly kind: string; readonly tries: number; readonly problem: string | null };

/** What stands in a game object's own file, found by the one game there is: D1 cannot be asked. */
function insideGame(folder: string): { readonly events: readonly string[]; readonly flag: Timer | undefined } {
	for (const file of globSync("do/*/*.sqlite", { cwd: folder })) {
		const database = new DatabaseSync(join(folder, file), { readOnly: true });
		try {
			if (!database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'timers'").get()) continue;
			const events = database.prepare("SELECT kind FROM events ORDER BY seq").all() as { kind: string }[];
			const timers = database.prepare("SELECT kind, tries, problem FROM timers").all() as Timer[];
			return { events: events.map(({ kind }) => kind), flag: timers.find(({ kind }) => kind === "flag") };
		} finally {
			database.close();
		}
	}
	throw new Error(`no game in ${folder}`);
}

test("a restart that finds D1 out of reach flags nobody, however often the alarm looks; when D1 is back, the time is given back", async () => {
	const table = await open({ perMove: "PT5S" });
	await awaitTold(table);
	const { began, deadline } = firstTurn(table);
	const beat = lastBeat();
	const giveBack = hideD1(mortal.folder);
	// The start script does without D1 only where it has been up before: it starts the runtime again that dies alone.
	const [runtime = 0] = findOrphans(mortal.folder, []);
	process.kill(runtime, "SIGKILL");
	await until("the other runtime", () => findOrphans(mortal.folder, []).find((pid) => pid !== runtime));
	const puzzled = await until("three vain looks at the clock", () => {
		const { flag } = insideGame(mortal.folder);
		return flag && flag.tries >= 3 ? flag : null;
	});
	expect(puzzled.problem).toBe("the facts are not to be had");
	expect(Date.now()).toBeGreaterThan(deadline + SECOND);
	expect(insideGame(mortal.folder).events).toEqual(["created"]);

	// Nor does the whole of it start without D1; nothing falls by that either.
	await mortal.kill();
	await expect(mortal.restart()).rejects.toThrow(/The server ended \(exit code 1\)/);
	expect(insideGame(mortal.folder).events).toEqual(["created"]);

	giveBack();
	await mortal.restart();
	const first = await until("the credit", () => eventsOf(logIn(mortal.folder, table), "credited")[0]);
	expect(first.gaps?.[0]?.from).toBeGreaterThanOrEqual(Math.max(beat, began));
	expect(shownIn(mortal.folder, table)).toMatchObject({ status: "active", to_move: "white" });
	await awaitEnd(mortal.folder, table, 90_000);
	const { before, faults, late, log } = await examineFall(mortal.folder, table);
	expect(faults).toEqual([]);
	expect(before.turn).toMatchObject({ side: "white", deadline: deadline + length(gapsOf(log)) });
	console.log(
		`${puzzled.tries} looks without D1; ${log.map(({ type }) => type).join(", ")}; ` +
			`given back ${length(gapsOf(log))} ms, fallen ${late} ms after the new deadline`,
	);
});
