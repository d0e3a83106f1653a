/** Sends a chosen move to the service: once, however often the answer is lost on its way. */
import type { TableData } from "./data.ts";
import type { Problem } from "./refusal.ts";

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
	/** Nobody answered. */
	| { readonly kind: "failed" }
	| { readonly kind: "signed-out" }
	/** The game is another by now, or over. */
	| { readonly kind: "stale" }
	/** Or not dealt with, for a fault of the service. As after no answer, the same order may be sent again. */
	| { readonly kind: "refused"; readonly problem: Problem };

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
		const problem: Problem = (await answer.json().catch(() => null)) ?? {};
		// The game has not gone on where it is only the offer that cannot be made.
		const stale = answer.status === 412 || (answer.status === 409 && problem.code !== "ERR_OFFER_AGAIN");
		return stale ? { kind: "stale" } : { kind: "refused", problem };
	} catch {
		return { kind: "failed" };
	}
}
