/** The Universal Hive Protocol line by line: each command, each error, and what other engines expect. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startUhp, stepUhp, type UhpEngine, type UhpState } from "../../src/cli/uhp-engine.ts";
import { type Game, legalMoves } from "../../src/engine/game.ts";
import type { Move } from "../../src/engine/move.ts";
import { type GameRow, readOwn, readRows, readShared, tryMove, whereShared } from "../engine/corpus.ts";
import * as at from "../engine/positions.ts";

const asked: unknown[] = [];

/** Thinks of the first legal move, and keeps what it was asked. */
const ENGINE: UhpEngine = {
	version: "1.2.3",
	think: (game, limits) => {
		asked.push(limits);
		return legalMoves(game)[0] as Move;
	},
};

/** What a session prints after its beginning, without the `ok`s, which must all be there. */
function session(...lines: readonly string[]): readonly string[] {
	let { state } = startUhp(ENGINE);
	return lines.flatMap((line) => {
		const step = stepUhp(ENGINE, state, line);
		expect(step.output.at(-1)).toBe("ok");
		expect(step.output.filter((text) => text === "ok" || /[\r\n]/.test(text))).toEqual(["ok"]);
		state = step.state;
		return step.output.slice(0, -1);
	});
}

function stateAfter(...lines: readonly string[]): UhpState {
	return lines.reduce((state, line) => stepUhp(ENGINE, state, line).state, startUhp(ENGINE).state);
}

test("it introduces itself unasked", () => {
	expect(startUhp(ENGINE).output).toEqual(["id Hivepost 1.2.3", "Mosquito;Ladybug;Pillbug", "ok"]);
});

