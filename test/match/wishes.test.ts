/** When an offer is not heard: too many between two moves, each being a mail to the other; or from who has not seen the last. */
import { expect, test } from "vitest";
import { MOST_WISHES } from "../../src/match/offers.ts";
import { ask, BLACK, begin, type Log, played, refusal, START, WHITE } from "./games.ts";

const AGAIN = { code: "ERR_OFFER_AGAIN" };
const takeback = { type: "takeback", action: "ask", by: WHITE } as const;
const time = (days: number) =>
	({ type: "time", action: "propose", timeControl: { perMove: `P${days}D` }, by: WHITE }) as const;

/** Asked and answered with no, so many times in turn. */
function asked(log: Log, times: number): Log {
	let after = log;
	for (let count = 0; count < times; count += 1) {
		const wish = count % 2 === 0 ? takeback : time(4 + count);
		after = ask(after, wish, START);
		after = ask(after, { type: wish.type, action: "decline", by: BLACK }, START);
	}
	return after;
}

test("take-backs and time controls may be asked for a few times between two moves, and then no more", () => {
	const log = asked(played(begin(), "wS1"), MOST_WISHES);
	expect(refusal(log, takeback, START)).toEqual(AGAIN);
	expect(refusal(log, time(9), START)).toEqual(AGAIN);
});

test("the other side has its own count, and a move lets both ask again", () => {
	const log = asked(played(begin(), "wS1"), MOST_WISHES);
	const other = ask(log, { ...time(9), by: BLACK }, START);
	expect(other.state.offers.time).toMatchObject({ by: "black" });
	// What the other side offers can be accepted, however often one has asked.
	expect(ask(other, time(9), START).state.timeControl).toEqual({ perMove: "P9D" });
	const moved = ask(log, { type: "move", move: "bS1 wS1-", by: BLACK }, START);
	expect(ask(moved, takeback, START).state.offers.takeback).toMatchObject({ by: "white", ply: 0 });
});

test("what a stale client says of an offer is refused like any other command", () => {
	const log = ask(begin(), { type: "draw", action: "offer", by: WHITE }, START);
	const stale = { type: "draw", action: "accept", by: BLACK, ifMatch: log.state.seq - 1 } as const;
	expect(refusal(log, stale, START).code).toBe("ERR_STALE");
});
