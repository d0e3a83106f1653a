/** The layers of `src/` and the rule that an import may only point up them; pure, so that the rule itself can be tested. */

type Layer = {
	/** Folders and files of `src/` this one may import from. */
	readonly from: readonly string[];
	/** Those it may import types from, and nothing that exists at run time. */
	readonly types?: readonly string[];
	/** The packages it may import; absent: any that is not of a platform. */
	readonly packages?: readonly string[];
	/** Pure: no clock, no randomness, nothing of a platform. */
	readonly pure?: true;
};

const SHARED = ["env.ts", "keys.ts", "lanes.ts"];
const UP_TO_POST = ["engine", "match", "board", "i18n", "db", "game", "account", "challenge", "post", ...SHARED];

/** One row a folder or top-level file of `src/`. What has no row is a fault, so that a new folder finds its place on purpose. */
export const LAYERS: Readonly<Record<string, Layer>> = {
	engine: { from: [], packages: [], pure: true },
	match: { from: ["engine"], packages: ["temporal-polyfill"], pure: true },
	board: { from: ["engine"], packages: [], pure: true },
	i18n: { from: [], packages: ["intl-messageformat"], pure: true },
	db: { from: [], types: ["match", "engine"], packages: [] },
	game: { from: ["match", "engine", "db", ...SHARED] },
	account: { from: ["db", ...SHARED] },
	challenge: { from: ["db", "match", "engine", "account", ...SHARED], types: ["game"] },
	post: {
		from: ["board", "i18n", "db", "account", "challenge", "match", "engine", "smtp-url.ts", ...SHARED],
		types: ["game"],
	},
	http: { from: [...UP_TO_POST, "signing.ts"] },
	pages: { from: [...UP_TO_POST, "http"], types: ["client"] },
	client: { from: ["engine", "match", "board", "i18n"], packages: [] },
	cli: { from: ["engine", "match", "signing.ts"] },
	"env.ts": { from: ["match"], types: ["game"] },
	"keys.ts": { from: [], packages: [] },
	"lanes.ts": { from: [], packages: [] },
	"signing.ts": { from: [], packages: ["jose"] },
	"smtp-url.ts": { from: [], packages: [] },
	"setup.ts": { from: ["match", "account", "post", "signing.ts", "smtp-url.ts", ...SHARED] },
	"entrances.ts": { from: [...UP_TO_POST, "setup.ts"] },
	"worker.ts": { from: [...UP_TO_POST, "http", "pages", "entrances.ts"] },
	"local.ts": { from: [...UP_TO_POST, "http", "pages", "entrances.ts"] },
};

/** The one impure leaf of the board: SVG to PNG needs a package and a WebAssembly module. */
const IMPURE_LEAVES: ReadonlySet<string> = new Set(["src/board/png.ts"]);
/** Open to every layer: errors are values everywhere. */
const FOR_ALL: ReadonlySet<string> = new Set(["src/engine/result.ts"]);
/** Programs that run in Node, where all the rest of `src/` must run in the Workers runtime. */
const NODE_FOLDERS: ReadonlySet<string> = new Set(["cli"]);

/** What a pure file may not name. Comments are taken out before looking. */
const IMPURE_WORDS: readonly RegExp[] = [
	/\bDate\.now\b/,
	/\bTemporal\.Now\b/,
	/\bnew Date\(\s*\)/,
	/(?<!new )\bDate\(\s*\)/,
	/\bMath\.random\b/,
	/\bcrypto\./,
	/\bperformance\./,
	/\bprocess\./,
	/\bfetch\(/,
	/\bsetTimeout\b/,
	/\bconsole\./,
];

export type SourceFile = { readonly path: string; readonly text: string };
export type Import = { readonly target: string; readonly typeOnly: boolean };

/** The imports and re-exports of a file, as the formatter leaves them: each statement begins its line. */
export function findImports(text: string): readonly Import[] {
	const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^;"'`=()]*?\bfrom\s+)?["']([^"']+)["']/gm);
	const calls = text.matchAll(/\b(typeof\s+)?import\(\s*["']([^"']+)["']\s*\)/g);
	return [...statements, ...calls].map(([, type, target]) => ({ target: target ?? "", typeOnly: type !== undefined }));
}

