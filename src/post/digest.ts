/**
 * The digest: what a reader wanted gathered, or could not be sent in time, in one mail a day. Its row names the rows it is
 * made of; what they come to is looked up once, at the first attempt, and by then only what is still so is in it.
 */
import { type Delivery, deliveriesById, type NewDelivery } from "../db/deliveries.ts";
import { digestsDue, gatherDigest, heldFor } from "../db/digests.ts";
import { settingsOf } from "../db/notifications.ts";
import { goRound, type Place, throwFaults } from "../db/rounds.ts";
import type { Side } from "../engine/piece.ts";
import type { ChatNotice } from "../match/chat.ts";
import { DAY } from "../match/duration.ts";
import type { Interval } from "../match/intervals.ts";
import type { Notice, OfferNews } from "../match/notices.ts";
import type { PlayerId } from "../match/terms.ts";
import type { InvitationPayload } from "./letters/account-letters.ts";
import { nextDigest } from "./settings.ts";
import { checkTruths } from "./truth.ts";

/** The payload of a `digest` delivery: the ids of what it is made of, the newest first. */
export type DigestPayload = { readonly rows: readonly string[] };

/** A game in a digest: how it stands for the reader, and what is new in it. */
export type DigestGame = {
	readonly game: string;
	readonly opponent: PlayerId;
	readonly seat: Side;
	readonly ply: number;
	/** It is the reader's move. */
	readonly yourTurn: boolean;
	/** ms; null without a clock, and where it is not the reader's move. */
	readonly deadline: number | null;
	readonly started: boolean;
	/** Null while the game goes on. */
	readonly over: Pick<Notice, "result" | "rules"> | null;
	readonly offers: readonly OfferNews[];
	readonly vacation: Interval | null;
	readonly chat: Pick<ChatNotice, "text" | "more"> | null;
};

export type DigestInvitation = Pick<InvitationPayload, "challenge" | "from" | "expiresAt">;

export type Digest = { readonly games: readonly DigestGame[]; readonly invitations: readonly DigestInvitation[] };

/** How many digests one run gathers; the rest is found by the next one. */
const A_RUN = 50;
/** How many notices a digest is made of at most; older ones than that are in the next. */
const MOST_ROWS = 300;

/**
 * Makes the digests that are due, each once however often this runs. Sending them is the deliverer's.
 * @throws what went wrong, once all others have been made
 */
export async function gatherDigests(db: D1Database, now: number): Promise<void> {
	const due = (after: Place | null, limit: number) => digestsDue(db, now, after, limit);
	const { faults } = await goRound(db, "digests", A_RUN, due, async ({ at, id: player }) => {
		const rows = await heldFor(db, player, at, MOST_ROWS);
		const settings = await settingsOf(db, player);
		const next = settings ? nextDigest(settings, Math.max(now, at)) : now + DAY;
		await db.batch([...gatherDigest(db, digestOf(player, at, rows), next)]);
	});
	throwFaults(faults);
}

/** Of the hour it is for and not of the clock of whoever makes it: made twice it is the same row. */
function digestOf(player: string, at: number, rows: readonly string[]): NewDelivery {
	return {
		id: `digest.${player}.${at}`,
		game: null,
		seq: null,
		player,
		address: null,
		channel: "email",
		kind: "digest",
		payload: { rows } satisfies DigestPayload,
		dueAt: at,
		createdAt: at,
	};
}

/** What a digest has to say at `now`: by game, and nothing that is no longer so. Null when nothing is left of it. */
export async function lookUpDigest(db: D1Database, { payload }: Delivery, now: number): Promise<Digest | null> {
	const rows = newestOnly(await deliveriesById(db, (payload as DigestPayload).rows));
	const told = await stillSo(db, rows);
	const games = [...Map.groupBy(told, ({ row }) => row.game)].flatMap(([game, rows]) =>
		game === null ? [] : [gameOf(game, rows, now)],
	);
	const invitations = told.flatMap(({ row }): readonly DigestInvitation[] => {
		if (row.kind !== "challenge") return [];
		const { challenge, expiresAt, from } = row.payload as InvitationPayload;
		return expiresAt > now ? [{ challenge, from, expiresAt }] : [];
	});
	const shown = games.filter((one) => one !== null).toSorted(byUrgency);
	return shown.length + invitations.length === 0 ? null : { games: shown, invitations };
}

