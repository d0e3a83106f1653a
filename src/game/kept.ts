/** Answers to commands that are kept for an idempotency key, so that what is sent twice happens once. */
import type { Inside } from "./inside.ts";
import type { Idempotency, KeptAnswer, KeyReused } from "./request.ts";
import * as store from "./store.ts";

/** The first answer to a key; null when there is none. */
export function kept(inside: Inside, idempotency: Idempotency | undefined): KeptAnswer | KeyReused | null {
	if (!idempotency || !inside.state()) return null;
	const found = store.readAnswer(inside.sql, idempotency);
	if (found === "reused") return { kind: "key-reused" };
	return found && { ...found, replayed: true };
}

/** What keeps an answer for its key. Only what was decided is kept: never that somebody may not ask. */
export function keeping(
	{ sql }: Inside,
	idempotency: Idempotency | undefined,
	answer: KeptAnswer,
	at: number,
): (() => void) | undefined {
	if (!idempotency) return undefined;
	if (answer.kind === "refused" && answer.refusal.code === "ERR_NOT_A_PLAYER") return undefined;
	return () => {
		store.keepAnswer(sql, idempotency, answer, at);
		store.ensureTimer(sql, "purge", at + store.ANSWERS_KEPT);
	};
}
