/** What happened in a game, told from its GameString: the position, and what its reader has not seen yet. */
import { lastStep as stepOf } from "../../board/marks.ts";
import type { Step } from "../../board/text.ts";
import { parseGameType } from "../../engine/expansions.ts";
import { type Game, gameAt, newGame, type PlayedPly, playMove } from "../../engine/game.ts";
import { parseMove } from "../../engine/movestring.ts";
import { queenOf, type Side } from "../../engine/piece.ts";
import { RULE_SETS, type RuleSet } from "../../engine/ruleset.ts";

/** Rules under which every legal move of every rule set is legal, and no position ends a game that was played on. */
const WIDEST: RuleSet = {
	...RULE_SETS.official,
	id: "widest",
	expansions: ["M", "L", "P"],
	queenFirst: true,
	repetition: "none",
	window: null,
	elevatedGates: false,
};

/**
 * The game of a GameString that the service wrote itself. Its state and turn are not looked at: what ended a game need
 * not be on the board.
 * @throws when it cannot be replayed, which for our own record is a bug
 */
export function replayRecord(gameString: string): Game {
	const [type = "", , , ...moves] = gameString.split(";");
	const expansions = parseGameType(type);
	if (!expansions) throw new Error(`not a game type: ${type}`);
	return moves.reduce<Game>(
		(game, text) => {
			const move = parseMove(game, text);
			if (!move.ok) throw new Error(`a recorded move does not replay: ${text} (${move.error.reason})`);
			return playMove(game, move.value);
		},
		newGame(WIDEST, expansions),
	);
}

export type NumberedPly = PlayedPly & { readonly number: number };

/** The half-moves since the reader's own last move, the service's passes for either side among them. */
export function sinceOwnMove(plies: readonly PlayedPly[], seat: Side): readonly NumberedPly[] {
	const numbered = plies.map((ply, index) => ({ ...ply, number: index + 1 }));
	const own = numbered.findLastIndex((ply) => ply.side === seat && ply.move !== "pass");
	return numbered.slice(own + 1);
}

/** The half-moves that had been played before a side's last own move; null when it has made none. */
export function ownLastPly(gameString: string, seat: Side): number | null {
	const moves = gameString.split(";").slice(3);
	const own = moves.findLastIndex((text, ply) => text !== "pass" && (ply % 2 === 0) === (seat === "white"));
	return own < 0 ? null : own;
}

/** The last so many half-moves. */
export function lastPlies(plies: readonly PlayedPly[], count: number): readonly NumberedPly[] {
	return plies.map((ply, index) => ({ ...ply, number: index + 1 })).slice(-count);
}

/** Where the last piece to move came from and went: of the last half-move that was not a pass. */
export function lastStep(game: Game): Step | null {
	return stepOf(gameAt(game, game.plies.findLastIndex(({ move }) => move !== "pass") + 1));
}

/** Whether a side has to place its queen on the turn that is now its own. */
export function isQueenDue(game: Game, seat: Side): boolean {
	const own = game.plies.filter(({ side }) => side === seat).length;
	const queen = queenOf(seat);
	const placed = game.plies.some(({ move }) => move !== "pass" && move.piece === queen);
	return !placed && own === 3 && game.toMove === seat;
}
