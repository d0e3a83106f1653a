/** A way through prepared answers, move by move on the board: where it leads, and the tree with it put in. Pure. */
import { type Game, legalMoves, makeMove, makePly, mustPass, type PlayedPly, playMove } from "../engine/game.ts";
import { parseMove } from "../engine/movestring.ts";
import type { Side } from "../engine/piece.ts";
import { type Line, makeLine } from "../match/lines.ts";

/** One answer on the way: what is answered, and by what. Missing where that side has to pass. */
type Step = { readonly if?: string; readonly then?: string };

export type Walk = {
	/** After the last move and the passes forced by it. */
	readonly game: Game;
	/** All moves of the way and the passes between them. */
	readonly plies: readonly PlayedPly[];
	/** Whole answers; a move of the opponent that is still to be answered is not among them. */
	readonly steps: readonly Step[];
	/** Whose move goes on; null where the game is over. */
	readonly turn: "theirs" | "mine" | null;
};

/**
 * Walks a way: moves of either side in turn, forced passes left out.
 * @returns null where one of them cannot be played
 */
export function walkPath(start: Game, owner: Side, moves: readonly string[]): Walk | null {
	const steps: Step[] = [];
	let game = start;
	let over = game.result !== null;
	let asked: string | undefined;
	for (const text of moves) {
		if (over) return null;
		const read = parseMove(game, text);
		if (!read.ok || read.value === "pass") return null;
		const spelled = makeMove(game, read.value);
		if (game.toMove === owner) {
			steps.push(stepOf(asked, spelled));
			asked = undefined;
		} else {
			asked = spelled;
		}
		game = playMove(game, read.value);
		let passes = 0;
		for (; passes < 2 && mustPass(game); passes += 1) {
			if (game.toMove === owner && asked !== undefined) {
				steps.push(stepOf(asked, undefined));
				asked = undefined;
			}
			game = playMove(game, "pass");
		}
		over = game.result !== null || passes === 2;
	}
	const turn = over ? null : game.toMove === owner ? "mine" : "theirs";
	return { game, plies: game.plies.slice(start.plies.length), steps, turn };
}

function stepOf(asked: string | undefined, answer: string | undefined): Step {
	// biome-ignore lint/suspicious/noThenProperty: the contract's name; it holds a text and is nothing to await.
	return { ...(asked === undefined ? {} : { if: asked }), ...(answer === undefined ? {} : { then: answer }) };
}

/** The tree with a way put in. Where it answers a move otherwise than the tree does, that and all below it gives way. */
export function mergePath(lines: readonly Line[], steps: readonly Step[]): readonly Line[] {
	const [step, ...rest] = steps;
	if (!step) return lines;
	const at = lines.findIndex((one) => one.if === step.if);
	const before = lines[at];
	const below = before?.then === step.then ? (before?.next ?? []) : [];
	const merged = makeLine(step.if, step.then, mergePath(below, rest));
	return before ? lines.with(at, merged) : [...lines, merged];
}

/** What can be played at the end of a way; a move of the opponent that ends the game cannot be answered. */
export function movesFrom({ game, turn }: Walk): readonly PlayedPly[] {
	if (turn === null) return [];
	return legalMoves(game).flatMap((move) => {
		if (move === "pass") return [];
		if (turn === "theirs" && playMove(game, move).result !== null) return [];
		return [makePly(game, move)];
	});
}
