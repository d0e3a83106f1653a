/** Looks into the D1 database of a data folder, beside the service: what the API says must be what is stored. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Reads rows from the service's D1 database, found by its `deliveries` table wherever the runtime keeps the file.
 * The service may be running: a reader of a write-ahead log hinders nobody.
 */
export function readRows<T>(folder: string, sql: string, ...values: readonly string[]): readonly T[] {
	const database = openDatabase(folder);
	try {
		return database.prepare(sql).all(...values) as unknown as readonly T[];
	} finally {
		database.close();
	}
}

function openDatabase(folder: string): DatabaseSync {
	// Not every SQLite file there: the lock of the folder is one too, and nobody may read it.
	for (const file of globSync("**/*D1*/*.sqlite", { cwd: folder })) {
		const database = new DatabaseSync(join(folder, file), { readOnly: true, timeout: 5000 });
		const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'deliveries'").get();
		if (found) return database;
		database.close();
	}
	throw new Error(`no D1 database in ${folder}`);
}
