/** The words of the browser's table: written as functions, they say the same as the messages they come from. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeMessage } from "../../scripts/messages.ts";
import { catalogueOf, formatTag, LOCALES, type MessageKey, message, themeTexts } from "../../src/i18n/catalogue.ts";
import { isSpoken, type SpokenWords, spokenBy } from "../../src/i18n/spoken.ts";
import { partsOf } from "./message-parts.ts";

const root = join(import.meta.dirname, "../..");

function compile(written: string): SpokenWords {
	return new Function("c", "p", "n", `return ({${written}})`) as SpokenWords;
}

const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 1234];

describe.each(LOCALES)("the spoken words in %s", (locale) => {
	for (const theme of ["", "real-murcia"]) {
		const texts = { ...catalogueOf(locale), ...themeTexts(locale, theme) };
		const spoken = Object.entries(texts).filter(([key]) => isSpoken(key));
		const written = spoken.map(([key, text]) => `${JSON.stringify(key)}:${writeMessage(text, formatTag(locale))}`);
		const say = spokenBy(compile(written.join(",")), formatTag(locale));

		test(`say what the library says, whatever the arguments${theme ? `, in the theme ${theme}` : ""}`, () => {
			for (const [key, text] of spoken) {
				const { names, selects, plurals } = partsOf(text);
				const branches = [...new Set(selects.flatMap(({ branches: some }) => some)), "anything"];
				for (const count of plurals.length > 0 || names.size > 0 ? COUNTS : [0]) {
					for (const word of selects.length > 0 ? branches : ["<b>&"]) {
						const args = Object.fromEntries(
							[...names].map((name) => [name, selects.some((one) => one.name === name) ? word : count]),
						);
						const one = key as MessageKey;
						expect(say(one, args), `${key} ${JSON.stringify(args)}`).toBe(message(locale, one, args, theme));
					}
				}
			}
		});
	}
});

test("a key that no table says is a fault of ours", () => {
	expect(() => spokenBy(() => ({}), "en")("table.send")).toThrow(/table.send/);
});

test("no words are sent to the browser that nothing there says", () => {
	const sources = globSync("src/{client,board}/*.ts", { cwd: root }).map((path) =>
		readFileSync(join(root, path), "utf8"),
	);
	const program = sources.join("\n");
	const begun = [...program.matchAll(/`([\w.]+\.)\$\{/g)].map(([, beginning]) => beginning ?? "");
	const unsaid = Object.keys(catalogueOf("en"))
		.filter(isSpoken)
		.filter((key) => !program.includes(`"${key}"`) && !begun.some((beginning) => key.startsWith(beginning)));
	expect(unsaid).toEqual([]);
	expect(isSpoken("board.names")).toBe(false);
});
