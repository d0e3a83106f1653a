/** Every refusal of the API in one table, and how one becomes a problem document (RFC 9457). The docs read the table too. */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { MoveReason } from "../engine/move.ts";
import type { HttpEnv } from "./env.ts";

export type ProblemKind = {
	readonly status: ContentfulStatusCode;
	/** The same for every occurrence. */
	readonly title: string;
	/** What a client should know of it. */
	readonly sentence: string;
};

const kind = (status: ContentfulStatusCode, title: string, sentence: string): ProblemKind => ({
	status,
	title,
	sentence,
});

/** The stable codes. A code is never renamed and never means something else. */
export const PROBLEMS = {
	ERR_BAD_PATH: kind(400, "The path cannot be read", "Its percent-encoding is broken."),
	ERR_BAD_JSON: kind(400, "The body is not a JSON object", "Send one JSON object in UTF-8."),
	ERR_BAD_CURSOR: kind(
		400,
		"The cursor is not one of ours",
		"Take cursors from `next` as they are, for the same list.",
	),
	ERR_BAD_HEADER: kind(400, "A header cannot be read", "The detail names the header and its form."),
	ERR_UNAUTHENTICATED: kind(
		401,
		"Who are you?",
		"Sign in, or send a token that is valid: this call needs to know who asks.",
	),
	ERR_SIGN_IN: kind(
		401,
		"This does not sign in",
		"The link or code is wrong, used, older than 15 minutes, or was guessed at too often: ask for a new one.",
	),
	ERR_SCOPE: kind(403, "The token may not do that", "The detail names the scope that the token lacks."),
	ERR_COOKIE_ONLY: kind(
		403,
		"No token may do that",
		"Only a signed-in browser may change tokens and sessions, and end the account.",
	),
	ERR_FOREIGN_ORIGIN: kind(403, "Another site may not do that", "The request comes from a page of another site."),
	ERR_NOT_A_PLAYER: kind(403, "You do not play this game", "Only its two players can do that."),
	ERR_TURN_KEY: kind(403, "The key does not fit this game", "Take the key from the mail about this turn as it is."),
	ERR_OWN_CHALLENGE: kind(403, "This challenge is your own", "Somebody else must accept it."),
	ERR_NOT_CHALLENGED: kind(403, "This challenge is not to you", "Only whom it is to can decline it."),
	ERR_NOT_CHALLENGER: kind(403, "This challenge is not yours", "Only who made it can withdraw it."),
	ERR_BLOCKED: kind(403, "This is not possible between you two", "Nothing of yours reaches this player at the moment."),
	ERR_OWN_OFFER: kind(403, "This offer is your own", "The other side answers it; you can withdraw it."),
	ERR_NOT_FOUND: kind(404, "There is nothing here", "It does not exist, or it is not for you to see."),
	ERR_NO_PUSH: kind(404, "There is no web push here", "This service has not been given keys for it."),
	ERR_METHOD: kind(405, "This cannot be done here", "The header `Allow` says what can."),
	ERR_NAME_TAKEN: kind(409, "The name is taken", "Names are unique without regard to case: choose another."),
	ERR_TOO_MANY_TOKENS: kind(409, "There are too many tokens", "Revoke one that is not used any more."),
	ERR_TOO_MANY_WEBHOOKS: kind(409, "There are too many webhooks", "Delete one that is not used any more."),
	ERR_GAME_OVER: kind(409, "The game is over", "Nothing can be played in it any more."),
	ERR_NOT_YOUR_TURN: kind(409, "It is not your turn", "Wait for the other side to move."),
	ERR_TOO_LATE_TO_CANCEL: kind(409, "Too late to call it off", "Both sides have moved: the game can be resigned."),
	ERR_CHALLENGE_TAKEN: kind(409, "Somebody else was first", "The challenge has been accepted."),
	ERR_CHALLENGE_CLOSED: kind(409, "The challenge is closed", "It was declined, withdrawn, or has expired."),
	ERR_GAME_ACTIVE: kind(409, "The game is not over", "This is for games that have ended."),
	ERR_ON_VACATION: kind(409, "You are on vacation", "The one that runs has to end before another can begin."),
	ERR_NOT_ON_VACATION: kind(409, "You are not on vacation", "There is none that could be ended."),
	ERR_NO_VACATION: kind(409, "Not so much vacation is left", "`balance` says how much is: a day is earned in twelve."),
	ERR_LEAVING: kind(409, "You are about to leave", "No more games begin: stay after all, and they do again."),
	ERR_NO_OFFER: kind(409, "There is no such offer", "It was answered or withdrawn, died with a move, or never was."),
	ERR_OFFER_AGAIN: kind(
		409,
		"Not again now",
		"An offer may be repeated once you have moved; one of theirs comes first.",
	),
	ERR_NO_CLAIM: kind(
		409,
		"There is no draw to claim",
		"The rules let one be claimed at a third occurrence, if at all.",
	),
	ERR_RATED_GAME: kind(409, "Moves of a rated game stand", "Only casual games have take-backs."),
	ERR_NOTHING_TO_TAKE_BACK: kind(409, "There is nothing to take back", "No move of yours would be undone by it."),
	ERR_YOUR_TURN: kind(409, "It is your turn", "Lines answer the opponent's move: send them with yours, as its `then`."),
	ERR_CHAT_CLOSED: kind(409, "This room is not open yet", "The public room opens when the game is over."),
	ERR_STALE: kind(412, "The game has gone on", "`game` is how it stands now: look again before you move."),
	ERR_STALE_LINES: kind(412, "The lines have been changed or played", "`lines` is how they stand now."),
	ERR_STALE_NOTES: kind(412, "The notes have been changed", "`notes` is how they stand now: put both together."),
	ERR_TOO_LARGE: kind(413, "The body is too large", "No request of this API needs more than 64 KiB."),
	ERR_MEDIA_TYPE: kind(415, "Not a media type we read", "Send `application/json` in UTF-8."),
	ERR_INVALID: kind(422, "Something in it does not fit", "`errors` says what, each with a pointer into the request."),
	ERR_ILLEGAL_MOVE: kind(422, "The rules do not allow this move", "`reason` says why; the game is unchanged."),
	ERR_BAD_GAME: kind(422, "This is not a game", "`ply` is how far it was right, `reason` says what is wrong then."),
	ERR_UPGRADE: kind(426, "This is a WebSocket", "Ask for it with `Upgrade: websocket`."),
	ERR_KEY_REUSED: kind(422, "The key was used for something else", "An `Idempotency-Key` belongs to one body."),
	ERR_LIMIT: kind(429, "That is too often", "`Retry-After` says in how many seconds it may be tried again."),
	ERR_INTERNAL: kind(500, "Our mistake", "It has been noted. Trying again may help."),
	ERR_UNAVAILABLE: kind(503, "Not at the moment", "A part of the service cannot be reached: try again soon."),
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEMS;

export type FieldError = {
	readonly pointer: string;
	readonly message: string;
	/** Why a move in it is illegal. */
	readonly reason?: MoveReason;
};

/** What one occurrence adds: members of the document, and headers beside it. */
export type Occurrence = {
	readonly detail?: string;
	readonly errors?: readonly FieldError[];
	readonly headers?: Readonly<Record<string, string>>;
	/** Members of this code alone, such as `game` or `reason`. */
	readonly members?: Readonly<Record<string, unknown>>;
};

/** Seconds after which it is worth asking again when a part of the service cannot be reached. */
const RETRY_SECONDS = "5";

/** The answer that refuses a request. */
export function problem(c: Context<HttpEnv>, code: ProblemCode, occurrence: Occurrence = {}): Response {
	const { status, title, sentence } = PROBLEMS[code];
	const document = {
		type: `${c.env.ORIGIN}/docs#${code}`,
		title,
		status,
		detail: occurrence.detail ?? sentence,
		code,
		...(occurrence.errors ? { errors: occurrence.errors } : {}),
		...occurrence.members,
	};
	c.header("Content-Type", "application/problem+json");
	if (status === 401) c.header("WWW-Authenticate", 'Bearer realm="hivepost"');
	if (status === 503) c.header("Retry-After", RETRY_SECONDS);
	for (const [name, value] of Object.entries(occurrence.headers ?? {})) c.header(name, value);
	return c.body(JSON.stringify(document), status);
}

/** An unexpected exception: what failed out there is 503, what is wrong in here is 500 and logged in one line. */
export function answerError(error: Error, c: Context<HttpEnv>): Response {
	const outage = isOutage(error);
	console.error(
		JSON.stringify({
			level: outage ? "warning" : "error",
			event: outage ? "unavailable" : "exception",
			method: c.req.method,
			path: new URL(c.req.url).pathname,
			message: error.message,
			...(outage ? {} : { stack: error.stack }),
		}),
	);
	return problem(c, outage ? "ERR_UNAVAILABLE" : "ERR_INTERNAL");
}

/**
 * Whether an exception says that D1 or an object could not be reached, rather than that we asked it something wrong:
 * faulty SQL and broken constraints are our own mistakes, whatever name D1 gives them.
 */
export function isOutage(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { message } = error;
	if (/SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|MISUSE)|D1_TYPE_ERROR|D1_COLUMN_NOTFOUND/.test(message)) return false;
	const { retryable, overloaded } = error as { retryable?: unknown; overloaded?: unknown };
	if (retryable === true || overloaded === true) return true;
	return /^D1_|\bD1\b|network connection lost|durable object.*(?:reset|overloaded|storage|exceeded)|internal error/i.test(
		message,
	);
}
