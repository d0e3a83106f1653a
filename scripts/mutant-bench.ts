/** A copy of the rule code and its tests in which one mutant after another is tried. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./build.ts";
import type { Answer, Ask } from "./mutant-runner.ts";
import type { Mutant } from "./mutants.ts";

export type Stage = {
	readonly name: "quick" | "full";
	/** how much of what is only chance or bulk is tried, 1 all of it */
	readonly share: number;
	/** files of test/engine, the quickest first: the first failure ends a round */
	readonly tests: readonly string[];
};

const TABLES = [
	"edge-cases",
	"known-faults",
	"refusal",
	"clauses",
	"clause-names",
	"repetition",
	"ruleset",
	"piece",
	"gates",
	"generator",
];
const BULK = ["gamestring", "movestring", "game", "perft", "games", "board"];
const RECORDS = ["notation/sgf", "notation/pgn", "notation/damage"];

/** What survives the first goes on to the second. */
export const STAGES: readonly Stage[] = [
	{ name: "quick", share: 0.06, tests: [...TABLES, ...BULK] },
	{ name: "full", share: 1, tests: [...TABLES, ...BULK, ...RECORDS] },
];

export type Verdict = {
	readonly killed: boolean;
	/** the test that failed, `does not end`, or `crashes`; for a survivor what speaks against the verdict, if anything */
	readonly by: string;
};

export type Bench = {
	/** Runs a stage over a mutant; null: over the unchanged code, which gives the measure for all that follows. */
	readonly test: (mutant: Mutant | null, stage: Stage) => Promise<Verdict>;
	readonly close: () => void;
};

/** Tests see the copy at the same depth as the checkout, so that `../shared` is where they look for it. */
function makeCopy(seed: number): string {
	const folder = mkdtempSync(join(tmpdir(), "hivepost-mutants-"));
	const copy = join(folder, "copy");
	for (const part of ["src/engine", "test/engine", "test/data", "package.json"]) {
		cpSync(join(root, part), join(copy, part), { recursive: true });
	}
	symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
	if (existsSync(join(root, "../shared"))) symlinkSync(join(root, "../shared"), join(folder, "shared"));
	writeFileSync(join(copy, "fast-check.ts"), thriftyFastCheck(seed));
	for (const { name, share, tests } of STAGES) {
		// One file that imports the others is one thread to start and one load of the code, not twenty.
		writeFileSync(join(copy, `test/engine/${name}-share.ts`), `process.env.HIVEPOST_TEST_SHARE = "${share}";\n`);
		const imports = [`${name}-share`, ...tests.map((test) => `${test}.test`)].map((file) => `import "./${file}.ts";\n`);
		writeFileSync(join(copy, `${testOf(name)}`), imports.join(""));
	}
	return folder;
}

function testOf(stage: Stage["name"]): string {
	return `test/engine/stage-${stage}.test.ts`;
}

/** What the copy's tests import as fast-check: the same draws for every mutant, fewer of them, and a failure need not be made small. */
function thriftyFastCheck(seed: number): string {
	return `import fc from ${JSON.stringify(join(root, "node_modules/fast-check/lib/fast-check.js"))};
fc.configureGlobal({ seed: ${seed}, endOnFailure: true });
const share = Number(process.env.HIVEPOST_TEST_SHARE);
const assert = (property, { numRuns = 100, ...more } = {}) =>
	fc.assert(property, { ...more, numRuns: Math.ceil(numRuns * share) });
const thrifty = { ...fc, assert };
export { thrifty as default };
`;
}

export function openBench(seed: number): Bench {
	const folder = makeCopy(seed);
	const copy = join(folder, "copy");
	/** By stage, what the unchanged code needed. */
	const measures = new Map<string, Answer>();
	let runner: ChildProcess | null = null;
	let last = join(copy, "src/engine/board.ts");

	const start = async (): Promise<ChildProcess> => {
		const child = fork(join(root, "scripts/mutant-runner.ts"), [copy], {
			cwd: copy,
			stdio: "ignore",
			execArgv: ["--max-old-space-size=2048"],
		});
		const started = once(child, "message").then(() => true);
		if (await Promise.race([started, once(child, "exit").then(() => false)])) return child;
		throw new Error("the process that runs the tests does not start");
	};
	const stop = () => {
		runner?.kill("SIGKILL");
		runner = null;
	};
	/** Or what became of a runner that did not answer: it ended, or has said nothing for longer than any load explains. */
	const ask = async (question: Ask): Promise<Answer | "crashes" | "says nothing"> => {
		const child = runner ?? (await start());
		runner = child;
		const done = new AbortController();
		const { signal } = done;
		const answered = once(child, "message", { signal }).then(([it]) => it as Answer);
		const exited = once(child, "exit", { signal }).then(() => "crashes" as const);
		const silent = sleep(3_600_000, "says nothing" as const, { signal });
		for (const each of [answered, exited, silent]) each.catch(() => {});
		child.send(question);
		const answer = await Promise.race([answered, exited, silent]);
		done.abort();
		if (typeof answer === "string" || answer.late) stop();
		return answer;
	};

	return {
		test: async (mutant, stage) => {
			const path = mutant === null ? last : join(copy, mutant.file);
			const changed = [last, path];
			last = path;
			const original = readFileSync(path, "utf8");
			if (mutant !== null) writeFileSync(path, mutant.text);
			try {
				const measure = measures.get(stage.name);
				const limit = mutant === null || measure === undefined ? null : 2_000 + 3 * measure.work;
				let doubt = "";
				// A runner may fall over for reasons of its own: only what happens to a fresh one too is the mutant's doing.
				for (let attempt = 1; attempt <= 2; attempt++) {
					const answer = await ask({ test: testOf(stage.name), changed, limit });
					if (typeof answer === "string") {
						doubt = answer;
						continue;
					}
					if (answer.late) return { killed: true, by: "does not end" };
					if (answer.failure !== null) return { killed: true, by: answer.failure };
					if (answer.passed >= (measure?.passed ?? 1)) {
						if (mutant === null) measures.set(stage.name, answer);
						return { killed: false, by: "" };
					}
					doubt = "not all tests ran";
					stop();
				}
				return { killed: doubt === "crashes", by: doubt };
			} finally {
				writeFileSync(path, original);
			}
		},
		close: () => {
			stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
