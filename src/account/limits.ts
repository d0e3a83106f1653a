/** Limits on what strangers and players may set off: a table of defaults, changed by configuration, counted in D1. */
import { countUp } from "../db/counters.ts";

export type Limit = {
	/** How many in one window. */
	readonly count: number;
	/** Length of a window, s. */
	readonly seconds: number;
};

/**
 * What is limited. `-address` limits protect whoever would get the mail, `-ip` and `-player` ones restrain whoever asks.
 */
export const LIMITS = {
	"sign-in-address": { count: 6, seconds: 3_600 },
	"sign-in-ip": { count: 30, seconds: 3_600 },
	"confirm-ip": { count: 60, seconds: 3_600 },
	"challenge-player": { count: 60, seconds: 86_400 },
	"invitation-player": { count: 20, seconds: 86_400 },
	"invitation-address": { count: 5, seconds: 86_400 },
	"token-player": { count: 20, seconds: 86_400 },
	"test-player": { count: 10, seconds: 3_600 },
	"webhook-player": { count: 40, seconds: 86_400 },
	"feed-player": { count: 20, seconds: 86_400 },
	"push-player": { count: 60, seconds: 86_400 },
	"replay-player": { count: 20, seconds: 3_600 },
	"export-player": { count: 20, seconds: 3_600 },
	"reply-key": { count: 20, seconds: 3_600 },
} as const satisfies Readonly<Record<string, Limit>>;

/** What each isolate counts for itself, in memory. */
export const LIMITS_HERE = {
	"play-caller": { count: 300, seconds: 60 },
	"position-ip": { count: 120, seconds: 60 },
	"picture-caller": { count: 120, seconds: 60 },
	"feed-caller": { count: 60, seconds: 60 },
	"live-caller": { count: 60, seconds: 60 },
	"search-caller": { count: 120, seconds: 60 },
} as const satisfies Readonly<Record<string, Limit>>;

/** What each game counts for itself, beside its log. */
export const LIMITS_IN_GAME = {
	"chat-minute": { count: 10, seconds: 60 },
	"chat-day": { count: 200, seconds: 86_400 },
	// Sockets open at once, however long: a caller's, and those of all who do not play.
	"live-viewer": { count: 20, seconds: 86_400 },
	"live-game": { count: 1_000, seconds: 86_400 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
export type HereName = keyof typeof LIMITS_HERE;
export type InGameName = keyof typeof LIMITS_IN_GAME;

export type Count = {
	readonly name: LimitName | HereName | InGameName;
	readonly limit: Limit;
	readonly allowed: boolean;
	/** How many more the window takes. */
	readonly remaining: number;
	/** Seconds until the window ends. */
	readonly reset: number;
};

/**
 * The limit of a name under a configuration `name=count/seconds,…`; `*=count/seconds` stands for every name that is not
 * given by itself.
 */
export function limitOf(name: LimitName | HereName | InGameName, configuration: string | undefined): Limit {
	let all: Limit | null = null;
	for (const part of (configuration ?? "").split(",")) {
		const match = PART.exec(part);
		if (!match) continue;
		const limit = { count: Number(match[2]), seconds: Math.max(1, Number(match[3])) };
		if (match[1] === name) return limit;
		if (match[1] === "*") all = limit;
	}
	return all ?? ALL[name];
}

const ALL = { ...LIMITS, ...LIMITS_HERE, ...LIMITS_IN_GAME };
const PART = /^\s*([a-z*-]+)\s*=\s*(\d{1,9})\s*\/\s*(\d{1,6})\s*$/;

/** Whether a configuration is one, all of it, and names only limits that there are. */
export function areRateLimits(configuration: string): boolean {
	const parts = configuration.split(",").filter((part) => part.trim() !== "");
	return parts.every((part) => {
		const name = PART.exec(part)?.[1];
		return name !== undefined && (name === "*" || Object.hasOwn(ALL, name));
	});
}

/**
 * Counts one more of `name` for `subject` (an address in lower case, an IP, a player id), allowed or not.
 * @param now ms
 */
export async function countAgainst(
	db: D1Database,
	configuration: string | undefined,
	name: LimitName,
	subject: string,
	now: number,
): Promise<Count> {
	const limit = limitOf(name, configuration);
	const start = windowStart(limit, now);
	return asCount(name, limit, await countUp(db, name, subject, start), start, now);
}

/** Plain numbers, shared by the requests of this isolate; a full store is thrown away rather than let grow. */
const here = new Map<string, { readonly start: number; readonly count: number }>();
const MOST_HERE = 10_000;

/** As `countAgainst`, but counted by this isolate alone and forgotten with it. */
export function countHere(configuration: string | undefined, name: HereName, subject: string, now: number): Count {
	const limit = limitOf(name, configuration);
	const start = windowStart(limit, now);
	const id = `${name} ${subject}`;
	const before = here.get(id);
	const count = (before?.start === start ? before.count : 0) + 1;
	if (here.size >= MOST_HERE) here.clear();
	here.set(id, { start, count });
	return asCount(name, limit, count, start, now);
}

function windowStart(limit: Limit, now: number): number {
	return now - (now % (limit.seconds * 1000));
}

function asCount(name: LimitName | HereName, limit: Limit, count: number, start: number, now: number): Count {
	return {
		name,
		limit,
		allowed: count <= limit.count,
		remaining: Math.max(0, limit.count - count),
		reset: Math.ceil((start + limit.seconds * 1000 - now) / 1000),
	};
}
