/** The file of the D1 database of a data folder, seen from outside the service. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Frees what an earlier run had claimed for sending when it died: here nobody else can be sending it, so it need not wait
 * for its lease to end. Only before the service starts.
 */
export function releaseClaims(folder: string): void {
	const database = findDatabase(folder, false);
	try {
		database?.exec("UPDATE deliveries SET lease_until = 0 WHERE state = 'claimed'");
	} finally {
		database?.close();
	}
}

/**
 * Reads rows from the service's D1 database, found by its `deliveries` table wherever the runtime keeps the file.
 * The service may be running: a reader of a write-ahead log hinders nobody.
 */
export function readRows<T>(folder: string, sql: string, ...values: readonly string[]): readonly T[] {
	const database = findDatabase(folder, true);
	if (!database) throw new Error(`no D1 database in ${folder}`);
	try {
		return database.prepare(sql).all(...values) as unknown as readonly T[];
	} finally {
		database.close();
	}
}

function findDatabase(folder: string, readOnly: boolean): DatabaseSync | null {
	// Not every SQLite file there: the lock of the folder is one too, and nobody may read it.
	for (const file of globSync("**/*D1*/*.sqlite", { cwd: folder })) {
		const database = new DatabaseSync(join(folder, file), { readOnly, timeout: 5000 });
		const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'deliveries'").get();
		if (found) return database;
		database.close();
	}
	return null;
}
