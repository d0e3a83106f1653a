/** Games that the match tests play: made through `decide` alone, as the service makes them. */
import type { Expansion } from "../../src/engine/piece.ts";
import { RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import type { Command, Create, Facts, Refusal } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import type { GameEvent } from "../../src/match/event.ts";
import { evolve, type MatchState } from "../../src/match/state.ts";
import type { TimeControl } from "../../src/match/terms.ts";

export const WHITE = "p-white";
export const BLACK = "p-black";
/** An instant in the future of nobody: 2026-12-01T12:00:00.000Z. */
export const START = Date.UTC(2026, 11, 1, 12);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Nothing went wrong: no outage, everybody told. */
export const FINE: Facts = { outages: [], told: true };

export function creation(
	options: {
		readonly rules?: RuleSet;
		readonly expansions?: readonly Expansion[];
		readonly timeControl?: TimeControl;
		readonly firstMove?: number;
		readonly visibility?: "public" | "private";
		readonly rated?: boolean;
		readonly pauses?: { readonly vacation: boolean; readonly rest: boolean };
		readonly rest?: NonNullable<Create["rest"]>;
		readonly vacations?: NonNullable<Create["vacations"]>;
	} = {},
): Create {
	return {
		type: "create",
		terms: {
			rules: options.rules ?? RULE_SETS.tournament,
			expansions: options.expansions ?? [],
			seat: "white",
			colour: null,
			timeControl: options.timeControl ?? { perMove: "P3D" },
			pauses: options.pauses ?? { vacation: false, rest: false },
			rated: options.rated ?? false,
			visibility: options.visibility ?? "public",
		},
		white: WHITE,
		black: BLACK,
		colours: { white: "white", black: "black" },
		firstMove: options.firstMove ?? 0,
		challenge: "c-1",
		...(options.rest ? { rest: options.rest } : {}),
		...(options.vacations ? { vacations: options.vacations } : {}),
	};
}

export type Log = { readonly state: MatchState; readonly events: readonly GameEvent[] };

export function begin(options: Parameters<typeof creation>[0] = {}, now = START): Log {
	const events = decide(null, creation(options), now, FINE);
	if (!events.ok) throw new Error(events.error.code);
	return append(null, events.value);
}

/** The log after a command that must be accepted. */
export function ask(log: Log, command: Command, now: number, facts: Facts = FINE): Log {
	const events = decide(log.state, command, now, facts);
	if (!events.ok) throw new Error(JSON.stringify(events.error));
	return append(log, events.value);
}

/** The refusal of a command that must be refused. */
export function refusal(log: Log, command: Command, now: number, facts: Facts = FINE): Refusal {
	const events = decide(log.state, command, now, facts);
	if (events.ok) throw new Error(`accepted: ${JSON.stringify(events.value)}`);
	return events.error;
}

/** Plays the moves of a `;` list, forced passes left out, a minute apart. */
export function played(log: Log, moves: string, from = log.state.updatedAt): Log {
	let now = from;
	let result = log;
	for (const move of moves.split(";").filter((one) => one !== "" && one !== "pass")) {
		now += 60_000;
		const by = result.state.turn?.side === "white" ? WHITE : BLACK;
		result = ask(result, { type: "move", move, by }, now);
	}
	return result;
}

/** Black is shut out after these nine plies: the shortest forced pass known (Base+ML). */
export const SHUT_OUT = "wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1";

/** One move closes both queens at ply 13 (Base). */
export const BOTH_SURROUNDED =
	"wS1;bG1 -wS1;wQ wS1/;bQ \\bG1;wQ bQ-;bA1 -bG1;wB1 wQ/;bA2 \\bQ;wA1 wQ-;bA3 -bQ;wA2 \\wB1;bB1 -bA3;wA2 -wB1";

function append(log: Log | null, events: readonly GameEvent[]): Log {
	let state: MatchState | null = log?.state ?? null;
	for (const event of events) state = evolve(state, event);
	if (!state) throw new Error("no game");
	return { state, events: [...(log?.events ?? []), ...events] };
}
