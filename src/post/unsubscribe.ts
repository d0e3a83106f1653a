/**
 * Stopping mail without signing in. Every mail that was not asked for names an address that stops its kind: its token says
 * whose mail and which kind, and proves that we said so. A visit changes nothing; a POST does (RFC 8058).
 */
import { base64url } from "jose";
import type { Delivery } from "../db/deliveries.ts";
import { type StoredPaces, settingsOf, updateNotifications } from "../db/notifications.ts";
import { type Player, playerByEmail, playerById } from "../db/players.ts";
import { silence } from "../db/silenced.ts";
import { macText, sameText } from "../keys.ts";
import type { Frozen, PostEnv } from "./frozen.ts";
import { KINDS, type Kind, pacesOf, settingOf } from "./settings.ts";

/** A kind that can be stopped, or all that comes in the digest. */
export type Stoppable = Exclude<Kind, "account"> | "digest";

export type Subscription = {
	/** Somebody with an account, by id, or an address. */
	readonly whose: { readonly player: string } | { readonly address: string };
	readonly kind: Stoppable;
};

const MAC_LENGTH = 26;
const STOPPABLE: readonly Stoppable[] = [...KINDS.filter((kind) => kind !== "account"), "digest"];

/** The headers by which a mail program offers to stop such mails; none on what was asked for or is about the account. */
export async function unsubscribeHeaders(
	env: Pick<PostEnv, "SECRET" | "ORIGIN">,
	delivery: Delivery,
	frozen: Frozen,
): Promise<Readonly<Record<string, string>>> {
	const kind = delivery.kind === "digest" ? "digest" : settingOf(delivery.kind);
	if (kind === null || kind === "account") return {};
	const whose = delivery.player === null ? { address: frozen.to } : { player: delivery.player };
	const token = await unsubscribeToken(env.SECRET, { whose, kind });
	return {
		"List-Unsubscribe": `<${env.ORIGIN}/unsubscribe?token=${token}>`,
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	};
}

export async function unsubscribeToken(secret: string, { kind, whose }: Subscription): Promise<string> {
	const [letter, text] = "player" in whose ? ["p", whose.player] : ["a", whose.address.toLowerCase()];
	const subject = `${letter}${base64url.encode(text)}`;
	return `${subject}.${kind}.${await macText(secret, "unsubscribe", [subject, kind], MAC_LENGTH)}`;
}

/** What a token is about; null for one that we have not made. */
export async function readUnsubscribe(secret: string, token: string): Promise<Subscription | null> {
	const [, subject = "", letter = "", text = "", asked = "", mac = ""] =
		/^(([pa])([\w-]{1,400}))\.([a-z-]{1,20})\.([0-9a-z]{26})$/.exec(token) ?? [];
	const kind = STOPPABLE.find((one) => one === asked);
	if (!kind || !sameText(mac, await macText(secret, "unsubscribe", [subject, kind], MAC_LENGTH))) return null;
	const name = new TextDecoder().decode(base64url.decode(text));
	return { whose: letter === "p" ? { player: name } : { address: name }, kind };
}

/** Whose mail a token stops: the account if there is one, and the address they have now; null for nobody any more. */
export async function findSubscriber(
	db: D1Database,
	{ whose }: Subscription,
): Promise<{ readonly address: string; readonly player: Player | null } | null> {
	if ("address" in whose) return { address: whose.address, player: await playerByEmail(db, whose.address) };
	const player = await playerById(db, whose.player);
	return player && { address: player.email, player };
}

/**
 * Stops one kind of mail, or all of it but what is about the account itself. Somebody without an account has no settings:
 * there nothing of ours goes to the address any more.
 */
export async function unsubscribe(
	db: D1Database,
	subscription: Subscription,
	all: boolean,
	now: number,
): Promise<void> {
	const found = await findSubscriber(db, subscription);
	if (!found) return;
	const { address, player } = found;
	const settings = player && (await settingsOf(db, player.id));
	if (!settings) return silence(db, address, now);
	const kinds = all ? STOPPABLE : kindsIn(subscription.kind, settings.paces);
	const paces = Object.fromEntries(kinds.filter((kind) => kind !== "digest").map((kind) => [kind, { email: "off" }]));
	await updateNotifications(db, settings.player, now, { paces });
}

/** What comes in the digest is what was chosen for it; where nothing was, it was all that there was to say. */
function kindsIn(kind: Stoppable, stored: StoredPaces): readonly Stoppable[] {
	if (kind !== "digest") return [kind];
	const paces = pacesOf(stored);
	const gathered = STOPPABLE.filter((one) => one !== "digest" && paces[one].email === "digest");
	return gathered.length > 0 ? gathered : STOPPABLE;
}
