/** Conditional moves: reading a tree of them and checking it, move by move, against the position. */
import { type Game, makeMove, mustPass, playMove } from "../engine/game.ts";
import type { MoveReason } from "../engine/move.ts";
import { parseMove } from "../engine/movestring.ts";
import type { Side } from "../engine/piece.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { MatchState } from "./state.ts";

/**
 * One answer prepared: should the opponent play `if`, the service plays `then`, and goes on with `next`. `"*"` is any
 * move that no other line of its level names. A forced pass is never written down: where the owner must pass, `then` is
 * left out; where the opponent must, `if` is.
 */
export type Line = {
	/** UHP, any spelling; stored in the canonical one as far as the position is known. */
	readonly if?: string;
	readonly then?: string;
	/** The answers to what the opponent plays after that. */
	readonly next?: readonly Line[];
};

/** How many lines a tree may have, all its levels together. */
export const MOST_LINES = 200;
/** How many answers may follow one another. */
export const MOST_DEPTH = 30;
const LONGEST_MOVE = 64;
const MOST_PROBLEMS = 10;

export type LineProblem = {
	/** RFC 6901, into what was sent. */
	readonly pointer: string;
	readonly message: string;
	/** Why a move is illegal. */
	readonly reason?: MoveReason;
};

/** Where a tree stands in what was sent: by itself, or along with a move. */
export type LinesPointer = "/lines" | "/then";

/** A line as plain data: what is not there has no field. */
export function makeLine(theirs: string | undefined, answer: string | undefined, next: readonly Line[] = []): Line {
	return {
		...(theirs === undefined ? {} : { if: theirs }),
		// biome-ignore lint/suspicious/noThenProperty: the contract's name; it holds a text and is nothing to await.
		...(answer === undefined ? {} : { then: answer }),
		...(next.length === 0 ? {} : { next }),
	};
}

/** How many ways through lines there are: what a reader counts as one line. */
export function countLines(lines: readonly Line[]): number {
	return lines.reduce((sum, { next = [] }) => sum + Math.max(1, countLines(next)), 0);
}

// --- Reading ---------------------------------------------------------------------------------------------------------

/** Reads a tree of whatever was sent: its shape and its size, not yet its moves. */
export function readLines(input: unknown, pointer: LinesPointer): Result<readonly Line[], readonly LineProblem[]> {
	const found = listProblems();
	const count = { lines: 0 };
	const lines = readLevel(input, pointer, 1, count, found.say);
	if (count.lines > MOST_LINES) found.say(pointer, `has more than ${MOST_LINES} lines`);
	return found.problems.length > 0 ? err(found.problems) : ok(lines);
}

function readLevel(input: unknown, at: string, depth: number, count: { lines: number }, say: Say): readonly Line[] {
	if (!Array.isArray(input)) {
		say(at, "must be a list of lines");
		return [];
	}
	if (input.length > 0 && depth > MOST_DEPTH) {
		say(at, `is more than ${MOST_DEPTH} answers deep`);
		return [];
	}
	const lines: Line[] = [];
	for (const [index, one] of input.entries()) {
		count.lines += 1;
		if (count.lines > MOST_LINES) break;
		lines.push(readLine(one, `${at}/${index}`, depth, count, say));
	}
	return lines;
}

