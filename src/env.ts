/** The bindings of the Worker, typed in one place: what a deployment must provide. */
import type { Game } from "./game/game.ts";
import { parseDuration } from "./match/duration.ts";

/** A queue message: some deliveries are due. It carries no work, it only wakes (architecture: a lost one delays a notice). */
export type Wake = { readonly deliveries: readonly string[] };

export type Env = {
	readonly DB: D1Database;
	readonly GAME: DurableObjectNamespace<Game>;
	readonly WAKE: Queue<Wake>;
	readonly EMAIL?: SendEmail;
	/** A secret: the mail server to send through, as `parseSmtpUrl` takes it. It goes before EMAIL. */
	readonly SMTP_URL?: string;
	/** Root secret, at least 32 random bytes in base64url; every other key is derived from it by purpose. */
	readonly SECRET: string;
	/** The keys that sign records, as `readSigningKeys` takes them: a JSON array of Ed25519 JWKs, the first one signing. */
	readonly SIGNING_KEYS: string;
	/** Public origin without a trailing slash, e.g. `https://hivepost.example`. */
	readonly ORIGIN: string;
	/** `Name <address>` or an address: the sender of every mail. */
	readonly MAIL_FROM: string;
	/** Domain of reply addresses (`play+<turn key>@MAIL_DOMAIN`) and of `List-Id`. */
	readonly MAIL_DOMAIN: string;
	/**
	 * Names under which the receiving mail server writes `Authentication-Results` and `Received`, blank- or comma-separated.
	 * Absent: `MAIL_DOMAIN` and the platform's own.
	 */
	readonly AUTHSERV?: string;
	/** Shortest duration a time control may use, ISO 8601 (`PT1H` deployed, `PT1S` locally). */
	readonly MIN_TIME: string;
	/** Least time for the first move of each side, ISO 8601 (`P1D` deployed, `PT0S` locally). */
	readonly FIRST_MOVE_TIME: string;
	/** How often `scheduled` runs, ISO 8601 (`PT1M` deployed and when absent, `PT1S` locally): three beats missed are an outage. */
	readonly HEARTBEAT?: string;
	/** How webhooks are tried again, as `readRetries` takes it (`PT30S/P2D` when absent, `PT1S/P2D` locally). */
	readonly WEBHOOK_RETRIES?: string;
	/** A secret: the key pair of web push (VAPID) as a JSON JWK; without it there is none. */
	readonly PUSH_KEYS?: string;
	/** Rate limits as `name=count/seconds`, comma-separated, over the built-in ones; empty keeps those. */
	readonly RATE_LIMITS?: string;
};

/** What the start script adds on one machine (src/local.ts); never in wrangler.toml. */
export type LocalEnv = Env & {
	readonly MAILBOX: D1Database;
	/** Ways out for requests to addresses that somebody else chose: to the public internet alone, and to this machine alone. */
	readonly PUBLIC_NETWORK?: Fetcher;
	readonly LOOPBACK?: Fetcher;
};

/** A duration as `parseDuration` reads it, or none at all (`PT0S`), ms; null when it cannot be read. */
export function readTime(text: string): number | null {
	return /^P(?!$)(?:0+W|(?:0+D)?(?:T(?!$)(?:0+H)?(?:0+M)?(?:0+S)?)?)$/.test(text) ? 0 : parseDuration(text);
}

/** The shortest duration a time control may use here, ms. Where it cannot be read, nothing is served (src/setup.ts). */
export function shortestTime({ MIN_TIME }: Pick<Env, "MIN_TIME">): number {
	return readTime(MIN_TIME) ?? 0;
}

/** The least time for the first move of each side here, ms. */
export function firstMoveTime({ FIRST_MOVE_TIME }: Pick<Env, "FIRST_MOVE_TIME">): number {
	return readTime(FIRST_MOVE_TIME) ?? 0;
}
