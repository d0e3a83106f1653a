/** Positions that more than one test speaks of, each with what is special about it. */
import { boardOf, type Game, legalMoves, playMove } from "../../src/engine/game.ts";
import type { RuleSet } from "../../src/engine/ruleset.ts";
import { canonOf, type GameRow, PLAIN, readOwn, readRows, replay, start, step, targetsOf } from "./corpus.ts";

const edges = JSON.parse(readOwn("edge-cases.json")) as readonly GameRow[];
const random = readRows<GameRow>(readOwn("random-games.jsonl"));

/** A position of `edge-cases.json` by its id. */
export function edge(id: string, rules: RuleSet = PLAIN): Game {
	return prefix(edges, id, Number.POSITIVE_INFINITY, rules);
}

/** The first plies of one of `random-games.jsonl`. */
export function randomGame(id: string, plies: number, rules: RuleSet = PLAIN): Game {
	return prefix(random, id, plies, rules);
}

function prefix(rows: readonly GameRow[], id: string, plies: number, rules: RuleSet): Game {
	const row = rows.find((it) => it.id === id);
	if (row === undefined) throw new Error(`there is no row ${id}`);
	return row.moves.slice(0, plies).reduce(step, start(row.type, rules));
}

/** White to move, both queens in play, free pieces and a full reserve. */
export const OPEN = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";

/** The ant in the middle holds the hive together, and would again touch both parts where (0,-1) is. */
export const LINK = "Base;wA1;bS1 -wA1;wQ wA1/;bQ -bS1";

/** wB1 has climbed onto the spider; White to move. */
export const COVERED_SPIDER = "Base;wS1;bS1 wS1-;wB1 -wS1;bQ bS1-;wQ \\wS1;bA1 bQ-;wB1 wS1;bA1 bQ\\";

/** wB1 has gone on to Black's spider and so claims (1,-1) for White, who is to move. */
export const CLAIMED_CELL = `${COVERED_SPIDER};wB1 bS1;bA1 bQ-`;

/** wG1 at (-1,0) is free; its row to the right has a gap at (2,0) and bG1 behind it. White to move. */
export const GAP_IN_ROW = "Base;wS1;bS1 wS1-;wG1 -wS1;bQ bS1/;wQ \\wS1;bA1 bQ-;wA1 \\wQ;bG1 bA1\\";

/** wG1 at (-1,0) is free; wB1 stands beside it. White to move. */
export const FREE_HOPPER = "Base;wS1;bS1 wS1-;wG1 -wS1;bQ bS1-;wQ \\wS1;bA1 bQ-;wB1 /wS1;bA1 bQ\\";

/** (-1,0) is closed on five sides; the grasshopper wG2 jumps into it. White to move. */
export const HOLE_FOR_HOPPER = "Base;wG1;bB1 \\wG1;wG2 wG1-;bQ -bB1;wQ /wG1;bG1 /bQ";

/** bA1 has five neighbours, is no link, and cannot get out. Black to move. */
export const LOCKED_ANT =
	"Base;wS1;bA1 \\wS1;wG1 /wS1;bS1 \\bA1;wQ -wG1;bS2 \\bS1;wQ -wS1;bQ bS2-;wA1 wG1-;bG1 bQ-;wA1 -bS2;bG1 -wA1;wG1 bA1-;bQ bS1-;wG2 wS1-";

/** The spider bS1 is locked in like that. Black to move. */
export const LOCKED_SPIDER =
	"Base+M;wG1;bS1 \\wG1;wA1 wG1\\;bQ \\bS1;wM wA1\\;bS2 \\bQ;wQ wA1-;bS2 -wG1;wM bQ-;bM -bS1;wQ wA1\\";

/** The queen bQ is locked in like that. Black to move. */
export const LOCKED_QUEEN =
	"Base+L;wB1;bB1 \\wB1;wQ wB1\\;bB2 bB1/;wS1 wQ\\;bQ \\bB2;wA1 wQ-;bG1 bQ-;wB2 /wS1;bG2 \\bQ;wG1 wB2\\;bA1 -bQ;wA1 -bB2";

/** Grasshopper, beetle, ladybug and mosquito with five neighbours on the table: they get out. */
export const HOPPER_IN_HOLE = "Base+L;wG1;bA1 \\wG1;wQ /wG1;bL -bA1;wS1 wQ-;bQ bL/;wS2 wG1-;bL -wG1";
export const BEETLE_IN_HOLE =
	"Base+L;wB1;bB1 -wB1;wB2 wB1-;bQ \\bB1;wG1 wB2/;bQ -bB1;wQ -wG1;bQ /bB1;wA1 wQ/;bA1 -bQ;wA1 /wB2;bA1 -wA1";
export const LADYBUG_IN_HOLE =
	"Base+L;wG1;bS1 wG1/;wG2 -wG1;bQ bS1/;wQ wG1\\;bQ \\bS1;wB1 -wQ;bS2 \\bQ;wG3 wQ\\;bA1 bS2/;wS1 -wB1;bA2 bS1-;wS2 /wB1;bA2 -wG3;wA1 wQ-;bA2 bS2-;wB2 \\wG2;bA3 bA1/;wA2 -wS1;bL bQ-;wA2 -bQ;bA3 wS2\\;wB1 wS2;bA3 bL-;wA1 bA2-";
