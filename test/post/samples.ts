/** Deliveries of every kind with fixed inputs: what the golden letters are made from. */
import { type Delivery, reminderId } from "../../src/db/deliveries.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import type { Unread } from "../../src/game/chat.ts";
import type { ChatNotice } from "../../src/match/chat.ts";
import type { Notice, OfferNews } from "../../src/match/notices.ts";
import type { Terms } from "../../src/match/terms.ts";
import type { Frozen, PostEnv } from "../../src/post/frozen.ts";

export const SECRET = "dGVzdC1zZWNyZXQtdGVzdC1zZWNyZXQtdGVzdC1zZWNyZXQ";
/** Monday, 30 November 2026, 09:00 UTC. */
export const NOW = Date.UTC(2026, 10, 30, 9);
const HOUR = 3_600_000;
export const GAME = "q7f2kx09mzt4vd3hb8wc";

/** @param unread what the games of these samples say that a player has not seen */
export function postEnv(db: D1Database, unread: () => Promise<Unread | null> = async () => null): PostEnv {
	return {
		DB: db,
		GAME: { getByName: () => ({ unread }) } as unknown as PostEnv["GAME"],
		SECRET,
		ORIGIN: "https://hive.test",
		MAIL_FROM: "Hivepost <play@hive.test>",
		MAIL_DOMAIN: "hive.test",
		FIRST_MOVE_TIME: "P1D",
	};
}

export type Sample = { readonly name: string; readonly delivery: Delivery; readonly frozen: Frozen };

const BARE: Delivery = {
	id: "",
	game: null,
	seq: null,
	player: null,
	address: null,
	channel: "email",
	kind: "sign-in",
	payload: {},
	frozen: null,
	attempts: 1,
	createdAt: NOW,
};

/** Ada reads in Berlin; Bob is whom she plays. */
export const ADA: Frozen = {
	to: "ada@example.org",
	name: "Ada",
	locale: "en",
	timeZone: "Europe/Berlin",
	names: { "player-bob": "Bob_the-3rd" },
	thread: null,
	at: NOW,
	pictured: true,
};
const STRANGER: Frozen = { ...ADA, name: null, timeZone: "UTC", names: {} };

export const TERMS: Terms = {
	rules: RULE_SETS.tournament,
	expansions: ["M", "L", "P"],
	seat: "random",
	colour: null,
	timeControl: { perMove: "P3D" },
	pauses: { vacation: true, rest: false },
	rated: false,
	visibility: "public",
};

/** A middle game with two stacks, after a throw: out of `test/data/engine-games.jsonl`. */
export const MIDDLE =
	"Base+MLP;InProgress;White[18];wS1;bL wS1-;wL /wS1;bQ bL\\;wA1 wL\\;bA1 bQ-;wQ -wS1;bA1 -wQ;wP -wA1;bP bL-;wP bA1\\;bA1 wA1\\;wQ \\wP;bA2 bL/;wB1 wQ-;bA2 -wQ;wA2 wP\\;bA3 bA1-;wA2 bA3-;bB1 bL/;wA3 wP\\;bB1 bL;wA3 bP-;bB2 -bA2;wB2 wP\\;wA3 bP/;wL wA1/;bB1 wL;wA3 bP-;bL wQ/;wA3 bP/;bM bA1\\;wB1 bL;wA3 wS1-";

export function notice(change: Partial<Notice>): Notice {
	return {
		kind: "your-turn",
		player: "player-ada",
		seat: "white",
		opponent: "player-bob",
		seq: 9,
		at: NOW,
		ply: 8,
		gameString: "Base;InProgress;White[1]",
		rules: { id: "tournament", version: 1 },
		colours: { white: "white", black: "black" },
		timeControl: { perMove: "P3D" },
		yourTurn: true,
		deadline: NOW + 51 * HOUR,
		drawOffered: false,
		news: null,
		vacation: null,
		status: "active",
		result: null,
		...change,
	};
}

export function gameDelivery(payload: Notice): Delivery {
	return {
		...BARE,
		id: `${GAME}.${payload.seq}.${payload.player}.email`,
		game: GAME,
		seq: payload.seq,
		player: payload.player,
		kind: payload.kind,
		payload,
	};
}

/** A reminder stands beside the log: it has no `seq` in its row, and its id names what it is about. */
export function reminderDelivery(lead: number, change: Partial<Notice> = {}): Delivery {
	const payload = notice({ kind: "reminder", seq: 35, ply: 34, gameString: MIDDLE, deadline: NOW + lead, ...change });
	const id = reminderId(GAME, payload.seq, payload.player, "email", lead, payload.deadline ?? 0);
	return { ...gameDelivery(payload), id, seq: null };
}

