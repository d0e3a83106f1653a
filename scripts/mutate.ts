/** `npm run mutate`: changes the rule code in small ways, one at a time and in a copy, and says which changes no test notices. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { root } from "./build.ts";
import type { Answer, Ask } from "./mutant-runner.ts";
import { findMutants, type Mutant, sample } from "./mutants.ts";
import { EXPLAINED, explanationOf } from "./mutants-explained.ts";

const SUBJECTS = [
	"board",
	"generator",
	"position",
	"repetition",
	"refusal",
	"ruleset",
	"movestring",
	"gamestring",
	"clauses",
];

/** Quick files first; what survives a stage goes on to the next. */
const STAGES = [
	["edge-cases", "known-faults", "refusal", "clauses", "clause-names", "repetition", "ruleset", "gamestring"],
	["movestring", "game", "board"],
	["perft", "games"],
];

const HELP = `Usage: npm run mutate -- [--files name,...] [--most N] [--minutes M] [--seed S] [--jobs J] [--verbose]

Changes the rule code one token or statement at a time, in a copy, and runs the engine's tests over each change.
A mutant is killed when a test fails, the code does not load, or the tests take far longer than they should.
Mutants that nothing can notice stand with the reason in scripts/mutants-explained.ts and are not run.

  --files    some of ${SUBJECTS.join(", ")} (default: all)
  --most     try no more than so many, the same number of each file as far as there are so many (default: all)
  --minutes  begin no further mutant after so long
  --seed     which are drawn, and what the property tests draw (default: 1)
  --jobs     how many at once (default: 1)
  --verbose  tell by which test each mutant was killed`;

type Options = {
	readonly files: readonly string[];
	readonly most: number;
	readonly minutes: number;
	readonly seed: number;
	readonly jobs: number;
	readonly verbose: boolean;
};

type Verdict = { readonly killed: boolean; readonly by: string };
type Tried = { readonly mutant: Mutant; readonly verdict: Verdict };

function readOptions(args: readonly string[]): Options | string {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: {
				files: { type: "string", default: SUBJECTS.join(",") },
				most: { type: "string", default: "Infinity" },
				minutes: { type: "string", default: "Infinity" },
				seed: { type: "string", default: "1" },
				jobs: { type: "string", default: "1" },
				verbose: { type: "boolean", default: false },
				help: { type: "boolean", default: false },
			},
		});
		if (values.help) return HELP;
		const files = values.files.split(",").map((name) => name.replace(/^src\/engine\/|\.ts$/g, ""));
		const unknown = files.find((name) => !SUBJECTS.includes(name));
		if (unknown !== undefined) return `no such file to mutate: ${unknown}\n\n${HELP}`;
		const numbers = { most: +values.most, minutes: +values.minutes, seed: +values.seed, jobs: +values.jobs };
		const wrong = Object.entries(numbers).find(([, value]) => !(value > 0));
		if (wrong !== undefined) return `--${wrong[0]} must be a number above 0\n\n${HELP}`;
		return { files, ...numbers, verbose: values.verbose };
	} catch (error) {
		return `${error instanceof Error ? error.message : error}\n\n${HELP}`;
	}
}

// --- A copy and the process that tests it -----------------------------------------------------------------------------

type Bench = {
	readonly test: (mutant: Mutant | null) => Promise<Verdict>;
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
	// The same games for every mutant; and a failure need not be made small.
	const settings = JSON.stringify({ seed, endOnFailure: true });
	writeFileSync(join(copy, "seed.ts"), `import fc from "fast-check";\nfc.configureGlobal(${settings});\n`);
	return folder;
}

/** A stage that takes longer than this has met an endless loop. Replaced once the unchanged code has been timed. */
const FIRST_LIMIT = 300_000;