/** Everybody but the reader that a digest names. */
export function othersInDigest({ games, invitations }: Digest): readonly PlayerId[] {
	return [...games.map(({ opponent }) => opponent), ...invitations.map(({ from }) => from)];
}

/** What waits for a move comes first, least time left first; then what else there is, the games in their order. */
function byUrgency(a: DigestGame, b: DigestGame): number {
	if (a.yourTurn !== b.yourTurn) return a.yourTurn ? -1 : 1;
	return (a.deadline ?? Number.POSITIVE_INFINITY) < (b.deadline ?? Number.POSITIVE_INFINITY) ? -1 : 1;
}

/** A notice in a digest, as it is now. */
type Told = { readonly row: Delivery; readonly notice: Notice | null };

/** Of several notices of one game and kind the newest. */
function newestOnly(rows: readonly Delivery[]): readonly Delivery[] {
	const newest = new Map<string, Delivery>();
	for (const row of rows) {
		const offer = row.kind === "offer" ? ((row.payload as Notice).news?.offer ?? "") : "";
		newest.set(row.game === null ? row.id : `${row.game} ${row.kind} ${offer}`, row);
	}
	return [...newest.values()];
}

/** Asked for all of them at once: what one run may ask of D1 is limited (db/allowance.ts). */
async function stillSo(db: D1Database, rows: readonly Delivery[]): Promise<readonly Told[]> {
	const verdicts = await checkTruths(
		db,
		rows.map((row) => ({ ...row, frozen: null })),
	);
	return rows.flatMap((row, place): readonly Told[] => {
		const verdict = verdicts[place];
		if (!verdict || "past" in verdict) return [];
		if (row.kind === "chat" || row.kind === "challenge") return [{ row, notice: null }];
		return [{ row, notice: { ...(row.payload as Notice), ...verdict.standing } }];
	});
}

function gameOf(game: string, told: readonly Told[], now: number): DigestGame | null {
	const notices = told.flatMap(({ notice }) => (notice ? [notice] : []));
	const over = notices.findLast(({ kind }) => kind === "game-over") ?? null;
	const turn = over ? undefined : notices.findLast(({ yourTurn }) => yourTurn);
	const chat = told.findLast(({ row }) => row.kind === "chat")?.row.payload as ChatNotice | undefined;
	const about = turn ?? notices.at(-1) ?? chat;
	if (!about) return null;
	const vacation = notices.findLast(({ kind }) => kind === "vacation")?.vacation ?? null;
	const offers = notices.flatMap(({ kind, news }) => (kind === "offer" && news ? [news] : []));
	// The letter about a turn names a draw that is on offer, too.
	const draw = turn?.drawOffered && !offers.some(({ action, offer }) => action === "offered" && offer === "draw");
	const found: DigestGame = {
		game,
		opponent: about.opponent,
		seat: about.seat,
		ply: turn?.ply ?? 0,
		yourTurn: turn !== undefined,
		deadline: turn?.deadline ?? null,
		started: !over && notices.some(({ kind }) => kind === "game-started"),
		over: over && { result: over.result, rules: over.rules },
		offers: over ? [] : [...offers, ...(draw ? [{ action: "offered", offer: "draw" } as const] : [])],
		vacation: !over && vacation && vacation.to > now ? vacation : null,
		chat: chat ? { text: chat.text, more: chat.more } : null,
	};
	const says = found.yourTurn || found.started || found.over || found.vacation || found.chat || found.offers.length > 0;
	return says ? found : null;
}
