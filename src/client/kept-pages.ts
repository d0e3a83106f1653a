/** What a browser keeps of the pages for when there is no connection: under which names, and for whom. */

/** Programs, words and the stylesheet of one version, and its page for what is not kept. */
export const SHELL = "hivepost-shell-";
/** The pages that somebody has looked at; the rest of the name says who (`data-reader` of a page). */
export const PAGES = "hivepost-pages-";
/** In place of a page that is not kept. */
export const OFFLINE_PATH = "/offline";
/** Pages kept of one reader, the latest ones. */
export const MOST_PAGES = 60;

/**
 * Whether a page may be kept: the inbox, games as they stand, what is read or played without a server. Never one with a
 * query that may hold a key, nor anything of the API. The move just sent and the games passed over are no secret.
 */
export function isKept({ pathname, search }: { readonly pathname: string; readonly search: string }): boolean {
	return (
		/^(?:\?(?:(?:sent|skip)=[\w.-]*&?)+)?$/.test(search) &&
		/^\/(?:$|games\/[\w-]+$|rules(?:\/|$)|practice$|analysis$|privacy$)/.test(pathname)
	);
}

/** Who reads a page and in which language, from its first line; null for one that is anybody's. */
export function readerOf(html: string): { readonly reader: string; readonly lang: string } | null {
	const [, reader] = /\bdata-reader="([\w-]*)"/.exec(tagOf(html)) ?? [];
	const lang = langOf(html);
	return reader === undefined || lang === null ? null : { reader, lang };
}

/** The language of a page, from its first line. */
export function langOf(html: string): string | null {
	return /\blang="([\w-]*)"/.exec(tagOf(html))?.[1] ?? null;
}

const tagOf = (html: string): string => /<html\b[^>]*>/.exec(html.slice(0, 1_000))?.[0] ?? "";

/** Other programs that a program asks for, at once or when they are needed: their names stand in it as bundlers write them. */
export function importsOf(program: string): readonly string[] {
	return [...new Set([...program.matchAll(/["']\.\/([\w-]+\.js)["']/g)].map(([, name]) => `/assets/${name}`))];
}

/** What an asset is called whatever its version: `page` of `/assets/page-I7KLO7C6.js`. */
export function stemOf(path: string): string {
	return path.replace(/-\w+(?=\.\w+$)/, "");
}

/** The same page, saying of itself since when it has been kept (ms). */
export function markKept(html: string, at: number): string {
	return html.replace(/<html\b/, `<html data-kept="${at}"`);
}

/** Throws away what was kept for anybody else: after signing out nothing of it is left. */
export async function forgetOthers(caches: CacheStorage, reader: string): Promise<void> {
	for (const name of await caches.keys()) {
		if (name.startsWith(PAGES) && name !== PAGES + reader) await caches.delete(name);
	}
}
