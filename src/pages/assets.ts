/** What browsers fetch beside the pages: programs and words, under names that change with what is in them. */
import { FILES, PATHS } from "#assets";
import type { PageApp } from "./serve.tsx";

/** The path of a program (`table`) or of a language's words (`words-de`); it never fails, for its name is fixed here. */
export function assetPath(name: string): string {
	const path = PATHS[name];
	if (path === undefined) throw new Error(`there is no asset ${name}`);
	return path;
}

/** The words of a game's table: those of its rule set's theme, where the language has them. */
export function wordsPath(locale: string, theme: string): string {
	return PATHS[`words-${locale}-${theme}`] ?? assetPath(`words-${locale}`);
}

export function mountAssets(app: PageApp): void {
	for (const [path, { type, text, lasting }] of Object.entries(FILES)) {
		app.get(path, (c) => {
			c.header("Content-Type", type);
			c.header("Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
			c.header("X-Content-Type-Options", "nosniff");
			return c.body(text);
		});
	}
}
