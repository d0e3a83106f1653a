/** The keys that sign records: how they are read, which half of them is published, and how a record is signed and opened. */
import { base64url, CompactSign, compactVerify, importJWK } from "jose";
import { err, ok, type Result } from "./engine/result.ts";

/** The public half of an Ed25519 key as a JWK (RFC 8037). */
export type PublicKey = {
	readonly kty: "OKP";
	readonly crv: "Ed25519";
	readonly x: string;
	/** Names the key in every record it signed. Never given to another one. */
	readonly kid: string;
};

/** A whole key; `d` is the half that signs. */
export type PrivateKey = PublicKey & { readonly d: string };

/** What a service holds: the key that signs now, and every earlier one whose records shall stay verifiable. */
export type SigningKeys = { readonly current: PrivateKey; readonly earlier: readonly PublicKey[] };

/** A record that bears a good signature; whether it tells the truth, its contents must show. */
export type Opened = { readonly kid: string; readonly payload: Uint8Array };

const ALG = "EdDSA";
const TYP = "hivepost-record+jws";
/** What stands before a record's first dot, to the byte: one header has one spelling. */
const HEADER = /^\{"alg":"EdDSA","kid":"([\w-]{1,64})","typ":"hivepost-record\+jws"\}$/;
const KID = /^[\w-]{1,64}$/;
/** 32 bytes in base64url. */
const HALF_LENGTH = 43;

/**
 * Reads the variable SIGNING_KEYS: a JSON array of Ed25519 JWKs, each with a `kid` of its own. The first signs; of the
 * others the public half is enough.
 * @returns in an error never a part of the text, which is a secret
 */
export function readSigningKeys(text: string): Result<SigningKeys, string> {
	const value = parseJson(text);
	if (!Array.isArray(value) || value.length === 0) return err("is not a JSON array of keys");
	const keys = value.filter(isPublicKey);
	if (keys.length !== value.length) return err("holds something that is not an Ed25519 JWK with a kid");
	if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) return err("names two keys by the same kid");
	if (keys.some((key) => "d" in key && !isPrivateKey(key))) return err("holds a private half that is none");
	const [current, ...earlier] = keys;
	if (current === undefined || !isPrivateKey(current)) return err("begins with a key that cannot sign");
	return ok({ current, earlier: earlier.map(publicHalf) });
}

/**
 * Reads a JWK Set (RFC 7517), or a bare array of keys. Keys of other kinds are left out, as that document wants it.
 */
export function readPublicKeys(text: string): Result<readonly PublicKey[], string> {
	const value = parseJson(text);
	// An array has `keys` too, a function.
	const list =
		typeof value === "object" && value !== null && Object.hasOwn(value, "keys") ? Reflect.get(value, "keys") : value;
	if (!Array.isArray(list)) return err("is not a JWK Set");
	const keys = list.filter(isPublicKey).map(publicHalf);
	return keys.length === 0 ? err("holds no Ed25519 key with a kid") : ok(keys);
}

/** All public halves, the current key's first. Member by member: nothing else of a key may get out. */
export function publicKeys({ current, earlier }: SigningKeys): readonly PublicKey[] {
	return [publicHalf(current), ...earlier];
}

/** The JWK Set that is published. */
export function makeJwks(keys: SigningKeys) {
	return { keys: publicKeys(keys).map((key) => ({ ...key, alg: ALG, use: "sig" })) };
}

/**
 * The payload as a compact JWS (RFC 7515). Ed25519 takes no chance: the same payload and key give the same text.
 * @throws when the halves of the key do not belong together: then nobody could ever verify what it signs
 */
export async function signRecord({ current }: SigningKeys, payload: string): Promise<string> {
	const signed = await new CompactSign(new TextEncoder().encode(payload))
		.setProtectedHeader({ alg: ALG, kid: current.kid, typ: TYP })
		.sign(await importJWK({ ...publicHalf(current), d: current.d }, ALG));
	const opened = await openRecord(signed, [publicHalf(current)]);
	if (!opened.ok) throw new Error(`the signing key ${current.kid} does not verify its own signature`);
	return signed;
}

/**
 * Checks the signature. Stricter than JOSE where that lets one thing be written in two ways, so that a record has one
 * spelling and each of its characters counts.
 * @returns in an error the end of a sentence about the record
 */
export async function openRecord(text: string, keys: readonly PublicKey[]): Promise<Result<Opened, string>> {
	const parts = text.split(".");
	if (parts.length !== 3) return err("is not a compact JWS: it has not three parts with a dot between them");
	const names = ["header", "payload", "signature"];
	const broken = names.find((_, index) => !isBase64url(parts[index] ?? ""));
	if (broken !== undefined) return err(`is damaged: its ${broken} is not canonical base64url`);
	const [header = "", payload = ""] = parts;
	const kid = HEADER.exec(
		new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(base64url.decode(header)),
	)?.[1];
	if (kid === undefined) return err("does not bear the header of a Hivepost record");
	const key = keys.find((one) => one.kid === kid);
	if (!key) return err(`is signed with the key ${kid}, which is not among the keys to check it against`);
	try {
		await compactVerify(text, await importJWK(publicHalf(key), ALG), { algorithms: [ALG] });
	} catch {
		return err(`does not bear a good signature of the key ${kid}: it is not what was signed`);
	}
	return ok({ kid, payload: base64url.decode(payload) });
}

function publicHalf({ x, kid }: PublicKey): PublicKey {
	return { kty: "OKP", crv: "Ed25519", x, kid };
}

function isPublicKey(value: unknown): value is PublicKey {
	if (typeof value !== "object" || value === null) return false;
	const { kty, crv, x, kid } = value as Partial<Record<keyof PublicKey, unknown>>;
	return kty === "OKP" && crv === "Ed25519" && isHalf(x) && typeof kid === "string" && KID.test(kid);
}

function isPrivateKey(key: PublicKey): key is PrivateKey {
	return "d" in key && isHalf(key.d);
}

function isHalf(value: unknown): boolean {
	return typeof value === "string" && value.length === HALF_LENGTH && isBase64url(value);
}

/** Whether a text is base64url as its encoder would write it: no padding, and no bit set that means nothing. */
function isBase64url(text: string): boolean {
	if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return false;
	return base64url.encode(base64url.decode(text)) === text;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
