/** A process that runs engine tests again and again over one copy of the checkout, so that vitest need not start anew for each mutant. */
import { createVitest } from "vitest/node";

export type Ask = {
	/** the file to run, relative to the copy */
	readonly test: string;
	/** the files that are not as they were the last time: what is changed now, and what has been put back */
	readonly changed: readonly string[];
	/** ms of work after which to give up; null: never */
	readonly limit: number | null;
};
export type Answer = {
	/** the first thing that failed; null when nothing did */
	readonly failure: string | null;
	/** whether the limit was reached; this process is of no more use then */
	readonly late: boolean;
	/** how many tests passed: where nothing failed, fewer than on the unchanged code mean that nothing is known */
	readonly passed: number;
	/** ms of work, all threads together: unlike time, the same on a busy machine */
	readonly work: number;
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
		include: ["test/engine/*.test.ts"],
		alias: [{ find: /^fast-check$/, replacement: `${copy}/fast-check.ts` }],
		// Longer than a stage may take: the limit ends it before.
		testTimeout: 3_600_000,
	},
	{ clearScreen: false, logLevel: "silent" },
);
await vitest.standalone();

process.on("message", async ({ test, changed, limit }: Ask) => {
	const before = process.cpuUsage();
	const work = () => {
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	};
	const answer = (it: Answer) => process.send?.(it);
	// The tests run in a thread of their own, so this ticks while a loop there does not end.
	const watch = setInterval(() => {
		if (limit === null || work() < limit) return;
		clearInterval(watch);
		answer({ failure: null, late: true, passed: 0, work: work() });
	}, 100);
	for (const path of changed) vitest.invalidateFile(path);
	const asked = await vitest.globTestSpecifications([test]);
	const { testModules, unhandledErrors } = await vitest.runTestSpecifications(asked);
	clearInterval(watch);
	const failed = testModules.flatMap((module) => [...module.children.allTests("failed")])[0];
	const broken = testModules.find((module) => !module.ok());
	// Tables are built while a file loads: what goes wrong there is told by its message.
	const loading = broken && `${broken.errors()[0]?.message ?? "a failure"} while the tests are read`;
	const failure = failed?.fullName ?? loading ?? (unhandledErrors.length > 0 ? "a stray error" : null);
	const passed = testModules.flatMap((module) => [...module.children.allTests("passed")]).length;
	// Vitest counts failures for its bail over all runs: what is over must not end the next at once.
	vitest.state.idMap.clear();
	vitest.state.filesMap.clear();
	answer({ failure, late: false, passed, work: work() });
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
