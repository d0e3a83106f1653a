/**
 * `Idempotency-Key`: a POST sent twice happens once. A game keeps its answers itself, in the transaction that decides;
 * everything else is kept here, in D1, under a claim that is a lease, so that a twin waits for the first and then hears
 * the same.
 */
import { claimKey, type KeptAnswer, keepAnswer, releaseKey } from "../db/idempotency.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { sha256 } from "../keys.ts";
import type { Call } from "./env.ts";
import { problem } from "./problem.ts";

export type Idempotency = { readonly scope: string; readonly key: string; readonly bodyHash: string };

/** A request that takes longer than this has died, ms. */
const LEASE = 30_000;
/** How long a twin waits for the first, and between two looks, ms. */
const PATIENCE = 10_000;
const LOOK_EVERY = 50;
/** Answers that decide something. What failed before a decision may be tried again under the same key. */
const DECISIONS: ReadonlySet<number> = new Set([200, 201, 202, 204, 409, 412, 422]);
const KEPT_HEADERS = ["Content-Type", "Location", "ETag"];

/** The key of a request, quoted or bare; null when it has none. */
export function readKey(c: Call): Result<string | null, "ERR_BAD_HEADER"> {
	const header = c.req.header("Idempotency-Key");
	if (header === undefined) return ok(null);
	const text = header.trim();
	const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(text)?.[1];
	const key = quoted === undefined ? text : quoted.replace(/\\(.)/g, "$1");
	const fine = /^[\x20-\x7e]{1,255}$/.test(key) && (quoted !== undefined || !text.startsWith('"'));
	return fine ? ok(key) : err("ERR_BAD_HEADER");
}

/** @param caller whoever the key belongs to: a player id, or a digest of a turn key */
export async function idempotencyOf(c: Call, caller: string, key: string, bytes: Uint8Array): Promise<Idempotency> {
	const body = bytes.byteLength === 0 ? "{}" : new TextDecoder().decode(bytes);
	return { scope: `${caller} ${c.req.method} ${new URL(c.req.url).pathname}`, key, bodyHash: await sha256(body) };
}

/**
 * Runs a request under its key, or gives the first answer again.
 * @param run makes the answer; `keep` false for one that was reached before anything was decided
 * @param redact what a replay may say of a body that held a secret
 */
export async function once(
	c: Call,
	idempotency: Idempotency,
	run: () => Promise<{ readonly response: Response; readonly keep: boolean }>,
	redact: (body: string) => string = (body) => body,
): Promise<Response> {
	const { DB } = c.env;
	const { scope, key, bodyHash } = idempotency;
	const started = Date.now();
	for (;;) {
		const now = Date.now();
		const claim = await claimKey(DB, scope, key, bodyHash, now, now + LEASE);
		if (claim.kind === "claimed") break;
		if (claim.bodyHash !== bodyHash) return problem(c, "ERR_KEY_REUSED");
		if (claim.kind === "done") return replay(claim.answer);
		if (now - started > PATIENCE) return problem(c, "ERR_UNAVAILABLE", { detail: "The first request still runs." });
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
	}
	let kept = false;
	try {
		const { response, keep } = await run();
		if (keep && DECISIONS.has(response.status)) {
			kept = true;
			// It has happened, whether or not this can be noted: the answer is given, and the claim stands until its lease ends.
			await keepAnswer(DB, scope, key, await recordAnswer(response, redact)).catch(() => {});
		}
		return response;
	} finally {
		if (!kept) await releaseKey(DB, scope, key).catch(() => {});
	}
}

async function recordAnswer(response: Response, redact: (body: string) => string): Promise<KeptAnswer> {
	const body = await response.clone().text();
	const headers = KEPT_HEADERS.flatMap((name) => {
		const value = response.headers.get(name);
		return value === null ? [] : [[name, value]];
	});
	return { status: response.status, headers: Object.fromEntries(headers), body: body === "" ? null : redact(body) };
}

function replay(answer: KeptAnswer): Response {
	return new Response(answer.body, {
		status: answer.status,
		headers: { ...answer.headers, "Idempotency-Replayed": "true" },
	});
}
