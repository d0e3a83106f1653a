/**
 * Requests to addresses that somebody else chose: checked each time, no redirect followed, ten seconds at most, and of the
 * answer nothing kept but its status.
 */
import { err, ok, type Result } from "../../engine/result.ts";
import { checkTarget, type Target } from "./webhook-target.ts";

/** How such requests leave. `request` connects to nothing but what `where` of its target says, whatever a name resolves to. */
export type Reach = {
	/** Whether programs on the same machine may be asked. */
	readonly local: boolean;
	readonly request: (target: Target, init: RequestInit) => Promise<Response>;
};

/** What an attempt to tell somebody elsewhere than by mail came to; codes as in the row of the delivery. */
export type Attempted =
	| { readonly kind: "sent" }
	| { readonly kind: "dropped" | "failed"; readonly code: string }
	/** After so long, ms; `backs-off`: the deliverer says when, not before `least`, and when it is enough. */
	| { readonly kind: "retry"; readonly code: string; readonly wait: number }
	| { readonly kind: "backs-off"; readonly code: string; readonly least: number };

export type Asked = {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: BodyInit;
};

/** `retryAfter`: how long the other side wants to be left alone, ms; null where it does not say. */
export type Reply = { readonly status: number; readonly retryAfter: number | null };

/** How long the other side has for its whole answer, ms. */
export const PATIENCE = 10_000;
/** Bytes of an answer that are waited for before the connection is dropped. */
const MOST_READ = 65_536;
/** Nobody is left alone for longer than this because they say so, ms. */
const LONGEST_AFTER = 6 * 3_600_000;

/** An error is a code: nothing that the other side or the network said is in it. */
export async function askOutside(reach: Reach, { body, headers, url }: Asked): Promise<Result<Reply, string>> {
	const target = checkTarget(url, reach.local);
	if (!target.ok) return err("E_TARGET");
	const signal = AbortSignal.timeout(PATIENCE);
	try {
		const response = await reach.request(target.value, { method: "POST", headers, body, redirect: "manual", signal });
		// What has been answered is answered, however the rest of it ends.
		await discard(response).catch(() => {});
		return ok({ status: response.status, retryAfter: readRetryAfter(response.headers.get("Retry-After")) });
	} catch {
		return err(signal.aborted ? "E_TIMEOUT" : "E_CONNECTION");
	}
}

/** Reads an answer to its end, or as far as anybody's patience goes, and throws it away. */
async function discard(response: Response): Promise<void> {
	const reader = response.body?.getReader();
	if (!reader) return;
	let read = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		read += value.byteLength;
		if (read > MOST_READ) return reader.cancel();
	}
}

/** Seconds, as all that limit do; a date is taken for nothing. */
function readRetryAfter(text: string | null): number | null {
	const seconds = /^\s*(\d{1,9}(?:\.\d+)?)\s*$/.exec(text ?? "")?.[1];
	return seconds === undefined ? null : Math.min(LONGEST_AFTER, Math.ceil(Number(seconds) * 1_000));
}
