/** `npm run mutate`: changes the rule code in small ways, one at a time and in a copy, and says which changes no test notices. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./build.ts";
import { type Bench, openBench, STAGES, type Stage, type Verdict } from "./mutant-bench.ts";
import { findMutants, type Mutant, sample } from "./mutants.ts";
import { EXPLAINED, explanationOf, wrongRows } from "./mutants-explained.ts";

const SUBJECTS = [
	"board",
	"generator",
	"position",
	"repetition",
	"refusal",
	"ruleset",
	"movestring",
	"spelling",
	"gameline",
	"gamestring",
	"clauses",
	"game",
	"tables",
	"piece",
	"hex",
];

const HELP = `Usage: npm run mutate -- [--files name,...] [--most N] [--minutes M] [--seed S] [--jobs J]
                              [--results FILE] [--quick] [--explained] [--verbose]

Changes the rule code one token or statement at a time, in a copy, and runs the engine's tests over each change.
A mutant is killed when a test fails, the code does not load, the tests need far more work than they should, or the
process that runs them falls over, and a fresh one too. All are tried with a part of what the tests have in bulk, and
those that survive it with all of it. Mutants that nothing can notice stand with the reason in
scripts/mutants-explained.ts and are not run.

  --files    some of ${SUBJECTS.join(", ")} (default: all)
  --most     try no more than so many, the same number of each file as far as there are so many (default: all)
  --minutes  begin no further mutant after so long
  --seed     which are drawn, and what the property tests draw (default: 1)
  --jobs     how many at once (default: 1)
  --results  keep the verdicts in this file, and try again only what it does not know: mutants of a file that has
             changed since, and survivors when the tests have
  --quick    leave it at the part: what survives may yet be killed by the whole
  --explained  try what is explained, and nothing else: it should survive
  --verbose  tell by which test each mutant was killed`;

type Options = {
	readonly files: readonly string[];
	readonly most: number;
	readonly minutes: number;
	readonly seed: number;
	readonly jobs: number;
	readonly results: string | undefined;
	readonly quick: boolean;
	readonly explained: boolean;
	readonly verbose: boolean;
};

/** When the time is over before it is a mutant's turn. */
const NOT_TRIED: Verdict = { killed: false, by: "not tried" };

type Tried = { readonly mutant: Mutant; readonly stage: Stage["name"]; readonly verdict: Verdict };

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
				results: { type: "string" },
				quick: { type: "boolean", default: false },
				explained: { type: "boolean", default: false },
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
		const { results, quick, explained, verbose } = values;
		return { files, ...numbers, results, quick, explained, verbose };
	} catch (error) {
		return `${error instanceof Error ? error.message : error}\n\n${HELP}`;
	}
}

// --- What is known from earlier runs ----------------------------------------------------------------------------------

type Known = {
	/** what an earlier run found out about this mutant at this stage, if that still holds */
	readonly verdictOn: (mutant: Mutant, stage: Stage) => Verdict | null;
	readonly keep: (tried: Tried) => void;
};

/** One line of the file: the file and line it speaks of are for whoever reads it, the hashes for us. */
type Line = Verdict & {
	readonly stage: string;
	readonly at: string;
	readonly before: string;
	readonly after: string;
	/** of the whole mutant, and of all tests */
	readonly text: string;
	readonly tests: string;
};

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** A kill holds as long as the file it was done to; survival only as long as the tests too. */
function openResults(path: string | undefined): Known {
	const tests = hashOf(
		["test/engine", "test/data"]
			.flatMap((folder) =>
				readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(root, folder, name)),
			)
			.filter((file) => /\.\w+$/.test(file))
			.sort()
			.map((file) => readFileSync(file, "utf8"))
			.join(),
	);
	const lines = path !== undefined && existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
	const known = new Map<string, Verdict>();
	for (const line of lines) {
		if (line === "") continue;
		const { stage, text, killed, by, ...it } = JSON.parse(line) as Line;
		// Killed once is killed: by a part of the tests is by all of them.
		if (killed) for (const { name } of STAGES) known.set(`${text} ${name}`, { killed, by });
		else if (it.tests === tests) known.set(`${text} ${stage}`, { killed, by });
	}
	return {
		verdictOn: (mutant, stage) => known.get(`${hashOf(mutant.text)} ${stage.name}`) ?? null,
		keep: ({ mutant, stage, verdict }) => {
			if (path === undefined) return;
			const { file, line, before, after } = mutant;
			const row: Line = { stage, at: `${file}:${line}`, before, after, ...verdict, text: hashOf(mutant.text), tests };
			appendFileSync(path, `${JSON.stringify(row)}\n`);
		},
	};
}

// --- The run ----------------------------------------------------------------------------------------------------------

