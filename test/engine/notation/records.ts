/** Games to write down and read back, and the records other projects made. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import type { Game } from "../../../src/engine/game.ts";
import type { GameRecord, RecordedResult } from "../../../src/engine/notation/record.ts";
import { RECORD_RULES, resultOf } from "../../../src/engine/notation/record.ts";
import { canonOf, type GameRow, QUEEN_FIRST, readOwn, readRows, readShared, start, step } from "../corpus.ts";
import { anyGame } from "../walks.ts";

export const OWN_ROWS: readonly GameRow[] = ["engine-games.jsonl", "random-games.jsonl"].flatMap((name) =>
	readRows<GameRow>(readOwn(name)),
);

const shared = readShared("games.jsonl");
/** Null where the shared collection is not there. */
export const SHARED_ROWS: readonly GameRow[] | null = shared === null ? null : readRows<GameRow>(shared);

const SGF = new URL("../../../../shared/data/sgf/", import.meta.url);
/** Their names with their text, which is Latin-1; null where they are not there. */
export const SHARED_SGF: readonly (readonly [name: string, text: string])[] | null = existsSync(SGF)
	? readdirSync(SGF).map((name) => [name, readFileSync(new URL(name, SGF), "latin1")])
	: null;

export function gameOf(row: GameRow): Game {
	return row.moves.reduce(step, start(row.type, RECORD_RULES));
}

export function canonMoves(game: Game): readonly string[] {
	return game.plies.map(({ move }) => canonOf(move));
}

export function recordOf(game: Game, more: Partial<GameRecord> = {}): GameRecord {
	return {
		game,
		white: "Ada",
		black: "Bob",
		date: "2026-11-30",
		event: null,
		site: null,
		round: null,
		result: resultOf(game, null),
		...more,
	};
}

const RESULTS: readonly (RecordedResult | null)[] = [
	null,
	{ winner: "white", by: "resignation" },
	{ winner: "black", by: "resignation" },
	{ winner: null, by: "agreement" },
	{ winner: "black", by: "header" },
	{ winner: null, by: "header" },
];

/** Header text as people write it, with all that the notations have signs of their own for. */
const name = fc
	.oneof(
		fc.constantFrom("Ada", "José Ñandú", 'Bob "the bug"', "a]b[c", "back\\slash\\", "{x}", "(;)", "ws1", "0 done"),
		fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
	)
	.map((text) => text.replace(/\p{C}+/gu, "").trim())
	.filter((text) => text !== "");

/** A record of any game, with a result that its position allows. */
export function anyRecord(most: number): fc.Arbitrary<GameRecord> {
	return fc
		.record({
			game: anyGame(most, [RECORD_RULES, QUEEN_FIRST]),
			white: name,
			black: name.map((text) => `${text} II`),
			date: fc.option(fc.constantFrom("2026.11.30", "Fri Nov 02 09:01:07 EDT 2018")),
			event: fc.option(name),
			site: fc.option(name),
			round: fc.option(fc.constantFrom("1", "2.3")),
			told: fc.constantFrom(...RESULTS),
		})
		.map(({ told, ...record }) => ({ ...record, result: resultOf(record.game, told) }));
}
