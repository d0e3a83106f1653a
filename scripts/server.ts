/** Starts `npm start` as a process group of its own, for whoever plays against a real server: demo, bench, kill tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./build.ts";
import type { Vars } from "./runtime.ts";

export type ServerOptions = {
	/** The data folder; made if it does not exist. */
	readonly data: string;
	/** 0, the default, takes a free one. */
	readonly port?: number;
	/** Variables of the Worker that shall be otherwise than `npm start` has them. */
	readonly vars?: Vars;
	/** How long it may take to answer, in ms. */
	readonly patience?: number;
};

export type Server = {
	/** `http://127.0.0.1:PORT` */
	readonly origin: string;
	readonly port: number;
	/** The Node process; also the number of its process group. */
	readonly pid: number;
	/** Everything it has printed so far. */
	readonly output: () => string;
	/** Asks it to end and waits until it has; its exit code, null when it had to be killed. */
	readonly stop: () => Promise<number | null>;
	/** kill -9, of the whole group or of the Node process only, and waits until that is gone. */
	readonly kill: (what?: "group" | "parent") => Promise<void>;
};

const READY = /^Hivepost is at (http:\/\/127\.0\.0\.1:(\d+))$/m;

/** @throws when it ended, or did not answer in time: with what it had printed */
export async function startServer({ data, port = 0, vars = {}, patience = 60_000 }: ServerOptions): Promise<Server> {
	const args = ["--port", String(port), "--data", data, "--attached"];
	for (const [name, value] of Object.entries(vars)) args.push("--var", `${name}=${value}`);
	const child = spawn(process.execPath, [join(root, "scripts", "start.ts"), ...args], {
		cwd: root,
		detached: true,
		// Its input is never written to: it ends when we end, and with `--attached` the server ends then too.
		stdio: ["pipe", "pipe", "pipe"],
	});
	const gone = once(child, "exit") as Promise<[number | null]>;
	let output = "";
	const ready = new Promise<RegExpMatchArray>((settle, reject) => {
		const timer = setTimeout(() => reject(new Error(`The server did not answer in ${patience / 1000} s.`)), patience);
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8").on("data", (text: string) => {
				output += text;
				const match = output.match(READY);
				if (match) settle(match);
			});
		}
		child.on("close", (code) => reject(new Error(`The server ended (exit code ${code}).`)));
		child.on("error", reject);
		timer.unref();
	});
	const { pid } = child;
	if (pid === undefined) throw new Error("The server could not be started.");
	const signal = (target: number, name: NodeJS.Signals) => {
		try {
			process.kill(target, name);
		} catch {
			// Gone already.
		}
	};
	try {
		const [, origin = "", found = ""] = await ready;
		return {
			origin,
			port: Number(found),
			pid,
			output: () => output,
			stop: async () => {
				signal(pid, "SIGTERM");
				const late = setTimeout(() => signal(-pid, "SIGKILL"), 10_000);
				const [code] = await gone;
				clearTimeout(late);
				return code;
			},
			kill: async (what = "group") => {
				signal(what === "group" ? -pid : pid, "SIGKILL");
				await gone;
			},
		};
	} catch (error) {
		signal(-pid, "SIGKILL");
		throw new Error(`${error instanceof Error ? error.message : error} It had printed:\n${output.trimEnd()}`);
	}
}