describe("each command answers as the protocol has it", () => {
	test.each<[string, readonly string[], readonly string[]]>([
		["info", ["info"], ["id Hivepost 1.2.3", "Mosquito;Ladybug;Pillbug"]],
		["newgame alone", ["newgame"], ["Base;NotStarted;White[1]"]],
		["newgame with a type", ["newgame Base+MLP"], ["Base+MLP;NotStarted;White[1]"]],
		["newgame with a type in another order", ["newgame Base+PM"], ["Base+MP;NotStarted;White[1]"]],
		[
			"newgame with a game",
			["newgame Base;InProgress;White[2];wS1;bS1 wS1-"],
			["Base;InProgress;White[2];wS1;bS1 wS1-"],
		],
		[
			"newgame with a game whose state and turn are wrong: the moves count",
			["newgame Base;Draw;White[7];wS1; bS1 wS1-"],
			["Base;InProgress;White[2];wS1;bS1 wS1-"],
		],
		[
			"newgame again",
			["newgame", "play wS1", "newgame Base+M"],
			["Base;NotStarted;White[1]", "Base;InProgress;Black[1];wS1", "Base+M;NotStarted;White[1]"],
		],
		[
			"play",
			["newgame", "play wS1", "play bS1 wS1-"],
			["Base;NotStarted;White[1]", "Base;InProgress;Black[1];wS1", "Base;InProgress;White[2];wS1;bS1 wS1-"],
		],
		["validmoves", ["newgame", "validmoves"], ["Base;NotStarted;White[1]", "wS1;wB1;wG1;wA1"]],
		[
			"undo",
			["newgame Base;wS1;bS1 wS1-", "undo"],
			["Base;InProgress;White[2];wS1;bS1 wS1-", "Base;InProgress;Black[1];wS1"],
		],
		[
			"undo of several",
			["newgame Base;wS1;bS1 wS1-", "undo 2"],
			["Base;InProgress;White[2];wS1;bS1 wS1-", "Base;NotStarted;White[1]"],
		],
		[
			"options",
			["options"],
			[
				"RuleSet;enum;tournament;tournament;colmeia;colonia;sarang;real-murcia;chessplayx;tournament;official",
				"Seed;int;0;0;0;2147483647",
			],
		],
		["options get", ["options get seed"], ["Seed;int;0;0;0;2147483647"]],
		[
			"options set",
			["options set Seed 7", "options get Seed"],
			["Seed;int;7;0;0;2147483647", "Seed;int;7;0;0;2147483647"],
		],
		["bestmove in a time", ["newgame", "bestmove time 00:00:05"], ["Base;NotStarted;White[1]", "wS1"]],
		["bestmove to a depth", ["newgame", "bestmove depth 2"], ["Base;NotStarted;White[1]", "wS1"]],
		["help for one command", ["help undo"], ["undo [N] - take back the last move, or the last N"]],
		["exit", ["exit"], []],
		["commands in capitals and blanks around", ["  NEWGAME   Base  "], ["Base;NotStarted;White[1]"]],
		["a byte order mark before the first command", ["\uFEFFnewgame"], ["Base;NotStarted;White[1]"]],
	])("%s", (_, lines, output) => {
		expect(session(...lines)).toEqual(output);
	});

	test("help names every command", () => {
		const names = session("help").map((line) => line.split(" ")[0]);
		expect(names).toEqual("info newgame play pass validmoves bestmove undo options help exit".split(" "));
	});

	test("a forced pass is the only move, by either command", () => {
		const game = "newgame Base+ML;wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1";
		expect(session(game, "validmoves").at(-1)).toBe("pass");
		expect(session(game, "pass").at(-1)).toMatch(/;wM \/bG1;pass$/);
		expect(session(game, "play pass")).toEqual(session(game, "pass"));
	});

	test("a finished game has no moves and does not go on", () => {
		const line = `newgame ${at.QUEENS_DANCE}`;
		expect(session(line, "validmoves", "play wQ -wG1", "pass", "bestmove depth 1")).toEqual([
			`${at.QUEENS_DANCE.replace("Base", "Base;Draw;White[7]")}`,
			"",
			"invalidmove wQ -wG1: the game is over (GAME_OVER)",
			"invalidmove pass: the game is over (GAME_OVER)",
			"err The game is over.",
		]);
		expect(session(line, "undo").at(-1)).toMatch(/^Base;InProgress;Black\[6\];/);
	});

	test("bestmove does not change the game and hands limits and seed on", () => {
		asked.length = 0;
		const before = stateAfter("newgame", "options set Seed 5");
		for (const line of [
			"bestmove time 01:02:03",
			"bestmove time 00:00:00",
			"bestmove time 0:0:0.5",
			"bestmove depth 12",
		]) {
			expect(stepUhp(ENGINE, before, line).state).toEqual(before);
		}
		expect(asked).toEqual([
			{ ms: 3_723_000 - 30, seed: 5 },
			{ ms: 1, seed: 5 },
			{ ms: 470, seed: 5 },
			{ depth: 12, seed: 5 },
		]);
	});

	test("the rule set is the next game's, not this one's", () => {
		const lines = ["newgame", "options set RuleSet Official", "validmoves", "newgame", "validmoves"];
		expect(session(...lines)).toEqual([
			"Base;NotStarted;White[1]",
			expect.stringMatching(/^RuleSet;enum;official;tournament;/),
			"wS1;wB1;wG1;wA1",
			"Base;NotStarted;White[1]",
			"wQ;wS1;wB1;wG1;wA1",
		]);
		expect(session("options set RuleSet sarang", "info").slice(1)).toEqual(["id Hivepost 1.2.3"]);
		expect(session("options set RuleSet colonia", "newgame Base+P").at(-1)).toBe(
			"err Base+P: colonia does not allow P.",
		);
	});
});

