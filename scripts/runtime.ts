/** The Workers runtime on one machine: Miniflare with our bindings on a data folder, its schema, its log and its clock. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Log, LogLevel, Miniflare, type MiniflareOptions, type WorkerdStructuredLog } from "miniflare";
import { CLOSED_BLOCKS } from "../src/post/elsewhere/webhook-target.ts";
import type { Bundle } from "./build.ts";
import { MARK } from "./processes.ts";
import { applyMigrations, type Migration, readMigrations } from "./schema.ts";

/** As in wrangler.toml, which is the deployed truth; a test holds the two together. */
export const COMPATIBILITY_DATE = "2026-11-01";
export const CRON = "* * * * *";
export const WAKE_QUEUE = {
	name: "hivepost-wake",
	maxBatchSize: 20,
	maxBatchTimeout: 0,
	maxRetries: 10,
	deadLetterQueue: "hivepost-dead",
} as const;
export const DEAD_QUEUE = { name: "hivepost-dead", maxBatchSize: 100, maxBatchTimeout: 5 } as const;

/** Plain text variables of the Worker. */
export type Vars = Readonly<Record<string, string>>;

type Settings = {
	readonly bundle: Bundle;
	readonly port: number;
	/** Absolute path of the data folder. */
	readonly data: string;
	readonly vars: Vars;
	readonly onLog: (level: string, message: string) => void;
	readonly onRestart: () => void;
	/** Only tests have others than the project's. */
	readonly migrations?: readonly Migration[];
};

/** The runtime tells of an exception nobody caught at level info, once with a stack of ours and once with one of its own. */
const UNCAUGHT = /^uncaught exception; source = [^;]*; stack = /;

/** That somebody's webhook cannot be reached, or must not be, is in the log of its attempts, and no fault of ours. */
const UNREACHABLE = /failed: (?:connecting to \S+ is not allowed|failed to lookup address information)/;

function sortLog({ level, message }: WorkerdStructuredLog, onLog: Settings["onLog"]): void {
	if (UNREACHABLE.test(message)) onLog("info", message);
	else if (UNCAUGHT.test(message)) onLog("error", message.replace(UNCAUGHT, "Uncaught "));
	else if (!message.startsWith("uncaught exception;")) onLog(level, message);
}

const DB = { type: "d1", id: "hivepost" } as const;

/**
 * The ways to addresses that somebody else chose. The runtime resolves names itself and holds what they resolved to against
 * these lists when it connects: no name can lead anywhere else, whatever it said when it was looked at before.
 */
export const WAYS_OUT = {
	PUBLIC_NETWORK: {
		type: "network" as const,
		allow: ["public"],
		deny: [...CLOSED_BLOCKS],
		tlsOptions: { trustBrowserCas: true },
	},
	LOOPBACK: { type: "network" as const, allow: ["127.0.0.1/32", "::1/128"] },
};

function bindings(vars: Vars) {
	return {
		DB,
		MAILBOX: { type: "d1", id: "mailbox" },
		GAME: { type: "durable-object", worker: "hivepost", exportName: "Game" },
		WAKE: { type: "queue", name: WAKE_QUEUE.name },
		...WAYS_OUT,
		...Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, { type: "text" as const, value }])),
	} as const;
}

const SHARED = {
	host: "127.0.0.1",
	cf: false,
	telemetry: { enabled: false },
	// Without these two `/cdn-cgi/*` has no doors of Miniflare's own: no explorer, no trigger that anybody may pull.
	unsafeLocalExplorer: false,
	unsafeTriggerHandlers: false,
	enableDevRegistry: false,
	logRequests: false,
	log: new Log(LogLevel.ERROR),
} as const;

function options({ bundle, port, data, vars, onLog, onRestart }: Settings): MiniflareOptions {
	const modules = Object.entries(bundle.modules).map(([name, contents]) =>
		name.endsWith(".wasm")
			? ([name, { type: "wasm" as const, contents }] as const)
			: ([name, { type: "esm" as const, contents: new TextDecoder().decode(contents) }] as const),
	);
	return {
		...SHARED,
		port,
		// Only so does the runtime tell of exceptions in alarms and queues; the rest is sorted out below.
		verbose: true,
		handleStructuredLogs: (log) => sortLog(log, onLog),
		unsafeHandleRuntimeRestart: onRestart,
		resourcePersistencePath: data,
		unsafeRuntimeEnv: { [MARK]: data },
		workers: [
			{
				config: {
					name: "hivepost",
					compatibilityDate: COMPATIBILITY_DATE,
					manifest: { mainModule: bundle.main, modules: Object.fromEntries(modules) },
					env: bindings(vars),
					exports: { Game: { type: "durable-object", storage: "sqlite" } },
					triggers: [
						{ type: "queue", ...WAKE_QUEUE },
						{ type: "queue", ...DEAD_QUEUE },
						{ type: "scheduled", schedule: CRON },
					],
				},
			},
		],
	};
}

export type Runtime = {
	/** Pulls the cron trigger once; what the handler came to. Rejects while the runtime restarts. */
	readonly tick: (at: Date) => Promise<string>;
	readonly fetch: (url: string) => Promise<{ readonly status: number; text(): Promise<string> }>;
	readonly dispose: () => Promise<void>;
};

/** Miniflare ends the process at the first signal; taking its listeners away leaves the signals to us, who end things in order. */
function makeMiniflare(given: MiniflareOptions): Miniflare {
	const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
	const ours = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));
	const miniflare = new Miniflare(given);
	for (const signal of signals) {
		for (const listener of process.listeners(signal)) {
			if (!ours.get(signal)?.has(listener)) process.removeListener(signal, listener);
		}
	}
	return miniflare;
}

/** Brings an older database up to date while nothing of ours runs: games would wake, and meet a schema they do not know. */
async function upgrade(data: string, migrations: readonly Migration[]): Promise<void> {
	const miniflare = makeMiniflare({
		...SHARED,
		resourcePersistencePath: data,
		unsafeRuntimeEnv: { [MARK]: data },
		workers: [
			{
				config: {
					name: "upgrade",
					compatibilityDate: COMPATIBILITY_DATE,
					manifest: { mainModule: "none.js", modules: { "none.js": { type: "esm", contents: "export default {};" } } },
					env: { DB },
				},
			},
		],
	});
	try {
		await applyMigrations(await miniflare.getD1Database("DB"), migrations);
	} finally {
		await miniflare.dispose();
	}
}

/** Resolves when it answers and its schema is up to date. */
export async function startRuntime(settings: Settings): Promise<Runtime> {
	const migrations = settings.migrations ?? readMigrations();
	const names = migrations.map(({ name }) => name);
	const note = join(settings.data, "schema.json");
	const upToDate = existsSync(note) && readFileSync(note, "utf8") === JSON.stringify(names);
	if (!upToDate && existsSync(join(settings.data, "d1"))) await upgrade(settings.data, migrations);
	const miniflare = makeMiniflare(options(settings));
	try {
		await miniflare.ready;
		await applyMigrations(await miniflare.getD1Database("DB"), migrations);
		writeFileSync(note, JSON.stringify(names));
		return {
			// Asked for each time: a stub does not outlive a restart of the runtime.
			tick: async (scheduledTime) =>
				(await (await miniflare.getWorker()).scheduled({ cron: CRON, scheduledTime })).outcome,
			fetch: (url) => miniflare.dispatchFetch(url),
			dispose: () => miniflare.dispose(),
		};
	} catch (error) {
		await miniflare.dispose().catch(() => {});
		throw error;
	}
}
