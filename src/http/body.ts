/** Reading what was sent: with a limit, whatever `Content-Length` says, and as one JSON object or not at all. */
import { err, ok, type Result } from "../engine/result.ts";
import type { Call } from "./env.ts";
import type { ProblemCode } from "./problem.ts";

/** Bytes that any request of the API may have. */
export const MOST_BYTES = 65_536;

/** The body as bytes; too large is known before all of it has come. */
export async function readBytes(c: Call, most: number = MOST_BYTES): Promise<Result<Uint8Array, "ERR_TOO_LARGE">> {
	const { body } = c.req.raw;
	if (Number(c.req.header("Content-Length") ?? 0) > most) {
		await body?.cancel().catch(() => {});
		return err("ERR_TOO_LARGE");
	}
	if (!body) return ok(new Uint8Array());
	const chunks: Uint8Array[] = [];
	let length = 0;
	const reader = body.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		length += value.byteLength;
		if (length > most) {
			await reader.cancel().catch(() => {});
			return err("ERR_TOO_LARGE");
		}
		chunks.push(value);
	}
	const bytes = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, at);
		at += chunk.byteLength;
	}
	return ok(bytes);
}

/** The JSON object in the body. No body at all is `{}`. */
export function parseBody(
	contentType: string | undefined,
	bytes: Uint8Array,
): Result<Readonly<Record<string, unknown>>, ProblemCode> {
	if (bytes.byteLength === 0) {
		return contentType === undefined || isJson(contentType) ? ok({}) : err("ERR_MEDIA_TYPE");
	}
	if (contentType === undefined || !isJson(contentType)) return err("ERR_MEDIA_TYPE");
	try {
		const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
		if (typeof value === "object" && value !== null && !Array.isArray(value)) {
			return ok(value as Readonly<Record<string, unknown>>);
		}
		return err("ERR_BAD_JSON");
	} catch {
		return err("ERR_BAD_JSON");
	}
}

function isJson(contentType: string): boolean {
	return /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(contentType);
}
