/** schema.sql, which people read, and migrations/, which build databases, are the same schema. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { root } from "../../scripts/build.ts";
import { readMigrations } from "../../scripts/schema.ts";

type Row = { readonly type: string; readonly name: string; readonly table: string; readonly sql: string };

/** What a database built by these statements consists of, spaces and comments apart. */
function objectsOf(...statements: readonly string[]): readonly Row[] {
	const database = new DatabaseSync(":memory:");
	for (const sql of statements) database.exec(sql);
	const rows = database
		.prepare(`SELECT type, name, tbl_name AS "table", sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name`)
		.all() as Row[];
	database.close();
	return rows.map((row) => ({ ...row, sql: tidy(row.sql) }));
}

function tidy(sql: string): string {
	return sql
		.replaceAll(/--.*$/gm, "")
		.replaceAll(/\s+/g, " ")
		.replaceAll(/ ?([(),]) ?/g, "$1");
}

test("schema.sql and the migrations give the same schema", () => {
	const whole = objectsOf(readFileSync(join(root, "schema.sql"), "utf8"));
	expect(whole.length).toBeGreaterThan(10);
	expect(objectsOf(...readMigrations().map(({ sql }) => sql))).toEqual(whole);
});

test("every table is strict", () => {
	const tables = objectsOf(...readMigrations().map(({ sql }) => sql)).filter(({ type }) => type === "table");
	for (const { name, sql } of tables) expect(sql, name).toMatch(/\)STRICT(,WITHOUT ROWID)?$/);
});

test("migrations are numbered without a gap", () => {
	for (const [index, { name }] of readMigrations().entries()) {
		expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, "0")}_[a-z0-9_]+\\.sql$`));
	}
});