function readLine(input: unknown, at: string, depth: number, count: { lines: number }, say: Say): Line {
	if (typeof input !== "object" || input === null || Array.isArray(input)) {
		say(at, "must be a line, such as an object with `if` and `then`");
		return {};
	}
	const fields: Readonly<Record<string, unknown>> = { ...input };
	for (const name of Object.keys(fields)) {
		if (FIELDS.has(name)) continue;
		say(`${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, "is not a field of a line");
	}
	const text = (name: "if" | "then"): string | undefined => {
		const value = fields[name];
		if (value === undefined) return undefined;
		if (typeof value === "string" && value.length <= LONGEST_MOVE) return value;
		say(`${at}/${name}`, `must be a move: text of at most ${LONGEST_MOVE} characters`);
		return undefined;
	};
	const next = fields.next === undefined ? [] : readLevel(fields.next, `${at}/next`, depth + 1, count, say);
	return makeLine(text("if"), text("then"), next);
}

const FIELDS: ReadonlySet<string> = new Set(["if", "then", "next"]);

type Say = (pointer: string, message: string, reason?: MoveReason) => void;

/** Problems as they are found; the first few are enough to work on. */
function listProblems(): { readonly problems: readonly LineProblem[]; readonly say: Say } {
	const problems: LineProblem[] = [];
	const say: Say = (pointer, message, reason) => {
		if (problems.length < MOST_PROBLEMS) problems.push({ pointer, message, ...(reason ? { reason } : {}) });
	};
	return { problems, say };
}

// --- Checking --------------------------------------------------------------------------------------------------------

/**
 * Checks a tree move by move on the position, as the moves themselves would be; gives it back in canonical spelling.
 * @param state the opponent is to move; or the owner, where the opponent has just had to pass
 */
export function checkLines(
	state: MatchState,
	owner: Side,
	lines: readonly Line[],
	pointer: LinesPointer,
): Result<readonly Line[], readonly LineProblem[]> {
	const found = listProblems();
	if (lines.length === 0) return ok([]);
	if (!state.turn) {
		found.say(pointer, "come to nothing: the game is over then");
		return err(found.problems);
	}
	const spot = { game: state.game, passed: state.turn.side === owner };
	const checked = checkLevel(spot, lines, pointer, found.say);
	return found.problems.length > 0 ? err(found.problems) : ok(checked);
}

/** Where the answers of one level are given. */
type Spot = {
	readonly game: Game;
	/** The opponent had to pass: no move of theirs is named, and the owner is to move. */
	readonly passed: boolean;
};

function checkLevel(spot: Spot, lines: readonly Line[], at: string, say: Say): readonly Line[] {
	const taken = new Set<string>();
	return lines.map((line, index) => checkLine(spot, line, `${at}/${index}`, taken, say));
}

/** @param taken what the lines before this one on its level answer */
function checkLine(spot: Spot, line: Line, at: string, taken: Set<string>, say: Say): Line {
	const theirs = spot.passed ? skipPass(spot.game, line, at, say) : readTheirs(spot.game, line, at, say);
	if (theirs === null) return line;
	if (taken.has(theirs.text)) {
		say(
			spot.passed ? at : `${at}/if`,
			spot.passed ? "has a twin: the opponent has to pass here" : "is named twice here",
		);
		return line;
	}
	taken.add(theirs.text);
	if (theirs.after === null) return checkUnseenReply(spot.game, line, ANY, at, say);
	return checkReply(theirs.after, spot.passed ? undefined : theirs.text, line, at, say);
}

/** A move of the opponent: what it is called, and where it leads; `after` null: not to be known. */
type Theirs = { readonly text: string; readonly after: Settled | null };

function skipPass(game: Game, line: Line, at: string, say: Say): Theirs | null {
	if (line.if === undefined || isAny(line.if)) return { text: "pass", after: { game, passes: 0, over: false } };
	say(`${at}/if`, "must be left out: the opponent has to pass here");
	return null;
}

function readTheirs(game: Game, line: Line, at: string, say: Say): Theirs | null {
	if (line.if === undefined) {
		say(`${at}/if`, "is missing: it may be left out only where the opponent has to pass");
		return null;
	}
	if (isAny(line.if)) return { text: ANY, after: null };
	const move = parseMove(game, line.if);
	if (!move.ok) {
		say(`${at}/if`, `is refused: ${move.error.reason}`, move.error.reason);
		return null;
	}
	const after = settle(playMove(game, move.value));
	if (after.over) {
		say(`${at}/if`, "ends the game: nothing can be answered");
		return null;
	}
	return { text: makeMove(game, move.value), after };
}

function checkReply(met: Settled, theirs: string | undefined, line: Line, at: string, say: Say): Line {
	const next = line.next ?? [];
	if (met.passes > 0) {
		if (line.then !== undefined) say(`${at}/then`, "must be left out: you have to pass here");
		return makeLine(theirs, undefined, checkLevel({ game: met.game, passed: false }, next, `${at}/next`, say));
	}
	if (line.then === undefined) {
		say(`${at}/then`, "is missing: it may be left out only where you have to pass");
		return line;
	}
	const move = parseMove(met.game, line.then);
	if (!move.ok) {
		say(`${at}/then`, `is refused: ${move.error.reason}`, move.error.reason);
		return line;
	}
	const { game, over, passes } = settle(playMove(met.game, move.value));
	if (over && next.length > 0) say(`${at}/next`, "comes to nothing: the game is over then");
	const answer = makeMove(met.game, move.value);
	return makeLine(theirs, answer, over ? [] : checkLevel({ game, passed: passes > 0 }, next, `${at}/next`, say));
}

/** Below `"*"` nothing is known of the position: that the texts look like moves is all that can be said. */
function checkUnseenReply(game: Game, line: Line, theirs: string | undefined, at: string, say: Say): Line {
	const next = line.next ?? [];
	if (line.then === undefined && next.length === 0) say(`${at}/then`, "is missing: there is nothing to play");
	const answer = line.then === undefined ? undefined : readUnseen(game, line.then, `${at}/then`, say);
	const taken = new Set<string>();
	const below = next.map((one, index) => {
		const pointer = `${at}/next/${index}`;
		const named =
			one.if === undefined ? undefined : isAny(one.if) ? ANY : readUnseen(game, one.if, `${pointer}/if`, say);
		if (taken.has((named ?? "").toLowerCase())) say(`${pointer}/if`, "is named twice here");
		taken.add((named ?? "").toLowerCase());
		return checkUnseenReply(game, one, named, pointer, say);
	});
	return makeLine(theirs, answer, below);
}

function readUnseen(game: Game, input: string, at: string, say: Say): string {
	const text = input.trim().replaceAll(/\s+/g, " ");
	const move = parseMove(game, text);
	// The first move of a game, the only one without a reference, is never a line's.
	if (text.toLowerCase() === "pass") say(at, "must be left out: a forced pass is never written down");
	else if (!text.includes(" ")) say(at, "is refused: BAD_NOTATION", "BAD_NOTATION");
	else if (!move.ok && isHopeless(move.error)) say(at, `is refused: ${move.error.reason}`, move.error.reason);
	return text;
}

/** Whether a move will be illegal wherever it is tried. Without a piece, the name is none of any piece of Hive. */
function isHopeless({ piece, reason }: { readonly piece?: string; readonly reason: MoveReason }): boolean {
	if (reason === "NO_SUCH_PIECE") return piece === undefined;
	return reason === "BAD_NOTATION" || reason === "NOT_IN_THIS_GAME";
}

/** Any move of the opponent that has no line of its own. */
export const ANY = "*";

function isAny(text: string): boolean {
	return text.trim() === ANY;
}

type Settled = { readonly game: Game; readonly passes: number; readonly over: boolean };

/** The game after the passes that the service plays at once; over, too, when neither side can move any more. */
function settle(game: Game): Settled {
	let after = game;
	let passes = 0;
	for (; passes < 2 && mustPass(after); passes += 1) after = playMove(after, "pass");
	return { game: after, passes, over: after.result !== null || passes === 2 };
}
