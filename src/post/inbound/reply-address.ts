/** The addresses that our letters can be answered at: `play+<key>@domain`, what each is good for, and how it is known again. */
import type { Delivery, DeliveryKind } from "../../db/deliveries.ts";
import { type ReplyKey, type ReplyPurpose, rememberReplyKey } from "../../db/inbound.ts";
import type { Env } from "../../env.ts";
import { macText, sha256, TURN_KEY_LENGTH, turnKey } from "../../keys.ts";
import type { Notice } from "../../match/notices.ts";
import type { Frozen } from "../frozen.ts";
import { ownLastPly } from "../letters/story.ts";
import type { ReplyPayload } from "./answer-letters.ts";

const LOCAL_PART = "play";

/** A key that a letter bears, and what it is good for. */
export type OfferedKey = ReplyKey & { readonly key: string };

/** Letters that can be answered with a move or a word; the others that bear a key bear it in a link alone. */
const ANSWERABLE: ReadonlySet<DeliveryKind> = new Set(["your-turn", "reminder", "reply"]);

/** The turn key of a player at a ply, for answers to a letter. */
async function turnReplyKey(
	secret: string,
	about: { readonly game: string; readonly player: string; readonly seat: "white" | "black"; readonly ply: number },
): Promise<OfferedKey> {
	const { game, player, seat, ply } = about;
	return { purpose: "move", game, player, ply, key: await turnKey(secret, game, seat, ply) };
}

/** What confirms one thing, of one player, in one game, at one ply, and does nothing else. */
async function confirmReplyKey(
	secret: string,
	about: {
		readonly action: Exclude<ReplyPurpose, "move">;
		readonly game: string;
		readonly player: string;
		readonly ply: number;
	},
): Promise<OfferedKey> {
	const { action, game, player, ply } = about;
	const key = await macText(secret, "mail-confirm", [action, game, player, ply], TURN_KEY_LENGTH);
	return { purpose: action, game, player, ply, key };
}

export function replyAddress(key: string, domain: string): string {
	return `${LOCAL_PART}+${key}@${domain}`;
}

/** The key of an address that mail came to, in lower case; null for any other address. */
export function keyOfAddress(address: string, domain: string): string | null {
	const [, local, key, at] = /^<?([^@+]+)\+([a-z0-9]{26})@([^@>]+)>?$/i.exec(address.trim()) ?? [];
	if (local === undefined || key === undefined || at === undefined) return null;
	if (local.toLowerCase() !== LOCAL_PART || at.toLowerCase() !== domain.toLowerCase()) return null;
	return key.toLowerCase();
}

/** What a key is found by: never the key itself. */
export function hashOfKey(key: string): Promise<string> {
	return sha256(`reply ${key}`);
}

/** The key that a letter bears, in a link or in the address it is answered at; null for a letter without. */
async function keyOf(secret: string, delivery: Delivery, standing: Frozen["standing"]): Promise<OfferedKey | null> {
	const { game, kind, payload, player } = delivery;
	if (game === null || player === null) return null;
	switch (kind) {
		case "game-started":
		case "your-turn":
		case "reminder":
		case "offer":
		case "vacation": {
			const { ply, seat, yourTurn } = { ...(payload as Notice), ...standing };
			return yourTurn ? turnReplyKey(secret, { game, player, seat, ply }) : null;
		}
		case "reply": {
			const { gameString, ply, reply, seat, status, yourTurn } = payload as ReplyPayload;
			if (status !== "active") return null;
			if (reply.kind === "confirm" || reply.kind === "unconfirmed") {
				return confirmReplyKey(secret, { action: reply.action, game, player, ply });
			}
			// Right after one's own move its key is good for words still.
			const about = yourTurn ? ply : ownLastPly(gameString, seat);
			return about === null ? null : turnReplyKey(secret, { game, player, seat, ply: about });
		}
		default:
			return null;
	}
}

/** Where answers to a letter go, if it can be answered. */
export async function replyFields(
	env: Pick<Env, "SECRET" | "MAIL_DOMAIN">,
	delivery: Delivery,
	{ standing }: Pick<Frozen, "standing">,
): Promise<{ readonly replyTo?: string }> {
	const offered = ANSWERABLE.has(delivery.kind) ? await keyOf(env.SECRET, delivery, standing) : null;
	return offered ? { replyTo: replyAddress(offered.key, env.MAIL_DOMAIN) } : {};
}

/** In the thread of the game; an answer also refers to what it answers. */
export function threadHeaders({ kind, payload }: Delivery, thread: string | null): Readonly<Record<string, string>> {
	const replied = kind === "reply" ? (payload as ReplyPayload).messageId : null;
	const to = replied ?? thread;
	if (to === null) return {};
	return { "In-Reply-To": to, References: [thread, replied].filter((id) => id !== null).join(" ") };
}

/** Before a letter goes out: what its key is good for is known from now on, also where it bears it in a link alone. */
export async function rememberKey(
	env: Pick<Env, "DB" | "SECRET">,
	delivery: Delivery,
	{ standing }: Pick<Frozen, "standing">,
	now: number,
): Promise<void> {
	const offered = await keyOf(env.SECRET, delivery, standing);
	if (!offered) return;
	const { purpose, game, player, ply, key } = offered;
	await rememberReplyKey(env.DB, await hashOfKey(key), { purpose, game, player, ply }, now);
}