describe("what is wrong is said in one line, and nothing changes", () => {
	test.each([
		["", "err There is no command in this line."],
		["hello", "err Unknown command hello. Try 'help'."],
		["constructor", "err Unknown command constructor. Try 'help'."],
		["newgame Chess", "err Chess: is not a game type such as Base or Base+MLP."],
		["newgame Base;Started;White[1]", "err Started: is not one of NotStarted, InProgress, Draw, WhiteWins, BlackWins."],
		[
			"newgame Base;InProgress;White[2];wS1;bS1 wS2-",
			"invalidmove Move 2, bS1 wS2-: there is no wS2 to play or to refer to (NO_SUCH_PIECE)",
		],
		["play", "err Usage: play MoveString"],
		["play bS1", "invalidmove bS1: this is not a MoveString (BAD_NOTATION)"],
		["play wS1 wS1-", "invalidmove wS1 wS1-: wS1 belongs to the other side, and nothing can throw it (NOT_YOUR_PIECE)"],
		["play bM wS1-", "invalidmove bM wS1-: this game is played without bM (NOT_IN_THIS_GAME)"],
		["play bQ wS1-", "invalidmove bQ wS1-: the queen may not be the first piece (QUEEN_FIRST)"],
		["play \u001b[31mred", "invalidmove ?[31mred: this is not a MoveString (BAD_NOTATION)"],
		["pass", "invalidmove pass: there is something to play, so passing is not allowed (NOT_FORCED)"],
		["bestmove", "err Usage: bestmove time HH:MM:SS | depth N"],
		["bestmove time 5", "err Usage: bestmove time HH:MM:SS | depth N"],
		["bestmove depth 0", "err Usage: bestmove time HH:MM:SS | depth N"],
		["bestmove depth 1000000", "err Usage: bestmove time HH:MM:SS | depth N"],
		["undo 2", "err There are only 1 moves to take back."],
		["undo x", "err Usage: undo [N]"],
		["undo -1", "err Usage: undo [N]"],
		["options get", "err Usage: options [get NAME | set NAME VALUE]"],
		["options get Colour", "err There is no option Colour."],
		["options set Seed", "err Usage: options [get NAME | set NAME VALUE]"],
		["options set Seed -1", "err -1 is no value of Seed;int;0;0;0;2147483647."],
		["options set Seed 2147483648", "err 2147483648 is no value of Seed;int;0;0;0;2147483647."],
		["options frob", "err Usage: options [get NAME | set NAME VALUE]"],
		["help me", "err There is no command me."],
	])("%j", (line, error) => {
		const before = stateAfter("newgame Base;wS1");
		expect(stepUhp(ENGINE, before, line)).toEqual({ state: before, output: [error, "ok"] });
	});

	test.each(["play wS1", "pass", "validmoves", "bestmove depth 1", "undo"])("%s needs a game", (line) => {
		expect(session(line)).toEqual(["err No game has been begun. Try 'newgame'."]);
	});
});

describe("games of the project's own, driven by the protocol", () => {
	const rows = readRows<GameRow>(readOwn("engine-games.jsonl"));
	test.each(rows.map((row) => [row.id, row] as const))("%s", (_, row) => {
		const played = session(`newgame ${row.type}`, ...row.moves.map((move) => `play ${move}`));
		const last = played.at(-1) ?? "";
		expect(last.split(";")[1]).toBe(row.state);
		expect(session(`newgame ${last}`)).toEqual([last]);
		expect(session(`newgame ${last}`, `undo ${row.moves.length}`).at(-1)).toBe(played[0]);
	});
});

const shared = readShared("games.jsonl");
const positions = shared === null ? [] : readRows<GameRow>(shared).filter((row) => row.kind === "position");

describe.skipIf(shared === null)(whereShared("positions that other engines are tested by", shared !== null), () => {
	test("each has exactly the moves and the state they expect", () => {
		for (const row of positions) {
			const state = stateAfter(`newgame ${[row.type, ...row.moves].join(";")}`);
			const game = state.game as Game;
			const [text = ""] = stepUhp(ENGINE, state, "validmoves").output;
			expect([row.id, stepUhp(ENGINE, state, "undo 0").output[0]?.split(";")[1]]).toEqual([row.id, row.expectState]);
			const moves = text === "" ? [] : text.split(";").map((move) => tryMove(game, move));
			const expected = row.expectMoves ?? [];
			const about = new Set(expected.map((move) => move.split("@")[0]));
			expect([row.id, moves.filter((move) => about.has(move.split("@")[0])).sort()]).toEqual([row.id, expected]);
			expect(new Set(moves).size).toBe(moves.length);
		}
	});
});

/** Lines a viewer might send, and what goes wrong on the way. */
const line = fc.oneof(
	fc.constantFrom(
		"info",
		"newgame",
		"validmoves",
		"pass",
		"undo",
		"options",
		"help",
		"exit",
		"bestmove depth 1",
		"play",
	),
	fc.constantFrom(
		"newgame Base+MLP",
		"newgame Base;wS1;bS1 wS1-",
		"play wS1",
		"play bS1 wS1-",
		"play wQ -wS1",
		"undo 3",
	),
	fc.string({ unit: "binary", maxLength: 60 }),
	fc
		.tuple(fc.constantFrom("newgame", "play", "bestmove", "undo", "options", "help"), fc.string({ unit: "binary" }))
		.map(([name, rest]) => `${name} ${rest}`),
);

test("whatever is sent, each line has an answer of whole lines that ends with ok", () => {
	fc.assert(
		fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
			session(...lines);
		}),
		{ numRuns: 500 },
	);
});