/** `../match/clock.ts` seen from `src/game/game.ts` -> `src/match/clock.ts`. */
function resolve(path: string, target: string): string {
	const parts = path.split("/").slice(0, -1);
	for (const part of target.split("/")) {
		if (part === "..") parts.pop();
		else if (part !== ".") parts.push(part);
	}
	return parts.join("/");
}

/** `src/match/clock.ts` -> `match`, `src/env.ts` -> `env.ts`, anything outside `src/` -> undefined. */
const layerOf = (path: string): string | undefined => (path.startsWith("src/") ? path.split("/")[1] : undefined);

/** `@hono/zod-openapi/x` -> `@hono/zod-openapi`. */
const packageOf = (target: string): string =>
	target
		.split("/")
		.slice(0, target.startsWith("@") ? 2 : 1)
		.join("/");

function faultOfImport(path: string, name: string, layer: Layer, { target, typeOnly }: Import): string | undefined {
	if (!target.startsWith(".")) {
		if (layer.pure && IMPURE_LEAVES.has(path)) return undefined;
		if (target.startsWith("node:")) return NODE_FOLDERS.has(name) ? undefined : "the Workers runtime is not Node";
		if (target.startsWith("cloudflare:"))
			return layer.pure || layer.packages ? "a platform module in a folder without platform" : undefined;
		if (layer.packages && !layer.packages.includes(packageOf(target))) return "a package this folder does without";
		return undefined;
	}
	if (!/\.(tsx?|json|css|wasm|txt)$/.test(target)) return "an import carries its extension";
	const resolved = resolve(path, target);
	const other = layerOf(resolved);
	if (other === undefined) return "an import from outside src/";
	if (other === name || FOR_ALL.has(resolved) || layer.from.includes(other)) return undefined;
	if (layer.types?.includes(other)) return typeOnly ? undefined : `only types may come from ${other}`;
	return `an arrow may only point up: ${name} may not import ${other}`;
}

const withoutComments = (text: string): string =>
	text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " ")).replace(/(^|\s)\/\/.*$/gm, "$1");

/** Every break of the rules in one file, each as `path: import: reason`. */
export function findFaults({ path, text }: SourceFile): readonly string[] {
	const name = layerOf(path);
	const layer = name === undefined ? undefined : LAYERS[name];
	if (name === undefined || layer === undefined) return [`${path}: has no place among the layers (scripts/layers.ts)`];
	const faults = findImports(text).flatMap((one) => {
		const fault = faultOfImport(path, name, layer, one);
		return fault === undefined ? [] : [`${path}: "${one.target}": ${fault}`];
	});
	if (!layer.pure || IMPURE_LEAVES.has(path)) return faults;
	const code = withoutComments(text);
	const words = IMPURE_WORDS.flatMap((word) => code.match(word)?.[0] ?? []);
	return [...faults, ...words.map((word) => `${path}: ${word}: a pure folder takes time, ids and chance as arguments`)];
}

/** A circle among the layers themselves, types aside; with none in the table, none of folders can be written. */
export function findCircle(layers: Readonly<Record<string, Layer>>): readonly string[] | undefined {
	const done = new Set<string>();
	const visit = (name: string, way: readonly string[]): readonly string[] | undefined => {
		if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
		if (done.has(name)) return undefined;
		for (const next of layers[name]?.from ?? []) {
			const circle = visit(next, [...way, name]);
			if (circle) return circle;
		}
		done.add(name);
		return undefined;
	};
	for (const name of Object.keys(layers)) {
		const circle = visit(name, []);
		if (circle) return circle;
	}
	return undefined;
}
