/** The board as a PNG, for the API and for mails: known by a hash of what is drawn, drawn once, and kept under that hash alone. */
import { drawPng, PICTURE_WIDTH, pictureSvg, RENDERER } from "../../board/png.ts";
import type { Drawing } from "../../board/svg.ts";
import type { ThemeName } from "../../board/themes.ts";
import { sha256 } from "../../keys.ts";

/** A picture before it is drawn. */
export type Picture = {
	/** 32 hexadecimal digits: the same for the same pixels, whatever game they are of. It tells nothing of any. */
	readonly hash: string;
	readonly svg: string;
	/** Pixels. */
	readonly width: number;
};

/** How many pictures an isolate holds, of 20 to 60 kB each. */
const MOST_HELD = 64;
/** How long a data centre keeps one, s: a mail is tried again for a day and a half, and a page comes back within the week. */
const KEPT_FOR = 7 * 86_400;

/** Insertion order is the order of use, the longest unused first. */
const held = new Map<string, Uint8Array<ArrayBuffer>>();

export function planPicture(drawing: Drawing, theme: ThemeName, width = PICTURE_WIDTH): Promise<Picture> {
	return planSvg(pictureSvg(drawing, theme), width);
}

/** A picture of any drawing of ours. */
export async function planSvg(svg: string, width: number): Promise<Picture> {
	const hash = (await sha256(`${RENDERER}\n${width}\n${svg}`)).slice(0, 32);
	return { hash, svg, width };
}

/**
 * The bytes of a picture: held, kept, or drawn now.
 * @throws when it cannot be drawn
 */
export async function drawPicture(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
	const near = held.get(picture.hash) ?? (await findKept(picture.hash));
	if (near) return hold(picture.hash, near);
	const png = hold(picture.hash, await drawPng(picture.svg, picture.width));
	await keep(picture.hash, png);
	return png;
}

function hold(hash: string, png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	held.delete(hash);
	held.set(hash, png);
	for (const oldest of held.keys()) {
		if (held.size <= MOST_HELD) break;
		held.delete(oldest);
	}
	return png;
}

/**
 * A cache of our own, which no request from outside ever reaches: the names in it are under a domain that is nobody's
 * (RFC 6761), and say only what is drawn. Who may see a game has been asked before anybody comes here.
 */
const CACHE = "board-pictures";
const addressOf = (hash: string): string => `https://board-pictures.invalid/${hash}`;

async function findKept(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
	try {
		const kept = await (await caches.open(CACHE)).match(addressOf(hash));
		return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
	} catch {
		// Without a cache it is drawn again.
		return null;
	}
}

async function keep(hash: string, png: Uint8Array<ArrayBuffer>): Promise<void> {
	try {
		const headers = { "Content-Type": "image/png", "Cache-Control": `public, max-age=${KEPT_FOR}` };
		await (await caches.open(CACHE)).put(addressOf(hash), new Response(png, { headers }));
	} catch {
		// The next isolate draws it again.
	}
}

/** The measures of a PNG, pixels, as its header has them (PNG, 11.2.1). */
export function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
	const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
	return { width: view.getUint32(16), height: view.getUint32(20) };
}