/** What the opponent offers, or has answered, in the middle game; it is the reader's move. */
export function offerDelivery(news: OfferNews, change: Partial<Notice> = {}): Delivery {
	return gameDelivery(
		notice({
			kind: "offer",
			seq: 36,
			ply: 34,
			gameString: MIDDLE,
			drawOffered: news.offer === "draw" && news.action === "offered",
			news,
			...change,
		}),
	);
}

const CHAT: ChatNotice = {
	kind: "chat",
	game: GAME,
	player: "player-ada",
	seat: "white",
	from: "player-bob",
	opponent: "player-bob",
	id: 7,
	at: NOW - 60_000,
	text: "Nice <b>move</b>!\nHave you seen www.evil.test? I thought the ant could get out of there, but it is pinned for good.",
	more: 2,
};

export function chatDelivery(): Delivery {
	const id = `${GAME}.chat.${CHAT.id}.${CHAT.player}.email`;
	return { ...BARE, id, game: GAME, player: CHAT.player, kind: "chat", payload: CHAT };
}

export const SIGN_IN: Delivery = {
	...BARE,
	id: "sign-in.0123456789abcdefghjk",
	address: "ada@example.org",
	payload: { signIn: "0123456789abcdefghjk", locale: "en", newcomer: true },
};

export const INVITATION: Delivery = {
	...BARE,
	id: "challenge.c0ffee",
	address: "ada@example.org",
	kind: "challenge",
	payload: {
		challenge: "c0ffee",
		from: "player-bob",
		terms: TERMS,
		message: "Hello Ada!\nShall we play a <b>quick</b> one? See https://evil.test/x & www.evil.test",
		expiresAt: NOW + 14 * 24 * HOUR,
	},
};

const THREAD = "<first@mail.hive.test>";
const LATER: Frozen = { ...ADA, thread: THREAD };
const THEIRS = { yourTurn: false, deadline: null } as const;
/** What a take-back of three half-moves leaves of the middle game. */
const UNDONE = MIDDLE.split(";").slice(0, -3).join(";");

