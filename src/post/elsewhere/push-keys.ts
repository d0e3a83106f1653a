/** The keys that push services know this service by (VAPID), as the configuration holds them, and those of a device. */
import { base64url, type JWK } from "jose";

export type PushKeys = {
	readonly jwk: JWK;
	/** As browsers take it (`applicationServerKey`): an uncompressed point, base64url. */
	readonly publicKey: string;
};

/** A private key of P-256 as a JSON JWK; null for anything else, and where there is none. */
export function readPushKeys(text: string | undefined): PushKeys | null {
	try {
		const { crv, d, kty, x, y } = JSON.parse(text ?? "") as JWK;
		if (kty !== "EC" || crv !== "P-256" || !d || !x || !y) return null;
		const [left, right] = [base64url.decode(x), base64url.decode(y)];
		if (left.length !== 32 || right.length !== 32) return null;
		return { jwk: { kty, crv, d, x, y }, publicKey: base64url.encode(new Uint8Array([4, ...left, ...right])) };
	} catch {
		return null;
	}
}

/** Whether a device's keys are what they should be: a point of P-256, and sixteen bytes. */
export async function areDeviceKeys(p256dh: string, auth: string): Promise<boolean> {
	try {
		const point = base64url.decode(p256dh);
		if (base64url.decode(auth).length !== 16 || point.length !== 65) return false;
		await crypto.subtle.importKey("raw", point, { name: "ECDH", namedCurve: "P-256" }, false, []);
		return true;
	} catch {
		return false;
	}
}
