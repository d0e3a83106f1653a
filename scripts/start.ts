/** `npm start`: brings Hivepost up on this machine, on a data folder of its own, and takes it down again without a trace. */
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { err, ok, type Result } from "../src/engine/result.ts";
import { parseSmtpUrl } from "../src/smtp-url.ts";
import { releaseClaims } from "./database.ts";
import { type Folder, type Run, readSecrets, takeFolder } from "./folder.ts";
import { end, findOrphans, listRuntimes } from "./processes.ts";
import type { Runtime, Vars } from "./runtime.ts";

const HELP = `Usage: npm start -- [options]

Runs Hivepost on this machine alone (127.0.0.1).

  --port N          port to listen on; 0 takes a free one (default 8787)
  --data DIR        folder for games, mail and secrets (default .data)
  --var NAME=VALUE  another value for a variable of the Worker, e.g. MIN_TIME=PT1H; may be repeated
  --var SMTP_URL    send mail through the server that this variable of the environment names (README, "Mail")
  --verbose         show all the Worker logs, not only warnings and errors
  --attached        stop when standard input ends (for programs that start it)
  --help            show this`;

/** What a machine of one's own needs otherwise than a deployment; `--var` overrides. */
function localVars(port: number): Vars {
	return {
		// A browser leaves out the port that needs no saying.
		ORIGIN: new URL(`http://127.0.0.1:${port}`).origin,
		MAIL_FROM: "Hivepost <play@localhost>",
		MAIL_DOMAIN: "localhost",
		MIN_TIME: "PT1S",
		FIRST_MOVE_TIME: "PT0S",
		HEARTBEAT: "PT1S",
		WEBHOOK_RETRIES: "PT1S/P2D",
		RATE_LIMITS: "*=1000000/60",
	};
}

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
				data: { type: "string", default: join(import.meta.dirname, "..", ".data") },
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
		const known = [...Object.keys(localVars(0)), "SMTP_URL"];
		const vars: Record<string, string> = {};
		for (const one of values.var) {
			const [name = "", ...rest] = one.split("=");
			// A password in the arguments is seen by everybody on this machine.
			if (one === "SMTP_URL" && process.env.SMTP_URL) rest.push(process.env.SMTP_URL);
			if (one === "SMTP_URL" && rest.length === 0) return err("--var SMTP_URL found no SMTP_URL in the environment.");
			if (rest.length === 0) return err(`--var takes NAME=VALUE, not "${one}".`);
			if (!known.includes(name)) return err(`--var knows ${known.join(", ")}, not "${name}".`);
			vars[name] = rest.join("=");
		}
		const server = vars.SMTP_URL === undefined ? null : parseSmtpUrl(vars.SMTP_URL);
		if (server?.ok === false) return err(`The given SMTP_URL ${server.error}.`);
		return ok({ port, data: resolve(values.data), vars, verbose: values.verbose, attached: values.attached });
	} catch (error) {
		return err(error instanceof Error ? error.message : String(error));
	}
}

/** The port if this machine lets us listen on it; 0 finds a free one. An error is the system's code. */
function tryPort(port: number): Promise<Result<number, string>> {
	return new Promise((settle) => {
		const probe = createServer();
		probe.on("error", ({ code }: NodeJS.ErrnoException) => settle(err(code ?? "")));
		probe.listen(port, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => settle(ok(typeof address === "object" && address !== null ? address.port : port)));
		});
	});
}

/** As `tryPort`, with a sentence for the user. A port that our own last run held may take a moment to fall free: its threads die one by one. */
async function findPort(port: number, lastRun: Run | undefined): Promise<Result<number, string>> {
	const patience = port !== 0 && lastRun?.port === port ? 3000 : 0;
	for (let waited = 0; ; waited += 50) {
		const found = await tryPort(port);
		if (found.ok) return found;
		if (found.error !== "EADDRINUSE")
			return err(`Port ${port} cannot be used (${found.error}). Choose another with --port.`);
		if (waited >= patience) return err(inUse(port));
		await sleep(50);
	}
}

function inUse(port: number): string {
	return `Port ${port} is in use by another program. Stop that one, or choose another port with --port.`;
}

/** How many pulls may run at once: as deployed, one that takes its time holds up none after it. */
const MOST_PULLS = 8;

