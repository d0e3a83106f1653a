/** What browsers fetch beside the pages: bundles src/client and the words it says, and writes them as a module the pages import. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { catalogueOf, formatTag, LOCALES, type Locale, themeTexts } from "../src/i18n/catalogue.ts";
import { isSpoken } from "../src/i18n/spoken.ts";
import { writeMessage } from "./messages.ts";

const root = join(import.meta.dirname, "..");

/** The programs of the browser, by the names that pages ask for them: `src/client/<name>.ts`. */
const ENTRIES = ["table", "practice", "analysis", "page"] as const;
/** Programs of their own, each in one file: what searches beside the page, and what stays when the page is closed. */
const ALONE = ["searcher", "keeper"] as const;
/** Always at this address, for all pages to be under it. */
const SERVICE_PATH = "/service.js";

export type Asset = { readonly type: string; readonly text: string; readonly lasting: boolean };

const SETTINGS = {
	absWorkingDir: root,
	bundle: true,
	minify: true,
	format: "esm",
	target: "es2022",
	outdir: "dist/client",
	write: false,
	metafile: true,
	legalComments: "none",
	logLevel: "silent",
} as const satisfies BuildOptions;

export type Assets = {
	/** By the path they are served at. */
	readonly files: Readonly<Record<string, Asset>>;
	/** By the name that a page asks for. */
	readonly paths: Readonly<Record<string, string>>;
};

const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** Said against the house, on the analysis board, or when the service refuses: a game's page comes without. */
const APART = /^table\.(?:fault|judge|practice|refusal)\./;

/** The module of the words that a table in the browser may say. */
function wordsOf(locale: Locale, theme: string, all: boolean): string {
	const texts = { ...catalogueOf(locale), ...themeTexts(locale, theme) };
	const written = Object.entries(texts)
		.filter(([key]) => isSpoken(key) && (all || !APART.test(key)))
		.map(([key, text]) => `${JSON.stringify(key)}:${writeMessage(text, formatTag(locale))}`);
	return `export default(c,p,n)=>({${written.join(",")}});`;
}

export async function makeAssets(): Promise<Assets> {
	const files: Record<string, Asset> = {};
	const paths: Record<string, string> = {};
	const script = (text: string, lasting = true): Asset => ({ type: "text/javascript; charset=utf-8", text, lasting });
	const together = await build({
		...SETTINGS,
		entryPoints: ENTRIES.map((name) => `src/client/${name}.ts`),
		splitting: true,
		entryNames: "[name]-[hash]",
		chunkNames: "part-[hash]",
	});
	const alone = await Promise.all(
		ALONE.map((name) =>
			build({
				...SETTINGS,
				entryPoints: [`src/client/${name}.ts`],
				entryNames: name === "keeper" ? name : "[name]-[hash]",
			}),
		),
	);
	for (const { outputFiles = [], metafile } of [together, ...alone]) {
		for (const file of outputFiles) {
			const output = Object.entries(metafile?.outputs ?? {}).find(([path]) => file.path.endsWith(path));
			const name = /src\/client\/(\w+)\.ts$/.exec(output?.[1].entryPoint ?? "")?.[1];
			const path = name === "keeper" ? SERVICE_PATH : `/assets/${file.path.split("/").at(-1)}`;
			files[path] = script(file.text, name !== "keeper");
			if (name !== undefined) paths[name] = path;
		}
	}
	for (const locale of LOCALES) {
		for (const theme of ["", "real-murcia"]) {
			if (theme !== "" && !themeTexts(locale, theme)) continue;
			for (const kind of ["words", "all-words"]) {
				const text = wordsOf(locale, theme, kind === "all-words");
				const name = theme === "" ? `${kind}-${locale}` : `${kind}-${locale}-${theme}`;
				const path = `/assets/${name}-${fingerprint(text)}.js`;
				files[path] = script(text);
				paths[name] = path;
			}
		}
	}
	return { files, paths };
}

/** Writes `dist/assets.ts`, which the pages import as `#assets`; only when it has changed, so that nothing is made anew in vain. */
export async function writeAssets(): Promise<Assets> {
	const assets = await makeAssets();
	const text = [
		"/** Written by scripts/assets.ts. */",
		`export const FILES: Readonly<Record<string, { readonly type: string; readonly text: string; readonly lasting: boolean }>> = ${JSON.stringify(assets.files)};`,
		`export const PATHS: Readonly<Record<string, string>> = ${JSON.stringify(assets.paths)};`,
		"",
	].join("\n");
	const path = join(root, "dist", "assets.ts");
	mkdirSync(join(root, "dist"), { recursive: true });
	if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
	return assets;
}

if (import.meta.main) {
	const { files } = await writeAssets();
	for (const [path, { text }] of Object.entries(files)) {
		console.log(`${path}: ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzipped`);
	}
}
