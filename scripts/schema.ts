/** Gives a local D1 database the schema: the migrations in order, each once, each whole or not at all. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { root } from "./build.ts";

export type Migration = { readonly name: string; readonly sql: string };

export function readMigrations(folder: string = join(root, "migrations")): readonly Migration[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.toSorted()
		.map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") }));
}

type D1 = Awaited<ReturnType<Miniflare["getD1Database"]>>;

/** Each migration and the note of it are one batch, which is one transaction: a kill in between leaves all of it or nothing. */
export async function applyMigrations(db: D1, migrations: readonly Migration[]): Promise<readonly string[]> {
	await db
		.prepare(
			"CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT NOT NULL)",
		)
		.run();
	const { results } = await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	const known = new Set(migrations.map(({ name }) => name));
	const unknown = [...applied].find((name) => !known.has(name));
	if (unknown !== undefined) {
		throw new Error(`The data folder was made by a newer Hivepost: it has ${unknown}, which this one does not know.`);
	}
	const missing = migrations.filter(({ name }) => !applied.has(name));
	for (const { name, sql } of missing) {
		await db.batch([
			db.prepare(sql),
			db.prepare("INSERT INTO d1_migrations (name, applied_at) VALUES (?1, CURRENT_TIMESTAMP)").bind(name),
		]);
	}
	return missing.map(({ name }) => name);
}
