/** Answers to replies of every kind with fixed inputs: what their golden letters are made from. */
import type { Delivery } from "../../../src/db/deliveries.ts";
import type { ReplyNews, ReplyPayload } from "../../../src/post/inbound/answer-letters.ts";
import { GAME, MIDDLE, NOW, notice } from "../samples.ts";

const THEIRS = { yourTurn: false, deadline: null, theirDeadline: NOW + 72 * 3_600_000, seat: "black" } as const;
const OVER = { ...THEIRS, theirDeadline: null, status: "finished" } as const;
const MOVES = ["wS1 wQ-", "wS2 wP\\", "wS2 -bA2", "wB2 wP"];

export function answer(reply: ReplyNews, change: Partial<ReplyPayload> = {}): Delivery {
	const { kind: _, ...told } = notice({ seq: 35, ply: 34, gameString: MIDDLE });
	const payload: ReplyPayload = {
		...told,
		theirDeadline: null,
		messageId: "<reply@mail.example.com>",
		askedPly: 34,
		reply,
		...change,
	};
	return {
		id: `${GAME}.reply.0123456789abcdef`,
		game: GAME,
		seq: null,
		player: payload.player,
		address: null,
		channel: "email",
		kind: "reply",
		payload,
		frozen: null,
		attempts: 1,
		createdAt: NOW,
	};
}

/** `key`: what an answer to the answer is good for. */
export type Sample = {
	readonly name: string;
	readonly delivery: Delivery;
	readonly key: "now" | "own" | "resign" | "draw" | null;
};

export const SAMPLES: readonly Sample[] = [
	{
		name: "reply-played",
		delivery: answer({ kind: "played", move: "wA3 wS1-" }, { ...THEIRS, askedPly: 33 }),
		key: "own",
	},
	{
		name: "reply-played-sequel",
		delivery: answer({ kind: "played", move: "wB1 bL" }, { askedPly: 32 }),
		key: "now",
	},
	{
		name: "reply-illegal",
		delivery: answer({
			kind: "illegal",
			asked: "wB2 /bQ",
			refusal: { reason: "UNREACHABLE", text: "wB2 /bQ", piece: "wB2" },
			piece: "wB2",
			moves: MOVES.slice(3),
		}),
		key: "now",
	},
	{
		name: "reply-no-move",
		delivery: answer({
			kind: "illegal",
			asked: "Thanks, see www.evil.test <b>soon</b>",
			refusal: { reason: "BAD_NOTATION", text: "Thanks, see www.evil.test <b>soon</b>" },
			piece: null,
			moves: MOVES,
		}),
		key: "now",
	},
	{ name: "reply-stale", delivery: answer({ kind: "stale", asked: "wS1" }, { askedPly: 0 }), key: "now" },
	{
		name: "reply-over",
		delivery: answer({ kind: "over" }, { ...OVER, result: { winner: "white", reason: "timeout" } }),
		key: null,
	},
	{ name: "reply-confirm-resign", delivery: answer({ kind: "confirm", action: "resign" }), key: "resign" },
	{
		name: "reply-confirm-accept",
		delivery: answer({ kind: "confirm", action: "draw" }, { drawOffered: true }),
		key: "draw",
	},
	{
		name: "reply-unconfirmed",
		delivery: answer({ kind: "unconfirmed", action: "resign", asked: "no" }),
		key: "resign",
	},
	{ name: "reply-done", delivery: answer({ kind: "done", what: "draw" }), key: "now" },
	{
		name: "reply-no-two",
		delivery: answer({ kind: "no", asked: "accept", code: "ERR_TWO_OFFERS" }),
		key: "now",
	},
	{ name: "reply-no", delivery: answer({ kind: "no", asked: "takeback", code: "ERR_RATED_GAME" }), key: "now" },
	{ name: "reply-help", delivery: answer({ kind: "help", moves: MOVES }), key: "now" },
	{ name: "reply-empty", delivery: answer({ kind: "empty", moves: [] }, THEIRS), key: "own" },
];
