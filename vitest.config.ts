/** The three test projects: pure in Node, worker in real workerd, local against a server that was really started. */
import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { writeAssets } from "./scripts/assets.ts";

/** Set by `npm run test:full`: run the long files, and those only. */
const full = process.env.HIVEPOST_TEST_FULL === "1";
const suffix = full ? "*.full.test.{ts,tsx}" : "*.test.{ts,tsx}";
const exclude = full ? [] : ["**/*.full.test.{ts,tsx}"];
// Secrets of tests, given the way Wrangler asks for what wrangler.toml requires.
process.env.SECRET = "dGVzdC1zZWNyZXQtdGVzdC1zZWNyZXQtdGVzdC1zZWNyZXQ";
// The example key of RFC 8037, A.1: everybody has it.
process.env.SIGNING_KEYS = JSON.stringify([
	{
		kty: "OKP",
		crv: "Ed25519",
		x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
		kid: "test",
		d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
	},
]);

// What the pages import as #assets.
await writeAssets();

const inFolders = (...folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/${suffix}`);

export default defineConfig({
	test: {
		// A machine with few cores runs several workerd beside us; a slow test is not a wrong one.
		testTimeout: full ? 600_000 : 20_000,
		hookTimeout: 60_000,
		// Vitest leaves one core free, which on two is half of the machine.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		projects: [
			{
				extends: true,
				test: {
					name: "pure",
					environment: "node",
					include: inFolders("engine", "match", "board", "i18n", "client", "cli"),
					exclude,
				},
			},
			{
				extends: true,
				plugins: [
					cloudflareTest(async () => ({
						main: "./src/local.ts",
						remoteBindings: false,
						wrangler: { configPath: "./wrangler.toml" },
						miniflare: {
							// wrangler.toml knows nothing of the local mailbox: it is added here as the start script adds it.
							d1Databases: { MAILBOX: "mailbox" },
							bindings: {
								ORIGIN: "http://localhost:8787",
								MAIL_FROM: "Hivepost <play@localhost>",
								MAIL_DOMAIN: "localhost",
								MIN_TIME: "PT1S",
								FIRST_MOVE_TIME: "PT0S",
								RATE_LIMITS: "*=1000000/60",
								HEARTBEAT: "PT1S",
								TEST_MIGRATIONS: await readD1Migrations("./migrations"),
							},
						},
					})),
				],
				test: {
					name: "worker",
					include: inFolders("db", "game", "account", "challenge", "post", "http", "pages"),
					exclude,
					// One runtime for all files of a worker: the setup gives each of them an empty D1 and a real clock.
					isolate: false,
					setupFiles: ["./test/setup/migrate.ts"],
				},
			},
			{
				extends: true,
				test: {
					name: "local",
					environment: "node",
					include: inFolders("local", "project"),
					exclude,
					// Each file starts servers of its own: after all else and one file at a time, or one disturbs the other's clock.
					maxWorkers: 1,
					sequence: { groupOrder: 1 },
					testTimeout: full ? 1_200_000 : 90_000,
					// What a page has not come to within the usual second, it may still come to on a busy machine.
					expect: { poll: { timeout: 15_000 } },
				},
			},
		],
	},
});
