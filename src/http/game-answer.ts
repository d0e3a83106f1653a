/** A game as the API shows it, and what a game object answered as an HTTP answer. */
import type { GameAnswer, TryAnswer } from "../game/request.ts";
import type { Refusal } from "../match/command.ts";
import type { GameView } from "../match/view.ts";
import { instant } from "../match/view.ts";
import type { Call } from "./env.ts";
import { gameAt } from "./game-stub.ts";
import { findNames } from "./names.ts";
import { type Occurrence, type ProblemCode, problem } from "./problem.ts";

type Names = Readonly<Record<string, string>>;

/** The view with the names of its players, and the instant that its clocks speak of. */
export async function gameJson(c: Call, view: GameView, now: number, viewer: string | null, known?: Names) {
	const ids = [view.white.player.id, view.black.player.id];
	const names = await findNames(c, ids, async () => known ?? (await askNames(c, view.id, viewer)));
	const named = (side: "white" | "black") => {
		const { id } = view[side].player;
		return { ...view[side], player: { id, name: names[id] ?? null } };
	};
	return { ...view, white: named("white"), black: named("black"), serverNow: instant(now) };
}

/** Answers with a game. Private to its reader, to be asked for again each time, and the same as long as `seq` is. */
export async function answerGame(
	c: Call,
	view: GameView,
	now: number,
	viewer: string | null,
	status: 200 | 201,
	known?: Names,
): Promise<Response> {
	const body = await gameJson(c, view, now, viewer, known);
	guardGame(c, view.seq);
	return c.json(body, status);
}

/** The headers of everything that shows a game's state, or with a tag of its own what lies beside it. */
export function guardGame(c: Call, seq: number | string): void {
	c.header("ETag", `"${seq}"`);
	c.header("Cache-Control", "private, no-cache");
	c.header("Vary", "Cookie, Authorization");
}

/** What a game object answered to a command. */
export async function answerCommand(
	c: Call,
	answer: GameAnswer | TryAnswer,
	viewer: string | null,
	done: 200 | 201,
): Promise<Response> {
	switch (answer.kind) {
		case "missing":
			return problem(c, "ERR_NOT_FOUND");
		case "bad-key":
			return problem(c, "ERR_TURN_KEY");
		case "key-reused":
			return problem(c, "ERR_KEY_REUSED");
	}
	if (answer.replayed) c.header("Idempotency-Replayed", "true");
	switch (answer.kind) {
		case "preview":
			return c.json(answer.preview, 200);
		case "done":
			c.header("Location", `/v1/games/${answer.view.id}`);
			return answerGame(c, answer.view, answer.now, viewer, done);
		case "refused": {
			const game = answer.refusal.code === "ERR_STALE" ? await gameJson(c, answer.view, answer.now, viewer) : null;
			guardGame(c, answer.view.seq);
			return problem(c, codeOf(answer.refusal), occurrenceOf(answer.refusal, game));
		}
	}
}

function codeOf({ code }: Refusal): ProblemCode {
	if (code === "ERR_NO_GAME" || code === "ERR_GAME_EXISTS") return "ERR_NOT_FOUND";
	return code === "ERR_BAD_TIME_CONTROL" || code === "ERR_BAD_LINES" ? "ERR_INVALID" : code;
}

function occurrenceOf(refusal: Refusal, game: unknown): Occurrence {
	switch (refusal.code) {
		case "ERR_STALE":
			return { members: { game } };
		case "ERR_NOT_YOUR_TURN":
			return { members: { toMove: refusal.toMove } };
		case "ERR_BAD_TIME_CONTROL":
		case "ERR_BAD_LINES":
			return { errors: refusal.problems };
		case "ERR_ILLEGAL_MOVE": {
			const { reason, text, ...more } = refusal.refusal;
			return { members: { reason, move: text, ...more } };
		}
		default:
			return {};
	}
}

/** The names a game remembers from its beginning, for when D1 cannot be asked. */
async function askNames(c: Call, game: string, viewer: string | null): Promise<Names> {
	const seen = await gameAt(c.env, game).look({ viewer, receivedAt: c.var.now });
	return seen?.names ?? {};
}
