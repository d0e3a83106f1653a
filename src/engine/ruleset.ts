/** The options a game is played under, as data: five documents that describe Hive, and the two standards. */
import { EXPANSIONS, type Expansion } from "./piece.ts";

export type Starter = "white" | "drawn" | "chosen";

/**
 * What a third occurrence of a position brings. `automatic`: a draw at once; `claim`: a draw when somebody
 * asks for it; `stalemate`: a draw if since the second occurrence neither side could move anything but one piece.
 */
export type Repetition = "none" | "automatic" | "claim" | "stalemate";

export type RuleSet = {
	readonly id: string;
	/** A game keeps the version it began under. */
	readonly version: number;
	/** what a challenge may add to the base game */
	readonly expansions: readonly Expansion[];
	/** whether the queen may be a side's first piece */
	readonly queenFirst: boolean;
	readonly starter: Starter;
	readonly repetition: Repetition;
	/** plies back within which occurrences count, the oldest included; null: the whole game */
	readonly window: number | null;
	/** whether two higher stacks stop a beetle that steps between them above the table */
	readonly elevatedGates: boolean;
	readonly theme: string;
	/** names of the tiles' colours; how they look, not who begins */
	readonly colours: readonly [string, string];
};

export type RuleSetId = "colmeia" | "colonia" | "sarang" | "real-murcia" | "chessplayx" | "tournament" | "official";

export type RuleSetProblem = {
	readonly field: string;
	readonly problem: string;
};

const official: RuleSet = {
	id: "official",
	version: 1,
	expansions: ["M", "L", "P"],
	queenFirst: true,
	starter: "white",
	repetition: "none",
	window: null,
	elevatedGates: true,
	theme: "classic",
	colours: ["white", "black"],
};

export const RULE_SETS: Readonly<Record<RuleSetId, RuleSet>> = {
	colmeia: {
		...official,
		id: "colmeia",
		expansions: [],
		starter: "drawn",
		elevatedGates: false,
	},
	colonia: {
		...official,
		id: "colonia",
		expansions: ["M", "L"],
		starter: "chosen",
		elevatedGates: false,
	},
	sarang: {
		...official,
		id: "sarang",
		expansions: [],
		repetition: "stalemate",
	},
	"real-murcia": {
		...official,
		id: "real-murcia",
		expansions: ["M", "L"],
		starter: "drawn",
		theme: "real-murcia",
		colours: ["red", "white"],
	},
	chessplayx: {
		...official,
		id: "chessplayx",
		expansions: [],
		queenFirst: false,
		repetition: "automatic",
		window: 32,
	},
	tournament: {
		...official,
		id: "tournament",
		queenFirst: false,
		repetition: "automatic",
	},
	official,
};

const STARTERS: readonly string[] = ["white", "drawn", "chosen"];
const REPETITIONS: readonly string[] = ["none", "automatic", "claim", "stalemate"];
const LONGEST_WINDOW = 1000;

/** Everything that is wrong with a rule set somebody sent; empty when a game can be played under it. */
export function checkRuleSet(value: RuleSet): readonly RuleSetProblem[] {
	const problems: RuleSetProblem[] = [];
	const demand = (holds: boolean, field: keyof RuleSet, problem: string) => {
		if (!holds) problems.push({ field, problem });
	};
	const word = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u;
	const isWord = (text: unknown) => typeof text === "string" && word.test(text);

	demand(isWord(value.id), "id", "must be a word of 1 to 40 characters");
	demand(
		!Object.hasOwn(RULE_SETS, value.id) || sameRules(value, RULE_SETS[value.id as RuleSetId]),
		"id",
		"is the name of a rule set with other rules",
	);
	demand(Number.isInteger(value.version) && value.version >= 1, "version", "must be a whole number from 1");
	demand(
		Array.isArray(value.expansions) &&
			value.expansions.every((x) => EXPANSIONS.includes(x)) &&
			new Set(value.expansions).size === value.expansions.length,
		"expansions",
		"must be some of M, L and P, each at most once",
	);
	demand(typeof value.queenFirst === "boolean", "queenFirst", "must be true or false");
	demand(STARTERS.includes(value.starter), "starter", `must be one of ${STARTERS.join(", ")}`);
	demand(REPETITIONS.includes(value.repetition), "repetition", `must be one of ${REPETITIONS.join(", ")}`);
	demand(
		value.window === null || (Number.isInteger(value.window) && value.window >= 1 && value.window <= LONGEST_WINDOW),
		"window",
		`must be null or a number of plies from 1 to ${LONGEST_WINDOW}`,
	);
	demand(value.repetition !== "none" || value.window === null, "window", "must be null where repetition is none");
	demand(typeof value.elevatedGates === "boolean", "elevatedGates", "must be true or false");
	demand(isWord(value.theme), "theme", "must be a word of 1 to 40 characters");
	demand(
		Array.isArray(value.colours) &&
			value.colours.length === 2 &&
			value.colours.every(isWord) &&
			value.colours[0] !== value.colours[1],
		"colours",
		"must be two different words",
	);
	return problems;
}

function sameRules(a: RuleSet, b: RuleSet): boolean {
	return (
		a.version === b.version &&
		Array.isArray(a.expansions) &&
		EXPANSIONS.every((x) => a.expansions.includes(x) === b.expansions.includes(x)) &&
		a.queenFirst === b.queenFirst &&
		a.starter === b.starter &&
		a.repetition === b.repetition &&
		a.window === b.window &&
		a.elevatedGates === b.elevatedGates
	);
}
