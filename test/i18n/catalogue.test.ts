/** The catalogues: complete, without strays, parsed by what reads them; and everything that is said is in them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { catalogueOf, LOCALES, type MessageKey, message } from "../../src/i18n/catalogue.ts";

const root = join(import.meta.dirname, "../..");
const english = catalogueOf("en");
const keys = Object.keys(english) as readonly MessageKey[];

/** Names of the arguments a message asks for, in whatever branch. */
function argumentsOf(text: string): ReadonlySet<string> {
	const names = new Set<string>();
	const visit = (node: unknown): void => {
		if (Array.isArray(node)) {
			for (const one of node) visit(one);
			return;
		}
		if (typeof node !== "object" || node === null) return;
		const { type, value, options } = node as {
			type: number;
			value: unknown;
			options?: Record<string, { value: unknown }>;
		};
		// 0 is literal text, 7 the # of a plural; all else names an argument.
		if (type !== 0 && type !== 7) names.add(String(value));
		for (const option of Object.values(options ?? {})) visit(option.value);
	};
	visit(new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst());
	return names;
}

describe.each(LOCALES)("the catalogue %s", (locale) => {
	const catalogue = catalogueOf(locale);

	test("has every message and no other", () => {
		expect(Object.keys(catalogue).toSorted()).toEqual([...keys].toSorted());
	});

	test("asks in each message for no argument that English does not give", () => {
		for (const key of keys) {
			const given = argumentsOf(english[key]);
			for (const name of argumentsOf(catalogue[key])) expect(given, key).toContain(name);
		}
	});

	test("has no empty message, no double blank, no blank at an end but where a separator needs it", () => {
		for (const key of keys) {
			expect(catalogue[key], key).not.toMatch(/^$| {2}|\t|\n/);
			if (!key.endsWith("Separator")) expect(catalogue[key].trim(), key).toBe(catalogue[key]);
		}
	});
});

test("no key stands in two files of a language", () => {
	const files = ["en.json", "en.move.json", "en.page.json"].map((name) =>
		readFileSync(join(root, "src/i18n", name), "utf8"),
	);
	const named = files.flatMap((text) => [...text.matchAll(/^\s*"([^"]+)":/gm)].map(([, key]) => key));
	expect(named.length).toBe(new Set(named).size);
	expect(named.length).toBe(keys.length);
});

test("every message is said somewhere, and everything that is said is a message", () => {
	const paths = globSync("src/**/*.{ts,tsx}", { cwd: root });
	const source = paths.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
	const literal = new Set([...source.matchAll(/"([a-z][\w-]*(?:\.[\w:-]+)*)"/gi)].map(([, text]) => text ?? ""));
	// `piece.${…}`, `board.${"a" | "b"}`, `page.${x}.name`: what stands before and after each gap.
	const templates = [...source.replace(/\$\{[^}]*\}/g, "\0").matchAll(/`([a-z][\w-]*\.[^`\s]*?)`/gi)].map(
		([, text = ""]) => text.split("\0").map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&")),
	);
	const patterns = templates.filter((parts) => parts.length > 1).map((parts) => new RegExp(`^${parts.join(".+")}$`));
	const unused = keys.filter((key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)));
	expect(unused).toEqual([]);
});

test("a message without an argument it names is a fault that a test sees", () => {
	expect(() => message("en", "mail.greeting")).toThrow();
	expect(message("en", "mail.greeting", { name: "{odd} 'quoted' <b>" })).toBe("Hello {odd} 'quoted' <b>,");
});
