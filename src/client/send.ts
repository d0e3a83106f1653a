/** Sends a chosen move to the service: once, however often the answer is lost on its way. */
import type { TableData } from "./data.ts";

export type Order = {
	/** UHP MoveString. */
	readonly move: string;
	readonly ply: number;
	readonly offersDraw: boolean;
	/** The same for every attempt at this move. */
	readonly idempotencyKey: string;
	/** Conditional moves that go with it. */
	readonly then?: readonly unknown[];
};

export type Outcome =
	| { readonly kind: "sent" }
	/** Nobody answered, or nobody who could: the same order may be sent again. */
	| { readonly kind: "failed" }
	| { readonly kind: "signed-out" }
	/** The game is another by now, or over. */
	| { readonly kind: "stale" }
	| { readonly kind: "refused"; readonly text: string };

/** How long an answer is waited for, ms: then it counts as lost, and asking again is safe. */
const PATIENCE = 20_000;

export async function sendMove({ id, key }: TableData, order: Order, ask: typeof fetch = fetch): Promise<Outcome> {
	const { idempotencyKey, move, offersDraw, ply, then = [] } = order;
	const body = {
		move,
		ply,
		...(key ? { key } : { offerDraw: offersDraw }),
		...(then.length > 0 && !key ? { then } : {}),
	};
	try {
		const answer = await ask(`/v1/games/${id}/moves`, {
			method: "POST",
			headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(PATIENCE),
		});
		if (answer.ok) return { kind: "sent" };
		if (answer.status === 401) return { kind: "signed-out" };
		if (answer.status === 412 || answer.status === 409) return { kind: "stale" };
		if (answer.status === 429 || answer.status >= 500) return { kind: "failed" };
		const problem: { readonly detail?: unknown; readonly title?: unknown } = await answer.json();
		return { kind: "refused", text: String(problem.detail ?? problem.title ?? answer.status) };
	} catch {
		return { kind: "failed" };
	}
}
