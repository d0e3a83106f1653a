/** Cursors of lists: opaque, and of no use when somebody has changed one or takes it to another list. */
import { base64url } from "jose";
import { macText, sameText } from "../keys.ts";
import type { Call } from "./env.ts";

const MAC_LENGTH = 16;

/** @param list which list, with all that makes it another one: path, filter, whose it is */
async function makeCursor(secret: string, list: string, place: unknown): Promise<string> {
	const text = base64url.encode(JSON.stringify(place));
	return `${text}.${await macText(secret, "cursor", [list, text], MAC_LENGTH)}`;
}

/** The place a cursor of this list stands for; null when it is none. */
export async function readCursor<T>(secret: string, list: string, cursor: string): Promise<T | null> {
	const [text, mac, ...rest] = cursor.split(".");
	if (text === undefined || mac === undefined || rest.length > 0 || cursor.length > 500) return null;
	if (!sameText(mac, await macText(secret, "cursor", [list, text], MAC_LENGTH))) return null;
	return JSON.parse(new TextDecoder().decode(base64url.decode(text))) as T;
}

/** The asked page of a list, told of by `Link`; `next` is the cursor of the one after it. */
export type ListPage<Row> = { readonly rows: readonly Row[]; readonly next: string | null };

/**
 * Takes one page of a list; null when the cursor is none of this list.
 * @param list which list, with all that makes it another one: path, filter, whose it is
 * @param read the rows that follow a place, or the first ones
 * @param placeOf what the rows after this one are found by
 */
export async function takePage<Row, Place>(
	c: Call,
	list: string,
	{ cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
	read: (after: Place | null, limit: number) => Promise<readonly Row[]>,
	placeOf: (row: Row) => Place,
): Promise<ListPage<Row> | null> {
	const after = cursor === undefined ? null : await readCursor<Place>(c.env.SECRET, list, cursor);
	if (cursor !== undefined && after === null) return null;
	// One more than is shown tells whether there are more.
	const found = await read(after, limit + 1);
	const rows = found.slice(0, limit);
	const last = rows.at(-1);
	const next = last && found.length > limit ? await makeCursor(c.env.SECRET, list, placeOf(last)) : null;
	linkNext(c, "cursor", next);
	return { rows, next };
}

/** Points to the next page by `Link` (RFC 8288). */
export function linkNext(c: Call, parameter: "cursor" | "after", next: string | null): void {
	if (next === null) return;
	const url = new URL(c.req.url);
	url.searchParams.set(parameter, next);
	c.header("Link", `<${c.env.ORIGIN}${url.pathname}${url.search}>; rel="next"`);
}
