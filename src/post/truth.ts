/**
 * Whether what a notice says is still so: asked before a letter is first written and before every repeat. D1 may be
 * behind the game, and then nothing speaks against the notice; it is never behind what it has said itself.
 */
import { challengeStates } from "../db/challenges.ts";
import { type Delivery, leadOf } from "../db/deliveries.ts";
import { type GameSince, gamesSince, historyOf, type LaterEvent } from "../db/games.ts";
import { otherSide } from "../engine/piece.ts";
import { remaining } from "../match/clock.ts";
import type { Notice } from "../match/notices.ts";
import { replay } from "../match/state.ts";
import type { InvitationPayload } from "./letters/account-letters.ts";

/** What may have changed since a notice without making it untrue: the letter says how it stands now. */
export type Standing = Pick<Notice, "yourTurn" | "deadline" | "drawOffered">;

/** `past`: why there is nothing to tell any more, a code. `standing`: null where D1 knows nothing newer. */
export type Verdict = { readonly past: string } | { readonly standing: Standing | null };

/** The kinds about a game that do not stay true of themselves. */
const MAY_PASS: ReadonlySet<Delivery["kind"]> = new Set([
	"game-started",
	"your-turn",
	"reminder",
	"offer",
	"vacation",
] as const);

/** The longest log that is read for a reminder, events: many times what a game has. */
const LONGEST_LOG = 10_000;

export async function checkTruth(db: D1Database, delivery: Delivery): Promise<Verdict> {
	const [verdict] = await checkTruths(db, [delivery]);
	return verdict ?? { standing: null };
}

/** The verdict on each, in order. However many they are, D1 is asked twice at most. */
export async function checkTruths(db: D1Database, deliveries: readonly Delivery[]): Promise<readonly Verdict[]> {
	const challenges = deliveries.flatMap((one) => (one.kind === "challenge" ? [challengeIn(one)] : []));
	const states = await challengeStates(db, challenges);
	const mayPass = deliveries.flatMap(({ game, id, kind, payload }) =>
		game !== null && MAY_PASS.has(kind) ? [{ id, game, seq: (payload as Notice).seq }] : [],
	);
	const found = await gamesSince(db, mayPass);
	const since = new Map(mayPass.map(({ id }, place) => [id, found[place] ?? null]));
	return deliveries.map((delivery) => {
		if (delivery.kind === "challenge") {
			const state = states.get(challengeIn(delivery)) ?? "open";
			return state === "open" ? { standing: null } : { past: "E_CHALLENGE_CLOSED" };
		}
		const known = since.get(delivery.id);
		if (known === undefined) return { standing: null };
		const notice = delivery.payload as Notice;
		const frozen = delivery.frozen as { readonly standing?: Standing } | null;
		const written = frozen ? (frozen.standing ?? notice).deadline : null;
		return judge(notice, known, { lead: leadOf(delivery.id) ?? 0, written });
	});
}

const challengeIn = ({ payload }: Delivery): string => (payload as InvitationPayload).challenge;

/**
 * @param since how the game stands and what has happened after the notice's event; null when D1 has not heard of it
 * @param about `lead`: of a reminder, how much time was to be left, ms. `written`: the deadline that an earlier attempt has
 * written down
 */
