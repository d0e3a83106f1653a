/** What the opponent has written and the reader has not seen: it comes with the letter about the turn, and no mail of its own is needed. */
import { type Delivery, isToldInLetter } from "../db/deliveries.ts";
import type { Env } from "../env.ts";
import type { Unread } from "../game/chat.ts";
import type { ChatNotice } from "../match/chat.ts";

/** How long a letter waits for the game to say what is unread, ms: it goes out without. */
const PATIENCE = 1_000;

/** What a letter about a turn takes along; null: nothing, or the game could not be asked. */
export async function unreadMessage(env: Pick<Env, "GAME">, delivery: Delivery): Promise<Unread | null> {
	const { channel, game, kind, player } = delivery;
	if (channel !== "email" || game === null || player === null) return null;
	if (kind !== "your-turn" && kind !== "reminder") return null;
	try {
		return await Promise.race([env.GAME.getByName(game).unread({ player }), scheduler.wait(PATIENCE).then(() => null)]);
	} catch {
		return null;
	}
}

/** Whether a mail about a message would say what a letter about a turn has said, or is about to. */
export async function isToldOtherwise(db: D1Database, { channel, kind, payload }: Delivery): Promise<boolean> {
	if (channel !== "email" || kind !== "chat") return false;
	const { game, id, more, player } = payload as ChatNotice;
	return more === 0 && (await isToldInLetter(db, game, player, id));
}
