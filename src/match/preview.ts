/** A move tried and not made: what it would be called, where it would lead, and what its player should know before. */
import { boardOf, playMove } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import { parseMove } from "../engine/movestring.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { Facts, PlayerCommand, Refusal } from "./command.ts";
import { foresee } from "./decide.ts";
import type { Outcome } from "./event.ts";
import { checkLines, type Line } from "./lines.ts";
import { type MatchState, seatOf } from "./state.ts";
import type { PlayerId } from "./terms.ts";
import { type Warning, warningsOf } from "./warnings.ts";

export type Preview = {
	/** Canonical UHP MoveString. */
	readonly move: string;
	readonly ply: number;
	readonly gameString: string;
	readonly board: ReturnType<typeof boardOf>;
	/** The result the move would bring, null while the game would go on. */
	readonly result: Outcome | null;
	readonly warnings: readonly Warning[];
};

/** What a move command, and the lines that come with it, would do: checked exactly as the move itself would be. Changes nothing. */
export function previewMove(
	state: MatchState,
	command: PlayerCommand & { readonly type: "move"; readonly by: PlayerId | null },
	now: number,
	facts: Facts,
	lines: readonly Line[] = [],
): Result<Preview, Refusal> {
	const ahead = foresee(state, command, now, facts);
	if (!ahead.ok) return ahead;
	const parsed = parseMove(state.game, command.move);
	const seat = seatOf(state, command.by);
	if (!parsed.ok || !seat) throw new Error("a move that was decided can be read and has a player");
	const prepared = checkLines(ahead.value.after, seat, lines, "/then");
	if (!prepared.ok) return err({ code: "ERR_BAD_LINES", problems: prepared.error });
	const after = playMove(state.game, parsed.value);
	return ok({
		move: after.plies.at(-1)?.text ?? "pass",
		ply: after.plies.length,
		gameString: makeGameString(after),
		board: boardOf(after),
		result: ahead.value.after.result,
		warnings: warningsOf(state.game, parsed.value),
	});
}
