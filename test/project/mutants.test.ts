/** What a mutation run changes in a file, and what it leaves alone. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/build.ts";
import { findMutants, type Mutant, sample } from "../../scripts/mutants.ts";
import { EXPLAINED, explains, wrongRows } from "../../scripts/mutants-explained.ts";

const found = (text: string) => findMutants("snippet.ts", text).map((mutant) => mutant.after);

describe("what is changed", () => {
	test.each([
		["an order, to its edge and its opposite", "const a = b < c;", ["const a = b <= c;", "const a = b >= c;"]],
		["an operator", "const a = b + c;", ["const a = b - c;"]],
		["a bit operator", "a ^= b & c;", [";", "a |= b & c;", "a ^= b | c;"]],
		["a sign", "const a = -b;", ["const a = b;"]],
		["a number, by one", "const a = 7;", ["const a = 8;"]],
		["a truth", "const a = true;", ["const a = false;"]],
		["some and every", "const a = b.some(c);", ["const a = b.every(c);"]],
		["a choice", "const a = b ? c : d;", ["const a = b ? d : c;"]],
		["a statement, which goes", "a();", [";"]],
		["a condition, which is turned round", "if (a) b = c;", ["if (!(a)) b = c;", "if (a) ;"]],
		["a guard, which goes too", "for (;;) if (a) break;", ["for (;;) ;", "for (;;) if (!(a)) break;"]],
		["a value behind a claim about its type", "const a = (b as C) - d!;", ["const a = (b as C) + d!;"]],
	])("%s", (_, text, mutants) => {
		expect(found(text).toSorted()).toEqual([...mutants].toSorted());
	});

	test("in a function, and in which", () => {
		const text = "const a = 1;\nexport function b() {\n\treturn () => 2;\n}\nfunction c() {\n\treturn 3;\n}";
		const mutants = findMutants("snippet.ts", text);
		expect(mutants.map(({ inside, after }) => [inside, after])).toEqual([
			["", "const a = 2;"],
			["b", "return () => 3;"],
			["c", "return 4;"],
		]);
	});

	test("one thing at a time, told with its line", () => {
		const [first, second, ...more] = findMutants("snippet.ts", "const a = b\n\t* c;\nconst d = !e;\n");
		expect(first).toEqual({
			file: "snippet.ts",
			line: 2,
			before: "* c;",
			after: "/ c;",
			inside: "",
			text: "const a = b\n\t/ c;\nconst d = !e;\n",
		});
		expect([second?.line, second?.before, second?.after]).toEqual([3, "const d = !e;", "const d = e;"]);
		expect(more).toEqual([]);
	});
});

test("comments, words, types, imports and what makes a loop go on are left alone", () => {
	const text = `
		import { a } from "./1 + 1.ts";
		/** 1 + 1 < 3 && true */
		type T = 1 | 2 | { readonly [K in "a" & "b"]: -1 };
		const word: T | 3 = "1 + 1";
		const template = \`1 + 1\`;
		const pattern = /1+|2/;
		for (;;count++);
	`;
	expect(found(text)).toEqual([]);
});

describe("the rule code", () => {
	const files = ["board", "generator", "refusal"].map((name) => `src/engine/${name}.ts`);
	const mutants = files.map((file) => findMutants(file, readFileSync(`${root}/${file}`, "utf8")));

	test("no mutant is the file as it stands, and no two are the same", () => {
		for (const [index, file] of files.entries()) {
			const texts = [readFileSync(`${root}/${file}`, "utf8"), ...(mutants[index] ?? []).map((mutant) => mutant.text)];
			expect(new Set(texts).size).toBe(texts.length);
		}
	});

	test("a sample is the same for the same seed, and takes of each file in turn", () => {
		const drawn = sample(mutants, 6, 1);
		expect(sample(mutants, 6, 1)).toEqual(drawn);
		expect(sample(mutants, 6, 2)).not.toEqual(drawn);
		expect(drawn.map((mutant) => mutant.file)).toEqual([...files, ...files]);
		expect(sample(mutants, 1_000_000, 1)).toHaveLength(mutants.flat().length);
	});
});

describe("what is explained", () => {
	const [mutant] = findMutants("snippet.ts", "const a = b > 1 || c;");
	const row = { file: "snippet.ts", from: "> 1", to: ">= 1", why: "" };

	test("is the line with one part changed, as often as the row says", () => {
		const mutants = findMutants("snippet.ts", "const a = b > 1 || c > 1;\nconst d = e > 1;");
		expect(wrongRows([{ ...row, times: 3 }], mutants)).toEqual([]);
		expect(wrongRows([row], mutants)).toEqual(["snippet.ts: > 1 -> >= 1 explains 3 mutants, not 1"]);
		expect(wrongRows([{ ...row, from: "c > 1", to: "c >= 1" }], mutants)).toEqual([]);
	});

	test.each([
		["another change of the same part", { ...row, to: "> 2" }],
		["another file", { ...row, file: "other.ts" }],
		["a part that is not there", { ...row, from: "> 3" }],
		["another function", { ...row, inside: "d" }],
	])("is not %s", (_, other) => {
		expect(mutant?.after).toBe("const a = b >= 1 || c;");
		expect([row, other].map((it) => explains(it, mutant as Mutant))).toEqual([true, false]);
	});

	test("is there to be explained", () => {
		const files = [...new Set(EXPLAINED.map((it) => it.file))];
		const all = files.flatMap((file) => findMutants(file, readFileSync(`${root}/${file}`, "utf8")));
		expect(wrongRows(EXPLAINED, all)).toEqual([]);
	});
});
