/** The keys of signed records, as everybody may have them: public halves, the earlier ones too. */
import { z } from "@hono/zod-openapi";
import { cors } from "hono/cors";
import type { Env } from "../env.ts";
import { makeJwks, readSigningKeys, type SigningKeys } from "../signing.ts";
import { type Api, serve } from "./route.ts";

const PATH = "/.well-known/jwks.json";
/** RFC 7517, 8.5.2. */
const TYPE = "application/jwk-set+json";

const Jwk = z
	.object({
		kty: z.literal("OKP"),
		crv: z.literal("Ed25519"),
		x: z.string(),
		kid: z.string(),
		alg: z.literal("EdDSA"),
		use: z.literal("sig"),
	})
	.openapi("Jwk", { description: "RFC 8037; public halves only" });

/** The keys this deployment holds. What is no set of keys never comes so far: nothing is served then. */
export function signingKeys({ SIGNING_KEYS }: Pick<Env, "SIGNING_KEYS">): SigningKeys {
	const keys = readSigningKeys(SIGNING_KEYS);
	if (!keys.ok) throw new Error(`SIGNING_KEYS ${keys.error}`);
	return keys.value;
}

export function serveJwks(api: Api): void {
	// Without a look at cookies, and so the same for everybody: a shared cache may hand it around.
	api.use(PATH, cors({ origin: "*", allowMethods: ["GET", "HEAD"] }));
	serve(
		api,
		{
			method: "get",
			path: PATH,
			id: "getKeys",
			tag: "service",
			summary: "The keys of signed records",
			description:
				"A JWK Set (RFC 7517). The first key signs today; the others have signed before, and their records stay verifiable.",
			access: { who: "nobody" },
			answers: { 200: { description: "The public keys", schema: z.object({ keys: z.array(Jwk) }), type: TYPE } },
			refusals: [],
		},
		(c) => {
			c.header("Cache-Control", "public, max-age=300");
			return c.body(JSON.stringify(makeJwks(signingKeys(c.env))), 200, { "Content-Type": TYPE });
		},
	);
}
