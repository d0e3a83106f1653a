/** The whole demonstration: its three games, and the recorded games of real people where the shared data is at hand. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const corpus = join(root, "..", "shared", "data", "games.jsonl");

type Row = { readonly id: string; readonly type: string; readonly state: string; readonly moves: readonly string[] };

/** Rejects, with all it has printed, when the demonstration does not end well. */
async function runDemo(...args: readonly string[]): Promise<string> {
	const { stdout } = await run(process.execPath, [join(root, "scripts", "demo.ts"), ...args], { maxBuffer: 1 << 26 });
	return stdout;
}

function gameString({ type, state, moves }: Row): string {
	const side = moves.length % 2 === 0 ? "White" : "Black";
	return [type, state, `${side}[${Math.floor(moves.length / 2) + 1}]`, ...moves].join(";");
}

test("the demonstration plays its three games and ends well", { timeout: 600_000 }, async () => {
	const output = await runDemo();
	expect(output).toContain("3 games, all in agreement");
});

test("the nineteen recorded games can be played by post", { timeout: 1_500_000 }, async ({ skip }) => {
	if (!existsSync(corpus)) skip("the shared data (../shared/data/games.jsonl) is not here");
	const rows = readFileSync(corpus, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Row);
	const recorded = rows.filter(({ id }) => id.startsWith("recorded-"));
	expect(recorded).toHaveLength(19);
	const folder = mkdtempSync(join(tmpdir(), "hivepost-records-"));
	try {
		const file = join(folder, "recorded.txt");
		writeFileSync(file, recorded.map((row) => `# ${row.id}\n${gameString(row)}\n`).join(""));
		const output = await runDemo("--record", file);
		expect(output).toContain("19 games, all in agreement");
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
