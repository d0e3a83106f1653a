/** What a deployment has to be given, and in which form: with anything missing or not to be read, nothing is served. */
import { areRateLimits } from "./account/limits.ts";
import { type Env, readTime } from "./env.ts";
import { parseDuration } from "./match/duration.ts";
import { readPushKeys } from "./post/elsewhere/push-keys.ts";
import { parseRetries } from "./post/elsewhere/webhook-retries.ts";
import { splitAddress } from "./post/mail/transport.ts";
import { readSigningKeys } from "./signing.ts";
import { parseSmtpUrl } from "./smtp-url.ts";

type Setting = {
	/** What it has to be, as the end of a sentence. */
	readonly form: string;
	readonly fits: (text: string) => boolean;
	/** May be absent; what is there has to fit all the same. */
	readonly optional?: true;
};

/** 32 bytes in base64url. */
const SHORTEST_SECRET = 43;

/** The domains that wrangler.toml comes with are nobody's (RFC 6761), and count as missing. */
const isSomebodys = (text: string) => !/\.example(?![\w-])/.test(text);

/** An address, after its name or alone, as a header takes it. */
function isSender(text: string): boolean {
	return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(splitAddress(text).address) && !/\p{Cc}/u.test(text);
}

/** Every text of the environment: a new one finds its check here. */
const SETTINGS: Readonly<Record<Exclude<keyof Env, "DB" | "GAME" | "WAKE" | "EMAIL">, Setting>> = {
	SECRET: { form: "at least 32 random bytes in base64url", fits: (text) => text.length >= SHORTEST_SECRET },
	SIGNING_KEYS: {
		form: "a JSON array of Ed25519 keys, the first of which signs",
		fits: (text) => readSigningKeys(text).ok,
	},
	ORIGIN: {
		form: "your own origin as browsers write it, such as https://YOUR.DOMAIN in lower case, without a slash behind it",
		fits: (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text && isSomebodys(text),
	},
	MAIL_FROM: {
		form: "an address of your own domain, or Name <address>",
		fits: (text) => isSender(text) && isSomebodys(text),
	},
	MAIL_DOMAIN: {
		form: "a domain of your own",
		fits: (text) => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text) && isSomebodys(text),
	},
	MIN_TIME: { form: "an ISO 8601 duration such as PT1H", fits: (text) => readTime(text) !== null },
	FIRST_MOVE_TIME: { form: "an ISO 8601 duration such as P1D", fits: (text) => readTime(text) !== null },
	SMTP_URL: {
		optional: true,
		form: "an smtp:// or smtps:// URL of a mail server",
		fits: (text) => parseSmtpUrl(text).ok,
	},
	AUTHSERV: {
		optional: true,
		form: "names of servers, with blanks or commas between them",
		fits: (text) => /^[^;()<>@"]*$/.test(text),
	},
	HEARTBEAT: {
		optional: true,
		form: "an ISO 8601 duration such as PT1M, longer than none",
		fits: (text) => parseDuration(text) !== null,
	},
	WEBHOOK_RETRIES: {
		optional: true,
		form: "two ISO 8601 durations such as PT30S/P2D",
		fits: (text) => parseRetries(text) !== null,
	},
	PUSH_KEYS: { optional: true, form: "a private P-256 key as a JSON JWK", fits: (text) => readPushKeys(text) !== null },
	RATE_LIMITS: {
		optional: true,
		form: "limits that there are, as name=count/seconds, with commas between them",
		fits: areRateLimits,
	},
};

const BINDINGS = ["DB", "GAME", "WAKE"] as const;

/** The names of what this deployment has not been given, or not in a form that can be used. There are no defaults. */
export function findMissing(env: Readonly<Partial<Record<keyof Env, unknown>>>): readonly string[] {
	const texts = Object.entries(SETTINGS).filter(([name, { fits, optional }]) => {
		const value: unknown = env[name as keyof typeof SETTINGS];
		if (value === undefined) return !optional;
		return typeof value !== "string" || !fits(value);
	});
	return [...BINDINGS.filter((name) => !env[name]), ...texts.map(([name]) => name)];
}

/** Says of what is missing how it has to be. Nothing of its value, which may be a secret. */
export function sayMissing(names: readonly string[]): string {
	const forms = new Map(Object.entries(SETTINGS).map(([name, { form }]) => [name, form]));
	return names.map((name) => (forms.has(name) ? `${name} has to be ${forms.get(name)}` : name)).join("; ");
}
