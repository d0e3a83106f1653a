/** The demonstration, as a user runs it, on two short games. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const games = join(import.meta.dirname, "short-games.txt");
let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "hivepost-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runDemo(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
	const child = spawn(process.execPath, [join(root, "scripts", "demo.ts"), ...args], {
		env: { ...process.env, TMPDIR: folder },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	}
	const [code] = (await once(child, "close")) as [number | null];
	return { code, output };
}

describe("npm run demo", () => {
	test("plays recorded games, finds everything in agreement, and leaves nothing behind", {
		timeout: 90_000,
	}, async () => {
		const { code, output } = await runDemo("--record", games);
		expect(output).toContain("Game 1 of 2, a short game, won by White: ");
		expect(output).toContain("(white) wins, surround, after 12 plies.");
		expect(output).toContain("resignation, after 12 plies.");
		expect(output).toContain("2 games, all in agreement");
		expect(output).not.toMatch(/DISAGREES|FAILED/);
		expect(code).toBe(0);
		expect(readdirSync(folder)).toEqual([]);
	});

	test.each([
		{ why: "a file that is not there", args: ["--record", "nowhere.txt"], says: "nowhere.txt cannot be read" },
		{ why: "an unknown option", args: ["--fast"], says: "--fast" },
		{ why: "a number of games that is none", args: ["--only", "none"], says: "--only takes a number" },
	])("refuses $why in a sentence", async ({ args, says }) => {
		const { code, output } = await runDemo(...args);
		expect(output).toContain(says);
		expect(code).toBe(2);
	});

	test("refuses a record that breaks the rules, and says in which line", async () => {
		const file = join(folder, "broken.txt");
		writeFileSync(file, "# fine\nBase;wS1;bS1 wS1-\n\nBase;wS1;bS1 wS1-;wQ bS1-\n");
		const { code, output } = await runDemo("--record", file);
		rmSync(file);
		expect(output).toContain("line 4");
		expect(code).toBe(2);
	});
});
