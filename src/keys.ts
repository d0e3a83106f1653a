/** Keys and tokens derived from the one root secret by purpose, so that no token has to be stored anywhere. */

const encoder = new TextEncoder();

/** Letters and digits that cannot be mistaken for each other when read aloud or typed (Crockford's base 32, lower case). */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A message authentication code as letters and digits: HMAC-SHA-256 over the purpose and the parts, cut to `length`
 * characters of 5 bits each. Different purposes never give the same code for the same parts.
 * @param length 1 to 51 characters; 26 are 130 bits
 */
export async function macText(
	secret: string,
	purpose: string,
	parts: readonly (string | number)[],
	length: number,
): Promise<string> {
	const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
		"sign",
	]);
	// Length-prefixed, so that ("ab", "c") and ("a", "bc") differ.
	const text = [purpose, ...parts].map((part) => `${String(part).length}:${part}`).join("");
	return makeText(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))), length);
}

/** Bytes as letters and digits, 5 bits a character; as many as `length` asks for. */
export function makeText(bytes: Uint8Array, length: number): string {
	if (length * 5 > bytes.length * 8) throw new Error(`${bytes.length} bytes are too few for ${length} characters`);
	let text = "";
	let bits = 0;
	let held = 0;
	for (const byte of bytes) {
		held = (held << 8) | byte;
		bits += 8;
		while (bits >= 5 && text.length < length) {
			bits -= 5;
			text += ALPHABET[(held >> bits) & 31];
		}
		held &= (1 << bits) - 1;
	}
	return text;
}

/** Random letters and digits, 5 bits each. The one place, with the caller's `crypto`, where ids are drawn. */
export function randomText(length: number): string {
	return makeText(crypto.getRandomValues(new Uint8Array(Math.ceil((length * 5) / 8))), length);
}

/** SHA-256 of a text in lower-case hex: how API tokens are stored and request bodies compared. */
export async function sha256(text: string): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
	return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether two codes are the same, in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
	const [left, right] = [encoder.encode(a), encoder.encode(b)];
	return left.length === right.length && crypto.subtle.timingSafeEqual(left, right);
}

/** Length of a turn key, letters and digits. */
export const TURN_KEY_LENGTH = 26;

/**
 * The turn key of a seat at a ply: lets its holder make that one move, nothing else, and is dead when the ply has passed.
 * It opens no session and is never stored.
 */
export function turnKey(secret: string, game: string, seat: "white" | "black", ply: number): Promise<string> {
	return macText(secret, "turn", [game, seat, ply], TURN_KEY_LENGTH);
}

/**
 * A signed move link: one move that its player has prepared, to be looked at and confirmed later, perhaps elsewhere. It is
 * good for that move in that position and for nothing else, and dead when the ply has passed.
 */
export type MoveLink = {
	readonly game: string;
	/** Half-moves played before it. */
	readonly ply: number;
	/** Canonical UHP MoveString. */
	readonly move: string;
	/** What the position after it is known by: after a take-back the same ply may be another position. */
	readonly after: string;
};

const LINK_MAC_LENGTH = 26;
const LONGEST_LINK = 300;

/** What a position is known by in a link. */
export async function positionMark(gameString: string): Promise<string> {
	return (await sha256(gameString)).slice(0, 16);
}

/** The last part of the link's address: letters, digits, `-`, `_` and one dot. */
export async function moveLinkToken(secret: string, link: MoveLink): Promise<string> {
	const { after, game, move, ply } = link;
	const text = btoa(JSON.stringify([game, ply, move, after]))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
	return `${text}.${await linkMac(secret, text)}`;
}

/** The link of a token; null for what is none of ours. */
export async function readMoveLink(secret: string, token: string): Promise<MoveLink | null> {
	const [text = "", mac = "", ...more] = token.split(".");
	if (token.length > LONGEST_LINK || more.length > 0 || !/^[\w-]+$/.test(text)) return null;
	if (!sameText(mac, await linkMac(secret, text))) return null;
	const [game, ply, move, after] = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
	return { game, ply, move, after };
}

function linkMac(secret: string, text: string): Promise<string> {
	return macText(secret, "move-link", [text], LINK_MAC_LENGTH);
}
