/** Every game there is, through each notation and back. */
import { describe, expect, test } from "vitest";
import { makePgn, parsePgn } from "../../../src/engine/notation/pgn.ts";
import { parseSgf } from "../../../src/engine/notation/sgf.ts";
import { makeSgf } from "../../../src/engine/notation/sgf-file.ts";
import { type GameRow, whereShared } from "../corpus.ts";
import { canonMoves, gameOf, OWN_ROWS, recordOf, SHARED_ROWS } from "./records.ts";

function comeBack(rows: readonly GameRow[]): void {
	for (const row of rows) {
		const record = recordOf(gameOf(row));
		for (const again of [parseSgf(makeSgf(record)), parsePgn(makePgn(record))]) {
			if (!again.ok) throw new Error(`${row.id}: ${JSON.stringify(again.error)}`);
			expect(canonMoves(again.value.game), row.id).toEqual(canonMoves(record.game));
			expect(again.value.result, row.id).toEqual(record.result);
		}
	}
}

test("all games of the project's own", () => comeBack(OWN_ROWS));

describe.skipIf(SHARED_ROWS === null)(whereShared("games of other projects", SHARED_ROWS !== null), () => {
	test("all of them, played as far as they may be", () => comeBack(SHARED_ROWS ?? []));
});
