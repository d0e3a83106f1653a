/** The data folder of one machine: who holds it, its secrets, and what a run leaves written about itself. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { err, ok, type Result } from "../src/engine/result.ts";
import { makeJwks, readSigningKeys } from "../src/signing.ts";
import type { ProcessRecord } from "./processes.ts";
import { newSigningKey } from "./signing-key.ts";

/** What a running server tells others about itself in `run.json`. */
export type Run = {
	readonly pid: number;
	/** 0 until the server answers. */
	readonly port: number;
	/** The runtime's processes, where the platform cannot find them by their mark. */
	readonly runtimes: readonly ProcessRecord[];
};

export type Folder = {
	/** Absolute, symbolic links resolved: the one name of this folder. */
	readonly path: string;
	/** What the last run wrote, when it did not end by itself. */
	readonly lastRun: Run | undefined;
	readonly writeRun: (run: Run) => void;
	/** Gives the folder free; with `undo`, removes it if it did not exist before. */
	readonly release: (how?: "undo") => void;
};

const DRAFT = ".draft";

/** Written beside and renamed, so that a kill leaves the old file or the new one and never half of it. */
function writeWhole(path: string, text: string): void {
	const draft = `${path}${DRAFT}`;
	writeFileSync(draft, text, { mode: 0o600, flush: true });
	renameSync(draft, path);
}

function readRun(path: string): Run | undefined {
	try {
		const run: unknown = JSON.parse(readFileSync(path, "utf8"));
		return typeof run === "object" && run !== null && "pid" in run ? (run as Run) : undefined;
	} catch {
		return undefined;
	}
}

function holder(run: Run | undefined): string {
	if (run === undefined) return "another Hivepost that is just starting";
	return run.port === 0
		? `another Hivepost that is just starting (process ${run.pid})`
		: `another Hivepost (process ${run.pid}) that runs at http://127.0.0.1:${run.port}`;
}

/** Makes a folder and what it lies in, for this user alone; the topmost one made. (Node's own `recursive` never returns in `/proc`.) */
function makeFolder(path: string): string | undefined {
	if (existsSync(path)) return undefined;
	const above = makeFolder(dirname(path));
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
		throw error;
	}
	return above ?? path;
}

/**
 * Takes the folder for this process alone. The lock is one that the kernel holds (through SQLite, which knows how on
 * every platform): it falls with its process however that dies, so that no lock is ever stale and two cannot win.
 */
export function takeFolder(where: string): Result<Folder, string> {
	let made: string | undefined;
	let path: string;
	let lock: DatabaseSync;
	try {
		made = makeFolder(where);
		path = realpathSync(where);
		if (!statSync(path).isDirectory()) return err(`The data folder ${where} cannot be used: it is a file.`);
		lock = new DatabaseSync(join(path, "lock"), { timeout: 0 });
	} catch (error) {
		return err(`The data folder ${where} cannot be used: ${error instanceof Error ? error.message : error}`);
	}
	const runFile = join(path, "run.json");
	try {
		lock.exec("BEGIN EXCLUSIVE");
	} catch {
		lock.close();
		return err(
			`The data folder ${path} is in use by ${holder(readRun(runFile))}. Stop it, or choose another with --data.`,
		);
	}
	for (const name of readdirSync(path)) if (name.endsWith(DRAFT)) rmSync(join(path, name), { force: true });
	const lastRun = readRun(runFile);
	writeWhole(runFile, JSON.stringify({ pid: process.pid, port: 0, runtimes: lastRun?.runtimes ?? [] }));
	return ok({
		path,
		lastRun,
		writeRun: (run) => writeWhole(runFile, JSON.stringify(run)),
		release: (how) => {
			if (how === "undo" && made !== undefined) rmSync(made, { recursive: true, force: true });
			else rmSync(runFile, { force: true });
			lock.close();
		},
	});
}

export type Secrets = { readonly SECRET: string; readonly SIGNING_KEYS: string; readonly PUSH_KEYS: string };

/**
 * The secrets of this folder, made at its first use; beside them, for everybody, the public halves of the signing keys.
 * A file that cannot be read is never replaced: with it every sign-in and link would die, and every record signed so far.
 */
export function readSecrets(folder: Folder): Result<Secrets, string> {
	const path = join(folder.path, "secrets.json");
	const before = existsSync(path) ? readJson(path) : { SECRET: randomBytes(32).toString("base64url") };
	if (typeof before.SECRET !== "string" || before.SECRET.length < 43) return err(unusable(path));
	// A folder from before records were signed, or devices were told, gets its keys now.
	const made = before.SIGNING_KEYS === undefined || before.PUSH_KEYS === undefined;
	const secrets = {
		...before,
		SECRET: before.SECRET,
		SIGNING_KEYS: before.SIGNING_KEYS ?? [newSigningKey()],
		PUSH_KEYS: before.PUSH_KEYS ?? newPushKeys(),
	};
	const text = JSON.stringify(secrets.SIGNING_KEYS);
	const keys = readSigningKeys(text);
	if (!keys.ok) return err(`${path} holds no usable SIGNING_KEYS: it ${keys.error}. Put the file back from a copy.`);
	if (made) writeWhole(path, `${JSON.stringify(secrets)}\n`);
	writeWhole(join(folder.path, "jwks.json"), `${JSON.stringify(makeJwks(keys.value))}\n`);
	return ok({ SECRET: secrets.SECRET, SIGNING_KEYS: text, PUSH_KEYS: JSON.stringify(secrets.PUSH_KEYS) });
}

/** What push services know this service by (VAPID), as a JWK: devices that are told with other keys take nothing. */
function newPushKeys(): object {
	return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
}

function readJson(path: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(readFileSync(path, "utf8"));
		return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}

function unusable(path: string): string {
	return `${path} holds no usable secret. Put the file back from a copy; deleting it signs everybody out and ends all links.`;
}
