/**
 * Every file begins as the first one would: an empty D1 with its schema, the real clock, nothing spied upon. The runtime
 * itself is started once for all of them, which is most of what a start costs.
 */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, vi } from "vitest";

const { DB, MAILBOX, TEST_MIGRATIONS } = env as unknown as {
	readonly DB: D1Database;
	readonly MAILBOX: D1Database;
	readonly TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
};

async function empty(db: D1Database): Promise<void> {
	const { results } = await db
		.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite_*'",
		)
		.all<{ readonly name: string }>();
	const clear = results.map(({ name }) => db.prepare(`DELETE FROM ${name}`));
	if (clear.length > 0) await db.batch([db.prepare("PRAGMA defer_foreign_keys = on"), ...clear]);
}

beforeAll(async () => {
	await applyD1Migrations(DB, TEST_MIGRATIONS);
	await Promise.all([empty(DB), empty(MAILBOX)]);
});

afterAll(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});
