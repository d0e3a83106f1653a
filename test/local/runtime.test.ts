/** The local runtime under a Worker made for the test: the schema's ways, the log, and processes found without a mark. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Bundle } from "../../scripts/build.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import { findOrphans, listRuntimes } from "../../scripts/processes.ts";
import { type Runtime, startRuntime } from "../../scripts/runtime.ts";
import { type Migration, readMigrations } from "../../scripts/schema.ts";

/** Notes each cron call and each alarm in the database, and whether the table it writes to was there. */
const WORKER = `
import { DurableObject } from "cloudflare:workers";
const note = async (env, what) => {
	try { await env.DB.prepare("INSERT INTO notes (what) VALUES (?1)").bind(what).run(); }
	catch (error) { console.error("no notes", what); }
};
export class Game extends DurableObject {
	async arm(at) { await this.ctx.storage.setAlarm(at); }
	async alarm() { await note(this.env, "alarm"); throw new Error("an alarm nobody caught"); }
}
export default {
	async fetch(request, env) {
		await env.GAME.getByName("a").arm(Number(new URL(request.url).searchParams.get("at")));
		console.log("said quietly");
		console.warn("said with care");
		return new Response("armed");
	},
	async queue() {},
	async scheduled({ cron }, env) { await note(env, cron); if (env.FAIL) throw new Error("a cron nobody caught"); },
};`;
const bundle: Bundle = { main: "local.js", modules: { "local.js": new TextEncoder().encode(WORKER) }, inputs: [] };

/** The first migration has what scripts/database.ts knows the database by. */
const FIRST: Migration = {
	name: "0001.sql",
	sql: "CREATE TABLE deliveries (a TEXT); -- ; a comment\nCREATE TABLE b (c TEXT);",
};
const SECOND: Migration = { name: "0002.sql", sql: "CREATE TABLE notes (what TEXT); INSERT INTO b VALUES ('x;y');" };
const BROKEN: Migration = { name: "0003.sql", sql: "CREATE TABLE half (a TEXT); CREATE TABLE half (a TEXT);" };

let data: string;
let said: string[];
let runtime: Runtime | undefined;

beforeEach(() => {
	data = mkdtempSync(join(tmpdir(), "hivepost-runtime-"));
	said = [];
});

afterEach(async () => {
	await runtime?.dispose();
	runtime = undefined;
	rmSync(data, { recursive: true, force: true });
});

async function start(migrations: readonly Migration[], vars: Record<string, string> = {}): Promise<void> {
	await runtime?.dispose();
	runtime = undefined;
	runtime = await startRuntime({
		bundle,
		port: 0,
		data,
		vars,
		migrations,
		onLog: (level, message) => said.push(`${level}: ${message}`),
		onRestart: () => said.push("restarted"),
	});
}

const tables = () =>
	readRows<{ name: string }>(
		data,
		"SELECT name FROM sqlite_master WHERE name NOT GLOB '_cf*' AND name NOT GLOB 'sqlite*'",
	)
		.map(({ name }) => name)
		.toSorted();
const notes = () => readRows<{ what: string }>(data, "SELECT what FROM notes").map(({ what }) => what);

test("an older database is brought up to date before anything of ours runs on it", async () => {
	await start([FIRST]);
	expect(tables()).toEqual(["b", "d1_migrations", "deliveries"]);
	// An alarm that falls due while nothing runs fires at the next start, before any request.
	const at = Date.now() + 300;
	await runtime?.fetch(`http://localhost/?at=${at}`);
	await runtime?.dispose();
	await until("the alarm to be overdue", () => Date.now() > at || null);
	await start([FIRST, SECOND]);
	expect(tables()).toEqual(["b", "d1_migrations", "deliveries", "notes"]);
	await until("the alarm", () => notes().includes("alarm") || null);
	expect(said.filter((line) => line.includes("no notes"))).toEqual([]);
	expect(readRows(data, "SELECT c FROM b")).toEqual([{ c: "x;y" }]);
});

test("a migration that fails leaves nothing of itself, and the next start tries it again", async () => {
	await start([FIRST]);
	await expect(start([FIRST, SECOND, BROKEN])).rejects.toThrow(/half/);
	expect(tables()).toEqual(["b", "d1_migrations", "deliveries", "notes"]);
	await start([FIRST, SECOND, { ...BROKEN, sql: "CREATE TABLE half (a TEXT);" }]);
	expect(tables()).toContain("half");
});

test("a database of a newer Hivepost is left alone", async () => {
	await start([FIRST, SECOND]);
	await expect(start([FIRST])).rejects.toThrow(/newer Hivepost/);
	expect(tables()).toContain("notes");
});

test("what nobody caught is told with its place, also in alarms and cron; what the Worker says comes with its level", async () => {
	await start([FIRST, SECOND], { FAIL: "yes" });
	expect(await runtime?.tick(new Date())).toBe("exception");
	expect(notes()).toEqual(["* * * * *"]);
	await runtime?.fetch(`http://localhost/?at=${Date.now()}`);
	await until("the alarm's log", () => said.find((line) => line.includes("an alarm nobody caught")));
	expect(said).toContain("log: said quietly");
	expect(said).toContain("warn: said with care");
	const uncaught = said.filter((line) => line.startsWith("error: Uncaught "));
	expect(uncaught.find((line) => line.includes("a cron nobody caught"))).toMatch(/at .*scheduled \(.*local\.js:\d+/);
	expect(uncaught.find((line) => line.includes("an alarm nobody caught"))).toMatch(/at Game\.alarm \(.*local\.js:\d+/);
	expect(said.filter((line) => !/^(log|warn|error): /.test(line))).toEqual([]);
});

test("the migrations are read in order", () => {
	writeFileSync(join(data, "0002_b.sql"), "two");
	writeFileSync(join(data, "0001_a.sql"), "one");
	writeFileSync(join(data, "README.md"), "");
	expect(readMigrations(data).map(({ sql }) => sql)).toEqual(["one", "two"]);
});

test("where processes bear no mark to look for, a runtime is known by number, start and name together", async (context) => {
	try {
		execFileSync("ps", ["-A"], { stdio: "ignore" });
	} catch {
		return context.skip("there is no ps on this machine");
	}
	await start([FIRST]);
	const noted = listRuntimes("freebsd");
	expect(noted).toHaveLength(1);
	const [one] = noted;
	if (one === undefined) return;
	expect(findOrphans(data, noted, "freebsd")).toEqual([one.pid]);
	expect(findOrphans(data, noted, "linux")).toEqual([one.pid]);
	expect(findOrphans(data, [{ ...one, started: "Mon Jan  1 00:00:00 2001" }], "freebsd")).toEqual([]);
	const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
	try {
		expect(findOrphans(data, [{ pid: other.pid ?? 0, started: one.started }], "freebsd")).toEqual([]);
	} finally {
		other.kill("SIGKILL");
	}
});