function told(mutant: Mutant, by = ""): string {
	const place = `${mutant.file}:${mutant.line}${by === "" ? "" : ` (${by})`}`;
	return `${place}\n    ${mutant.before}\n -> ${mutant.after}`;
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

/** A change that no test can overlook: where it goes unnoticed, what is tested is not what was changed. */
function wreck(file: string): Mutant {
	const text = 'throw new Error("nothing works");\n';
	return { file, line: 1, before: "", after: text, inside: "", text };
}

async function checkBenches(benches: readonly Bench[], stage: Stage, file: string): Promise<string | null> {
	for (const bench of benches) {
		const unchanged = await bench.test(null, stage);
		if (unchanged.killed || unchanged.by !== "") return `the tests fail without any change: ${unchanged.by}`;
		if (!(await bench.test(wreck(file), stage)).killed) return `the tests do not notice that ${file} is wrecked`;
	}
	return null;
}

type Run = {
	readonly options: Options;
	readonly benches: readonly Bench[];
	readonly known: Known;
	/** since the run began */
	readonly minutes: () => number;
};

/** Tries these mutants at one stage, but for those of which the verdict is known; a sentence where that cannot be trusted. */
async function runStage(run: Run, stage: Stage, mutants: readonly Mutant[]): Promise<readonly Tried[] | string> {
	const { options, benches, known, minutes } = run;
	const tried: Tried[] = [];
	const queue: Mutant[] = [];
	for (const mutant of mutants) {
		const verdict = known.verdictOn(mutant, stage);
		if (verdict === null) queue.push(mutant);
		else tried.push({ mutant, stage: stage.name, verdict });
	}
	const total = queue.length;
	console.log(`${stage.name}: ${total} mutants to try, ${tried.length} known.`);
	if (total === 0) return tried;
	const file = mutants[0]?.file ?? "";
	const early = await checkBenches(benches, stage, file);
	if (early !== null) return `Nothing was tried: ${early}`;
	let done = 0;
	const work = async (bench: Bench) => {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			if (minutes() > options.minutes) return;
			const it = { mutant: next, stage: stage.name, verdict: await bench.test(next, stage) };
			tried.push(it);
			known.keep(it);
			const { killed, by } = it.verdict;
			const said = killed ? `killed by ${by}: ${told(next)}` : `survived: ${told(next, by)}`;
			if (options.verbose || killed === options.explained) console.log(said);
			if (++done % 50 === 0) console.log(`${done} of ${total}, ${minutes().toFixed(1)} minutes`);
		}
	};
	await Promise.all(benches.map(work));
	const late = await checkBenches(benches, stage, file);
	return late === null ? tried : `At the end, so that nothing above counts: ${late}`;
}

/** Lists what is to be set right; gives the exit code. */
function report(options: Options, files: readonly string[], all: readonly Mutant[], tried: readonly Tried[]): number {
	console.log(`\n${table(files, all, tried)}`);
	// What is explained should survive; all else should not.
	const odd = tried.filter(({ verdict }) => verdict.killed === options.explained);
	if (odd.length > 0) {
		const heading = options.explained ? "Explained, and yet noticed" : "Survived";
		console.log(`\n${heading}:\n${odd.map(({ mutant, verdict }) => told(mutant, verdict.by)).join("\n")}`);
	}
	const rows = EXPLAINED.filter((row) => files.includes(row.file));
	const wrong = wrongRows(rows, all);
	if (wrong.length > 0) console.log(`\nTo be set right in scripts/mutants-explained.ts:\n${wrong.join("\n")}`);
	return odd.length + wrong.length > 0 ? 1 : 0;
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (typeof options === "string") {
		console.log(options);
		return options === HELP ? 0 : 2;
	}
	const files = options.files.map((name) => `src/engine/${name}.ts`);
	const byFile = files.map((file) => findMutants(file, readFileSync(join(root, file), "utf8")));
	const isChosen = (mutant: Mutant) => (explanationOf(mutant) !== null) === options.explained;
	const chosen = sample(
		byFile.map((mutants) => mutants.filter(isChosen)),
		options.most,
		options.seed,
	);
	const benches = Array.from({ length: options.jobs }, () => openBench(options.seed));
	process.on("exit", () => {
		for (const bench of benches) bench.close();
	});
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

	const began = performance.now();
	const minutes = () => (performance.now() - began) / 60_000;
	const run = { options, benches, known: openResults(options.results), minutes };
	let tried: readonly Tried[] = chosen.map((mutant) => ({ mutant, stage: "quick", verdict: NOT_TRIED }));
	for (const stage of STAGES.slice(0, options.quick ? 1 : STAGES.length)) {
		const left = tried.filter(({ verdict }) => !verdict.killed).map(({ mutant }) => mutant);
		const found = await runStage(run, stage, left);
		if (typeof found === "string") {
			console.log(found);
			return 1;
		}
		const verdicts = new Map(found.map((it) => [it.mutant, it]));
		tried = tried.map((it) => verdicts.get(it.mutant) ?? it);
	}
	const all = byFile.flat();
	return report(
		options,
		files,
		all,
		tried.filter(({ verdict }) => verdict !== NOT_TRIED),
	);
}

process.exit(await main());
