/** Who is told what: each person hears of one command once, and nobody of a pass the service played for them. */
import { describe, expect, test } from "vitest";
import type { GameEvent } from "../../src/match/event.ts";
import { type Notice, noticesOf } from "../../src/match/notices.ts";
import { evolve, type MatchState } from "../../src/match/state.ts";
import { ask, BLACK, BOTH_SURROUNDED, begin, type Log, played, SHUT_OUT, START, WHITE } from "./games.ts";

/** The notices of a whole log, `seq player kind`, with `!` where it is the reader's turn. */
function told(log: Log, from = 1): readonly string[] {
	return all(log)
		.filter((notice) => notice.seq >= from)
		.map((notice) => `${notice.seq} ${notice.player} ${notice.kind}${notice.yourTurn ? "!" : ""}`);
}

function all(log: Log): readonly Notice[] {
	let state: MatchState | null = null;
	return log.events.flatMap((event: GameEvent) => {
		state = evolve(state, event);
		return noticesOf(event, state);
	});
}

describe("notices", () => {
	test("a new game is told to both, and White that it is White's turn", () => {
		expect(told(begin())).toEqual(["1 p-white game-started!", "1 p-black game-started"]);
	});

	test("a move is told to the one whose turn it is now, with the deadline and the position", () => {
		const log = played(begin(), "wS1");
		expect(told(log, 2)).toEqual(["2 p-black your-turn!"]);
		expect(all(log).at(-1)).toMatchObject({
			seat: "black",
			opponent: WHITE,
			ply: 1,
			gameString: "Base;InProgress;Black[1];wS1",
			deadline: log.state.turn?.deadline,
			at: log.state.updatedAt,
			result: null,
		});
	});

	test("a forced pass is told in the same notice as the move, to the one who moves again", () => {
		const log = played(begin({ expansions: ["M", "L"] }), SHUT_OUT);
		expect(told(log, 10)).toEqual(["11 p-white your-turn!"]);
	});

	test("a game that ends by a move is told to both by its end alone", () => {
		const log = played(begin(), BOTH_SURROUNDED);
		expect(told(log, 14)).toEqual(["15 p-white game-over", "15 p-black game-over"]);
		expect(all(log).at(-1)).toMatchObject({
			status: "finished",
			deadline: null,
			result: { reason: "both-surrounded" },
		});
	});

	test("a resignation and a timeout are told to both", () => {
		expect(told(ask(begin(), { type: "resign", by: BLACK }, START), 2)).toEqual([
			"2 p-white game-over",
			"2 p-black game-over",
		]);
	});

	test("a game called off is told to the other side", () => {
		expect(told(ask(begin(), { type: "cancel", by: WHITE }, START), 2)).toEqual(["2 p-black game-over"]);
	});

	test("each player gets at most one notice of an event, which is its natural key", () => {
		const log = ask(played(begin({ expansions: ["M", "L"] }), SHUT_OUT), { type: "resign", by: BLACK }, START);
		const keys = all(log).map((notice) => `${notice.seq} ${notice.player}`);
		expect(new Set(keys).size).toBe(keys.length);
	});
});
