/** The answers as they go out: golden files of each, in the thread, to be answered where that leads to something. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Delivery } from "../../../src/db/deliveries.ts";
import { macText, turnKey } from "../../../src/keys.ts";
import { composeMail } from "../../../src/post/compose.ts";
import { checkHeaders } from "../../../src/post/headers.ts";
import type { ReplyNews, ReplyPayload } from "../../../src/post/inbound-letters.ts";
import { ADA, GAME, MIDDLE, NOW, notice, postEnv, SECRET } from "../samples.ts";

const THEIRS = { yourTurn: false, deadline: null, theirDeadline: NOW + 72 * 3_600_000, seat: "black" } as const;
const OVER = { ...THEIRS, theirDeadline: null, status: "finished" } as const;
const MOVES = ["wS1 wQ-", "wS2 wP\\", "wS2 -bA2", "wB2 wP"];

function answer(reply: ReplyNews, change: Partial<ReplyPayload> = {}): Delivery {
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
type Sample = {
	readonly name: string;
	readonly delivery: Delivery;
	readonly key: "now" | "own" | "resign" | "draw" | null;
};

const SAMPLES: readonly Sample[] = [
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
	{ name: "reply-no", delivery: answer({ kind: "no", asked: "takeback", code: "ERR_RATED_GAME" }), key: "now" },
	{ name: "reply-help", delivery: answer({ kind: "help", moves: MOVES }), key: "now" },
	{ name: "reply-empty", delivery: answer({ kind: "empty", moves: [] }, THEIRS), key: "own" },
];

describe.each(SAMPLES)("the answer $name", ({ delivery, key, name }) => {
	const compose = () =>
		composeMail(postEnv(env.DB), delivery, { ...ADA, thread: "<first@mail.hive.test>", pictured: false });

	test("is as its golden files have it", async () => {
		const mail = await compose();
		const head = [
			`To: ${mail.to}`,
			`From: ${mail.from}`,
			`Reply-To: ${mail.replyTo ?? "-"}`,
			`Subject: ${mail.subject}`,
		];
		const headers = Object.entries(mail.headers).map(([header, value]) => `${header}: ${value}`);
		await expect([...head, ...headers, "", mail.text].join("\n")).toMatchFileSnapshot(`../golden/${name}.txt`);
		await expect(mail.html).toMatchFileSnapshot(`../golden/${name}.html`);
	});

	test("is in the thread, says that a program wrote it, and can be answered where that leads to something", async () => {
		const mail = await compose();
		expect(checkHeaders(mail.headers)).toEqual([]);
		expect(mail.headers).toMatchObject({
			"Auto-Submitted": "auto-replied",
			"In-Reply-To": "<reply@mail.example.com>",
			References: "<first@mail.hive.test> <reply@mail.example.com>",
		});
		const keys = {
			now: () => turnKey(SECRET, GAME, "white", 34),
			own: () => turnKey(SECRET, GAME, "black", 33),
			resign: () => macText(SECRET, "mail-confirm", ["resign", GAME, "player-ada", 34], 26),
			draw: () => macText(SECRET, "mail-confirm", ["draw", GAME, "player-ada", 34], 26),
		};
		expect(mail.replyTo).toBe(key === null ? undefined : `play+${await keys[key]()}@hive.test`);
		expect(`${mail.text}${mail.html}`).not.toContain("evil.test");
		expect(mail.html).not.toContain("<b>soon");
		const long = mail.text.split("\n").filter((line) => line.length > 72 && !/^https:\/\/\S+$/.test(line));
		expect(long).toEqual([]);
	});
});
