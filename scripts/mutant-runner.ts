/** A process that runs engine tests again and again over one copy of the checkout, so that vitest need not start anew for each mutant. */
import { createVitest } from "vitest/node";

export type Ask = {
	/** the files to run, relative to the copy */
	readonly tests: readonly string[];
	/** the files that are not as they were the last time: what is changed now, and what has been put back */
	readonly changed: readonly string[];
};
export type Answer = {
	/** the first thing that failed; null when nothing did */
	readonly failure: string | null;
	/** false: nothing failed, but not all files ran, so that nothing is known */
	readonly complete: boolean;
};

const [copy = "."] = process.argv.slice(2);
const vitest = await createVitest(
	{
		root: copy,
		config: false,
		watch: false,
		bail: 1,
		pool: "threads",
		maxWorkers: 1,
		reporters: [{}],
		include: ["test/engine/**/*.test.ts"],
		setupFiles: ["./seed.ts"],
		// Longer than a stage may take: whoever asked ends this process then.
		testTimeout: 600_000,
	},
	{ clearScreen: false, logLevel: "silent" },
);
await vitest.standalone();

process.on("message", async ({ tests, changed }: Ask) => {
	for (const path of changed) vitest.invalidateFile(path);
	const asked = await vitest.globTestSpecifications([...tests]);
	const { testModules, unhandledErrors } = await vitest.runTestSpecifications(asked);
	const failed = testModules.flatMap((module) => [...module.children.allTests("failed")])[0];
	const broken = testModules.find((module) => !module.ok());
	const failure = failed?.fullName ?? broken?.relativeModuleId ?? (unhandledErrors.length > 0 ? "stray error" : null);
	const ran = testModules.filter((module) => module.children.size > 0).length;
	// Vitest counts failures for its bail over all runs: what is over must not end the next at once.
	vitest.state.idMap.clear();
	vitest.state.filesMap.clear();
	const answer: Answer = { failure, complete: failure !== null || ran === tests.length };
	process.send?.(answer);
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
