/** `npm run -s signing-key`: a new set of keys for signed records, with a new first key before those there were. */
import { createHash, generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { err, ok, type Result } from "../src/engine/result.ts";
import { type PrivateKey, type PublicKey, readPublicKeys } from "../src/signing.ts";

const USAGE = `Usage: npm run -s signing-key [-- FILE]

Prints a set of keys for SIGNING_KEYS with a new key in front, which signs from then on. FILE (or - for standard
input) holds the keys there were before: an earlier set, or the service's own /.well-known/jwks.json. They stay
published, without their private halves: records they have signed stay verifiable. Without FILE the new key is alone.`;

/** What a variable of a Worker may hold, bytes. */
const MOST_BYTES = 5_000;

/** A new key, named by its thumbprint (RFC 7638): no other key has that. */
export function newSigningKey(): PrivateKey {
	const { x = "", d = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
	const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
	return { kty: "OKP", crv: "Ed25519", x, kid, d };
}

/** The set in which `current` signs and all the earlier keys stay published. */
export function rotateKeys(current: PrivateKey, before: string): Result<string, string> {
	const earlier = readPublicKeys(before);
	if (!earlier.ok) return err(`What is given as the keys so far ${earlier.error}.`);
	const text = makeSet(current, earlier.value);
	if (text.length <= MOST_BYTES) return ok(text);
	return err(
		`${earlier.value.length + 1} keys are more than a secret can hold. Leave the oldest out of what is given.`,
	);
}

function makeSet(current: PrivateKey, earlier: readonly PublicKey[]): string {
	return JSON.stringify([current, ...earlier]);
}

async function main(args: readonly string[]): Promise<number> {
	const [file, ...more] = args;
	if (more.length > 0 || (file?.startsWith("-") && file !== "-")) {
		console.error(USAGE);
		return 2;
	}
	if (file === undefined) {
		console.log(makeSet(newSigningKey(), []));
		return 0;
	}
	try {
		const before = file === "-" ? await buffer(process.stdin) : readFileSync(file);
		const set = rotateKeys(newSigningKey(), before.toString());
		if (set.ok) console.log(set.value);
		else console.error(set.error);
		return set.ok ? 0 : 1;
	} catch (error) {
		console.error(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`);
		return 1;
	}
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
