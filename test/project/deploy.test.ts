/** What is deployed: no local mode, no default secret, no `/dev`; and Wrangler accepts it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { bundleWorker, root } from "../../scripts/build.ts";
import { COMPATIBILITY_DATE, CRON, DEAD_QUEUE, WAKE_QUEUE } from "../../scripts/runtime.ts";

/** Wrangler's own type for this needs packages that it does not bring: what is looked at here. */
type Config = {
	readonly main: string;
	readonly compatibility_date: string;
	readonly vars: Readonly<Record<string, string>>;
	readonly secrets?: { readonly required: readonly string[] };
	readonly triggers: { readonly crons: readonly string[] };
	readonly d1_databases: readonly { readonly binding: string }[];
	readonly durable_objects: { readonly bindings: readonly { readonly name: string }[] };
	readonly send_email: readonly { readonly name: string; readonly remote?: boolean }[];
	readonly queues: {
		readonly producers: readonly { readonly binding: string }[];
		readonly consumers: readonly {
			readonly queue: string;
			readonly max_batch_size?: number;
			readonly max_batch_timeout?: number;
			readonly max_retries?: number;
			readonly dead_letter_queue?: string;
		}[];
	};
};

const config: Config = unstable_readConfig({ config: join(root, "wrangler.toml") }, { hideWarnings: true });
const bundle = await bundleWorker("src/worker.ts");
const text = new TextDecoder().decode(bundle.modules[bundle.main]);

