/** `npm run check`: types, format and lint, layers; every step runs, each failure is shown, one exit code. */
import { spawn } from "node:child_process";

type Step = { readonly name: string; readonly command: readonly string[] };

const STEPS: readonly Step[] = [
	{ name: "types of the pure folders", command: ["tsc", "-p", "tsconfig.pure.json"] },
	{ name: "types of the Worker and its tests", command: ["tsc", "-p", "tsconfig.json"] },
	{ name: "types of scripts and Node tests", command: ["tsc", "-p", "tsconfig.node.json"] },
	{ name: "format and lint", command: ["biome", "check", "--error-on-warnings", "."] },
];

type Outcome = { readonly code: number; readonly output: string; readonly seconds: number };

const run = ({ command }: Step): Promise<Outcome> =>
	new Promise((resolve, reject) => {
		const started = performance.now();
		const [program = "", ...args] = command;
		const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		child.stdout.on("data", (data) => {
			output += data;
		});
		child.stderr.on("data", (data) => {
			output += data;
		});
		child.on("error", reject);
		child.on("close", (code) => resolve({ code: code ?? 1, output, seconds: (performance.now() - started) / 1000 }));
	});

const binaries = new URL("../node_modules/.bin", import.meta.url).pathname;
process.env.PATH = `${binaries}:${process.env.PATH ?? ""}`;
process.chdir(new URL("..", import.meta.url).pathname);

let failed = 0;
for (const step of STEPS) {
	const { code, output, seconds } = await run(step);
	console.log(`${code === 0 ? "ok  " : "FAIL"} ${step.name} (${seconds.toFixed(1)} s)`);
	if (code !== 0) {
		failed += 1;
		console.log(output.trimEnd());
	}
}
process.exitCode = failed === 0 ? 0 : 1;
