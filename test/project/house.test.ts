/** Rules of the house that no linter knows, over every source file. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/build.ts";

/** What git knows and what it would be told of: nobody's half-written file is left out. */
const files: readonly string[] = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((path) => /\.(tsx?|md|toml|json|ya?ml)$/.test(path) && path !== "package-lock.json");
const sources = files.filter((path) => /^(src|scripts|bench|test)\/.*\.tsx?$/.test(path));

function read(path: string): string {
	try {
		return readFileSync(join(root, path), "utf8");
	} catch {
		// Deleted, and git not yet told.
		return "";
	}
}

/** The files for which `wrong` says something, with what it says. */
function faults(paths: readonly string[], wrong: (text: string, path: string) => string | false | undefined) {
	return paths.flatMap((path) => {
		const text = read(path);
		const fault = text === "" ? false : wrong(text, path);
		return fault ? [`${path}: ${fault}`] : [];
	});
}

test("a source file begins with a sentence on what it is for", () => {
	expect(faults(sources, (text) => !/^\/\*\*\s+(\* )?[^\s*]/.test(text) && "has no such sentence")).toEqual([]);
});

test("no file is longer than one reads in a sitting; a test's tables may be half as long again", () => {
	const most = (path: string) => (path.startsWith("test/") ? 675 : 450);
	const lines = (text: string) => text.split("\n").length - 1;
	expect(faults(sources, (text, path) => lines(text) > most(path) && `has ${lines(text)} lines`)).toEqual([]);
});

test("nothing is named after a drawer", () => {
	const drawer = /^(utils?|helpers?|common|shared|lib|misc|services?|managers?|handlers?)$/i;
	const named = sources.filter((path) => path.split("/").some((part) => drawer.test(part.replace(/\.tsx?$/, ""))));
	expect(named).toEqual([]);
});

test("nothing is exported by default but what the runtime asks for", () => {
	const asked = new Set(["src/worker.ts", "src/local.ts"]);
	const ours = sources.filter((path) => /^(src|scripts)\//.test(path) && !asked.has(path));
	expect(faults(ours, (text) => /^export default/m.test(text) && "has a default")).toEqual([]);
});

test("the only class is the Durable Object", () => {
	const wrong = (text: string) => text.match(/^\s*(?:export )?class (?!Game\b)\w+/m)?.[0];
	expect(
		faults(
			sources.filter((path) => path.startsWith("src/")),
			wrong,
		),
	).toEqual([]);
});

test("SQL stands in src/db/, in src/game/store.ts and with what a game keeps beside its log only", () => {
	const elsewhere = sources.filter(
		(path) => path.startsWith("src/") && !/^src\/(db\/|game\/(store|chat|lines|notes)\.ts)/.test(path),
	);
	const sql = /["'`]\s*(SELECT .* FROM|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)\b/s;
	expect(faults(elsewhere, (text) => sql.test(text) && "holds SQL")).toEqual([]);
});

test("no test is left focused", () => {
	const tests = sources.filter((path) => path.startsWith("test/"));
	expect(faults(tests, (text) => text.match(/\b(test|it|describe)\.only\(/)?.[0])).toEqual([]);
});

test("no file names a path of the machine it was written on", () => {
	const own = /["'\s(=](\/(?:work|root|home|Users)\/[\w.-]+)/;
	expect(faults(files, (text, path) => (basename(path) === "house.test.ts" ? false : text.match(own)?.[1]))).toEqual(
		[],
	);
});
