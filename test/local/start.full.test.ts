/** Killed again and again while it comes up, `npm start` still comes up, on the same secrets and the whole schema. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { root } from "../../scripts/build.ts";
import { readRows } from "../../scripts/database.ts";
import { findOrphans } from "../../scripts/processes.ts";
import { readMigrations } from "../../scripts/schema.ts";
import { startServer } from "../../scripts/server.ts";

/** How long each round lives, ms, spread over a start and a little more; every third dies without its runtime. */
const ROUNDS = Array.from({ length: 20 }, (_, round) => 60 + ((round * 617) % 2400));

test("killed at twenty moments of its start, it starts", async () => {
	const folder = mkdtempSync(join(tmpdir(), "hivepost-kill-"));
	const data = join(folder, "data");
	try {
		const secrets = new Set<string>();
		for (const [round, life] of ROUNDS.entries()) {
			const child = spawn(process.execPath, [join(root, "scripts", "start.ts"), "--port", "0", "--data", data], {
				detached: true,
				stdio: "ignore",
			});
			const gone = once(child, "exit");
			await sleep(life);
			process.kill(round % 3 === 2 ? (child.pid ?? 0) : -(child.pid ?? 0), "SIGKILL");
			expect(await gone, "it was still there to be killed").toEqual([null, "SIGKILL"]);
			try {
				secrets.add(readFileSync(join(data, "secrets.json"), "utf8"));
			} catch {
				// Killed before it had come so far.
			}
		}
		const server = await startServer({ data });
		expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
		expect(await server.stop()).toBe(0);
		secrets.add(readFileSync(join(data, "secrets.json"), "utf8"));
		expect(secrets.size).toBe(1);
		const applied = readRows<{ name: string }>(data, "SELECT name FROM d1_migrations ORDER BY id");
		expect(applied.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name));
		expect(findOrphans(data, [])).toEqual([]);
		expect(readdirSync(data).toSorted()).toEqual([
			"cache",
			"d1",
			"do",
			"jwks.json",
			"lock",
			"schema.json",
			"secrets.json",
			"tmp",
		]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
