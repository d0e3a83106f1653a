/** Counting how often a position has stood, and what the rule set makes of a third time. */
import { PASS } from "./board.ts";
import { type GameResult, listOf, type Room } from "./position.ts";
import type { RuleSet } from "./ruleset.ts";

/**
 * The rooms in which this position has stood, this one first, the oldest last; within the window of the rule set, both
 * ends included. The search ends at the last placement: before it there were fewer pieces.
 */
function standings(room: Room, rules: RuleSet): readonly Room[] {
	const found = [room];
	const oldest = room.ply - (rules.window ?? Number.POSITIVE_INFINITY);
	let at = room;
	while (at.before !== null && (at.from !== null || at.move === PASS)) {
		at = at.before;
		if (at.ply < oldest) break;
		if (at.key === room.key) found.push(at);
	}
	return found;
}

/** How often the position of this room has stood, this time included. */
export function countStandings(room: Room, rules: RuleSet): number {
	return standings(room, rules).length;
}

/** The draw that comes by itself with this position, if the rule set has one. */
export function repetitionResult(room: Room, rules: RuleSet): GameResult | null {
	if (rules.repetition !== "automatic" && rules.repetition !== "stalemate") return null;
	const rooms = standings(room, rules);
	if (rooms.length < 3) return null;
	if (rules.repetition === "automatic") return { winner: null, reason: "repetition" };
	return isStalemate(room, rooms[rooms.length - 2] as Room) ? { winner: null, reason: "stalemate" } : null;
}

/**
 * Whether from one room to another each side could move nothing but one piece, always the same. A side that had to
 * pass could move even less, so a forced pass does not speak against it.
 */
function isStalemate(room: Room, since: Room): boolean {
	const only: [number, number] = [PASS, PASS];
	for (let at: Room = room; ; at = at.before as Room) {
		const side = at.ply & 1;
		for (const move of listOf(at)) {
			const piece = move >> 10;
			if (piece === PASS || piece === only[side]) continue;
			if (only[side] !== PASS) return false;
			only[side] = piece;
		}
		if (at === since) return true;
	}
}