describe("the deployable configuration", () => {
	test("deploys the Worker without local development", () => {
		expect(config.main).toBe(join(root, "src", "worker.ts"));
		expect(bundle.inputs).toContain("src/worker.ts");
		expect(bundle.inputs.filter((path) => /(^|\/)(local|mailbox|dev)\.tsx?$/.test(path))).toEqual([]);
		expect(text).not.toMatch(/["'`/]dev\//);
		expect(text).not.toContain("MAILBOX");
	});

	test("draws PNGs by a module that is loaded by the first picture, and is small enough for any plan", () => {
		const others = Object.keys(bundle.modules).filter((name) => name !== bundle.main);
		expect(others).toEqual([expect.stringMatching(/^index_bg-\w+\.wasm$/)]);
		expect(text).toContain(`import("./${others[0]}")`);
		expect(text).not.toMatch(/^import [^(]*\.wasm/m);
		const sizes = Object.values(bundle.modules).map((module) => gzipSync(module).length);
		expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(2_500_000);
	});

	test("binds what the service needs, and no mailbox", () => {
		expect(config.d1_databases.map(({ binding }) => binding)).toEqual(["DB"]);
		expect(config.durable_objects.bindings.map(({ name }) => name)).toEqual(["GAME"]);
		expect(config.queues.producers.map(({ binding }) => binding)).toEqual(["WAKE"]);
		expect(config.send_email.map(({ name, remote }) => [name, remote])).toEqual([["EMAIL", undefined]]);
	});

	test("carries no secret and demands both", () => {
		expect(Object.keys(config.vars).filter((name) => /SECRET|KEY|TOKEN|PASSWORD/.test(name))).toEqual([]);
		expect(config.secrets?.required).toEqual(["SECRET", "SIGNING_KEYS"]);
		expect(readFileSync(join(root, "wrangler.toml"), "utf8")).not.toMatch(/^\s*(SECRET|SIGNING_KEYS)\s*=/m);
	});

	test("has the lengths of correspondence, not those of a test", () => {
		expect(config.vars).toMatchObject({ MIN_TIME: "PT1H", FIRST_MOVE_TIME: "P1D" });
		expect(config.vars).not.toHaveProperty("RATE_LIMITS");
	});

	test("is what npm start runs, as far as it goes", () => {
		expect(config.compatibility_date).toBe(COMPATIBILITY_DATE);
		expect(config.triggers.crons).toEqual([CRON]);
		const consumers = config.queues.consumers.map((one) => ({
			name: one.queue,
			maxBatchSize: one.max_batch_size,
			maxBatchTimeout: one.max_batch_timeout,
			...(one.max_retries === undefined ? {} : { maxRetries: one.max_retries }),
			...(one.dead_letter_queue === undefined ? {} : { deadLetterQueue: one.dead_letter_queue }),
		}));
		expect(consumers).toEqual([WAKE_QUEUE, DEAD_QUEUE]);
	});

	test("is accepted by wrangler deploy --dry-run", { timeout: 60_000 }, () => {
		const out = mkdtempSync(join(tmpdir(), "hivepost-deploy-"));
		try {
			const { status, stdout, stderr } = spawnSync(
				process.execPath,
				[join(root, "node_modules", "wrangler", "bin", "wrangler.js"), "deploy", "--dry-run", "--outdir", out],
				{
					cwd: root,
					encoding: "utf8",
					env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_LOG_PATH: out, HOME: out },
				},
			);
			expect(stderr).not.toMatch(/error|warning/i);
			expect(status).toBe(0);
			expect(stdout).toContain("--dry-run: exiting now.");
		} finally {
			rmSync(out, { recursive: true, force: true });
		}
	});
});

const VARS = {
	ORIGIN: "https://hive.test",
	MAIL_FROM: "play@hive.test",
	MAIL_DOMAIN: "hive.test",
	MIN_TIME: "PT1H",
	FIRST_MOVE_TIME: "P1D",
	SMTP_URL: "smtps://mail.hive.test",
};
const { SMTP_URL: _, ...WITHOUT_MAIL } = VARS;
const SECRET = "A".repeat(43);
const KEY = { kty: "OKP", crv: "Ed25519", x: SECRET, kid: "k", d: SECRET };
const SIGNING_KEYS = JSON.stringify([KEY]);

function start(vars: Readonly<Record<string, string>>): Miniflare {
	return new Miniflare({
		host: "127.0.0.1",
		port: 0,
		cf: false,
		telemetry: { enabled: false },
		enableDevRegistry: false,
		log: new Log(LogLevel.ERROR),
		handleStructuredLogs: () => {},
		workers: [
			{
				config: {
					name: "hivepost",
					compatibilityDate: COMPATIBILITY_DATE,
					manifest: { mainModule: bundle.main, modules: { [bundle.main]: { type: "esm", contents: text } } },
					env: {
						DB: { type: "d1", id: "hivepost" },
						GAME: { type: "durable-object", worker: "hivepost", exportName: "Game" },
						WAKE: { type: "queue", name: WAKE_QUEUE.name },
						...Object.fromEntries(
							Object.entries(vars).map(([name, value]) => [name, { type: "text" as const, value }]),
						),
					},
					exports: { Game: { type: "durable-object", storage: "sqlite" } },
				},
			},
		],
	});
}

describe("the deployed Worker", () => {
	let worker: Miniflare;

	beforeAll(() => {
		worker = start({ ...VARS, SECRET, SIGNING_KEYS });
	});
	afterAll(() => worker.dispose());

	test("knows no /dev", async () => {
		for (const path of ["/dev/mailbox", "/dev/inbound", "/dev/"]) {
			const response = await worker.dispatchFetch(`https://hive.test${path}`, {
				headers: { Accept: "application/json" },
			});
			expect(response.status, path).toBe(404);
		}
	});

	test("serves otherwise", async () => {
		expect((await worker.dispatchFetch("https://hive.test/healthz")).status).toBe(200);
	});
});

describe("not set up, the Worker serves nothing", () => {
	const wanting: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
		["without a secret", { ...VARS, SIGNING_KEYS }],
		["without a way for mail to leave", { ...WITHOUT_MAIL, SECRET, SIGNING_KEYS }],
		["with a secret too short to be one", { ...VARS, SIGNING_KEYS, SECRET: "secret" }],
		["without signing keys", { ...VARS, SECRET }],
		[
			"with signing keys that cannot sign",
			{ ...VARS, SECRET, SIGNING_KEYS: JSON.stringify([{ ...KEY, d: undefined }]) },
		],
		[
			"with the domain that wrangler.toml comes with",
			{ ...VARS, SECRET, SIGNING_KEYS, ORIGIN: "https://hivepost.example" },
		],
	];

	test.each(wanting)("%s", async (_, vars) => {
		const worker = start(vars);
		try {
			for (const path of ["/", "/healthz", "/v1/games/x", "/dev/mailbox"]) {
				const response = await worker.dispatchFetch(`https://hive.test${path}`);
				expect(response.status, path).toBe(503);
				expect(await response.json()).toMatchObject({ code: "ERR_NOT_SET_UP" });
			}
			expect(await (await worker.getWorker()).scheduled({ cron: CRON })).toMatchObject({ outcome: "exception" });
		} finally {
			await worker.dispose();
		}
	});
});
