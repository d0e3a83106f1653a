/** `npm start`: brings Hivepost up on this machine, on a data folder of its own, and takes it down again without a trace. */
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { err, ok, type Result } from "../src/engine/result.ts";
import { bundleWorker, root } from "./build.ts";
import { type Folder, readSecrets, takeFolder } from "./folder.ts";
import { end, findOrphans, listRuntimes } from "./processes.ts";
import { localVars, type Runtime, startRuntime, type Vars } from "./runtime.ts";

const HELP = `Usage: npm start -- [options]

Runs Hivepost on this machine alone (127.0.0.1).

  --port N          port to listen on; 0 takes a free one (default 8787)
  --data DIR        folder for games, mail and secrets (default .data)
  --var NAME=VALUE  another value for a variable of the Worker, e.g. MIN_TIME=PT1H; may be repeated
  --verbose         show all the Worker logs, not only warnings and errors
  --attached        stop when standard input ends (for programs that start it)
  --help            show this`;

type Options = {
	readonly port: number;
	readonly data: string;
	readonly vars: Vars;
	readonly verbose: boolean;
	readonly attached: boolean;
};

function readOptions(args: readonly string[]): Result<Options | "help", string> {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: {
				port: { type: "string", default: "8787" },
				data: { type: "string", default: resolve(root, ".data") },
				var: { type: "string", multiple: true, default: [] },
				verbose: { type: "boolean", default: false },
				attached: { type: "boolean", default: false },
				help: { type: "boolean", default: false },
			},
		});
		if (values.help) return ok("help");
		const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
		if (!(port <= 65535)) return err(`--port takes a number from 0 to 65535, not "${values.port}".`);
		if (values.data === "") return err("--data takes a folder.");
		const known = Object.keys(localVars(0));
		const vars: Record<string, string> = {};
		for (const one of values.var) {
			const [name = "", ...rest] = one.split("=");
			if (rest.length === 0) return err(`--var takes NAME=VALUE, not "${one}".`);
			if (!known.includes(name)) return err(`--var knows ${known.join(", ")}, not "${name}".`);
			vars[name] = rest.join("=");
		}
		return ok({ port, data: resolve(values.data), vars, verbose: values.verbose, attached: values.attached });
	} catch (error) {
		return err(error instanceof Error ? error.message : String(error));
	}
}

/** The port if this machine lets us listen on it; 0 finds a free one. */
function tryPort(port: number): Promise<Result<number, string>> {
	return new Promise((settle) => {
		const probe = createServer();
		probe.on("error", ({ code }: NodeJS.ErrnoException) =>
			settle(
				err(
					code === "EADDRINUSE"
						? `Port ${port} is in use by another program. Stop that one, or choose another port with --port.`
						: `Port ${port} cannot be used (${code}). Choose another with --port.`,
				),
			),
		);
		probe.listen(port, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => settle(ok(typeof address === "object" && address !== null ? address.port : port)));
		});
	});
}

/** Pulls the cron trigger every second: the deployed one comes every minute. One at a time; a failure is told once, not every second. */
function startClock(runtime: Runtime): { readonly stop: () => void } {
	let failing = false;
	let timer: NodeJS.Timeout;
	const tick = async (): Promise<void> => {
		const at = new Date();
		const outcome = await runtime.tick(at).catch((error: unknown) => String(error));
		if (outcome !== "ok" && !failing)
			console.error(`The scheduled handler failed (${outcome}); it is tried again every second.`);
		if (outcome === "ok" && failing) console.error("The scheduled handler works again.");
		failing = outcome !== "ok";
		timer = setTimeout(tick, Math.max(0, at.getTime() + 1000 - Date.now()));
	};
	timer = setTimeout(tick, 0);
	return { stop: () => clearTimeout(timer) };
}

/** Everything between holding the folder and answering; an error is a sentence for the user. */
async function bringUp(
	options: Options,
	folder: Folder,
	stopping: AbortSignal,
): Promise<Result<{ port: number; runtime: Runtime }, string>> {
	const orphans = findOrphans(folder.path, folder.lastRun?.runtimes ?? []);
	if (orphans.length > 0) {
		if (!(await end(orphans)))
			return err(`An earlier run left process ${orphans.join(", ")}, which does not let itself be ended.`);
		console.log(`Ended what an earlier run had left (process ${orphans.join(", ")}).`);
	}
	const port = await tryPort(options.port);
	if (!port.ok) return port;
	const secrets = readSecrets(folder);
	if (!secrets.ok) return secrets;
	// Miniflare keeps working files in the system's folder for them and cannot clear those up when it is killed.
	const temporary = join(folder.path, "tmp");
	rmSync(temporary, { recursive: true, force: true });
	mkdirSync(temporary);
	process.env.TMPDIR = temporary;
	const writeRun = () => folder.writeRun({ pid: process.pid, port: port.value, runtimes: listRuntimes() });
	try {
		const runtime = await startRuntime({
			bundle: await bundleWorker("src/local.ts"),
			port: port.value,
			data: folder.path,
			vars: { ...localVars(port.value), ...options.vars, ...secrets.value },
			onLog: (level, message) => {
				if (level === "error" || level === "warn") console.error(message);
				else if (options.verbose) console.log(message);
			},
			onRestart: () => {
				// Ctrl+C reaches the runtime too, and it may go before we do.
				if (stopping.aborted) return;
				console.error("The runtime had died and was started again.");
				writeRun();
			},
		});
		writeRun();
		return ok({ port: port.value, runtime });
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return err(/address.*in use/i.test(message) ? `Port ${port.value} is in use by another program.` : message);
	}
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (!options.ok) {
		console.error(`${options.error}\nTry: npm start -- --help`);
		return 2;
	}
	if (options.value === "help") {
		console.log(HELP);
		return 0;
	}
	const stop = new AbortController();
	const stopped = once(stop.signal, "abort");
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		// Who asks twice does not want to wait.
		process.on(signal, () => (stop.signal.aborted ? process.exit(130) : stop.abort()));
	}
	if (options.value.attached) {
		for (const event of ["end", "error"]) process.stdin.on(event, () => stop.abort());
		process.stdin.resume();
	}

	// Mail, games and secrets are for this user alone, whatever the folder they were told to lie in.
	process.umask(0o077);
	const folder = takeFolder(options.value.data);
	if (!folder.ok) {
		console.error(folder.error);
		return 1;
	}
	const up = await bringUp(options.value, folder.value, stop.signal);
	if (!up.ok) {
		console.error(up.error);
		folder.value.release("undo");
		return 1;
	}
	const { port, runtime } = up.value;
	const clock = startClock(runtime);
	console.log(
		[
			`Hivepost is at http://127.0.0.1:${port}`,
			`Mailbox:        http://127.0.0.1:${port}/dev/mailbox`,
			`Data folder:    ${folder.value.path}`,
			"Stop it with Ctrl+C.",
		].join("\n"),
	);
	await stopped;
	clock.stop();
	await runtime.dispose();
	folder.value.release();
	return 0;
}

process.exit(await main());
