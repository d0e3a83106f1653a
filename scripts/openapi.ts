/** `npm run openapi`: writes openapi.json, the API's document as the service itself generates it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root, SETTINGS } from "./build.ts";

export const DOCUMENT = join(root, "openapi.json");

/** The document as text, as it would stand in the file. The application is bundled, since Node alone does not read all it imports. */
export async function makeDocument(): Promise<string> {
	const entry = `
		import { makeApp } from "./src/http/app.ts";
		import { documentApi } from "./src/http/document.ts";
		export const text = JSON.stringify(documentApi(makeApp({ now: Date.now })), null, "\\t");`;
	const { outputFiles } = await build({
		...SETTINGS,
		write: false,
		stdin: { contents: entry, resolveDir: root, loader: "ts" },
	});
	// Beside the program there are the WebAssembly modules it would load: none, as long as it is asked for nothing else.
	const program = outputFiles.find(({ path }) => path.endsWith(".js"));
	const code = Buffer.from(program?.contents ?? []).toString("base64");
	const { text } = (await import(`data:text/javascript;base64,${code}`)) as { text: string };
	return `${text}\n`;
}

if (import.meta.main) writeFileSync(DOCUMENT, await makeDocument());
