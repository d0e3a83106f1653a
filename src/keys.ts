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
