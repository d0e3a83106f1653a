/** The game that the browser tests play again, and the way to bring one so far: a throw, a climb, a forced pass, a surrounded queen. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Person, signIn } from "../../scripts/people.ts";
import { inviteAndAccept, playThrough, type Table } from "../../scripts/playing.ts";
import { parseRecordings } from "../../scripts/record.ts";
import type { Server } from "../../scripts/server.ts";
import { newGame, type PlayedPly } from "../../src/engine/game.ts";
import type { PieceMove } from "../../src/engine/move.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";

const recordings = parseRecordings(
	readFileSync(join(import.meta.dirname, "table-games.txt"), "utf8"),
	RULE_SETS.tournament,
);
if (!recordings.ok) throw new Error(recordings.error);
export const whole = recordings.value[0]?.game ?? newGame(RULE_SETS.tournament, []);

export type Pair = readonly [Person, Person];

export const meet = ({ origin }: Server): Promise<Pair> =>
	Promise.all([
		signIn(origin, "anna@example.com", "Anna", "link"),
		signIn(origin, "bruno@example.com", "Bruno", "code"),
	]);

/** A game that has just begun; the first of the two has White. */
export const newTable = ({ origin }: Server, [anna, bruno]: Pair): Promise<Table> =>
	inviteAndAccept(origin, anna, bruno, { rules: "tournament", expansions: ["M", "L", "P"], seat: "white" });

/** Plays the recorded half-move after so many, as a program would; a pass is the service's. */
export const playNext = (table: Table, count: number): Promise<void> => playThrough(table, whole, count, count + 1);

/** Brings a new game so far that so many half-moves of the recorded one are played. */
export const playTo = (table: Table, count: number): Promise<void> => playThrough(table, whole, 0, count);

/** The recorded half-move after so many. */
export function plyAfter(count: number): PlayedPly & { readonly move: PieceMove } {
	const ply = whole.plies[count];
	if (!ply || ply.move === "pass") throw new Error(`nobody moves after ${count} half-moves`);
	return { ...ply, move: ply.move };
}