export const SAMPLES: readonly Sample[] = [
	{ name: "sign-in-new", delivery: SIGN_IN, frozen: STRANGER },
	{
		name: "sign-in",
		delivery: { ...SIGN_IN, payload: { signIn: "0123456789abcdefghjk", locale: "en", newcomer: false } },
		frozen: { ...ADA, names: {} },
	},
	{ name: "invitation", delivery: INVITATION, frozen: { ...STRANGER, names: { "player-bob": "Bob_the-3rd" } } },
	{
		name: "invitation-player",
		delivery: {
			...INVITATION,
			player: "player-ada",
			address: null,
			payload: {
				challenge: "c0ffee",
				from: "player-bob",
				terms: {
					...TERMS,
					rules: RULE_SETS["real-murcia"],
					expansions: [],
					colour: "red",
					timeControl: { start: "P10D", increment: "P1D", cap: "P20D" },
					rated: true,
					visibility: "private",
				},
				message: null,
				expiresAt: NOW + 14 * 24 * HOUR,
			},
		},
		frozen: ADA,
	},
	{
		name: "started-yours",
		delivery: gameDelivery(
			notice({
				kind: "game-started",
				seq: 1,
				ply: 0,
				gameString: "Base+MLP;NotStarted;White[1]",
				deadline: NOW + 72 * HOUR,
			}),
		),
		frozen: ADA,
	},
	{
		name: "started-theirs",
		delivery: gameDelivery(
			notice({ kind: "game-started", seq: 1, ply: 0, seat: "black", yourTurn: false, deadline: null }),
		),
		frozen: ADA,
	},
	{
		name: "started-moved",
		delivery: gameDelivery(
			notice({ kind: "game-started", seq: 1, ply: 0, gameString: "Base+MLP;NotStarted;White[1]", ...THEIRS }),
		),
		frozen: ADA,
	},
	{
		name: "turn",
		delivery: gameDelivery(notice({ seq: 35, ply: 34, gameString: MIDDLE })),
		frozen: { ...ADA, thread: THREAD },
	},
	{
		name: "turn-unpictured",
		delivery: gameDelivery(notice({ seq: 35, ply: 34, gameString: MIDDLE })),
		frozen: { ...ADA, thread: THREAD, pictured: false },
	},
	{
		name: "turn-queen-due",
		delivery: gameDelivery(
			notice({
				seq: 7,
				ply: 6,
				gameString: "Base;InProgress;White[4];wS1;bS1 wS1-;wB1 \\wS1;bB1 bS1/;wG1 /wS1;bG1 bS1\\",
				deadline: null,
				colours: { white: "red", black: "white" },
			}),
		),
		frozen: { ...ADA, thread: THREAD },
	},
	{
		name: "over-won",
		delivery: gameDelivery(
			notice({
				kind: "game-over",
				seq: 36,
				ply: 34,
				gameString: MIDDLE,
				yourTurn: false,
				deadline: null,
				status: "finished",
				result: { winner: "white", reason: "timeout" },
			}),
		),
		frozen: { ...ADA, thread: THREAD },
	},
	{
		name: "over-cancelled",
		delivery: gameDelivery(
			notice({
				kind: "game-over",
				seq: 3,
				ply: 1,
				gameString: "Base;InProgress;Black[1];wS1",
				yourTurn: false,
				deadline: null,
				status: "cancelled",
			}),
		),
		frozen: { ...ADA, thread: THREAD },
	},
	{ name: "chat", delivery: chatDelivery(), frozen: { ...ADA, thread: THREAD } },
	{
		name: "turn-message",
		delivery: gameDelivery(notice({ seq: 35, ply: 34, gameString: MIDDLE })),
		frozen: { ...LATER, message: { id: 7, text: "Ahoi https://odd.example\nServus!", more: 2 } },
	},
	{
		name: "turn-draw-offered",
		delivery: gameDelivery(notice({ seq: 35, ply: 34, gameString: MIDDLE, drawOffered: true })),
		frozen: LATER,
	},
	{
		name: "turn-taken-back",
		delivery: gameDelivery(
			notice({
				seq: 37,
				ply: 31,
				seat: "black",
				gameString: UNDONE,
				news: { action: "accepted", offer: "takeback", ply: 31 },
			}),
		),
		frozen: LATER,
	},
	{
		name: "reminder",
		delivery: reminderDelivery(6 * HOUR),
		frozen: { ...LATER, at: NOW + 60_000, left: 6 * HOUR - 60_000 },
	},
	{
		name: "reminder-rest",
		delivery: reminderDelivery(24 * HOUR, { deadline: NOW + 40 * HOUR, drawOffered: true }),
		frozen: {
			...LATER,
			// An outage was credited after it was put in hand.
			standing: { yourTurn: true, deadline: NOW + 41 * HOUR, drawOffered: false },
			left: 24 * HOUR,
		},
	},
	{ name: "reminder-unknown", delivery: reminderDelivery(6 * HOUR), frozen: { ...LATER, left: null } },
	{ name: "offer-draw", delivery: offerDelivery({ action: "offered", offer: "draw" }), frozen: LATER },
	{
		name: "offer-takeback",
		delivery: offerDelivery({ action: "offered", offer: "takeback", ply: 33 }),
		frozen: LATER,
	},
	{
		name: "offer-takeback-many",
		delivery: offerDelivery({ action: "offered", offer: "takeback", ply: 21 }),
		frozen: LATER,
	},
	{
		name: "offer-time",
		delivery: offerDelivery({
			action: "offered",
			offer: "time",
			timeControl: { start: "P10D", increment: "P1D", cap: "P20D" },
		}),
		frozen: LATER,
	},
	{
		name: "offer-draw-declined",
		delivery: offerDelivery({ action: "declined", offer: "draw" }),
		frozen: LATER,
	},
	{
		name: "offer-takeback-declined",
		delivery: offerDelivery({ action: "declined", offer: "takeback" }, THEIRS),
		frozen: LATER,
	},
	{
		name: "offer-time-declined",
		delivery: offerDelivery({ action: "declined", offer: "time" }, THEIRS),
		frozen: LATER,
	},
	{
		name: "offer-takeback-accepted",
		delivery: offerDelivery(
			{ action: "accepted", offer: "takeback", ply: 31 },
			{ ...THEIRS, ply: 31, gameString: UNDONE },
		),
		frozen: LATER,
	},
	{
		name: "offer-time-accepted",
		delivery: offerDelivery(
			{ action: "accepted", offer: "time", timeControl: { total: "P30D" } },
			{ timeControl: { total: "P30D" }, deadline: NOW + 720 * HOUR },
		),
		frozen: LATER,
	},
	{
		name: "offer-time-accepted-theirs",
		delivery: offerDelivery(
			{ action: "accepted", offer: "time", timeControl: { unlimited: true } },
			{ timeControl: { unlimited: true }, ...THEIRS },
		),
		frozen: LATER,
	},
	{
		name: "vacation",
		delivery: gameDelivery(
			notice({
				...THEIRS,
				kind: "vacation",
				seq: 36,
				ply: 34,
				gameString: MIDDLE,
				vacation: { from: NOW, to: NOW + 240 * HOUR },
			}),
		),
		frozen: LATER,
	},
	{
		name: "vacation-yours",
		delivery: gameDelivery(
			notice({
				kind: "vacation",
				seq: 36,
				ply: 34,
				gameString: MIDDLE,
				timeControl: { unlimited: true },
				deadline: null,
				vacation: { from: NOW, to: NOW + 240 * HOUR },
			}),
		),
		frozen: LATER,
	},
];