export function judge(
	notice: Notice,
	since: GameSince | null,
	about: { readonly lead: number; readonly written: number | null },
): Verdict {
	const { written } = about;
	if (!since || since.seq < notice.seq) return { standing: null };
	if (since.status !== "active") {
		// An answer was given, whatever came after it.
		if (notice.kind === "offer" && notice.news?.action !== "offered") return { standing: OVER };
		return { past: "E_GAME_OVER" };
	}
	const sameTurn = isSameTurn(notice, since);
	// A reminder comes later than its event, and may know of a deadline that D1 has not heard of.
	const deadline = since.updatedAt < notice.at ? notice.deadline : since.deadline;
	switch (notice.kind) {
		case "game-started":
			// That it has begun stays so; but what an earlier attempt has asked for is not asked for again.
			if (!sameTurn && written !== null) return { past: "E_TURN_OVER" };
			break;
		case "your-turn":
			if (!sameTurn) return { past: "E_TURN_OVER" };
			break;
		case "reminder": {
			if (!sameTurn) return { past: "E_TURN_OVER" };
			if (deadline === null || since.later.some(isAnswer("time", "accepted"))) return { past: "E_NEW_CLOCK" };
			if (isOvertaken(notice, deadline, about)) return { past: "E_DEADLINE_MOVED" };
			break;
		}
		case "offer":
			if (notice.news?.action === "offered" && isOfferGone(notice, since.later)) return { past: "E_OFFER_GONE" };
			break;
		case "vacation":
			if (since.later.some(({ type, side }) => type === "resumed" && side === otherSide(notice.seat))) {
				return { past: "E_VACATION_OVER" };
			}
			break;
	}
	const yourTurn = notice.yourTurn && sameTurn;
	return {
		standing: {
			yourTurn,
			deadline: yourTurn ? deadline : null,
			drawOffered: notice.drawOffered && !isDrawGone(notice, since.later),
		},
	};
}

const OVER: Standing = { yourTurn: false, deadline: null, drawOffered: false };

/** A take-back and the same moves again come to the same ply: the turn is another one, and has a notice of its own. */
function isSameTurn(notice: Notice, { ply, toMove, later }: GameSince): boolean {
	if (ply !== notice.ply || toMove !== notice.seat) return false;
	return !later.some((event) => isMove(event) || isAnswer("takeback", "accepted")(event));
}

/**
 * Whether the deadline has moved so far that the game reminds anew (match/reminders.ts): by the lead or more. By less it
 * does not: then this is the only letter about it, and names the deadline as it is now. A repeat has to name the one
 * that was written down, and does not go out when that is later than the flag falls.
 */
function isOvertaken(
	notice: Notice,
	deadline: number,
	{ lead, written }: { readonly lead: number; readonly written: number | null },
): boolean {
	const later = deadline - (notice.deadline ?? deadline);
	return (later > 0 && later >= lead) || (written !== null && deadline < written);
}

function isOfferGone(notice: Notice, later: readonly LaterEvent[]): boolean {
	switch (notice.news?.offer) {
		case "takeback":
			return later.some((event) => isMove(event) || isAnswer("takeback", "offered", ...ANSWERS)(event));
		case "time":
			return later.some(isAnswer("time", "offered", ...ANSWERS));
		default:
			return isDrawGone(notice, later);
	}
}

/** A draw offered to the reader: until it is answered or withdrawn, the reader moves, or moves are taken back. */
function isDrawGone(notice: Notice, later: readonly LaterEvent[]): boolean {
	return later.some(
		(event) =>
			isAnswer("draw", ...ANSWERS)(event) ||
			isAnswer("takeback", "accepted")(event) ||
			(event.type === "moved" && event.side === notice.seat),
	);
}

const ANSWERS = ["accepted", "declined", "withdrawn"] as const;

function isAnswer(offer: LaterEvent["offer"], ...types: readonly LaterEvent["type"][]): (event: LaterEvent) => boolean {
	return (event) => event.offer === offer && types.includes(event.type);
}

function isMove({ type }: LaterEvent): boolean {
	return type === "moved" || type === "passed";
}

/**
 * The working time that the reader of a reminder has at `now`, ms: what the calendar says, less rest, vacations and
 * outages. The log alone knows them. Null where D1 has not all of it.
 */
export async function workingLeft(
	db: D1Database,
	delivery: Delivery,
	standing: Standing | null,
	now: number,
): Promise<number | null> {
	const notice = delivery.payload as Notice;
	if (delivery.game === null || !standing) return null;
	const events = await historyOf(db, delivery.game, 0, LONGEST_LOG);
	if (events.length === 0 || events.at(-1)?.seq !== events.length) return null;
	const state = replay(events);
	// The game may have gone on since it was looked at: what belongs together is said together, or not at all.
	if (!state?.turn || state.turn.side !== notice.seat || state.turn.deadline !== standing.deadline) return null;
	const { accounts, timeControl, turn, vacations } = state;
	return remaining(timeControl, accounts, turn, notice.seat, vacations[notice.seat], now);
}
