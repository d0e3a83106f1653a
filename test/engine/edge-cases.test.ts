/** The tricky positions of the shared data: every one answered as it says. */
import { describe, expect, test } from "vitest";
import { legalMoves } from "../../src/engine/game.ts";
import { makeGameString, parseGameString, stateOf } from "../../src/engine/gamestring.ts";
import { canonList, canonOf, PLAIN, readOwn, start, step, targetsOf } from "./corpus.ts";

type EdgeCase = {
	readonly id: string;
	readonly rule: string;
	readonly type: string;
	readonly moves: readonly string[];
	readonly gameString: string;
	/** what `value` speaks of: everything, a count, a state, the pieces, the moved, the places, or one piece's targets */
	readonly focus: string;
	readonly value: unknown;
	/** the legal moves that are throws */
	readonly throws: readonly string[];
	readonly legal: readonly string[];
	readonly state: string;
};

const rows = JSON.parse(readOwn("edge-cases.json")) as readonly EdgeCase[];

describe("tricky positions", () => {
	test.each(rows.map((row) => [row.id, row.rule, row] as const))("%s: %s", (_, __, row) => {
		const game = row.moves.reduce(step, start(row.type));
		const list = canonList(game);
		expect(list).toEqual(row.legal);
		expect(stateOf(game)).toBe(row.state);
		const moves = legalMoves(game).filter((move) => move !== "pass");
		const focus: Readonly<Record<string, () => unknown>> = {
			"*": () => list,
			count: () => list.length,
			state: () => stateOf(game),
			pieces: () => [...new Set(moves.map((move) => move.piece))],
			moved: () =>
				moves
					.filter((move) => move.from !== null)
					.map(canonOf)
					.sort(),
			spots: () => [...new Set(moves.map((move) => `${move.to.q},${move.to.r}`))].sort(),
		};
		expect((focus[row.focus] ?? (() => targetsOf(game, row.focus)))()).toEqual(row.value);
		expect(list).toEqual(expect.arrayContaining([...row.throws]));
		const foreign = moves.filter((move) => move.from !== null && (move.piece[0] === "w") !== (game.toMove === "white"));
		expect(row.throws).toEqual(expect.arrayContaining(foreign.map(canonOf)));

		const again = parseGameString(row.gameString, PLAIN);
		expect(again.ok && makeGameString(again.value)).toBe(makeGameString(game));
	});
});
