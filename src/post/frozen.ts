/** What a delivery is composed with: what its first attempt looked up, and what the deployment says. */
import type { Env } from "../env.ts";
import type { Unread } from "../game/chat.ts";
import type { Digest } from "./digest.ts";
import type { Standing } from "./truth.ts";

/** What the first attempt looks up about the reader and whoever else is named; every later attempt says the same. */
export type Frozen = {
	/** The reader's address. */
	readonly to: string;
	readonly name: string | null;
	readonly locale: string;
	readonly timeZone: string;
	/** Names of the others in the letter, by player id. */
	readonly names: Readonly<Record<string, string>>;
	/** The Message-ID that begins the game's thread; null for the first mail of one. */
	readonly thread: string | null;
	/** When the letter was written, ms. */
	readonly at: number;
	/** How the game stood then. Absent where nothing newer than the notice was known, or nothing can have changed. */
	readonly standing?: Standing;
	/** Whether the letter shows its board as a picture; absent: it does not. */
	readonly pictured?: boolean;
	/** Of a reminder: the working time the reader had then, ms; null where it could not be told. */
	readonly left?: number | null;
	/** Of a letter about a turn: what the opponent has written and the reader had not seen then. */
	readonly message?: Unread;
	/** Of a digest: what it has to say. */
	readonly digest?: Digest;
};

export type PostEnv = Pick<
	Env,
	| "DB"
	| "GAME"
	| "SECRET"
	| "ORIGIN"
	| "MAIL_FROM"
	| "MAIL_DOMAIN"
	| "FIRST_MOVE_TIME"
	| "WEBHOOK_RETRIES"
	| "PUSH_KEYS"
>;