function openBench(seed: number): Bench {
	const folder = makeCopy(seed);
	const copy = join(folder, "copy");
	const limits: number[] = STAGES.map(() => FIRST_LIMIT);
	let runner: ChildProcess | null = null;
	let last = join(copy, "src/engine/board.ts");

	const start = async (): Promise<ChildProcess> => {
		const child = fork(join(root, "scripts/mutant-runner.ts"), [copy], {
			cwd: copy,
			stdio: "ignore",
			execArgv: ["--max-old-space-size=2048"],
		});
		await Promise.race([once(child, "message"), once(child, "exit")]);
		return child;
	};
	const stop = () => {
		runner?.kill("SIGKILL");
		runner = null;
	};
	const ask = async (question: Ask, limit: number): Promise<Verdict> => {
		const child = runner ?? (await start());
		runner = child;
		const done = new AbortController();
		const { signal } = done;
		const answer = once(child, "message", { signal }).then(([answered]) => {
			const { failure, complete } = answered as Answer;
			if (!complete) throw new Error(`not all of ${question.tests.join(", ")} ran`);
			return failure ?? "";
		});
		const exit = once(child, "exit", { signal }).then(() => null);
		const late = sleep(limit, null, { signal });
		for (const each of [answer, exit, late]) each.catch(() => {});
		child.send(question);
		const failure = await Promise.race([answer, exit, late]);
		done.abort();
		if (failure !== null) return { killed: failure !== "", by: failure };
		const by = child.exitCode === null && child.signalCode === null ? "does not end" : "crashes";
		stop();
		return { killed: true, by };
	};

	return {
		test: async (mutant) => {
			const path = mutant === null ? last : join(copy, mutant.file);
			const changed = [last, path];
			last = path;
			const original = readFileSync(path, "utf8");
			if (mutant !== null) writeFileSync(path, mutant.text);
			try {
				for (const [stage, names] of STAGES.entries()) {
					const began = performance.now();
					const tests = names.map((name) => `test/engine/${name}.test.ts`);
					const verdict = await ask({ tests, changed }, limits[stage] as number);
					if (mutant === null) limits[stage] = 5_000 + 3 * (performance.now() - began);
					if (verdict.killed) return verdict;
				}
				return { killed: false, by: "" };
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

// --- The run ----------------------------------------------------------------------------------------------------------

function told(mutant: Mutant): string {
	return `${mutant.file}:${mutant.line}\n    ${mutant.before}\n -> ${mutant.after}`;
}

function table(files: readonly string[], all: readonly Mutant[], tried: readonly Tried[]): string {
	const rows = files.map((file) => {
		const mine = tried.filter(({ mutant }) => mutant.file === file);
		const killed = mine.filter(({ verdict }) => verdict.killed).length;
		const known = all.filter((mutant) => mutant.file === file);
		const explained = known.filter((mutant) => explanationOf(mutant) !== null).length;
		return [known.length, explained, mine.length, killed, mine.length - killed];
	});
	const sums = [0, 1, 2, 3, 4].map((column) => rows.reduce((sum, row) => sum + (row[column] as number), 0));
	const line = (name: string, cells: readonly (number | string)[]) =>
		name.padEnd(28) + cells.map((cell) => String(cell).padStart(11)).join("");
	return [
		line("file", ["mutants", "explained", "tried", "killed", "survived"]),
		...files.map((file, index) => line(file, rows[index] as number[])),
		line("all", sums),
	].join("\n");
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (typeof options === "string") {
		console.log(options);
		return options === HELP ? 0 : 2;
	}
	const files = options.files.map((name) => `src/engine/${name}.ts`);
	const byFile = files.map((file) => findMutants(file, readFileSync(join(root, file), "utf8")));
	const all = byFile.flat();
	const open = byFile.map((mutants) => mutants.filter((mutant) => explanationOf(mutant) === null));
	const queue = [...sample(open, options.most, options.seed)];
	const total = queue.length;
	const benches = Array.from({ length: options.jobs }, () => openBench(options.seed));
	const closeAll = () => {
		for (const bench of benches) bench.close();
	};
	process.on("exit", closeAll);
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

	const began = performance.now();
	for (const unchanged of await Promise.all(benches.map((bench) => bench.test(null)))) {
		if (!unchanged.killed) continue;
		console.log(`The tests fail without any change: ${unchanged.by}`);
		return 1;
	}
	const minutes = () => (performance.now() - began) / 60_000;
	console.log(`${total} of ${all.length} mutants; the tests pass unchanged (${(minutes() * 60).toFixed(0)} s).`);
	const tried: Tried[] = [];
	const work = async (bench: Bench) => {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			if (minutes() > options.minutes) return;
			const verdict = await bench.test(next);
			tried.push({ mutant: next, verdict });
			if (!verdict.killed) console.log(`survived: ${told(next)}`);
			else if (options.verbose) console.log(`killed by ${verdict.by}: ${told(next)}`);
			if (tried.length % 25 === 0) console.log(`${tried.length} of ${total}, ${minutes().toFixed(1)} minutes`);
		}
	};
	await Promise.all(benches.map(work));

	for (const unchanged of await Promise.all(benches.map((bench) => bench.test(null)))) {
		if (!unchanged.killed) continue;
		console.log(`The tests fail without any change at the end, so nothing above counts: ${unchanged.by}`);
		return 1;
	}
	const survived = tried.filter(({ verdict }) => !verdict.killed);
	console.log(`\n${table(files, all, tried)}`);
	if (survived.length > 0) {
		console.log(`\nSurvived:\n${survived.map(({ mutant }) => told(mutant)).join("\n")}`);
	}
	const stale = EXPLAINED.filter(
		(row) =>
			files.includes(row.file) &&
			!all.some((it) => it.file === row.file && it.before === row.before && it.after === row.after),
	);
	for (const row of stale) console.log(`\nExplained, but there is no such mutant: ${row.file}: ${row.before}`);
	return survived.length + stale.length > 0 ? 1 : 0;
}

process.exit(await main());
