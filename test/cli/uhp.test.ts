/** The program itself, as a viewer runs it: lines in, lines out, and a clean end. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../src/cli/uhp.ts", import.meta.url));
const { version, scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const GREETING = `id Hivepost ${version}\nMosquito;Ladybug;Pillbug\nok\n`;

type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };

/** Runs it with this input; it is killed, and the test fails, where it does not end by itself. */
function run(input: string | Uint8Array, keepOpen = false): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [PROGRAM], { timeout: 15_000 });
		let output = "";
		let errors = "";
		child.stdout.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text) => {
			errors += text;
		});
		child.stdin.on("error", () => {});
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, output, errors }));
		child.stdin.write(input);
		if (!keepOpen) child.stdin.end();
	});
}

describe("npm run -s uhp", () => {
	test("is this program", () => {
		expect(scripts.uhp).toBe("node src/cli/uhp.ts");
	});

	test("plays: a game is begun, its moves listed, the best one found, and exit ends it while its input is open", async () => {
		const { code, output, errors } = await run(
			"newgame Base+MLP\r\nvalidmoves\nbestmove time 00:00:00\nbestmove depth 1\nexit\nvalidmoves\n",
			true,
		);
		expect([code, errors]).toEqual([0, ""]);
		const [best, again, ...rest] = output
			.replace(`${GREETING}Base+MLP;NotStarted;White[1]\nok\nwS1;wB1;wG1;wA1;wM;wL;wP\nok\n`, "")
			.split("\nok\n");
		expect([best, again]).toEqual([expect.stringMatching(/^w[SBGAMLP]1?$/), expect.stringMatching(/^w[SBGAMLP]1?$/)]);
		expect(rest).toEqual(["ok\n"]);
	});

	test("ends where its input ends, the last line unfinished", async () => {
		expect(await run("newgame")).toEqual({ code: 0, output: `${GREETING}Base;NotStarted;White[1]\nok\n`, errors: "" });
		expect(await run("")).toEqual({ code: 0, output: GREETING, errors: "" });
	});

	test("bears any bytes", async () => {
		const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919 + (index >> 8) * 31) & 255);
		const { code, output, errors } = await run(bytes);
		expect([code, errors]).toEqual([0, ""]);
		const answers = output.slice(GREETING.length).trimEnd().split("\n");
		expect(answers.length).toBeGreaterThan(100);
		for (const [index, answer] of answers.entries()) expect(answer).toMatch(index % 2 === 0 ? /^err / : /^ok$/);
	});

	test("throws away a line without end", async () => {
		const { code, output } = await run(`play ${"x".repeat(3_000_000)}\ninfo\n`);
		expect([code, output]).toEqual([0, `${GREETING}err The line is too long.\nok\n${GREETING}`]);
	});
});