/**
 * Pulls the cron trigger every second: the deployed one comes every minute. A failure is told when it comes twice in a
 * row, and then once: one alone is the runtime going down with us or coming up again.
 * `stop` waits a little for the pulls that are under way.
 */
function startClock(runtime: Runtime): { readonly stop: () => Promise<void> } {
	const stopped = new AbortController();
	const pulls = new Set<Promise<void>>();
	let failures = 0;
	const pull = async (at: number): Promise<void> => {
		const outcome = await runtime.tick(new Date(at)).catch((error: unknown) => String(error));
		if (stopped.signal.aborted) return;
		if (outcome === "ok" && failures > 1) console.error("The scheduled handler works again.");
		failures = outcome === "ok" ? 0 : failures + 1;
		if (failures === 2) console.error(`The scheduled handler fails (${outcome}). It is tried every second.`);
	};
	const run = async (): Promise<void> => {
		while (!stopped.signal.aborted) {
			const at = Date.now();
			const one: Promise<void> = pull(at).finally(() => pulls.delete(one));
			pulls.add(one);
			const pause = sleep(1000, undefined, { signal: stopped.signal }).catch(() => {});
			// Mostly it is over long before. What takes longer waits for somebody else, and does not keep the clock.
			await (pulls.size < MOST_PULLS ? pause : Promise.race(pulls).then(() => pause));
		}
	};
	const ended = run().then(() => Promise.all(pulls));
	return {
		stop: async () => {
			stopped.abort();
			await Promise.race([ended, sleep(1000)]);
		},
	};
}

/** What the Worker's log says of settings that are missing or cannot be read: with any of these it serves nothing. */
const NOT_SET_UP = /^Not set up: (.+)\. See the README/;

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
	const port = await findPort(options.port, folder.lastRun);
	if (!port.ok) return port;
	const secrets = readSecrets(folder);
	if (!secrets.ok) return secrets;
	// Miniflare keeps working files in the system's folder for them and cannot clear those up when it is killed.
	const temporary = join(folder.path, "tmp");
	rmSync(temporary, { recursive: true, force: true });
	mkdirSync(temporary);
	process.env.TMPDIR = temporary;
	const writeRun = () => folder.writeRun({ pid: process.pid, port: port.value, runtimes: listRuntimes() });
	// Only now: these take most of the time it takes to say what is wrong with an argument.
	const [{ bundleWorker }, { startRuntime }] = await Promise.all([import("./build.ts"), import("./runtime.ts")]);
	const unset = Promise.withResolvers<string>();
	try {
		releaseClaims(folder.path);
		const runtime = await startRuntime({
			bundle: await bundleWorker("src/local.ts"),
			port: port.value,
			data: folder.path,
			vars: { ...localVars(port.value), ...options.vars, ...secrets.value },
			onLog: (level, message) => {
				const [, how] = NOT_SET_UP.exec(message) ?? [];
				if (how !== undefined) unset.resolve(how);
				else if (level === "error" || level === "warn") console.error(message);
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
		// Asked once before the clock asks every second: what is given cannot change while we run.
		const answer = await runtime.fetch(`http://127.0.0.1:${port.value}/.well-known/jwks.json`);
		if (answer.status === 503 && (await answer.text()).includes("ERR_NOT_SET_UP")) {
			const how = await unset.promise;
			await runtime.dispose();
			return err(`${how}.`);
		}
		return ok({ port: port.value, runtime });
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return err(/address.*in use/i.test(message) ? inUse(port.value) : message);
	}
}

/** Where mail goes, for the user. */
function mailLine(port: number, smtpUrl: string | undefined): string {
	const server = smtpUrl === undefined ? null : parseSmtpUrl(smtpUrl);
	if (!server?.ok) return `Mailbox:        http://127.0.0.1:${port}/dev/mailbox`;
	return `Mail:           leaves this machine through ${server.value.host}:${server.value.port}`;
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
		process.on(signal, () => {
			stop.abort();
			// Nothing here takes so long; if it does, the next start puts it right.
			setTimeout(() => process.exit(1), 8000).unref();
		});
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
			mailLine(port, options.value.vars.SMTP_URL),
			`Data folder:    ${folder.value.path}`,
			"Stop it with Ctrl+C.",
		].join("\n"),
	);
	await stopped;
	await clock.stop();
	await runtime.dispose();
	folder.value.release();
	return 0;
}

process.exit(await main());
