/** Whole recorded games: at every position the number and the hash of the legal moves. */
import { describe, expect, test } from "vitest";
import { type Game, occurrences, playMove } from "../../src/engine/game.ts";
import { stateOf } from "../../src/engine/gamestring.ts";
import type { MoveReason } from "../../src/engine/move.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import {
	bulk,
	canonList,
	canonOf,
	cellsOf,
	type GameRow,
	hashOf,
	positionOf,
	readOwn,
	readRows,
	readShared,
	start,
	step,
	tryMove,
	whereShared,
} from "./corpus.ts";

type Checked = {
	readonly last: Game;
	/** the first ply at which the same cells, or the same position, stood for the third time */
	readonly cellsThrice: number | undefined;
	readonly positionThrice: number | undefined;
};

/** Every position of a row against its count and hash; and how often it has stood against a count by hand. */
function checkRow(row: GameRow): Checked {
	let game = start(row.type);
	const stood = new Map<string, number>();
	const count = (key: string) => {
		const times = (stood.get(key) ?? 0) + 1;
		stood.set(key, times);
		return times;
	};
	let cellsThrice: number | undefined;
	let positionThrice: number | undefined;
	for (const [ply, text] of row.moves.entries()) {
		const list = canonList(game);
		expect([ply, list.length, hashOf(list)]).toEqual([ply, row.counts[ply], row.hashes[ply]]);
		const move = parseMove(game, text);
		if (!move.ok) throw new Error(`ply ${ply}, ${text}: ${JSON.stringify(move.error)}`);
		if (row.canon !== undefined) expect([ply, canonOf(move.value)]).toEqual([ply, row.canon[ply]]);
		game = playMove(game, move.value);
		const times = count(`position ${positionOf(game)}`);
		expect([ply, occurrences(game)]).toEqual([ply, times]);
		if (times === 3) positionThrice ??= game.plies.length;
		if (count(`cells ${cellsOf(game)}`) === 3) cellsThrice ??= game.plies.length;
	}
	expect(stateOf(game)).toBe(row.state ?? "NotStarted");
	const last = canonList(game);
	if (row.finalHash !== undefined) expect([last.length, hashOf(last)]).toEqual([row.finalCount, row.finalHash]);
	if (positionThrice !== undefined) expect(drawnAt(row)).toBe(positionThrice);
	return { last: game, cellsThrice, positionThrice };
}

/** The ply at which tournament rules draw this row. */
function drawnAt(row: GameRow): number | undefined {
	let game = start(row.type, RULE_SETS.tournament);
	for (const text of row.moves) {
		game = step(game, text);
		if (game.result?.reason === "repetition") return game.plies.length;
		if (game.result !== null) return undefined;
	}
	return undefined;
}

const random = readRows<GameRow>(readOwn("random-games.jsonl"));
const natural = readRows<GameRow>(readOwn("engine-games.jsonl"));

describe("every position of the project's own games has exactly its legal moves", () => {
	test.each(bulk([...natural, ...random]).map((row) => [row.id, row] as const))("%s", (_, row) => {
		checkRow(row);
	});
});

const shared = readShared("games.jsonl");
const recorded = shared === null ? [] : readRows<GameRow>(shared);
const ofKinds = (...kinds: readonly string[]) =>
	bulk(recorded.filter((row) => kinds.includes(row.kind ?? ""))).map((row) => [row.id, row] as const);

/** What must be refused, and why; `true`: a spelling that other programs refuse and this one reads. */
const REFUSED: Readonly<Record<string, MoveReason | true>> = {
	"rejected-game-001": "OCCUPIED",
	"rejected-game-002": "NOT_YOUR_PIECE",
	"rejected-game-003": "JUST_MOVED",
	"rejected-game-004": "QUEEN_NOT_PLACED",
	"rejected-game-005": "NO_SUCH_PIECE",
	"rejected-game-006": "TOUCHES_OPPONENT",
	"rejected-game-007": "UNREACHABLE",
	"rejected-game-008": "NOT_YOUR_PIECE",
	"test-game-019": "NO_SUCH_PIECE",
	"test-game-020": "QUEEN_FIRST",
	"test-game-031": "QUEEN_FIRST",
	"rejected-move-001": "GAME_OVER",
	"rejected-move-002": "GAME_OVER",
	"rejected-move-003": "NOT_YOUR_PIECE",
	"rejected-move-004": "NOT_YOUR_PIECE",
	"rejected-move-005": "NOT_IN_THIS_GAME",
	"rejected-move-006": "NOT_IN_THIS_GAME",
	"rejected-move-007": "QUEEN_FIRST",
	"rejected-move-008": "QUEEN_FIRST",
	"rejected-move-009": "QUEEN_DUE",
	"rejected-move-010": "QUEEN_DUE",
	"rejected-move-011": "QUEEN_NOT_PLACED",
	"rejected-move-012": "QUEEN_NOT_PLACED",
	"rejected-move-013": "OUT_OF_ORDER",
	"rejected-move-014": "OUT_OF_ORDER",
	"rejected-move-015": "UNREACHABLE",
	"rejected-move-016": true,
	"rejected-move-017": "COVERED",
	"rejected-move-018": "COVERED",
	"rejected-move-019": "ONE_HIVE",
	"rejected-move-020": "ONE_HIVE",
	"rejected-move-021": "GAME_OVER",
	"rejected-move-022": "GAME_OVER",
	"rejected-move-023": "NOT_FORCED",
	"rejected-move-024": "NOT_FORCED",
};

describe.skipIf(shared === null)(
	whereShared("the games and positions that other projects recorded", shared !== null),
	() => {
		test.each(ofKinds("recorded", "test-game", "puzzle", "rejected-game"))("%s", (_, row) => {
			const { last, cellsThrice } = checkRow(row);
			expect(cellsThrice).toBe(row.thirdOccurrenceAt);
			if (row.rejectedMove === undefined) return;
			expect(row.rejectedAt).toBe(row.moves.length);
			expect(tryMove(last, row.rejectedMove)).toBe(REFUSED[row.id]);
		});

		test.each(ofKinds("position"))("%s", (_, row) => {
			const { last, positionThrice } = checkRow(row);
			// Some of these lists are about one piece; and they were made by a program that ends a game at the third time.
			const expected = row.expectMoves ?? [];
			const about = new Set(expected.map((move) => move.split("@")[0]));
			expect(canonList(last).filter((move) => about.has(move.split("@")[0]))).toEqual(expected);
			expect(positionThrice).toBe(row.thirdOccurrenceAt);
			expect(row.thirdOccurrenceAt === undefined ? stateOf(last) : "Draw").toBe(row.expectState);
		});

		test.each(ofKinds("rejected-move"))("%s", (id, row) => {
			const { last } = checkRow(row);
			const expected = REFUSED[id];
			const answer = parseMove(last, row.invalidMove ?? "");
			expect(answer.ok || answer.error.reason).toBe(expected);
		});

		test("every refused row has its reason here", () => {
			const rows = recorded.filter((row) => row.rejectedMove !== undefined || row.invalidMove !== undefined);
			expect(rows.map((row) => row.id).sort()).toEqual(Object.keys(REFUSED).sort());
		});
	},
);
