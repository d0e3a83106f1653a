/** What is kept about people, for how long and who sees it: the table of the privacy page, its spans those of the code. */
import {
	COUNTERS_KEPT,
	DEAD_LETTERS_KEPT,
	DELIVERIES_KEPT,
	KEYS_KEPT,
	REPLIES_KEPT,
	REPLY_KEYS_KEPT,
} from "../account/purge.ts";
import { SESSION_LIFE } from "../account/session.ts";
import { SIGN_IN_LIFE } from "../account/sign-in.ts";
import { CHALLENGE_LIFE } from "../challenge/make.ts";
import { MARKS_KEPT, SOFT_LASTS } from "../db/bounces.ts";
import { ATTEMPTS_KEPT } from "../db/webhooks.ts";

type Who = "you" | "nobody" | "all" | "game" | "challenge" | "chat" | "operators";
/** A span in ms, also one that begins anew with each use; or what ends it. */
type Long =
	| number
	| { readonly unused: number }
	| "account"
	| "always"
	| "removed"
	| "wish"
	| "gone"
	| "round"
	| "lasting";

export type Kept = {
	/** `page.kept.row.…` */
	readonly row: string;
	/** The tables it stands in; those of a game's own object begin with `game:`. */
	readonly tables: readonly string[];
	readonly long: Long;
	readonly who: Who;
	/** A number that the words speak of. */
	readonly count?: number;
};

export const KEPT: readonly Kept[] = [
	{ row: "address", tables: ["players"], long: "account", who: "you" },
	{ row: "name", tables: ["players", "game:names"], long: "account", who: "all" },
	{ row: "settings", tables: ["players"], long: "account", who: "you" },
	{
		row: "games",
		tables: ["games", "history", "game:events", "game:lags", "game:cursor", "game:timers"],
		long: "always",
		who: "game",
	},
	{ row: "chat", tables: ["game:chat", "game:chat_cursor"], long: "always", who: "chat" },
	{ row: "notes", tables: ["game:notes", "game:lines", "game:line_log"], long: "account", who: "you" },
	{ row: "challenge", tables: ["challenges"], long: CHALLENGE_LIFE, who: "challenge" },
	{ row: "challenges", tables: ["challenges"], long: "always", who: "challenge" },
	{ row: "vacations", tables: ["vacations"], long: "account", who: "game" },
	{ row: "blocks", tables: ["blocks"], long: "removed", who: "you" },
	{ row: "reports", tables: ["reports"], long: "lasting", who: "operators" },
	{ row: "leaving", tables: ["departures"], long: "gone", who: "nobody" },
	{ row: "sign-in", tables: ["sign_ins"], long: SIGN_IN_LIFE, who: "nobody" },
	{ row: "session", tables: ["sessions"], long: { unused: SESSION_LIFE }, who: "nobody" },
	{ row: "tokens", tables: ["api_tokens"], long: "removed", who: "you" },
	{ row: "hooks", tables: ["webhooks", "hook_attempts"], long: "removed", who: "you", count: ATTEMPTS_KEPT },
	{ row: "devices", tables: ["push_subscriptions"], long: "removed", who: "you" },
	{ row: "feeds", tables: ["feeds"], long: "account", who: "you" },
	{ row: "said", tables: ["deliveries"], long: DELIVERIES_KEPT.content, who: "you" },
	{ row: "sent", tables: ["deliveries", "game:reminded"], long: DELIVERIES_KEPT.rows, who: "you" },
	{ row: "bounce", tables: ["bounces"], long: MARKS_KEPT, who: "you" },
	{ row: "bounce-soft", tables: ["bounces"], long: SOFT_LASTS, who: "you" },
	{ row: "silenced", tables: ["silenced"], long: "wish", who: "nobody" },
	{ row: "reply", tables: ["reply_keys"], long: { unused: REPLY_KEYS_KEPT }, who: "nobody" },
	{ row: "inbound", tables: ["inbound"], long: REPLIES_KEPT, who: "nobody" },
	{ row: "answers", tables: ["idempotency", "game:answers"], long: KEYS_KEPT, who: "nobody" },
	{ row: "counters", tables: ["counters"], long: COUNTERS_KEPT, who: "nobody" },
	{ row: "stuck", tables: ["dead_letters"], long: DEAD_LETTERS_KEPT, who: "operators" },
	{ row: "rounds", tables: ["rounds"], long: "round", who: "nobody" },
	{ row: "pulse", tables: ["heartbeat", "outages"], long: "lasting", who: "all" },
];
