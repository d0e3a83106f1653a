/** Random schedules of commands, pauses, offers and late alarms, each before a referee who keeps the clocks by hand. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { legalMoves, makeMove } from "../../src/engine/game.ts";
import { beginTurn, openAccounts, remaining } from "../../src/match/clock.ts";
import { DAY, MINUTE } from "../../src/match/duration.ts";
import { replay } from "../../src/match/state.ts";
import { ask, BLACK, begin, type Log, played, SHUT_OUT, START, WHITE } from "./games.ts";
import { endOfWork, isStopped, SLOT, workBetween } from "./referee.ts";
import { CONTROLS, kindOf, playOut, SCHEDULES, schedules, worlds } from "./schedule.ts";

describe("whatever is asked, known and paused", () => {
	/*
	 * What the referee holds against every event and every step: working time is conserved, used is the turn less its
	 * stops counted once, no pause adds any, a flag falls on the side to move, when it must and never before, and the log
	 * makes the state again.
	 */
	test("the books of the referee agree with the game after every step", () => {
		const seen = new Set<string>();
		fc.assert(
			fc.property(worlds, schedules(40), (world, steps) => {
				for (const event of playOut(world, steps).events) seen.add(kindOf(event));
			}),
			{ numRuns: 160 },
		);
		// Of what comes about often enough that a hundred schedules without it were none.
		for (const kind of ["moved", "passed", "paused", "resumed", "rest", "credited", "settled, nothing owed"]) {
			expect(seen).toContain(kind);
		}
		for (const kind of ["ended by timeout", "ended by agreement", "accepted takeback", "accepted time"]) {
			expect(seen).toContain(kind);
		}
	});
});

/** So many plies more, chosen and spaced by numbers; also what was played and after how long. */
function walk(log: Log, numbers: readonly number[]): { readonly log: Log; readonly gaps: readonly number[] } {
	let after = log;
	const gaps: number[] = [];
	for (const number of numbers) {
		if (!after.state.turn) break;
		const moves = legalMoves(after.state.game);
		const move = moves[number % moves.length];
		if (!move) throw new Error("an active game has a legal move");
		const gap = (number % 97) * MINUTE;
		const by = after.state.turn.side === "white" ? WHITE : BLACK;
		after = ask(after, { type: "move", move: makeMove(after.state.game, move), by }, after.state.updatedAt + gap);
		gaps.push(gap);
	}
	return { log: after, gaps };
}

describe("a take-back, and then the same moves again", () => {
	test.each(CONTROLS.map((control) => [JSON.stringify(control), control] as const))(
		"make the same game, board, clocks and all: %s",
		(_, timeControl) => {
			fc.assert(
				fc.property(
					fc.array(fc.nat(9999), { minLength: 1, maxLength: 8 }),
					fc.boolean(),
					fc.nat(20),
					fc.nat(30 * 60),
					(numbers, shutOut, back, pause) => {
						const fresh = begin({ timeControl, expansions: ["M", "L"] });
						const { log } = walk(shutOut ? played(fresh, SHUT_OUT) : fresh, numbers);
						const { game, turn } = log.state;
						if (!turn) return;
						const wish = { type: "takeback", ply: Math.max(0, game.plies.length - 1 - back) } as const;
						// Whoever made the move that would be the first to go may ask for it.
						const [asker, other] = game.plies[wish.ply]?.side === "white" ? [WHITE, BLACK] : [BLACK, WHITE];
						const at = log.state.updatedAt + pause * MINUTE;
						if (game.plies[wish.ply]?.move === "pass") return;
						let again = ask(log, { ...wish, action: "ask", by: asker }, at);
						again = ask(again, { type: "takeback", action: "accept", by: other }, at);
						expect(again.state.game.plies).toEqual(game.plies.slice(0, wish.ply));
						expect(again.state.accounts).toEqual(log.state.accountsAt[wish.ply]);
						expect(again.state.turn?.began).toBe(at);
						for (const [index, ply] of game.plies.entries()) {
							if (index < wish.ply || ply.move === "pass") continue;
							const gap = (log.state.playedAt[index] ?? 0) - (log.state.playedAt[index - 1] ?? START);
							const by = ply.side === "white" ? WHITE : BLACK;
							again = ask(again, { type: "move", move: ply.text, by }, again.state.updatedAt + gap);
						}
						const { accounts, accountsAt, result, status } = log.state;
						expect(again.state).toMatchObject({ accounts, accountsAt, result, status });
						expect(JSON.stringify(again.state.game)).toBe(JSON.stringify(game));
						expect(again.state.turn?.allowance).toBe(turn.allowance);
						expect(JSON.stringify(replay(again.events))).toBe(JSON.stringify(again.state));
					},
				),
				{ numRuns: 12 },
			);
		},
	);
});

describe("a turn across a change of the clocks", () => {
	// Both edges in four zones: by an hour, by an hour, by half of one, and at midnight, where the day begins at one.
	const edges = [
		[1, "2026-03-29T01:00Z"],
		[1, "2026-10-25T01:00Z"],
		[2, "2026-03-08T07:00Z"],
		[2, "2026-11-01T06:00Z"],
		[3, "2026-04-04T15:00Z"],
		[3, "2026-10-03T15:30Z"],
		[4, "2026-04-05T03:00Z"],
		[4, "2026-09-06T04:00Z"],
	] as const;

	test.each(edges.map(([which, edge]) => [SCHEDULES[which]?.timeZone, edge, which] as const))(
		"in %s at %s lasts as long as by hand, and stands still in every rest",
		(_, edge, which) => {
			const rest = SCHEDULES[which] ?? null;
			const changes = Date.parse(edge);
			for (const hours of [4, 30, 51]) {
				const began = changes - hours * 4 * SLOT;
				const control = { perMove: "P3D" };
				const accounts = openAccounts(control);
				const turn = beginTurn(control, accounts, "white", began, null, rest);
				const deadline = turn.deadline ?? 0;
				expect(deadline).toBe(endOfWork(began, 3 * DAY, { rest, spans: [] }));
				expect(deadline).toBeGreaterThan(changes + DAY);
				for (let at = began; at < deadline; at += 3 * SLOT) {
					const left = (when: number) => remaining(control, accounts, turn, "white", [], when) ?? 0;
					expect(left(at)).toBe(3 * DAY - workBetween(began, at, { rest, spans: [] }));
					expect(left(at) - left(at + SLOT)).toBe(isStopped(at, { rest, spans: [] }) ? 0 : SLOT);
				}
			}
		},
	);
});
