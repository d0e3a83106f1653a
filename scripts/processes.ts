/** Finds and ends what an earlier run left behind: the runtime outlives its parent when only that is killed. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process, told from a later one with the same number by when it started. */
export type ProcessRecord = { readonly pid: number; readonly started: string };

/** The environment variable that marks the runtime of a data folder, from the moment it is spawned. */
export const MARK = "HIVEPOST_DATA_FOLDER";

function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

/** Linux: the runtime is known by its mark, so that one is found even if its parent died before it could note its number. */
const findMarked = (folder: string): readonly number[] =>
	readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.filter((pid) => read(`/proc/${pid}/environ`).split("\0").includes(`${MARK}=${folder}`))
		.filter((pid) => /(^|\/)workerd$/.test(read(`/proc/${pid}/cmdline`).split("\0")[0] ?? ""))
		.map(Number);

type Row = ProcessRecord & { readonly parent: number; readonly command: string };

/** Elsewhere: what `ps` says of all processes. The start is five words, e.g. `Mon Nov 30 02:25:10 2026`. */
function listProcesses(): readonly Row[] {
	const text = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,lstart=,command="], {
		encoding: "utf8",
		env: { ...process.env, LC_ALL: "C" },
	});
	return text.split("\n").flatMap((line) => {
		const [, pid, parent, started, command] = line.match(/^\s*(\d+)\s+(\d+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/) ?? [];
		return pid && parent && started && command ? [{ pid: Number(pid), parent: Number(parent), started, command }] : [];
	});
}

const isRuntime = ({ command }: Row): boolean => command.includes("workerd serve");

/** The runtimes this process has started, to be noted where they cannot be found by their mark. */
export function listRuntimes(platform: NodeJS.Platform = process.platform): readonly ProcessRecord[] {
	if (platform === "linux" || platform === "win32") return [];
	return listProcesses()
		.filter((row) => row.parent === process.pid && isRuntime(row))
		.map(({ pid, started }) => ({ pid, started }));
}

/** The runtimes an earlier run of this folder left. Call it only while holding the folder: nobody else's can be among them. */
export function findOrphans(
	folder: string,
	noted: readonly ProcessRecord[],
	platform: NodeJS.Platform = process.platform,
): readonly number[] {
	if (platform === "linux") return findMarked(folder);
	if (platform === "win32" || noted.length === 0) return [];
	return listProcesses()
		.filter((row) => isRuntime(row) && noted.some(({ pid, started }) => pid === row.pid && started === row.started))
		.map(({ pid }) => pid);
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
	// A zombie has let go of everything it held; it only waits to be counted.
	return process.platform !== "linux" || !/^\d+ \(.*\) Z/s.test(read(`/proc/${pid}/stat`));
}

/** Kills them and waits until they are gone: until then they hold the port. False when one would not go within five seconds. */
export async function end(pids: readonly number[]): Promise<boolean> {
	for (const pid of pids) {
		try {
			process.kill(pid, "SIGKILL");
		} catch {
			// Gone by itself in the meantime.
		}
	}
	for (let waited = 0; waited < 5000; waited += 20) {
		if (!pids.some(isAlive)) return true;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	return !pids.some(isAlive);
}