export const MOSQUITO_IN_HOLE =
	"Base+ML;wM;bG1 /wM;wS1 wM/;bM /bG1;wG1 wM-;bS1 bM\\;wQ wS1/;bQ -bS1;wB1 wQ/;bL bM-;wB2 -wS1;bM -wM";

/** (0,0) is closed on five sides; the ladybug wL drops into it from above. White to move. */
export const HOLE_FOR_LADYBUG =
	"Base+L;wG1;bA1 \\wG1;wQ /wG1;bL -bA1;wS1 wQ-;bQ bL/;wS2 wG1-;bL -wG1;wG1 /wQ;bS1 -bL;wL wS2/;bB1 -bS1";

/** wM touches wS1, which bB1 has covered, and wQ. White to move. */
export const MOSQUITO_AT_STACK =
	"Base+M;wS1;bS1 wS1-;wM -wS1;bQ bS1-;wQ \\wS1;bB1 bS1\\;wA1 \\wQ;bB1 bS1;wA1 wQ/;bB1 wS1";

/** bB1 stands on the beetle wB1. White to move. */
export const COVERED_BEETLE = "Base;wB1;bS1 wB1-;wQ -wB1;bQ bS1-;wA1 \\wQ;bB1 bS1\\;wA1 -wQ;bB1 bS1;wA1 \\wQ;bB1 wB1";

/** bB1, on its own queen, stands beside White's. Black to move. */
export const BEETLE_BESIDE_QUEEN =
	"Base;wB1;bG1 wB1-;wB2 \\wB1;bB1 bG1-;wA1 \\wB2;bB2 /bB1;wQ wA1-;bQ bG1/;wQ -bQ;bB1 bQ;wA1 -wB2";

/** All four beetles and both mosquitoes on one piece: a stack of seven. Black to move. */
export const STACK_OF_SEVEN =
	"Base+M;wA1;bG1 -wA1;wB1 wA1/;bQ -bG1;wB2 wA1\\;bM /bG1;wQ wA1-;bB1 bQ/;wA2 wB1/;bB1 bG1;wM wA2/;bM bB1;wM bQ/;bB2 /bM;wB2 wA1;bB2 bM;wB2 bB2;bG2 /bQ;wA2 -bG2;bG3 bG2\\;wM wB2;bS1 /bG3;wB1 wA1;bS2 bS1\\;wA2 bG2-;bA1 -bS1;wB1 wM";

/** Both queens step to and fro: the position after ply 4 stands again after 8 and 12. */
export const QUEENS_DANCE =
	"Base;wG1;bA1 wG1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/";

/** Shut in, each side can move one ant only, to and fro: the position after ply 30 stands again after 34 and 38. */
export const ONE_PIECE_DANCE =
	"Base;wQ;bS1 wQ/;wG1 wQ\\;bS2 bS1/;wS1 wG1\\;bG1 \\bS2;wS2 wS1\\;bQ \\bG1;wG2 wS2\\;bB1 -bQ;wG3 wG2-;bB2 \\bB1;wB1 wG3\\;bG2 -bB2;wB2 /wB1;bG3 /bG2;wA1 wB2\\;bA1 /bG3;wA2 /wA1;bA1 -wA2;wA3 wG3/;bA1 wA2\\;wA3 -bG3;bA1 /wA3;wA2 wA1-;bA1 wA2\\;wA3 bA1-;bA2 bG3\\;wA3 bA1\\;bA3 /bA2;wA3 bA1-;bA3 bA2\\;wA3 bA1\\;bA3 /bA2;wA3 bA1-;bA3 bA2\\;wA3 bA1\\;bA3 /bA2";

/** Both ants have just come out; what follows is their walk. */
const ANTS_AT_HOME = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";

/**
 * A position that stands after ply 6, after ply 10, and a third time exactly `span` plies after the first: the ants go
 * out and come home at once, and then once on a long way on which nothing stands twice.
 */
export function antsComeHome(rules: RuleSet, span: number): Game {
	let game = replay(ANTS_AT_HOME, rules);
	const home = { wA1: placeOf(game, "wA1"), bA1: placeOf(game, "bA1") };
	// White's ant goes round five cells on the left and Black's round three on the right: fifteen turns without a repeat.
	const left = targetsOf(game, "wA1")
		.filter((cell) => Number.parseInt(cell, 10) <= 0)
		.slice(0, 5);
	const right = targetsOf(moveTo(game, "wA1", left[0]), "bA1")
		.filter((cell) => Number.parseInt(cell, 10) >= 2)
		.slice(0, 3);
	for (const walk of [2, (span - 4) / 2]) {
		for (let turn = 1; turn <= walk; turn++) {
			game = moveTo(game, "wA1", turn === walk ? home.wA1 : left[turn % 5]);
			game = moveTo(game, "bA1", turn === walk ? home.bA1 : right[turn % 3]);
		}
	}
	return game;
}

function placeOf(game: Game, piece: string): string {
	const place = boardOf(game).find((it) => it.piece === piece);
	return `${place?.q},${place?.r}`;
}

function moveTo(game: Game, piece: string, target: string | undefined): Game {
	const move = legalMoves(game).find((it) => canonOf(it) === `${piece}@${target}`);
	if (move === undefined) throw new Error(`${piece} cannot go to ${target}`);
	return playMove(game, move);
}
