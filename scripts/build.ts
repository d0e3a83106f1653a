/** Bundles an entry of the Worker as Wrangler would: `npm run build` writes the deployable one to dist/ and says how big it is. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { writeAssets } from "./assets.ts";

export const root = join(import.meta.dirname, "..");

/** A bundle as Miniflare takes it: one main module, and the WebAssembly modules it imports. */
export type Bundle = {
	readonly main: string;
	readonly modules: Readonly<Record<string, Uint8Array>>;
	/** The source files that went in, relative to the root. */
	readonly inputs: readonly string[];
};

/** @param entry relative to the root */
/** As Wrangler has them. */
export const SETTINGS = {
	absWorkingDir: root,
	outdir: "dist",
	bundle: true,
	format: "esm",
	target: "esnext",
	conditions: ["workerd", "worker", "browser"],
	mainFields: ["browser", "module", "main"],
	external: ["cloudflare:*", "node:*"],
	jsx: "automatic",
	jsxImportSource: "hono/jsx",
	loader: { ".wasm": "copy", ".txt": "text", ".sql": "text", ".html": "text" },
	logLevel: "silent",
} as const satisfies BuildOptions;

export async function bundleWorker(entry: string): Promise<Bundle> {
	await writeAssets();
	const { outputFiles, metafile } = await build({
		...SETTINGS,
		entryPoints: [entry],
		write: false,
		metafile: true,
	});
	const modules = Object.fromEntries(outputFiles.map((file) => [basename(file.path), file.contents]));
	return { main: basename(entry).replace(/\.ts$/, ".js"), modules, inputs: Object.keys(metafile.inputs) };
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

if (import.meta.main) {
	const { modules } = await bundleWorker("src/worker.ts");
	mkdirSync(join(root, "dist"), { recursive: true });
	for (const [name, contents] of Object.entries(modules)) {
		writeFileSync(join(root, "dist", name), contents);
		console.log(`dist/${name}: ${kilobytes(contents.length)}, ${kilobytes(gzipSync(contents).length)} gzipped`);
	}
}
