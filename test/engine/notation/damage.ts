/** Real game texts with something wrong in them, and what must hold of whatever a reader makes of one. */
import fc from "fast-check";
import { expect } from "vitest";
import { makeGameString, parseGameString } from "../../../src/engine/gamestring.ts";
import { makePgn, parsePgn } from "../../../src/engine/notation/pgn.ts";
import { type GameRecord, RECORD_RULES, type RecordFault } from "../../../src/engine/notation/record.ts";
import { parseSgf } from "../../../src/engine/notation/sgf.ts";
import { makeSgf } from "../../../src/engine/notation/sgf-file.ts";
import type { Result } from "../../../src/engine/result.ts";
import { type GameRow, start, step } from "../corpus.ts";
import { OWN_ROWS, recordOf, SHARED_SGF } from "./records.ts";

/** Short enough that a hundred thousand of them are read in minutes, long enough for stacks, throws and passes. */
const MOST_PLIES = 40;

const games = OWN_ROWS.map((row: GameRow) =>
	row.moves.slice(0, MOST_PLIES).reduce(step, start(row.type, RECORD_RULES)),
);

/** What damage is made of: signs that mean something in one notation or another, and some that mean nothing. */
const SIGNS = [
	..."()[]{};.,\\/-\"' \n\r\t*wbQSBGAMLP0123456789N",
	"pass",
	"done",
	"wQ",
	"bM1",
	"[GameType",
	"; P0[1 ",
	"]\n",
	"\uFEFF",
	"\u0000",
	"\uD800",
	"é",
	"𝄞",
	"__proto__",
	"9".repeat(30),
];

type Edit = {
	readonly kind: "replace" | "insert" | "delete" | "double" | "swap" | "cut";
	readonly at: number;
	readonly length: number;
	readonly sign: string;
};

const edit: fc.Arbitrary<Edit> = fc.record({
	kind: fc.constantFrom("replace", "insert", "delete", "double", "swap", "cut"),
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	length: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 5, max: 200 })),
	sign: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SIGNS) }, fc.string({ unit: "binary", maxLength: 3 })),
});

function damage(text: string, { kind, at, length, sign }: Edit): string {
	const from = Math.floor(at * text.length);
	const [before, part, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
	switch (kind) {
		case "replace":
			return before + sign + after;
		case "insert":
			return before + sign + part + after;
		case "delete":
			return before + after;
		case "double":
			return before + part + part + after;
		case "swap":
			return before + after.slice(0, length) + part + after.slice(length);
		case "cut":
			return at < 0.5 ? after : before;
	}
}

function damaged(texts: readonly string[]): fc.Arbitrary<string> {
	return fc
		.tuple(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 3 }))
		.map(([text, edits]) => edits.reduce(damage, text));
}

export const DAMAGED = {
	gameString: damaged(games.map(makeGameString)),
	pgn: damaged(games.map((game) => makePgn(recordOf(game, { event: "Club {1} [2] (3)" })))),
	sgf: damaged([
		...games.map((game) => makeSgf(recordOf(game, { event: "Club {1} [2] (3)" }))),
		...(SHARED_SGF ?? []).map(([, text]) => text),
	]),
} as const;

/** What was read must be a game that its own text gives again; what was not must say where and why. */
export function checkGameString(text: string): void {
	const read = parseGameString(text, RECORD_RULES);
	if (read.ok) {
		expect(parseGameString(makeGameString(read.value), RECORD_RULES).ok).toBe(true);
		return;
	}
	const { code, part, ply, refusal, message } = read.error;
	expect(message.length).toBeGreaterThan(0);
	expect(part.length).toBeLessThanOrEqual(80);
	if (code === "BAD_MOVE") expect([typeof ply, typeof refusal?.reason]).toEqual(["number", "string"]);
}

export const checkPgn = (text: string) => checkRecord(text, parsePgn(text), makePgn, parsePgn);
export const checkSgf = (text: string) => checkRecord(text, parseSgf(text), makeSgf, parseSgf);

function checkRecord(
	text: string,
	read: Result<GameRecord, RecordFault>,
	make: (record: GameRecord) => string,
	parse: (text: string) => Result<GameRecord, RecordFault>,
): void {
	if (read.ok) {
		const again = parse(make(read.value));
		expect(again.ok && makeGameString(again.value.game)).toBe(makeGameString(read.value.game));
		return;
	}
	const { code, line, part, ply, refusal, message } = read.error;
	expect(message.length).toBeGreaterThan(0);
	expect(part.length).toBeLessThanOrEqual(80);
	expect(line).toBeGreaterThanOrEqual(1);
	expect(line).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
	if (code === "BAD_MOVE") expect([typeof ply, typeof refusal?.reason]).toEqual(["number", "string"]);
}
