/** What browsers fetch beside the pages: programs and words, under names that change with what is in them. */
import { FILES, PATHS } from "#assets";
import type { PageApp } from "./serve.tsx";
import { fingerprint, STYLE_PATH } from "./style.ts";
import { MORE_STYLE_PATH } from "./style-more.ts";

/** The path of a program (`table`) or of a language's words (`words-de`); it never fails, for its name is fixed here. */
export function assetPath(name: string): string {
	const path = PATHS[name];
	if (path === undefined) throw new Error(`there is no asset ${name}`);
	return path;
}

/** The words that a program says: those of its rule set's theme, where the language has them; a game's table needs not all. */
export function wordsPath(locale: string, theme: string, program: string): string {
	const name = `${program === "table" ? "words" : "all-words"}-${locale}`;
	return PATHS[`${name}-${theme}`] ?? assetPath(name);
}

/** Where what stays when the pages are closed is served: always here, for all pages to be under it. */
export const servicePath = "/service.js";

/**
 * It begins with the names of what every page needs. They change with what is in them, and so does this text, by which
 * a browser learns that there is something new.
 */
export const serviceText = `self.HIVEPOST=${JSON.stringify({
	version: fingerprint([STYLE_PATH, MORE_STYLE_PATH, ...Object.keys(FILES)].join(" ")),
	shell: [STYLE_PATH, MORE_STYLE_PATH, assetPath("page")],
})};\n${FILES[servicePath]?.text ?? ""}`;

export function mountAssets(app: PageApp): void {
	for (const [path, { type, text, lasting }] of Object.entries(FILES)) {
		if (path === servicePath) continue;
		app.get(path, (c) => {
			c.header("Content-Type", type);
			c.header("Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
			c.header("X-Content-Type-Options", "nosniff");
			return c.body(text);
		});
	}
}
