/** What the engine's tests read: the project's own test data, the shared collection where there is one, and its canonical form. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { parseGameType } from "../../src/engine/expansions.ts";
import { boardOf, type Game, legalMoves, newGame, playMove } from "../../src/engine/game.ts";
import type { Move } from "../../src/engine/move.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";

/** The collections were made with repetition off and no queen first. */
export const PLAIN: RuleSet = { ...RULE_SETS.tournament, id: "plain", repetition: "none" };
export const QUEEN_FIRST: RuleSet = { ...PLAIN, id: "queen-first", queenFirst: true };

const OWN = new URL("../data/", import.meta.url);
const SHARED = new URL("../../../shared/data/", import.meta.url);

/** A mutation run (scripts/mutate.ts) asks for less than all of what is only bulk: most of it is enough to notice a fault. */
const SHARE = Number(process.env.HIVEPOST_TEST_SHARE ?? 1);

/** All rows, or so many as are asked for, from all over the list. */
export function bulk<T>(rows: readonly T[]): readonly T[] {
	const every = Math.round(1 / SHARE);
	return rows.filter((_, index) => index % every === 0);
}

/** How deep to look where each ply takes as long as all before it, and more. */
export function depthFor(full: number): number {
	return SHARE < 1 ? full - 2 : full;
}

export function readOwn(name: string): string {
	return readFileSync(new URL(name, OWN), "utf8");
}

/** Games that other projects recorded may not be copied: they are read in place, null where they are not there. */
export function readShared(name: string): string | null {
	const url = new URL(name, SHARED);
	return existsSync(url) ? readFileSync(url, "utf8") : null;
}

/** A test's name that says why it was skipped. */
export function whereShared(name: string, present: boolean): string {
	return present ? name : `${name} - skipped: there is no ../shared/data beside this checkout`;
}

export function readRows<T>(text: string): readonly T[] {
	return text
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as T);
}

export type GameRow = {
	readonly id: string;
	readonly kind?: string;
	readonly type: string;
	readonly moves: readonly string[];
	readonly canon?: readonly string[];
	readonly counts: readonly number[];
	readonly hashes: readonly string[];
	readonly finalCount?: number;
	readonly finalHash?: string;
	readonly state: string | null;
	readonly expectState?: string;
	readonly expectMoves?: readonly string[];
	readonly thirdOccurrenceAt?: number;
	readonly rejectedAt?: number;
	readonly rejectedMove?: string;
	readonly invalidMove?: string;
	readonly end?: string;
};

export function canonOf(move: Move): string {
	return move === "pass" ? "pass" : `${move.piece}@${move.to.q},${move.to.r}`;
}

export function canonList(game: Game): readonly string[] {
	return legalMoves(game).map(canonOf).sort();
}

export function hashOf(list: readonly string[]): string {
	return createHash("sha256").update(list.join("\n")).digest("hex");
}

export function start(type: string, rules: RuleSet = PLAIN): Game {
	const expansions = parseGameType(type);
	if (expansions === null) throw new Error(`not a game type: ${type}`);
	return newGame(rules, expansions);
}

/** Plays one move written in any way; throws, with the reason, where it is refused. */
export function step(game: Game, text: string): Game {
	const move = parseMove(game, text);
	if (!move.ok) throw new Error(`ply ${game.plies.length}, ${text}: ${JSON.stringify(move.error)}`);
	return playMove(game, move.value);
}

/** Plays `Base+M;wS1;bG1 wS1-;…`, or such a list with a state and a turn. */
export function replay(text: string, rules: RuleSet = PLAIN): Game {
	const [type = "", ...parts] = text.split(";");
	const moves = parts.filter((part) => !/^(NotStarted|InProgress|Draw|\w+Wins|(White|Black)\[\d+\])$/.test(part));
	return moves.reduce(step, start(type, rules));
}

/** Where a piece of the position may go, as `q,r`. */
export function targetsOf(game: Game, piece: string): readonly string[] {
	return canonList(game)
		.filter((move) => move.startsWith(`${piece}@`))
		.map((move) => move.slice(piece.length + 1));
}

/** The canonical name of a move written in any way, or why it is refused. */
export function tryMove(game: Game, text: string): string {
	const move = parseMove(game, text);
	return move.ok ? canonOf(move.value) : move.error.reason;
}

/**
 * A position written out by hand from the public face alone, to compare the engine's notion of sameness with: bugs and
 * colours level by level, moved to a corner, and the side to move.
 */
export function cellsOf(game: Game): string {
	const board = boardOf(game);
	const left = Math.min(...board.map((it) => it.q));
	const top = Math.min(...board.map((it) => it.r));
	const cells = board.map((it) => `${it.q - left},${it.r - top},${it.z}:${it.piece.slice(0, 2)}`).sort();
	return `${game.toMove}|${cells.join(" ")}`;
}

/** The same, with the place of the piece moved last where a pillbug is in play. */
export function positionOf(game: Game): string {
	const board = boardOf(game);
	const last = game.plies.at(-1)?.move;
	const pillbug = board.some((it) => it.piece[1] === "P");
	if (!pillbug || last === undefined || last === "pass" || last.from === null) return cellsOf(game);
	const left = Math.min(...board.map((it) => it.q));
	const top = Math.min(...board.map((it) => it.r));
	return `${cellsOf(game)}|${last.to.q - left},${last.to.r - top}`;
}
