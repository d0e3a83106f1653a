/** `npm test` and `npm run test:full`: runs vitest, says what was skipped and why, and ends with one plain line of counts. */
import { parseArgs } from "node:util";
import type { TestCase, TestModule, Vitest } from "vitest/node";

const HELP = `Usage: npm test -- [--project pure|worker|local] [--full] [part of a file name ...]

--full runs the long tests (*.full.test.ts), and those only; so does npm run test:full.`;

type Options = { readonly full: boolean; readonly project: readonly string[]; readonly filters: readonly string[] };

function readOptions(args: readonly string[]): Options | string {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				full: { type: "boolean", default: false },
				project: { type: "string", multiple: true, default: [] },
				help: { type: "boolean", default: false },
			},
		});
		return values.help ? HELP : { full: values.full, project: values.project, filters: positionals };
	} catch (error) {
		return `${error instanceof Error ? error.message : error}\n\n${HELP}`;
	}
}

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: readonly string[] };

function title(test: TestCase): string {
	return `${test.module.relativeModuleId} > ${test.fullName}`;
}

/** A file that does not load, or a hook or stray promise that fails, is a failure too, though no test bears its name. */
function count(vitest: Vitest, modules: readonly TestModule[]): Counts {
	const tests = modules.flatMap((module) => [...module.children.allTests()]);
	const ofState = (state: string) => tests.filter((test) => test.result().state === state);
	const skipped = [...ofState("skipped"), ...ofState("pending")].map((test) => {
		const result = test.result();
		const note = result.state === "skipped" ? result.note : "was never run";
		return note ? `${title(test)}: ${note}` : title(test);
	});
	const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
	const broken = suites.filter((suite) => suite.errors().length > 0).length + vitest.state.getUnhandledErrors().length;
	return { passed: ofState("passed").length, failed: ofState("failed").length + broken, skipped };
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (typeof options === "string") {
		console.log(options);
		return options === HELP ? 0 : 2;
	}
	if (options.full) process.env.HIVEPOST_TEST_FULL = "1";
	const { startVitest } = await import("vitest/node");
	const vitest = await startVitest("test", [...options.filters], {
		watch: false,
		project: [...options.project],
		reporters: [["default", { summary: false }]],
	});
	const modules = vitest.state.getTestModules();
	const { passed, failed, skipped } = count(vitest, modules);
	await vitest.close();
	if (skipped.length > 0) console.log(`Skipped:\n${skipped.map((one) => `- ${one}`).join("\n")}`);
	console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
	return failed > 0 || passed === 0 ? 1 : 0;
}

process.exit(await main());
