/** `npm run check`: types, format and lint, layers, the API document; every step runs, each failure is shown, one exit code. */
import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { writeAssets } from "./assets.ts";
import { root } from "./build.ts";
import { findFaults } from "./layers.ts";
import { DOCUMENT, makeDocument } from "./openapi.ts";

type Outcome = { readonly ok: boolean; readonly output: string };
type Step = { readonly name: string; readonly run: () => Outcome | Promise<Outcome> };

const program = (...[name = "", ...args]: readonly string[]): Promise<Outcome> =>
	new Promise((resolve, reject) => {
		const env = {
			...process.env,
			PATH: [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
			REDOCLY_TELEMETRY: "off",
			REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
		};
		const child = spawn(name, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8").on("data", (text) => {
				output += text;
			});
		}
		child.on("error", reject);
		child.on("close", (code) => resolve({ ok: code === 0, output }));
	});

function layers(): Outcome {
	const paths = globSync("src/**/*.{ts,tsx}", { cwd: root }).toSorted();
	const faults = paths.flatMap((path) => findFaults({ path, text: readFileSync(join(root, path), "utf8") }));
	return { ok: faults.length === 0, output: faults.join("\n") };
}

async function document(): Promise<Outcome> {
	const written = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : "";
	if (written !== (await makeDocument())) {
		return { ok: false, output: "openapi.json is not what the service generates; npm run openapi writes it anew." };
	}
	return program("redocly", "lint", DOCUMENT);
}

const steps: readonly Step[] = [
	{ name: "types of the pure folders", run: () => program("tsc", "-p", "tsconfig.pure.json") },
	{ name: "types of the browser's programs", run: () => program("tsc", "-p", "tsconfig.client.json") },
	{ name: "types of the Worker and its tests", run: () => program("tsc", "-p", "tsconfig.json") },
	{ name: "types of scripts and Node tests", run: () => program("tsc", "-p", "tsconfig.node.json") },
	{ name: "format and lint", run: () => program("biome", "check", "--error-on-warnings", ".") },
	{ name: "layers", run: layers },
	{ name: "API document", run: document },
];

/** Never rejects: what a step throws is its output. */
async function timed({ name, run }: Step): Promise<Outcome & { readonly name: string; readonly seconds: number }> {
	const started = performance.now();
	try {
		return { name, ...(await run()), seconds: (performance.now() - started) / 1000 };
	} catch (error) {
		return { name, ok: false, output: String(error), seconds: (performance.now() - started) / 1000 };
	}
}

// What the types of the pages look for.
await writeAssets();

// All at once, told in their order.
const running = steps.map(timed);
for (const step of running) {
	const { name, ok, output, seconds } = await step;
	console.log(`${ok ? "ok  " : "FAIL"} ${name} (${seconds.toFixed(1)} s)`);
	if (ok) continue;
	process.exitCode = 1;
	console.log(output.trimEnd());
}
